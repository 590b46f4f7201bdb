<?php
/**
 * The owner's words for chains and places: for messages that say where to fill in a missing value, and for the command line.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Term_Place;

/**
 * @phpstan-import-type Step from Mapping
 */
final class Chain_Words {
	/** @return array<string, string> Field of the registry → what to do where it is empty: "fill in the custom field “painter”". */
	public static function places( Source $source ): array {
		$places = $source->field_places();
		if ( isset( $places['artist_name'] ) ) {
			/* translators: %s: what to do, such as "add it under Attributes". */
			$places['artist_name'] = sprintf( __( '%s, or set an artist for all artworks under Fields', 'artwork-registry-connector' ), $places['artist_name'] );
		}
		foreach ( Mapping::current()->of( $source->id() ) as $field => $chain ) {
			foreach ( $chain['steps'] as $step ) {
				if ( null === $step['when'] && in_array( $step['from'], array( 'meta', 'attribute', 'taxonomy' ), true ) ) {
					$places[ $field ] = 'taxonomy' === $step['from']
						/* translators: %s: name of a list of categories or tags, such as “Category”. */
						? sprintf( __( 'choose one under %s, or change where it comes from under Fields', 'artwork-registry-connector' ), self::of( $step ) )
						/* translators: %s: a place, such as: custom field “painter”. */
						: sprintf( __( 'fill in the %s, or change where it comes from under Fields', 'artwork-registry-connector' ), self::of( $step ) );
					break;
				}
			}
		}
		return $places;
	}

	/** @param Step $step */
	public static function of( array $step ): string {
		switch ( $step['from'] ) {
			case 'property':
				return self::properties()[ $step['key'] ] ?? $step['key'];
			case 'attribute':
				/* translators: %s: name. */
				return sprintf( __( 'attribute “%s”', 'artwork-registry-connector' ), self::attribute( $step['key'] ) );
			case 'taxonomy':
				/* translators: %s: name of a list of categories or tags, such as Category. */
				return sprintf( __( '“%s”', 'artwork-registry-connector' ), Term_Place::label( $step['key'] ) );
			case 'meta':
				/* translators: %s: name. */
				return sprintf( __( 'custom field “%s”', 'artwork-registry-connector' ), $step['key'] );
			case 'fixed':
				/* translators: %s: text. */
				return sprintf( __( 'always “%s”', 'artwork-registry-connector' ), $step['value'] );
			case 'pattern':
				/* translators: %s: text. */
				return sprintf( __( 'pattern “%s”', 'artwork-registry-connector' ), $step['value'] );
			case 'nothing':
				return __( 'leave it empty', 'artwork-registry-connector' );
			default:
				return __( 'automatic', 'artwork-registry-connector' );
		}
	}

	/** @return array<string, string> */
	public static function properties(): array {
		return array(
			'title'   => __( 'Title', 'artwork-registry-connector' ),
			'excerpt' => __( 'Short description', 'artwork-registry-connector' ),
			'content' => __( 'Text of the page', 'artwork-registry-connector' ),
			'slug'    => __( 'Last part of the address', 'artwork-registry-connector' ),
			'id'      => __( 'Number on this site', 'artwork-registry-connector' ),
			'author'  => __( 'Author or vendor', 'artwork-registry-connector' ),
		);
	}

	/** "Artist" for a global attribute "pa_artist". */
	public static function attribute( string $key ): string {
		return 0 === strpos( $key, 'pa_' ) && function_exists( 'wc_attribute_label' ) ? wc_attribute_label( $key ) : $key;
	}
}
