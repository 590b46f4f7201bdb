<?php
/**
 * Routes of the screens Overview, Artworks, Activity and Settings.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Setting_Orders;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Source\Artwork_Archive;
use ArtworkRegistry\Store\Bulk_Removal;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Event_View;
use ArtworkRegistry\View\Overview;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Screen_Routes {
	use Owner_Routes;

	private const PER_PAGE        = 20;
	private const EVENTS_PER_PAGE = 50;

	private const SEARCH = array(
		'type'      => 'string',
		'maxLength' => 200,
		'default'   => '',
	);
	private const PAGE   = array(
		'type'    => 'integer',
		'minimum' => 1,
		'maximum' => 100000,
		'default' => 1,
	);

	public static function register(): void {
		self::staff_route( 'GET', 'overview', 'read' );
		self::staff_route(
			'GET',
			'works',
			'works',
			array(
				'view'     => array(
					'type'    => 'array',
					'items'   => array(
						'type' => 'string',
						'enum' => Works_Query::VIEWS,
					),
					'default' => array(),
				),
				'search'   => self::SEARCH,
				'page'     => self::PAGE,
				'per_page' => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 100,
					'default' => self::PER_PAGE,
				),
				'orderby'  => array(
					'type'    => 'string',
					'enum'    => Works_Query::ORDERS,
					'default' => Works_Query::ORDERS[0],
				),
				'order'    => array(
					'type'    => 'string',
					'enum'    => array( 'asc', 'desc' ),
					'default' => 'desc',
				),
			)
		);
		self::staff_route(
			'GET',
			'activity',
			'activity',
			array(
				'kind'   => array(
					'type'    => 'string',
					'enum'    => array_merge( array( '' ), Events::KINDS ),
					'default' => '',
				),
				'search' => self::SEARCH,
				'page'   => self::PAGE,
			)
		);
		self::route( 'POST', 'pairing-code', 'pairing_code' );
		self::route_for_all( 'POST', 'register-all', 'register_all' );
		self::staff_route( 'POST', 'sync', 'sync' );
		self::route_for_all(
			'POST',
			'bulk-removal',
			'bulk_removal',
			array(
				'answer' => array(
					'type'     => 'string',
					'enum'     => Bulk_Removal::ANSWERS,
					'required' => true,
				),
			)
		);
		self::route(
			'POST',
			'settings',
			'settings',
			array(
				'register_mode'      => array(
					'type' => 'string',
					'enum' => Settings::REGISTER_MODES,
				),
				'on_leave'           => array(
					'type' => 'string',
					'enum' => Settings::ON_LEAVE,
				),
				'deliveries'         => array(
					'type' => 'string',
					'enum' => Settings::DELIVERIES,
				),
				'mail_on'            => array(
					'type' => 'string',
					'enum' => Settings::MAIL_ON,
				),
				'summary_on'         => array(
					'type' => 'string',
					'enum' => Settings::MAIL_ON,
				),
				'mail_to'            => array(
					'type'              => 'string',
					'maxLength'         => 200,
					'validate_callback' => array( self::class, 'is_mail_address' ),
				),
				'on_delete'          => array(
					'type' => 'string',
					'enum' => Settings::ON_DELETE,
				),
				'artworks_on_delete' => array(
					'type' => 'string',
					'enum' => Settings::ARTWORKS_ON_DELETE,
				),
				'archive_slug'       => array(
					'type'              => 'string',
					'maxLength'         => 60,
					'sanitize_callback' => array( self::class, 'clean_slug' ),
					'validate_callback' => array( self::class, 'is_free_address' ),
				),
				'show_art_id'        => array(
					'type' => 'string',
					'enum' => Settings::SHOW,
				),
				'certify_sales'      => array(
					'type' => 'string',
					'enum' => Settings::SHOW,
				),
				'reserved_as'        => array(
					'type' => 'string',
					'enum' => Settings::RESERVED_AS,
				),
			)
		);
	}

	/**
	 * @param mixed $value
	 * @return true|WP_Error
	 */
	public static function is_mail_address( $value ) {
		return is_string( $value ) && ( '' === $value || is_email( $value ) ) ? true
			: new WP_Error( 'rest_invalid_param', __( 'Enter a valid email address, or leave the field empty.', 'artwork-registry-connector' ) );
	}

	/** @param mixed $value */
	public static function clean_slug( $value ): string {
		return strtolower( trim( is_string( $value ) ? $value : '', " /\t\n" ) );
	}

	/**
	 * @param mixed $value
	 * @return true|WP_Error
	 */
	public static function is_free_address( $value ) {
		$slug    = self::clean_slug( $value );
		$problem = Settings::get()['archive_slug'] === $slug ? null : Artwork_Archive::problem( $slug );
		return null === $problem ? true : new WP_Error( 'rest_invalid_param', $problem );
	}

	/** The answer to an order: what it changed is always sent. */
	public static function overview(): WP_REST_Response {
		Schema::upgrade();
		Connection::set_watched();
		return new WP_REST_Response( Overview::read() );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function read( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		Connection::set_watched();
		$overview = Overview::read();
		return Fresh_Answer::of( $request, $overview, Overview::essence( $overview ) );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function works( WP_REST_Request $request ): WP_REST_Response {
		$views    = array_values( (array) $request['view'] );
		$search   = trim( (string) $request['search'] );
		$per_page = (int) $request['per_page'];
		$found    = Works_Query::page( $views, $search, (int) $request['page'], $per_page, (string) $request['orderby'], 'asc' === $request['order'] );
		return Fresh_Answer::of(
			$request,
			array(
				'works' => Work_View::many( $found['works'] ),
				'total' => $found['total'],
				'pages' => (int) ceil( $found['total'] / $per_page ),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function activity( WP_REST_Request $request ): WP_REST_Response {
		$kind   = (string) $request['kind'];
		$search = trim( (string) $request['search'] );
		$offset = ( (int) $request['page'] - 1 ) * self::EVENTS_PER_PAGE;
		return Fresh_Answer::of(
			$request,
			array(
				'events' => Event_View::many( Events::list_newest( self::EVENTS_PER_PAGE, $offset, $kind, $search ) ),
				'pages'  => (int) ceil( Events::count( $kind, $search ) / self::EVENTS_PER_PAGE ),
			)
		);
	}

	public static function pairing_code(): WP_REST_Response {
		$code = Pairing::new_code();
		return new WP_REST_Response(
			array(
				'code'       => $code['code'],
				'expires_at' => Clock::iso( $code['expires_at'] ),
				'command'    => 'sudo artwork-registry-daemon pair --site ' . home_url() . ' --code ' . $code['code'],
			)
		);
	}

	/** Answers only with the number of works, so that the order takes the same short time for any catalogue. */
	public static function register_all(): WP_REST_Response {
		return new WP_REST_Response( array( 'works' => Owner_Orders::register_all() ) );
	}

	public static function sync(): WP_REST_Response {
		Owner_Orders::sync();
		return self::overview();
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function bulk_removal( WP_REST_Request $request ) {
		foreach ( Bulk_Removal::sources() as $source ) {
			if ( ! Access::may_edit_source( $source ) ) {
				return self::refusal();
			}
		}
		Owner_Orders::answer_bulk_removal( (string) $request['answer'] );
		return self::overview();
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function settings( WP_REST_Request $request ): WP_REST_Response {
		Setting_Orders::save( $request->get_params() );
		return self::overview();
	}
}
