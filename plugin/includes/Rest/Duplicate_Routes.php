<?php
/**
 * Routes of the card "possible duplicates", for those who may manage the site: the groups, the choice for one, and taking it back.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Duplicate_Orders;
use ArtworkRegistry\Store\Duplicates;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Duplicates_View;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Duplicate_Routes {
	use Owner_Routes;

	private const PER_PAGE = 10;
	private const PATH     = 'duplicates';

	public static function register(): void {
		self::staff_route(
			'GET',
			self::PATH,
			'page',
			array(
				'page' => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 100000,
					'default' => 1,
				),
			)
		);
		self::route_for_all(
			'POST',
			self::PATH . '/(?P<group>[0-9a-f]{16})/choose',
			'choose',
			array(
				'choice' => array(
					'type'     => 'string',
					'enum'     => Duplicates::CHOICES,
					'required' => true,
				),
			)
		);
		self::route_for_all( 'POST', self::PATH . '/(?P<group>[0-9a-f]{16})/undo', 'undo' );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function page( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		$total = Duplicates::count_groups();
		return new WP_REST_Response(
			array(
				'groups' => Duplicates_View::page( (int) $request['page'], self::PER_PAGE ),
				'total'  => $total,
				'pages'  => (int) ceil( $total / self::PER_PAGE ),
			)
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function choose( WP_REST_Request $request ) {
		$works = Duplicate_Orders::choose( (string) $request['group'], (string) $request['choice'] );
		return 0 === $works ? self::no_group() : new WP_REST_Response( array( 'works' => $works ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function undo( WP_REST_Request $request ) {
		$works = Duplicate_Orders::undo( (string) $request['group'] );
		return 0 === $works ? self::no_group() : new WP_REST_Response( array( 'works' => $works ) );
	}

	private static function no_group(): WP_Error {
		return new WP_Error( 'artwork_registry_no_group', __( 'These artworks no longer wait for a choice. Reload the page.', 'artwork-registry-connector' ), array( 'status' => 404 ) );
	}
}
