<?php
/**
 * Makes a network of sites of the one there is, as Tools, Network Setup does. wp-config.php is the caller's.
 */

global $wpdb;
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/network.php';
foreach ( $wpdb->tables( 'ms_global' ) as $table => $name ) {
	$wpdb->$table = $name;
}
install_network();
$made = populate_network( 1, $args[0], 'gallery@example.com', 'Galleries', '/', false );
if ( is_wp_error( $made ) && 'no_wildcard_dns' !== $made->get_error_code() ) {
	WP_CLI::error( $made->get_error_message() );
}
