<?php
/**
 * Routes of the editable list: works that need a field, and the saves of some of them at a time.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Log;
use ArtworkRegistry\Mapping\Place_Missing;
use ArtworkRegistry\Mapping\Place_Writer;
use ArtworkRegistry\Orders\Fix_Orders;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Fix_View;
use ArtworkRegistry\View\Works_Query;
use WP_REST_Request;
use WP_REST_Response;

final class Fix_Routes {
	use Owner_Routes;

	private const PER_PAGE = 50;
	/** Each save runs what other plugins do on a save, so a request stays short. */
	private const PER_SAVE = 10;

	public static function register(): void {
		$ids = array(
			'type'     => 'array',
			'items'    => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
			'maxItems' => 100,
			'default'  => array(),
		);
		self::staff_route(
			'GET',
			'fix',
			'read',
			array(
				// Works that nobody has decided about and that lack this field; else those that the registry refused.
				'lacking' => array(
					'type'    => 'string',
					'pattern' => '^[a-z_]{0,40}$',
					'default' => '',
				),
				// These works, whatever they lack.
				'ids'     => $ids,
				'page'    => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 100000,
					'default' => 1,
				),
			)
		);
		$field = array(
			'type'      => 'string',
			'maxLength' => 1000,
		);
		self::staff_route(
			'POST',
			'fix',
			'save',
			array(
				'works' => array(
					'type'     => 'array',
					'minItems' => 1,
					'maxItems' => self::PER_SAVE,
					'required' => true,
					'items'    => array(
						'type'                 => 'object',
						'required'             => array( 'id' ),
						'additionalProperties' => false,
						'properties'           => array(
							'id'     => array(
								'type'    => 'integer',
								'minimum' => 1,
							),
							'fields' => array(
								'type'                 => 'object',
								'additionalProperties' => false,
								'properties'           => array_fill_keys( Place_Writer::FIELDS, $field ),
							),
							// Instead of fields: what a save answered as `former`.
							'undo'   => array(
								'type'      => 'string',
								'maxLength' => 100000,
							),
						),
					),
				),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function read( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		$page    = (int) $request['page'];
		$lacking = (string) $request['lacking'];
		$ids     = array_values( array_map( 'intval', (array) $request['ids'] ) );
		$total   = count( $ids );
		if ( ! $ids && '' !== $lacking ) {
			$ids   = array_column( Checks::list( $lacking, $page, self::PER_PAGE ), 'external_id' );
			$total = Checks::count()['lacking'][ $lacking ] ?? 0;
		} elseif ( ! $ids ) {
			$ids   = array_column( Works_Query::list( array( 'attention' ), '', $page, self::PER_PAGE ), 'external_id' );
			$total = Works_Query::count( array( 'attention' ), '' );
		}
		return new WP_REST_Response(
			array(
				'works'   => Fix_View::many( $ids ),
				'total'   => $total,
				'artists' => Fix_View::artists(),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function save( WP_REST_Request $request ): WP_REST_Response {
		$errors  = array();
		$formers = array();
		$ids     = array();
		foreach ( (array) $request['works'] as $work ) {
			$id     = (int) $work['id'];
			$ids[]  = $id;
			$former = null;
			try {
				$error = isset( $work['undo'] )
					? Fix_Orders::undo( $id, (string) $work['undo'] )
					: Fix_Orders::save( $id, array_map( 'strval', (array) ( $work['fields'] ?? array() ) ), $former );
			} catch ( Place_Missing $missing ) {
				$error = __( 'A category or tag that the fields use is missing: its plugin or theme is switched off.', 'artwork-registry-connector' );
			} catch ( \Throwable $failure ) {
				Log::error( "Saving corrections of $id: " . $failure->getMessage() );
				$error = __( 'This artwork could not be saved: another plugin failed while it was saved.', 'artwork-registry-connector' );
			}
			if ( null !== $error ) {
				$errors[ (string) $id ] = $error;
			} elseif ( null !== $former && '' !== $former ) {
				$formers[ (string) $id ] = $former;
			}
		}
		Change_Collector::flush();
		return new WP_REST_Response(
			array(
				'works'  => Fix_View::many( $ids ),
				'errors' => (object) $errors,
				'former' => (object) $formers,
			)
		);
	}
}
