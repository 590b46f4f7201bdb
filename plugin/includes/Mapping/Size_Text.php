<?php
/**
 * Reads sizes as people write them: "30 × 40 cm", "12 x 16 3/4 in", "H 30 x W 40 x D 5 cm", "5'6\" × 4'". Any other text is
 * null: a wrong size is worse than none, because the registry tells works apart by it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Text;

/**
 * @phpstan-type Sizes array{height?: float, width?: float, depth?: float, single?: float}
 */
final class Size_Text {
	public const ORDERS = array( 'height_first', 'width_first' );

	private const FRACTIONS = array(
		'½' => '1/2',
		'¼' => '1/4',
		'¾' => '3/4',
		'⅓' => '1/3',
		'⅔' => '2/3',
		'⅛' => '1/8',
		'⅜' => '3/8',
		'⅝' => '5/8',
		'⅞' => '7/8',
	);
	/** As written → our unit. Longest first: "in" must not win over "inches". */
	private const UNITS  = array(
		'millimeters' => 'mm',
		'millimetres' => 'mm',
		'millimeter'  => 'mm',
		'centimeters' => 'cm',
		'centimetres' => 'cm',
		'zentimeter'  => 'cm',
		'centimeter'  => 'cm',
		'inches'      => 'in',
		'metres'      => 'm',
		'meters'      => 'm',
		'meter'       => 'm',
		'metre'       => 'm',
		'inch'        => 'in',
		'zoll'        => 'in',
		'feet'        => 'ft',
		'foot'        => 'ft',
		'mm'          => 'mm',
		'cm'          => 'cm',
		'in'          => 'in',
		'ft'          => 'ft',
		'm'           => 'm',
		'″'           => 'in',
		'"'           => 'in',
		'′'           => 'ft',
		'\''          => 'ft',
	);
	private const LABELS = array(
		'height'     => 'height',
		'high'       => 'height',
		'höhe'       => 'height',
		'hoch'       => 'height',
		'hauteur'    => 'height',
		'altezza'    => 'height',
		'hoogte'     => 'height',
		'width'      => 'width',
		'wide'       => 'width',
		'breite'     => 'width',
		'breit'      => 'width',
		'largeur'    => 'width',
		'larghezza'  => 'width',
		'breedte'    => 'width',
		'depth'      => 'depth',
		'deep'       => 'depth',
		'tiefe'      => 'depth',
		'tief'       => 'depth',
		'profondeur' => 'depth',
		'profondità' => 'depth',
		'diepte'     => 'depth',
		'h'          => 'height',
		'w'          => 'width',
		'b'          => 'width',
		'd'          => 'depth',
		't'          => 'depth',
		'p'          => 'depth',
		'l'          => 'width',
	);

	private const NUMBER   = '(?:\d+\/\d+|\d+(?:[.,]\d+)?(?:[ -]+\d+\/\d+)?)';
	private const TIMES    = '\s*(?:[x×✕✖*]|by|mal)\s*';
	private const DIAMETER = '(?:ø|⌀|diameter|durchmesser|diam\.?|diamètre)';

	/**
	 * @param string $unit  Where the text names none: mm, cm, m, in, ft.
	 * @param string $order Which of "30 × 40" comes first; labels in the text win.
	 * @return Sizes|null In centimetres; single: one number, which fits any of the three.
	 */
	public static function parse( string $text, string $unit, string $order = self::ORDERS[0] ): ?array {
		$text  = self::plain( $text );
		$parts = preg_split( '/\s*[;|\n]\s*|\s+\/\s+/u', $text );
		$found = null;
		foreach ( is_array( $parts ) ? $parts : array() as $part ) {
			foreach ( Size_Clauses::of( self::with_brackets( $part ), self::sequence_pattern() ) as list( $one, $rank ) ) {
				$sizes = self::labelled( $one, $unit ) ?? self::sequence( $one, $unit, $order ) ?? self::single( $one, $unit );
				// Centimetres that somebody measured are more exact than converted ones.
				$is_better = null === $found || $rank > $found[2] || ( $rank === $found[2] && ! $found[1] && self::names_cm( $one ) );
				if ( null !== $sizes && $is_better ) {
					$found = array( $sizes, self::names_cm( $one ), $rank );
				}
			}
		}
		return null === $found ? null : $found[0];
	}

