<?php
/**
 * Makes a statement really fail: a table that is not there, an error of the database, or a lost connection. An empty string from the filter
 * `query` would not do: WordPress answers the rows of the statement before it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Listener;

trait Broken_Statements {
	/**
	 * @param string $kind table, signal or kill.
	 * @return string The statement in its place.
	 */
	private function broken( string $sql, string $kind ): string {
		global $wpdb;
		if ( $wpdb instanceof \WP_SQLite_DB || 'table' === $kind ) {
			$other = (string) preg_replace( "/`?\\b($wpdb->prefix\\w+)\\b`?/", 'nowhere.$1', $sql );
			return $other === $sql ? "FAILING $sql" : $other;
		}
		if ( 'signal' === $kind ) {
			// With its tables, which WordPress notes for each statement that failed.
			return "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'The disk is full' /* " . strtr( $sql, array( '*/' => '' ) ) . ' */';
		}
		$second = new \wpdb( $wpdb->dbuser, $wpdb->dbpassword, $wpdb->dbname, $wpdb->dbhost );
		$second->query( 'KILL ' . (int) mysqli_thread_id( $wpdb->dbh ) );
		$second->close();
		return $sql;
	}

	/**
	 * Runs it while the first statement that fits really fails; those after it are asked as they are.
	 *
	 * @return mixed What it answers.
	 */
	private function failing_once( string $pattern, callable $act ) {
		return $this->failing( $pattern, $act, 1 );
	}

	/**
	 * Runs it while so many statements that fit really fail.
	 *
	 * @return mixed What it answers.
	 */
	private function failing( string $pattern, callable $act, int $most = PHP_INT_MAX ) {
		global $wpdb;
		$failed = 0;
		$break  = function ( string $sql ) use ( $pattern, $most, &$failed ): string {
			if ( $failed === $most || 1 !== preg_match( $pattern, $sql ) ) {
				return $sql;
			}
			++$failed;
			return $this->broken( $sql, 'table' );
		};
		$was    = $wpdb->suppress_errors( true );
		try {
			return $this->with_query_filter( $break, $act );
		} finally {
			$wpdb->suppress_errors( $was );
			$this->assertGreaterThan( 0, $failed, "no statement was $pattern" );
		}
	}

	/** Whether a class of this plugin asks, or has WordPress ask. A callback that the plugin only passes on is not its own. */
	private function is_asked_by_us(): bool {
		foreach ( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS ) as $frame ) {
			$class = $frame['class'] ?? '';
			if ( 0 === strpos( $class, 'ArtworkRegistry\\' ) && 0 !== strpos( $class, 'ArtworkRegistry\\Tests\\' ) && Listener::class !== $class ) {
				return true;
			}
		}
		return false;
	}
}
