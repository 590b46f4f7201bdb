<?php
/**
 * What the stored fields of a product or variation say about its stock, without product objects.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

final class Stock {
	public static function is_sold_individually( int $id ): bool {
		return Stored::is_yes( $id, '_sold_individually' );
	}

	public static function manages_stock( int $id ): bool {
		return 'yes' === get_option( 'woocommerce_manage_stock' ) && Stored::is_yes( $id, '_manage_stock' );
	}

	/** A backorder counts as in stock. The number comes before the status, which SQL imports forget. */
	public static function is_in_stock( int $id, int $parent_id = 0 ): bool {
		if ( $parent_id > 0 && ! self::manages_stock( $id ) && self::manages_stock( $parent_id ) ) {
			return self::is_in_stock( $parent_id );
		}
		if ( self::manages_stock( $id ) && ! in_array( get_post_meta( $id, '_backorders', true ), array( 'yes', 'notify' ), true ) ) {
			return self::has_some( $id );
		}
		return 'outofstock' !== get_post_meta( $id, '_stock_status', true );
	}

	/** Whether the number that is counted, here or at the parent, leaves one to sell; a backorder is none. */
	public static function is_counted_in( int $id, int $parent_id = 0 ): bool {
		return self::has_some( $parent_id > 0 && ! self::manages_stock( $id ) ? $parent_id : $id );
	}

	private static function has_some( int $id ): bool {
		return Stored::stock( $id ) > (float) get_option( 'woocommerce_notify_no_stock_amount', 0 );
	}
}
