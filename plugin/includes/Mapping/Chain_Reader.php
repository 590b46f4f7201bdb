<?php
/**
 * Walks the chain of one field for one work: the first step that fits and has a value decides.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Source;
use WP_Post;

/**
 * @phpstan-import-type Field from Mapping
 * @phpstan-import-type Step from Mapping
 */
final class Chain_Reader {
	/** The title of a post that stands for itself, as the mapping makes it. May throw. */
	public static function title( Source $source, WP_Post $post, Mapping $mapping ): string {
		$chain = $mapping->of( $source->id() )['title'] ?? null;
		$plain = Plain_Text::of( $post->post_title );
		$title = null === $chain ? $plain : self::first( 'title', $chain, $source, $post, $plain )[0];
		return is_string( $title ) ? $title : '';
	}

	/**
	 * @param Field $chain
	 * @param mixed $standard What the source itself has for this field.
	 * @return array{0: mixed, 1: int|null}
	 */
	public static function first( string $field, array $chain, Source $source, WP_Post $post, $standard ): array {
		foreach ( $chain['steps'] as $at => $step ) {
			if ( ! Condition::fits( $step['when'], $post ) ) {
				continue;
			}
			if ( 'nothing' === $step['from'] ) {
				return array( null, $at );
			}
			$value = 'standard' === $step['from'] ? $standard : Field_Value::of( $field, self::values( $field, $step, $post ), $chain, $source->id() );
			if (
				'cover_image_url' === $field
				&& is_string( $value )
				&& 'meta' === $step['from']
				&& Pictures::is_shared( Place_Reader::holder( $post, $step['key'] ), $step['key'] )
			) {
				continue;
			}
			if ( null !== $value && '' !== $value ) {
				return array( $value, $at );
			}
		}
		return array( null, null );
	}

	/**
	 * @param Step $step
	 * @return list<string>
	 */
	private static function values( string $field, array $step, WP_Post $post ): array {
		switch ( $step['from'] ) {
			case 'fixed':
				return array( $step['value'] );
			case 'pattern':
				return array(
					Pattern::fill(
						$step['value'],
						static function ( string $from, string $key ) use ( $post ): string {
							return Place_Reader::text( $post, $from, $key );
						}
					),
				);
			case 'meta':
				return 'cover_image_url' === $field ? Place_Reader::raw( $post, $step['key'] ) : Place_Reader::values( $post, 'meta', $step['key'] );
			default:
				return Place_Reader::values( $post, $step['from'], $step['key'] );
		}
	}
}
