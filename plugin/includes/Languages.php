<?php
/**
 * Translations that come with the plugin. The catalogues are made by the build (i18n/main.ts): one .mo for PHP and one .json that
 * all scripts share. What WordPress has in its own languages folder wins.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Languages {
	private const DOMAIN = 'artwork-registry-connector';
	private const FOLDER = 'build/languages/';

	public static function load(): void {
		// phpcs:ignore PluginCheck.CodeAnalysis.DiscouragedFunctions, WordPress.WP.DiscouragedFunctions -- the plugin brings its catalogues.
		load_plugin_textdomain( self::DOMAIN, false, dirname( plugin_basename( ARTWORK_REGISTRY_FILE ) ) . '/' . self::FOLDER );
	}

	/**
	 * @param string|false $file Where WordPress would look.
	 * @param string       $handle
	 * @param string       $domain
	 * @return string|false
	 */
	public static function script_file( $file, $handle, $domain ) {
		if ( self::DOMAIN !== $domain || ( is_string( $file ) && is_readable( $file ) ) ) {
			return $file;
		}
		return plugin_dir_path( ARTWORK_REGISTRY_FILE ) . self::FOLDER . self::DOMAIN . '-' . determine_locale() . '.json';
	}
}
