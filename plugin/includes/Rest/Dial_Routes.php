<?php
/**
 * The request of an open admin page that lets this site call its sync service where PHP cannot continue after a response. Nobody waits for
 * its answer, and it orders nothing, so everybody who may edit may send it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Protocol\Outbound_Calls;
use WP_REST_Request;
use WP_REST_Response;

final class Dial_Routes {
	private const SECONDS = 5.0;

	public static function register(): void {
		register_rest_route(
			'artwork-registry/v1',
			'/screen/dial',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'dial' ),
				'permission_callback' => static function (): bool {
					return current_user_can( 'edit_posts' );
				},
				'args'                => array(
					'reason' => array(
						'type' => array( 'string', 'null' ),
						'enum' => array( 'change', 'screen', null ),
					),
				),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function dial( WP_REST_Request $request ): WP_REST_Response {
		$reason = $request['reason'];
		return new WP_REST_Response( array( 'next_in' => Outbound_Calls::run( is_string( $reason ) ? $reason : null, self::SECONDS ) ) );
	}
}
