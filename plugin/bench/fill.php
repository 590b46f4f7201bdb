<?php
/**
 * Fills the shop with products straight in its tables, each with a picture of its own, thousands in a second, and marks none of them:
 * what a large catalogue looks like on the day the connector is installed. Arguments: how many, and how many are there already.
 */

global $wpdb;
$wpdb->show_errors();
$count  = (int) $args[0];
$base   = 1000000;
$simple = (int) get_term_by( 'slug', 'simple', 'product_type' )->term_taxonomy_id;
for ( $from = (int) ( $args[1] ?? 0 ); $from < $count; $from += 1000 ) {
	$posts = array();
	$types = array();
	$meta  = array();
	for ( $index = $from; $index < min( $from + 1000, $count ); $index++ ) {
		$id      = $base + 2 * $index;
		$posts[] = "($id, 1, '2026-01-01', '2026-01-01', '', 'Work $index', '', 'publish', 'work-$index', '2026-01-01', '2026-01-01', '', '', '', '', 'product', '')";
		$types[] = "($id, $simple, 0)";
		$image   = $id + 1;
		$posts[] = "($image, 1, '2026-01-01', '2026-01-01', '', 'Picture $index', '', 'inherit', 'picture-$index', '2026-01-01',
			'2026-01-01', '', '', '', '', 'attachment', 'image/jpeg')";
		$sizes   = array(
			'width'  => 1200,
			'height' => 900,
			'file'   => "2026/01/picture-$index.jpg",
			'sizes'  => array_fill_keys( array( 'thumbnail', 'medium', 'large' ),
				array( 'file' => "picture-$index-1024x768.jpg", 'width' => 1024, 'height' => 768, 'mime-type' => 'image/jpeg' ) ),
		);
		$meta[]  = $wpdb->prepare( '(%d, %s, %s)', $image, '_wp_attached_file', "2026/01/picture-$index.jpg" );
		$meta[]  = $wpdb->prepare( '(%d, %s, %s)', $image, '_wp_attachment_metadata', serialize( $sizes ) );
		$artist  = 'a:1:{s:6:"artist";a:6:{s:4:"name";s:6:"Artist";s:5:"value";s:13:"Paula Example";s:8:"position";i:0;s:10:"is_visible";i:1;s:12:"is_variation";i:0;s:11:"is_taxonomy";i:0;}}';
		foreach ( array(
			'_price' => '100',
			'_regular_price' => '100',
			'_stock_status' => 'instock',
			'_width' => '30',
			'_length' => '2',
			'_height' => '40',
			'_sku' => "SKU-$index",
			'_thumbnail_id' => (string) $image,
			'_product_attributes' => $artist,
		) as $key => $value ) {
			$meta[] = $wpdb->prepare( '(%d, %s, %s)', $id, $key, $value );
		}
	}
	$wpdb->query(
		"INSERT INTO $wpdb->posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status,
		post_name, post_modified, post_modified_gmt, post_content_filtered, to_ping, pinged, guid, post_type, post_mime_type) VALUES " . implode( ',', $posts )
	);
	$wpdb->query( "INSERT INTO $wpdb->term_relationships (object_id, term_taxonomy_id, term_order) VALUES " . implode( ',', $types ) );
	$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES " . implode( ',', $meta ) );
}
// As the installation does on a catalogue that is there already.
\ArtworkRegistry\Store\Picture_Index::fill();
delete_option( 'artwork_registry_counts' );
\ArtworkRegistry\View\Catalogue_Counts::read();
