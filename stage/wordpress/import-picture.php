<?php
/**
 * Puts a picture file into the media library, for the import scripts beside this file.
 */

require_once ABSPATH . 'wp-admin/includes/media.php';
require_once ABSPATH . 'wp-admin/includes/file.php';
require_once ABSPATH . 'wp-admin/includes/image.php';

/** @return int The attachment; ends WP-CLI with the reason where there is none. */
function artwork_registry_import_picture( string $file, int $post_id = 0 ): int {
	$copy = wp_tempnam( basename( $file ) );
	copy( $file, $copy );
	$picture = media_handle_sideload(
		array(
			'name'     => basename( $file ),
			'tmp_name' => $copy,
		),
		$post_id
	);
	if ( is_wp_error( $picture ) ) {
		WP_CLI::error( basename( $file ) . ': ' . $picture->get_error_message() );
	}
	return $picture;
}
