<?php
/**
 * Tells plugins that copy posts which fields to leave out: Art ID, sale and set availability belong to the original. Against copiers
 * without such a hook, the readers of these fields check whose they are (Art_Ids, Paid_Orders).
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Source\Woocommerce\Paid_Orders;
use ArtworkRegistry\Source\Woocommerce\Product_Offer;
use ArtworkRegistry\Source\Woocommerce\Reserved_Works;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Variation_Summaries;

final class Copies {
	/** @return list<string> */
	public static function keys(): array {
		return array_merge( self::of_this_shop(), array( Product_Offer::MARK ) );
	}

	/** @return list<string> What no other shop may read as its own: orders and Art IDs. */
	private static function of_this_shop(): array {
		return array_merge( array( Paid_Orders::META, Reserved_Works::META ), Art_Ids::keys() );
	}

	/**
	 * duplicate_post_excludelist_filter, of Yoast Duplicate Post.
	 *
	 * @param mixed $keys
	 * @return mixed
	 */
	public static function not_duplicated( $keys ) {
		return is_array( $keys ) ? array_merge( $keys, self::keys(), array( Variation_Summaries::PREFIX . '*' ) ) : $keys;
	}

	/**
	 * wxr_export_skip_postmeta: a file of Tools, Export may be imported anywhere. The set availability is exported.
	 *
	 * @param mixed $skip
	 * @param mixed $key
	 */
	public static function not_exported( $skip, $key = '' ): bool {
		return (bool) $skip
			|| ( is_string( $key ) && ( in_array( $key, self::of_this_shop(), true ) || Variation_Summaries::is_key( $key ) ) );
	}

	/**
	 * woocommerce_product_export_skip_meta_keys: the same for a CSV file of products.
	 *
	 * @param mixed $keys
	 * @return mixed
	 */
	public static function not_in_csv( $keys ) {
		return is_array( $keys ) ? array_merge( $keys, self::of_this_shop() ) : $keys;
	}

	/**
	 * woocommerce_duplicate_product_exclude_meta: a copy is another work.
	 *
	 * @param array<string> $keys
	 * @param array<string> $existing The fields of the product.
	 * @return array<string>
	 */
	public static function product_not_duplicated( $keys, $existing = array() ): array {
		return array_merge( $keys, self::keys(), array_filter( $existing, array( Variation_Summaries::class, 'is_key' ) ) );
	}
}
