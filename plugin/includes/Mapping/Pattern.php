<?php
/**
 * A pattern with placeholders: "{meta:first_name} {meta:last_name}". One empty placeholder makes the whole pattern empty, so
 * that no work is registered as "by ".
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

final class Pattern {
	/** @return list<array{from: string, key: string}> */
	public static function placeholders( string $pattern ): array {
		preg_match_all( '/\{(property|meta|taxonomy|attribute):([^{}]{1,190})\}/u', $pattern, $matches, PREG_SET_ORDER );
		$places = array();
		foreach ( $matches as $match ) {
			$places[] = array(
				'from' => $match[1],
				'key'  => trim( $match[2] ),
			);
		}
		return $places;
	}

	/** Braces that are not placeholders would reach the registry as they are. */
	public static function is_valid( string $pattern ): bool {
		$rest = preg_replace( '/\{(property|meta|taxonomy|attribute):[^{}]{1,190}\}/u', '', $pattern );
		return null !== $rest && ! preg_match( '/[{}]/', $rest );
	}

	/** @param callable(string, string): string $read Takes "meta" and a key. */
	public static function fill( string $pattern, callable $read ): string {
		$is_whole = true;
		$text     = (string) preg_replace_callback(
			'/\{(property|meta|taxonomy|attribute):([^{}]{1,190})\}/u',
			static function ( array $match ) use ( $read, &$is_whole ): string {
				$value    = $read( $match[1], trim( $match[2] ) );
				$is_whole = $is_whole && '' !== $value;
				return $value;
			},
			$pattern
		);
		return $is_whole ? trim( $text ) : '';
	}
}
