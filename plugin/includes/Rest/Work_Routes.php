<?php
/**
 * Routes about one work, for the editor panel and the table. Users who may edit the post read its state; users who may publish it
 * register it or stop its updates.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Offer;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Error_Texts;
use ArtworkRegistry\View\Event_View;
use ArtworkRegistry\View\Guarded_Answer;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;
use ArtworkRegistry\Work\Work_Builder;
use ArtworkRegistry\Work\Work_Content;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

final class Work_Routes {
	/** Of a timeline. */
	private const LINES = 50;

	public static function register(): void {
		$id = array(
			'id' => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)',
			array(
				'methods'             => 'GET',
				'callback'            => array( self::class, 'read' ),
				'permission_callback' => array( self::class, 'may' ),
				'args'                => $id,
			)
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)/(?P<order>' . implode( '|', Owner_Orders::ORDERS ) . ')',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'order' ),
				'permission_callback' => array( self::class, 'may_order' ),
				'args'                => $id,
			)
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)/content',
			array(
				'methods'             => 'GET',
				'callback'            => array( self::class, 'content' ),
				'permission_callback' => array( self::class, 'may' ),
				'args'                => $id,
			)
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)/timeline',
			array(
				'methods'             => 'GET',
				'callback'            => array( self::class, 'timeline' ),
				'permission_callback' => array( self::class, 'may' ),
				'args'                => $id,
			)
		);
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)/availability',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'mark' ),
				'permission_callback' => array( self::class, 'may_order' ),
				'args'                => $id + array(
					'availability' => array(
						'type'     => 'string',
						'enum'     => array_merge( array( '' ), Product_Offer::MARKS ),
						'required' => true,
					),
				),
			)
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return bool|WP_Error
	 */
	public static function may( WP_REST_Request $request ) {
		return Guarded_Answer::permit(
			static function () use ( $request ): bool {
				return Access::may_see_work( (int) $request['id'] );
			}
		);
	}

	/**
	 * Registry entries are public, so registering needs the right to publish the post.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return bool|WP_Error
	 */
	public static function may_order( WP_REST_Request $request ) {
		return Guarded_Answer::permit(
			static function () use ( $request ): bool {
				return Access::may_see_work( (int) $request['id'] ) && Owner_Orders::may_order( (int) $request['id'] );
			}
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function read( WP_REST_Request $request ) {
		Schema::upgrade();
		Connection::set_watched();
		return self::answer( (int) $request['id'] );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function order( WP_REST_Request $request ) {
		Schema::upgrade();
		Change_Collector::flush();
		$id = (int) $request['id'];
		Owner_Orders::order( (string) $request['order'], $id );
		return self::answer( $id );
	}

	/**
	 * What the registry would get of this work now, registered or not.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function content( WP_REST_Request $request ) {
		$post   = get_post( (int) $request['id'] );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		if ( ! $post instanceof WP_Post || null === $source ) {
			return self::no_work();
		}
		try {
			Work_Builder::prime( $source, array( $post ) );
			$content = Work_Content::of( $source, $post, Status::choices( array( $post->ID ) )[ $post->ID ] ?? Status::no_choice() );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			Log::error( "The content of {$post->ID}: " . $error->getMessage() );
			return new WP_Error(
				'artwork_registry_build_failed',
				Error_Texts::of_work( array( 'code' => 'build_failed' ), null, null )['text'],
				array( 'status' => 500 )
			);
		}
		$fields = array();
		$places = Chain_Words::places( $source );
		foreach ( $source->field_labels() as $field => $label ) {
			// A label of a part ("price.currency") only serves error messages.
			if ( false === strpos( $field, '.' ) ) {
				$fields[] = array(
					'field' => $field,
					'label' => $label,
					'value' => $content[ $field ] ?? null,
					'place' => $places[ $field ] ?? null,
				);
			}
		}
		return new WP_REST_Response(
			array(
				'fields' => $fields,
				'mark'   => $source->availability_mark( $post->ID ),
			)
		);
	}

	/**
	 * What happened to the work here and in the registry, as far as this site knows.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function timeline( WP_REST_Request $request ): WP_REST_Response {
		$id     = (int) $request['id'];
		$status = Status::find( $id );
		return new WP_REST_Response(
			array(
				'changed_at' => Clock::iso( Outbox::changed_at( $id ) ),
				'events'     => Event_View::many( Events::list_of_work( $id, $status['registry_id'] ?? null, self::LINES ) ),
			)
		);
	}

	/**
	 * Stores the availability that the owner sets, at once.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function mark( WP_REST_Request $request ) {
		$id     = (int) $request['id'];
		$source = Sources::of_type( (string) get_post_type( $id ) );
		if ( null === $source || null === $source->availability_mark( $id ) ) {
			return self::no_work();
		}
		$source->set_availability_mark( $id, (string) $request['availability'] );
		Change_Collector::flush();
		Wake_Up::send();
		return self::content( $request );
	}

	private static function no_work(): WP_Error {
		return new WP_Error( 'artwork_registry_no_work', __( 'There is no such artwork.', 'artwork-registry-connector' ), array( 'status' => 404 ) );
	}

	/** @return WP_REST_Response|WP_Error */
	private static function answer( int $id ) {
		$row = Works_Query::find( $id );
		if ( null === $row ) {
			return self::no_work();
		}
		return new WP_REST_Response(
			array(
				'connected'  => null !== Connection::find(),
				'can_order'  => Owner_Orders::may_order( $id ),
				'can_manage' => Access::is_staff(),
			) + Work_View::many( array( $row ) )[0]
		);
	}
}
