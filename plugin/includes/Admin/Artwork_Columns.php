<?php
/**
 * The columns "Artist", "Year" and "Availability" in the list of our own post type; artist and year can be sorted by.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Artwork_Post_Type;
use WP_Query;

final class Artwork_Columns {
	private const COLUMNS = array( 'artist', 'year', 'availability' );
	public const PREFIX   = 'areg_';

	/**
	 * manage_areg_artwork_posts_columns
	 *
	 * @param array<string, string> $columns
	 * @return array<string, string>
	 */
	public static function add( $columns ): array {
		$at    = array_search( 'title', array_keys( $columns ), true );
		$after = array_splice( $columns, false === $at ? count( $columns ) : $at + 1 );
		foreach ( self::COLUMNS as $name ) {
			$columns[ self::PREFIX . $name ] = Artwork_Post_Type::labels()[ $name ];
		}
		return $columns + $after;
	}

	/**
	 * manage_areg_artwork_posts_custom_column
	 *
	 * @param string $column
	 * @param int    $post_id
	 */
	public static function show( $column, $post_id ): void {
		$name = self::name_of( $column );
		if ( null === $name ) {
			return;
		}
		$value = (string) get_post_meta( (int) $post_id, Artwork_Post_Type::key( $name ), true );
		if ( 'availability' === $name ) {
			$value = Artwork_Post_Type::availability_words()[ $value ] ?? $value;
		}
		echo '' === $value ? '<span aria-hidden="true">–</span>' : esc_html( $value );
	}

	/**
	 * manage_edit-areg_artwork_sortable_columns
	 *
	 * @param array<string, string> $columns
	 * @return array<string, string>
	 */
	public static function sortable( $columns ): array {
		return $columns + array(
			self::PREFIX . 'artist' => self::PREFIX . 'artist',
			self::PREFIX . 'year'   => self::PREFIX . 'year',
		);
	}

	/** pre_get_posts: artworks without the field stay in the list. */
	public static function sort( WP_Query $query ): void {
		$order_by = $query->get( 'orderby' );
		if ( ! is_admin() || ! $query->is_main_query() || Artwork_Post_Type::NAME !== $query->get( 'post_type' ) || ! is_string( $order_by ) ) {
			return;
		}
		$name = self::name_of( $order_by );
		if ( null === $name ) {
			return;
		}
		$key = Artwork_Post_Type::key( $name );
		$query->set(
			'meta_query',
			array(
				'relation' => 'OR',
				'there'    => array(
					'key'     => $key,
					'compare' => 'EXISTS',
				),
				'missing'  => array(
					'key'     => $key,
					'compare' => 'NOT EXISTS',
				),
			)
		);
		$query->set( 'orderby', array( 'there' => 'ASC' === strtoupper( (string) $query->get( 'order' ) ) ? 'ASC' : 'DESC' ) );
	}

	private static function name_of( string $column ): ?string {
		$name = 0 === strpos( $column, self::PREFIX ) ? substr( $column, strlen( self::PREFIX ) ) : '';
		return in_array( $name, self::COLUMNS, true ) ? $name : null;
	}
}
