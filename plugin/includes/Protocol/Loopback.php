<?php
/**
 * Whether the current request comes from this very machine. A proxy on it (Varnish, nginx) forwards
 * everybody's requests from the same address, and says so in a header.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

final class Loopback {
	private const OF_PROXIES = array(
		'HTTP_X_FORWARDED_FOR',
		'HTTP_FORWARDED',
		'HTTP_VIA',
		'HTTP_X_REAL_IP',
		'HTTP_X_VARNISH',
		'HTTP_CF_CONNECTING_IP',
		'HTTP_X_FORWARDED_PROTO',
	);

	public static function is_on_this_machine(): bool {
		foreach ( self::OF_PROXIES as $header ) {
			if ( isset( $_SERVER[ $header ] ) ) {
				return false;
			}
		}
		$from = self::address( 'REMOTE_ADDR' );
		return self::is_loopback( $from ) || ( '' !== $from && self::address( 'SERVER_ADDR' ) === $from );
	}

	/** Whether a base address is a loopback address, which means another machine to everybody else. */
	public static function is_loopback_url( string $url ): bool {
		$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '[]' );
		return self::is_loopback( $host ) || 'localhost' === $host || '.localhost' === substr( $host, -10 );
	}

	private static function is_loopback( string $address ): bool {
		return '::1' === $address || 1 === preg_match( '/^(?:::ffff:)?127\.\d+\.\d+\.\d+$/', $address );
	}

	private static function address( string $name ): string {
		return sanitize_text_field( wp_unslash( $_SERVER[ $name ] ?? '' ) );
	}
}
