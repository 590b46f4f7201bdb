<?php
/**
 * Which work a line of an order is, in one place for sales, certificates and Art IDs; and orders whose lines change after the payment: what
 * they mark as sold follows the lines that they have now.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Store\Sql;
use WC_Order;
use WC_Order_Item_Product;
use WC_Order_Refund;
use WP_Post;

final class Order_Lines {
	private const CHUNK = 500;

	/** @var array<int, true> Orders whose lines this request changed. */
	private static $changed = array();

	/** The work that was bought: the product, or its variation where each is a work; of a translation its original. */
	public static function work_of( WC_Order_Item_Product $item ): int {
		$product = $item->get_variation_id() > 0 ? get_post( $item->get_product_id() ) : null;
		$is_part = $product instanceof WP_Post && Variations::is_split( $product );
		return self::translations( $is_part ? $item->get_variation_id() : $item->get_product_id() )[0];
	}

	/**
	 * Product and variation of the line, whichever was the work when it was ordered; originals.
	 *
	 * @return list<int>
	 */
	public static function works_ever( WC_Order_Item_Product $item ): array {
		$ids = array();
		foreach ( array_filter( array( $item->get_product_id(), $item->get_variation_id() ) ) as $one ) {
			$ids[] = self::translations( $one )[0];
		}
		return $ids;
	}

	/**
	 * The product and its translations, the original first: the buyer orders in one language, but all are the same work.
	 *
	 * @return non-empty-list<int>
	 */
	public static function translations( int $product_id ): array {
		return Translations::groups( array( $product_id ) )[ $product_id ] ?? array( $product_id );
	}

	/** @return list<WC_Order_Item_Product> */
	public static function of( WC_Order $order ): array {
		$items = array();
		foreach ( $order->get_items() as $item ) {
			if ( $item instanceof WC_Order_Item_Product ) {
				$items[] = $item;
			}
		}
		return $items;
	}

	/** @param mixed $order An order, or the id of one. */
	public static function order( $order ): ?WC_Order {
		$order = is_numeric( $order ) && function_exists( 'wc_get_order' ) ? wc_get_order( (int) $order ) : $order;
		return $order instanceof WC_Order ? $order : null;
	}

	/**
	 * woocommerce_new_order_item, woocommerce_update_order_item
	 *
	 * @param mixed $item_id
	 * @param mixed $item
	 * @param mixed $order_id
	 */
	public static function changed( $item_id, $item = null, $order_id = 0 ): void {
		if ( $item instanceof WC_Order_Item_Product && is_numeric( $order_id ) && (int) $order_id > 0 ) {
			self::$changed[ (int) $order_id ] = true;
		}
	}

	/**
	 * woocommerce_before_delete_order_item
	 *
	 * @param mixed $item_id
	 */
	public static function removed( $item_id ): void {
		$order_id = is_numeric( $item_id ) ? (int) wc_get_order_id_by_order_item_id( (int) $item_id ) : 0;
		if ( $order_id > 0 ) {
			self::$changed[ $order_id ] = true;
		}
	}

	/**
	 * woocommerce_pre_delete_order_refund: its order sells again what was given back.
	 *
	 * @param mixed $instead Anything but null where another plugin keeps the refund.
	 * @param mixed $refund
	 * @return mixed
	 */
	public static function refund_deleted( $instead, $refund = null ) {
		if ( $refund instanceof WC_Order_Refund && $refund->get_parent_id() > 0 ) {
			self::$changed[ $refund->get_parent_id() ] = true;
		}
		return $instead;
	}

	/**
	 * deleted_post: a refund is a post where orders are.
	 *
	 * @param mixed $id
	 * @param mixed $post
	 */
	public static function post_deleted( $id, $post = null ): void {
		if ( $post instanceof WP_Post && 'shop_order_refund' === $post->post_type && $post->post_parent > 0 ) {
			self::$changed[ $post->post_parent ] = true;
		}
	}

	/** @return list<int> Orders whose lines changed since this was asked. */
	public static function take_changed(): array {
		$orders        = array_keys( self::$changed );
		self::$changed = array();
		return $orders;
	}

	/**
	 * Orders that a work names as the one it was sold by or is reserved for, and that have no line of it. A translation may be what was
	 * ordered: such an order is among them, too.
	 *
	 * @param list<string> $fields Custom fields as of `marked`.
	 * @return list<int>
	 */
	public static function orders_without_a_line( array $fields ): array {
		global $wpdb;
		$keys  = Sql::words( $fields );
		$named = array();
		foreach ( Sql::rows_of( "SELECT post_id, meta_value FROM $wpdb->postmeta WHERE meta_key IN ($keys) AND meta_value LIKE '% %'" ) as $row ) {
			list( $order, $post ) = explode( ' ', (string) $row['meta_value'], 2 );
			if ( $post === (string) $row['post_id'] ) {
				$named[ (int) $order ][] = (int) $post;
			}
		}
		$orders = array();
		foreach ( array_chunk( $named, self::CHUNK, true ) as $some ) {
			$lines = array();
			$sql   = "SELECT i.order_id, m.meta_value FROM {$wpdb->prefix}woocommerce_order_items i
				JOIN {$wpdb->prefix}woocommerce_order_itemmeta m ON m.order_item_id = i.order_item_id AND m.meta_key IN ('_product_id', '_variation_id')
				WHERE i.order_id IN (" . Sql::ids( array_keys( $some ) ) . ')';
			foreach ( Sql::rows_of( $sql ) as $row ) {
				$lines[ (int) $row['order_id'] ][] = (int) $row['meta_value'];
			}
			foreach ( $some as $order => $posts ) {
				if ( array_diff( $posts, $lines[ $order ] ?? array() ) ) {
					$orders[] = $order;
				}
			}
		}
		return $orders;
	}

	/**
	 * @param string $field Custom field of a work with "order post", the ids of the order and of the post itself.
	 * @return list<int> Works that have this order in it, without copies of them.
	 */
	public static function marked( string $field, int $order_id ): array {
		global $wpdb;
		$rows   = Sql::rows_of( "SELECT post_id, meta_value FROM $wpdb->postmeta WHERE meta_key = " . Sql::literal( $field ) . " AND meta_value LIKE '$order_id %'" );
		$marked = array();
		foreach ( $rows as $row ) {
			if ( $row['meta_value'] === $order_id . ' ' . $row['post_id'] ) {
				$marked[] = (int) $row['post_id'];
			}
		}
		return $marked;
	}
}