	private static function names_cm( string $text ): bool {
		return 1 === preg_match( '/\d\s*(?:mm|cm)\b/u', $text );
	}

	/** Lower case, plain fractions, feet and inches as inches. */
	private static function plain( string $text ): string {
		$text = Text::lower( trim( (string) preg_replace( '/[\x{00A0}\x{2009}\x{202F}]/u', ' ', $text ) ) );
		$text = str_replace( array( '’', '‘', '”', '“', '\'\'', '⁄', '′′' ), array( '\'', '\'', '"', '"', '"', '/', '″' ), $text );
		foreach ( self::FRACTIONS as $sign => $fraction ) {
			$text = str_replace( $sign, ' ' . $fraction, $text );
		}
		$text = (string) preg_replace( '/(?<=\d)[x×](?=[\p{L}\d])/u', ' x ', $text );
		$text = (string) preg_replace( '/\b(?:ca|circa|approx|approximately|about|etwa|environ)\b\.?\s*/u', '', $text );
		return trim(
			(string) preg_replace_callback(
				'/(\d+(?:[.,]\d+)?)\s*(?:\'|′|ft\.?|feet|foot)\s*(' . self::NUMBER . ')\s*(?:"|″|inches|inch|in\b\.?)/u',
				static function ( array $match ): string {
					return ( 12 * self::number( $match[1], 'ft' ) + self::number( $match[2], 'in' ) ) . ' in';
				},
				$text
			)
		);
	}

	/**
	 * "30 × 40 cm (12 × 16 in)" is split in two; "(H)" is a label and stays.
	 *
	 * @return list<string>
	 */
	private static function with_brackets( string $text ): array {
		preg_match_all( '/[(\[]([^)\]]*\d[^)\]]*)[)\]]/u', $text, $inner );
		$outer = (string) preg_replace( '/[(\[][^)\]]*\d[^)\]]*[)\]]/u', ' ', $text );
		return array_merge( array( trim( (string) preg_replace( '/[()\[\]]/u', ' ', $outer ) ) ), array_map( 'trim', $inner[1] ) );
	}

	/** @return Sizes|null */
	private static function labelled( string $text, string $unit ): ?array {
		$labels = implode( '|', array_keys( self::LABELS ) );
		$units  = self::units();
		$before = '/(?<![\p{L}\d])(' . $labels . ')(?![\p{L}])[\s:.=]*(' . self::NUMBER . ')\s*(' . $units . ')?/u';
		$after  = '/(' . self::NUMBER . ')\s*(' . $units . ')?[\s.]*(' . $labels . ')(?![\p{L}])/u';
		$all    = array();
		if ( preg_match_all( $before, $text, $matches, PREG_SET_ORDER ) ) {
			foreach ( $matches as $match ) {
				$all[] = array( $match[1], $match[2], $match[3] ?? '' );
			}
		} elseif ( preg_match_all( $after, $text, $matches, PREG_SET_ORDER ) ) {
			foreach ( $matches as $match ) {
				$all[] = array( $match[3], $match[1], $match[2] );
			}
		}
		$names = array_column( $all, 0 );
		$sizes = array();
		$units = self::fill_units( array_column( $all, 2 ), self::last_unit( $text ) ?? $unit );
		foreach ( $all as $at => $one ) {
			$side = self::LABELS[ $one[0] ];
			// "L" is a width in French and a length in English, which is the depth where a width is given as well.
			if ( 'l' === $one[0] && array_intersect( $names, array( 'w', 'b', 'width', 'breite' ) ) ) {
				$side = 'depth';
			}
			$size = Length::to_cm( self::number( $one[1], $units[ $at ] ), $units[ $at ] );
			if ( null !== $size && ! isset( $sizes[ $side ] ) ) {
				$sizes[ $side ] = $size;
			}
		}
		return $sizes ? $sizes : null;
	}

