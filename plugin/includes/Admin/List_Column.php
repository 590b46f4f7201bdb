<?php
/**
 * The column "Registry" in the list of artworks: state and Art ID.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Store\Works_Query;

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
		$row = self::COLUMN === $column ? Works_Query::find( (int) $post_id ) : null;
		if ( null === $row ) {
			return;
		}
		echo esc_html( State_Words::of( $row['view'] ) );
		if ( null !== $row['registry_id'] ) {
			$id = '<code>' . esc_html( $row['registry_id'] ) . '</code>';
			echo '<br>' . ( null === $row['public_page'] ? $id : '<a href="' . esc_url( $row['public_page'] ) . '">' . $id . '</a>' ); // phpcs:ignore WordPress.Security.EscapeOutput
		}
	}
}
