<?php
/**
 * Remembers which order took a unique work and still waits for its payment: a bank transfer, or payment on collection. Whether that order
 * still waits is read from the order at pull, because orders are deleted and paid in more ways than WooCommerce announces.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Store\Sql;
use WC_Order;

final class Reserved_Works {
	/** Custom field of the product or variation that is the work: "order post", as Paid_Orders::META has it. "0": no longer. */
	public const META = '_artwork_registry_reserved_by';

	/** Order states in which the work is promised, and the money may still be missing. */
	private const WAITING = array( 'on-hold', 'processing', 'completed' );

	/**
	 * woocommerce_order_status_changed. Runs after Paid_Orders, so that a paid order is known as such.
	 *
	 * @param mixed $order_id
	 * @param mixed $from
	 * @param mixed $to
	 * @param mixed $order Left out by plugins that fire the hook themselves.
	 */
	public static function status_changed( $order_id, $from = '', $to = '', $order = null ): void {
		$order = $order instanceof WC_Order ? $order : Order_Lines::order( $order_id );
		if ( null === $order ) {
			return;
		}
		$waits = self::waits( $order );
		foreach ( $waits ? Paid_Orders::unique_works( $order ) : Paid_Orders::works_of( $order ) as $id ) {
			if ( $waits ) {
				update_post_meta( $id, self::META, $order->get_id() . ' ' . $id );
			} elseif ( self::order_of( $id ) === $order->get_id() ) {
				update_post_meta( $id, self::META, '0' );
			}
		}
	}

	/**
	 * woocommerce_before_order_object_save: after Paid_Orders. An order that is in work and whose date of payment was removed waits again.
	 *
	 * @param mixed $order
	 */
	public static function saved( $order ): void {
		if ( $order instanceof WC_Order && $order->get_id() > 0 && array_key_exists( 'date_paid', $order->get_changes() ) ) {
			self::status_changed( $order->get_id(), '', '', $order );
		}
	}

	/** After lines of the order were added, changed or removed: as Paid_Orders has it. */
	public static function follow_lines( WC_Order $order ): void {
		if ( ! self::waits( $order ) ) {
			return;
		}
		foreach ( array_diff( Order_Lines::marked( self::META, $order->get_id() ), Paid_Orders::works_of( $order ) ) as $id ) {
			update_post_meta( $id, self::META, '0' );
		}
		self::status_changed( $order->get_id(), '', '', $order );
	}

	public static function is_reserved( int $post_id ): bool {
		$order_id = self::order_of( $post_id );
		$order    = $order_id > 0 ? Order_Lines::order( $order_id ) : null;
		return null !== $order && self::waits( $order );
	}

	/** @return list<int> Works that an order reserved, also those whose order was paid or deleted since. */
	public static function list(): array {
		global $wpdb;
		$rows = Sql::rows_of( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = " . Sql::literal( self::META ) . " AND meta_value <> '0'" );
		return array_map( 'intval', array_column( $rows, 'post_id' ) );
	}

	private static function waits( WC_Order $order ): bool {
		return $order->has_status( self::WAITING ) && null === $order->get_date_paid( 'edit' );
	}

	/** The order of this very post; 0 where there is none, or where it belongs to the original of this copy. */
	private static function order_of( int $post_id ): int {
		$stored             = get_post_meta( $post_id, self::META, true );
		list( $order, $of ) = explode( ' ', ( is_string( $stored ) ? $stored : '' ) . ' ', 3 );
		return (int) $of === $post_id ? (int) $order : 0;
	}
}
