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
		try {
			ArtworkRegistry\Installation::each_site( array( ArtworkRegistry\Uninstaller::class, 'clear_site' ) );
		} catch ( Throwable $artwork_registry_error ) {
			/* translators: %s: what the database said, and on a network of sites their addresses. */
			$artwork_registry_text = __( 'The database did not remove everything, so the plugin stays. Delete it again later. %s', 'artwork-registry-connector' );
			wp_die( esc_html( sprintf( $artwork_registry_text, $artwork_registry_error->getMessage() ) ) );
		}
	}
);