	/** @return Sizes|null */
	private static function sequence( string $text, string $unit, string $order ): ?array {
		if ( ! preg_match( self::sequence_pattern(), $text, $match ) ) {
			return null;
		}
		$numbers = array_values( array_diff( array( $match[1], $match[3], $match[5] ?? '' ), array( '' ) ) );
		$given   = array_slice( array( $match[2] ?? '', $match[4] ?? '', $match[6] ?? '' ), 0, count( $numbers ) );
		$units   = self::fill_units( $given, $unit );
		$sides   = 'width_first' === $order ? array( 'width', 'height', 'depth' ) : array( 'height', 'width', 'depth' );
		$sizes   = array();
		foreach ( $numbers as $at => $number ) {
			$size = Length::to_cm( self::number( $number, $units[ $at ] ), $units[ $at ] );
			if ( null === $size ) {
				return null;
			}
			$sizes[ $sides[ $at ] ] = $size;
		}
		return $sizes;
	}

	/** "30 × 40", "30 cm × 40 cm × 5 cm". */
	private static function sequence_pattern(): string {
		$measure = '(' . self::NUMBER . ')\s*(' . self::units() . ')?\.?';
		return '/(?<![\d.,])' . $measure . self::TIMES . $measure . '(?:' . self::TIMES . $measure . ')?/u';
	}

	/** @return Sizes|null Only where the whole text is one measure: a year in a sentence is not a size. */
	private static function single( string $text, string $unit ): ?array {
		if ( ! preg_match(
			'/^(' . self::DIAMETER . '\s*:?\s*)?(' . self::NUMBER . ')\s*(' . self::units() . ')?\.?\s*(' . self::DIAMETER . ')?$/u',
			$text,
			$match
		) ) {
			return null;
		}
		$given = $match[3] ?? '';
		$is    = '' === $given ? $unit : self::UNITS[ $given ];
		$size  = Length::to_cm( self::number( $match[2], $is ), $is );
		if ( null === $size ) {
			return null;
		}
		return '' !== $match[1] || '' !== ( $match[4] ?? '' ) ? array(
			'height' => $size,
			'width'  => $size,
		) : array( 'single' => $size );
	}

	/** "16 3/4", "3/4", "30,5"; "1.200 mm" is 1200 mm, because no work is measured in thousandths of a millimetre. */
	private static function number( string $text, string $unit ): float {
		$number = 0.0;
		foreach ( (array) preg_split( '/[ -]+/', trim( $text ) ) as $part ) {
			$part = (string) $part;
			if ( false !== strpos( $part, '/' ) ) {
				list( $above, $below ) = explode( '/', $part );
				$number               += (float) $below > 0 ? (float) $above / (float) $below : 0.0;
			} elseif ( 'mm' === $unit && preg_match( '/^\d{1,3}[.,]\d{3}$/', $part ) ) {
				$number += (float) str_replace( array( '.', ',' ), '', $part );
			} else {
				$number += (float) str_replace( ',', '.', $part );
			}
		}
		return $number;
	}

	/**
	 * A unit counts for the numbers before it, else for those after it: "30 × 40 cm", "30 cm × 40".
	 *
	 * @param array<string> $given
	 * @return list<string>
	 */
	private static function fill_units( array $given, string $unit ): array {
		$units = array();
		$next  = '';
		foreach ( array_reverse( $given ) as $one ) {
			$next    = '' === $one ? $next : self::UNITS[ $one ];
			$units[] = $next;
		}
		$units = array_reverse( $units );
		$last  = $unit;
		foreach ( $units as $at => $one ) {
			$last         = '' === $one ? $last : $one;
			$units[ $at ] = $last;
		}
		return $units;
	}

	/** "H 30 x W 40 (cm)": named once, at the end. */
	private static function last_unit( string $text ): ?string {
		return preg_match( '/(?<![\p{L}])(' . self::units() . ')\s*$/u', $text, $match ) ? self::UNITS[ $match[1] ] : null;
	}

	private static function units(): string {
		$words = array();
		foreach ( array_keys( self::UNITS ) as $word ) {
			$words[] = preg_match( '/\p{L}/u', $word ) ? $word . '(?![\p{L}])' : preg_quote( $word, '/' );
		}
		return implode( '|', $words );
	}
}
