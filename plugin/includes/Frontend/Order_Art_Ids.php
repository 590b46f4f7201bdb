<?php
/**
 * The Art ID beside each artwork of an order: on the order's screen, in the customer's e-mails and under My Account. And orders are
 * found by it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use ArtworkRegistry\Source\Woocommerce\Order_Lines;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use WC_Order_Item_Product;

final class Order_Art_Ids {
	/** Orders of one artwork that a search gives at most. */
	private const ORDERS = 100;

	/**
	 * woocommerce_order_item_meta_end: e-mails, the page after the order, My Account.
	 *
	 * @param mixed $item_id
	 * @param mixed $item
	 * @param mixed $order
	 * @param mixed $is_plain_text
	 */
	public static function for_customer( $item_id, $item = null, $order = null, $is_plain_text = false ): void {
		$art_id = self::of_item( $item );
		if ( null === $art_id ) {
			return;
		}
		if ( true === $is_plain_text ) {
			$words = __( 'Art ID', 'artwork-registry-connector' ) . ' ' . $art_id['id'] . ( '' === $art_id['page'] ? '' : ' (' . $art_id['page'] . ')' );
			echo "\n" . esc_html( $words );
			return;
		}
		self::show( $art_id );
	}

	/**
	 * woocommerce_after_order_itemmeta: the order's screen in wp-admin.
	 *
	 * @param mixed $item_id
	 * @param mixed $item
	 */
	public static function for_staff( $item_id, $item = null ): void {
		$art_id = self::of_item( $item );
		if ( null !== $art_id ) {
			self::show( $art_id );
		}
	}

	/**
	 * woocommerce_shop_order_search_results: orders in the table of posts.
	 *
	 * @param mixed $order_ids
	 * @param mixed $term
	 * @return mixed
	 */
	public static function found( $order_ids, $term = '' ) {
		$orders = is_string( $term ) ? self::orders_with( $term ) : array();
		return is_array( $order_ids ) && $orders ? array_values( array_unique( array_merge( $order_ids, $orders ) ) ) : $order_ids;
	}

	/**
	 * woocommerce_order_list_table_prepare_items_query_args: orders in tables of their own.
	 *
	 * @param mixed $args
	 * @return mixed
	 */
	public static function search( $args ) {
		$term   = is_array( $args ) && is_string( $args['s'] ?? null ) ? $args['s'] : '';
		$orders = self::orders_with( $term );
		if ( is_array( $args ) && $orders ) {
			unset( $args['s'], $args['search_filter'] );
			$args['post__in'] = $orders;
		}
		return $args;
	}

	/** @return list<int> */
	private static function orders_with( string $term ): array {
		global $wpdb;
		$works = array();
		foreach ( Status::works_with_art_id( $term ) as $work ) {
			$works = array_merge( $works, Order_Lines::translations( $work ) );
		}
		if ( array() === $works ) {
			return array();
		}
		return array_map(
			'intval',
			array_column(
				Sql::rows_of(
					"SELECT DISTINCT i.order_id FROM {$wpdb->prefix}woocommerce_order_items i
			JOIN {$wpdb->prefix}woocommerce_order_itemmeta m ON m.order_item_id = i.order_item_id
			WHERE m.meta_key IN ('_product_id', '_variation_id') AND m.meta_value IN (" . Sql::words( array_map( 'strval', $works ) ) . ')
			ORDER BY i.order_id DESC LIMIT ' . self::ORDERS
				),
				'order_id'
			)
		);
	}

	/**
	 * @param mixed $item
	 * @return array{id: string, page: string}|null
	 */
	private static function of_item( $item ): ?array {
		if ( ! $item instanceof WC_Order_Item_Product ) {
			return null;
		}
		$variation = $item->get_variation_id() > 0 ? Art_Ids::find( Order_Lines::translations( $item->get_variation_id() )[0] ) : null;
		// Where each variation is a work, the product's own Art ID from before is another work's.
		return $variation ?? Art_Ids::find( Order_Lines::work_of( $item ) );
	}

	/** @param array{id: string, page: string} $art_id */
	private static function show( array $art_id ): void {
		$html = Art_Id_Line::words( Art_Id_Line::linked( $art_id['id'], $art_id['page'] ) );
		echo '<p class="artwork-registry-art-id">' . $html . '</p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped where it is made.
	}
}
