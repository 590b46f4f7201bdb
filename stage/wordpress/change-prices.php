<?php
/**
 * Run by `wp eval-file change-prices.php FILE.json`: sets new prices, as a person would one by one.
 * The file: [{inventory_number, amount}]. Works are products where the site has WooCommerce, else `areg_artwork` posts.
 */

foreach ( json_decode( file_get_contents( $args[0] ), true ) as $change ) {
	if ( function_exists( 'wc_get_product_id_by_sku' ) ) {
		$product = wc_get_product( wc_get_product_id_by_sku( $change['inventory_number'] ) );
		$product->set_regular_price( (string) $change['amount'] );
		$product->save();
		continue;
	}
	$posts = get_posts(
		array(
			'post_type'  => 'areg_artwork',
			'meta_key'   => 'artwork_registry_inventory_number',
			'meta_value' => $change['inventory_number'],
			'fields'     => 'ids',
		)
	);
	update_post_meta( $posts[0], 'artwork_registry_price_amount', (string) $change['amount'] );
}
