<?php
/**
 * Loads with few queries what WordPress reads for the addresses of a page of works: parent pages, authors, categories and their
 * parents. Without it each address costs queries of its own.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use WP_Post;

final class Permalink_Cache {
	/** Deeper trees are rare, and only cost speed. */
	private const LEVELS = 3;

	/** @return list<string> Taxonomies in the address of posts of this type. */
	public static function taxonomies( string $post_type ): array {
		return 'post' === $post_type && self::has( '%category%' ) ? array( 'category' ) : array();
	}

	/** @param list<WP_Post> $posts Of one type. */
	public static function prime( array $posts ): void {
		$type = $posts ? get_post_type_object( $posts[0]->post_type ) : null;
		if ( null === $type ) {
			return;
		}
		if ( $type->hierarchical ) {
			self::prime_ancestors( array_column( $posts, 'post_parent' ) );
		}
		if ( 'post' === $type->name && self::has( '%author%' ) ) {
			cache_users( array_values( array_unique( array_map( 'intval', array_column( $posts, 'post_author' ) ) ) ) );
		}
		if ( self::taxonomies( $type->name ) ) {
			self::prime_categories( $posts );
		}
	}

	/** @param list<int> $ids */
	private static function prime_ancestors( array $ids ): void {
		for ( $level = 0; $level < self::LEVELS; $level++ ) {
			$ids = array_values( array_unique( array_filter( array_map( 'intval', $ids ) ) ) );
			_prime_post_caches( $ids, false, false );
			$ids = array_map( 'wp_get_post_parent_id', $ids );
		}
	}

	/** @param list<WP_Post> $posts */
	private static function prime_categories( array $posts ): void {
		$parents = array();
		foreach ( $posts as $post ) {
			$terms   = get_the_terms( $post->ID, 'category' );
			$parents = array_merge( $parents, is_array( $terms ) ? wp_list_pluck( $terms, 'parent' ) : array() );
		}
		for ( $level = 0; $level < self::LEVELS; $level++ ) {
			$parents = array_values( array_unique( array_filter( array_map( 'intval', $parents ) ) ) );
			_prime_term_caches( $parents, false );
			$parents = array_map(
				static function ( int $id ): int {
					$term = get_term( $id );
					return $term instanceof \WP_Term ? $term->parent : 0;
				},
				$parents
			);
		}
	}

	private static function has( string $placeholder ): bool {
		return false !== strpos( (string) get_option( 'permalink_structure' ), $placeholder );
	}
}
