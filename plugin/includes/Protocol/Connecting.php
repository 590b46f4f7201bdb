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
 * @phpstan-import-type Pairing from Connection as StoredPairing
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
		self::introduce( $offer, $service );
		Settings::fix_platform();
		Agreement::save( $offer, $by );
		Log::info( 'The owner agreed to connect this site to ' . $service );
	}

	/**
	 * The owner said that this is still the same site, under another address perhaps: the service hears it from the site, signed.
	 *
	 * @throws Service_Error
	 */
	public static function again(): void {
		$agreed = Agreement::find();
		$former = Connection::find();
		if ( null !== $agreed && null !== $former && null !== $former['service_url'] ) {
			self::introduce( $agreed['offer'], $former['service_url'] );
		}
	}

	/**
	 * @param Offer $offer
	 * @throws Service_Error
	 */
	private static function introduce( array $offer, string $service ): void {
		$former     = self::continued( $service );
		$unanswered = $former['next_secret'] ?? null;
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- The site protocol carries keys and boxes as base64.
		$secret = $unanswered ?? base64_encode( random_bytes( 32 ) );
		if ( null !== $former ) {
			Connection::set_next_secret( $secret );
		}
		$body = (string) wp_json_encode( self::introduction( $offer, $secret ), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		$got  = Outbound_Http::request( 'POST', $service . '/sites', self::headers( $former, $body ), $body, self::SECONDS );
		$data = json_decode( $got['body'], true );
		$data = is_array( $data ) ? $data : array();
		if ( 201 !== $got['status'] ) {
			// What a proxy answers in the place of the service, and what the service answers to a repeat, does not say that it has no new secret.
			if ( null !== $former && null === $unanswered && $got['status'] < 500 ) {
				Connection::set_next_secret( null );
			}
			self::refuse( $data, $got['headers']['retry-after'] ?? '' );
		}
		$answer  = new Body( $data );
		$site_id = (string) $answer->text_or_null( 'site_id', 64 );
		$turn    = (string) $answer->text_or_null( 'turn', 64 );
		if ( ! preg_match( '/^[0-9a-f-]{36}$/', $site_id ) || '' === $turn ) {
			throw new Service_Error( 'unexpected' );
		}
		if ( null !== $former && $former['site_id'] === $site_id ) {
			Connection::set_next_secret( $secret, true );
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
	}

	/** @return StoredPairing|null The pairing with this very service, if there is one and this is its site. */
	private static function continued( string $service ): ?array {
		$former = Connection::find();
		return null === $former || $former['service_url'] !== $service || null !== Clone_Guard::look() ? null : $former;
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

	/**
	 * @param StoredPairing|null $former
	 * @return array<string, string>
	 */
	private static function headers( ?array $former, string $body ): array {
		if ( null === $former ) {
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
		$message = is_string( $error['message'] ?? null ) ? sanitize_text_field( mb_substr( $error['message'], 0, 500 ) ) : '';
		// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- answered as JSON, never printed.
		throw new Service_Error( $code, 'too_many_sites' === $code && ctype_digit( $retry_after ) ? (string) (int) ceil( (int) $retry_after / 60 ) : $message );
	}
}
