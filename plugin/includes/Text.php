<?php
/**
 * Letters of any script, also where PHP was built without mbstring: WordPress runs there, and stands in for mb_substr and mb_strlen alone.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Text {
	public static function lower( string $text ): string {
		return function_exists( 'mb_strtolower' ) ? mb_strtolower( $text, 'UTF-8' ) : strtolower( $text );
	}

	/** As JavaScript folds case: by way of capitals, with the Greek letter for the end of a word, which PHP knows since 8.3. */
	public static function fold( string $text ): string {
		$text = self::lower( function_exists( 'mb_strtoupper' ) ? mb_strtoupper( $text, 'UTF-8' ) : strtoupper( $text ) );
		return false === strpos( $text, 'σ' ) ? $text : (string) preg_replace( '/(?<=\p{L})σ(?![\p{M}\'’.:·]*\p{L})/u', 'ς', $text );
	}

	public static function is_utf8( string $text ): bool {
		return 1 === preg_match( '//u', $text );
	}
}
