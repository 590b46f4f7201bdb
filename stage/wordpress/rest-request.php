<?php
/**
 * Run by `wp eval-file rest-request.php METHOD ROUTE JSON`: one request to the site's REST API as its owner; prints the answer.
 */

wp_set_current_user( 1 );
$request = new WP_REST_Request( $args[0], $args[1] );
$request->set_header( 'content-type', 'application/json' );
$request->set_body( $args[2] );
$response = rest_do_request( $request );
if ( $response->is_error() ) {
	WP_CLI::error( $response->as_error()->get_error_message() );
}
WP_CLI::line( wp_json_encode( $response->get_data() ) );
