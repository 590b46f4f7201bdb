<?php
/**
 * Gives the products of fill.php the states of a gallery that has registered nearly all of them: of each hundred, 94 are registered, two
 * need attention, one is stopped, one waits with a change, and two were never chosen. Argument: how many products.
 */

use ArtworkRegistry\Store\Tables;

global $wpdb;
$wpdb->show_errors();
$count  = (int) $args[0];
$base   = 1000000;
$status = Tables::name( 'status' );
$outbox = Tables::name( 'outbox' );
$wpdb->query( "DELETE FROM $status" );
$wpdb->query( "DELETE FROM $outbox" );
$wpdb->query( 'DELETE FROM ' . Tables::name( 'jobs' ) );
for ( $from = 0; $from < $count; $from += 1000 ) {
	$states  = array();
	$changes = array();
	for ( $index = $from; $index < min( $from + 1000, $count ); $index++ ) {
		$id     = $base + 2 * $index;
		$of     = $index % 100;
		$art_id = sprintf( "'ART-%010d'", $index );
		if ( $of >= 98 ) {
			continue;
		}
		if ( $of >= 96 ) {
			$states[] = "($id, 1, 'attention', NULL, NULL, 1)";
		} elseif ( 95 === $of ) {
			$states[] = "($id, -1, 'stopped', $art_id, 1767225600, 1)";
		} else {
			$states[] = "($id, 1, 'published', $art_id, 1767225600, 1)";
		}
		$changes[] = sprintf( "(%d, 'woocommerce', %d, 1, 1, %d, 1767225600000)", $id, 94 === $of ? 2 : 1, 94 === $of ? 1 : 0 );
	}
	$wpdb->query( "INSERT INTO $status (external_id, chosen, state, registry_id, confirmed_at, confirmed_revision) VALUES " . implode( ',', $states ) );
	$wpdb->query( "INSERT INTO $outbox (external_id, source, revision, acked_revision, was_sent, waiting, changed_at) VALUES " . implode( ',', $changes ) );
}
$wpdb->query( "ANALYZE TABLE $wpdb->posts, $wpdb->postmeta, $status, $outbox" );
// A count of the time before would say that nothing is registered.
delete_option( 'artwork_registry_counts' );
\ArtworkRegistry\View\Catalogue_Counts::read();
