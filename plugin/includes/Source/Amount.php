<?php
/**
 * Reads amounts as people write them: the only place that decides whether a dot or a comma is a decimal sign. Amounts that WooCommerce
 * stores are not read here, but as WooCommerce reads them: see Woocommerce\Stored.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Amount {
	private const SPACES = '\s\x{00A0}\x{2009}\x{202F}';
	/** Any of these groups thousands; a dot or a comma may be the decimal sign instead. */
	private const GROUPING = self::SPACES . '\'’.,';
	private const DECIMALS = 2;

	/**
	 * A price: "CHF 1'200.–", "1.200,50 €", "$1,200", "12.500". Where three digits follow the only separator, it groups thousands: a
	 * price with three decimals is rare, and taking thousands for decimals makes a price a thousand times too low.
	 *
	 * @return string|null With a dot and at most two decimals, so that reading it again changes nothing; null: not understood.
	 */
	public static function price( string $text ): ?string {
		// A dot before the digits belongs to a word: "Fr. 500".
		$before = '(?:[^\d.,–-]|(?<=\p{L})\.|[.,](?=[' . self::SPACES . '\p{L}]))*';
		$number = '\d[\d' . self::GROUPING . ']*?';
		$after  = '(?:[.,]?[–—-]+)?[' . self::SPACES . '.,]*(?![' . self::GROUPING . '])[^\d]*';
		if ( ! preg_match( "/^$before($number)$after$/u", trim( $text ), $match ) ) {
			return null;
		}
		$decimal = self::decimal( trim( $match[1] ), true );
		$point   = null === $decimal ? false : strpos( $decimal, '.' );
		return null !== $decimal && false !== $point && strlen( $decimal ) - $point - 1 > self::DECIMALS
			? number_format( (float) $decimal, self::DECIMALS, '.', '' )
			: $decimal;
	}

	/**
	 * A size in centimetres: "73,7", "1.234,5", "30 cm". Three digits after the only separator are decimals.
	 *
	 * @return string|null With a dot; null: not understood. A text that names another unit is read by Mapping\Size_Text.
	 */
	public static function centimetres( string $text ): ?string {
		return self::decimal( (string) preg_replace( '/[' . self::SPACES . ']*cm\.?$/iu', '', trim( $text ) ), false );
	}

	private static function decimal( string $number, bool $three_are_thousands ): ?string {
		if ( preg_match( '/^\d+$/', $number ) ) {
			return $number;
		}
		// "12,500", "1,234,500", "12 500", and "1,00,000" as it is written in India.
		if ( preg_match( '/^[1-9]\d{0,2}([' . self::GROUPING . '])(?:\d{2,3}\1)*\d{3}$/u', $number, $match ) ) {
			$is_only = 1 === preg_match_all( '/[.,]/', $number );
			return $three_are_thousands || ! $is_only ? self::digits( $number ) : str_replace( ',', '.', $number );
		}
		if ( preg_match( '/^(\d+)[.,](\d+)$/', $number, $match ) ) {
			// "1234,500" is neither grouped as thousands are, nor are its decimals those of a price.
			return $three_are_thousands && '0' !== $match[1] && 3 === strlen( $match[2] ) ? null : $match[1] . '.' . $match[2];
		}
		// Two kinds of separator: the last is the decimal sign.
		if ( preg_match( '/^(\d{1,3}(?:([' . self::GROUPING . '])(?:\d{2,3}\2)*\d{3}))([.,])(\d+)$/u', $number, $match ) && $match[2] !== $match[3] ) {
			return self::digits( $match[1] ) . '.' . $match[4];
		}
		return null;
	}

	private static function digits( string $number ): string {
		return (string) preg_replace( '/\D+/', '', $number );
	}
}
