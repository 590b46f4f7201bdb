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
	private const SUFFIX         = '/^(jr|sr|junior|senior|ii|iii|iv)\.?$/i';
	private const OPTIONAL_SIGNS = '/[\x{0300}-\x{036f}\x{1ab0}-\x{1aff}\x{1dc0}-\x{1dff}\x{20d0}-\x{20ff}\x{fe20}-\x{fe2f}'
		. '\x{0591}-\x{05bd}\x{05bf}\x{05c1}\x{05c2}\x{05c4}\x{05c5}\x{05c7}'
		. '\x{0610}-\x{061a}\x{0640}\x{064b}-\x{0652}\x{0656}-\x{065f}\x{0670}\x{06d6}-\x{06dc}\x{06df}-\x{06e4}\x{06e7}\x{06e8}\x{06ea}-\x{06ed}'
		. '\x{fe00}-\x{fe0f}\x{e0100}-\x{e01ef}]/u';
	private const BETWEEN_WORDS  = '/[\p{P}\s\p{Z}\p{C}\x{02b9}-\x{02bf}\x{02c8}\x{02ee}\x{a78b}\x{a78c}\x{60}\x{2044}\x{2215}]+/u';
	private const CIRCA          = '/(?<![\p{L}\d])(circa|ca|c|um|vers|hacia|verso|approximately|approx|about)(?=\s|\d)\s*/u';

	/** @var array{generic_titles: list<string>, no_year: list<string>, placeholder_artists: list<string>, letters: array<string, string>}|null */
	private static $words = null;

	/**
	 * @param array<string, mixed> $work A create body.
	 * @return string|null Null: the title is a generic one, or the artist is nobody in particular, and year or size is missing.
	 */
	public static function of( array $work ): ?string {
		$title = self::title( (string) ( $work['title'] ?? '' ) );
		$year  = self::year( (string) ( $work['year_created'] ?? '' ) );
		$sizes = array( self::size( $work['height_cm'] ?? null ), self::size( $work['width_cm'] ?? null ), self::size( $work['depth_cm'] ?? null ) );
		$name  = self::name( (string) ( $work['artist_name'] ?? '' ) );
		$words = self::words();
		$vague = in_array( $title, $words['generic_titles'], true )
			|| in_array( $name, $words['placeholder_artists'], true )
			|| ! preg_match( '/[\p{L}\p{N}]/u', $name );
		if ( $vague && ( '' === $year || '' === $sizes[0] || '' === $sizes[1] ) ) {
			return null;
		}
		return hash( 'sha256', implode( "\x1f", array_merge( array( $name, $title, $year ), $sizes ) ) );
	}

	/**
	 * The same of title and artist alone: equal for works that differ by year or size only.
	 *
	 * @param array<string, mixed> $work A create body.
	 */
	public static function of_names( array $work ): ?string {
		return self::of( array_intersect_key( $work, array_flip( array( 'title', 'artist_name' ) ) ) );
	}

	/** A title as the registry compares it: titles with the same one are the same title. */
	public static function title( string $title ): string {
		return self::fold( $title );
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
		$whole = trim( $text );
		$text  = (string) preg_replace( '/(?<=\d)(?=[\x{00bc}-\x{00be}\x{2150}-\x{215f}\x{2189}])/u', ' ', $text );
		$text  = class_exists( \Normalizer::class ) ? (string) \Normalizer::normalize( $text, \Normalizer::FORM_KD ) : remove_accents( $text, 'en_US' );
		$text  = (string) preg_replace( self::OPTIONAL_SIGNS, '', $text );
		$text  = strtr( Text::fold( $text ), self::words()['letters'] );
		$words = trim( (string) preg_replace( self::BETWEEN_WORDS, ' ', $text ) );
		if ( '' !== $words ) {
			return $words;
		}
		return '' === trim( $text ) ? $whole : trim( $text );
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

	/** @return array{generic_titles: list<string>, no_year: list<string>, placeholder_artists: list<string>, letters: array<string, string>} */
	private static function words(): array {
		if ( null === self::$words ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions
			$read        = json_decode( (string) file_get_contents( plugin_dir_path( ARTWORK_REGISTRY_FILE ) . 'schema/fingerprint.json' ), true );
			self::$words = array(
				'generic_titles'      => self::list_of( $read, 'generic_titles' ),
				'no_year'             => self::list_of( $read, 'no_year' ),
				'placeholder_artists' => self::list_of( $read, 'placeholder_artists' ),
				'letters'             => is_array( $read ) && is_array( $read['letters'] ?? null ) ? array_map( 'strval', $read['letters'] ) : array(),
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
