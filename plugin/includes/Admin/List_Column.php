<?php
/**
 * The column "Registry" in the list of artworks: state and Art ID.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

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
		$date = array_splice( $columns, (int) array_search( 'date', array_keys( $columns ), true ) );
		return $columns + array( self::COLUMN => __( 'Registry', 'artwork-registry-connector' ) ) + $date;
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
		echo esc_html( State_Words::of( $row['view'] ) );
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
