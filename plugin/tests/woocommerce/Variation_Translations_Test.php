<?php
/**
 * Variations that are works, in several languages and while WooCommerce is switched off.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Languages_Fake;
use ArtworkRegistry\Tests\Variations_Case;
use ArtworkRegistry\Tests\With_Languages;
use ArtworkRegistry\View\Works_Query;
use WC_Product;

require_once dirname( __DIR__ ) . '/languages-fake.php';

final class Variation_Translations_Test extends Variations_Case {
	use With_Languages;

	/** @dataProvider plugins */
	public function test_variations_of_a_translated_product_are_no_works( string $plugin ): void {
		list( $english, $german ) = $this->pair_of_products( $plugin );
		$this->assertSame( 2, Owner_Orders::register_all() );
		$this->assertSame( array( 'Harbour, Oak', 'Harbour, Ash' ), array_values( $this->told_in_short() ) );
		$translated = $german->get_children()[0];
		Status::choose( array( $translated ), Status::CHOSEN );
		Outbox::touch( array( $translated => 'woocommerce' ) );
		$this->assertSame( array(), $this->told() );
		$this->assertSame( 'not_shared', Works_Query::find( $translated )['view'] );
		$this->assertNotNull( Works_Query::find( $english->get_children()[0] ) );
	}

	/** @dataProvider plugins */
	public function test_a_picture_that_a_translation_shows_too_is_not_shared( string $plugin ): void {
		list( $english, $german ) = $this->pair_of_products( $plugin );
		$picture                  = $this->attachment();
		update_post_meta( $english->get_children()[0], '_thumbnail_id', $picture );
		update_post_meta( $german->get_children()[0], '_thumbnail_id', $picture );
		Owner_Orders::register( $english->get_children()[0] );
		$this->assertSame( wp_get_attachment_image_url( $picture, 'large' ), $this->told()[ $english->get_children()[0] ]['artwork']['cover_image_url'] );
	}

	/** @dataProvider plugins */
	public function test_a_variation_bought_in_another_language_is_sold( string $plugin ): void {
		list( $english, $german ) = $this->pair_of_products( $plugin );
		list( $oak )              = $english->get_children();
		Owner_Orders::register( $english->get_id() );
		$this->take();
		$order = $this->order( wc_get_product( $german->get_children()[0] ) );
		$order->payment_complete();
		// What the language plugins do after a sale, past all hooks.
		update_post_meta( $oak, '_stock', '0' );
		update_post_meta( $oak, '_stock_status', 'outofstock' );
		$this->assertSame( 'sold', $this->told()[ $oak ]['artwork']['availability'] );
	}

	/** @dataProvider plugins */
	public function test_stock_taken_in_another_language_is_looked_at_at_the_original( string $plugin ): void {
		list( $english, $german ) = $this->pair_of_products( $plugin );
		Owner_Orders::register( $english->get_id() );
		$this->take();
		wc_update_product_stock( $german->get_children()[0], 0 );
		$this->assertContains( $english->get_children()[0], $this->waiting() );
	}

	public function test_without_woocommerce_no_variation_leaves(): void {
		$this->each_is_a_work();
		list( , $oak, $ash ) = $this->prints();
		Status::save_reports( array( $this->report( $oak, 'published' ) ) );
		Outbox::touch( array( $oak => 'woocommerce' ) );
		$output  = $this->wp_cli(
			'--skip-plugins=woocommerce',
			'eval',
			"echo wp_json_encode( ArtworkRegistry\\Sync\\Change_Page::read( 50 )['changes'] ); ArtworkRegistry\\View\\Overview::read();"
		);
		$changes = json_decode( $output, true );
		$this->assertSame(
			array( (string) $oak, 'broken', 'source_missing' ),
			array( $changes[0]['external_id'], $changes[0]['state'], $changes[0]['error']['code'] ),
			$output
		);
		// Deleted meanwhile, it has left all the same.
		$this->wp_cli( '--skip-plugins=woocommerce', 'post', 'delete', (string) $ash, '--force' );
		$this->assertSame( 'gone', $this->told()[ $ash ]['state'] );
	}

	/** @return array{0: WC_Product, 1: WC_Product} The English original and its translation, each in oak and ash. */
	private function pair_of_products( string $plugin ): array {
		Languages_Fake::switch_on( $plugin );
		$this->each_is_a_work();
		$one      = array( 'regular_price' => '300', 'manage_stock' => true, 'stock_quantity' => 1 );
		$products = array(
			$this->variable_product( array( 'Oak' => $one, 'Ash' => $one ) ),
			$this->variable_product( array( 'Oak' => $one, 'Ash' => $one ), array( 'name' => 'Hafen' ) ),
		);
		Languages_Fake::link( array( 'en' => $products[0]->get_id(), 'de' => $products[1]->get_id() ) );
		foreach ( array( 0, 1 ) as $at ) {
			Languages_Fake::link( array( 'en' => $products[0]->get_children()[ $at ], 'de' => $products[1]->get_children()[ $at ] ) );
		}
		Change_Collector::flush();
		return $products;
	}
}
