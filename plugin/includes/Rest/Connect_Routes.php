<?php
/**
 * Routes of the screen "Connect", of the question which site this is, and of disconnecting, for those who may manage the site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Connect_Orders;
use ArtworkRegistry\Orders\Disconnect_Orders;
use ArtworkRegistry\Orders\Site_Orders;
use ArtworkRegistry\Protocol\Service_Error;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Sealed;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\View\Connect_Texts;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Connect_Routes {
	use Owner_Routes;

	/** Base64 of at most 12 KiB: a form with a long description, sealed. */
	private const MAX_BOX = 16384;

	public static function register(): void {
		self::route( 'POST', 'site', 'site', array( 'answer' => self::one_of( Clone_Guard::ANSWERS ) ) );
		self::route( 'POST', 'connect/look', 'look', array( 'address' => self::text( 500 ) ) );
		self::route( 'POST', 'connect/agree', 'agree', array( 'offer' => self::text( 64 ) ) );
		self::route( 'POST', 'connect/cancel', 'cancel' );
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
			array(
				'works' => array(
					'required' => false,
					'default'  => 'leave',
				) + self::one_of( Offboarding::MODES ),
			)
		);
		self::route( 'POST', 'disconnect/stop', 'stop_disconnecting' );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function look( WP_REST_Request $request ) {
		return self::attempt(
			static function () use ( $request ): void {
				Connect_Orders::look( (string) $request['address'] );
			}
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function agree( WP_REST_Request $request ) {
		return self::attempt(
			static function () use ( $request ): void {
				Connect_Orders::agree( (string) $request['offer'] );
			}
		);
	}

	public static function cancel(): WP_REST_Response {
		Connect_Orders::cancel();
		return Screen_Routes::overview();
	}

	/** @return WP_REST_Response|WP_Error */
	private static function attempt( callable $act ) {
		try {
			$act();
		} catch ( Service_Error $error ) {
			return new WP_Error( 'artwork_registry_' . $error->error_code, Connect_Texts::of( $error->error_code, $error->detail ), array( 'status' => 422 ) );
		}
		return Screen_Routes::overview();
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

	/** @return array<string, mixed> */
	private static function text( int $max ): array {
		return array(
			'type'      => 'string',
			'minLength' => 1,
			'maxLength' => $max,
			'required'  => true,
		);
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
