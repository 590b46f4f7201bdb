<?php
/**
 * Run by `wp eval-file import-products.php FILE.ndjson`: makes a published WooCommerce product of each line (the lines of
 * import-works.php). One of each in stock; availability that a shop cannot say by stock and price is the owner's mark.
 * Works whose inventory number is there already are left alone, so that a killed import may simply run again.
 */

require_once __DIR__ . '/import-lines.php';
require_once __DIR__ . '/import-picture.php';
require_once __DIR__ . '/product-attribute.php';

$count = 0;
foreach ( artwork_registry_lines( $args[0] ) as $work ) {
	if ( wc_get_product_id_by_sku( $work['inventory_number'] ) ) {
		continue;
	}
	$product = new WC_Product_Simple();
	$product->set_name( $work['title'] );
	$product->set_description( $work['text'] ?? '' );
	$product->set_sku( $work['inventory_number'] );
	$product->set_height( $work['height_cm'] ?? '' );
	$product->set_width( $work['width_cm'] ?? '' );
	$product->set_length( $work['depth_cm'] ?? '' );
	$product->set_regular_price( $work['price']['amount'] ?? '' );
	$product->set_manage_stock( true );
	$product->set_stock_quantity( 1 );
	$attributes = array();
	foreach ( array( 'Artist' => 'artist', 'Year' => 'year', 'Medium' => 'medium' ) as $name => $field ) {
		if ( isset( $work[ $field ] ) && '' !== $work[ $field ] ) {
			$attributes[] = artwork_registry_attribute( $name, array( $work[ $field ] ) );
		}
	}
	$product->set_attributes( $attributes );
	$availability = $work['availability'] ?? 'not_for_sale';
	if ( 'for_sale' !== $availability ) {
		$product->update_meta_data( '_artwork_registry_availability', $availability );
	}
	if ( ! empty( $work['picture'] ) ) {
		$product->set_image_id( artwork_registry_import_picture( $work['picture'] ) );
	}
	$product->save();
	++$count;
}
WP_CLI::line( (string) $count );
