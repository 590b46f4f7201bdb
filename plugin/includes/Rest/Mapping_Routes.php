<?php
/**
 * Routes of the screen "Mapping": reading, looking at a work under it, saving. A source is shown to those who may edit all of its works,
 * because its fields may hold what is private, and the mapping says which of them become public.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Document;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Access;
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
		self::route_for_all( 'GET', self::PATH, 'read' );
		self::route_for_all(
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
		self::route_for_all(
			'GET',
			self::PATH . '/catalogue/(?P<source>[a-z0-9_-]{1,40})',
			'catalogue'
		);
		self::route_for_all(
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
		$view     = Mapping_View::read();
		$all      = array_column( $view['sources'], null, 'id' );
		$editable = self::editable( array_keys( $all ) );
		if ( count( $editable ) < count( $all ) ) {
			$view['sources'] = array_values( array_intersect_key( $all, array_flip( $editable ) ) );
			$view['notice']  = $view['notice'] ?? Access::refusal();
		}
		return new WP_REST_Response( $view );
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
		$sources = (array) $request['sources'];
		if ( array_keys( $sources ) !== self::editable( array_keys( $sources ) ) ) {
			return self::refusal();
		}
		// The form does not show the part of a source that the user may not edit, so that part stays.
		$stored   = Mapping_Document::stored()['chains'];
		$hidden   = array_diff( array_keys( $stored ), self::editable( array_keys( $stored ) ) );
		$problems = Mapping_Orders::save( $sources + array_intersect_key( $stored, array_flip( $hidden ) ) );
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
		if ( null === $source ) {
			return self::no_work();
		}
		return Access::may_edit_source( $source->id() ) ? new WP_REST_Response( Mapping_View::catalogue( $source ) ) : self::refusal();
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

	/**
	 * @param list<int|string> $sources Ids.
	 * @return list<int|string> Those whose works the user may edit.
	 */
	private static function editable( array $sources ): array {
		return array_values(
			array_filter(
				$sources,
				static function ( $id ): bool {
					return Access::may_edit_source( (string) $id );
				}
			)
		);
	}

	private static function no_work(): WP_Error {
		return new WP_Error( 'artwork_registry_no_work', __( 'There is no such artwork.', 'artwork-registry-connector' ), array( 'status' => 404 ) );
	}
}
