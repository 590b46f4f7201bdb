<?php
/**
 * Units of length and what they are in centimetres.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Woocommerce\Product_Source;

final class Length {
	/** The units the owner may choose; "shop" is the unit in the shop's settings. */
	public const UNITS = array( 'shop', 'mm', 'cm', 'm', 'in', 'ft' );

	private const CENTIMETRES = array(
		'mm' => 0.1,
		'cm' => 1.0,
		'm'  => 100.0,
		'in' => 2.54,
		'ft' => 30.48,
		'yd' => 91.44,
	);

	/** The registry keeps three decimals; null: not a size a work can have. */
	public static function to_cm( float $number, string $unit ): ?float {
		$size = round( $number * ( self::CENTIMETRES[ $unit ] ?? 1.0 ), 3 );
		return $size > 0 ? $size : null;
	}

	/** Artworks of our own post type are entered in centimetres. */
	public static function resolve( string $unit, string $source_id ): string {
		if ( 'shop' !== $unit ) {
			return $unit;
		}
		$shop = Product_Source::ID === $source_id ? (string) get_option( 'woocommerce_dimension_unit', 'cm' ) : 'cm';
		return isset( self::CENTIMETRES[ $shop ] ) ? $shop : 'cm';
	}
}
