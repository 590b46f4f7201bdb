<?php
/**
 * Fills WordPress's cache of the terms of many posts with one query, only for the taxonomies that are read: priming
 * all of them makes WooCommerce recount its categories, which writes options.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Sql;
use WP_Term;

final class Term_Cache {
	/**
	 * Replaces cached terms, which an import may have left stale.
	 *
	 * @param array<int>    $post_ids
	 * @param array<string> $taxonomies
	 * @return array<int, array<int, true>> Post → the term_taxonomy ids it has, as keys; nothing for a post without any.
	 */
	public static function prime( array $post_ids, array $taxonomies ): array {
		global $wpdb;
		if ( ! $post_ids || ! $taxonomies ) {
			return array();
		}
		$rows  = Sql::rows_of(
			"SELECT r.object_id, t.term_id, t.name, t.slug, t.term_group, x.term_taxonomy_id, x.taxonomy, x.description, x.parent, x.count
			FROM $wpdb->term_relationships r JOIN $wpdb->term_taxonomy x ON x.term_taxonomy_id = r.term_taxonomy_id JOIN $wpdb->terms t ON t.term_id = x.term_id
			WHERE r.object_id IN (" . Sql::ids( $post_ids ) . ') AND x.taxonomy IN (' . Sql::words( $taxonomies ) . ') ORDER BY r.object_id, t.name, t.term_id'
		);
		$of    = array_fill_keys( $taxonomies, array_fill_keys( $post_ids, array() ) );
		$terms = array();
		$found = array();
		foreach ( $rows as $row ) {
			$id = (int) $row['term_id'];

			$found[ (int) $row['object_id'] ][ (int) $row['term_taxonomy_id'] ] = true;

			$of[ (string) $row['taxonomy'] ][ (int) $row['object_id'] ][] = $id;
			unset( $row['object_id'] );
			$terms[ $id ] = new WP_Term( (object) $row );
		}
		wp_cache_delete_multiple( array_keys( $terms ), 'terms' );
		update_term_cache( $terms );
		foreach ( $of as $taxonomy => $ids ) {
			wp_cache_set_multiple( $ids, $taxonomy . '_relationships' );
		}
		return $found;
	}
}
