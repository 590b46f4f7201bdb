<?php
/**
 * The import that Killed_Import_Test kills: run by `wp eval-file`, with the number of rows and the row to begin with. Each row is a
 * new work, with an update of an earlier one at each third and a deletion at each tenth; it says which row it has come to, as an
 * import that can be continued does.
 *
 * @package ArtworkRegistry
 */

list( $artwork_registry_rows, $artwork_registry_row, $artwork_registry_file ) = $args;

for ( ; $artwork_registry_row < $artwork_registry_rows; $artwork_registry_row++ ) {
	$artwork_registry_id = (int) wp_insert_post(
		array(
			'post_type'   => 'areg_artwork',
			'post_status' => 0 === $artwork_registry_row % 7 ? 'draft' : 'publish',
			'post_title'  => 'Row ' . $artwork_registry_row,
			'meta_input'  => array( 'artwork_registry_artist' => 'Importer', 'artwork_registry_year' => '1900' ),
		)
	);
	if ( 0 === $artwork_registry_row % 3 ) {
		wp_update_post( array( 'ID' => $artwork_registry_id - 5, 'post_title' => 'Row ' . $artwork_registry_row . ', changed' ) );
	}
	if ( 0 === $artwork_registry_row % 10 ) {
		wp_delete_post( $artwork_registry_id - 3, true );
	}
	file_put_contents( $artwork_registry_file, $artwork_registry_row + 1 );
}
