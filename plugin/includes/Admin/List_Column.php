<?php
/**
 * The column "Registry" in the lists of whatever kinds of works the owner has chosen: state and Art ID.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Works_Query;

/**
 * @phpstan-import-type WorkRow from Works_Query
 */
final class List_Column {
	private const COLUMN = 'artwork_registry';

	/**
	 * @param array<string, string> $columns
	 * @return array<string, string>
	 */
	public static function add( $columns ): array {
		$at   = array_search( 'date', array_keys( $columns ), true );
		$date = array_splice( $columns, false === $at ? count( $columns ) : $at );
		return $columns + array( self::COLUMN => __( 'Registry', 'artwork-registry-connector' ) ) + $date;
	}

	public static function is_shown(): bool {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		return null !== $screen && 'edit' === $screen->base && Sources::is_work_type( $screen->post_type );
	}

	/**
	 * @param string $column
	 * @param int    $post_id
	 */
	public static function show( $column, $post_id ): void {
		$row = self::COLUMN === $column ? self::row( (int) $post_id ) : null;
		if ( null === $row ) {
			return;
		}
		echo '<span class="areg-state areg-state-' . esc_attr( $row['view'] ) . '"><span class="dashicons dashicons-' . esc_attr( State_Words::symbol_of( $row['view'] ) )
			. '" aria-hidden="true"></span> <span>' . esc_html( State_Words::of( $row['view'] ) ) . '</span></span>';
		if ( null !== $row['original_title'] ) {
			/* translators: %s: title of another work. */
			echo '<br><small>' . esc_html( sprintf( __( 'A translation of %s: the original is what the registry shows.', 'artwork-registry-connector' ), wp_strip_all_tags( $row['original_title'] ) ) ) . '</small>';
		}
		if ( null !== $row['registry_id'] ) {
			$id = '<code>' . esc_html( $row['registry_id'] ) . '</code>';
			echo '<br>' . ( null === $row['public_page'] ? $id : '<a href="' . esc_url( $row['public_page'] ) . '">' . $id . '</a>' ); // phpcs:ignore WordPress.Security.EscapeOutput
		}
	}

	/** @var array<int, WorkRow>|null The rows of the list shown, read with one query. */
	private static $rows = null;

	/** @return WorkRow|null */
	private static function row( int $post_id ): ?array {
		global $wp_query;
		if ( null === self::$rows ) {
			self::$rows = Works_Query::find_many( array_map( 'intval', wp_list_pluck( (array) $wp_query->posts, 'ID' ) ) );
		}
		return self::$rows[ $post_id ] ?? Works_Query::find( $post_id );
	}
}
