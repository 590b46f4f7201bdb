<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Tests\Woocommerce_Case;
use WC_Data_Store;

final class Order_Art_Ids_Test extends Woocommerce_Case {
	private const PAGE = 'https://registry.example/artworks/AREG-1';

	public function test_the_customers_email_and_account_page_have_the_art_id_beside_the_artwork(): void {
		$product = $this->product();
		$this->confirm( $product->get_id() );
		$order = $this->order( $product, $this->product( array( 'name' => 'A frame' ) ) );
		$html  = wc_get_email_order_items( $order );
		$this->assertSame( 1, substr_count( $html, 'AREG-1</span></a>' ) );
		$this->assertStringContainsString( 'href="' . self::PAGE . '"', $html );
		$plain = wc_get_email_order_items( $order, array( 'plain_text' => true ) );
		$this->assertStringContainsString( 'Art ID AREG-1 (' . self::PAGE . ')', $plain );
		ob_start();
		wc_get_template( 'order/order-details-item.php', array(
			'order'              => $order,
			'item_id'            => array_key_first( $order->get_items() ),
			'item'               => array_values( $order->get_items() )[0],
			'show_purchase_note' => false,
			'purchase_note'      => '',
			'product'            => $product,
		) );
		$this->assertStringContainsString( 'AREG-1', (string) ob_get_clean() );
	}

	public function test_orders_are_found_by_the_art_id_of_what_was_bought(): void {
		$product = $this->product();
		$this->confirm( $product->get_id() );
		$order = $this->order( $product );
		$this->order( $this->product( array( 'name' => 'A frame' ) ) );
		$this->assertSame( array( $order->get_id() ), apply_filters( 'woocommerce_shop_order_search_results', array(), 'AREG-1', array() ) );
		$args = apply_filters( 'woocommerce_order_list_table_prepare_items_query_args', array( 's' => 'areg-1 ' ) );
		$this->assertSame( array( 'post__in' => array( $order->get_id() ) ), $args );
		$ids = array_map( static fn( $found ) => $found->get_id(), wc_get_orders( $args ) );
		$this->assertSame( array( $order->get_id() ), $ids );
		$other = array( 's' => 'Berthe' );
		$this->assertSame( $other, apply_filters( 'woocommerce_order_list_table_prepare_items_query_args', $other ) );
	}

	public function test_the_list_of_products_is_searched_by_art_id(): void {
		$product = $this->product();
		$this->product( array( 'name' => 'A frame' ) );
		$this->confirm( $product->get_id() );
		$found = WC_Data_Store::load( 'product' )->search_products( 'AREG-1', '', true, true );
		$this->assertSame( array( $product->get_id() ), array_values( array_filter( $found ) ) );
	}

	public function test_a_product_page_of_a_classic_theme_shows_the_art_id_where_the_owner_wants_it(): void {
		switch_theme( 'classic-of-a-test' );
		$product = $this->product();
		$this->confirm( $product->get_id() );
		$meta = function () use ( $product ): string {
			$GLOBALS['post']    = get_post( $product->get_id() );
			$GLOBALS['product'] = $product;
			ob_start();
			do_action( 'woocommerce_product_meta_end' );
			return (string) ob_get_clean();
		};
		$this->assertStringNotContainsString( 'AREG-1', $meta() );
		Settings::update( array( 'show_art_id' => 'yes' ) );
		$this->assertStringContainsString( '<p class="artwork-registry-art-id">Art ID <a href="' . self::PAGE . '"', $meta() );
	}

	private function confirm( int $id ): void {
		$report = array( 'public_page' => self::PAGE ) + $this->report( $id, 'published' );
		Status::save_reports( array( $report ) );
		Art_Ids::follow( array( $report ) );
	}
}
