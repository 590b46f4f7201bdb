<?php
/**
 * Shared by all table stores: literals that may be NULL, and a write that repairs a missing table.
 * Plain SQL that MySQL, MariaDB and the SQLite drop-in understand alike.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Sql {
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
		return is_int( $value ) ? (string) $value : (string) $wpdb->prepare( '%s', $value );
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
	 * Runs a write. Creates a missing table (restored database, failed upgrade) and tries once more, because a change that is lost
	 * silently would leave a sold work for sale in the registry.
	 *
	 * @return int Rows the database says were affected; MySQL counts 2 for an updated upsert.
	 */
	public static function write( string $sql ): int {
		global $wpdb;
		$was = $wpdb->suppress_errors( true );
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own; every value is a number or went through literal().
		$done = $wpdb->query( $sql );
		if ( false === $done && Tables::heal() ) {
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own; every value is a number or went through literal().
			$done = $wpdb->query( $sql );
		}
		$wpdb->suppress_errors( $was );
		if ( false === $done ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
			throw new \RuntimeException( 'The database refused a write of the artwork registry: ' . $wpdb->last_error );
		}
		return (int) $done;
	}

	/**
	 * Rows as arrays of strings. Creates a missing table, so that one lost table does not empty a list of works.
	 *
	 * @return list<array<string, string|null>>
	 */
	public static function rows_of( string $sql ): array {
		global $wpdb;
		$was = $wpdb->suppress_errors( true );
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own; every value is a number or went through literal().
		$rows  = $wpdb->get_results( $sql, ARRAY_A );
		$error = $wpdb->last_error;
		if ( '' !== $error && Tables::heal() ) {
			$rows = $wpdb->get_results( $sql, ARRAY_A ); // phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- as above.
		} elseif ( '' !== $error ) {
			// The search for tables has cleared the error, and callers for whom "no rows" is an answer read it.
			$wpdb->last_error = $error;
		}
		$wpdb->suppress_errors( $was );
		return is_array( $rows ) ? array_values( $rows ) : array();
	}

	public static function number( string $sql ): int {
		$rows = self::rows_of( $sql );
		return $rows ? (int) reset( $rows[0] ) : 0;
	}
}
