<?php
/**
 * How a route of our screens answers where its handler fails. A database that does not answer is told as that, and never as an empty list.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Sync\Missed_Changes;
use ArtworkRegistry\View\Error_Texts;
use WP_Error;
use WP_REST_Request;

final class Screen_Answers {
	private const ROUTES = '/artwork-registry/v1/screen/';

	/**
	 * rest_dispatch_request: what is not null is the answer.
	 *
	 * @param mixed                                 $answer  Of another plugin.
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param mixed                                 $route
	 * @param mixed                                 $handler
	 * @return mixed
	 */
	public static function of( $answer, $request, $route = '', $handler = null ) {
		$is_ours = null === $answer && is_string( $route ) && 0 === strpos( $route, self::ROUTES );
		if ( ! $is_ours || ! is_array( $handler ) || ! is_callable( $handler['callback'] ?? null ) ) {
			return $answer;
		}
		try {
			return Read_Check::run(
				static function () use ( $handler, $request ) {
					return call_user_func( $handler['callback'], $request );
				}
			);
		} catch ( \Throwable $error ) {
			Log::error( $request->get_route() . ': ' . $error->getMessage() );
			if ( 'GET' !== $request->get_method() ) {
				// A part of the order may be done, so nothing is said of what stays as it is.
				Missed_Changes::record();
			} elseif ( $error instanceof Read_Failed ) {
				return self::unreadable();
			}
			return new WP_Error( 'artwork_registry_failed', Error_Texts::of_failure(), array( 'status' => 500 ) );
		}
	}

	/**
	 * Whether the user may see or order it. A right that could not be read is neither given nor refused.
	 *
	 * @param callable(): bool $may
	 * @return bool|WP_Error
	 */
	public static function permit( callable $may ) {
		try {
			return Read_Check::run( $may );
		} catch ( Read_Failed $failed ) {
			Log::error( $failed->getMessage() );
			return self::unreadable();
		}
	}

	private static function unreadable(): WP_Error {
		return new WP_Error( 'artwork_registry_unreadable', Error_Texts::of_unreadable(), array( 'status' => 503 ) );
	}
}
