<?php
/**
 * Only money makes a unique work sold.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Source\Woocommerce\Paid_Orders;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Woocommerce_Case;
use Automattic\WooCommerce\Utilities\OrderUtil;
use WP_REST_Request;

class Sold_Test extends Woocommerce_Case {
	public function test_an_order_paid_by_card_sells_a_unique_work(): void {
		$product = $this->product();
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$order = $this->order( $product );
		$this->assertSame( 'for_sale', $this->availability( $product ), 'an order alone changes nothing' );
		$order->payment_complete( 'ch_1' );
		$this->assertSame( 'sold', $this->availability( $product ) );
		$order->update_status( 'completed' );
		$this->assertSame( 'sold', $this->availability( $product ) );
	}

	public function test_an_order_made_paid_over_rest_sells_it(): void {
		$product = $this->product();
		wp_set_current_user( $this->user( 'administrator' ) );
		$request = new WP_REST_Request( 'POST', '/wc/v3/orders' );
		$request->set_body_params( array(
			'set_paid' => true,
			'payment_method' => 'stripe',
			'line_items' => array( array( 'product_id' => $product->get_id(), 'quantity' => 1 ) ),
		) );
		$response = rest_do_request( $request );
		$this->assertSame( 201, $response->get_status() );
		$this->assertSame( 'sold', $this->availability( $product ) );
		wc_get_order( $response->get_data()['id'] )->delete( true );
		$this->assertSame( 'sold', $this->availability( $product ), 'tidying old orders up sells nothing back' );
	}

	public function test_a_bank_transfer_that_has_not_arrived_does_not_sell(): void {
		$product = $this->product();
		$order   = $this->order( $product );
		$order->update_status( 'on-hold' );
		$this->assertSame( 0, (int) wc_get_product( $product->get_id() )->get_stock_quantity() );
		$this->assertSame( 'not_for_sale', $this->availability( $product ) );
		$order->update_status( 'processing' );
		$this->assertSame( 'sold', $this->availability( $product ), 'the money is there' );
	}

	public function test_a_cancelled_order_brings_the_work_back(): void {
		$product = $this->product();
		$order   = $this->order( $product );
		$order->update_status( 'on-hold' );
		$order->update_status( 'cancelled' );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$paid = $this->order( $product );
		$paid->payment_complete();
		$paid->update_status( 'cancelled' );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
	}

	public function test_a_copy_of_a_sold_product_is_not_sold(): void {
		$product = $this->product();
		$this->order( $product )->payment_complete();
		$copy = $this->product( array( 'name' => 'Copy', 'stock_quantity' => 0 ) );
		update_post_meta( $copy->get_id(), Paid_Orders::META, get_post_meta( $product->get_id(), Paid_Orders::META, true ) );
		$this->assertSame( array( 'sold', 'not_for_sale' ), array( $this->availability( $product ), $this->availability( $copy ) ) );
	}

	public function test_pay_on_collection_is_no_sale_before_the_payment(): void {
		WC()->payment_gateways();
		$product = $this->product();
		$order   = $this->order( $product );
		$order->set_payment_method( 'cod' );
		$order->save();
		$order->update_status( 'processing' );
		$this->assertNull( wc_get_order( $order->get_id() )->get_date_paid() );
		$this->assertSame( 'not_for_sale', $this->availability( $product ), 'taken off the shelf, but nobody has paid' );
		$order->update_status( 'completed' );
		$this->assertSame( 'sold', $this->availability( $product ) );
	}

	public function test_an_order_that_is_marked_as_paid_by_hand_sells_when_it_is_saved(): void {
		WC()->payment_gateways();
		$product = $this->product();
		$order   = $this->order( $product );
		$order->set_payment_method( 'cod' );
		$order->save();
		$order->update_status( 'processing' );
		$order->set_date_paid( time() );
		$order->save();
		$this->assertSame( 'sold', $this->availability( $product ) );
	}

	public function test_a_refund_that_restocks_brings_the_work_back_and_it_can_be_sold_again(): void {
		$product = $this->product();
		$order   = $this->order( $product );
		$order->payment_complete();
		$this->refund( $order, 1200, true );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$this->order( $product )->payment_complete();
		$this->assertSame( 'sold', $this->availability( $product ), 'sold a second time' );
	}

	public function test_a_refund_without_the_work_coming_back_leaves_it_not_for_sale(): void {
		$product = $this->product();
		$order   = $this->order( $product );
		$order->payment_complete();
		$this->refund( $order, 1200, false );
		$this->assertSame( 'not_for_sale', $this->availability( $product ) );
	}

	public function test_a_discount_after_the_sale_leaves_it_sold(): void {
		$product = $this->product();
		$order   = $this->order( $product );
		$order->payment_complete();
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => '50' ) );
		$this->assertSame( 'sold', $this->availability( $product ) );
	}

	public function test_a_refund_of_one_work_of_an_order_leaves_the_other_sold(): void {
		$back  = $this->product();
		$stays = $this->product();
		$order = $this->order( $back, $stays );
		$order->payment_complete();
		self::refund_of( $order, array( 'restock_items' => true ) );
		$this->assertSame( array( 'for_sale', 'sold' ), array( $this->availability( $back ), $this->availability( $stays ) ) );
	}

	public function test_the_last_copy_of_an_edition_is_not_sold_but_no_longer_for_sale(): void {
		$product = $this->product( array( 'stock_quantity' => 2 ) );
		$this->order( $product )->payment_complete();
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$this->order( $product )->payment_complete();
		$this->assertSame( 'not_for_sale', $this->availability( $product ) );
	}

	public function test_a_work_sold_individually_without_stock_is_sold_by_the_first_paid_order(): void {
		$product = $this->product( array( 'manage_stock' => false, 'sold_individually' => true ) );
		$order   = $this->order( $product );
		$order->update_status( 'on-hold' );
		$this->assertSame( 'not_for_sale', $this->availability( $product ), 'as where stock is counted' );
		$order->payment_complete();
		$this->assertSame( 'sold', $this->availability( $product ) );
		$this->refund( $order, 1200, true );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
	}

	public function test_a_work_neither_counted_nor_sold_individually_stays_for_sale(): void {
		$product = $this->product( array( 'manage_stock' => false ) );
		$this->order( $product )->payment_complete();
		$this->assertSame( 'for_sale', $this->availability( $product ) );
	}

	public function test_stock_counted_at_the_variation_sells_the_product(): void {
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300', 'manage_stock' => true, 'stock_quantity' => 1 ) ) );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$order = $this->order( wc_get_product( $product->get_children()[0] ) );
		$order->payment_complete();
		$this->assertSame( 'sold', $this->availability( $product ) );
		$this->refund( $order, 300, true );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
	}

	public function test_one_of_two_variations_sold_leaves_the_product_for_sale(): void {
		$one     = array( 'regular_price' => '300', 'manage_stock' => true, 'stock_quantity' => 1 );
		$product = $this->variable_product( array( 'Oak' => $one, 'Ash' => $one ) );
		$this->order( wc_get_product( $product->get_children()[0] ) )->payment_complete();
		$this->assertSame( 'for_sale', $this->availability( $product ) );
	}

	public function test_stock_counted_at_the_parent_sells_the_product(): void {
		$product = $this->variable_product(
			array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '300' ) ),
			array( 'manage_stock' => true, 'stock_quantity' => 1 )
		);
		$this->order( wc_get_product( $product->get_children()[1] ) )->payment_complete();
		$this->assertSame( 'sold', $this->availability( $product ) );
	}

	public function test_stock_taken_out_by_hand_is_not_for_sale_and_a_reservation_is_for_sale(): void {
		$product = $this->product();
		wc_update_product_stock( $product->get_id(), 0 );
		$this->assertSame( 'not_for_sale', $this->availability( $product ) );
		$product = wc_get_product( $product->get_id() );
		$product->set_backorders( 'notify' );
		$product->save();
		$this->assertSame( 'onbackorder', wc_get_product( $product->get_id() )->get_stock_status() );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$unmanaged = $this->product( array( 'manage_stock' => false, 'stock_status' => 'outofstock' ) );
		$this->assertSame( 'not_for_sale', $this->availability( $unmanaged ) );
	}

	public function test_restocking_ends_a_sale_for_good_also_when_the_stock_is_emptied_by_hand_later(): void {
		$product = $this->product();
		$this->order( $product )->payment_complete();
		wc_update_product_stock( $product->get_id(), 1 );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		wc_update_product_stock( $product->get_id(), 0 );
		$this->assertSame( 'not_for_sale', $this->availability( $product ) );
	}

	public function test_the_availability_that_the_owner_set_overrules_the_shop(): void {
		$product = $this->product();
		$id      = $product->get_id();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( 'sold', 'on_loan', 'private_collection', 'not_for_sale' ) as $mark ) {
			$this->assertSame( 200, $this->mark( $id, $mark ) );
			$this->assertSame( $mark, $this->availability( $product ) );
		}
		$this->assertSame( 200, $this->mark( $id, '' ) );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$this->assertSame( 400, $this->mark( $id, 'burnt' ) );
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertSame( 403, $this->mark( $id, 'sold' ) );
	}

	public function test_a_work_on_loan_stays_so_whatever_the_shop_does(): void {
		$product = $this->product();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->mark( $product->get_id(), 'on_loan' );
		$order = $this->order( $product );
		$order->payment_complete();
		$this->assertSame( 'on_loan', $this->availability( $product ) );
		$this->mark( $product->get_id(), '' );
		$this->assertSame( 'sold', $this->availability( $product ), 'the order is not forgotten' );
	}

	/** @return array<string, array{0: string, 1: array<string, mixed>}> */
	public function reserved(): array {
		$uncounted = array( 'manage_stock' => false, 'sold_individually' => true );
		$cases     = array();
		foreach ( Settings::RESERVED_AS as $shown ) {
			$cases[ "$shown, counted" ]             = array( $shown, array() );
			$cases[ "$shown, sold individually" ] = array( $shown, $uncounted );
		}
		return $cases;
	}

	/**
	 * @dataProvider reserved
	 *
	 * @param array<string, mixed> $properties
	 */
	public function test_a_reserved_work_shows_what_the_owner_chose_until_it_is_paid_or_free_again( string $shown, array $properties ): void {
		Settings::update( array( 'reserved_as' => $shown ) );
		$product = $this->product( $properties );
		$this->order( $product )->update_status( 'pending' );
		$this->assertSame( 'for_sale', $this->availability( $product ), 'nobody promised anything yet' );
		$order = $this->order( $product );
		$order->update_status( 'on-hold' );
		$this->assertSame( $shown, $this->availability( $product ) );
		$order->update_status( 'cancelled' );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$next = $this->order( $product );
		$next->update_status( 'on-hold' );
		$next->payment_complete();
		$this->assertSame( 'sold', $this->availability( $product ) );
	}

	public function test_a_reservation_whose_order_was_deleted_is_none(): void {
		Settings::update( array( 'reserved_as' => 'sold' ) );
		$product = $this->product();
		$order   = $this->order( $product );
		$order->update_status( 'on-hold' );
		$this->assertSame( 'sold', $this->availability( $product ) );
		$order->delete( true );
		$this->assertNotSame( 'sold', $this->availability( $product ) );
	}

	public function test_the_last_copy_of_an_edition_is_never_shown_as_reserved(): void {
		Settings::update( array( 'reserved_as' => 'sold' ) );
		$product = $this->product( array( 'stock_quantity' => 2 ) );
		$this->order( $product )->payment_complete();
		$this->order( $product )->update_status( 'on-hold' );
		$this->assertSame( 'not_for_sale', $this->availability( $product ) );
	}

	public function test_another_answer_sends_reserved_works_again(): void {
		$product = $this->product();
		$this->order( $product )->update_status( 'on-hold' );
		Change_Collector::flush();
		$id     = $product->get_id();
		$before = $this->revision( $id );
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( 'sold', 'sold' ) as $shown ) {
			$this->assertSame( $shown, $this->screen( 'POST', 'settings', array( 'reserved_as' => $shown ) )->get_data()['settings']['reserved_as'] );
		}
		$this->assertSame( $before + 1, $this->revision( $id ) );
		$this->assertSame( 400, $this->screen( 'POST', 'settings', array( 'reserved_as' => 'burnt' ) )->get_status() );
	}

	/** @return array<string, array{0: array<string, mixed>}> */
	public function edits(): array {
		return array(
			'another price'       => array( array( 'regular_price' => '900' ) ),
			'another title'       => array( array( 'name' => 'Wave, framed' ) ),
			'stock not counted'   => array( array( 'manage_stock' => false, 'stock_status' => 'instock' ) ),
			'backorders'          => array( array( 'backorders' => 'notify' ) ),
			'in stock, by a click' => array( array( 'stock_status' => 'instock' ) ),
		);
	}

	/**
	 * @dataProvider edits
	 *
	 * @param array<string, mixed> $properties
	 */
	public function test_a_sold_work_is_never_offered_again_by_an_edit( array $properties ): void {
		$product = $this->product();
		$this->order( $product )->payment_complete();
		$edited = wc_get_product( $product->get_id() );
		$edited->set_props( $properties );
		$edited->save();
		$this->assertSame( 'sold', $this->availability( $product ) );
		$edited = wc_get_product( $product->get_id() );
		$edited->set_props( array( 'manage_stock' => true, 'stock_quantity' => 1, 'backorders' => 'no' ) );
		$edited->save();
		$this->assertSame( 'for_sale', $this->availability( $product ), 'only its stock brings it back' );
	}

	public function test_orders_are_in_the_tables_this_test_is_about(): void {
		$this->assertSame( $this->has_own_tables(), OrderUtil::custom_orders_table_usage_is_enabled() );
		$this->assertSame( $this->has_own_tables() ? 'shop_order_placehold' : 'shop_order', get_post_type( $this->order( $this->product() )->get_id() ) );
	}

	/** WooCommerce's own order tables, which new shops have; Sold_Classic_Orders_Test is about orders that are posts. */
	protected function has_own_tables(): bool {
		return true;
	}

	protected function setUp(): void {
		parent::setUp();
		update_option( 'woocommerce_custom_orders_table_enabled', $this->has_own_tables() ? 'yes' : 'no' );
	}

	protected function tearDown(): void {
		parent::tearDown();
		update_option( 'woocommerce_custom_orders_table_enabled', 'yes' );
	}

	private function mark( int $id, string $availability ): int {
		$request = new WP_REST_Request( 'POST', "/artwork-registry/v1/screen/works/$id/availability" );
		$request->set_body_params( array( 'availability' => $availability ) );
		return rest_do_request( $request )->get_status();
	}

	private function refund( \WC_Order $order, int $amount, bool $restock ): void {
		$lines = array();
		foreach ( $order->get_items() as $item ) {
			$lines[ $item->get_id() ] = array( 'qty' => $item->get_quantity(), 'refund_total' => $amount );
		}
		$refund = wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => (string) $amount, 'restock_items' => $restock, 'line_items' => $lines ) );
		$this->assertNotInstanceOf( \WP_Error::class, $refund );
	}
}
