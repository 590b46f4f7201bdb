<?php
/**
 * Where the registry delivers its updates when the sync service has no public address: a REST route, and admin-ajax.php where a
 * security plugin closes REST for visitors. Answers at once; the sync service verifies the delivery.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Exact_Output;
use ArtworkRegistry\Log;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Schema;
use WP_REST_Request;
use WP_REST_Response;

final class Webhook_Routes {
	private const MAX_BODY     = 65536;
	private const SKEW_SECONDS = 300;
	private const RETRY_AFTER  = 300;
	/** The only headers that are stored. */
	private const HEADERS    = array(
		'content-type',
		'x-registry-event',
		'x-registry-delivery',
		'x-registry-timestamp',
		'x-registry-attempt',
		'x-registry-signature',
		'webhook-id',
		'webhook-timestamp',
		'webhook-signature',
	);
	private const MAX_HEADER = 1000;

	public static function register(): void {
		register_rest_route(
			'artwork-registry/v1',
			'/webhook/(?P<token>[0-9a-f]{32})',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'handle' ),
				// The handler checks the token in the address, so that a wrong one learns nothing.
				'permission_callback' => '__return_true',
				'show_in_index'       => false,
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function handle( WP_REST_Request $request ): WP_REST_Response {
		$answer   = self::take(
			(string) $request->get_url_params()['token'],
			$request->get_body(),
			static function ( string $name ) use ( $request ): string {
				return (string) $request->get_header( $name );
			}
		);
		$response = new WP_REST_Response( $answer[1], $answer[0] );
		$response->header( 'Cache-Control', 'no-store' );
		if ( 503 === $answer[0] ) {
			$response->header( 'Retry-After', (string) self::RETRY_AFTER );
		}
		return $response;
	}

	/** wp_ajax_(nopriv_)artwork_registry_webhook */
	public static function serve_ajax(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- the token is the permission.
		$token  = isset( $_GET['token'] ) ? sanitize_key( wp_unslash( $_GET['token'] ) ) : '';
		$answer = self::take(
			'post' === sanitize_key( $_SERVER['REQUEST_METHOD'] ?? '' ) ? $token : '',
			(string) file_get_contents( 'php://input', false, null, 0, self::MAX_BODY + 1 ),
			static function ( string $name ): string {
				$key = 'content-type' === $name ? 'CONTENT_TYPE' : 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) );
				// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared and verified byte by byte.
				return isset( $_SERVER[ $key ] ) ? (string) wp_unslash( $_SERVER[ $key ] ) : '';
			}
		);
		Exact_Output::discard();
		nocache_headers();
		if ( 503 === $answer[0] ) {
			header( 'Retry-After: ' . self::RETRY_AFTER );
		}
		wp_send_json( $answer[1], $answer[0] );
	}

	/**
	 * @param callable(string): string $header
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	private static function take( string $token, string $body, callable $header ): array {
		Schema::upgrade();
		try {
			return Read_Check::run(
				static function () use ( $token, $body, $header ): array {
					return self::store( $token, $body, $header );
				}
			);
		} catch ( \Throwable $error ) {
			Log::error( 'A delivery: ' . $error->getMessage() );
			return self::error( 500, 'internal_error', 'The site could not store the delivery; its error log says more.' );
		}
	}

	/**
	 * @param callable(string): string $header
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	private static function store( string $token, string $body, callable $header ): array {
		if ( ! Inbox::is_token( $token ) || null === Connection::find() ) {
			return self::error( 404, 'not_found', 'There is nothing at this address.' );
		}
		if ( strlen( $body ) > self::MAX_BODY ) {
			return self::error( 413, 'payload_too_large', 'A delivery has at most 64 KiB.' );
		}
		$timestamp = $header( 'x-registry-timestamp' );
		if ( ! ctype_digit( $timestamp ) || abs( Clock::now() - (int) $timestamp ) > self::SKEW_SECONDS ) {
			return self::error( 401, 'stale', 'The timestamp of the delivery is missing, or more than five minutes off.' );
		}
		$kept = array();
		foreach ( self::HEADERS as $name ) {
			$value = $header( $name );
			if ( strlen( $value ) > self::MAX_HEADER ) {
				return self::error( 400, 'invalid_header', 'The header ' . $name . ' is too long.' );
			}
			if ( '' !== $value ) {
				$kept[ $name ] = $value;
			}
		}
		if ( ! isset( $kept['x-registry-delivery'], $kept['x-registry-signature'] ) ) {
			return self::error( 400, 'not_a_delivery', 'A delivery has an id and a signature.' );
		}
		if ( Inbox::is_full() ) {
			return self::error( 503, 'inbox_full', 'The sync service has not fetched its deliveries for a while. Try again later.' );
		}
		$is_new = Inbox::insert( $kept['x-registry-delivery'], $kept['x-registry-signature'], $kept, $body );
		if ( $is_new && 1 === Inbox::count() ) {
			Wake_Up::send();
			if ( Wake_Up::is_own_wanted() ) {
				// The registry waits for this answer, and no person.
				Wake_Up::call_own();
			}
		}
		return array( 200, array( 'stored' => $is_new ) );
	}

	/** @return array{0: int, 1: array<string, mixed>} */
	private static function error( int $status, string $code, string $message ): array {
		return array(
			$status,
			array(
				'error' => array(
					'code'    => $code,
					'message' => $message,
				),
			),
		);
	}
}
