<?php
/**
 * What all our pages in wp-admin share: where they are, the element that a script fills, the scripts of screens, editor panel and lists.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;

final class Screen {
	public const SLUG = 'artwork-registry';

	public static function url(): string {
		return admin_url( 'admin.php?page=' . self::SLUG );
	}

	/** One page of ours; its script fills the element `$id`. */
	public static function show_place( string $title, string $id ): void {
		echo '<div class="wrap artwork-registry"><h1>' . esc_html( $title ) . '</h1>'
			. '<hr class="wp-header-end"><div id="' . esc_attr( $id ) . '"></div><noscript>'
			. esc_html__( 'This screen needs JavaScript. Without it, use the commands "wp artwork-registry".', 'artwork-registry-connector' )
			. '</noscript></div>';
	}

	/** @param string $page */
	public static function enqueue( $page ): void {
		if ( Product_Panel::is_shown() || Work_Box::is_shown() ) {
			self::enqueue_built( 'product-panel' );
		} elseif ( 'edit.php' === $page && List_Column::is_shown() ) {
			self::enqueue_style( 'product-panel', array() );
		}
	}

	public static function enqueue_editor(): void {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		if ( null !== $screen && 'post' === $screen->base && Product_Source::TYPE !== $screen->post_type && Sources::is_work_type( $screen->post_type ) ) {
			self::enqueue_built( 'editor-panel' );
		}
	}

	/**
	 * @param array<string, string> $links
	 * @return array<string, string>
	 */
	public static function add_link( $links ): array {
		return array( 'artwork-registry' => '<a href="' . esc_url( self::url() ) . '">' . esc_html__( 'Open', 'artwork-registry-connector' ) . '</a>' ) + $links;
	}

	public static function enqueue_built( string $name ): void {
		$folder = plugin_dir_path( ARTWORK_REGISTRY_FILE ) . 'build/';
		$file   = $folder . $name . '.asset.php';
		if ( ! is_file( $file ) ) {
			return;
		}
		$asset  = require $file;
		$handle = 'artwork-registry-' . $name;
		wp_enqueue_script( $handle, plugins_url( 'build/' . $name . '.js', ARTWORK_REGISTRY_FILE ), $asset['dependencies'], $asset['version'], true );
		wp_set_script_translations( $handle, 'artwork-registry-connector' );
		self::enqueue_style( $name, array( 'wp-components' ) );
	}

	/** @param list<string> $needs */
	private static function enqueue_style( string $name, array $needs ): void {
		$file = plugin_dir_path( ARTWORK_REGISTRY_FILE ) . 'build/' . $name . '.css';
		if ( is_file( $file ) ) {
			$handle = 'artwork-registry-' . $name;
			wp_enqueue_style( $handle, plugins_url( 'build/' . $name . '.css', ARTWORK_REGISTRY_FILE ), $needs, (string) filemtime( $file ) );
			wp_style_add_data( $handle, 'rtl', 'replace' );
		}
	}
}
