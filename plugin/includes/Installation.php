<?php
/**
 * Activation and deactivation, for one site or all sites of a network, and the set-up and removal of single sites.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

use ArtworkRegistry\Admin\Plugins_Screen;
use ArtworkRegistry\Health\Failure_Notice;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Source\Artwork_Pages;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Printed_Early;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Slow_Looks;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Missed_Changes;
use ArtworkRegistry\View\Catalogue_Counts;
use WP_Site;

final class Installation {
	private const SITES_AT_ONCE = 100;

	/** @param bool $network_wide For all sites of a network. */
	public static function activate( $network_wide = false ): void {
		if ( $network_wide ) {
			self::attempt(
				static function (): void {
					self::each_site( array( self::class, 'set_up_site' ) );
				}
			);
		} else {
			self::set_up_site();
		}
	}

	/** What one site needs. */
	public static function set_up_site(): void {
		self::attempt( array( Schema::class, 'install' ) );
		// It was dropped when the plugin was deactivated. After the command line activated it, wp-admin may stay unvisited for weeks.
		self::attempt( array( Outbound_Calls::class, 'keep_event' ) );
		// Write each option once: WordPress queries a missing option again at each request, which would be a query for each save.
		self::attempt(
			static function (): void {
				Settings::update( array() );
				Missed_Changes::prepare();
				Printed_Early::prepare();
				Failed_Calls::prepare();
				Slow_Looks::prepare();
			}
		);
		self::attempt( array( Failure_Notice::class, 'schedule' ) );
		self::attempt( array( Artwork_Pages::class, 'take_back' ) );
		// So that the first look at a large catalogue does not wait for it.
		self::attempt( array( Catalogue_Counts::class, 'read' ) );
		self::forget_addresses();
	}

	/**
	 * The plugin can be activated and deactivated whatever fails: a later request or activation tries again, and Site Health names what the
	 * database refuses.
	 *
	 * @param callable(): mixed $part
	 */
	private static function attempt( callable $part ): void {
		try {
			$part();
		} catch ( \Throwable $error ) {
			Log::error( 'Not all of the site could be set up or left: ' . $error->getMessage() );
		}
	}

	/**
	 * Each site builds its rewrite rules at its next request, with its own permalinks and plugins. Built here they would be those of
	 * the calling site, and every product of the other site would be a 404.
	 */
	private static function forget_addresses(): void {
		delete_option( 'rewrite_rules' );
	}

	/** @param bool $network_wide */
	public static function deactivate( $network_wide = false ): void {
		$text = defined( 'WP_CLI' ) && WP_CLI ? Plugins_Screen::text() : null; // @phpstan-ignore booleanAnd.rightAlwaysTrue (the constant may be false)
		if ( null !== $text ) {
			\WP_CLI::warning( $text );
		}
		// Rewrite rules that are built later in this request leave ours out.
		unregister_post_type( Artwork_Post_Type::NAME );
		$leave = static function (): void {
			Failure_Notice::unschedule();
			Dialling::unschedule();
			self::forget_addresses();
		};
		if ( $network_wide ) {
			self::attempt(
				static function () use ( $leave ): void {
					self::each_site( $leave );
				}
			);
		} else {
			$leave();
		}
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
			self::set_up_site();
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
		if ( Network::is_active_here() ) {
			Uninstaller::tell_service();
		}
		return array_merge( $tables, Tables::names() );
	}

	/**
	 * Runs $act on each site of the network, or on the only site. One that fails holds up no other.
	 *
	 * @throws \RuntimeException At the end, with the addresses of those that failed.
	 */
	public static function each_site( callable $act ): void {
		if ( ! is_multisite() ) {
			$act();
			return;
		}
		$failed = array();
		$offset = 0;
		do {
			$ids = self::sites( $offset );
			foreach ( $ids as $id ) {
				switch_to_blog( $id );
				try {
					$act();
				} catch ( \Throwable $error ) {
					$failed[] = home_url() . ': ' . $error->getMessage();
				} finally {
					restore_current_blog();
				}
			}
			$found   = count( $ids );
			$offset += self::SITES_AT_ONCE;
		} while ( self::SITES_AT_ONCE === $found );
		if ( $failed ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- escaped where it is printed.
			throw new \RuntimeException( implode( "\n", $failed ) );
		}
	}

	/**
	 * @return list<int>
	 * @throws Read_Failed Where the database does not say which there are.
	 */
	private static function sites( int $offset ): array {
		$check = new Read_Check();
		$ids   = get_sites(
			array(
				'fields' => 'ids',
				'number' => self::SITES_AT_ONCE,
				'offset' => $offset,
			)
		);
		$check->refuse_failures( Read_Check::ANY );
		return array_map( 'intval', array_values( $ids ) );
	}
}
