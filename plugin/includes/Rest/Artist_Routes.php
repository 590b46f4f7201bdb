<?php
/**
 * Routes of the screen "Artists". They only read: a name is changed work by work through the routes of the editable list, so that
 * every plugin that follows saves sees each work saved once.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Mapping\Place_Missing;
use ArtworkRegistry\Mapping\Place_Reader;
use ArtworkRegistry\Mapping\Place_Writer;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Artists;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Artists_View;
use ArtworkRegistry\View\Work_Names;
use ArtworkRegistry\Work\Work_Loader;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

final class Artist_Routes {
	use Owner_Routes;

	private const PATH     = 'artists';
	private const PER_PAGE = 20;
	/** Works of an artist in one answer. */
	private const WORKS = 200;

	public static function register(): void {
		self::staff_route(
			'GET',
			self::PATH,
			'read',
			array(
				'search'  => array(
					'type'      => 'string',
					'maxLength' => 200,
					'default'   => '',
				),
				'orderby' => array(
					'type'    => 'string',
					'enum'    => Artists::ORDERS,
					'default' => Artists::ORDERS[0],
				),
				'page'    => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 100000,
					'default' => 1,
				),
			)
		);
		self::staff_route(
			'GET',
			self::PATH . '/(?P<key>[0-9a-f]{16})/works',
			'works',
			array(
				'after' => array(
					'type'    => 'integer',
					'minimum' => 0,
					'default' => 0,
				),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function read( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		$search = trim( (string) $request['search'] );
		$total  = Artists::count( $search );
		$run    = Checks::find_run();
		return new WP_REST_Response(
			array(
				// The works are read by the review, piece by piece; until then the list is not whole.
				'is_done' => null !== $run && $run['is_done'],
				'artists' => Artists_View::page( $search, (string) $request['orderby'], (int) $request['page'], self::PER_PAGE ),
				'total'   => $total,
				'pages'   => (int) ceil( $total / self::PER_PAGE ),
				'without' => Artists::count_without(),
			)
		);
	}

	/**
	 * The works of an artist whose name can be changed here, and those where it cannot: those that the user may not edit, whose name comes from
	 * a place that takes no text, or that list several artists one by one, which a text would make one.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function works( WP_REST_Request $request ): WP_REST_Response {
		$ids   = Artists::works( (string) $request['key'], (int) $request['after'], self::WORKS );
		$found = array();
		foreach ( Work_Loader::load( $ids ) as list( $post ) ) {
			if ( self::can_rename( $post ) ) {
				$found[] = (string) $post->ID;
			}
		}
		$left = array();
		foreach ( array_diff( $ids, array_map( 'intval', $found ) ) as $id ) {
			$left[] = array(
				'external_id' => (string) $id,
				'title'       => Work_Names::title( $id ),
				'edit_url'    => Work_Names::edit_url( $id ),
			);
		}
		return new WP_REST_Response(
			array(
				'ids'   => $found,
				'left'  => $left,
				// Where the next call continues; null: these were the last.
				'after' => self::WORKS === count( $ids ) ? end( $ids ) : null,
			)
		);
	}

	private static function can_rename( WP_Post $post ): bool {
		$source = Sources::of_type( $post->post_type );
		if ( null === $source || ! current_user_can( 'edit_post', $post->ID ) ) {
			return false;
		}
		try {
			$place = Place_Writer::find( $source, $post, 'artist_name' );
			return null !== $place
				&& ( 'standard' === $place['from'] || count( Place_Reader::values( $post, $place['from'], $place['key'] ) ) <= 1 );
		} catch ( Place_Missing $missing ) {
			return false;
		}
	}
}
