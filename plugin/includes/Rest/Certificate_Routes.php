<?php
/**
 * Routes about the label and the certificates of one work. Users who may edit the post read them; users who may publish it issue and
 * withdraw certificates.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Orders\Certificate_Orders;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Printables;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Certificate_Routes {
	/** As the registry takes it. */
	private const MOST_COPIES = 1000000;
	private const LONGEST     = 500;

	public static function register(): void {
		$copies = array(
			'type'    => array( 'integer', 'null' ),
			'minimum' => 1,
			'maximum' => self::MOST_COPIES,
		);
		$text   = array(
			'type'              => array( 'string', 'null' ),
			'maxLength'         => self::LONGEST,
			'sanitize_callback' => array( self::class, 'clean' ),
			// WordPress checks by itself only what it also cleans by itself.
			'validate_callback' => 'rest_validate_request_arg',
		);
		self::route( 'GET', '', 'read', array( Work_Routes::class, 'may' ), array() );
		self::route(
			'POST',
			'',
			'issue',
			array( Work_Routes::class, 'may_order' ),
			array(
				'request'        => array(
					'type'     => 'string',
					'format'   => 'uuid',
					'required' => true,
				),
				'edition_number' => $copies,
				'edition_size'   => $copies,
				'note'           => $text,
			)
		);
		self::route(
			'POST',
			'/(?P<certificate>\d+)/withdraw',
			'withdraw',
			array( Work_Routes::class, 'may_order' ),
			array(
				'reason' => array(
					'minLength' => 1,
					'required'  => true,
					'type'      => 'string',
				) + $text,
			)
		);
		self::route( 'POST', '/(?P<certificate>\d+)/retry', 'retry', array( Work_Routes::class, 'may_order' ), array() );
	}

	/** @param mixed $text */
	public static function clean( $text ): ?string {
		$clean = is_string( $text ) ? trim( sanitize_textarea_field( $text ) ) : '';
		return '' === $clean ? null : $clean;
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function read( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		Connection::set_watched();
		return new WP_REST_Response( Printables::of( (int) $request['id'] ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function issue( WP_REST_Request $request ) {
		Schema::upgrade();
		$number = self::number( $request['edition_number'] );
		$size   = self::number( $request['edition_size'] );
		if ( null !== $size && ( null === $number || $number > $size ) ) {
			return self::refuse( 400, __( 'Enter the number of the copy, not greater than the size of the edition.', 'artwork-registry-connector' ) );
		}
		$note = null === $request['note'] ? null : (string) $request['note'];
		if ( ! Certificate_Orders::issue( (int) $request['id'], (string) $request['request'], $number, $size, $note ) ) {
			return self::refuse( 409, __( 'A certificate needs an artwork that this site has registered, and a registry that issues certificates.', 'artwork-registry-connector' ) );
		}
		return self::read( $request );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function withdraw( WP_REST_Request $request ) {
		$reason = (string) $request['reason'];
		if ( ! self::is_of_work( $request ) || '' === $reason ) {
			return self::refuse( 404, __( 'There is no such certificate.', 'artwork-registry-connector' ) );
		}
		Certificate_Orders::withdraw( (int) $request['certificate'], $reason );
		return self::read( $request );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return WP_REST_Response|WP_Error
	 */
	public static function retry( WP_REST_Request $request ) {
		if ( ! self::is_of_work( $request ) ) {
			return self::refuse( 404, __( 'There is no such certificate.', 'artwork-registry-connector' ) );
		}
		Certificate_Orders::retry( (int) $request['certificate'] );
		return self::read( $request );
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	private static function is_of_work( WP_REST_Request $request ): bool {
		$certificate = Certificates::find( (int) $request['certificate'] );
		return null !== $certificate && $certificate['external_id'] === (int) $request['id'];
	}

	/** @param mixed $value */
	private static function number( $value ): ?int {
		return is_numeric( $value ) ? (int) $value : null;
	}

	private static function refuse( int $status, string $message ): WP_Error {
		return new WP_Error( 'artwork_registry_certificate', $message, array( 'status' => $status ) );
	}

	/**
	 * @param callable                            $may
	 * @param array<string, array<string, mixed>> $args
	 */
	private static function route( string $method, string $path, string $handler, $may, array $args ): void {
		register_rest_route(
			'artwork-registry/v1',
			'/screen/works/(?P<id>\d+)/certificates' . $path,
			array(
				'methods'             => $method,
				'callback'            => array( self::class, $handler ),
				'permission_callback' => $may,
				'args'                => $args + array(
					'id' => array(
						'type'    => 'integer',
						'minimum' => 1,
					),
				),
			),
			false
		);
	}
}
