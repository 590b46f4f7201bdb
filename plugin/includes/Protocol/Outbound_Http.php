<?php
/**
 * Every request that the owner's agreement lets this site make to others: over HTTPS, to public addresses, with TLS verified and without
 * following redirects. A failure is a Service_Error with a code that the screens have words for.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

final class Outbound_Http {
	private const MAX_ANSWER = 8388608;

	/**
	 * @param array<string, string> $headers
	 * @return array{status: int, headers: array<string, string>, body: string} Header names in lower case.
	 * @throws Service_Error Where no answer came: blocked, https_required, not_public, unreachable, redirected.
	 */
	public static function request( string $method, string $url, array $headers, string $body, float $timeout ): array {
		$is_trusted = self::is_trusted( $url );
		if ( ! $is_trusted && 0 !== stripos( $url, 'https://' ) ) {
			self::fail( 'https_required', $url );
		}
		if ( _wp_http_get_object()->block_request( $url ) ) {
			self::fail( 'blocked', (string) wp_parse_url( $url, PHP_URL_HOST ) );
		}
		if ( ! $is_trusted && false === wp_http_validate_url( $url ) ) {
			self::fail( 'not_public', (string) wp_parse_url( $url, PHP_URL_HOST ) );
		}
		/**
		 * Whether the certificates of registry and sync service are verified. false is for development only.
		 *
		 * @param bool $is_verified
		 */
		$is_verified = (bool) apply_filters( 'artwork_registry_wake_sslverify', true );
		$answer      = wp_remote_request(
			$url,
			array(
				'method'              => $method,
				'headers'             => $headers,
				'body'                => $body,
				'timeout'             => $timeout,
				'redirection'         => 0,
				'reject_unsafe_urls'  => ! $is_trusted,
				'limit_response_size' => self::MAX_ANSWER,
				'sslverify'           => $is_verified,
				// The version is not known while the plugin is being deleted.
				'user-agent'          => 'artwork-registry-connector/' . ( defined( 'ARTWORK_REGISTRY_VERSION' ) ? ARTWORK_REGISTRY_VERSION : '-' ),
			)
		);
		if ( is_wp_error( $answer ) ) {
			self::fail( 'unreachable', $answer->get_error_message() );
		}
		$status = (int) wp_remote_retrieve_response_code( $answer );
		if ( $status >= 300 && $status < 400 ) {
			$target = wp_remote_retrieve_header( $answer, 'location' );
			self::fail( 'redirected', is_array( $target ) ? (string) reset( $target ) : $target );
		}
		$got = array();
		foreach ( wp_remote_retrieve_headers( $answer ) as $name => $value ) {
			$got[ strtolower( (string) $name ) ] = is_array( $value ) ? (string) reset( $value ) : (string) $value;
		}
		return array(
			'status'  => $status,
			'headers' => $got,
			'body'    => wp_remote_retrieve_body( $answer ),
		);
	}

	/** The base address of a service or registry; null for anything that is not a web address. */
	public static function clean( string $url ): ?string {
		$url = trim( $url );
		if ( '' !== $url && false === strpos( $url, '://' ) ) {
			$url = 'https://' . $url;
		}
		if ( strlen( $url ) > 500 || ! preg_match( '#^https?://[^\s/?\#@]+(/[^\s?\#]*)?$#i', $url ) ) {
			return null;
		}
		return rtrim( $url, '/' );
	}

	/** Scheme, host and port. */
	public static function origin( string $url ): string {
		return preg_match( '#^https?://[^/?\#]+#i', $url, $match ) ? strtolower( $match[0] ) : '';
	}

	private static function is_trusted( string $url ): bool {
		/**
		 * Origins that may be called although they are not public or not HTTPS, for development and for a registry in one's own network.
		 *
		 * @param array<string> $origins Such as "http://registry.internal:8787".
		 */
		return in_array( self::origin( $url ), (array) apply_filters( 'artwork_registry_trusted_origins', array() ), true );
	}

	/**
	 * @return never
	 * @throws Service_Error
	 */
	private static function fail( string $code, string $detail ): void {
		// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- answered as JSON, never printed.
		throw new Service_Error( $code, $detail );
	}
}
