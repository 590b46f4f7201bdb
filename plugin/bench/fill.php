<?php
/**
 * Fills the shop with products straight in its tables, ten thousand in a second, and marks none of them: what a large catalogue
 * looks like on the day the connector is installed. Argument: how many.
 */

global $wpdb;
$wpdb->show_errors();
$count  = (int) $args[0];
$base   = 1000000;
$simple = (int) get_term_by( 'slug', 'simple', 'product_type' )->term_taxonomy_id;
for ( $from = 0; $from < $count; $from += 1000 ) {
	$posts = array();
	$types = array();
	$meta  = array();
	for ( $index = $from; $index < min( $from + 1000, $count ); $index++ ) {
		$id      = $base + $index;
		$posts[] = "($id, 1, '2026-01-01', '2026-01-01', '', 'Work $index', '', 'publish', 'work-$index', '2026-01-01', '2026-01-01', '', '', '', '', 'product')";
		$types[] = "($id, $simple, 0)";
		$artist  = 'a:1:{s:6:"artist";a:6:{s:4:"name";s:6:"Artist";s:5:"value";s:13:"Paula Example";s:8:"position";i:0;s:10:"is_visible";i:1;s:12:"is_variation";i:0;s:11:"is_taxonomy";i:0;}}';
		foreach ( array(
			'_price' => '100',
			'_regular_price' => '100',
			'_stock_status' => 'instock',
			'_width' => '30',
			'_length' => '2',
			'_height' => '40',
			'_sku' => "SKU-$index",
			'_product_attributes' => $artist,
		) as $key => $value ) {
			$meta[] = $wpdb->prepare( '(%d, %s, %s)', $id, $key, $value );
		}
	}
	$wpdb->query(
		"INSERT INTO $wpdb->posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status,
		post_name, post_modified, post_modified_gmt, post_content_filtered, to_ping, pinged, guid, post_type) VALUES " . implode( ',', $posts )
	);
	$wpdb->query( "INSERT INTO $wpdb->term_relationships (object_id, term_taxonomy_id, term_order) VALUES " . implode( ',', $types ) );
	$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES " . implode( ',', $meta ) );
}
