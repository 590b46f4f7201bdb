<?php
/**
 * Routes of the choice whether variations are works: for the shop, for those who may manage the site; for one product, for those who
 * may publish it. A preview says what a choice would do.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Guarded_Answer;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;
use ArtworkRegistry\Work\Variation_Check;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

final class Variation_Routes {
	use Owner_Routes;

	private const PATH = 'variations';

	public static function register(): void {
		$choice = array(
			'mode'  => array(
				'type'     => 'string',
				'enum'     => Variation_Choice::MODES,
				'required' => true,
			),
			'title' => array(
				'type'     => 'string',
				'required' => true,
			),
		);
		self::route( 'GET', self::PATH, 'read' );
		self::route( 'POST', self::PATH, 'save', $choice );
		self::route( 'POST', self::PATH . '/preview', 'preview', $choice );
		$id = array(
			'type'    => 'integer',
			'minimum' => 1,
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/products/(?P<id>\d+)/variations/(?P<order>register|stop-updating)',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'order_product' ),
				'permission_callback' => array( self::class, 'may_edit' ),
				'args'                => array( 'id' => $id ),
			)
		);
		foreach ( array(
			'GET'  => 'read_product',
			'POST' => 'save_product',
		) as $method => $handler ) {
			register_rest_route(
				'artwork-registry/v1',
				'/screen/products/(?P<id>\d+)/variations',
				array(
					'methods'             => $method,
					'callback'            => array( self::class, $handler ),
					'permission_callback' => array( self::class, 'may_edit' ),
					'args'                => array(
						'id'     => $id,
						'choice' => array(
							'type'     => 'string',
							'enum'     => Variation_Choice::OF_PRODUCT,
							'required' => 'POST' === $method,
						),
					),
				)
			);
		}
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return bool|WP_Error
	 */
	public static function may_edit( WP_REST_Request $request ) {
		$id = (int) $request['id'];
		return Guarded_Answer::permit(
			static function () use ( $id ): bool {
				return Product_Source::TYPE === get_post_type( $id ) && Owner_Orders::may_order( $id );
			}
		);
	}

	/**
	 * "Register" and "Stop updating" for all variations of a product.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function order_product( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		Change_Collector::flush();
		if ( 'register' === $request['order'] ) {
			Owner_Orders::register( (int) $request['id'] );
		} else {
			Owner_Orders::stop_updating( (int) $request['id'] );
		}
		return self::read_product( $request );
	}

	public static function read(): WP_REST_Response {
		Schema::upgrade();
		return new WP_REST_Response(
			array_intersect_key( Variation_Choice::get(), array_flip( array( 'mode', 'title' ) ) )
			+ array( 'has_products' => Variations::are_there() )
		);
	}

	/**
	 * The titles the variations would have, and how many works would leave and come.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function preview( WP_REST_Request $request ): WP_REST_Response {
		$mode = (string) $request['mode'];
		return new WP_REST_Response( Variation_Check::of_shop( $mode, trim( (string) $request['title'] ) ) + Variation_Orders::count( $mode ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function save( WP_REST_Request $request ) {
		Schema::upgrade();
		$problem = Variation_Orders::save( (string) $request['mode'], (string) $request['title'] );
		return null === $problem ? self::read() : self::refused( $problem );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function read_product( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		Connection::set_watched();
		$id   = (int) $request['id'];
		$post = get_post( $id );
		$row  = Works_Query::find( $id );
		return new WP_REST_Response(
			array(
				'mode'        => Variation_Choice::mode(),
				'choice'      => Variation_Choice::of_product( $id ),
				'is_variable' => has_term( 'variable', 'product_type', $id ),
				'is_split'    => $post instanceof WP_Post && Variations::is_split( $post ),
				// The product as one work, if the registry has it as one.
				'product'     => null === $row ? null : Work_View::many( array( $row ) )[0],
				'connected'   => null !== Connection::find(),
				'works'       => Work_View::many( Works_Query::list_variations( $id ) ),
				'if_each'     => Variation_Orders::count( null, $id, 'each' ),
				'if_product'  => Variation_Orders::count( null, $id, 'product' ),
			)
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function save_product( WP_REST_Request $request ) {
		Schema::upgrade();
		Change_Collector::flush();
		$problem = Variation_Orders::save_product( (int) $request['id'], (string) $request['choice'] );
		return null === $problem ? self::read_product( $request ) : self::refused( $problem );
	}

	private static function refused( string $problem ): WP_Error {
		return new WP_Error( 'artwork_registry_variations', $problem, array( 'status' => 422 ) );
	}
}
