<?php
/**
 * A search for an Art ID in wp-admin's own lists finds the artwork: in the lists of products and artworks, and its pictures in the media
 * library. Any other search stays as it is.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use WP_Query;

final class Art_Id_Search {
	/**
	 * posts_search: the condition of a search, which begins with AND.
	 *
	 * @param mixed $condition
	 * @param mixed $query
	 */
	public static function widen( $condition, $query = null ): string {
		global $wpdb;
		$condition = is_string( $condition ) ? $condition : '';
		if ( '' === $condition || ! is_admin() || ! $query instanceof WP_Query ) {
			return $condition;
		}
		$types = (array) $query->get( 'post_type' );
		$works = Status::works_with_art_id( (string) $query->get( 's' ) );
		$found = array() === $works ? array() : self::shown( $works, $types );
		// Of the form " AND (…) AND (…)".
		return $found ? " AND ( $wpdb->posts.ID IN (" . Sql::ids( $found ) . ') OR ( 1=1' . $condition . ' ) )' : $condition;
	}

	/**
	 * woocommerce_product_pre_search_products: WooCommerce's list and its fields that look for a product search by themselves.
	 *
	 * @param mixed $found Null, where no other plugin has an answer.
	 * @param mixed $term
	 * @return mixed
	 */
	public static function products( $found, $term = '' ) {
		$works = is_array( $found ) || ! is_string( $term ) ? array() : Status::works_with_art_id( $term );
		return $works ? self::listed( $works ) : $found;
	}

	/**
	 * @param list<int>    $works
	 * @param array<mixed> $types
	 * @return list<int>
	 */
	private static function shown( array $works, array $types ): array {
		if ( array( 'attachment' ) === $types ) {
			return self::pictures( $works );
		}
		foreach ( $types as $type ) {
			if ( is_string( $type ) && Sources::is_work_type( $type ) ) {
				return self::listed( $works );
			}
		}
		return array();
	}

	/**
	 * A variation stands in the list with its product.
	 *
	 * @param list<int> $works
	 * @return list<int>
	 */
	private static function listed( array $works ): array {
		$listed = array();
		foreach ( $works as $work ) {
			$post     = get_post( $work );
			$listed[] = null !== $post && 'product_variation' === $post->post_type ? (int) $post->post_parent : $work;
		}
		return $listed;
	}

	/**
	 * The featured picture and those of the product's gallery.
	 *
	 * @param list<int> $works
	 * @return list<int>
	 */
	private static function pictures( array $works ): array {
		$pictures = array();
		foreach ( $works as $work ) {
			$gallery  = (string) get_post_meta( $work, '_product_image_gallery', true );
			$pictures = array_merge( $pictures, array( (int) get_post_thumbnail_id( $work ) ), array_map( 'intval', explode( ',', $gallery ) ) );
		}
		return array_values( array_filter( $pictures ) );
	}
}
