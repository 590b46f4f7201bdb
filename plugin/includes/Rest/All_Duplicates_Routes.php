<?php
/**
 * Routes for one choice for all groups of possible duplicates, and for taking it back: a bounded number of groups a request, so that the
 * screen asks until none is left and shows how far it is.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Duplicate_Orders;
use ArtworkRegistry\Store\Duplicates;
use ArtworkRegistry\Store\Schema;
use WP_REST_Request;
use WP_REST_Response;

final class All_Duplicates_Routes {
	use Owner_Routes;

	public static function register(): void {
		self::route_for_all(
			'POST',
			'duplicates/choose-all',
			'choose',
			array(
				'choice'    => array(
					'type'     => 'string',
					'enum'     => Duplicates::CHOICES,
					'required' => true,
				),
				// The groups that the review before registering found, not those that the sync service holds.
				'in_review' => array(
					'type'     => 'boolean',
					'required' => true,
				),
				// As the answer before said.
				'after'     => array(
					'type'    => 'string',
					'pattern' => '^([0-9a-f]{16})?$',
					'default' => '',
				),
			)
		);
		self::route_for_all(
			'POST',
			'duplicates/undo-all',
			'undo',
			array(
				'groups' => array(
					'type'     => 'array',
					'items'    => array(
						'type'    => 'string',
						'pattern' => '^[0-9a-f]{16}$',
					),
					'minItems' => 1,
					'maxItems' => Duplicate_Orders::GROUPS,
					'required' => true,
				),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function choose( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		return new WP_REST_Response( Duplicate_Orders::choose_next( (string) $request['choice'], (bool) $request['in_review'], (string) $request['after'] ) );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function undo( WP_REST_Request $request ): WP_REST_Response {
		$groups = array_values( array_unique( array_map( 'strval', (array) $request['groups'] ) ) );
		return new WP_REST_Response( array( 'works' => Duplicate_Orders::undo_many( $groups ) ) );
	}
}
