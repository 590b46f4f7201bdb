<?php
/**
 * Orders of the shop in which something of ours failed: their works are marked, and their certificates asked for, later. The checkout itself
 * continued.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Long_Run;
use ArtworkRegistry\Source\Woocommerce\Order_Lines;
use ArtworkRegistry\Source\Woocommerce\Paid_Orders;
use ArtworkRegistry\Source\Woocommerce\Reserved_Works;
use ArtworkRegistry\Store\Read_Check;
use WC_Order;

final class Missed_Orders {
	/** Order id → when it is tried again, in unix seconds. An option, because the tables of the plugin may be what refused. */
	private const OPTION = 'artwork_registry_missed_orders';

	private const PAUSE_SECONDS = 300;
	/** A database that refuses everything for days must not fill the option. */
	private const MOST = 200;

	/**
	 * Runs what follows an order, and notes the order where it failed.
	 *
	 * @param callable(): mixed $call
	 * @param list<mixed>       $arguments The first is the order, or its id.
	 * @return mixed
	 * @throws \Throwable What failed, after it was recorded.
	 */
	public static function guard( callable $call, array $arguments ) {
		try {
			return Read_Check::run( $call );
		} catch ( \Throwable $error ) {
			self::record( $arguments[0] ?? null );
			throw $error;
		}
	}

	/**
	 * Throws nothing: the checkout continues.
	 *
	 * @param mixed $order An order, or the id of one.
	 */
	public static function record( $order ): void {
		try {
			$id = $order instanceof WC_Order ? $order->get_id() : ( is_numeric( $order ) ? (int) $order : 0 );
			if ( $id > 0 ) {
				try {
					self::forget_cached( $id, Order_Lines::order( $order ) );
				} finally {
					self::save( array( $id => Clock::now() ) + self::all() );
				}
			}
		} catch ( \Throwable $error ) {
			Log::error( 'An order was missed, and noting that failed: ' . $error->getMessage() );
		}
	}

	/**
	 * WordPress and WooCommerce cache "none" for what they could not read.
	 *
	 * @param WC_Order|null $order Null where it could not be read itself.
	 */
	private static function forget_cached( int $id, ?WC_Order $order ): void {
		foreach ( null === $order ? array() : Order_Lines::of( $order ) as $item ) {
			wp_cache_delete( $item->get_id(), 'order_item_meta' );
			foreach ( Order_Lines::works_ever( $item ) as $work ) {
				wp_cache_delete( $work, 'posts' );
				wp_cache_delete( $work, 'post_meta' );
			}
		}
		wp_cache_delete( 'order-items-' . $id, 'orders' );
		Long_Run::forget_read();
	}

	/** shutdown, after WooCommerce has taken or given back the stock: orders whose lines changed. One that fails holds up no other. */
	public static function follow_changed(): void {
		foreach ( Order_Lines::take_changed() as $id ) {
			try {
				self::guard(
					static function () use ( $id ): void {
						self::follow_lines( $id );
					},
					array( $id )
				);
			} catch ( \Throwable $error ) {
				Log::error( "The lines of order $id: " . $error->getMessage() );
			}
		}
	}

	private static function follow_lines( int $id ): void {
		$order = Order_Lines::order( $id );
		if ( null !== $order ) {
			Paid_Orders::follow_lines( $order );
			Reserved_Works::follow_lines( $order );
		}
	}

	/** shutdown: tries one that is due. It costs no query where there is none, because WordPress has loaded the option. */
	public static function try_again(): void {
		$orders = self::all();
		foreach ( $orders as $id => $due ) {
			// One that lies far ahead was recorded by a clock that was ahead.
			if ( $due > Clock::now() && $due <= Clock::now() + self::PAUSE_SECONDS ) {
				continue;
			}
			// Before it is tried, so that one that ends the request is not tried by each.
			self::save( array( $id => Clock::now() + self::PAUSE_SECONDS ) + self::now() );
			Read_Check::run(
				static function () use ( $id ): void {
					self::follow_lines( $id );
					Reserved_Works::status_changed( $id );
					Sale_Certificates::paid( $id );
				}
			);
			self::save( array_diff_key( self::now(), array( $id => true ) ) );
			return;
		}
	}

	/** @return array<int, int> */
	public static function all(): array {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) ? array_map( 'intval', $stored ) : array();
	}

	/** @return array<int, int> With those that other requests have recorded since this one began. */
	private static function now(): array {
		Long_Run::forget_read();
		return self::all();
	}

	/** WordPress asks the database at each request for an option that is missing. */
	public static function prepare(): void {
		add_option( self::OPTION, array(), '', true );
	}

	public static function remove(): void {
		delete_option( self::OPTION );
	}

	/** @param array<int, int> $orders */
	private static function save( array $orders ): void {
		update_option( self::OPTION, array_slice( $orders, 0, self::MOST, true ), true );
	}
}
