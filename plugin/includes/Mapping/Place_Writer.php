<?php
/**
 * Where a field of the registry can be written for one work, and puts a value there. It is the place that the value comes from, or would
 * come from: the first of the chain that can hold a text.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Field_Change;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use WP_Post;

/**
 * @phpstan-type Place array{from: string, key: string, unit: string, order: string}
 */
final class Place_Writer {
	/** The fields of the editable list. "size" stands for the three sizes. */
	public const FIELDS = array( 'artist_name', 'year_created', 'medium', 'size' );

	private const WRITABLE = array( 'standard', 'meta', 'attribute', 'taxonomy' );

	/** @return Place|null Null: it comes from a place that only the owner's mapping or another screen can change. */
	public static function find( Source $source, WP_Post $post, string $field ): ?array {
		if ( Variations::is_variation( $post ) ) {
			return null;
		}
		if ( 'size' !== $field ) {
			return self::place( $source, $post, $field );
		}
		$places = array();
		foreach ( Mapping::SIZES as $size ) {
			$places[] = self::place( $source, $post, $size );
		}
		// Three places of their own would need three cells.
		return null !== $places[0] && $places[0] === $places[1] && $places[0] === $places[2] ? $places[0] : null;
	}

	/**
	 * @param Place                    $place
	 * @param array<string, float>|null $sizes height, width, depth in centimetres, of a size that could be read.
	 */
	public static function put( Field_Change $change, Source $source, WP_Post $post, string $field, array $place, string $text, ?array $sizes ): void {
		switch ( $place['from'] ) {
			case 'meta':
				$change->meta[ $place['key'] ] = $text;
				break;
			case 'attribute':
				$change->attributes[ $place['key'] ] = $text;
				break;
			case 'taxonomy':
				$change->terms[ $place['key'] ] = $text;
				break;
			default:
				if ( 'size' === $field ) {
					$change->sizes = ( $sizes ?? array() ) + array(
						'height' => null,
						'width'  => null,
						'depth'  => null,
					);
				} else {
					$source->put( $change, $post, $field, $text );
				}
		}
	}

	/** @return Place|null */
	private static function place( Source $source, WP_Post $post, string $field ): ?array {
		$chain = Mapping::current()->of( $source->id() )[ $field ] ?? null;
		$found = null;
		foreach ( null === $chain ? array() : $chain['steps'] as $step ) {
			if ( ! Condition::fits( $step['when'], $post ) ) {
				continue;
			}
			if ( ! in_array( $step['from'], self::WRITABLE, true ) || ! self::is_text( $post, $step['from'], $step['key'] ) ) {
				break;
			}
			$found = $found ?? $step;
			if ( 'standard' !== $step['from'] && array() !== Place_Reader::values( $post, $step['from'], $step['key'] ) ) {
				$found = $step;
				break;
			}
		}
		if ( null !== $chain && null === $found ) {
			return null;
		}
		return array(
			'from'  => $found['from'] ?? 'standard',
			'key'   => $found['key'] ?? '',
			'unit'  => $chain['unit'] ?? 'cm',
			'order' => $chain['order'] ?? Size_Text::ORDERS[0],
		);
	}

	/** A custom field that holds ids or a list would be destroyed by a text. */
	private static function is_text( WP_Post $post, string $from, string $key ): bool {
		if ( 'attribute' === $from ) {
			return null === get_post( $post->ID ) || 'product' === $post->post_type;
		}
		return 'meta' !== $from || ( ! is_protected_meta( $key, 'post' ) && Acf::is_text( $post->ID, $key )
			&& ! is_array( get_post_meta( $post->ID, $key, true ) ) && count( (array) get_post_meta( $post->ID, $key ) ) <= 1 );
	}
}
