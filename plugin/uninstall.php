<?php
/**
 * Removes what the plugin stored about the registry, or keeps it for a new installation, as the owner chose in the settings;
 * the connection's secret is removed in either case. The artworks themselves belong to the gallery and stay.
 *
 * @package ArtworkRegistry
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

require_once __DIR__ . '/includes/Autoloader.php';

ArtworkRegistry\Autoloader::register();
ArtworkRegistry\Network::each_site( array( ArtworkRegistry\Uninstaller::class, 'clear_site' ) );
