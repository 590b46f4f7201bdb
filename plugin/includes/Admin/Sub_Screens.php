<?php
/**
 * The screens below "Artwork Registry" in the menu, each with a script of its own, so that none loads the others.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

final class Sub_Screens {
	/** @var array<string, string> WordPress's name of the page → the screen's. */
	private static $pages = array();

	public static function register(): void {
		add_submenu_page(
			Screen::SLUG,
			__( 'Artwork Registry', 'artwork-registry-connector' ),
			__( 'Overview', 'artwork-registry-connector' ),
			'manage_options',
			Screen::SLUG,
			array( Screen::class, 'show' )
		);
		foreach ( self::titles() as $name => list( $title, $entry ) ) {
			$page = add_submenu_page( Screen::SLUG, $title, $entry, 'manage_options', Screen::SLUG . '-' . $name, array( self::class, 'show' ) );
			if ( is_string( $page ) ) {
				self::$pages[ $page ] = $name;
			}
		}
	}

	public static function show(): void {
		$screen = get_current_screen();
		$name   = null === $screen ? '' : ( self::$pages[ $screen->id ] ?? '' );
		Screen::show_place( self::titles()[ $name ][0] ?? '', 'artwork-registry-' . $name );
	}

	/** @param string $page */
	public static function enqueue( $page ): void {
		if ( isset( self::$pages[ $page ] ) ) {
			Screen::enqueue_built( self::$pages[ $page ] );
		}
	}

	/** @return array<string, array{string, string}> Name → title of the page, entry of the menu. */
	private static function titles(): array {
		$report  = __( 'Review before registering', 'artwork-registry-connector' );
		$mapping = __( 'Mapping', 'artwork-registry-connector' );
		return array(
			'connect' => array( __( 'Connect to the artwork registry', 'artwork-registry-connector' ), __( 'Connect', 'artwork-registry-connector' ) ),
			'report'  => array( $report, $report ),
			'mapping' => array( $mapping, $mapping ),
		);
	}
}
