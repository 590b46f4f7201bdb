<?php
/**
 * Tells where several values of a place became one: an artist of all tags of a work, "edition, Ravi S. Menon, sea". An Art ID is
 * permanent, so the owner says first that it is meant. Several values are right for a medium.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use WP_Post;

/**
 * @phpstan-import-type Step from Mapping
 */
final class Joined_Values {
	private const FIELDS = array( 'artist_name', 'title', 'year_created' );

	/** @param array<string, mixed> $work As it was built from this post. */
	public static function are_in( Source $source, WP_Post $post, array $work ): bool {
		$chains = Mapping::current()->of( $source->id() );
		foreach ( self::FIELDS as $field ) {
			// The title of a variation follows a pattern of its own.
			$is_mapped = isset( $chains[ $field ], $work[ $field ] ) && ( 'title' !== $field || ! Variations::is_variation( $post ) );
			foreach ( $is_mapped ? $chains[ $field ]['steps'] : array() as $step ) {
				if ( Condition::fits( $step['when'], $post ) && self::is_joined( $step, $post, (string) $work[ $field ] ) ) {
					return true;
				}
			}
		}
		return false;
	}

	/** @param Step $step */
	private static function is_joined( array $step, WP_Post $post, string $value ): bool {
		if ( in_array( $step['from'], Mapping_Document::PLACES, true ) ) {
			$values = Place_Reader::values( $post, $step['from'], $step['key'] );
			return count( $values ) > 1 && implode( ', ', $values ) === $value;
		}
		$has_several = false;
		$text        = 'pattern' !== $step['from'] ? '' : Pattern::fill(
			$step['value'],
			static function ( string $from, string $key ) use ( $post, &$has_several ): string {
				$values      = Place_Reader::values( $post, $from, $key );
				$has_several = $has_several || count( $values ) > 1;
				return implode( ', ', $values );
			}
		);
		return $has_several && $text === $value;
	}
}
