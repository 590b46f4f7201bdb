<?php
/**
 * Guards the handlers of the routes of our screens: what fails in one is answered in our words.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\View\Guarded_Answer;
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
		$call = static function () use ( $handler, $request ) {
			return call_user_func( $handler['callback'], $request );
		};
		return 'GET' === $request->get_method() ? Guarded_Answer::read( $request->get_route(), $call ) : Guarded_Answer::change( $request->get_route(), $call );
	}
}
