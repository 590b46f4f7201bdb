<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Tests\Woocommerce_Case;
use WC_Product;

/** The shop is where the truth comes from: nothing that the sync service says changes a product. */
final class Shop_Untouched_Test extends Woocommerce_Case {
	public function test_whatever_the_registry_says_of_a_work_its_product_keeps_stock_price_and_every_other_value(): void {
		$product = $this->product( array( 'sale_price' => '900' ) );
		$id      = $this->taken_over( $product );
		$pairing = $this->pair();
		$stored  = $this->stored( $product );
		foreach ( array( 'published', 'sold', 'attention', 'matched', 'elsewhere', 'stopped', 'hidden', 'private', 'moved' ) as $state ) {
			$this->assertSame( 200, $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[0] );
			$report = array( 'external_id' => (string) $id ) + $this->report( $id, $state, $this->revision( $id ) );
			$this->assertSame( 200, $this->call( $pairing, 'report', array( 'works' => array( $report ) ) )[0], $state );
			$acks = array( array( 'external_id' => (string) $id, 'revision' => $this->revision( $id ) ) );
			$this->assertSame( 200, $this->call( $pairing, 'ack', array( 'acks' => $acks ) )[0] );
			$this->assertSame( $stored, $this->stored( $product ), $state );
		}
	}

	/** @return array<int, mixed> All that WordPress and WooCommerce have stored of a product, but for what is this plugin's own. */
	private function stored( WC_Product $product ): array {
		global $wpdb;
		$id = $product->get_id();
		return array(
			$wpdb->get_row( "SELECT * FROM $wpdb->posts WHERE ID = $id", ARRAY_A ),
			$wpdb->get_results(
				"SELECT meta_key, meta_value FROM $wpdb->postmeta
				WHERE post_id = $id AND meta_key NOT LIKE '\\_artwork\\_registry%' ORDER BY meta_id",
				ARRAY_A
			),
			$wpdb->get_row( "SELECT * FROM {$wpdb->prefix}wc_product_meta_lookup WHERE product_id = $id", ARRAY_A ),
		);
	}
}
