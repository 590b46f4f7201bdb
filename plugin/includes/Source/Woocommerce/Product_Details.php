<?php
/**
 * What a product says about the work itself: artist, year and medium from its attributes, its size in centimetres. Reads the
 * stored values (WooCommerce's edit context), so that no filter of a shop theme reaches the registry.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Text;

final class Product_Details {
	/** Where a product has all three. */
	public const SIZE_FIELDS = array(
		'height' => '_height',
		'width'  => '_width',
		'depth'  => '_length',
	);

	/** Names an attribute may have, as `spelling` writes them; earlier ones win. Also tried as custom fields. */
	private const NAMES = array(
		'artist_name'  => array(
			'artist',
			'artists',
			'artistname',
			'painter',
			'photographer',
			'sculptor',
			'printmaker',
			'maker',
			'author',
			'kunstler',
			'kuenstler',
			'kunstlerin',
			'kuenstlerin',
			'kunstlerinnen',
			'artiste',
			'artista',
			'autor',
			'kunstenaar',
		),
		'year_created' => array(
			'year',
			'yearcreated',
			'creationyear',
			'yearofcreation',
			'date',
			'datecreated',
			'jahr',
			'entstehungsjahr',
			'annee',
			'anno',
			'ano',
			'jaar',
		),
		'medium'       => array( 'medium', 'media', 'technique', 'techniques', 'technik', 'techniek', 'tecnica', 'materials', 'material' ),
	);

	/** Custom fields read where no attribute has a fitting name. */
	private const CUSTOM_FIELDS = array(
		'artist_name'  => array( 'artist' ),
		'year_created' => array( 'year' ),
		'medium'       => array( 'medium', 'technique' ),
	);

	/** @return list<string> */
	public static function custom_fields(): array {
		return array_merge( ...array_values( self::CUSTOM_FIELDS ) );
	}

	/** Whether terms of this taxonomy are an artist, a year or a medium: "pa_artist". */
	public static function is_taxonomy( string $taxonomy ): bool {
		if ( 0 !== strpos( $taxonomy, 'pa_' ) ) {
			return false;
		}
		foreach ( self::NAMES as $names ) {
			if ( array_intersect( self::spellings( $taxonomy, true ), $names ) ) {
				return true;
			}
		}
		return false;
	}

	/** @return list<string> The registered taxonomies that are an artist, a year or a medium. */
	public static function taxonomies(): array {
		return array_values( array_filter( get_object_taxonomies( 'product' ), array( self::class, 'is_taxonomy' ) ) );
	}

	/**
	 * @param string $field     A key of NAMES.
	 * @param int    $variation Where a variation of the product is the work: what it says itself comes before what the product says.
	 */
	public static function read( int $id, string $field, int $variation = 0 ): string {
		$attributes = get_post_meta( $id, '_product_attributes', true );
		$best       = array();
		foreach ( is_array( $attributes ) ? $attributes : array() as $attribute ) {
			// An attribute that the buyer chooses from belongs to the variation, not to the product as a work.
			if ( ! is_array( $attribute ) || ( ! empty( $attribute['is_variation'] ) && 0 === $variation ) ) {
				continue;
			}
			$is_chosen   = ! empty( $attribute['is_variation'] );
			$is_taxonomy = ! empty( $attribute['is_taxonomy'] );
			$ranks       = array_keys( array_intersect( self::NAMES[ $field ], self::spellings( (string) ( $attribute['name'] ?? '' ), $is_taxonomy ) ) );
			if ( ! $ranks ) {
				continue;
			}
			$value = $is_chosen ? Variations::value( $id, $variation, $attribute ) : self::value( $id, $attribute, $is_taxonomy );
			$rank  = $ranks[0] + ( $is_chosen ? 0 : count( self::NAMES[ $field ] ) );
			if ( '' !== $value && ! isset( $best[ $rank ] ) ) {
				$best[ $rank ] = $value;
			}
		}
		ksort( $best );
		$own = 0 === $variation ? '' : self::read_custom_field( $variation, $field );
		return '' !== $own ? $own : ( $best ? reset( $best ) : self::read_custom_field( $id, $field ) );
	}

	/**
	 * The attribute that a value of this field is written to: the one that the product has, else the shop's global one, else a new one.
	 *
	 * @param string $field A key of NAMES.
	 */
	public static function attribute_for( int $id, string $field ): string {
		$stored = get_post_meta( $id, '_product_attributes', true );
		$best   = array();
		foreach ( is_array( $stored ) ? $stored : array() as $attribute ) {
			$name  = is_array( $attribute ) && empty( $attribute['is_variation'] ) ? (string) ( $attribute['name'] ?? '' ) : '';
			$ranks = array_keys( array_intersect( self::NAMES[ $field ], self::spellings( $name, ! empty( $attribute['is_taxonomy'] ) ) ) );
			if ( '' !== $name && $ranks && ! isset( $best[ $ranks[0] ] ) ) {
				$best[ $ranks[0] ] = $name;
			}
		}
		foreach ( $best ? array() : self::taxonomies() as $taxonomy ) {
			$ranks = array_keys( array_intersect( self::NAMES[ $field ], self::spellings( $taxonomy, true ) ) );
			if ( $ranks ) {
				$best[ $ranks[0] ] = $taxonomy;
			}
		}
		ksort( $best );
		$names = array(
			'artist_name'  => __( 'Artist', 'artwork-registry-connector' ),
			'year_created' => __( 'Year', 'artwork-registry-connector' ),
			'medium'       => __( 'Medium', 'artwork-registry-connector' ),
		);
		return $best ? (string) reset( $best ) : $names[ $field ];
	}

	/**
	 * WooCommerce stores length × width × height without saying which is which on a wall. With a height, height and width are the
	 * picture's and the length is its depth. Without one, "70 × 50" is read as in the art trade: height × width.
	 *
	 * @param int $product_id The product of a variation, whose sizes it has where it names none itself.
	 * @return array<string, float> height_cm, width_cm, depth_cm; those that are filled.
	 */
	public static function sizes( int $id, int $product_id = 0 ): array {
		$read  = static function ( string $key ) use ( $id, $product_id ): ?float {
			return self::centimetres( $id, $key ) ?? self::centimetres( $product_id, $key );
		};
		$sizes = array();
		foreach ( self::size_fields( $read ) as $side => $key ) {
			$sizes[ $side . '_cm' ] = $read( $key );
		}
		return array_filter(
			$sizes,
			static function ( ?float $size ): bool {
				return null !== $size;
			}
		);
	}

	/** @return array<string, string> height, width, depth → the field that it is read from, and written back to. */
	public static function size_fields_of( int $id ): array {
		return self::size_fields(
			static function ( string $key ) use ( $id ): ?float {
				return self::centimetres( $id, $key );
			}
		);
	}

	/**
	 * @param callable(string): (float|null) $read
	 * @return array<string, string>
	 */
	private static function size_fields( callable $read ): array {
		$is_flat = null === $read( '_height' ) && null !== $read( '_length' ) && null !== $read( '_width' );
		return $is_flat ? array(
			'height' => '_length',
			'width'  => '_width',
		) : self::SIZE_FIELDS;
	}

	public static function centimetres( int $id, string $key ): ?float {
		if ( 0 === $id ) {
			return null;
		}
		$number = Stored::number( $id, $key );
		if ( null === $number || $number <= 0 ) {
			return null;
		}
		$size = round( (float) wc_get_dimension( $number, 'cm', (string) get_option( 'woocommerce_dimension_unit', 'cm' ) ), 2 );
		return $size > 0 ? $size : null;
	}

	/** @param array<mixed> $attribute As stored in _product_attributes. */
	private static function value( int $id, array $attribute, bool $is_taxonomy ): string {
		if ( ! $is_taxonomy ) {
			$values = explode( '|', (string) ( $attribute['value'] ?? '' ) );
		} else {
			$terms  = get_the_terms( $id, (string) $attribute['name'] );
			$values = is_array( $terms ) ? array_column( $terms, 'name' ) : array();
		}
		return implode( ', ', array_diff( array_map( array( Plain_Text::class, 'of' ), $values ), array( '' ) ) );
	}

	private static function read_custom_field( int $id, string $field ): string {
		foreach ( self::CUSTOM_FIELDS[ $field ] as $key ) {
			$value = Plain_Text::of( get_post_meta( $id, $key, true ) );
			if ( '' !== $value ) {
				return $value;
			}
		}
		return '';
	}

	/**
	 * "pa_artist-name", "Artist name:" and "ARTIST NAME" are one name; a global attribute also matches by its label.
	 *
	 * @return list<string>
	 */
	private static function spellings( string $name, bool $is_taxonomy ): array {
		$names = $is_taxonomy ? array( (string) preg_replace( '/^pa_/', '', $name ), wc_attribute_label( $name ) ) : array( $name );
		return array_map(
			static function ( string $text ): string {
				return (string) preg_replace( '/[^\p{L}\p{N}]+/u', '', Text::lower( remove_accents( $text ) ) );
			},
			$names
		);
	}
}
