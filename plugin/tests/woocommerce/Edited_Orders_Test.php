<?php
/**
 * Orders whose lines change after the payment, and checkouts in which something of ours fails.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Frontend\Order_Art_Ids;
use ArtworkRegistry\Orders\Missed_Orders;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Tests\Broken_Statements;
use ArtworkRegistry\Tests\Woocommerce_Case;
use WC_Order;
use WC_Product;

final class Edited_Orders_Test extends Woocommerce_Case {
	use Broken_Statements;

	protected function tearDown(): void {
		Missed_Orders::remove();
		parent::tearDown();
	}

	/** @return array<string, array{0: string}> */
	public function states(): array {
		return array( 'in work' => array( 'processing' ), 'done' => array( 'completed' ) );
	}

	/** @dataProvider states */
	public function test_a_work_added_to_a_paid_order_is_sold( string $status ): void {
		$order = $this->order( $this->product() );
		$order->payment_complete();
		$order->update_status( $status );
		$added = $this->product();
		$this->add( $order, $added );
		$this->assertSame( 'sold', $this->availability( $added ) );
	}

	public function test_a_work_removed_from_a_paid_order_is_for_sale_again(): void {
		$counted = $this->product();
		$alone   = $this->product( array( 'manage_stock' => false, 'sold_individually' => true ) );
		$stays   = $this->product();
		$order   = $this->order( $counted, $alone, $stays );
		$order->payment_complete();
		$this->assertSame( array( 'sold', 'sold', 'sold' ), array_map( array( $this, 'availability' ), array( $counted, $alone, $stays ) ) );
		foreach ( array( $counted, $alone ) as $product ) {
			$this->remove( wc_get_order( $order->get_id() ), $product );
		}
		$this->assertSame( array( 'for_sale', 'for_sale', 'sold' ), array_map( array( $this, 'availability' ), array( $counted, $alone, $stays ) ) );
	}

	public function test_a_line_of_an_order_that_waits_for_its_payment_sells_nothing(): void {
		$order = $this->order( $this->product() );
		$added = $this->product();
		$this->add( $order, $added );
		$this->assertNotSame( 'sold', $this->availability( $added ) );
	}

	/** @return array<string, array{0: array<string, mixed>, 1: string}> Each with the answer that tells a reserved work from another. */
	public function ways_to_be_unique(): array {
		return array(
			'counted'           => array( array(), 'for_sale' ),
			'sold individually' => array( array( 'manage_stock' => false, 'sold_individually' => true ), 'not_for_sale' ),
		);
	}

	/**
	 * @dataProvider ways_to_be_unique
	 * @param array<string, mixed> $properties
	 */
	public function test_a_work_put_into_an_order_that_waits_for_its_payment_is_reserved_and_free_again_when_taken_out( array $properties, string $shown ): void {
		Settings::update( array( 'reserved_as' => $shown ) );
		$stays = $this->product( $properties );
		$order = $this->order( $stays );
		$order->update_status( 'on-hold' );
		$added = $this->product( $properties );
		$this->add( $order, $added );
		$this->assertSame( array( $shown, $shown ), array_map( array( $this, 'availability' ), array( $stays, $added ) ) );
		$this->remove( wc_get_order( $order->get_id() ), $added );
		$this->assertSame( array( $shown, 'for_sale' ), array_map( array( $this, 'availability' ), array( $stays, $added ) ) );
	}

	public function test_lines_whose_order_cannot_be_followed_at_once_are_followed_later_and_hold_up_no_other_order(): void {
		$first  = $this->order( $this->product() );
		$second = $this->order( $this->product() );
		foreach ( array( $first, $second ) as $order ) {
			$order->payment_complete();
		}
		Missed_Orders::follow_changed();
		$this->put_into( $first, $this->product() );
		$this->put_into( $second, $this->product() );
		wp_cache_flush();
		$statements = $this->statements_of( static function (): void {
			Missed_Orders::follow_changed();
		} );
		$this->assertNotSame( array(), $statements );
		foreach ( self::one_of_each_kind( $statements ) as $n ) {
			$works = array( $this->product(), $this->product() );
			$this->put_into( $first, $works[0] );
			$this->put_into( $second, $works[1] );
			wp_cache_flush();
			$this->statements_of( static function (): void {
				Missed_Orders::follow_changed();
			}, $n );
			$missed = Missed_Orders::all();
			Clock::freeze( Clock::now() + 600 );
			Missed_Orders::try_again();
			$this->assertSame( array(), Missed_Orders::all(), $statements[ $n ] );
			$this->assertSame( array( 'sold', 'sold' ), array_map( array( $this, 'availability' ), $works ), "$n of " . implode( ' ', array_keys( $missed ) ) );
			Clock::freeze( null );
			Outbox::remove( $works[0]->get_id(), $works[1]->get_id() );
		}
	}

	public function test_an_order_that_another_request_notes_while_one_is_tried_again_stays_noted(): void {
		$order = $this->order( $this->product() );
		$order->payment_complete();
		update_post_meta( array_values( $order->get_items() )[0]->get_product_id(), '_artwork_registry_sold_by', '0' );
		Missed_Orders::record( $order->get_id() );
		$other = function (): void {
			$this->record_in_another_request( 4711 );
		};
		add_action( 'updated_post_meta', $other );
		Missed_Orders::try_again();
		remove_action( 'updated_post_meta', $other );
		wp_cache_flush();
		$this->assertSame( array( 4711 ), array_keys( Missed_Orders::all() ) );
	}

	public function test_orders_that_two_requests_note_at_once_are_both_noted(): void {
		Missed_Orders::record( 1 );
		$this->record_in_another_request( 4711 );
		Missed_Orders::record( 2 );
		wp_cache_flush();
		$noted = array_keys( Missed_Orders::all() );
		sort( $noted );
		$this->assertSame( array( 1, 2, 4711 ), $noted );
	}

	public function test_an_order_that_is_noted_again_while_it_is_tried_stays_noted(): void {
		Missed_Orders::record( 999999 );
		$again = static function ( string $sql ): string {
			if ( false !== strpos( $sql, '999999' ) && 0 === strpos( $sql, 'SELECT' ) ) {
				$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->options, array( 'option_value' => '1' ), array( 'option_name' => 'artwork_registry_missed_order_999999' ) );
			}
			return $sql;
		};
		$this->with_query_filter( $again, array( Missed_Orders::class, 'try_again' ) );
		$this->assertSame( array( 999999 => 1 ), Missed_Orders::all() );
	}

	public function test_a_line_whose_order_cannot_be_read_when_it_is_removed_is_followed_later(): void {
		$stays   = $this->product();
		$removed = $this->product();
		$order   = $this->order( $stays, $removed );
		$order->payment_complete();
		// WooCommerce looks it up again when the line is deleted.
		$this->failing_once( '/SELECT order_id FROM/', function () use ( $order, $removed ): void {
			$this->remove( wc_get_order( $order->get_id() ), $removed );
		} );
		$this->assertSame( array( 0 ), array_keys( Missed_Orders::all() ) );
		Clock::freeze( Clock::now() + 600 );
		Missed_Orders::try_again();
		Clock::freeze( null );
		$this->assertSame( array(), Missed_Orders::all() );
		$this->assertSame( array( 'sold', 'for_sale' ), array_map( array( $this, 'availability' ), array( $stays, $removed ) ) );
	}

	/** @return array<string, array{0: callable(WC_Order): void, 1: string}> With what the first work of the order is then. */
	public function ways_back(): array {
		$refund = static function ( WC_Order $order ): void {
			self::refund_of( $order );
		};
		return array(
			'cancelled'                   => array( static function ( WC_Order $order ): void {
				$order->update_status( 'cancelled' );
			}, 'for_sale' ),
			'all of it refunded'          => array( static function ( WC_Order $order ) use ( $refund ): void {
				$order->remove_item( array_keys( $order->get_items() )[1] );
				$order->calculate_totals();
				$order->save();
				Missed_Orders::follow_changed();
				$refund( $order );
			}, 'for_sale' ),
			'one of its lines refunded'   => array( $refund, 'for_sale' ),
			'its date of payment removed' => array( static function ( WC_Order $order ): void {
				$order->set_date_paid( null );
				$order->save();
			}, 'not_for_sale' ),
		);
	}

	/**
	 * @dataProvider ways_back
	 * @param callable(WC_Order): void $give_back The first work of the order.
	 */
	public function test_a_work_that_is_given_back_is_not_sold_later_whichever_statement_of_ours_fails( callable $give_back, string $then ): void {
		$statements = $this->given_back( $give_back, $then, null );
		$this->assertNotSame( array(), $statements );
		foreach ( self::those_that_fail( $statements ) as $n ) {
			$this->given_back( $give_back, $then, $n );
		}
	}

	/**
	 * A paid order of two works is given back while the statement of ours with this number fails; what was missed is tried again.
	 *
	 * @param callable(WC_Order): void $give_back The first work of the order.
	 * @return list<string> Our statements meanwhile.
	 */
	private function given_back( callable $give_back, string $then, ?int $failing ): array {
		$work  = $this->product( array( 'manage_stock' => false, 'sold_individually' => true ) );
		$order = $this->order( $work, $this->product() );
		$order->payment_complete();
		$this->assertSame( 'sold', $this->availability( $work ) );
		$order      = wc_get_order( $order->get_id() );
		$statements = $this->statements_of( static function () use ( $give_back, $order ): void {
			$give_back( $order );
		}, $failing );
		Missed_Orders::follow_changed();
		Clock::freeze( Clock::now() + 600 );
		Missed_Orders::try_again();
		$this->assertSame( array(), Missed_Orders::all() );
		$this->assertSame( $then, $this->availability( $work ), $statements[ $failing ?? -1 ] ?? 'none failed' );
		Clock::freeze( null );
		Outbox::remove( ...$this->posts );
		return $statements;
	}

	/** @return array<string, array{0: array<string, mixed>}> */
	public function counted_or_not(): array {
		return array(
			'stock is counted' => array( array() ),
			'sold once'        => array( array( 'manage_stock' => false, 'sold_individually' => true ) ),
		);
	}

	/**
	 * @dataProvider counted_or_not
	 * @param array<string, mixed> $properties
	 */
	public function test_a_refund_that_is_deleted_sells_the_work_again( array $properties ): void {
		$work  = $this->product( $properties );
		$order = $this->order( $work, $this->product() );
		$order->payment_complete();
		$refund = self::refund_of( $order );
		Missed_Orders::follow_changed();
		$this->assertNotSame( 'sold', $this->availability( $work ) );
		$refund->delete( true );
		Missed_Orders::follow_changed();
		$this->assertSame( 'sold', $this->availability( $work ) );
	}

	private function record_in_another_request( int $id ): void {
		global $wpdb;
		$wpdb->insert(
			$wpdb->options,
			array(
				'option_name'  => "artwork_registry_missed_order_$id",
				'option_value' => (string) Clock::now(),
				'autoload'     => 'on',
			)
		);
	}

	public function test_an_order_that_cannot_be_read_itself_is_noted(): void {
		Missed_Orders::record( 999999 );
		$this->assertSame( array( 999999 ), array_keys( Missed_Orders::all() ) );
		Missed_Orders::try_again();
		$this->assertSame( array(), Missed_Orders::all(), 'there is none' );
	}

	public function test_the_art_id_of_a_product_is_not_shown_for_a_variation_that_is_another_work(): void {
		$parent = $this->variable_product( array( array( 'attributes' => array( 'size' => 'S' ) ), array( 'attributes' => array( 'size' => 'L' ) ) ) );
		\ArtworkRegistry\Protocol\Report_Handler::report( new \ArtworkRegistry\Protocol\Body( array( 'works' => array( array(
			'external_id' => (string) $parent->get_id(),
			'revision'    => 1,
			'state'       => 'stopped',
			'registry_id' => 'AREG-900',
			'public_page' => 'https://registry.example/AREG-900',
		) ) ) + self::order_of_report() ) );
		$variation = wc_get_product( $parent->get_children()[1] );
		$order     = $this->order( $variation );
		$item      = array_values( $order->get_items() )[0];
		$this->assertStringContainsString( 'AREG-900', $this->shown( $item ), 'while the product is the work' );
		\ArtworkRegistry\Store\Variation_Choice::save( 'each', '' );
		$this->assertSame( '', $this->shown( $item ) );
	}

	public function test_a_request_without_a_missed_order_or_change_asks_the_database_nothing_for_them(): void {
		\ArtworkRegistry\Installation::set_up_site();
		wp_cache_flush();
		get_option( 'siteurl' );
		$this->assertSame( 0, $this->queries_of( static function (): void {
			Missed_Orders::try_again();
			\ArtworkRegistry\Sync\Missed_Changes::find();
		} ) );
	}

	/** @return array<string, array{0: string}> */
	public function certificates(): array {
		return array( 'with certificates' => array( 'yes' ), 'without' => array( 'no' ) );
	}

	/** @dataProvider certificates */
	public function test_a_checkout_goes_on_whichever_statement_of_ours_fails_and_its_works_are_sold_later( string $certify ): void {
		$pairing = $this->pair();
		$this->poll( $pairing );
		Settings::update( array( 'certify_sales' => $certify ) );
		$first      = $this->order( $this->registered() );
		$statements = $this->statements_of( static function () use ( $first ): void {
			$first->payment_complete();
		} );
		$this->assertNotSame( array(), $statements );
		foreach ( self::those_that_fail( $statements ) as $n ) {
			$statement = $statements[ $n ];
			$work  = $this->registered();
			$order = $this->order( $work );
			$ran   = 0;
			$count = static function () use ( &$ran ): void {
				++$ran;
			};
			foreach ( array( 'woocommerce_payment_complete', 'woocommerce_order_status_changed' ) as $hook ) {
				add_action( $hook, $count, 1000 );
			}
			$paid = null;
			$this->statements_of( static function () use ( $order, &$paid ): void {
				$paid = $order->payment_complete();
			}, $n );
			foreach ( array( 'woocommerce_payment_complete', 'woocommerce_order_status_changed' ) as $hook ) {
				remove_action( $hook, $count, 1000 );
			}
			$this->assertSame( array( true, 2 ), array( $paid, $ran ), $statement );
			Clock::freeze( Clock::now() + 600 );
			Missed_Orders::try_again();
			$this->assertSame( array(), Missed_Orders::all(), $statement );
			$this->assertSame( 'sold', $this->availability( $work ), $statement );
			$this->assertCount( 'yes' === $certify ? 1 : 0, Certificates::list_of_order( $order->get_id() ), $statement );
			Clock::freeze( null );
		}
	}

	/**
	 * The statements of our own during this; the one with this number is made invalid.
	 *
	 * @return list<string>
	 */
	private function statements_of( callable $act, ?int $broken = null ): array {
		$ours  = array();
		$watch = static function ( string $sql ) use ( &$ours, $broken ): string {
			$is_ours = false;
			foreach ( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS, 30 ) as $frame ) {
				$is_ours = $is_ours || 1 === preg_match( '/^ArtworkRegistry\\\\(?!Tests|Listener)/', $frame['class'] ?? '' );
			}
			if ( ! $is_ours ) {
				return $sql;
			}
			$ours[] = $sql;
			return count( $ours ) - 1 === $broken ? (string) preg_replace( '/^\s*\w+/', 'FAILING', $sql ) : $sql;
		};
		$was = $GLOBALS['wpdb']->suppress_errors( true );
		try {
			$this->with_query_filter( $watch, $act );
		} finally {
			$GLOBALS['wpdb']->suppress_errors( $was );
		}
		return $ours;
	}

	private function registered(): WC_Product {
		$product = $this->product();
		$id      = $product->get_id();
		Status::choose( array( $id ), Status::CHOSEN );
		Status::save_reports( array( $this->report( $id, 'published', $this->revision( $id ) ) ) );
		return $product;
	}

	/** @param array{site_id: string, secret: string} $pairing */
	private function poll( array $pairing ): void {
		$this->call( $pairing, 'poll', array( 'status' => array( 'registry' => array( 'url' => 'https://registry.example/api/v1', 'certificates' => true ) ) ) );
	}

	/** As the order's screen does it. */
	private function add( WC_Order $order, WC_Product $product ): void {
		$this->put_into( $order, $product );
		Missed_Orders::follow_changed();
	}

	private function put_into( WC_Order $order, WC_Product $product ): void {
		$item = $order->get_item( $order->add_product( wc_get_product( $product->get_id() ), 1 ) );
		require_once WC_ABSPATH . 'includes/admin/wc-admin-functions.php';
		wc_maybe_adjust_line_item_product_stock( $item );
		$order->calculate_totals();
		$order->save();
	}

	private function remove( WC_Order $order, WC_Product $product ): void {
		require_once WC_ABSPATH . 'includes/admin/wc-admin-functions.php';
		foreach ( $order->get_items() as $id => $item ) {
			if ( $item->get_product_id() === $product->get_id() ) {
				wc_maybe_adjust_line_item_product_stock( $item, 0 );
				$order->remove_item( $id );
				wc_delete_order_item( $id );
			}
		}
		$order->save();
		Missed_Orders::follow_changed();
	}

	/** @param mixed $item */
	private function shown( $item ): string {
		ob_start();
		Order_Art_Ids::for_staff( $item->get_id(), $item );
		return (string) ob_get_clean();
	}
}
