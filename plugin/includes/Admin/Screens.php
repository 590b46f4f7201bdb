<?php
/**
 * The screens below "Artwork Registry" in the menu, each a page of its own with its own script. Until the site is connected, Connect
 * takes the place of Overview.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Listener;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\View\Access;

final class Screens {
	private const OVERVIEW  = 'overview';
	private const OF_OWNERS = array( 'settings', 'connect' );

	/** @var array<string, string> WordPress's name of the page → the screen's. */
	private static $pages = array();

	/** admin_menu */
	public static function register(): void {
		$staff = Access::staff_capability();
		$owner = Access::owner_capability();
		$needs = array_fill_keys( Access::may_edit_every_work() ? self::OF_OWNERS : array_merge( self::OF_OWNERS, array( 'fields' ) ), $owner );
		$name  = __( 'Artwork Registry', 'artwork-registry-connector' );
		$page  = add_menu_page( $name, $name, $staff, Screen::SLUG, array( self::class, 'show' ), 'dashicons-awards', 58 );

		self::$pages = array( $page => self::OVERVIEW );
		Listener::on( 'load-' . $page, array( self::class, 'lead_to_connect' ) );
		foreach ( self::titles() as $screen => $title ) {
			$page = add_submenu_page(
				Screen::SLUG,
				self::title( $screen ),
				$title,
				$needs[ $screen ] ?? $staff,
				self::slug( $screen ),
				array( self::class, 'show' )
			);
			if ( is_string( $page ) ) {
				self::$pages[ $page ] = $screen;
			}
		}
		self::hide_entries();
	}

	/** @param string $screen A name from titles(). */
	public static function url( string $screen ): string {
		return admin_url( 'admin.php?page=' . self::slug( $screen ) );
	}

	public static function is_shown(): bool {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		return null !== $screen && ! is_network_admin() && 1 === preg_match( '/_page_' . Screen::SLUG . '(?:-[a-z]+)?$/', $screen->id );
	}

	/** admin_page_access_denied: says what to do, where WordPress would only say no. */
	public static function refuse(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- compared with the names of our screens.
		$page  = isset( $_GET['page'] ) && is_string( $_GET['page'] ) ? sanitize_key( $_GET['page'] ) : '';
		$staff = array_diff( array_keys( self::titles() ), self::OF_OWNERS );
		if ( in_array( $page, array_map( array( self::class, 'slug' ), $staff ), true ) ) {
			wp_die(
				esc_html( Access::refusal() ),
				'',
				array(
					'response'  => 403,
					'back_link' => true,
				)
			);
		}
	}

	public static function show(): void {
		$screen = get_current_screen();
		$name   = null === $screen ? '' : ( self::$pages[ $screen->id ] ?? '' );
		Screen::show_place( self::title( $name ), 'artwork-registry-' . $name );
	}

	/** @param string $page */
	public static function enqueue( $page ): void {
		if ( isset( self::$pages[ $page ] ) ) {
			Screen::enqueue_built( self::$pages[ $page ] );
			if ( 'artworks' === self::$pages[ $page ] ) {
				wp_add_inline_script(
					'artwork-registry-artworks',
					'window.artworkRegistryExport = ' . wp_json_encode( Works_Export::url() ) . ';',
					'before'
				);
			}
			if ( 'report' === self::$pages[ $page ] ) {
				wp_add_inline_script(
					'artwork-registry-report',
					'window.artworkRegistryReport = ' . wp_json_encode( Report_Export::url() ) . ';',
					'before'
				);
			}
			wp_enqueue_style( 'wp-components' );
		}
	}

	/** A site that was never connected has no overview yet. */
	public static function lead_to_connect(): void {
		if ( Access::is_owner() && self::is_new() ) {
			wp_safe_redirect( self::url( 'connect' ) );
			exit;
		}
	}

	/**
	 * The filter submenu_file: which entry is marked while a screen without an entry is shown.
	 *
	 * @param string|null $file
	 * @return string|null
	 */
	public static function mark_entry( $file ) {
		$screen = get_current_screen();
		$name   = null === $screen ? '' : ( self::$pages[ $screen->id ] ?? '' );
		$marked = array(
			'report'  => 'artworks',
			'artists' => 'artworks',
			'connect' => self::is_new() ? 'connect' : self::OVERVIEW,
		);
		return isset( $marked[ $name ] ) ? self::slug( $marked[ $name ] ) : $file;
	}

	private static function slug( string $screen ): string {
		return self::OVERVIEW === $screen ? Screen::SLUG : Screen::SLUG . '-' . $screen;
	}

	/** Whether the site was never connected. */
	public static function is_new(): bool {
		return null === Connection::find() && ! Status::has_registered();
	}

	/** Screens without an entry in the menu are reached by links: the review, the artists, and Overview or Connect, one at a time. */
	private static function hide_entries(): void {
		global $submenu;
		$hidden = array( self::slug( 'report' ), self::slug( 'artists' ) );
		if ( Access::is_owner() ) {
			$hidden[] = self::slug( self::is_new() ? self::OVERVIEW : 'connect' );
		}
		foreach ( $submenu[ Screen::SLUG ] ?? array() as $at => $entry ) {
			if ( in_array( $entry[2], $hidden, true ) ) {
				$submenu[ Screen::SLUG ][ $at ][4] = 'hidden'; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- WordPress has no function for the class of an entry.
			}
		}
	}

	private static function title( string $screen ): string {
		return 'connect' === $screen ? __( 'Connect to the artwork registry', 'artwork-registry-connector' ) : self::titles()[ $screen ] ?? '';
	}

	/** @return array<string, string> Screen → its entry in the menu, in the order of the menu. */
	private static function titles(): array {
		return array(
			self::OVERVIEW => __( 'Overview', 'artwork-registry-connector' ),
			'connect'      => __( 'Connect', 'artwork-registry-connector' ),
			'artworks'     => __( 'Artworks', 'artwork-registry-connector' ),
			'fields'       => __( 'Fields', 'artwork-registry-connector' ),
			'settings'     => __( 'Settings', 'artwork-registry-connector' ),
			'activity'     => __( 'Activity', 'artwork-registry-connector' ),
			'report'       => __( 'Review before registering', 'artwork-registry-connector' ),
			'artists'      => __( 'Artists', 'artwork-registry-connector' ),
		);
	}
}
