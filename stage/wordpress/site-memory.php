<?php
/**
 * Saves what the plugin remembers in options to the file, or puts it back: the part of a restored backup that tells the site
 * what it is. Called with "save" or "restore" and the file.
 */

global $wpdb;
[ $what, $file ] = $args;
if ( 'save' === $what ) {
	$rows = $wpdb->get_results( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name LIKE 'artwork\\_registry%'" );
	file_put_contents( $file, serialize( $rows ) );
	return;
}
foreach ( unserialize( file_get_contents( $file ) ) as $row ) {
	$wpdb->update( $wpdb->options, array( 'option_value' => $row->option_value ), array( 'option_name' => $row->option_name ) );
}
