<?php
/**
 * Owns the table `pictures`: which post shows which attachment as its featured image. WordPress has no index of what stands in a custom
 * field, so "who shows this picture?" would read the pictures of the whole site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Picture_Index {
	public const FIELD = '_thumbnail_id';

	/** The row that says up to which post the pictures were read; no post has its number. In the table, so that it is lost with it. */
	private const MARK = 0;
	/** What it says once those of all posts were read. */
	private const ALL = PHP_INT_MAX;
	/** Posts a statement: one for all of a large site would lock their fields against a checkout for seconds. */
	private const PIECE = 2000;
	/** So long a request is held up by it; the next one continues. */
	private const SECONDS = 2.0;

	/** How long this request has been held up by it. */
	private static float $spent = 0.0;

	/** Begins to read the pictures of all posts: the table is new, or was restored. Rows from before stay: readers compare with the custom field. */
	public static function fill(): void {
		Sql::write( 'INSERT INTO ' . Tables::name( 'pictures' ) . ' (external_id, picture) VALUES (' . self::MARK . ', 0) ON DUPLICATE KEY UPDATE picture = 0' );
		self::continue_filling();
	}

	/**
	 * Whether the table had the pictures of all posts when this was read. A table that was lost, and is made again, has none.
	 *
	 * @param list<array<string, string|null>> $rows Of sql_of: with what else a statement reads, so that both are of one moment.
	 */
	public static function was_filled( array $rows ): bool {
		return self::ALL === self::mark_in( $rows );
	}

	/** Whether it has the pictures of all posts. */
	public static function is_filled(): bool {
		return self::ALL === self::mark();
	}

	/** Up to which post the pictures were read; null: the table is empty. */
	private static function mark(): ?int {
		return self::mark_in( Sql::rows_of( self::sql_of( array() ) ) );
	}

	/** @param list<array<string, string|null>> $rows */
	private static function mark_in( array $rows ): ?int {
		foreach ( $rows as $row ) {
			if ( null !== $row['post_id'] && self::MARK === (int) $row['post_id'] ) {
				return (int) $row['picture'];
			}
		}
		return null;
	}

	/** Reads the pictures that are not in the table yet, newer posts last; nothing where it is filled. Whether it is filled now. */
	public static function continue_filling(): bool {
		global $wpdb;
		$after = self::mark();
		if ( self::ALL === $after ) {
			return true;
		}
		$began = hrtime( true );
		$spent = self::$spent;
		$table = Tables::name( 'pictures' );
		if ( null === $after ) {
			$after = 0;
			Sql::write( "INSERT IGNORE INTO $table (external_id, picture) VALUES (" . self::MARK . ', 0)' );
		}
		do {
			$posts  = "SELECT ID FROM $wpdb->posts WHERE ID > $after ORDER BY ID LIMIT " . self::PIECE;
			$piece  = Sql::rows_of( "SELECT MAX(ID) AS last, COUNT(*) AS posts FROM ($posts) p" )[0];
			$last   = (int) $piece['last'];
			$is_end = (int) $piece['posts'] < self::PIECE;
			Sql::write(
				"INSERT INTO $table (external_id, picture) SELECT m.post_id, MAX(m.meta_value + 0) FROM $wpdb->postmeta m
				WHERE m.post_id > $after AND m.post_id <= $last AND m.meta_key = '" . self::FIELD . "' AND m.meta_value NOT IN ('', '0')
				GROUP BY m.post_id HAVING MAX(m.meta_value + 0) > 0 ON DUPLICATE KEY UPDATE picture = VALUES(picture)"
			);
			$mark = $is_end ? self::ALL : $last;
			if ( 0 === Sql::write( "UPDATE $table SET picture = $mark WHERE external_id = " . self::MARK . " AND picture = $after" ) ) {
				// The table was lost in between, and made again for this piece; or another request has read further, or begun.
				return self::is_filled();
			}
			$after       = $last;
			self::$spent = $spent + ( hrtime( true ) - $began ) / 1e9;
		} while ( ! $is_end && self::$spent < self::SECONDS );
		return $is_end;
	}

	/**
	 * One statement. A post that shows no picture any more keeps its row until it is read: readers compare with the custom field.
	 *
	 * @param array<int, int> $pictures Post → attachment; 0: none.
	 */
	public static function save( array $pictures ): void {
		$rows = array();
		foreach ( array_filter( $pictures ) as $post_id => $picture ) {
			$rows[] = array( $post_id, $picture );
		}
		if ( $rows ) {
			Sql::write(
				'INSERT INTO ' . Tables::name( 'pictures' ) . ' (external_id, picture) VALUES ' . Sql::rows( $rows ) . ' ON DUPLICATE KEY UPDATE picture = VALUES(picture)'
			);
		}
	}

	/** Rows of posts that were deleted, which nothing reads again: some of them at a time. */
	public static function forget_deleted(): void {
		$gone = Sql::ids_without_post( 'pictures', 't.external_id <> ' . self::MARK );
		if ( $gone ) {
			Sql::write( 'DELETE FROM ' . Tables::name( 'pictures' ) . ' WHERE external_id IN (' . Sql::ids( $gone ) . ')' );
		}
	}

	/**
	 * SQL: what the table says of these posts, and its mark, as the columns `post_id` and `picture`.
	 *
	 * @param array<int> $posts
	 */
	public static function sql_of( array $posts ): string {
		$ids = Sql::ids( array( self::MARK, ...$posts ) );
		return 'SELECT external_id AS post_id, picture FROM ' . Tables::name( 'pictures' ) . " WHERE external_id IN ($ids)";
	}

	/**
	 * Corrects what the table says of these posts: code that writes past WordPress's hooks changes pictures, too.
	 *
	 * @param array<int, int> $known    Post → attachment, as the table has it.
	 * @param array<int, int> $pictures Post → attachment, as read; 0: none.
	 * @return bool Whether something was missing.
	 */
	public static function correct( array $known, array $pictures ): bool {
		$wrong = array();
		foreach ( $pictures as $post_id => $picture ) {
			if ( ( $known[ $post_id ] ?? 0 ) !== $picture ) {
				$wrong[ $post_id ] = $picture;
			}
		}
		$none = array_keys( $wrong, 0, true );
		if ( $none ) {
			Sql::write( 'DELETE FROM ' . Tables::name( 'pictures' ) . ' WHERE external_id IN (' . Sql::ids( $none ) . ')' );
		}
		self::save( $wrong );
		return count( $wrong ) > count( $none );
	}

	/**
	 * A table for FROM, in the shape of WordPress's custom fields: the posts that show one of these attachments.
	 *
	 * @param array<int> $attachments
	 */
	public static function sql_fields( array $attachments ): string {
		global $wpdb;
		return "(SELECT i.external_id AS post_id, '" . self::FIELD . "' AS meta_key, i.picture AS meta_value FROM " . Tables::name( 'pictures' ) . ' i
			WHERE i.picture IN (' . Sql::ids( $attachments ) . ") AND EXISTS (SELECT 1 FROM $wpdb->postmeta f WHERE f.post_id = i.external_id
			AND f.meta_key = '" . self::FIELD . "' AND f.meta_value = i.picture))";
	}
}
