<?php
/**
 * The folders of this site: WordPress's files may be in a folder of their own, with the content and the plugins elsewhere.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Site_Folder {
	/** @return string The folder that the site's address stands for, with a slash at the end. */
	public static function root(): string {
		$path   = static function ( string $url ): string {
			return trim( (string) wp_parse_url( $url, PHP_URL_PATH ), '/' );
		};
		$home   = $path( home_url() );
		$folder = trim( (string) preg_replace( '/^' . preg_quote( $home, '/' ) . '(?=\/|$)/', '', $path( site_url() ) ), '/' );
		$files  = wp_normalize_path( ABSPATH );
		return '' !== $folder && substr( $files, -strlen( "/$folder/" ) ) === "/$folder/" ? substr( $files, 0, -strlen( "$folder/" ) ) : $files;
	}

	/** The text with the paths in it as people know them: from the folder of the site on, and without those above it. */
	public static function shown( string $text ): string {
		$folders = array(
			trailingslashit( WP_CONTENT_DIR )     => basename( WP_CONTENT_DIR ) . '/',
			ABSPATH                               => '',
			// WordPress looks for it there, too.
			dirname( ABSPATH ) . '/wp-config.php' => 'wp-config.php',
		);
		foreach ( array( WP_PLUGIN_DIR, WPMU_PLUGIN_DIR ) as $folder ) {
			$folders[ trailingslashit( $folder ) ] = basename( dirname( $folder ) ) . '/' . basename( $folder ) . '/';
		}
		foreach ( $folders as $folder => $name ) {
			$folders[ wp_normalize_path( $folder ) ] = $name;
		}
		// The longest that fits is taken.
		return strtr( $text, $folders );
	}
}
