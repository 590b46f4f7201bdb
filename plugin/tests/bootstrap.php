<?php
/**
 * Loads a real WordPress, the one in the folder WP_DIR, with this plugin active. Its database is used: do not point this at
 * a site that matters.
 *
 * @package ArtworkRegistry
 */

require_once dirname( __DIR__ ) . '/vendor/autoload.php';

$artwork_registry_wp_dir = getenv( 'WP_DIR' );
if ( ! is_string( $artwork_registry_wp_dir ) || ! is_file( $artwork_registry_wp_dir . '/wp-load.php' ) ) {
	fwrite( STDERR, "Set WP_DIR to the folder of an installed WordPress (with wp-load.php) and run again.\n" );
	exit( 1 );
}

$_SERVER['HTTP_HOST']      = $_SERVER['HTTP_HOST'] ?? '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REMOTE_ADDR']    = '127.0.0.1';

require_once $artwork_registry_wp_dir . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

if ( ! is_plugin_active( 'artwork-registry-connector/artwork-registry-connector.php' ) ) {
	$artwork_registry_result = activate_plugin( 'artwork-registry-connector/artwork-registry-connector.php' );
	if ( is_wp_error( $artwork_registry_result ) ) {
		fwrite( STDERR, $artwork_registry_result->get_error_message() . "\n" );
		exit( 1 );
	}
}
ArtworkRegistry\Source\Artwork_Post_Type::register();
