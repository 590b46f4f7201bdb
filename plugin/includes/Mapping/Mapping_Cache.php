<?php
/**
 * Loads with few queries, for a whole page of works, what their mapped fields point at: terms, related posts, authors, pictures.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Term_Cache;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Store\Sql;
use WP_Post;

final class Mapping_Cache {
	/** @var array<string, array<string, bool>> Custom field → stored value → whether several works show that picture. */
	private static $is_shared = array();

	/** @param list<WP_Post> $posts Whose own fields are loaded. */
	public static function prime( Source $source, array $posts, Mapping $mapping ): void {
		$ids = array_column( $posts, 'ID' );
		Acf::prime( $ids, $mapping->keys( 'meta', $source->id() ) );
		if ( in_array( 'author', $mapping->keys( 'property', $source->id() ), true ) ) {
			cache_users( array_values( array_unique( array_map( 'intval', array_column( $posts, 'post_author' ) ) ) ) );
		}
		foreach ( $mapping->keys( 'meta', $source->id(), 'cover_image_url' ) as $key ) {
			self::prime_pictures( $posts, $key );
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
		Term_Cache::prime( array_column( $posts, 'ID' ), array_values( array_unique( array_merge( $source->taxonomies(), self::taxonomies( $source, $mapping ) ) ) ) );
	}

	/** A picture that several works show identifies none of them. */
	public static function is_shared_picture( string $key, string $value ): bool {
		if ( ! isset( self::$is_shared[ $key ][ $value ] ) ) {
			self::find_shared( $key, array( $value ) );
		}
		return self::$is_shared[ $key ][ $value ];
	}

	/** @param list<WP_Post> $posts */
	private static function prime_pictures( array $posts, string $key ): void {
		$values = array();
		foreach ( $posts as $post ) {
			$values[] = Place_Reader::raw( $post, $key )[0] ?? '';
		}
		$values = array_values( array_unique( array_diff( $values, array( '' ) ) ) );
		_prime_post_caches( array_map( 'intval', array_filter( $values, 'is_numeric' ) ), false, true );
		self::find_shared( $key, $values );
	}

	/** @param list<string> $values */
	private static function find_shared( string $key, array $values ): void {
		global $wpdb;
		self::$is_shared[ $key ] = array_fill_keys( $values, false );
		$rows                    = ! $values ? array() : Sql::rows_of(
			"SELECT m.meta_value AS value FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id
			WHERE m.meta_key = " . Sql::literal( $key ) . ' AND m.meta_value IN (' . Sql::words( $values ) . ")
			AND p.post_status = 'publish' AND p.post_type IN (" . Sql::words( array_keys( Sources::by_type() ) ) . ') AND ' . Translations::sql_original( 'p' ) . '
			GROUP BY m.meta_value HAVING COUNT(*) > 1'
		);
		foreach ( $rows as $row ) {
			self::$is_shared[ $key ][ (string) $row['value'] ] = true;
		}
	}
}
