<?php
/**
 * Starts WP-CLI on PHP 8 with the few commands of its bundle that our runner needs; Composer's scripts copy this to vendor/bin/wp.
 *
 * @package ArtworkRegistry
 */

// This WP-CLI is older than PHP 8.2; WordPress's debug mode would otherwise log its deprecated spots on every call.
set_error_handler(
	static function ( $level, $message, $file ) {
		return false !== strpos( $file, '/tools/wp-cli/vendor/' );
	},
	E_DEPRECATED
);
putenv( 'WP_CLI_PHP_USED=' . PHP_BINARY );

$artwork_registry_tools = dirname( __DIR__, 2 ) . '/tools/wp-cli';
$artwork_registry_extra = '--require=' . $artwork_registry_tools . '/commands.php';

// At the end: Plugin Check looks whether the first words are "plugin check".
$argv[]           = $artwork_registry_extra;
$_SERVER['argv'] = $argv;
$_SERVER['argc'] = count( $argv );
$GLOBALS['argv'] = $argv;

require $artwork_registry_tools . '/vendor/wp-cli/wp-cli/php/boot-fs.php';
