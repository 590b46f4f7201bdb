<?php
/**
 * The picture a work is published with: its featured image in the large size. A picture that several works show identifies
 * none of them, and a shop's placeholder is nobody's: such a work is published without one.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Sql;

final class Pictures {
	/** @var array<int, bool> Attachment → whether more than one public work shows it. Of the works primed last. */
	private static $is_shared = array();

	/**
	 * Three queries for any number of works, past an object cache that an import may have left stale.
	 *
	 * @param array<int> $post_ids
	 */
	public static function prime( array $post_ids ): void {
		$ids = array_values( array_unique( array_filter( array_map( array( self::class, 'id' ), $post_ids ) ) ) );
		wp_cache_delete_multiple( $ids, 'posts' );
		wp_cache_delete_multiple( $ids, 'post_meta' );
		_prime_post_caches( $ids, false, true );
		self::$is_shared = array_fill_keys( $ids, false );
		if ( ! $ids ) {
			return;
		}
		global $wpdb;
		$rows = Sql::rows_of(
			"SELECT m.meta_value AS id FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id
			WHERE m.meta_key = '_thumbnail_id' AND m.meta_value IN (" . Sql::words( array_map( 'strval', $ids ) ) . ")
			AND p.post_status = 'publish' AND p.post_type IN (" . Sql::words( array_keys( Sources::by_type() ) ) . ') AND ' . Translations::sql_original( 'p' ) . '
			GROUP BY m.meta_value HAVING COUNT(*) > 1'
		);
		foreach ( $rows as $row ) {
			self::$is_shared[ (int) $row['id'] ] = true;
		}
	}

	/** The large size: the original may be a 60 MB scan the gallery does not want to hand out. */
	public static function url( int $post_id ): ?string {
		$id = self::id( $post_id );
		if ( 0 === $id || (int) get_option( 'woocommerce_placeholder_image', 0 ) === $id ) {
			return null;
		}
		if ( ! isset( self::$is_shared[ $id ] ) ) {
			self::prime( array( $post_id ) );
		}
		$url = self::$is_shared[ $id ] ? false : wp_get_attachment_image_url( $id, 'large' );
		return is_string( $url ) && '' !== $url ? $url : null;
	}

	private static function id( int $post_id ): int {
		return (int) get_post_meta( $post_id, '_thumbnail_id', true );
	}
}
