<?php
/**
 * Run by `wp eval-file import-messy.php FILE.ndjson`: makes a WooCommerce product of each line (messy-works.ts), as untidy as it says.
 * Products whose SKU is there already are left alone.
 */

require_once __DIR__ . '/import-lines.php';
require_once __DIR__ . '/product-attribute.php';

$count = 0;
foreach ( artwork_registry_lines( $args[0] ) as $work ) {
	if ( wc_get_product_id_by_sku( $work['sku'] ) ) {
		continue;
	}
	$frames  = $work['frames'] ?? array();
	$product = $frames ? new WC_Product_Variable() : new WC_Product_Simple();
	$product->set_name( $work['title'] );
	$product->set_sku( $work['sku'] );
	$product->set_status( $work['status'] );
	$product->set_post_password( $work['password'] ?? '' );
	$product->set_height( (string) ( $work['height_cm'] ?? '' ) );
	$product->set_width( (string) ( $work['width_cm'] ?? '' ) );
	$product->set_length( (string) ( $work['depth_cm'] ?? '' ) );
	if ( ! $frames ) {
		$product->set_regular_price( (string) ( $work['price'] ?? '' ) );
		$product->set_manage_stock( true );
		$product->set_stock_quantity( 1 );
	}
	$attributes = array();
	foreach ( array( 'Artist' => 'artist', 'Year' => 'year', 'Medium' => 'medium', 'Size' => 'size' ) as $name => $field ) {
		if ( isset( $work[ $field ] ) && '' !== $work[ $field ] ) {
			$attributes[] = artwork_registry_attribute( $name, array( $work[ $field ] ) );
		}
	}
	if ( $frames ) {
		$attributes[] = artwork_registry_attribute( 'Frame', $frames, true );
	}
	$product->set_attributes( $attributes );
	$id = $product->save();
	foreach ( $frames as $number => $frame ) {
		$variation = new WC_Product_Variation();
		$variation->set_parent_id( $id );
		$variation->set_attributes( array( 'frame' => $frame ) );
		$variation->set_regular_price( (string) ( 100 + 20 * $number ) );
		$variation->set_manage_stock( true );
		$variation->set_stock_quantity( 1 );
		$variation->save();
	}
	++$count;
	if ( 0 === $count % 200 ) {
		wp_cache_flush_runtime();
	}
}
WP_CLI::line( (string) $count );
