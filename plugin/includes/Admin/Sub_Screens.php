<?php
/**
 * The screens below "Artwork Registry" in the menu, each with a script of its own, so that none carries the others.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

final class Sub_Screens {
	/** @var array<string, string> WordPress's name of the page → the screen's. */
	private static $pages = array();

	public static function register(): void {
		add_submenu_page( Screen::SLUG, __( 'Artwork Registry', 'artwork-registry-connector' ), __( 'Overview', 'artwork-registry-connector' ), 'manage_options', Screen::SLUG, array( Screen::class, 'show' ) );
		foreach ( self::titles() as $name => $title ) {
			$page = add_submenu_page( Screen::SLUG, $title, $title, 'manage_options', Screen::SLUG . '-' . $name, array( self::class, 'show' ) );
			if ( is_string( $page ) ) {
				self::$pages[ $page ] = $name;
			}
		}
	}

	public static function show(): void {
		$screen = get_current_screen();
		$name   = null === $screen ? '' : ( self::$pages[ $screen->id ] ?? '' );
		echo '<div class="wrap artwork-registry"><h1>' . esc_html( self::titles()[ $name ] ?? '' ) . '</h1>'
			. '<hr class="wp-header-end"><div id="artwork-registry-' . esc_attr( $name ) . '"></div><noscript>'
			. esc_html__( 'This screen needs JavaScript. Without it, use the commands "wp artwork-registry".', 'artwork-registry-connector' )
			. '</noscript></div>';
	}

	/** @param string $page */
	public static function enqueue( $page ): void {
		if ( isset( self::$pages[ $page ] ) ) {
			Screen::enqueue_built( self::$pages[ $page ] );
		}
	}

	/** @return array<string, string> */
	private static function titles(): array {
		return array(
			'report'  => __( 'Look before you publish', 'artwork-registry-connector' ),
			'mapping' => __( 'Mapping', 'artwork-registry-connector' ),
		);
	}
}
