<?php
/**
 * Routes of our own screens, for those who may manage the site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

trait Owner_Routes {
	public static function may(): bool {
		return current_user_can( 'manage_options' );
	}

	/**
	 * @param string                              $path    Below /screen/.
	 * @param string                              $handler Method of the class that has the route.
	 * @param array<string, array<string, mixed>> $args
	 */
	private static function route( string $method, string $path, string $handler, array $args = array() ): void {
		register_rest_route(
			'artwork-registry/v1',
			'/screen/' . $path,
			array(
				'methods'             => $method,
				'callback'            => array( self::class, $handler ),
				'permission_callback' => array( self::class, 'may' ),
				'args'                => $args,
			)
		);
	}
}
