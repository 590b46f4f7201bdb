<?php
/**
 * Reads the owner's choice of what counts as a work, from a screen or the command line. Accepts only post types and categories of this site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Sql;
use WP_Error;

/**
 * @phpstan-import-type Entry from Source_Choice
 */
final class Choice_Form {
	private const CATEGORIES_MAX = 2000;

	/**
	 * @param array<mixed> $given Source id → {is_chosen, categories}; sources that are not named stay as they are.
	 * @return Source_Choice|WP_Error
	 */
	public static function read( array $given ) {
		$current = Source_Choice::to_edit();
		$entries = array();
		foreach ( $given as $id => $entry ) {
			$source = self::source( (string) $id );
			if ( null === $source || ! is_array( $entry ) || ! is_bool( $entry['is_chosen'] ?? null ) ) {
				return self::wrong( __( 'This post type is no longer available. Reload the page and choose again.', 'artwork-registry-connector' ) );
			}
			$categories = self::categories( $source, $entry['categories'] ?? null );
			if ( $entry['is_chosen'] && array() === $categories ) {
				/* translators: %s: a kind of work, such as Products. */
				return self::wrong( sprintf( __( '%s: choose at least one category, or all artworks.', 'artwork-registry-connector' ), $source->name() ) );
			}
			// A source that was never chosen needs no entry.
			if ( $entry['is_chosen'] || $current->is_chosen( $source->id() ) || in_array( $source->id(), $current->ids(), true ) ) {
				$entries[ $source->id() ] = array(
					'is_chosen'  => $entry['is_chosen'],
					'categories' => $categories,
				);
			}
		}
		$next = $current->with( $entries );
		return Sources::chosen( $next ) ? $next : self::wrong( __( 'Choose at least one post type. To take all artworks out of the registry, select Disconnect.', 'artwork-registry-connector' ) );
	}

	/** A source that exists, or a post type that can be chosen. */
	public static function source( string $id ): ?Source {
		$type = Source_Names::type_of( $id );
		return Sources::all( Source_Choice::to_edit() )[ $id ] ?? ( null !== $type && Sources::is_other_type( $type ) ? new Post_Type_Source( $type ) : null );
	}

	/**
	 * @param mixed $given
	 * @return array<string, list<int>>|null Terms that are there, by taxonomy; null: all works.
	 */
	private static function categories( Source $source, $given ): ?array {
		global $wpdb;
		if ( null === $given ) {
			return null;
		}
		$ids = array();
		// A taxonomy whose plugin is switched off keeps its part of the choice.
		$known = array_merge( $source->category_taxonomies(), array_keys( Source_Choice::to_edit()->categories( $source->id() ) ?? array() ) );
		foreach ( is_array( $given ) ? $given : array() as $taxonomy => $terms ) {
			if ( in_array( (string) $taxonomy, $known, true ) && is_array( $terms ) ) {
				$ids = array_merge( $ids, array_map( 'intval', array_filter( $terms, 'is_numeric' ) ) );
			}
		}
		$found = array();
		$ids   = array_slice( array_unique( $ids ), 0, self::CATEGORIES_MAX );
		foreach (
			$ids
			? Sql::rows_of(
				"SELECT term_id, taxonomy FROM $wpdb->term_taxonomy WHERE term_id IN (" . Sql::ids( $ids ) . ') AND taxonomy IN ('
				. Sql::words( $known ) . ') ORDER BY taxonomy, term_id'
			)
			: array() as $row
		) {
			$found[ (string) $row['taxonomy'] ][] = (int) $row['term_id'];
		}
		return $found;
	}

	private static function wrong( string $message ): WP_Error {
		return new WP_Error( 'artwork_registry_sources_wrong', $message, array( 'status' => 422 ) );
	}
}
