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
// WordPress has not loaded the plugin, and the pages made of artworks are titled in the site's language.
defined( 'ARTWORK_REGISTRY_FILE' ) || define( 'ARTWORK_REGISTRY_FILE', __DIR__ . '/artwork-registry-connector.php' );
ArtworkRegistry\Languages::load();
// "wp plugin uninstall --deactivate" removes it in the process in which it still listens.
ArtworkRegistry\Listener::hear_nothing_of(
	static function (): void {
		ArtworkRegistry\Network::each_site( array( ArtworkRegistry\Uninstaller::class, 'clear_site' ) );
	}
);
