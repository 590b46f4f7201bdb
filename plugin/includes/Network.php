<?php
/**
 * A network of sites: each has its own tables, settings and connection. Comes when the plugin is switched on for all of them or
 * a site is made, and goes with a site that is deleted.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
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

	/** Whether the plugin is switched on for the site that a request has switched to: it loads for all sites where it does for one. */
	public static function is_active_here(): bool {
		if ( ! is_multisite() || ! ms_is_switched() ) {
			return true;
		}
		$plugin  = plugin_basename( ARTWORK_REGISTRY_FILE );
		$active  = get_option( 'active_plugins' );
		$network = get_site_option( 'active_sitewide_plugins' );
		return ( is_array( $active ) && in_array( $plugin, $active, true ) ) || ( is_array( $network ) && isset( $network[ $plugin ] ) );
	}

	/** What another request has changed since this one began is read anew, and so is what was worked out from it. */
	public static function refresh_options(): void {
		wp_cache_delete( 'alloptions', 'options' );
		self::switched();
	}

	/** switch_blog: what was looked up belongs to the other site. */
	public static function switched(): void {
		Mapping::forget();
		Source_Choice::forget();
		Categories::forget();
		Sources::forget();
		Translations::forget();
		Pictures::forget();
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
