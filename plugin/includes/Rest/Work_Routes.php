<?php
/**
 * Routes about one work, for the editor panel and the table: whoever may edit the work may publish or exclude it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Works_Query;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Owner_Orders;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Work_Routes {
	public static function register(): void {
		$id = array(
			'id' => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)',
			array(
				'methods'             => 'GET',
				'callback'            => array( self::class, 'read' ),
				'permission_callback' => array( self::class, 'may' ),
				'args'                => $id,
			)
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)/(?P<order>publish|exclude|retry|recheck)',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'order' ),
				'permission_callback' => array( self::class, 'may' ),
				'args'                => $id,
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function may( WP_REST_Request $request ): bool {
		$id   = (int) $request['id'];
		$type = get_post_type( $id );
		// A work whose post is gone can only be looked after by those who manage the site.
		return false === $type ? current_user_can( 'manage_options' ) : null !== Sources::of_type( $type ) && current_user_can( 'edit_post', $id );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function read( WP_REST_Request $request ) {
		Tables::upgrade();
		Connection::set_watched();
		return self::answer( (int) $request['id'] );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function order( WP_REST_Request $request ) {
		Tables::upgrade();
		Change_Collector::flush();
		$id = (int) $request['id'];
		switch ( (string) $request['order'] ) {
			case 'publish':
				Owner_Orders::publish( $id );
				break;
			case 'exclude':
				Owner_Orders::exclude( $id );
				break;
			case 'retry':
				Owner_Orders::retry( $id );
				break;
			default:
				Owner_Orders::recheck( $id );
		}
		return self::answer( $id );
	}

	/** @return WP_REST_Response|WP_Error */
	private static function answer( int $id ) {
		$row = Works_Query::find( $id );
		if ( null === $row ) {
			return new WP_Error( 'artwork_registry_no_work', __( 'There is no such work.', 'artwork-registry-connector' ), array( 'status' => 404 ) );
		}
		return new WP_REST_Response( array( 'connected' => null !== Connection::find() ) + Work_View::of( $row ) );
	}
}
