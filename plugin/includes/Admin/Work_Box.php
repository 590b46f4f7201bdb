<?php
/**
 * The box "Artwork Registry" below a work in the classic editor. The block editor has a panel of its own, products have a tab.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use WP_Post;

final class Work_Box {
	/**
	 * add_meta_boxes
	 *
	 * @param string $post_type
	 */
	public static function add( $post_type ): void {
		if ( self::has( $post_type ) ) {
			add_meta_box(
				'artwork-registry',
				__( 'Artwork Registry', 'artwork-registry-connector' ),
				array( self::class, 'show' ),
				$post_type,
				'normal',
				'default',
				array( '__back_compat_meta_box' => true )
			);
		}
	}

	/** @param WP_Post $post */
	public static function show( $post ): void {
		Product_Panel::show_place( $post );
	}

	/** Whether this page is the classic editor of a work other than a product. */
	public static function is_shown(): bool {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		return null !== $screen && 'post' === $screen->base && ! $screen->is_block_editor() && self::has( $screen->post_type );
	}

	private static function has( string $post_type ): bool {
		return Product_Source::TYPE !== $post_type && Sources::is_work_type( $post_type );
	}
}
