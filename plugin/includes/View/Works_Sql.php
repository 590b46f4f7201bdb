<?php
/**
 * Which works there are, with their state, as SQL: posts, the owner's choice, the outbox and what the registry confirmed, joined. The state
 * machine of a work is written here once, so that list, counts and panel never disagree.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;

final class Works_Sql {
	/** Of a title, which tell its place in a list by titles. */
	private const SORTED_LETTERS = 100;

	/**
	 * Posts that are works, and former works (post gone, or its type no longer chosen) that the registry still has.
	 *
	 * @param array<int> $only     Empty: all.
	 * @param array<int> $products Only variations of these; empty: all.
	 */
	public static function works( array $only, array $products = array() ): string {
		$parts = self::parts( '', $only, $products );
		return $products ? $parts['posts'] : $parts['posts'] . ' UNION ALL ' . $parts['gone'];
	}

	/**
	 * The same with their ids and these columns alone: a table that none of them needs is not read.
	 *
	 * @param list<string>   $columns As in `parts`.
	 * @param list<int>|null $gone    The works without a post, where they are known; null: searched among all that the registry has.
	 */
	public static function slim( array $columns, string $search = '', ?array $gone = null ): string {
		$parts = self::parts( $search, array(), array(), $columns );
		return array() === $gone ? $parts['posts'] : $parts['posts'] . ' UNION ALL ' . $parts['gone'] . self::among( $gone );
	}

	/**
	 * @param array<int>        $only
	 * @param array<int>        $products
	 * @param list<string>|null $slim     Columns besides the id: those of Works_Query::ORDERS, post_type or post_parent; null: all that a row has.
	 * @return array{posts: string, gone: string, posts_view: string, gone_view: string} Two queries to which conditions can be added, and their state.
	 */
	public static function parts( string $search, array $only, array $products, ?array $slim = null ): array {
		global $wpdb;
		$status     = Tables::name( 'status' );
		$outbox     = Tables::name( 'outbox' );
		$types      = Sql::words( array_keys( Sources::by_type() ) );
		$chosen     = Sql::words( array_keys( Sources::chosen_by_type() ) );
		$posts_view = self::view(
			"p.post_status = 'publish' AND p.post_password = '' AND COALESCE(" . Status::sql_chosen()
			. ', 0) = 1 AND ' . Sources::sql_shareable( 'p' )
		);
		$gone_view  = self::view( '0 = 1' );
		$full       = 's.registry_id, s.public_page, s.confirmed_at, s.matched_on, s.shows, s.error, COALESCE(' . Status::sql_chosen() . ', 0) AS chosen,
			s.held_reason, s.duplicate_group, s.duplicate_size, s.duplicate_choice, s.duplicate_keeper';
		$of_posts   = null === $slim
			? "p.ID AS external_id, p.post_title AS title, p.post_type, p.post_status, p.post_parent, $full, " . Translations::sql_title_of_original( 'p' )
				. " AS original_title, $posts_view AS view"
			: self::columns(
				$slim,
				array(
					'external_id' => 'p.ID AS external_id',
					// Its beginning: whole texts would be sorted on disk. The SQLite drop-in compares a part of a text by the case of its letters.
					'title'       => 'LOWER(SUBSTR(p.post_title, 1, ' . self::SORTED_LETTERS . ')) AS title',
					'view'        => "$posts_view AS view",
				)
			);
		$of_gone    = null === $slim
			? "s.external_id, COALESCE(o.title, '') AS title, NULL AS post_type, NULL AS post_status, 0 AS post_parent, $full, NULL AS original_title,
				$gone_view AS view"
			: self::columns(
				$slim,
				array(
					'external_id' => 's.external_id',
					'title'       => "LOWER(SUBSTR(COALESCE(o.title, ''), 1, " . self::SORTED_LETTERS . ')) AS title',
					'post_type'   => 'NULL AS post_type',
					'post_parent' => '0 AS post_parent',
					'view'        => "$gone_view AS view",
				)
			);
		$is_joined  = null === $slim || array_intersect( $slim, array( 'view', 'registry_id', 'confirmed_at' ) );
		$posts      = "SELECT $of_posts FROM $wpdb->posts p" . ( $is_joined ? " LEFT JOIN $status s ON s.external_id = p.ID" : '' )
			. ( null === $slim || in_array( 'view', $slim, true ) ? " LEFT JOIN $outbox o ON o.external_id = p.ID" : '' )
			. " WHERE p.post_type IN ($types) AND p.post_status NOT IN ('auto-draft', 'inherit')
			AND ((p.post_status <> 'trash' AND p.post_type IN ($chosen) AND " . Variations::sql_is_work( 'p' ) . ') OR '
			. ( $is_joined ? 's.registry_id IS NOT NULL' : "p.ID IN (SELECT known.external_id FROM $status known WHERE known.registry_id IS NOT NULL)" ) . ')';
		$gone       = "SELECT $of_gone FROM $status s LEFT JOIN $wpdb->posts p ON p.ID = s.external_id LEFT JOIN $outbox o ON o.external_id = s.external_id
			WHERE p.ID IS NULL AND s.registry_id IS NOT NULL";
		if ( $only ) {
			$posts .= ' AND p.ID IN (' . Sql::ids( $only ) . ')';
			$gone  .= ' AND s.external_id IN (' . Sql::ids( $only ) . ')';
		}
		if ( null !== $slim && in_array( 'title', $slim, true ) ) {
			// Lets MariaDB read the table in its own order where most posts are works: by its index of types it reads each title by itself.
			$posts .= ' AND p.ID > 0';
		}
		if ( $products ) {
			$posts .= " AND p.post_type = '" . Product_Source::PART . "' AND p.post_parent IN (" . Sql::ids( $products ) . ')';
		} elseif ( '' !== $search ) {
			$like   = Sql::literal( '%' . $wpdb->esc_like( $search ) . '%' );
			$posts .= ' AND (' . Sql::contains( 'p.post_title', $search ) . " OR p.ID IN (SELECT n.external_id FROM $status n WHERE n.registry_id LIKE $like)"
				. self::in_fields( $search ) . ')';
			$gone  .= " AND (o.title LIKE $like OR s.registry_id LIKE $like)";
		}
		return array(
			'posts'      => $posts,
			'gone'       => $gone,
			'posts_view' => $posts_view,
			'gone_view'  => $gone_view,
		);
	}

	/** @param list<int>|null $gone The works without a post that are known; null: any. */
	public static function among( ?array $gone ): string {
		return null === $gone ? '' : ' AND s.external_id IN (' . Sql::ids( $gone ) . ')';
	}

	/**
	 * @param list<string>          $slim
	 * @param array<string, string> $as   Those that have another name in the tables.
	 */
	private static function columns( array $slim, array $as ): string {
		$columns = array();
		foreach ( array_unique( array_merge( array( 'external_id' ), $slim ) ) as $column ) {
			$columns[] = $as[ $column ] ?? $column;
		}
		return implode( ', ', $columns );
	}

	/** A state never runs ahead of its confirmation: the last state from the registry stays until it reports another. */
	private static function view( string $is_wanted ): string {
		$moves = "(COALESCE(o.waiting, 0) = 1 OR COALESCE(o.revision, 0) > COALESCE(s.confirmed_revision, 0) OR s.activity = 'queued')";
		return "CASE
			WHEN s.activity = 'sending' THEN 'sending'
			WHEN s.state IN ('published', 'sold') AND $moves THEN 'published_waiting'
			WHEN $moves AND $is_wanted THEN 'waiting'
			WHEN s.state = 'held' AND COALESCE(s.chosen, 0) <> 1 AND COALESCE(s.held_reason, '') <> 'bulk_removal' THEN 'not_shared'
			WHEN s.state IS NOT NULL THEN s.state
			WHEN s.activity = 'queued' THEN 'waiting'
			ELSE 'not_shared' END";
	}

	/** What is searched in custom fields, and in terms where a source keeps names in them: an artist as a global attribute of a shop. */
	private static function in_fields( string $search ): string {
		global $wpdb;
		// The posts of all fields that fit are read once. Asked of each post by itself, the database would read the fields of each.
		$found      = array(
			"SELECT m.post_id FROM $wpdb->postmeta m WHERE m.meta_key IN (" . Sql::words( self::searched_meta() ) . ') AND '
			. Sql::contains( 'm.meta_value', $search ),
		);
		$taxonomies = array();
		foreach ( Sources::all() as $source ) {
			$taxonomies = array_merge( $taxonomies, $source->searched_taxonomies(), Mapping::current()->keys( 'taxonomy', $source->id(), 'artist_name' ) );
		}
		if ( $taxonomies ) {
			$found[] = "SELECT r.object_id FROM $wpdb->term_relationships r JOIN $wpdb->term_taxonomy x ON x.term_taxonomy_id = r.term_taxonomy_id
				JOIN $wpdb->terms t ON t.term_id = x.term_id WHERE x.taxonomy IN (" . Sql::words( $taxonomies ) . ') AND ' . Sql::contains( 't.name', $search );
		}
		$sql = '';
		foreach ( $found as $posts ) {
			$sql .= ' OR ' . Variations::sql_field_of( $posts, 'p' );
		}
		return $sql;
	}

	/** @return list<string> */
	private static function searched_meta(): array {
		$keys = array();
		foreach ( Sources::all() as $source ) {
			$keys = array_merge( $keys, $source->searched_meta(), Mapping::current()->keys( 'meta', $source->id(), 'artist_name' ) );
		}
		return $keys;
	}
}
