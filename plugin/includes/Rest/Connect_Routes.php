<?php
/**
 * Routes of the screen "Connect" and of the question which site this is, for those who may manage the site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Sync\Clone_Guard;
use WP_REST_Request;
use WP_REST_Response;

final class Connect_Routes {
	public static function register(): void {
		self::route(
			'site',
			'site',
			array(
				'answer' => array(
					'type'     => 'string',
					'enum'     => Clone_Guard::ANSWERS,
					'required' => true,
				),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function site( WP_REST_Request $request ): WP_REST_Response {
		Clone_Guard::answer( (string) $request['answer'] );
		return Screen_Routes::overview();
	}

	/** @param array<string, array<string, mixed>> $args */
	private static function route( string $path, string $handler, array $args ): void {
		register_rest_route(
			'artwork-registry/v1',
			'/screen/' . $path,
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, $handler ),
				'permission_callback' => array( Screen_Routes::class, 'may' ),
				'args'                => $args,
			)
		);
	}
}
