<?php
/**
 * Names that WordPress and WooCommerce give to posts saved without one, such as "Product" for rows of a CSV file. An Art ID
 * is permanent, so such a work waits for its name.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Source\Woocommerce\Variations;
use WP_Post;

final class Placeholder_Name {
	/**
	 * @param array<string, mixed> $work What would be told of it.
	 */
	public static function names( array $work, WP_Post $post ): bool {
		$title   = is_string( $work['title'] ?? null ) ? $work['title'] : '';
		$product = Variations::product_of( $post );
		if ( null === $product ) {
			return self::is( $title );
		}
		// A variation is named after its product: "Product, Oak".
		$name = Plain_Text::of( $product->post_title );
		return self::is( $name ) && 0 === strpos( $title, $name );
	}

	private static function is( string $title ): bool {
		// The texts of WooCommerce and WordPress themselves, in the language of the site.
		$words = array( get_translations_for_domain( 'woocommerce' )->translate( 'Product' ), get_translations_for_domain( 'default' )->translate( 'Auto Draft' ) );
		return in_array( $title, array_merge( array( 'Product', 'AUTO-DRAFT', 'Auto Draft' ), $words ), true );
	}
}
