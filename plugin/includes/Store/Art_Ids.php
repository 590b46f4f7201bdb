<?php
/**
 * Owns the custom fields that hold a work's Art ID for visitors' pages. WordPress loads a post's fields with the post, so a page
 * that shows an Art ID costs no query; the table `status` would cost one. The field also names the post it belongs to,
 * because duplicators, importers and language plugins copy every field of a post, and a copy must not claim the original's Art ID.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-import-type Report from Status
 */
final class Art_Ids {
	private const ID   = Tables::ART_ID_FIELD;
	private const PAGE = '_artwork_registry_page';

	/** The option that tells posts of this site from the same posts imported into another. */
	private const SITE = Tables::SITE_MARK;

	/** States in which anybody may read the work in the registry, under an entry of this gallery. */
	private const PUBLIC_STATES = array( 'published', 'matched', 'sold', 'stopped' );
	/** States that change nothing about that. */
	private const SILENT_STATES = array( 'queued', 'sending', 'attention', 'held' );

	/** @return array{id: string, page: string}|null */
	public static function find( int $post_id ): ?array {
		$stored = get_post_meta( $post_id, self::ID, true );
		if ( ! is_string( $stored ) || '' === $stored ) {
			return null;
		}
		list( $id, $owner ) = explode( ' ', $stored . ' ', 3 );
		return '' !== $id && self::owner( $post_id ) === $owner ? array(
			'id'   => $id,
			'page' => (string) get_post_meta( $post_id, self::PAGE, true ),
		) : null;
	}

	/** The mark of a post: which post of which site the Art ID belongs to. */
	private static function owner( int $post_id ): string {
		return $post_id . '.' . self::site();
	}

	private static function site(): string {
		$mark = get_option( self::SITE );
		return is_string( $mark ) ? $mark : '';
	}

	/**
	 * Follows what the registry confirmed. Writes only changes: a report of two hundred known works costs one read.
	 *
	 * @param list<Report> $reports
	 * @return list<int> The works for which it is new.
	 */
	public static function follow( array $reports ): array {
		$changed = array();
		$ids     = array_column( $reports, 'external_id' );
		// A persistent object cache may hold "no fields" of a read that failed: an Art ID that must go would stay.
		wp_cache_delete_multiple( $ids, 'post_meta' );
		$check = new Read_Check();
		update_meta_cache( 'post', $ids );
		Post_Cache::refuse_failures( $check, $ids );
		foreach ( $reports as $report ) {
			$post_id = $report['external_id'];
			if ( in_array( $report['state'], self::SILENT_STATES, true ) ) {
				continue;
			}
			$is_public = in_array( $report['state'], self::PUBLIC_STATES, true ) && null !== $report['registry_id'];
			$is_new    = self::write( $post_id, self::ID, $is_public ? $report['registry_id'] . ' ' . self::owner( $post_id ) : '' );
			if ( self::write( $post_id, self::PAGE, $is_public ? (string) $report['public_page'] : '' ) || $is_new ) {
				$changed[] = $post_id;
			}
		}
		return $changed;
	}

	/** A few statements for all works: for works whose fields are missing or do not name their post. */
	public static function fill(): void {
		global $wpdb;
		Options::add( self::SITE, substr( str_replace( '-', '', wp_generate_uuid4() ), 0, 12 ), true );
		$status = Tables::name( 'status' );
		Sql::write( "DELETE FROM $wpdb->postmeta WHERE meta_key = " . Sql::literal( self::ID ) . " AND meta_value NOT LIKE '% %'" );
		foreach ( array(
			self::ID   => 'CONCAT(s.registry_id, ' . Sql::literal( ' ' ) . ', s.external_id, ' . Sql::literal( '.' . self::site() ) . ')',
			self::PAGE => 's.public_page',
		) as $key => $value ) {
			$column = self::ID === $key ? 's.registry_id' : $value;
			Sql::write(
				"INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) SELECT s.external_id, " . Sql::literal( $key ) . ", $value FROM $status s
				JOIN $wpdb->posts p ON p.ID = s.external_id WHERE $column IS NOT NULL AND s.state IN (" . Sql::words( self::PUBLIC_STATES ) . ")
				AND NOT EXISTS (SELECT 1 FROM $wpdb->postmeta m WHERE m.post_id = s.external_id AND m.meta_key = " . Sql::literal( $key ) . ')'
			);
		}
	}

	public static function remove(): void {
		delete_post_meta_by_key( self::ID );
		delete_post_meta_by_key( self::PAGE );
		Options::remove( self::SITE );
	}

	/**
	 * Clears the posts' caches, because page caches keep a page until then, and no hook tells them of a custom field.
	 *
	 * @param array<int> $ids Posts whose pages say something else now.
	 */
	public static function tell_page_caches( array $ids ): void {
		foreach ( array_unique( $ids ) as $id ) {
			clean_post_cache( $id );
		}
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
