<?php
/**
 * The part of WP-CLI this plugin calls, for PHPStan only.
 *
 * @package ArtworkRegistry
 */

const WP_CLI = true;

class WP_CLI {
	/** @param callable|class-string $command */
	public static function add_command( string $name, $command ): bool {
		return true;
	}

	public static function line( string $text = '' ): void {}

	public static function success( string $text ): void {}

	public static function warning( string $text ): void {}

	/** @param array<string, string> $options */
	public static function confirm( string $question, array $options = array() ): void {}

	/** @return never */
	public static function halt( int $code ): void {
		exit( $code );
	}

	/** @return never */
	public static function error( string $text ): void {
		exit( 1 );
	}
}
