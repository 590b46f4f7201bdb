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
define( 'SAVEQUERIES', true );

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

// Tables as older sites have them: "utf8mb3" is without emoji, "mixed" has two collations that the database does not compare.
// Other odd places are made when WordPress is laid out (stage/wordpress/odd-places.ts).
$artwork_registry_tables  = (string) getenv( 'ARTWORK_REGISTRY_ODD' );
$artwork_registry_letters = array(
	'utf8mb3' => array( 'utf8mb3', 'utf8mb3_general_ci', 'utf8mb3_general_ci' ),
	'mixed'   => array( 'utf8mb4', 'utf8mb4_unicode_ci', 'utf8mb4_unicode_520_ci' ),
);
if ( isset( $artwork_registry_letters[ $artwork_registry_tables ] ) ) {
	list( $artwork_registry_charset, $artwork_registry_core, $artwork_registry_own ) = $artwork_registry_letters[ $artwork_registry_tables ];
	global $wpdb;
	foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $artwork_registry_name ) {
		$artwork_registry_collation = false === strpos( $artwork_registry_name, '_artwork_registry_' ) ? $artwork_registry_core : $artwork_registry_own;
		if ( false === $wpdb->query( "ALTER TABLE $artwork_registry_name CONVERT TO CHARACTER SET $artwork_registry_charset COLLATE $artwork_registry_collation" ) ) {
			fwrite( STDERR, "$artwork_registry_name: $wpdb->last_error\n" );
			exit( 1 );
		}
	}
	if ( 'utf8mb3' === $artwork_registry_tables ) {
		$wpdb->charset = 'utf8';
		$wpdb->collate = 'utf8_general_ci';
		$wpdb->set_charset( $wpdb->dbh, 'utf8', 'utf8_general_ci' );
	}
}
