<?php
/**
 * Orders for several works at once, from the screen Artworks. Each work is checked by itself: works that the user may not publish are
 * counted and left as they are.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Certificate_Orders;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Change_Collector;
use WP_REST_Request;
use WP_REST_Response;

final class Bulk_Routes {
	use Owner_Routes;

	/** As many as one page of the screen shows. */
	private const MOST = 100;

	public static function register(): void {
		self::staff_route(
			'POST',
			'works/bulk',
			'order',
			array(
				'order'   => array(
					'type'     => 'string',
					'enum'     => array( 'register', 'stop-updating', 'retry', 'certificate' ),
					'required' => true,
				),
				// Names an order for certificates: sent twice, it issues one for each work.
				'request' => array(
					'type'   => 'string',
					'format' => 'uuid',
				),
				'ids'     => array(
					'type'     => 'array',
					'items'    => array(
						'type'    => 'integer',
						'minimum' => 1,
					),
					'minItems' => 1,
					'maxItems' => self::MOST,
					'required' => true,
				),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function order( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		Change_Collector::flush();
		$ids     = array_values( array_unique( array_map( 'intval', (array) $request['ids'] ) ) );
		$allowed = array_values( array_filter( $ids, array( Owner_Orders::class, 'may_order' ) ) );
		switch ( (string) $request['order'] ) {
			case 'register':
				$done = Owner_Orders::register_many( $allowed );
				break;
			case 'stop-updating':
				$done = Owner_Orders::stop_updating_many( $allowed );
				break;
			case 'certificate':
				$done = Certificate_Orders::issue_many( $allowed, (string) ( $request['request'] ?? wp_generate_uuid4() ) );
				break;
			default:
				$done = Owner_Orders::retry_many( $allowed );
		}
		return new WP_REST_Response(
			array(
				'done'    => $done,
				'refused' => count( $ids ) - count( $allowed ),
			)
		);
	}
}
