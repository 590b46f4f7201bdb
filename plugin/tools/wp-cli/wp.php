<?php
/**
 * Starts WP-CLI on PHP 8 with the few commands of its bundle that our runner needs; Composer's scripts copy this to vendor/bin/wp.
 *
 * @package ArtworkRegistry
 */

error_reporting( E_ALL & ~E_DEPRECATED );
putenv( 'WP_CLI_PHP_USED=' . PHP_BINARY );

$artwork_registry_tools = dirname( __DIR__, 2 ) . '/tools/wp-cli';
$artwork_registry_extra = '--require=' . $artwork_registry_tools . '/commands.php';

array_splice( $argv, 1, 0, array( $artwork_registry_extra ) );
$_SERVER['argv'] = $argv;
$_SERVER['argc'] = count( $argv );
$GLOBALS['argv'] = $argv;

require $artwork_registry_tools . '/vendor/wp-cli/wp-cli/php/boot-fs.php';
