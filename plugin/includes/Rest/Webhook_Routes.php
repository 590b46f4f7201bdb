<?php
/**
 * Where the registry delivers its news when the sync service has no public address: a REST route, and admin-ajax.php where a
 * security plugin closes REST for visitors. Answers at once; what came is looked at by the sync service.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Tables;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Webhook_Routes {
	private const MAX_BODY     = 65536;
	private const SKEW_SECONDS = 300;
	private const RETRY_AFTER  = 300;
	/** Nothing else of a request is kept. */
	private const HEADERS    = array( 'content-type', 'x-registry-event', 'x-registry-delivery', 'x-registry-timestamp', 'x-registry-attempt', 'x-registry-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature' );
	private const MAX_HEADER = 1000;
	private const CLOSED     = 'artwork_registry_rest_closed';

	private const CLOSED_SECONDS = 3600;

	public static function register(): void {
		register_rest_route(
			'artwork-registry/v1',
			'/webhook/(?P<token>[0-9a-f]{32})',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'handle' ),
				// The token in the address decides who may, inside, so that a wrong one is told nothing.
				'permission_callback' => '__return_true',
				'show_in_index'       => false,
			)
		);
	}

	/** The address to give to the registry. Visitors' REST may be closed: then the other door is named. */
	public static function url(): string {
		$token = Inbox::token();
		if ( self::is_rest_closed() ) {
			return add_query_arg(
				array(
					'action' => 'artwork_registry_webhook',
					'token'  => $token,
				),
				admin_url( 'admin-ajax.php' )
			);
		}
		return rest_url( 'artwork-registry/v1/webhook/' . $token );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function handle( WP_REST_Request $request ): WP_REST_Response {
		$answer = self::take(
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
				return isset( $_SERVER[ $key ] ) ? (string) wp_unslash( $_SERVER[ $key ] ) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared and verified byte by byte.
			}
		);
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
		Tables::upgrade();
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
		}
		return array( 200, array( 'stored' => $is_new ) );
	}

	/**
	 * What a visitor would be told: security plugins answer 401 to everybody who is not logged in. Their judges are asked once an hour, and
	 * when there are others, for some count, log or refuse whom they judge, and the overview asks every few seconds.
	 */
	private static function is_rest_closed(): bool {
		$judges = self::judges();
		$known  = get_transient( self::CLOSED );
		if ( ! is_string( $known ) || 0 !== strpos( $known, $judges . ' ' ) ) {
			$known = $judges . ' ' . ( self::judge_rest() ? 'yes' : 'no' );
			set_transient( self::CLOSED, $known, self::CLOSED_SECONDS );
		}
		return $judges . ' yes' === $known;
	}

	public static function forget(): void {
		delete_transient( self::CLOSED );
	}

	/** Who they are, as far as it can be told without asking them. */
	private static function judges(): string {
		$names = array();
		foreach ( $GLOBALS['wp_filter']['rest_authentication_errors']->callbacks ?? array() as $priority => $callbacks ) {
			foreach ( $callbacks as $callback ) {
				$judge   = $callback['function'];
				$names[] = $priority . ' ' . ( is_string( $judge ) ? $judge : ( is_array( $judge ) ? ( is_object( $judge[0] ) ? get_class( $judge[0] ) : $judge[0] ) . '::' . $judge[1] : 'closure' ) );
			}
		}
		return hash( 'crc32b', implode( "\n", $names ) );
	}

	private static function judge_rest(): bool {
		$user = get_current_user_id();
		// WordPress's own judge the request that runs now, by its cookie and password: that is not the visitor's.
		$own = array(
			'rest_cookie_check_errors'               => 100,
			'rest_application_password_check_errors' => 90,
		);
		foreach ( $own as $judge => $priority ) {
			remove_filter( 'rest_authentication_errors', $judge, $priority );
		}
		wp_set_current_user( 0 );
		try {
			$verdict = apply_filters( 'rest_authentication_errors', null ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own.
		} catch ( \Throwable $error ) {
			// Whoever throws at a visitor lets none in.
			$verdict = new WP_Error();
		} finally {
			wp_set_current_user( $user );
			foreach ( $own as $judge => $priority ) {
				add_filter( 'rest_authentication_errors', $judge, $priority );
			}
		}
		return is_wp_error( $verdict );
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
