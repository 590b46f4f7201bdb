<?php
/**
 * Routes of the screen "Mapping", for those who may manage the site: reading, looking at a work under it, saving.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Document;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Mapping_View;
use ArtworkRegistry\View\Preview;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

final class Mapping_Routes {
	use Owner_Routes;

	private const PATH = 'mapping';

	public static function register(): void {
		self::staff_route( 'GET', self::PATH, 'read' );
		self::staff_route(
			'POST',
			self::PATH,
			'save',
			array(
				'sources' => Mapping_Document::schema(),
				'base'    => array(
					'type'     => 'string',
					'pattern'  => '^[0-9a-f]{16}$',
					'required' => true,
				),
			)
		);
		self::staff_route(
			'GET',
			self::PATH . '/catalogue/(?P<source>[a-z0-9_-]{1,40})',
			'catalogue'
		);
		self::staff_route(
			'POST',
			self::PATH . '/preview',
			'preview',
			array(
				'id'      => array(
					'type'     => 'integer',
					'minimum'  => 1,
					'required' => true,
				),
				'sources' => array( 'required' => false ) + Mapping_Document::schema(),
			)
		);
	}

	public static function read(): WP_REST_Response {
		Schema::upgrade();
		return new WP_REST_Response( Mapping_View::read() );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function save( WP_REST_Request $request ) {
		Schema::upgrade();
		if ( Mapping::current()->hash() !== $request['base'] ) {
			return new WP_Error( 'artwork_registry_mapping_changed', __( 'Somebody else has saved the mapping meanwhile. Reload the page to see it, then make your changes again.', 'artwork-registry-connector' ), array( 'status' => 409 ) );
		}
		$problems = Mapping_Orders::save( (array) $request['sources'] );
		if ( $problems ) {
			return new WP_Error(
				'artwork_registry_mapping_wrong',
				__( 'Nothing was saved: some fields need a correction. It is written beside each of them.', 'artwork-registry-connector' ),
				array(
					'status'   => 422,
					'problems' => $problems,
				)
			);
		}
		return self::read();
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function catalogue( WP_REST_Request $request ) {
		$source = Sources::get( (string) $request['source'] );
		return null === $source ? self::no_work() : new WP_REST_Response( Mapping_View::catalogue( $source ) );
	}

	/**
	 * One work under the mapping in the form, or under the saved one.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function preview( WP_REST_Request $request ) {
		$post   = get_post( (int) $request['id'] );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		if ( ! $post instanceof WP_Post || null === $source || ! current_user_can( 'edit_post', $post->ID ) ) {
			return self::no_work();
		}
		$read = is_array( $request['sources'] ) ? Mapping_Document::read( $request['sources'] ) : null;
		return new WP_REST_Response(
			Preview::of( $source, $post, null === $read ? Mapping::current() : new Mapping( $read['chains'] ) )
			+ array( 'problems' => $read['problems'] ?? array() )
		);
	}

	private static function no_work(): WP_Error {
		return new WP_Error( 'artwork_registry_no_work', __( 'There is no such artwork.', 'artwork-registry-connector' ), array( 'status' => 404 ) );
	}
}
