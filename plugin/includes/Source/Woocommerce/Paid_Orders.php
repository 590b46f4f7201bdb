<?php
/**
 * Remembers which paid order took a unique work, because only a payment makes a work sold: an order that waits for a bank transfer
 * empties the stock as well. Written when an order changes its status; whether it still counts is decided with the stock, at pull.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Store\Sql;
use WC_Order;
use WC_Order_Item_Product;
use WC_Product;

final class Paid_Orders {
	/**
	 * Custom field of the product or variation that is the work: "order post", the id of the paid order and of the post itself, which a copy
	 * of the post does not have. "0" after that sale was undone, which still says that the work is unique.
	 */
	public const META = '_artwork_registry_sold_by';

	/** Order states that undo a payment. Others (a shop's own "shipped", the trash) leave it as it is. */
	private const UNPAID = array( 'pending', 'on-hold', 'failed', 'cancelled', 'refunded' );

	/** At most this many order lines of one variation are read; more are more than one sale in any case. */
	private const ITEMS_LOOKED_AT = 20;

	public static function is_sold( int $product_id ): bool {
		return self::order_of( $product_id ) > 0;
	}

	/** The paid order of this very post; 0 where there is none, or where it belongs to the original of this copy. */
	private static function order_of( int $post_id ): int {
		$stored             = get_post_meta( $post_id, self::META, true );
		list( $order, $of ) = explode( ' ', ( is_string( $stored ) ? $stored : '' ) . ' ', 3 );
		// A value without the second id belongs to the post itself.
		return '' === $of || (int) $of === $post_id ? (int) $order : 0;
	}

	/**
	 * woocommerce_order_status_changed. Runs after WooCommerce has taken the stock.
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
		if ( in_array( $to, self::UNPAID, true ) ) {
			foreach ( Order_Lines::of( $order ) as $item ) {
				self::forget( $item, $order->get_id() );
			}
		} elseif ( in_array( $to, wc_get_is_paid_statuses(), true ) ) {
			self::mark( $order );
		}
	}

	/**
	 * woocommerce_before_order_object_save: a date of payment that is entered or removed by hand.
	 *
	 * @param mixed $order
	 */
	public static function saved( $order ): void {
		if ( ! $order instanceof WC_Order || 0 === $order->get_id() || ! array_key_exists( 'date_paid', $order->get_changes() ) ) {
			return;
		}
		if ( self::is_paid( $order ) ) {
			if ( $order->has_status( wc_get_is_paid_statuses() ) ) {
				self::mark( $order );
			}
			return;
		}
		foreach ( Order_Lines::of( $order ) as $item ) {
			self::forget( $item, $order->get_id() );
		}
	}

	/**
	 * woocommerce_payment_complete: for shops whose paid orders stay in a status of their own.
	 *
	 * @param mixed $order_id
	 */
	public static function paid( $order_id ): void {
		$order = Order_Lines::order( $order_id );
		if ( null !== $order ) {
			self::mark( $order );
		}
	}

	/**
	 * woocommerce_order_refunded: a work whose whole order line was refunded. A later discount leaves it sold.
	 *
	 * @param mixed $order_id
	 */
	public static function refunded( $order_id ): void {
		$order = Order_Lines::order( $order_id );
		if ( null === $order ) {
			return;
		}
		foreach ( Order_Lines::of( $order ) as $item ) {
			if ( self::is_refunded( $order, $item ) ) {
				self::forget( $item, $order->get_id() );
			}
		}
	}

	/**
	 * woocommerce_product_set_stock, woocommerce_variation_set_stock: the work is in stock again, so the old order no longer
	 * explains an empty stock later.
	 *
	 * @param mixed $product
	 */
	public static function stock_set( $product ): void {
		if ( ! $product instanceof WC_Product || (float) $product->get_stock_quantity( 'edit' ) <= 0 ) {
			return;
		}
		$parent = (int) $product->get_parent_id();
		foreach ( $parent > 0 && Variations::is_used() ? array( $parent, $product->get_id() ) : array( $parent > 0 ? $parent : $product->get_id() ) as $one ) {
			$id = Order_Lines::translations( $one )[0];
			if ( self::is_sold( $id ) ) {
				update_post_meta( $id, self::META, '0' );
			}
		}
	}

	/** The whole line; a later discount is none. */
	private static function is_refunded( WC_Order $order, WC_Order_Item_Product $item ): bool {
		return abs( $order->get_qty_refunded_for_item( $item->get_id() ) ) >= $item->get_quantity();
	}

	/** An order that is "processing" may still be paid on collection: only a date of payment says that money came. */
	private static function is_paid( WC_Order $order ): bool {
		return null !== $order->get_date_paid( 'edit' );
	}

	private static function mark( WC_Order $order ): void {
		if ( ! self::is_paid( $order ) ) {
			return;
		}
		foreach ( self::unique_works( $order ) as $id ) {
			update_post_meta( $id, self::META, $order->get_id() . ' ' . $id );
		}
	}

	/**
	 * Marks the unique works that the order sells as it is now, and no longer those that it sold before: after its lines were changed, and
	 * after a payment, a refund or a cancellation in which something failed.
	 */
	public static function follow( WC_Order $order ): void {
		$is_sale = self::is_paid( $order ) && ! $order->has_status( self::UNPAID );
		$sells   = array();
		foreach ( $is_sale ? Order_Lines::of( $order ) : array() as $item ) {
			if ( ! self::is_refunded( $order, $item ) ) {
				$sells = array_merge( $sells, Order_Lines::works_ever( $item ) );
			}
		}
		foreach ( array_diff( Order_Lines::marked( self::META, $order->get_id() ), $sells ) as $id ) {
			update_post_meta( $id, self::META, '0' );
		}
		if ( $sells ) {
			self::mark( $order );
		}
	}

	/** @return list<int> Unique works that this order took, paid or not; without those whose line was refunded. */
	public static function unique_works( WC_Order $order ): array {
		$ids = array();
		foreach ( Order_Lines::of( $order ) as $item ) {
			if ( ! self::is_refunded( $order, $item ) && self::took_the_only_one( $item ) ) {
				$ids[] = Order_Lines::work_of( $item );
			}
		}
		return $ids;
	}

	/** @return list<int> Products and variations of this order, whichever was the work when it was ordered. */
	public static function works_of( WC_Order $order ): array {
		$ids = array();
		foreach ( Order_Lines::of( $order ) as $item ) {
			$ids = array_merge( $ids, Order_Lines::works_ever( $item ) );
		}
		return $ids;
	}

	/** Whether the work is unique: sold individually without stock, or its stock is empty and this is its only sale. */
	private static function took_the_only_one( WC_Order_Item_Product $item ): bool {
		$id      = $item->get_product_id();
		$part_id = $item->get_variation_id() ? $item->get_variation_id() : $id;
		if ( $id <= 0 || 1 !== (int) $item->get_quantity() ) {
			return false;
		}
		if ( ! Stock::manages_stock( $part_id ) && ! Stock::manages_stock( $id ) ) {
			return Stock::is_sold_individually( $id );
		}
		if ( Stock::is_in_stock( $part_id, $part_id === $id ? 0 : $id ) ) {
			return false;
		}
		$works = Order_Lines::translations( $id );
		$sales = 0;
		foreach ( $works as $work ) {
			$sales += (int) get_post_meta( $work, 'total_sales', true );
		}
		$work         = Order_Lines::work_of( $item );
		$is_variation = $work !== $works[0];
		if ( '' !== get_post_meta( $work, self::META, true ) ) {
			return true;
		}
		// WooCommerce counts the sales of a product with all its variations.
		return $sales <= 1 || ( $is_variation && self::sales_of_variation( $part_id ) <= 1 );
	}

	/** Paid copies of a variation. Stops counting after a few. */
	private static function sales_of_variation( int $variation_id ): int {
		global $wpdb;
		$sales = 0;
		foreach ( Sql::rows_of(
			"SELECT order_item_id FROM {$wpdb->prefix}woocommerce_order_itemmeta
			WHERE meta_key = '_variation_id' AND meta_value = '$variation_id' ORDER BY order_item_id DESC LIMIT " . self::ITEMS_LOOKED_AT
		) as $row ) {
			$order = wc_get_order( wc_get_order_id_by_order_item_id( (int) $row['order_item_id'] ) );
			$item  = $order instanceof WC_Order && $order->is_paid() && self::is_paid( $order ) ? $order->get_item( (int) $row['order_item_id'] ) : false;
			if ( $order instanceof WC_Order && $item instanceof WC_Order_Item_Product ) {
				$sales += $item->get_quantity() - abs( $order->get_qty_refunded_for_item( $item->get_id() ) );
			}
		}
		return $sales;
	}

	/** The product or the variation, whichever was the work when it was sold. */
	private static function forget( WC_Order_Item_Product $item, int $order_id ): void {
		foreach ( Order_Lines::works_ever( $item ) as $id ) {
			if ( $order_id > 0 && self::order_of( $id ) === $order_id ) {
				update_post_meta( $id, self::META, '0' );
			}
		}
	}
}
