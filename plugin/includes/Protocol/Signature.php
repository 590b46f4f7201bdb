<?php
/**
 * The signature of docs/site-protocol.md. Pure: no time, no options, no WordPress.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

final class Signature {
	public const TO_SITE   = 'daemon-to-site';
	public const TO_DAEMON = 'site-to-daemon';

	private const VERSION = 'artwork-registry-site-v1';

	/**
	 * "v1=<hex>" over the eight lines; $method is "POST", or the status in digits for an answer.
	 *
	 * @param string $secret Base64 of 32 bytes, as the pairing gave it.
	 */
	public static function sign(
		string $secret,
		string $direction,
		string $method,
		string $route,
		string $site_id,
		int $timestamp,
		string $nonce,
		string $body
	): string {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- The site protocol carries keys and boxes as base64.
		$key   = hash_hmac( 'sha256', self::VERSION . ' ' . $direction, (string) base64_decode( $secret, true ), true );
		$lines = array( self::VERSION, $direction, $method, $route, $site_id, (string) $timestamp, $nonce, hash( 'sha256', $body ) );
		return 'v1=' . hash_hmac( 'sha256', implode( "\n", $lines ), $key );
	}
}
