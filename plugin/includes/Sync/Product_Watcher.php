<?php
/**
 * The hooks that WooCommerce fires beyond WordPress's own: its data stores, and stock that it writes by direct SQL. Runs in
 * every request, because orders, imports and REST change products outside of wp-admin. Only notes ids.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use WC_Product;
use WP_Post;

final class Product_Watcher {
	/**
	 * woocommerce_new_product, woocommerce_update_product, woocommerce_new_product_variation,
	 * woocommerce_update_product_variation
	 *
	 * @param mixed $id
	 * @param mixed $product
	 */
	public static function saved( $id, $product = null ): void {
		// While any post is saved, WooCommerce writes the name, address and status of a product past WordPress's hooks.
		self::record( self::id( $id ), $product instanceof WC_Product ? $product : null, doing_action( 'save_post' ) );
	}

	/**
	 * woocommerce_product_set_stock, woocommerce_variation_set_stock
	 *
	 * @param mixed $product
	 */
	public static function stock_set( $product ): void {
		if ( ! $product instanceof WC_Product ) {
			self::record( self::id( $product ), null, true );
			return;
		}
		// Variations without a stock of their own use their product's.
		self::record( $product->get_id(), $product, true );
		self::record_original( $product );
	}

	/**
	 * woocommerce_product_set_stock_status, woocommerce_variation_set_stock_status
	 *
	 * @param mixed $id
	 * @param mixed $status
	 * @param mixed $product
	 */
	public static function stock_status_set( $id, $status = '', $product = null ): void {
		self::saved( $id, $product );
		if ( $product instanceof WC_Product ) {
			self::record_original( $product );
		}
	}

	/** @param mixed $id */
	private static function id( $id ): int {
		return is_numeric( $id ) ? (int) $id : 0;
	}

	/** The stock of a translation is that of the original, which language plugins update without any hook. */
	private static function record_original( WC_Product $product ): void {
		$original = Translations::original_of( $product->get_parent_id() ? $product->get_parent_id() : $product->get_id() );
		$post     = $original > 0 ? get_post( $original ) : null;
		if ( $post instanceof WP_Post ) {
			// Only some language plugins tell which of its variations it is.
			Change_Collector::add_post( $post );
		}
	}

	/**
	 * A variation is a part of its parent; without the object, WordPress knows the parent.
	 *
	 * @param bool $concerns_parts Of a product, whether all its variations may be other works now. WooCommerce saves a product with each
	 *                             of its variations; what it changes of the product then, WordPress's hooks tell.
	 */
	private static function record( int $id, ?WC_Product $product, bool $concerns_parts = false ): void {
		if ( $id <= 0 || 'auto-draft' === get_post_status( $id ) ) {
			return;
		}
		$post = Variations::is_used() ? get_post( $id ) : null;
		if ( $post instanceof WP_Post ) {
			Change_Collector::add_post( $post, $concerns_parts );
			return;
		}
		$parent = null === $product ? 0 : (int) $product->get_parent_id();
		if ( null === $product && Product_Source::PART === get_post_type( $id ) ) {
			$parent = (int) wp_get_post_parent_id( $id );
		}
		Change_Collector::add( $parent > 0 ? $parent : $id, Product_Source::ID );
	}
}
