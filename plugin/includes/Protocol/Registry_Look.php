<?php
/**
 * Reads what a registry says of itself at its well-known address, so that the owner sees whom to connect to before agreeing.
 * Asks the address that the owner typed, and nobody else.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Store\Agreement;

/**
 * @phpstan-import-type Offer from Agreement
 */
final class Registry_Look {
	private const SECONDS = 10.0;

	/**
	 * @return Offer Remembered as what was shown.
	 * @throws Service_Error
	 */
	public static function read( string $typed ): array {
		$address = Outbound_Http::clean( $typed );
		if ( null === $address ) {
			throw new Service_Error( 'bad_address' );
		}
		$origin = Outbound_Http::origin( $address );
		$got    = Outbound_Http::request( 'GET', $origin . '/.well-known/artwork-registry', array( 'Accept' => 'application/json' ), '', self::SECONDS );
		$data   = json_decode( $got['body'], true );
		if ( 200 !== $got['status'] || ! is_array( $data ) || 'registry' !== ( $data['object'] ?? null ) ) {
			throw new Service_Error( 'not_a_registry' );
		}
		$api = Outbound_Http::clean( is_string( $data['api'] ?? null ) ? $data['api'] : '' );
		if ( null === $api ) {
			throw new Service_Error( 'not_a_registry' );
		}
		$offer       = array(
			'id'                => '',
			'address'           => $origin,
			'name'              => self::text( $data['name'] ?? null ),
			'operator'          => self::text( $data['operator'] ?? null ),
			'api'               => $api,
			'sync_service'      => Outbound_Http::clean( is_string( $data['sync_service'] ?? null ) ? $data['sync_service'] : '' ),
			'terms_url'         => self::link( $data['terms_url'] ?? null ),
			'privacy_url'       => self::link( $data['privacy_url'] ?? null ),
			'documentation_url' => self::link( $data['documentation_url'] ?? null ),
			'test'              => true === ( $data['test'] ?? null ),
		);
		$offer['id'] = substr( hash( 'sha256', (string) wp_json_encode( $offer ) ), 0, 32 );
		Agreement::show( $offer );
		return $offer;
	}

	/** @param mixed $value */
	private static function text( $value ): string {
		return is_string( $value ) ? sanitize_text_field( mb_substr( $value, 0, 200 ) ) : '';
	}

	/** @param mixed $value */
	private static function link( $value ): ?string {
		return is_string( $value ) && preg_match( '#^https?://#i', $value ) && strlen( $value ) <= 500 ? esc_url_raw( $value ) : null;
	}
}
