<?php
/**
 * Routes of the screen "Connect", of the question which site this is, and of disconnecting, for those who may manage the site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Disconnect_Orders;
use ArtworkRegistry\Orders\Site_Orders;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Sealed;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Sync\Clone_Guard;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Connect_Routes {
	use Owner_Routes;

	/** Base64 of at most 12 KiB: a form with a long description, sealed. */
	private const MAX_BOX = 16384;

	public static function register(): void {
		self::route( 'POST', 'site', 'site', array( 'answer' => self::one_of( Clone_Guard::ANSWERS ) ) );
		self::route(
			'POST',
			'hand-over',
			'hand_over',
			array(
				'kind' => self::one_of( Sealed::KINDS ),
				'box'  => array(
					'type'      => 'string',
					'pattern'   => '^[A-Za-z0-9+/]{64,}={0,2}$',
					'maxLength' => self::MAX_BOX,
					'required'  => true,
				),
			)
		);
		self::route(
			'POST',
			'setup',
			'setup',
			array(
				'mark' => self::one_of( Setup::MARKS ),
				'done' => array(
					'type'    => 'boolean',
					'default' => true,
				),
			)
		);
		// Without an answer the registry keeps all entries as they are.
		self::route(
			'POST',
			'disconnect',
			'disconnect',
			array( 'works' => array( 'required' => false, 'default' => 'leave' ) + self::one_of( Offboarding::MODES ) )
		);
		self::route( 'POST', 'disconnect/stop', 'stop_disconnecting' );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function site( WP_REST_Request $request ): WP_REST_Response {
		Site_Orders::answer( (string) $request['answer'] );
		return Screen_Routes::overview();
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function hand_over( WP_REST_Request $request ) {
		if ( null === Connection::find() ) {
			return new WP_Error( 'artwork_registry_not_paired', __( 'No sync service is connected. Connect it first.', 'artwork-registry-connector' ), array( 'status' => 409 ) );
		}
		Sealed::put( (string) $request['kind'], (string) $request['box'] );
		Wake_Up::send();
		return Screen_Routes::overview();
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function setup( WP_REST_Request $request ): WP_REST_Response {
		Setup::mark( (string) $request['mark'], (bool) $request['done'] );
		return Screen_Routes::overview();
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function disconnect( WP_REST_Request $request ): WP_REST_Response {
		Disconnect_Orders::begin( (string) $request['works'] );
		return Screen_Routes::overview();
	}

	public static function stop_disconnecting(): WP_REST_Response {
		Disconnect_Orders::cancel();
		return Screen_Routes::overview();
	}

	/**
	 * @param list<string> $words
	 * @return array<string, mixed>
	 */
	private static function one_of( array $words ): array {
		return array(
			'type'     => 'string',
			'enum'     => $words,
			'required' => true,
		);
	}
}
