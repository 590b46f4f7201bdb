<?php
/**
 * Whether a work fits a rule: "in the category Paintings", "the field status is filled".
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Text;
use WP_Post;

/**
 * @phpstan-import-type Rule from Mapping
 */
final class Condition {
	/** @param Rule|null $when Null: always. */
	public static function fits( ?array $when, WP_Post $post ): bool {
		if ( null === $when ) {
			return true;
		}
		$names = array_map( array( self::class, 'fold' ), Place_Reader::names( $post, $when['from'], $when['key'] ) );
		$wants = array_map( array( self::class, 'fold' ), $when['values'] );
		switch ( $when['is'] ) {
			case 'filled':
				return array() !== $names;
			case 'empty':
				return array() === $names;
			case 'any_of':
				return array() !== array_intersect( $wants, $names );
			default:
				return array() === array_intersect( $wants, $names );
		}
	}

	/** Compares without case, because owners write "Paintings" and "paintings" alike. */
	private static function fold( string $text ): string {
		return Text::lower( trim( $text ) );
	}
}
