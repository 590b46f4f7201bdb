<?php
/**
 * The ways in for the sync service: REST routes, and admin-ajax.php where a host or another plugin has closed REST.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Exact_Output;
use ArtworkRegistry\Protocol\Answer;
use ArtworkRegistry\Protocol\Daemon_Api;
use ArtworkRegistry\Protocol\Loopback;
use ArtworkRegistry\Protocol\Protocol_Error;
use ArtworkRegistry\Protocol\Signed_Request;
use ArtworkRegistry\Store\Printed_Early;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

final class Daemon_Routes {
	private const NAMES = 'pair|poll|changes|ack|report|event|review';

	public static function register(): void {
		register_rest_route(
			'artwork-registry/v1',
			'/daemon/(?P<name>' . self::NAMES . ')',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'handle' ),
				// Daemon_Api checks the signature, because refusals have to be signed, too.
				'permission_callback' => '__return_true',
				'show_in_index'       => false,
				'args'                => array( 'name' => array( 'type' => 'string' ) ),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function handle( WP_REST_Request $request ): WP_REST_Response {
		$answer   = self::answer(
			(string) $request->get_url_params()['name'],
			$request->get_body(),
			static function ( string $name ) use ( $request ): string {
				return (string) $request->get_header( $name );
			}
		);
		$response = new WP_REST_Response( json_decode( $answer->body, true ), $answer->status, $answer->headers );
		// Pass the signed bytes on: WordPress would encode the data again, and the signature would not match.
		$response->set_matched_route( (string) $request->get_route() );
		self::$answers[ spl_object_id( $request ) ] = $answer;
		return $response;
	}

	/** @var array<int, Answer> By the object id of its request. */
	private static $answers = array();

	/**
	 * rest_pre_serve_request: serves exactly the signed bytes.
	 *
	 * @param bool                                  $served
	 * @param mixed                                 $result
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param WP_REST_Server                        $server
	 */
	public static function serve( $served, $result, $request, $server ): bool {
		$answer = self::$answers[ spl_object_id( $request ) ] ?? null;
		if ( null === $answer || $served ) {
			return (bool) $served;
		}
		unset( self::$answers[ spl_object_id( $request ) ] );
		$answer->send();
		return true;
	}

	/** wp_ajax_(nopriv_)artwork_registry */
	public static function serve_ajax(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- signed by the sync service, see Daemon_Api.
		$route = isset( $_GET['route'] ) ? sanitize_text_field( wp_unslash( $_GET['route'] ) ) : '';
		if (
			! preg_match( '#^/artwork-registry/v1/daemon/(' . self::NAMES . ')$#', $route, $match )
			|| 'post' !== sanitize_key( $_SERVER['REQUEST_METHOD'] ?? '' )
		) {
			status_header( 404 );
			exit;
		}
		self::answer(
			$match[1],
			(string) file_get_contents( 'php://input' ),
			static function ( string $name ): string {
				$key = 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) );
				// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared and verified byte by byte.
				return isset( $_SERVER[ $key ] ) ? (string) wp_unslash( $_SERVER[ $key ] ) : '';
			}
		)->send();
		exit;
	}

	/** @param callable(string): string $header */
	private static function answer( string $name, string $body, callable $header ): Answer {
		$request = new Signed_Request( $name, $body, $header );
		$place   = Exact_Output::printed_at();
		if ( Printed_Early::is_news( $place ) && Daemon_Api::is_from_service( $request ) ) {
			Printed_Early::record( $place );
		}
		if ( null !== $place ) {
			// Nothing is done for a call that cannot be answered: the service asks again in another way, or this site calls it.
			$message = 'Something on this site prints before this answer, so it cannot be signed; Site Health names the place.';
			return Answer::of_error( new Protocol_Error( 500, 'printed_early', $message ) );
		}
		return Daemon_Api::answer( $request, is_ssl() || Loopback::is_on_this_machine() );
	}
}
