<?php
/**
 * Above the lists of works: show only works in one state of the registry.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\View\State_Words;
use ArtworkRegistry\View\Works_Query;
use WP_Query;

final class List_Filter {
	private const NAME = 'artwork_registry_state';

	/**
	 * restrict_manage_posts
	 *
	 * @param string $post_type
	 */
	public static function show( $post_type ): void {
		if ( ! Sources::is_work_type( $post_type ) ) {
			return;
		}
		$chosen = self::chosen();
		echo '<label for="' . esc_attr( self::NAME ) . '" class="screen-reader-text">'
			. esc_html__( 'Filter by state in the registry', 'artwork-registry-connector' ) . '</label>'
			. '<select name="' . esc_attr( self::NAME ) . '" id="' . esc_attr( self::NAME ) . '"><option value="">'
			. esc_html__( 'All registry states', 'artwork-registry-connector' ) . '</option>';
		foreach ( Works_Query::VIEWS as $view ) {
			echo '<option value="' . esc_attr( $view ) . '"' . selected( $chosen, $view, false ) . '>' . esc_html( State_Words::of( $view ) ) . '</option>';
		}
		echo '</select>';
	}

	/**
	 * posts_where, of the list's own query only.
	 *
	 * @param string   $where
	 * @param WP_Query $query
	 */
	public static function narrow( $where, $query ): string {
		global $wpdb;
		$view = is_admin() && $query->is_main_query() && List_Column::is_shown() ? self::chosen() : '';
		return '' === $view ? $where : $where . " AND $wpdb->posts.ID IN (" . Works_Query::sql_ids( $view ) . ')';
	}

	private static function chosen(): string {
		$given = $_GET[ self::NAME ] ?? ''; // phpcs:ignore WordPress.Security -- reads a word of a fixed list
		return is_string( $given ) && in_array( $given, Works_Query::VIEWS, true ) ? $given : '';
	}
}
