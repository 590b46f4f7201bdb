<?php
/**
 * The same where a shop still keeps its orders as posts.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Missed_Orders;
use WC_Order_Refund;

require_once __DIR__ . '/Sold_Test.php';

final class Sold_Classic_Orders_Test extends Sold_Test {
	protected function has_own_tables(): bool {
		return false;
	}

	/** @return array<string, array{0: callable(WC_Order_Refund): void, 1: array<string, mixed>}> */
	public function deletions(): array {
		$ways = array(
			'as a refund' => static function ( WC_Order_Refund $refund ): void {
				$refund->delete( true );
			},
			'as a post'   => static function ( WC_Order_Refund $refund ): void {
				wp_delete_post( $refund->get_id(), true );
				// WooCommerce keeps the refunds of an order for the request.
				wp_cache_flush();
			},
		);
		$once = array( 'manage_stock' => false, 'sold_individually' => true );
		return array(
			'as a refund, stock counted' => array( $ways['as a refund'], array() ),
			'as a refund, sold once'     => array( $ways['as a refund'], $once ),
			'as a post, stock counted'   => array( $ways['as a post'], array() ),
			'as a post, sold once'       => array( $ways['as a post'], $once ),
		);
	}

	/**
	 * @dataProvider deletions
	 * @param callable(WC_Order_Refund): void $delete
	 * @param array<string, mixed>            $properties
	 */
	public function test_a_refund_that_is_deleted_sells_the_work_again( callable $delete, array $properties ): void {
		$work  = $this->product( $properties );
		$order = $this->order( $work, $this->product() );
		$order->payment_complete();
		$refund = self::refund_of( $order );
		Missed_Orders::follow_changed();
		$this->assertNotSame( 'sold', $this->availability( $work ) );
		$delete( $refund );
		Missed_Orders::follow_changed();
		$this->assertSame( 'sold', $this->availability( $work ) );
	}
}
