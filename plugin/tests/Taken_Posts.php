<?php
/**
 * Posts that a restore has not put back yet.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Read_Failed;

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

	/** It takes a site without a single post for one that cannot be read. */
	private function refuses_a_site_without_posts( callable $act ): void {
		$this->without_posts( '1 = 1', function () use ( $act ): void {
			try {
				$act();
				$this->fail( 'It took the site for one that has no works.' );
			} catch ( Read_Failed $failed ) {
				$this->assertStringContainsString( 'posts is empty', $failed->getMessage() );
			}
		} );
	}
}
