<?php
/**
 * Loads with few queries, for a whole page of works, what their mapped fields point at: terms, related posts, authors, pictures.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Term_Cache;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Sql;
use WP_Post;

final class Mapping_Cache {
	/** @var array<int, string> Author → name, of the works primed last: WordPress's own cache costs a second query for fields nobody reads. */
	private static $authors = array();

	/** @param list<WP_Post> $posts Whose own fields are loaded. */
	public static function prime( Source $source, array $posts, Mapping $mapping ): void {
		$posts = self::with_products( $posts );
		$ids   = array_column( $posts, 'ID' );
		Acf::prime( $ids, $mapping->keys( 'meta', $source->id() ) );
		if ( in_array( 'author', $mapping->keys( 'property', $source->id() ), true ) ) {
			self::prime_authors( array_map( 'intval', array_column( $posts, 'post_author' ) ) );
		}
	}

	/**
	 * The mapped taxonomies that are there; the sources' own are primed by their page.
	 *
	 * @return list<string>
	 */
	public static function taxonomies( Source $source, ?Mapping $mapping = null ): array {
		return array_values( array_filter( ( $mapping ?? Mapping::current() )->keys( 'taxonomy', $source->id() ), 'taxonomy_exists' ) );
	}

	/**
	 * For one work, or a page of them, that was loaded in another way than by the page of changes.
	 *
	 * @param list<WP_Post> $posts
	 */
	public static function prime_terms( Source $source, array $posts, Mapping $mapping ): void {
		Term_Cache::prime( array_column( self::with_products( $posts ), 'ID' ), array_values( array_unique( array_merge( $source->taxonomies(), self::taxonomies( $source, $mapping ) ) ) ) );
	}

	/**
	 * Variations read what they do not say themselves from their products.
	 *
	 * @param list<WP_Post> $posts
	 * @return list<WP_Post>
	 */
	private static function with_products( array $posts ): array {
		return array_merge( $posts, Variations::posts( Variations::products( $posts ) ) );
	}

	public static function author( int $id ): string {
		if ( ! isset( self::$authors[ $id ] ) ) {
			self::prime_authors( array( $id ) );
		}
		return self::$authors[ $id ];
	}

	/** @param list<int> $ids */
	private static function prime_authors( array $ids ): void {
		global $wpdb;
		self::$authors = array_fill_keys( $ids, '' );
		foreach ( Sql::rows_of( "SELECT ID, display_name FROM $wpdb->users WHERE ID IN (" . Sql::ids( array_unique( $ids ) ) . ')' ) as $row ) {
			self::$authors[ (int) $row['ID'] ] = (string) $row['display_name'];
		}
	}
}
