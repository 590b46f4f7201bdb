<?php
/**
 * Terms as the place of a value: those of a taxonomy ("product_cat"), or only those directly below one of its terms ("product_cat/34"), as
 * of a shop that keeps each artist as a category below "Artists". By the id, because owners rename categories.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use WP_Term;

final class Term_Place {
	public static function below( string $taxonomy, int $parent ): string {
		return "$taxonomy/$parent";
	}

	public static function taxonomy( string $key ): string {
		return self::parts( $key )[0];
	}

	/** @return array{0: string, 1: int<0, max>} Taxonomy, and id of the term that the terms are below; 0: all of the taxonomy. */
	public static function parts( string $key ): array {
		return preg_match( '#^(.+)/([1-9]\d{0,17})$#D', $key, $match ) ? array( $match[1], max( 0, (int) $match[2] ) ) : array( $key, 0 );
	}

	/** @return WP_Term|null Null: all of the taxonomy, or the term is gone. */
	public static function parent( string $key ): ?WP_Term {
		list( $taxonomy, $id ) = self::parts( $key );
		$term                  = $id > 0 ? get_term( $id, $taxonomy ) : null;
		return $term instanceof WP_Term ? $term : null;
	}

	/** "Category", "Category, below Artists". */
	public static function label( string $key ): string {
		$taxonomy = get_taxonomy( self::taxonomy( $key ) );
		$parent   = self::parent( $key );
		if ( false === $taxonomy ) {
			return $key;
		}
		return null === $parent ? $taxonomy->labels->singular_name : sprintf(
			/* translators: 1: name of a taxonomy, such as Category, 2: name of one of its terms, such as Artists. */
			__( '%1$s, below %2$s', 'artwork-registry-connector' ),
			$taxonomy->labels->singular_name,
			Plain_Text::of( $parent->name )
		);
	}

	/**
	 * Makes this name the only one at the place; '' none. Terms of the taxonomy that are not at the place stay, also when a shop keeps artists
	 * and kinds of works as categories side by side.
	 */
	public static function put( int $post_id, string $key, string $name ): void {
		list( $taxonomy, $parent ) = self::parts( $key );
		if ( 0 === $parent ) {
			wp_set_object_terms( $post_id, '' === $name ? array() : array( $name ), $taxonomy );
			return;
		}
		$terms = get_the_terms( $post_id, $taxonomy );
		$ids   = array_map( 'intval', wp_list_pluck( wp_list_filter( is_array( $terms ) ? $terms : array(), array( 'parent' => $parent ), 'NOT' ), 'term_id' ) );
		if ( '' !== $name ) {
			$term  = term_exists( $name, $taxonomy, $parent ) ?? wp_insert_term( $name, $taxonomy, array( 'parent' => $parent ) );
			$ids[] = is_array( $term ) ? (int) $term['term_id'] : 0;
		}
		wp_set_object_terms( $post_id, array_values( array_filter( $ids ) ), $taxonomy );
	}
}
