<?php
/**
 * Routes of "What counts as an artwork", for those who may manage the site. A choice by which works leave the registry is saved only with
 * the number of works that the owner has seen.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Source_Orders;
use ArtworkRegistry\Source\Choice_Form;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Sources_View;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Sources_Routes {
	use Owner_Routes;

	private const PATH = 'sources';

	public static function register(): void {
		$sources = array(
			'sources' => array(
				'type'                 => 'object',
				'required'             => true,
				'additionalProperties' => array( 'type' => 'object' ),
			),
		);
		self::route( 'GET', self::PATH, 'read' );
		self::route( 'POST', self::PATH . '/look', 'look', $sources );
		self::route(
			'POST',
			self::PATH,
			'save',
			$sources + array(
				'base'    => array(
					'type'     => 'string',
					'pattern'  => '^[0-9a-f]{16}$',
					'required' => true,
				),
				// The number of leaving works that the owner has seen.
				'leaving' => array(
					'type'    => 'integer',
					'minimum' => 0,
					'default' => 0,
				),
			)
		);
	}

	public static function read(): WP_REST_Response {
		Schema::upgrade();
		return new WP_REST_Response( Sources_View::read() );
	}

	/**
	 * What the choice would do. Changes nothing.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function look( WP_REST_Request $request ) {
		$next = Choice_Form::read( (array) $request['sources'] );
		return $next instanceof WP_Error ? $next : new WP_REST_Response( Source_Orders::consequences( $next ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function save( WP_REST_Request $request ) {
		Schema::upgrade();
		Change_Collector::flush();
		if ( Source_Choice::current()->hash() !== $request['base'] ) {
			return new WP_Error( 'artwork_registry_sources_changed', __( 'Somebody else has changed this meanwhile. Reload the page to see it, then choose again.', 'artwork-registry-connector' ), array( 'status' => 409 ) );
		}
		$next = Choice_Form::read( (array) $request['sources'] );
		if ( $next instanceof WP_Error ) {
			return $next;
		}
		if ( Source_Orders::consequences( $next )['leaving'] > (int) $request['leaving'] ) {
			return new WP_Error( 'artwork_registry_works_leave', __( 'More artworks would leave the registry than you were shown. Save again to see how many.', 'artwork-registry-connector' ), array( 'status' => 409 ) );
		}
		Source_Orders::save( $next );
		return self::read();
	}
}
