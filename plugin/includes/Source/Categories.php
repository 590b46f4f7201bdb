<?php
/**
 * Whether a work is in a category that the owner chose, or below one. Reads the stored terms and not WordPress's taxonomies: if
 * the plugin that registers a taxonomy is switched off, works keep their categories, and none leaves.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Sql;
use WP_Post;

final class Categories {
	/**
	 * Site of the network → hash of a choice → source id → chosen terms and all below them, as term_taxonomy ids.
	 *
	 * @var array<int, array<string, array<string, list<int>>>>
	 */
	private static $branches = array();
	/** @var array<int, array<int, bool>> Site → work → whether it is in one. */
	private static $inside = array();

	/** A category, its place in the tree, or what stands in it has changed. */
	public static function forget(): void {
		unset( self::$branches[ get_current_blog_id() ], self::$inside[ get_current_blog_id() ] );
	}

	/** SQL condition: the post under this alias is in a chosen category of its source. One query a request, for the tree. */
	public static function sql( Source $source, string $alias, ?Source_Choice $choice = null ): string {
		global $wpdb;
		$terms = self::terms( $source->id(), $choice ?? Source_Choice::current() );
		$parts = $source->part_types();
		// A part of a work has the categories of the work.
		$owner = $parts ? "CASE WHEN $alias.post_type IN (" . Sql::words( $parts ) . ") THEN $alias.post_parent ELSE $alias.ID END" : "$alias.ID";
		return null === $terms
			? '1 = 1'
			: "EXISTS (SELECT 1 FROM $wpdb->term_relationships chosen WHERE chosen.object_id = $owner AND chosen.term_taxonomy_id IN (" . Sql::ids( $terms ) . '))';
	}

	/**
	 * At most one query for any number of works, besides the one for the tree.
	 *
	 * @param array<WP_Post>                    $posts
	 * @param array<int, array<int, true>>|null $found Terms of these very posts in all chosen taxonomies, as Term_Cache returns them.
	 */
	public static function prime( array $posts, ?array $found = null ): void {
		global $wpdb;
		$site   = get_current_blog_id();
		$owners = array();
		$wanted = array();
		foreach ( $posts as $post ) {
			$source = Work_Types::all()[ $post->post_type ] ?? null;
			$terms  = null === $source ? null : self::terms( $source, Source_Choice::current() );
			if ( null !== $source && null !== $terms ) {
				$owners[ $post->ID ] = in_array( $post->post_type, Work_Types::parts_of( $source ), true ) ? (int) $post->post_parent : $post->ID;
				$wanted[ $post->ID ] = array_flip( $terms );

				self::$inside[ $site ][ $post->ID ] = false;
			} else {
				self::$inside[ $site ][ $post->ID ] = true;
			}
		}
		// `$found` has terms of the posts themselves. Works whose parts they are remain to be read.
		$unread = array_unique( null === $found ? $owners : array_diff( $owners, array_keys( $owners ) ) );
		$found  = $found ?? array();
		foreach (
			! $unread
			? array()
			: Sql::rows_of( "SELECT object_id, term_taxonomy_id FROM $wpdb->term_relationships WHERE object_id IN (" . Sql::ids( $unread ) . ')' ) as $row
		) {
			$found[ (int) $row['object_id'] ][ (int) $row['term_taxonomy_id'] ] = true;
		}
		foreach ( $owners as $id => $owner ) {
			self::$inside[ $site ][ $id ] = array() !== array_intersect_key( $found[ $owner ] ?? array(), $wanted[ $id ] );
		}
	}

	public static function is_inside( WP_Post $post ): bool {
		$site = get_current_blog_id();
		if ( ! isset( self::$inside[ $site ][ $post->ID ] ) ) {
			self::prime( array( $post ) );
		}
		return self::$inside[ $site ][ $post->ID ];
	}

	/** Changes when works have to be checked again: with the choice, and with the trees below the chosen categories. */
	public static function hash(): string {
		$choice = Source_Choice::current();
		return $choice->hash() . ' ' . substr( hash( 'sha256', (string) wp_json_encode( self::branches( $choice ) ) ), 0, 16 );
	}

	/** @return list<int>|null Null: all works of the source. */
	private static function terms( string $source_id, Source_Choice $choice ): ?array {
		return null === $choice->categories( $source_id ) ? null : ( self::branches( $choice )[ $source_id ] ?? array() );
	}

	/** @return array<string, list<int>> */
	private static function branches( Source_Choice $choice ): array {
		global $wpdb;
		$site       = get_current_blog_id();
		$hash       = $choice->hash();
		$taxonomies = $choice->taxonomies();
		if ( isset( self::$branches[ $site ][ $hash ] ) || ! $taxonomies ) {
			return self::$branches[ $site ][ $hash ] ?? array();
		}
		$rows     = array();
		$children = array();
		foreach ( Sql::rows_of(
			"SELECT term_taxonomy_id, term_id, parent, taxonomy FROM $wpdb->term_taxonomy WHERE taxonomy IN (" . Sql::words( $taxonomies )
			. ') ORDER BY term_taxonomy_id'
		) as $row ) {
			$rows[ (string) $row['taxonomy'] ][ (int) $row['term_id'] ]      = (int) $row['term_taxonomy_id'];
			$children[ (string) $row['taxonomy'] ][ (int) $row['parent'] ][] = (int) $row['term_id'];
		}
		$branches = array();
		foreach ( $choice->ids() as $id ) {
			foreach ( $choice->is_chosen( $id ) ? (array) $choice->categories( $id ) : array() as $taxonomy => $terms ) {
				$below           = self::below( $terms, $children[ $taxonomy ] ?? array() );
				$branches[ $id ] = array_merge( $branches[ $id ] ?? array(), array_values( array_intersect_key( $rows[ $taxonomy ] ?? array(), array_flip( $below ) ) ) );
			}
		}
		self::$branches[ $site ][ $hash ] = $branches;
		return $branches;
	}

	/**
	 * @param list<int>             $terms
	 * @param array<int, list<int>> $children
	 * @return list<int> These and all below; a tree that somebody has made a ring of ends as well.
	 */
	private static function below( array $terms, array $children ): array {
		$seen = array();
		while ( $terms ) {
			$term = array_pop( $terms );
			if ( $term > 0 && ! isset( $seen[ $term ] ) ) {
				$seen[ $term ] = true;
				$terms         = array_merge( $terms, $children[ $term ] ?? array() );
			}
		}
		return array_keys( $seen );
	}
}
