<?php
/**
 * A network of sites: each has its own tables, settings and connection.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Network {
	/** Whether the plugin is active on the site that the request has switched to. Its code is loaded also if it is active on another site only. */
	public static function is_active_here(): bool {
		if ( ! is_multisite() || ! ms_is_switched() ) {
			return true;
		}
		$plugin  = plugin_basename( ARTWORK_REGISTRY_FILE );
		$active  = get_option( 'active_plugins' );
		$network = get_site_option( 'active_sitewide_plugins' );
		return ( is_array( $active ) && in_array( $plugin, $active, true ) ) || ( is_array( $network ) && isset( $network[ $plugin ] ) );
	}
}
