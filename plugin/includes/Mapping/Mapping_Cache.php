<?php
/**
 * Loads what the mapped fields of a page of works point at (terms, related posts, authors, pictures) with few queries.
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

	/** @param list<array{0: Source, 1: list<WP_Post>}> $groups Whose own fields are loaded. */
	public static function prime( array $groups, Mapping $mapping ): void {
		$ids     = array();
		$keys    = array();
		$authors = array();
		foreach ( $groups as list( $source, $posts ) ) {
			$posts  = self::with_products( $posts );
			$fields = $mapping->keys( 'meta', $source->id() );
			if ( $fields ) {
				$ids  = array_merge( $ids, array_column( $posts, 'ID' ) );
				$keys = array_merge( $keys, $fields );
			}
			if ( in_array( 'author', $mapping->keys( 'property', $source->id() ), true ) ) {
				$authors = array_merge( $authors, array_map( 'intval', array_column( $posts, 'post_author' ) ) );
			}
		}
		Acf::prime( $ids, array_values( array_unique( $keys ) ) );
		if ( $authors ) {
			self::prime_authors( $authors );
		}
	}

	/**
	 * The mapped taxonomies that exist. The sources' own taxonomies are primed with the page.
	 *
	 * @return list<string>
	 */
	public static function taxonomies( Source $source, ?Mapping $mapping = null ): array {
		return array_values( array_filter( ( $mapping ?? Mapping::current() )->keys( 'taxonomy', $source->id() ), 'taxonomy_exists' ) );
	}

	/**
	 * For works that were not loaded by the page of changes.
	 *
	 * @param list<WP_Post> $posts
	 */
	public static function prime_terms( Source $source, array $posts, Mapping $mapping ): void {
		Term_Cache::prime(
			array_column( self::with_products( $posts ), 'ID' ),
			array_values( array_unique( array_merge( $source->taxonomies(), self::taxonomies( $source, $mapping ) ) ) )
		);
	}

	/**
	 * Variations read from their products what they do not have themselves.
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
		// Some are loaded already, where addresses have the author in them.
		$loaded = array_filter( wp_cache_get_multiple( $ids, 'users' ) );
		foreach ( $loaded as $id => $user ) {
			self::$authors[ (int) $id ] = (string) ( $user->display_name ?? '' );
		}
		$ids = array_diff( array_unique( $ids ), array_keys( $loaded ) );
		foreach ( ! $ids ? array() : Sql::rows_of( "SELECT ID, display_name FROM $wpdb->users WHERE ID IN (" . Sql::ids( $ids ) . ')' ) as $row ) {
			self::$authors[ (int) $row['ID'] ] = (string) $row['display_name'];
		}
	}
}
