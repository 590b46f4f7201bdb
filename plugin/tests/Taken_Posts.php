<?php
/**
 * Posts that a restore has not put back yet.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

trait Taken_Posts {
	/** Does something while the posts for which this SQL condition holds are not in their table. */
	private function without_posts( string $which, callable $act ): void {
		global $wpdb;
		$posts = $wpdb->get_results( "SELECT * FROM $wpdb->posts WHERE $which", ARRAY_A );
		$wpdb->query( "DELETE FROM $wpdb->posts WHERE $which" );
		try {
			$act();
		} finally {
			foreach ( $posts as $post ) {
				$wpdb->insert( $wpdb->posts, $post );
				clean_post_cache( (int) $post['ID'] );
			}
		}
	}
}
