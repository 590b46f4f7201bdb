<?php
/**
 * Owns the table `jobs`: large jobs, one row each, walked by post id while the sync service pulls.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Job array{id: int, kind: string, cursor_id: int, done: int, total: int, last_id: int, held_at: int}
 */
final class Jobs {
	/** Chooses and touches every eligible work except those the owner stopped updating. */
	public const REGISTER_ALL = 'register_all';
	/** Touches every chosen work again (new pairing, changed addresses), and those left out that the registry may still show. */
	public const LOOK_AGAIN = Tables::READ_ALL_AGAIN;

	/** Checks every variable product and its variations, after the owner changed which of them are works. */
	public const VARIATIONS = 'variations';

	/** A job waits at most so long for posts that a restore is putting back: they may have been deleted for good. */
	private const HELD_SECONDS = 600;

	/**
	 * Checks all chosen works once more. A walk that has begun continues to its end and another follows: if it started again each time, it
	 * would never reach its last works on a site where something changes every few minutes. At most one more waits.
	 */
	public static function look_again(): void {
		$table = Tables::name( 'jobs' );
		$kind  = Sql::literal( self::LOOK_AGAIN );
		if ( 0 === Sql::number( "SELECT COUNT(*) FROM $table WHERE kind = $kind AND cursor_id = 0" ) ) {
			self::insert( self::LOOK_AGAIN, Status::count_chosen() );
		}
	}

	/** Starts the job, or starts it over where it runs already. */
	public static function start( string $kind, int $total ): void {
		$id = self::insert( $kind, $total );
		// Afterwards: a read that fails, or a crash in between, must not leave none.
		Sql::write( 'DELETE FROM ' . Tables::name( 'jobs' ) . ' WHERE kind = ' . Sql::literal( $kind ) . " AND id < $id" );
	}

	private static function insert( string $kind, int $total ): int {
		global $wpdb;
		$last = Sql::number( "SELECT MAX(ID) FROM $wpdb->posts" );
		Sql::write( 'INSERT INTO ' . Tables::name( 'jobs' ) . ' (kind, total, last_id) VALUES ' . Sql::rows( array( array( $kind, $total, $last ) ) ) );
		return (int) $wpdb->insert_id;
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
			'last_id'   => (int) $row['last_id'],
			'held_at'   => (int) $row['held_at'],
		);
	}

	/** Written after the page's works are in the outbox: after a crash in between, the page is walked twice, never skipped. */
	public static function advance( int $id, int $cursor_id, int $by ): void {
		Sql::write( 'UPDATE ' . Tables::name( 'jobs' ) . " SET done = done + $by, cursor_id = $cursor_id, held_at = 0 WHERE id = $id AND cursor_id < $cursor_id" );
	}

	/**
	 * @param Job $job At its end, as it seems.
	 * @return bool Whether it is to wait there.
	 */
	public static function hold( array $job ): bool {
		$since = Clock::bounded( $job['held_at'], 0 );
		if ( 0 === $since ) {
			Sql::write( 'UPDATE ' . Tables::name( 'jobs' ) . ' SET held_at = ' . Clock::now() . " WHERE id = {$job['id']}" );
		}
		return 0 === $since || Clock::now() - $since < self::HELD_SECONDS;
	}

	public static function remove_all(): void {
		Sql::write( 'DELETE FROM ' . Tables::name( 'jobs' ) );
	}

	public static function remove( int $id ): void {
		Sql::write( 'DELETE FROM ' . Tables::name( 'jobs' ) . " WHERE id = $id" );
	}
}
