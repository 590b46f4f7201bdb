<?php
/**
 * Signed calls of this site to its sync service (docs/site-protocol.md, "Mailbox", "Leaving a host", "Wake-up"), and the check of the
 * answer's signature.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;

final class Service_Client {
	/** Seconds that a signature may be off the clock of the other side. */
	public const MAX_AGE = 300;

	/**
	 * `POST {base}/sites/<site_id>/<name>`. Never throws: what is not a trustworthy answer has status 0.
	 *
	 * @param array{site_id: string, secret: string} $pairing
	 * @param array<string, mixed>                   $data
	 * @param int                                    $ahead Seconds that the service's clock is ahead.
	 */
	public static function post( array $pairing, string $base, string $name, array $data, float $timeout, int $ahead = 0 ): Service_Answer {
		$route = '/sites/' . $pairing['site_id'] . '/' . $name;
		$nonce = bin2hex( random_bytes( 16 ) );
		$body  = (string) wp_json_encode( (object) $data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		try {
			$got = Outbound_Http::request( 'POST', $base . $route, self::headers( $pairing, $route, $body, $nonce, Clock::now() + $ahead ), $body, $timeout );
		} catch ( Service_Error $error ) {
			return new Service_Answer( 0, array( 'error' => array( 'code' => $error->error_code ) ) );
		}
		return self::read( $pairing, $route, $nonce, $got, $ahead );
	}

	/**
	 * @param array{site_id: string, secret: string} $pairing
	 * @return array<string, string>
	 */
	public static function headers( array $pairing, string $route, string $body, string $nonce, int $timestamp ): array {
		return array(
			'Content-Type'     => 'application/json',
			'X-Areg-Version'   => '1',
			'X-Areg-Site'      => $pairing['site_id'],
			'X-Areg-Timestamp' => (string) $timestamp,
			'X-Areg-Nonce'     => $nonce,
			'X-Areg-Signature' => Signature::sign( $pairing['secret'], Signature::TO_DAEMON, 'POST', $route, $pairing['site_id'], $timestamp, $nonce, $body ),
		);
	}

	/**
	 * @param array{site_id: string, secret: string}                             $pairing
	 * @param array{status: int, headers: array<string, string>, body: string} $got
	 */
	private static function read( array $pairing, string $route, string $nonce, array $got, int $ahead ): Service_Answer {
		$data      = json_decode( $got['body'], true );
		$data      = is_array( $data ) ? $data : array();
		$given     = $got['headers']['x-areg-timestamp'] ?? '';
		$timestamp = ctype_digit( $given ) ? (int) $given : 0;
		$expected  = Signature::sign(
			$pairing['secret'],
			Signature::TO_SITE,
			(string) $got['status'],
			$route,
			$pairing['site_id'],
			$timestamp,
			$nonce,
			$got['body']
		);
		$is_signed = hash_equals( $expected, $got['headers']['x-areg-signature'] ?? '' );
		$wait      = $got['headers']['retry-after'] ?? '';
		$answer    = new Service_Answer( $got['status'], $data, $is_signed, $is_signed ? $timestamp : 0, ctype_digit( $wait ) ? min( 3600, (int) $wait ) : 0 );
		$is_old    = abs( Clock::now() + $ahead - $timestamp ) > self::MAX_AGE;
		if ( 200 === $got['status'] && ( ! $is_signed || $is_old ) ) {
			// A captive portal or a cache answers 200 as well.
			return new Service_Answer( 0, array( 'error' => array( 'code' => 'unsigned' ) ) );
		}
		return $answer;
	}
}
