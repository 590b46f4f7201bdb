<?php
/**
 * A network of sites: each has its own tables, settings and connection. Comes when the plugin is switched on for all of them or
 * a site is made, and goes with a site that is deleted.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

use ArtworkRegistry\Store\Tables;
use WP_Site;

final class Network {
	private const PAGE = 100;

	/** Runs $act on each site of the network, or on the one there is. */
	public static function each_site( callable $act ): void {
		if ( ! is_multisite() ) {
			$act();
			return;
		}
		$offset = 0;
		do {
			$ids = get_sites(
				array(
					'fields' => 'ids',
					'number' => self::PAGE,
					'offset' => $offset,
				)
			);
			foreach ( $ids as $id ) {
				switch_to_blog( (int) $id );
				$act();
				restore_current_blog();
			}
			$offset += self::PAGE;
		} while ( self::PAGE === count( $ids ) );
	}

	/**
	 * The action wp_initialize_site.
	 *
	 * @param WP_Site $site
	 */
	public static function site_made( $site ): void {
		require_once ABSPATH . 'wp-admin/includes/plugin.php'; // @phpstan-ignore requireOnce.fileNotFound
		if ( is_plugin_active_for_network( plugin_basename( ARTWORK_REGISTRY_FILE ) ) ) {
			switch_to_blog( (int) $site->blog_id );
			Hooks::set_up_site();
			restore_current_blog();
		}
	}

	/**
	 * The filter wpmu_drop_tables: what WordPress drops with a site.
	 *
	 * @param array<string> $tables
	 * @return array<string>
	 */
	public static function site_deleted( $tables ): array {
		return array_merge( $tables, Tables::names() );
	}
}
