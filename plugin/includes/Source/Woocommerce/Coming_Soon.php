<?php
/**
 * WooCommerce's "Coming soon" (Settings, Site visibility), which new shops begin with: posts are published, but visitors see none of them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Source_Names;

final class Coming_Soon {
	/** The options that decide it. */
	public const OPTIONS = array( 'woocommerce_coming_soon', 'woocommerce_store_pages_only' );

	/** Whether visitors cannot see works of this source, because the whole site or only the shop's pages are hidden. */
	public static function hides( string $source_id ): bool {
		return class_exists( 'WooCommerce', false ) && 'yes' === get_option( self::OPTIONS[0] )
			&& ( Source_Names::WOOCOMMERCE === $source_id || 'yes' !== get_option( self::OPTIONS[1] ) );
	}
}
