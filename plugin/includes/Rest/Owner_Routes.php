<?php
/**
 * Routes of our own screens: for staff, who work with artworks, and for owners, who connect and change settings.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Access;

trait Owner_Routes {
	public static function may(): bool {
		return Access::is_owner();
	}

	public static function may_work(): bool {
		return Access::is_staff();
	}

	/**
	 * @param string                              $path    Below /screen/.
	 * @param string                              $handler Method of the class that has the route.
	 * @param array<string, array<string, mixed>> $args
	 */
	private static function route( string $method, string $path, string $handler, array $args = array() ): void {
		self::route_for( 'may', $method, $path, $handler, $args );
	}

	/**
	 * A route that staff may use, too.
	 *
	 * @param string                              $path    Below /screen/.
	 * @param string                              $handler Method of the class that has the route.
	 * @param array<string, array<string, mixed>> $args
	 */
	private static function staff_route( string $method, string $path, string $handler, array $args = array() ): void {
		self::route_for( 'may_work', $method, $path, $handler, $args );
	}

	/** @param array<string, array<string, mixed>> $args */
	private static function route_for( string $permission, string $method, string $path, string $handler, array $args ): void {
		register_rest_route(
			'artwork-registry/v1',
			'/screen/' . $path,
			array(
				'methods'             => $method,
				'callback'            => array( self::class, $handler ),
				'permission_callback' => array( self::class, $permission ),
				'args'                => $args,
			)
		);
	}
}
