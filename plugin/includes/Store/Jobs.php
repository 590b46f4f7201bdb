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
	/** Touches every chosen work again (new pairing, changed addresses), and those left out that the registry may still show. */
	public const LOOK_AGAIN = Tables::READ_ALL_AGAIN;

	/** Checks every variable product and its variations, after the owner changed which of them are works. */
	public const VARIATIONS = 'variations';

	/**
	 * Checks all chosen works once more. A walk that has begun continues to its end and another follows: if it started again each time, it
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
		return $rows ? self::job( $rows[0] ) : null;
	}

	/**
	 * The job that may be walked further, because fewer works than this wait; one query. `is_open`: whether there is a job at all.
	 *
	 * @return array{is_open: bool, job: Job|null}
	 */
	public static function find_due( int $below ): array {
		$rows = Sql::rows_of(
			'SELECT *, (SELECT COUNT(*) FROM ' . Tables::name( 'outbox' ) . ' WHERE waiting = 1) AS works_waiting FROM '
				. Tables::name( 'jobs' ) . ' ORDER BY id LIMIT 1'
		);
		return array(
			'is_open' => array() !== $rows,
			'job'     => $rows && (int) $rows[0]['works_waiting'] < $below ? self::job( $rows[0] ) : null,
		);
	}

	/**
	 * @param array<string, string|null> $row
	 * @return Job
	 */
	private static function job( array $row ): array {
		return array(
			'id'        => (int) $row['id'],
			'kind'      => (string) $row['kind'],
			'cursor_id' => (int) $row['cursor_id'],
			'done'      => (int) $row['done'],
			'total'     => (int) $row['total'],
		);
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
