<?php
/**
 * Through each door of WooCommerce, a paid order sells the work, and one that is undone brings it back. The registry gets each once.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Missed_Orders;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Tests\Order_Ways;
use ArtworkRegistry\Tests\Woocommerce_Case;
use WC_Order;

class Order_Ways_Test extends Woocommerce_Case {
	use Order_Ways;

	private const WAYS = array(
		'by_blocks',
		'by_blocks_and_bank_transfer',
		'by_blocks_for_nothing',
		'by_an_agent_with_a_cart_token',
		'by_an_agent_with_a_checkout_session',
		'by_shortcode',
		'by_rest',
		'by_rest_completed_at_once',
		'by_rest_paid_later',
		'by_rest_in_a_batch',
		'by_wp_cli',
		'by_the_link_to_pay',
		'by_staff',
		'by_a_program',
		'by_a_program_that_sets_the_status',
		'by_a_program_that_adds_the_work_last',
		'by_a_draft_of_the_checkout',
		'by_a_status_of_the_shop',
	);

	/** @return array<string, array{0: string, 1: string}> Half a second each: how an order is undone does not depend on how it was made. */
	public function ways(): array {
		$undone = $this->has_own_tables() ? array( 'cancelled' ) : array( 'refunded' );
		$cases  = array();
		foreach ( self::WAYS as $way ) {
			foreach ( self::is_long() ? array( 'cancelled', 'refunded' ) : $undone as $how ) {
				$cases[ str_replace( '_', ' ', $way ) . ", then $how" ] = array( $way, $how );
			}
		}
		return $cases;
	}

	/** @dataProvider ways */
	public function test_an_order_sells_the_work_and_brings_it_back( string $way, string $undone ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$product = $this->product( array( 'virtual' => true ) );
		$id      = $this->taken_over( $product );
		$this->told( $id );
		self::begin();
		$order = wc_get_order( $this->{$way}( $product ) );
		self::begin();
		$this->assertInstanceOf( WC_Order::class, $order );
		$this->orders[] = $order->get_id();
		$this->assertSame( array( 'sold' ), $this->told( $id ) );
		if ( 'cancelled' === $undone ) {
			$order->update_status( 'cancelled' );
		} else {
			$item  = array_values( $order->get_items() )[0];
			$total = (float) $item->get_total();
			self::refund_of( $order, array(
				'amount'        => (string) $total,
				'restock_items' => true,
				'line_items'    => array( $item->get_id() => array( 'qty' => 1, 'refund_total' => $total ) ),
			) );
		}
		$this->assertSame( array( 'for_sale' ), $this->told( $id ) );
		$this->assertSame( array(), $this->told( $id ) );
	}

	/** @return list<string> What the sync service is told of this work until nothing waits any more. */
	private function told( int $id ): array {
		$told = array();
		// What is left for the end of the request.
		Missed_Orders::follow_changed();
		Change_Collector::flush();
		for ( $page = 0; $page < 20 && ( Outbox::count_waiting() > 0 || null !== Jobs::find() ); $page++ ) {
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				if ( (string) $id === $change['external_id'] ) {
					$told[] = $change['artwork']['availability'];
				}
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
			}
		}
		return $told;
	}

	/** WooCommerce's own order tables, which new shops have; Order_Ways_Classic_Test is about orders that are posts. */
	protected function has_own_tables(): bool {
		return true;
	}

	/**
	 * @param list<mixed> $gateways
	 * @return list<mixed>
	 */
	public static function with_card( array $gateways ): array {
		return array_merge( $gateways, array( self::card() ) );
	}

	protected function setUp(): void {
		parent::setUp();
		update_option( 'woocommerce_custom_orders_table_enabled', $this->has_own_tables() ? 'yes' : 'no' );
		add_filter( 'woocommerce_payment_gateways', array( self::class, 'with_card' ) );
		WC()->payment_gateways()->init();
	}

	protected function tearDown(): void {
		self::begin();
		remove_filter( 'woocommerce_payment_gateways', array( self::class, 'with_card' ) );
		WC()->payment_gateways()->init();
		parent::tearDown();
		update_option( 'woocommerce_custom_orders_table_enabled', 'yes' );
	}
}
