<?php
/**
 * The tab "Registry" in WooCommerce's product data box. The server renders an empty place; what stands in it comes over REST,
 * so opening a product asks nothing more.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Store\Variation_Choice;

final class Product_Panel {
	private const TARGET = 'artwork_registry_product_data';

	/**
	 * woocommerce_product_data_tabs
	 *
	 * @param array<string, array<string, mixed>> $tabs
	 * @return array<string, array<string, mixed>>
	 */
	public static function add_tab( $tabs ): array {
		return $tabs + array(
			'artwork_registry' => array(
				'label'    => __( 'Registry', 'artwork-registry-connector' ),
				'target'   => self::TARGET,
				// The types that are never a work have no tab: WooCommerce shows and hides by these classes.
				'class'    => array( 'hide_if_grouped', 'hide_if_external' ),
				'priority' => 75,
			),
		);
	}

	/** woocommerce_product_data_panels */
	public static function show(): void {
		global $post;
		echo '<div id="' . esc_attr( self::TARGET ) . '" class="panel woocommerce_options_panel hidden"><div id="artwork-registry-product" data-id="' . esc_attr( (string) $post->ID ) . '" data-status="' . esc_attr( $post->post_status ) . '" data-variations="' . esc_attr( Variation_Choice::mode() ) . '"></div><noscript><p>'
			. esc_html__( 'This tab needs JavaScript.', 'artwork-registry-connector' ) . '</p></noscript></div>';
	}

	public static function is_shown(): bool {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		return null !== $screen && 'post' === $screen->base && Product_Source::TYPE === $screen->post_type;
	}
}
