<?php
/**
 * Introduces this site to the hosted sync service that the owner agreed to (docs/site-protocol.md, "Connecting to a host"). The pairing is
 * pending until the first signed poll. Where the same service is connected already, the call is signed with the former secret, so
 * that key and journal stay.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Sync\Clone_Guard;

/**
 * @phpstan-import-type Offer from Agreement
 */
final class Connecting {
	private const SECONDS = 10.0;

	/**
	 * @param Offer  $offer As it was shown.
	 * @param string $by    Who agreed.
	 * @throws Service_Error
	 */
	public static function agree( array $offer, string $by ): void {
		$service = $offer['sync_service'];
		if ( null === $service ) {
			throw new Service_Error( 'no_service' );
		}
		$secret = base64_encode( random_bytes( 32 ) );
		$body   = (string) wp_json_encode( self::introduction( $offer, $secret ), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		$got    = Outside::request( 'POST', $service . '/sites', self::headers( $service, $body ), $body, self::SECONDS );
		$data   = json_decode( $got['body'], true );
		$data   = is_array( $data ) ? $data : array();
		if ( 201 !== $got['status'] ) {
			self::refuse( $data, $got['headers']['retry-after'] ?? '' );
		}
		$answer  = new Body( $data );
		$site_id = (string) $answer->text_or_null( 'site_id', 64 );
		$turn    = (string) $answer->text_or_null( 'turn', 64 );
		if ( ! preg_match( '/^[0-9a-f-]{36}$/', $site_id ) || '' === $turn ) {
			throw new Service_Error( 'unexpected' );
		}
		Connection::save_pending(
			array(
				'site_id'     => $site_id,
				'secret'      => $secret,
				'wake_url'    => null,
				'paired_at'   => Clock::now(),
				'service_url' => $service,
			)
		);
		Dialling::begin( $site_id, $turn, Clock::parse( $answer->raw( 'next_poll_by' ) ) ?? Clock::now() );
		Settings::fix_platform();
		Agreement::save( $offer, $by );
		Log::info( 'The owner agreed to connect this site to ' . $service );
	}

	/**
	 * @param Offer $offer
	 * @return array<string, mixed>
	 */
	private static function introduction( array $offer, string $secret ): array {
		return array(
			'protocol'       => 1,
			'site_url'       => Identity::address(),
			'name'           => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
			'platform'       => Settings::platform(),
			'secret'         => $secret,
			'registry_url'   => $offer['api'],
			'plugin_version' => ARTWORK_REGISTRY_VERSION,
			'environment'    => wp_get_environment_type(),
			'public'         => '1' === (string) get_option( 'blog_public' ),
		);
	}

	/** @return array<string, string> */
	private static function headers( string $service, string $body ): array {
		$former = Connection::find();
		if ( null === $former || $former['service_url'] !== $service || null !== Clone_Guard::look() ) {
			return array( 'Content-Type' => 'application/json' );
		}
		$now = Clock::now() + Dialling::find( $former['site_id'] )['ahead'];
		return Service_Client::headers( $former, '/sites', $body, bin2hex( random_bytes( 16 ) ), $now );
	}

	/**
	 * @param array<mixed> $data
	 * @return never
	 * @throws Service_Error
	 */
	private static function refuse( array $data, string $retry_after ): void {
		$error   = is_array( $data['error'] ?? null ) ? $data['error'] : array();
		$code    = is_string( $error['code'] ?? null ) ? substr( $error['code'], 0, 64 ) : 'unexpected';
		$message = is_string( $error['message'] ?? null ) ? sanitize_text_field( substr( $error['message'], 0, 500 ) ) : '';
		// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- answered as JSON, never printed.
		throw new Service_Error( $code, 'too_many_sites' === $code && ctype_digit( $retry_after ) ? (string) (int) ceil( (int) $retry_after / 60 ) : $message );
	}
}
