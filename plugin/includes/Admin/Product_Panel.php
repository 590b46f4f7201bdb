<?php
/**
 * The tab "Registry" in WooCommerce's product data box. The server renders an empty element; a script fills it over REST,
 * so opening a product costs no further query.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Store\Variation_Choice;
use WP_Post;

final class Product_Panel {
	private const TARGET = 'artwork_registry_product_data';

	/**
	 * woocommerce_product_data_tabs
	 *
	 * @param array<string, array<string, mixed>> $tabs
	 * @return array<string, array<string, mixed>>
	 */
	public static function add_tab( $tabs ): array {
		return ! Sources::is_work_type( Product_Source::TYPE ) ? $tabs : $tabs + array(
			'artwork_registry' => array(
				'label'    => __( 'Registry', 'artwork-registry-connector' ),
				'target'   => self::TARGET,
				// Product types that are never works have no tab. WooCommerce shows and hides tabs by these classes.
				'class'    => array( 'hide_if_grouped', 'hide_if_external' ),
				'priority' => 75,
			),
		);
	}

	/** woocommerce_product_data_panels */
	public static function show(): void {
		global $post;
		echo '<div id="' . esc_attr( self::TARGET ) . '" class="panel woocommerce_options_panel hidden">';
		self::show_place( $post );
		echo '</div>';
	}

	/** The element that the script fills. */
	public static function show_place( WP_Post $post ): void {
		$variations = Product_Source::TYPE === $post->post_type ? Variation_Choice::mode() : Variation_Choice::MODES[0];
		echo '<div id="artwork-registry-product" data-id="' . esc_attr( (string) $post->ID ) . '" data-status="'
			. esc_attr( $post->post_status ) . '" data-variations="' . esc_attr( $variations ) . '"></div><noscript><p>'
			. esc_html__( 'This tab needs JavaScript.', 'artwork-registry-connector' ) . '</p></noscript>';
	}

	public static function is_shown(): bool {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		return null !== $screen && 'post' === $screen->base && Product_Source::TYPE === $screen->post_type && Sources::is_work_type( $screen->post_type );
	}
}
