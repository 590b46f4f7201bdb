<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Site_Folder;

final class Site_Folder_Test extends Wordpress_Case {
	/** In the odd place "own-folder" it is so without a filter. */
	public function test_files_of_wordpress_in_a_folder_of_their_own_are_not_the_folder_of_the_site(): void {
		$own = static function ( string $url ): string {
			return rtrim( home_url(), '/' ) . '/' . basename( ABSPATH );
		};
		// After the constant of wp-config.php.
		add_filter( 'option_siteurl', $own, 20 );
		try {
			$this->assertSame( trailingslashit( dirname( ABSPATH ) ), Site_Folder::root() );
		} finally {
			remove_filter( 'option_siteurl', $own, 20 );
		}
		$elsewhere = static function (): string {
			return 'https://shop.example/cms';
		};
		add_filter( 'option_siteurl', $elsewhere, 20 );
		try {
			$this->assertSame( wp_normalize_path( ABSPATH ), Site_Folder::root(), 'the address says nothing of these folders' );
		} finally {
			remove_filter( 'option_siteurl', $elsewhere, 20 );
		}
	}

	public function test_paths_are_shown_without_the_folders_of_the_machine(): void {
		$content = basename( WP_CONTENT_DIR );
		$text    = 'in ' . WP_CONTENT_DIR . '/mu-plugins/a.php, ' . WP_PLUGIN_DIR . '/b/b.php, ' . ABSPATH . 'wp-load.php and '
			. dirname( ABSPATH ) . '/wp-config.php';
		$this->assertSame( "in $content/mu-plugins/a.php, $content/plugins/b/b.php, wp-load.php and wp-config.php", Site_Folder::shown( $text ) );
	}
}
