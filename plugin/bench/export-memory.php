<?php
/** Writes a file of the works as the screen Artworks does, and prints its memory at the highest in MiB beyond what WordPress took. Argument: how many works. */

use ArtworkRegistry\Admin\Works_Export;

global $wpdb;
$most = (int) $wpdb->get_var( "SELECT ID FROM $wpdb->posts WHERE post_type = 'product' AND ID >= 1000000 ORDER BY ID LIMIT 1 OFFSET " . (int) $args[0] );
// Only works below this number are listed.
add_filter( 'query', static function ( string $sql ) use ( $most ): string {
	return $most > 0 ? str_replace( (string) PHP_INT_MAX, (string) $most, $sql ) : $sql;
} );
ob_start( static function (): string {
	return '';
}, 4096 );
$before = memory_get_usage();
memory_reset_peak_usage();
Works_Export::write( array(), '', array() );
$peak = memory_get_peak_usage();
ob_end_clean();
echo round( ( $peak - $before ) / 1048576, 2 );
