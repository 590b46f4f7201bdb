<?php
/**
 * The fingerprint of a work's description, calculated as in the registry and the sync service (registry-server/
 * contract/fingerprint.ts). Works with the same one are possible duplicates. Its lists of words are generated from the contract.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Work;

use ArtworkRegistry\Text;

final class Fingerprint {
	private const SUFFIX = '/^(jr|sr|junior|senior|ii|iii|iv)\.?$/i';
	private const CIRCA  = '/(?<![\p{L}\d])(circa|ca|c|um|vers|hacia|verso|approximately|approx|about)(?=\s|\d)\s*/u';

	/** @var array{generic_titles: list<string>, no_year: list<string>}|null */
	private static $words = null;

	/**
	 * @param array<string, mixed> $work A create body.
	 * @return string|null Null: the title is a generic one and year or size is missing, so nobody can tell.
	 */
	public static function of( array $work ): ?string {
		$title = self::fold( (string) ( $work['title'] ?? '' ) );
		$year  = self::year( (string) ( $work['year_created'] ?? '' ) );
		$sizes = array( self::size( $work['height_cm'] ?? null ), self::size( $work['width_cm'] ?? null ), self::size( $work['depth_cm'] ?? null ) );
		if ( in_array( $title, self::words()['generic_titles'], true ) && ( '' === $year || '' === $sizes[0] || '' === $sizes[1] ) ) {
			return null;
		}
		return hash( 'sha256', implode( "\x1f", array_merge( array( self::name( (string) ( $work['artist_name'] ?? '' ) ), $title, $year ), $sizes ) ) );
	}

	/**
	 * The same of title and artist alone: equal for works that differ by year or size only.
	 *
	 * @param array<string, mixed> $work A create body.
	 */
	public static function of_names( array $work ): ?string {
		return self::of( array_intersect_key( $work, array_flip( array( 'title', 'artist_name' ) ) ) );
	}

	/** An artist's name as the registry compares it: "Monet, Claude" and "Claude Monet" are one artist. */
	public static function name( string $name ): string {
		$parts = array_map( 'trim', explode( ',', $name ) );
		$count = count( $parts );
		if ( 2 === $count && '' !== $parts[0] && '' !== $parts[1] && ! preg_match( self::SUFFIX, $parts[1] ) ) {
			return self::fold( $parts[1] . ' ' . $parts[0] );
		}
		if ( 3 === $count && '' !== $parts[0] && '' !== $parts[1] && preg_match( self::SUFFIX, $parts[2] ) ) {
			return self::fold( $parts[1] . ' ' . $parts[0] . ' ' . $parts[2] );
		}
		return self::fold( $name );
	}

	/** Without PHP's extension intl, WordPress's own table of accents has to do; in German it would write "ae" where the registry has "a". */
	private static function fold( string $text ): string {
		$text  = class_exists( \Normalizer::class ) ? (string) \Normalizer::normalize( $text, \Normalizer::FORM_KD ) : remove_accents( $text, 'en_US' );
		$text  = (string) preg_replace( '/[\x{0300}-\x{036f}\x{1ab0}-\x{1aff}\x{1dc0}-\x{1dff}\x{20d0}-\x{20ff}\x{fe20}-\x{fe2f}]/u', '', $text );
		$text  = Text::fold( $text );
		$words = trim( (string) preg_replace( '/[\p{P}\s\p{Z}\p{C}]+/u', ' ', $text ) );
		return '' === $words ? trim( $text ) : $words;
	}

	private static function year( string $year ): string {
		$folded = self::fold( $year );
		if ( in_array( $folded, self::words()['no_year'], true ) ) {
			return '';
		}
		return (string) preg_replace_callback(
			'/(?<!\d)(\d{4}) (\d{1,2})(?!\d)/',
			static function ( array $match ): string {
				$second = substr( $match[1], 0, -strlen( $match[2] ) ) . $match[2];
				return $second > $match[1] ? $match[1] . ' ' . $second : $match[0];
			},
			trim( (string) preg_replace( self::CIRCA, '', $folded ) )
		);
	}

	/** @param mixed $cm */
	private static function size( $cm ): string {
		return is_numeric( $cm ) ? number_format( floor( (float) $cm * 10 + 0.5 ) / 10, 1, '.', '' ) : '';
	}

	/** @return array{generic_titles: list<string>, no_year: list<string>} */
	private static function words(): array {
		if ( null === self::$words ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions
			$read        = json_decode( (string) file_get_contents( plugin_dir_path( ARTWORK_REGISTRY_FILE ) . 'schema/fingerprint.json' ), true );
			self::$words = array(
				'generic_titles' => self::list_of( $read, 'generic_titles' ),
				'no_year'        => self::list_of( $read, 'no_year' ),
			);
		}
		return self::$words;
	}

	/**
	 * @param mixed $read
	 * @return list<string>
	 */
	private static function list_of( $read, string $name ): array {
		return is_array( $read ) && is_array( $read[ $name ] ?? null ) ? array_values( array_map( 'strval', $read[ $name ] ) ) : array();
	}
}
