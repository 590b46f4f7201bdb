<?php
/**
 * Translations of a work, as WPML and Polylang keep them: only the original is a work. Reads the original from the tables of
 * these plugins, because their functions answer for one post at a time and lists and counts must agree with them. Without them no
 * query runs.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Sql;

final class Translations {
	private const POLYLANG = 'polylang';
	private const WPML     = 'wpml';

	/** @var array<int, array<int, int>> Site of the network → post → its original, 0: it is one. Of the posts primed last. */
	private static $originals = array();

	public static function forget(): void {
		unset( self::$originals[ get_current_blog_id() ] );
	}

	/** The plugin and the site's language: "polylang:en"; '' where neither plugin is set up. */
	public static function plugin(): string {
		// Polylang first: it answers to WPML's filters as well.
		$polylang = function_exists( 'pll_default_language' ) ? pll_default_language() : false;
		if ( is_string( $polylang ) && '' !== $polylang ) {
			return self::POLYLANG . ':' . $polylang;
		}
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WPML's own.
		$wpml = defined( 'ICL_SITEPRESS_VERSION' ) ? apply_filters( 'wpml_default_language', null ) : null;
		return is_string( $wpml ) && '' !== $wpml ? self::WPML . ':' . $wpml : '';
	}

	/** SQL condition: this post is not a translation. */
	public static function sql_original( string $alias ): string {
		return '' === self::plugin() ? '1 = 1' : 'NOT EXISTS (SELECT 1 ' . self::sql_before( $alias ) . ')';
	}

	/** SQL expression: the title of the original of this post; NULL: it is not a translation. */
	public static function sql_title_of_original( string $alias ): string {
		return '' === self::plugin()
			? 'NULL'
			: '(SELECT original.post_title ' . self::sql_before( $alias ) . ' ORDER BY ' . self::sql_rank( 'o' ) . ', original.ID LIMIT 1)';
	}

	/**
	 * One query for any number of posts, past every cache.
	 *
	 * @param array<int> $ids
	 */
	public static function prime( array $ids ): void {
		$site = get_current_blog_id();
		self::forget();
		$groups = self::groups( $ids );

		self::$originals[ $site ] = array_fill_keys( $ids, 0 );
		foreach ( $groups as $id => $group ) {
			self::$originals[ $site ][ $id ] = $group[0] === $id ? 0 : $group[0];
		}
	}

	/** 0: this post is not a translation. */
	public static function original_of( int $id ): int {
		$site = get_current_blog_id();
		if ( isset( self::$originals[ $site ][ $id ] ) ) {
			return self::$originals[ $site ][ $id ];
		}
		$group = self::groups( array( $id ) )[ $id ] ?? array( $id );
		return $group[0] === $id ? 0 : $group[0];
	}

	/**
	 * Those of these posts that have translations, each with all posts of its group, the original first.
	 *
	 * @param array<int> $ids
	 * @return array<int, non-empty-list<int>>
	 */
	public static function groups( array $ids ): array {
		$groups = array();
		if ( ! $ids || '' === self::plugin() ) {
			return $groups;
		}
		$rows = Sql::rows_of(
			'SELECT g.' . self::id_column() . ' AS id, original.ID AS member ' . self::sql_members() . ' WHERE g.' . self::id_column()
				. ' IN (' . Sql::ids( $ids ) . ') AND '
			. self::sql_kind( 'g' ) . ' ORDER BY ' . self::sql_rank( 'o' ) . ', original.ID'
		);
		foreach ( $rows as $row ) {
			$groups[ (int) $row['id'] ][] = (int) $row['member'];
		}
		return $groups;
	}

	/** FROM and WHERE: the posts that come before this one among its translations; they are `original`. */
	private static function sql_before( string $alias ): string {
		$id   = self::id_column();
		$mine = self::sql_rank( 'g' );
		$that = self::sql_rank( 'o' );
		return self::sql_members() . " WHERE g.$id = $alias.ID AND " . self::sql_kind( 'g' ) . " AND ($that < $mine OR ($that = $mine AND o.$id < g.$id))";
	}

	/** A post `g` and every post `o` of its group, itself included, that is still there. */
	private static function sql_members(): string {
		global $wpdb;
		$id    = self::id_column();
		$posts = "JOIN $wpdb->posts original ON original.ID = o.$id AND original.post_status <> 'auto-draft'";
		return self::is_polylang()
			? "FROM $wpdb->term_relationships g JOIN $wpdb->term_taxonomy gt ON gt.term_taxonomy_id = g.term_taxonomy_id
				JOIN $wpdb->term_relationships o ON o.term_taxonomy_id = g.term_taxonomy_id $posts"
			: 'FROM ' . self::wpml_table() . ' g JOIN ' . self::wpml_table() . " o ON o.trid = g.trid AND o.element_type = g.element_type $posts";
	}

	private static function sql_kind( string $alias ): string {
		if ( self::is_polylang() ) {
			return $alias . "t.taxonomy = 'post_translations'";
		}
		$types = array();
		foreach ( array_keys( Work_Types::all() ) as $type ) {
			$types[] = 'post_' . $type;
		}
		return "$alias.element_type IN (" . Sql::words( $types ) . ')';
	}

	/**
	 * 0 for the original, 1 for the others; among equals the oldest counts. WPML stores the source language of each translation. For
	 * Polylang all languages are equal, so the post in the site's own language is the original.
	 */
	private static function sql_rank( string $alias ): string {
		global $wpdb;
		if ( ! self::is_polylang() ) {
			return "CASE WHEN COALESCE($alias.source_language_code, '') = '' THEN 0 ELSE 1 END";
		}
		$language = Sql::literal( (string) substr( self::plugin(), strlen( self::POLYLANG ) + 1 ) );
		return "CASE WHEN EXISTS (SELECT 1 FROM $wpdb->term_relationships lr JOIN $wpdb->term_taxonomy lx ON lx.term_taxonomy_id = lr.term_taxonomy_id
			JOIN $wpdb->terms lt ON lt.term_id = lx.term_id
			WHERE lr.object_id = $alias.object_id AND lx.taxonomy = 'language' AND lt.slug = $language) THEN 0 ELSE 1 END";
	}

	private static function is_polylang(): bool {
		return 0 === strpos( self::plugin(), self::POLYLANG );
	}

	private static function id_column(): string {
		return self::is_polylang() ? 'object_id' : 'element_id';
	}

	private static function wpml_table(): string {
		global $wpdb;
		return $wpdb->prefix . 'icl_translations';
	}
}
