<?php
/**
 * Finds a class of the namespace ArtworkRegistry in includes/; no Composer at run time.

 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Autoloader {
	public static function register(): void {
		spl_autoload_register( array( self::class, 'load' ) );
	}

	public static function load( string $name ): void {
		if ( 0 !== strpos( $name, __NAMESPACE__ . '\\' ) ) {
			return;
		}
		$file = __DIR__ . '/' . str_replace( '\\', '/', substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) . '.php';
		if ( is_file( $file ) ) {
			require_once $file;
		}
	}
}
