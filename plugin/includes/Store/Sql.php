<?php
/**
 * Shared by all table stores: literals that may be NULL, and a write that repairs a missing table.
 * Plain SQL that MySQL, MariaDB and the SQLite drop-in understand alike.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Sql {
	/** A statement that another one blocked is tried so often in all. */
	private const TRIES = 3;

	/**
	 * A literal for SQL text: NULL, a whole number or an escaped string.
	 *
	 * @param int|string|null $value
	 */
	public static function literal( $value ): string {
		global $wpdb;
		if ( null === $value ) {
			return 'NULL';
		}
		return is_int( $value ) ? (string) $value : (string) $wpdb->prepare( '%s', self::storable( $value ) );
	}

	/**
	 * Without what the tables cannot hold, such as emoji in utf8mb3: the database would refuse the statement, and with it the fact that the
	 * text only describes.
	 */
	private static function storable( string $text ): string {
		global $wpdb;
		if ( 1 !== preg_match( '/[^\x01-\x7F]/', $text ) ) {
			return $text;
		}
		// A column without a length, so that nothing is cut.
		$stripped = $wpdb->strip_invalid_text_for_column( Tables::name( 'status' ), 'error', $text );
		return is_string( $stripped ) ? $stripped : $text;
	}

	/**
	 * "(1,'a',NULL),(2,'b',NULL)" for INSERT.
	 *
	 * @param list<list<int|string|null>> $rows
	 */
	public static function rows( array $rows ): string {
		$tuples = array();
		foreach ( $rows as $row ) {
			$tuples[] = '(' . implode( ',', array_map( array( self::class, 'literal' ), $row ) ) . ')';
		}
		return implode( ',', $tuples );
	}

	/**
	 * "1,2,3" for IN (); "0" where the list is empty, which no row has.
	 *
	 * @param array<int> $ids
	 */
	public static function ids( array $ids ): string {
		return $ids ? implode( ',', array_map( 'intval', $ids ) ) : '0';
	}

	/**
	 * "'a','b'" for IN ().
	 *
	 * @param array<string> $words
	 */
	public static function words( array $words ): string {
		return $words ? implode( ',', array_map( array( self::class, 'literal' ), $words ) ) : "''";
	}

	/**
	 * "CASE column WHEN 1 THEN 5 ELSE 0 END": a number for each id in one statement.
	 *
	 * @param array<int, int> $numbers id → number.
	 */
	public static function case_of( string $column, array $numbers ): string {
		$whens = '';
		foreach ( $numbers as $id => $number ) {
			$whens .= ' WHEN ' . (int) $id . ' THEN ' . (int) $number;
		}
		return "CASE $column$whens ELSE 0 END";
	}

	/**
	 * SQL condition: the stored text has this in it as a reader sees it. WordPress stores "&" of every term as "&amp;", and imported titles
	 * have "&#8212;" for a dash.
	 */
	public static function contains( string $column, string $search ): string {
		global $wpdb;
		$forms = array( $search, htmlspecialchars( $search, ENT_NOQUOTES ), htmlspecialchars( $search, ENT_QUOTES ), self::in_numbers( $search ) );
		$likes = array();
		foreach ( array_unique( $forms ) as $form ) {
			$likes[] = "$column LIKE " . self::literal( '%' . $wpdb->esc_like( $form ) . '%' );
		}
		return '(' . implode( ' OR ', $likes ) . ')';
	}

	/** "Rain &#8212; Study": signs of punctuation by their numbers, as texturized titles are imported. */
	private static function in_numbers( string $text ): string {
		return (string) preg_replace_callback(
			'/[&"\'\x{00A0}-\x{00BF}\x{2010}-\x{206F}]/u',
			static function ( array $found ): string {
				// WordPress before 6.9 has no replacement for it where PHP comes without the extension mbstring.
				$number = function_exists( 'mb_ord' ) ? (int) mb_ord( $found[0], 'UTF-8' ) : 0;
				return '&' === $found[0] ? '&#038;' : "&#$number;";
			},
			$text
		);
	}

	/**
	 * Numbers in this table of ours whose post was deleted, so many at a time. Read before they are written: a statement that writes by what it reads
	 * would lock the posts of the whole site against a checkout.
	 *
	 * @param string $where SQL: of the rows `t`.
	 * @return list<int>
	 */
	public static function ids_without_post( string $table, string $where = '1 = 1' ): array {
		global $wpdb;
		$rows = self::rows_of(
			'SELECT t.external_id FROM ' . Tables::name( $table ) . " t LEFT JOIN $wpdb->posts p ON p.ID = t.external_id WHERE p.ID IS NULL AND $where
			ORDER BY t.external_id LIMIT 1000"
		);
		self::refuse_empty_posts( array() !== $rows );
		return array_map( 'intval', array_column( $rows, 'external_id' ) );
	}

	/**
	 * A site without a single post is being put back from a backup.
	 *
	 * @param bool $is_missing Whether works have no posts.
	 * @throws Read_Failed Where there is none.
	 */
	public static function refuse_empty_posts( bool $is_missing ): void {
		global $wpdb;
		if ( $is_missing && 0 === self::number( "SELECT COUNT(*) FROM (SELECT 1 FROM $wpdb->posts LIMIT 1) one" ) ) {
			throw new Read_Failed( 'The table of posts is empty.' );
		}
	}

	/**
	 * Runs a write. Creates a missing table (restored database, failed upgrade) and tries once more, because a change that is lost
	 * silently would leave a sold work for sale in the registry. Where two requests block each other, the database ends one of
	 * them, which is tried again.
	 *
	 * @return int Rows the database says were affected; MySQL counts 2 for an updated upsert.
	 * @throws \RuntimeException Where the database refuses it.
	 */
	public static function write( string $sql ): int {
		global $wpdb;
		$was   = $wpdb->suppress_errors( true );
		$check = new Read_Check();
		$done  = false;
		$error = '';
		try {
			for ( $try = 1; false === $done && $try <= self::TRIES; $try++ ) {
				// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own; every value is a number or went through literal().
				$done  = $wpdb->query( $sql );
				$error = $wpdb->last_error;
				if ( false === $done && ! self::is_block( $error ) && ( $try > 1 || ! Tables::heal( $error ) ) ) {
					break;
				}
			}
		} finally {
			$wpdb->suppress_errors( $was );
		}
		if ( false === $done ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
			throw new Write_Refused( 'The database refused a write of the artwork registry: ' . Read_Check::plain( $error ) );
		}
		$check->forgive();
		return (int) $done;
	}

	/**
	 * The database ended a statement at once so that another one can continue (error 1213), in English or by its number. One that has waited
	 * for a lock in vain (1205) has held up a checkout for 50 seconds already, and is not begun once more.
	 */
	private static function is_block( string $error ): bool {
		return 1 === preg_match( '/deadlock|\b1213\b/i', $error );
	}

	/**
	 * Rows as arrays of strings. Creates a missing table, so that one lost table does not empty a list of works.
	 *
	 * @return list<array<string, string|null>>
	 * @throws Read_Failed Where the database does not answer: "no rows" is an answer.
	 */
	public static function rows_of( string $sql ): array {
		global $wpdb;
		$was   = $wpdb->suppress_errors( true );
		$check = new Read_Check();
		try {
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own; every value is a number or went through literal().
			$rows  = $wpdb->get_results( $sql, ARRAY_A );
			$error = $wpdb->last_error;
			if ( '' !== $error && Tables::heal( $error ) ) {
				$rows  = $wpdb->get_results( $sql, ARRAY_A ); // phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- as above.
				$error = $wpdb->last_error;
			}
		} finally {
			$wpdb->suppress_errors( $was );
		}
		if ( '' !== $error || ! is_array( $rows ) || Read_Check::is_cut_off() ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
			throw new Read_Failed( 'The database could not be read: ' . Read_Check::plain( $error ) );
		}
		$check->forgive();
		return array_values( $rows );
	}

	/**
	 * Some rows of a query, and how many it has in all. Its database counts them while it reads them, as for WordPress's own lists; a second
	 * statement that counts would read all of them again.
	 *
	 * @param string $sql Begins with SELECT, and has no LIMIT.
	 * @return array{rows: list<array<string, string|null>>, total: int}
	 * @throws Read_Failed As rows_of.
	 */
	public static function page_of( string $sql, int $most, int $offset ): array {
		$rows  = self::rows_of( (string) preg_replace( '/^SELECT /', 'SELECT SQL_CALC_FOUND_ROWS ', $sql ) . " LIMIT $most OFFSET $offset" );
		$check = new Read_Check();
		$total = self::number( 'SELECT FOUND_ROWS()' );
		// A connection that WordPress made again in between knows nothing of the first statement.
		$check->refuse_failures();
		return array(
			'rows'  => $rows,
			// Never fewer than those that are here: another plugin may have asked something in between.
			'total' => max( $rows ? $offset + count( $rows ) : 0, $total ),
		);
	}

	/** @throws Read_Failed As rows_of. */
	public static function number( string $sql ): int {
		$rows = self::rows_of( $sql );
		return $rows ? (int) reset( $rows[0] ) : 0;
	}

	/**
	 * The value of an option, past an object cache that may be stale; null: there is none.
	 *
	 * @return mixed
	 * @throws Read_Failed As rows_of.
	 */
	public static function option( string $name ) {
		global $wpdb;
		$rows = self::rows_of( "SELECT option_value FROM $wpdb->options WHERE option_name = " . self::literal( $name ) );
		return $rows ? maybe_unserialize( (string) $rows[0]['option_value'] ) : null;
	}
}
