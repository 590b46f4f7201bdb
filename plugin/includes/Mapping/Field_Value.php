<?php
/**
 * Converts the value of a place for a field of the registry: plain text, centimetres, a price, a word for availability, the
 * address of a picture. A value that does not fit is null, and the next place is tried.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Amount;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Web_Address;
use ArtworkRegistry\Text;

/**
 * @phpstan-import-type Field from Mapping
 */
final class Field_Value {
	/** Words that shops use → the registry's words. Keys as `word` folds them. */
	private const WORDS = array(
		'available'         => 'for_sale',
		'in_stock'          => 'for_sale',
		'verfügbar'         => 'for_sale',
		'zu_verkaufen'      => 'for_sale',
		'verkäuflich'       => 'for_sale',
		'à_vendre'          => 'for_sale',
		'nfs'               => 'not_for_sale',
		'unavailable'       => 'not_for_sale',
		'unverkäuflich'     => 'not_for_sale',
		'nicht_verkäuflich' => 'not_for_sale',
		'offers'            => 'open_to_offers',
		'price_on_request'  => 'open_to_offers',
		'on_request'        => 'open_to_offers',
		'poa'               => 'open_to_offers',
		'auf_anfrage'       => 'open_to_offers',
		'preis_auf_anfrage' => 'open_to_offers',
		'sur_demande'       => 'open_to_offers',
		'loan'              => 'on_loan',
		'leihgabe'          => 'on_loan',
		'als_leihgabe'      => 'on_loan',
		'collection'        => 'private_collection',
		'privatsammlung'    => 'private_collection',
		'collection_privée' => 'private_collection',
		'verkauft'          => 'sold',
		'vendu'             => 'sold',
		'venduto'           => 'sold',
	);

	private const SIDES = array(
		'height_cm' => 'height',
		'width_cm'  => 'width',
		'depth_cm'  => 'depth',
	);

	/**
	 * @param list<string> $values
	 * @param Field        $chain
	 * @return string|float|array{amount: float, currency: string}|null
	 */
	public static function of( string $field, array $values, array $chain, string $source_id ) {
		$text = implode( ', ', $values );
		if ( '' === $text ) {
			return null;
		}
		if ( isset( self::SIDES[ $field ] ) ) {
			$sizes = Size_Text::parse( implode( ' ', $values ), Length::resolve( $chain['unit'], $source_id ), $chain['order'] ) ?? array();
			return $sizes[ self::SIDES[ $field ] ] ?? $sizes['single'] ?? null;
		}
		switch ( $field ) {
			case 'availability':
				return self::availability( $values[0] );
			case 'price':
				return self::price( $text, $chain['currency'] );
			case 'cover_image_url':
				return self::picture( $values[0] );
			case 'year_created':
				return self::year( $text );
			default:
				return $text;
		}
	}

	public static function is_fixed_value( string $field, string $value ): bool {
		if ( 'availability' === $field ) {
			return in_array( trim( $value ), Artwork_Post_Type::AVAILABILITIES, true );
		}
		if ( isset( self::SIDES[ $field ] ) ) {
			return null !== Size_Text::parse( $value, 'cm' );
		}
		return 'price' !== $field || null !== self::amount( $value );
	}

	private static function availability( string $text ): ?string {
		$word = trim( (string) preg_replace( '/[^\p{L}\p{N}]+/u', '_', Text::lower( $text ) ), '_' );
		return in_array( $word, Artwork_Post_Type::AVAILABILITIES, true ) ? $word : ( self::WORDS[ $word ] ?? null );
	}

	/** @return array{amount: float, currency: string}|null */
	private static function price( string $text, string $currency ): ?array {
		$amount   = self::amount( $text );
		$currency = '' === $currency ? Artwork_Post_Type::sanitize_currency( get_option( 'woocommerce_currency', '' ) ) : $currency;
		return null === $amount || '' === $currency ? null : array(
			'amount'   => $amount,
			'currency' => $currency,
		);
	}

	/** 0 and "on request" are not prices. */
	private static function amount( string $text ): ?float {
		$amount = (float) Amount::price( $text );
		return $amount > 0 ? $amount : null;
	}

	/** Takes the year from a date field: "1915-01-01", "19150101", "1.5.1915". Other texts stay as they are. */
	private static function year( string $text ): string {
		return preg_match( '/^(\d{4})-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$|^\d{1,2}[.\/]\d{1,2}[.\/](\d{4})$/', $text, $match )
			? ( '' === $match[1] ? $match[2] : $match[1] ) : $text;
	}

	/** The large size of an attachment, because the original may be a scan that the gallery does not hand out. */
	private static function picture( string $value ): ?string {
		if ( preg_match( '/^\d+$/', $value ) ) {
			return Pictures::of_attachment( (int) $value, 'large' );
		}
		return preg_match( '#^(https?:/)?/#i', $value ) ? Web_Address::of( $value ) : null;
	}
}
