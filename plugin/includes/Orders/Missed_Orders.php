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
use ArtworkRegistry\Store\Options;
use ArtworkRegistry\Store\Read_Check;
use WC_Order;

final class Missed_Orders {
	/**
	 * With the id of the order: when it is tried again, in unix seconds. Options, because the tables of the plugin may be what refused; one for
	 * each order, because two requests at once would write over each other's list.
	 */
	private const OPTION = 'artwork_registry_missed_order_';

	/** Instead of an order: a line was removed, and of which order could not be read. */
	private const UNKNOWN = 0;

	private const PAUSE_SECONDS = 300;
	/** A database that refuses everything for days must not fill the options. */
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
	 * Runs what follows a line that is about to be removed. Where its order cannot be read, nothing names it any more.
	 *
	 * @param callable(): mixed $call
	 * @return mixed
	 * @throws \Throwable What failed, after it was recorded.
	 */
	public static function guard_line( callable $call ) {
		try {
			return Read_Check::run( $call );
		} catch ( \Throwable $error ) {
			try {
				self::save( self::UNKNOWN, Clock::now() );
			} catch ( \Throwable $failed ) {
				Log::error( 'An order was missed, and noting that failed: ' . $failed->getMessage() );
			}
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
					self::save( $id, Clock::now() );
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
			Paid_Orders::follow( $order );
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
			$later = Clock::now() + self::PAUSE_SECONDS;
			self::save( $id, $later );
			Read_Check::run(
				static function () use ( $id ): void {
					if ( self::UNKNOWN === $id ) {
						array_map( array( self::class, 'follow_lines' ), Order_Lines::orders_without_a_line( array( Paid_Orders::META, Reserved_Works::META ) ) );
						return;
					}
					self::follow_lines( $id );
					Reserved_Works::status_changed( $id );
					Sale_Certificates::paid( $id );
				}
			);
			// Another request may have recorded it again since.
			Long_Run::forget_read();
			$due = self::all()[ $id ] ?? null;
			if ( $due === $later ) {
				Options::remove( self::OPTION . $id );
			}
			return;
		}
	}

	/** @return array<int, int> Order → when it is tried again. WordPress has loaded these options, so it costs no query. */
	public static function all(): array {
		$orders = array();
		foreach ( wp_load_alloptions() as $name => $due ) {
			if ( 0 === strpos( (string) $name, self::OPTION ) ) {
				$orders[ (int) substr( (string) $name, strlen( self::OPTION ) ) ] = (int) $due;
			}
		}
		return $orders;
	}

	public static function remove(): void {
		foreach ( array_keys( self::all() ) as $id ) {
			Options::remove( self::OPTION . $id );
		}
	}

	private static function save( int $id, int $due ): void {
		$orders = self::all();
		if ( isset( $orders[ $id ] ) || count( $orders ) < self::MOST ) {
			Options::save( self::OPTION . $id, $due, true );
		}
	}
}
