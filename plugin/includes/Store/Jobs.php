<?php
/**
 * Owns the table `jobs`: large jobs, one row each, walked by post id while the sync service pulls.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Job array{id: int, kind: string, cursor_id: int, done: int, total: int}
 */
final class Jobs {
	/** Chooses and touches every eligible work except those the owner stopped updating. */
	public const REGISTER_ALL = 'register_all';
	/** Touches every chosen work again (new pairing, changed addresses). */
	public const LOOK_AGAIN = Tables::READ_ALL_AGAIN;

	/** Checks every variable product and its variations, after the owner changed which of them are works. */
	public const VARIATIONS = 'variations';

	/**
	 * Checks all chosen works once more. A walk that has begun goes on to its end and another follows: if it started again each time, it
	 * would never reach its last works on a site where something changes every few minutes. At most one more waits.
	 */
	public static function look_again(): void {
		$table = Tables::name( 'jobs' );
		$kind  = Sql::literal( self::LOOK_AGAIN );
		if ( 0 === Sql::number( "SELECT COUNT(*) FROM $table WHERE kind = $kind AND cursor_id = 0" ) ) {
			Sql::write( "INSERT INTO $table (kind, total) VALUES " . Sql::rows( array( array( self::LOOK_AGAIN, Status::count_chosen() ) ) ) );
		}
	}

	/** Starts the job, or starts it over where it runs already. */
	public static function start( string $kind, int $total ): void {
		$table = Tables::name( 'jobs' );
		Sql::write( "DELETE FROM $table WHERE kind = " . Sql::literal( $kind ) );
		Sql::write( "INSERT INTO $table (kind, total) VALUES " . Sql::rows( array( array( $kind, $total ) ) ) );
	}

	/** @return Job|null The oldest job that is not done. */
	public static function find(): ?array {
		$rows = Sql::rows_of( 'SELECT * FROM ' . Tables::name( 'jobs' ) . ' ORDER BY id LIMIT 1' );
		return $rows ? array(
			'id'        => (int) $rows[0]['id'],
			'kind'      => (string) $rows[0]['kind'],
			'cursor_id' => (int) $rows[0]['cursor_id'],
			'done'      => (int) $rows[0]['done'],
			'total'     => (int) $rows[0]['total'],
		) : null;
	}

	/** Written after the page's works are in the outbox: after a crash in between, the page is walked twice, never skipped. */
	public static function advance( int $id, int $cursor_id, int $by ): void {
		Sql::write( 'UPDATE ' . Tables::name( 'jobs' ) . " SET done = done + $by, cursor_id = $cursor_id WHERE id = $id AND cursor_id < $cursor_id" );
	}

	public static function remove_all(): void {
		Sql::write( 'DELETE FROM ' . Tables::name( 'jobs' ) );
	}

	public static function remove( int $id ): void {
		Sql::write( 'DELETE FROM ' . Tables::name( 'jobs' ) . " WHERE id = $id" );
	}
}
