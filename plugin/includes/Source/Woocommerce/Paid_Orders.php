<?php
/**
 * Remembers which paid order took a unique work, because only money makes a work sold: an order that waits for a bank transfer
 * empties the stock as well. Written when an order changes its status; whether it still counts is decided with the stock, at pull.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Store\Art_Ids;
use WC_Order;
use WC_Order_Item_Product;
use WC_Product;

final class Paid_Orders {
	/** On the product: the id of the paid order; "0" after that sale was undone, which still says that the work is one of a kind. */
	public const META = '_artwork_registry_sold_by';

	/** States that take a payment back. Others (a shop's own "shipped", the trash) say nothing about it. */
	private const UNPAID = array( 'pending', 'on-hold', 'failed', 'cancelled', 'refunded' );

	public static function is_sold( int $product_id ): bool {
		return (int) get_post_meta( $product_id, self::META, true ) > 0;
	}

	/**
	 * woocommerce_order_status_changed. Runs after WooCommerce has taken the stock.
	 *
	 * @param int      $order_id
	 * @param string   $from
	 * @param string   $to
	 * @param WC_Order $order
	 */
	public static function status_changed( $order_id, $from, $to, $order ): void {
		if ( in_array( $to, wc_get_is_paid_statuses(), true ) ) {
			self::mark( $order );
		} elseif ( in_array( $to, self::UNPAID, true ) ) {
			foreach ( self::items( $order ) as $item ) {
				self::forget( $item->get_product_id(), (int) $order_id );
			}
		}
	}

	/**
	 * woocommerce_payment_complete: for shops whose paid orders stay in a status of their own.
	 *
	 * @param int $order_id
	 */
	public static function paid( $order_id ): void {
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order ) {
			self::mark( $order );
		}
	}

	/**
	 * woocommerce_order_refunded: a work whose whole line was given back. A discount afterwards leaves it sold.
	 *
	 * @param int $order_id
	 */
	public static function refunded( $order_id ): void {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		foreach ( self::items( $order ) as $item ) {
			if ( abs( $order->get_qty_refunded_for_item( $item->get_id() ) ) >= $item->get_quantity() ) {
				self::forget( $item->get_product_id(), (int) $order_id );
			}
		}
	}

	/**
	 * woocommerce_product_set_stock, woocommerce_variation_set_stock: there is one again, so an old order no longer explains
	 * an empty stock later.
	 *
	 * @param WC_Product $product
	 */
	public static function stock_set( $product ): void {
		if ( (float) $product->get_stock_quantity( 'edit' ) <= 0 ) {
			return;
		}
		$id = self::works( $product->get_parent_id() ? $product->get_parent_id() : $product->get_id() )[0];
		if ( self::is_sold( $id ) ) {
			update_post_meta( $id, self::META, '0' );
		}
	}

	/**
	 * woocommerce_duplicate_product_exclude_meta: a copy is another work.
	 *
	 * @param array<string> $keys
	 * @return array<string>
	 */
	public static function not_duplicated( $keys ): array {
		return array_merge( $keys, array( self::META, Product_Offer::MARK ), Art_Ids::keys() );
	}

	private static function mark( WC_Order $order ): void {
		foreach ( self::items( $order ) as $item ) {
			if ( self::took_the_only_one( $item ) ) {
				update_post_meta( self::works( $item->get_product_id() )[0], self::META, (string) $order->get_id() );
			}
		}
	}

	/** One of one: sold individually without stock, or a stock now empty of which nothing but this was ever sold. */
	private static function took_the_only_one( WC_Order_Item_Product $item ): bool {
		$id      = $item->get_product_id();
		$part_id = $item->get_variation_id() ? $item->get_variation_id() : $id;
		if ( $id <= 0 || 1 !== (int) $item->get_quantity() ) {
			return false;
		}
		if ( ! Product_Offer::manages_stock( $part_id ) && ! Product_Offer::manages_stock( $id ) ) {
			return Product_Offer::is_sold_individually( $id );
		}
		if ( Product_Offer::is_in_stock( $part_id, $part_id === $id ? 0 : $id ) ) {
			return false;
		}
		$works = self::works( $id );
		$sales = 0;
		foreach ( $works as $work ) {
			$sales += (int) get_post_meta( $work, 'total_sales', true );
		}
		return '' !== get_post_meta( $works[0], self::META, true ) || $sales <= 1;
	}

	private static function forget( int $product_id, int $order_id ): void {
		$product_id = self::works( $product_id )[0];
		if ( $order_id > 0 && (int) get_post_meta( $product_id, self::META, true ) === $order_id ) {
			update_post_meta( $product_id, self::META, '0' );
		}
	}

	/**
	 * The product and its translations, the original first: the buyer ordered in one language, the work is one.
	 *
	 * @return non-empty-list<int>
	 */
	private static function works( int $product_id ): array {
		return Translations::groups( array( $product_id ) )[ $product_id ] ?? array( $product_id );
	}

	/** @return list<WC_Order_Item_Product> */
	private static function items( WC_Order $order ): array {
		$items = array();
		foreach ( $order->get_items() as $item ) {
			if ( $item instanceof WC_Order_Item_Product ) {
				$items[] = $item;
			}
		}
		return $items;
	}
}
