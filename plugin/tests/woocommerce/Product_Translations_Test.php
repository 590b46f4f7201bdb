<?php
/**
 * A shop in several languages: one work, one stock, whichever language it is bought in.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Tests\Languages_Fake;
use ArtworkRegistry\Tests\With_Languages;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Works_Query;
use WC_Product;

require_once dirname( __DIR__ ) . '/languages-fake.php';

final class Product_Translations_Test extends Woocommerce_Case {
	use With_Languages;

	/** @dataProvider plugins */
	public function test_a_work_bought_in_another_language_is_sold( string $plugin ): void {
		list( $original, $german ) = $this->pair_of_products( $plugin );
		$order                     = $this->order( $german );
		$order->payment_complete();
		$this->assertSame( 'sold', $this->availability_after_sync( $original, 0 ) );
		$this->assertSame( 'not_shared', Works_Query::find( $german->get_id() )['view'] );
		$order->update_status( 'cancelled' );
		$this->assertSame( 'for_sale', $this->availability_after_sync( $original, 1 ) );
	}

	/** @dataProvider plugins */
	public function test_its_stock_in_another_language_marks_the_original_as_changed( string $plugin ): void {
		list( $original, $german ) = $this->pair_of_products( $plugin );
		$id                        = $this->taken_over( $original );
		Outbox::acknowledge( array( $german->get_id() => $this->revision( $german->get_id() ) ) );
		$before = $this->revision( $id );
		wc_update_product_stock( wc_get_product( $german->get_id() ), 0, 'set' );
		$this->assertGreaterThan( $before, $this->revision( $id ) );
		$this->assertSame( 1, Outbox::count_waiting(), 'the original and nothing else' );
	}

	/** @dataProvider plugins */
	public function test_the_last_of_an_edition_sold_in_two_languages_is_not_sold( string $plugin ): void {
		list( $original, $german ) = $this->pair_of_products( $plugin, 2 );
		$this->order( $original )->payment_complete();
		$this->sync_stock( $german, 1 );
		$this->order( $german )->payment_complete();
		$this->assertSame( 'not_for_sale', $this->availability_after_sync( $original, 0 ) );
	}

	/** @dataProvider plugins */
	public function test_the_inventory_number_of_a_work_stands_at_its_translations_too( string $plugin ): void {
		list( $original, $german ) = $this->pair_of_products( $plugin );
		add_filter( 'wc_product_has_unique_sku', '__return_false' );
		foreach ( array( $original, $german ) as $product ) {
			$product = wc_get_product( $product->get_id() );
			$product->set_sku( 'B-7' );
			$product->save();
		}
		remove_filter( 'wc_product_has_unique_sku', '__return_false' );
		$this->assertSame( 'B-7', $this->artwork_of( $original->get_id() )['inventory_ref'] );
	}

	/** @dataProvider plugins */
	public function test_a_translated_product_is_not_shared_though_it_is_chosen( string $plugin ): void {
		list( , $german ) = $this->pair_of_products( $plugin );
		$this->assertNull( $this->change_of( $german->get_id() ) );
		$this->assertSame( 'not_shared', Works_Query::find( $german->get_id() )['view'] );
	}

	/** @return array{0: WC_Product, 1: WC_Product} */
	private function pair_of_products( string $plugin, int $stock = 1 ): array {
		Languages_Fake::switch_on( $plugin );
		$original = $this->product( array( 'stock_quantity' => $stock ) );
		$german   = $this->product( array( 'name' => 'Seerosen', 'stock_quantity' => $stock ) );
		Languages_Fake::link( array( 'en' => $original->get_id(), 'de' => $german->get_id() ) );
		return array( $original, $german );
	}

	/** What WooCommerce Multilingual and Polylang for WooCommerce do after a sale, without any hook of WordPress's. */
	private function sync_stock( WC_Product $product, int $stock ): void {
		global $wpdb;
		$wpdb->update( $wpdb->postmeta, array( 'meta_value' => (string) $stock ), array( 'post_id' => $product->get_id(), 'meta_key' => '_stock' ) );
		$wpdb->update(
			$wpdb->postmeta,
			array( 'meta_value' => $stock > 0 ? 'instock' : 'outofstock' ),
			array( 'post_id' => $product->get_id(), 'meta_key' => '_stock_status' )
		);
		wp_cache_flush();
	}

	private function availability_after_sync( WC_Product $original, int $stock ): string {
		$this->sync_stock( $original, $stock );
		return $this->availability( $original );
	}
}
