<?php
/**
 * Plugin Name: Faults for tests
 * Description: A must-use plugin of the test site: while the file wp-content/answer-500 exists, every web request fails as a broken
 * site fails. WP-CLI goes on.
 */

if ( 'cli' !== PHP_SAPI && file_exists( WP_CONTENT_DIR . '/answer-500' ) ) {
	http_response_code( 500 );
	exit( '<p>There has been a critical error on this website.</p>' );
}
