<?php
/**
 * An answer with an entity tag. A screen that has this very answer already gets a 304 without a body.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use WP_REST_Request;
use WP_REST_Response;

final class Fresh_Answer {
	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param array<string, mixed>                  $data
	 * @param mixed                                 $essence What the tag stands for, where that is less than the whole answer.
	 */
	public static function of( WP_REST_Request $request, array $data, $essence = null ): WP_REST_Response {
		$tag    = 'W/"' . md5( (string) wp_json_encode( $essence ?? $data ) ) . '"';
		$answer = $request->get_header( 'if_none_match' ) === $tag ? new WP_REST_Response( null, 304 ) : new WP_REST_Response( $data );
		$answer->header( 'ETag', $tag );
		return $answer;
	}
}
