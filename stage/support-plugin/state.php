<?php
/**
 * Plugin Name: State for tests
 * Description: A must-use plugin of the test site: answers the works as the owner's table has them, and how often the sync service has
 * polled, to callers that know the site's test token. Asking the running web server costs a tenth of starting WP-CLI, and stories ask
 * several times a second.
 */

add_action(
	'rest_api_init',
	static function () {
		$may_ask = static function ( WP_REST_Request $request ) {
			return hash_equals( ARTWORK_REGISTRY_TEST_TOKEN, (string) $request->get_header( 'X-Test-Token' ) );
		};
		register_rest_route(
			'artwork-registry-test',
			'polls',
			array(
				'methods'             => 'GET',
				'permission_callback' => $may_ask,
				'callback'            => static function () {
					return ArtworkRegistry\Store\Connection::beat();
				},
			)
		);
		register_rest_route(
			'artwork-registry-test',
			'works',
			array(
				'methods'             => 'GET',
				'permission_callback' => $may_ask,
				'callback'            => static function () {
					wp_set_current_user( 1 );
					$works = array();
					$page  = 0;
					do {
						$request = new WP_REST_Request( 'GET', '/artwork-registry/v1/screen/works' );
						$request->set_query_params( array( 'page' => ++$page, 'per_page' => 100 ) );
						$response = rest_do_request( $request );
						if ( $response->is_error() ) {
							return $response;
						}
						$rows = $response->get_data()['works'];
						array_push( $works, ...$rows );
					} while ( 100 === count( $rows ) );
					return $works;
				},
			)
		);
	}
);
