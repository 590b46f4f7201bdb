<?php
/**
 * Stored values of a product, read as WooCommerce's own objects read them: importers and shop connections write "2,000" or "2026-01-31"
 * past these objects, and the registry must get what the shop shows. Without filters of prices, as Product_Offer says.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use WC_DateTime;
use WC_Product;

final class Stored {
	private const PRICES = array( '_price', '_regular_price', '_sale_price' );
	public const SIZES   = array( '_length', '_width', '_height' );

	/**
	 * For a field that the owner's mapping reads as text.
	 *
	 * @param mixed $value As stored.
	 * @return mixed
	 */
	public static function as_shown( string $key, $value ) {
		if ( ! is_scalar( $value ) || ! in_array( $key, array_merge( self::PRICES, self::SIZES ), true ) || ! function_exists( 'wc_format_decimal' ) ) {
			return $value;
		}
		$number = (string) wc_format_decimal( (string) $value, false, true );
		return '' === $number || in_array( $key, self::SIZES, true ) ? $number : number_format( (float) $number, min( 2, wc_get_price_decimals() ), '.', '' );
	}

	/** null: empty. */
	public static function number( int $id, string $key ): ?float {
		$stored = self::text( $id, $key );
		$number = '' === $stored ? '' : (string) wc_format_decimal( $stored );
		return '' === $number ? null : (float) $number;
	}

	/** In the decimals that the shop shows; null: empty. */
	public static function price( int $id, string $key ): ?float {
		$number = self::number( $id, $key );
		return null === $number ? null : round( $number, wc_get_price_decimals() );
	}

	/** In whole pieces, unless a plugin of the shop sells parts. */
	public static function stock( int $id ): float {
		// @phpstan-ignore argument.type (WooCommerce's own objects give it the stored text)
		return (float) wc_stock_amount( self::text( $id, '_stock' ) );
	}

	/** Seconds since 1970; 0: none. */
	public static function time( int $id, string $key ): int {
		$stored = self::text( $id, $key );
		if ( '' === $stored || is_numeric( $stored ) ) {
			return (int) $stored;
		}
		// WooCommerce has no other function for it: a date is in the time zone of the site.
		$product = new WC_Product();
		$product->set_date_on_sale_from( $stored );
		$date = $product->get_date_on_sale_from( 'edit' );
		return $date instanceof WC_DateTime ? $date->getTimestamp() : 0;
	}

	public static function is_yes( int $id, string $key ): bool {
		return wc_string_to_bool( self::text( $id, $key ) );
	}

	private static function text( int $id, string $key ): string {
		$stored = get_post_meta( $id, $key, true );
		return is_scalar( $stored ) ? (string) $stored : '';
	}
}
