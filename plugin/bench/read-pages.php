<?php
/** Reads pages of 50 changes as the sync service's poll does, and says what each cost. Argument: how many pages. */

use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Sync\Change_Page;

global $wpdb;
$pages = array();
for ( $page = 0; $page < (int) $args[0]; $page++ ) {
	wp_cache_flush();
	// WordPress reads its options, and WooCommerce its attributes, before any request of ours begins.
	get_option( 'siteurl' );
	wc_get_attribute_taxonomies();
	$queries = $wpdb->num_queries;
	$began   = microtime( true );
	$changes = Change_Page::read( 50 )['changes'];
	$pages[] = array( 'works' => count( $changes ), 'queries' => $wpdb->num_queries - $queries, 'ms' => ( microtime( true ) - $began ) * 1000 );
	Outbox::acknowledge( array_column( $changes, 'revision', 'external_id' ) );
}
echo wp_json_encode( $pages );
