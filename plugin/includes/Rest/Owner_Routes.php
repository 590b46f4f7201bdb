<?php
/**
 * Routes of our own screens: for staff, who work with artworks, and for owners, who connect and change settings.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\View\Access;
use WP_Error;

trait Owner_Routes {
	public static function may(): bool {
		return Access::is_owner();
	}

	/** @return bool|WP_Error */
	public static function may_work() {
		return self::answer( Access::is_staff() );
	}

	/** @return bool|WP_Error */
	public static function may_order_all() {
		return self::answer( Access::is_staff() && Access::may_edit_every_work() );
	}

	/** @return bool|WP_Error False: WordPress asks to log in. */
	private static function answer( bool $may ) {
		return $may || ! is_user_logged_in() ? $may : self::refusal();
	}

	private static function refusal(): WP_Error {
		return new WP_Error( 'rest_forbidden', Access::refusal(), array( 'status' => 403 ) );
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

	/**
	 * A route of staff that is about all works at once, or about any of them without asking for the right to each.
	 *
	 * @param string                              $path    Below /screen/.
	 * @param string                              $handler Method of the class that has the route.
	 * @param array<string, array<string, mixed>> $args
	 */
	private static function route_for_all( string $method, string $path, string $handler, array $args = array() ): void {
		self::route_for( 'may_order_all', $method, $path, $handler, $args );
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
