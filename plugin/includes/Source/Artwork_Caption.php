<?php
/**
 * The lines about an artwork of our own post type that stand below its picture on paper and in print: artist, year, medium, size, edition.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Artwork_Caption {
	/** @return list<string> Plain text; what the owner left empty has no line. */
	public static function lines( int $post_id ): array {
		$lines = array(
			self::read( $post_id, 'artist' ),
			self::read( $post_id, 'year' ),
			self::read( $post_id, 'medium' ),
			self::size( $post_id ),
			self::edition( $post_id ),
		);
		return array_values(
			array_filter(
				$lines,
				static function ( string $line ): bool {
					return '' !== $line;
				}
			)
		);
	}

	/** "3/25", or "25 copies" where the owner sells any copy; "" for a work that is not an edition. */
	public static function edition( int $post_id ): string {
		$number = self::read( $post_id, 'edition_number' );
		$size   = self::read( $post_id, 'edition_size' );
		if ( '' === $size ) {
			/* translators: %s: number of a copy of an edition. */
			return '' === $number ? '' : sprintf( __( 'Copy %s', 'artwork-registry-connector' ), $number );
		}
		/* translators: 1: number of a copy, 2: number of all copies. */
		return '' !== $number ? sprintf( __( 'Edition %1$s/%2$s', 'artwork-registry-connector' ), $number, $size )
			/* translators: %s: number of all copies. */
			: sprintf( __( 'Edition of %s', 'artwork-registry-connector' ), $size );
	}

	/**
	 * As a certificate names the copy.
	 *
	 * @return array{number: int|null, size: int|null} Both null where the owner's numbers contradict each other.
	 */
	public static function copy( int $post_id ): array {
		$number = (int) self::read( $post_id, 'edition_number' );
		$size   = (int) self::read( $post_id, 'edition_size' );
		$is     = $number > 0 && ( 0 === $size || $number <= $size );
		return array(
			'number' => $is ? $number : null,
			'size'   => $is && $size > 0 ? $size : null,
		);
	}

	private static function size( int $post_id ): string {
		$sides = array();
		foreach ( array( 'height_cm', 'width_cm', 'depth_cm' ) as $side ) {
			$number = (string) Amount::centimetres( self::read( $post_id, $side ) );
			if ( (float) $number > 0 ) {
				$sides[] = $number;
			}
		}
		return $sides ? implode( ' × ', $sides ) . ' cm' : '';
	}

	private static function read( int $post_id, string $name ): string {
		return Plain_Text::of( get_post_meta( $post_id, Artwork_Post_Type::key( $name ), true ) );
	}
}
