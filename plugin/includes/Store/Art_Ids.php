<?php
/**
 * Owns the custom fields that say a work's Art ID to visitors' pages. WordPress loads a post's fields with the post, so a page
 * that shows an Art ID costs no query; the table `status` would cost one.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-import-type Report from Status
 */
final class Art_Ids {
	private const ID   = '_artwork_registry_art_id';
	private const PAGE = '_artwork_registry_page';

	/** States in which anybody may read the work in the registry, under an entry of this gallery. */
	private const PUBLIC_STATES = array( 'published', 'matched', 'sold', 'stopped' );
	/** States that say nothing about that. */
	private const SILENT_STATES = array( 'queued', 'sending', 'attention', 'held' );

	/** @return array{id: string, page: string}|null */
	public static function find( int $post_id ): ?array {
		$id = get_post_meta( $post_id, self::ID, true );
		return is_string( $id ) && '' !== $id ? array(
			'id'   => $id,
			'page' => (string) get_post_meta( $post_id, self::PAGE, true ),
		) : null;
	}

	/**
	 * Follows what the registry confirmed. Writes only what is new: a report of two hundred known works reads once.
	 *
	 * @param list<Report> $reports
	 * @return list<int> The works for which it is new.
	 */
	public static function follow( array $reports ): array {
		$changed = array();
		update_meta_cache( 'post', array_column( $reports, 'external_id' ) );
		foreach ( $reports as $report ) {
			$post_id = $report['external_id'];
			if ( in_array( $report['state'], self::SILENT_STATES, true ) ) {
				continue;
			}
			$is_public = in_array( $report['state'], self::PUBLIC_STATES, true ) && null !== $report['registry_id'];
			$is_new    = self::write( $post_id, self::ID, $is_public ? (string) $report['registry_id'] : '' );
			if ( self::write( $post_id, self::PAGE, $is_public ? (string) $report['public_page'] : '' ) || $is_new ) {
				$changed[] = $post_id;
			}
		}
		return $changed;
	}

	/** Two statements for all works: for sites that were connected before these fields existed. */
	public static function fill(): void {
		global $wpdb;
		$status = Tables::name( 'status' );
		foreach ( array(
			self::ID   => 'registry_id',
			self::PAGE => 'public_page',
		) as $key => $column ) {
			Sql::write(
				"INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) SELECT s.external_id, " . Sql::literal( $key ) . ", s.$column FROM $status s
				JOIN $wpdb->posts p ON p.ID = s.external_id WHERE s.$column IS NOT NULL AND s.state IN (" . Sql::words( self::PUBLIC_STATES ) . ")
				AND NOT EXISTS (SELECT 1 FROM $wpdb->postmeta m WHERE m.post_id = s.external_id AND m.meta_key = " . Sql::literal( $key ) . ')'
			);
		}
	}

	public static function remove(): void {
		delete_post_meta_by_key( self::ID );
		delete_post_meta_by_key( self::PAGE );
	}

	/** @return list<string> Fields that a copy of the work must not have. */
	public static function keys(): array {
		return array( self::ID, self::PAGE );
	}

	/** @return bool Whether it is new. */
	private static function write( int $post_id, string $key, string $value ): bool {
		if ( get_post_meta( $post_id, $key, true ) === $value ) {
			return false;
		}
		if ( '' === $value ) {
			delete_post_meta( $post_id, $key );
		} elseif ( null !== get_post( $post_id ) ) {
			update_post_meta( $post_id, $key, wp_slash( $value ) );
		}
		return true;
	}
}
