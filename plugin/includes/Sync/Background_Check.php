<?php
/**
 * Finds changes that fire no hook: works changed, deleted or inserted by direct SQL, or by a process that was killed before it could
 * record them. While nothing waits, it shows the sync service all chosen works once in 24 hours; the service compares them with what it
 * was shown last. Nothing is written for an unchanged work, so its state does not change.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Picture_Index;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;

/**
 * @phpstan-import-type OutboxRow from Outbox
 * @phpstan-import-type Progress from Background_Progress
 * @phpstan-type Visit array{rows: array<int, OutboxRow>, next_cursor: int, visited: int, owed: int}
 */
final class Background_Check {
	private const DAY_MS = 86400000;
	/** A round is planned for four fifths of a day: works are added, and polls are late. */
	private const MARGIN = 1.25;
	/** After a longer silence of the sync service the rest of the due works is dropped, so that its return causes no storm. */
	private const LONGEST_DEBT_MS = 3600000;
	/** A page of works may gather for longer: a hosted service reads a page when it is full, or six hours after the last. */
	private const PAGE            = 50;
	private const LONGEST_PAGE_MS = 25200000;
	private const FOUND_A_VISIT   = 50;
	/** A round that began with ten works must not keep its pace when ten thousand have come since. */
	private const COUNT_SECONDS = 3600;

	/**
	 * The works to show now. Reading changes nothing: the same works come again until they are acknowledged. Works that differ in more
	 * than their content (gone, new, without a row) go through the outbox.
	 *
	 * @param list<int> $skip
	 * @return Visit owed: works that are due beyond these.
	 */
	public static function visit( int $limit, array $skip ): array {
		$progress = self::counted( Background_Progress::find() ?? self::begin() );
		$due      = self::due( $progress );
		$limit    = min( $limit, $due );
		if ( $limit < 1 ) {
			return self::nothing();
		}
		$ids    = Status::list_ids( $progress['cursor_id'], $limit + 1 );
		$is_end = count( $ids ) <= $limit;
		$ids    = array_slice( $ids, 0, $limit );
		$upto   = $is_end ? null : (int) end( $ids );
		$found  = self::choose_inserted( $progress['cursor_id'], $upto );
		if ( self::FOUND_A_VISIT === count( $found ) ) {
			$upto = max( $found );
			$ids  = self::up_to( $upto, $ids );
		}
		$rows = self::unmoved( $ids, $skip );
		$next = array(
			'rows'        => $rows,
			'next_cursor' => (int) $upto,
			// New works are likely followed by more: counts nothing as done, so that the next visit is soon.
			'visited'     => $found ? 0 : max( 1, count( $ids ) ),
			'owed'        => max( 0, $due - count( $ids ) ),
		);
		if ( ! $rows ) {
			self::pass( $next, $progress );
		}
		return $next;
	}

	/**
	 * Stores the visit: its page waits for an acknowledgement, or it is over where there is nothing to show.
	 *
	 * @param Visit                      $visit
	 * @param list<array<string, mixed>> $changes
	 * @param bool                       $is_cut  Time ran out, so that works after the last change were left.
	 */
	public static function offer( array $visit, array $changes, bool $is_cut ): void {
		$progress = Background_Progress::find();
		if ( null === $progress || ! $visit['rows'] ) {
			return;
		}
		if ( ! $changes ) {
			self::pass( $visit, $progress );
			return;
		}
		$last = (int) $changes[ count( $changes ) - 1 ]['external_id'];
		Background_Progress::save(
			array_merge(
				$progress,
				array(
					'next_cursor' => $is_cut ? $last : $visit['next_cursor'],
					'visited'     => $is_cut ? count( $changes ) : $visit['visited'],
					'last_id'     => $last,
				)
			)
		);
	}

	/**
	 * The sync service has stored these works.
	 *
	 * @param list<int> $ids
	 */
	public static function acknowledge( array $ids ): void {
		$progress = Background_Progress::find();
		if ( null !== $progress && $progress['last_id'] > 0 && in_array( $progress['last_id'], $ids, true ) ) {
			self::pass( $progress, $progress );
		}
	}

	/**
	 * @param Visit|Progress $page
	 * @param Progress       $progress
	 */
	private static function pass( array $page, array $progress ): void {
		$is_end = 0 === $page['next_cursor'];
		Background_Progress::save(
			array(
				'cursor_id'   => $page['next_cursor'],
				'since'       => self::oldest_debt( $progress ) + (int) ( $page['visited'] / self::rate( $progress['total'] ) ),
				'total'       => $is_end ? Status::count() : $progress['total'],
				'counted_at'  => $is_end ? Clock::now() : $progress['counted_at'],
				'next_cursor' => 0,
				'visited'     => 0,
				'last_id'     => 0,
			)
		);
		if ( $is_end ) {
			Picture_Index::forget_deleted();
		}
	}

	/** @return Progress Nothing is owed yet. */
	private static function begin(): array {
		$progress = array(
			'cursor_id'   => 0,
			'since'       => Clock::now_ms(),
			'total'       => Status::count(),
			'counted_at'  => Clock::now(),
			'next_cursor' => 0,
			'visited'     => 0,
			'last_id'     => 0,
		);
		Background_Progress::save( $progress );
		return $progress;
	}

	/**
	 * With the works that have come since the round began: it becomes faster, and never slower.
	 *
	 * @param Progress $progress
	 * @return Progress
	 */
	private static function counted( array $progress ): array {
		if ( Clock::now() < Clock::bounded( $progress['counted_at'], 0 ) + self::COUNT_SECONDS ) {
			return $progress;
		}
		$progress['total']      = max( $progress['total'], Status::count() );
		$progress['counted_at'] = Clock::now();
		Background_Progress::save( $progress );
		return $progress;
	}

	/**
	 * How many works are due by now.
	 *
	 * @param Progress $progress
	 */
	private static function due( array $progress ): int {
		return (int) floor( ( Clock::now_ms() - self::oldest_debt( $progress ) ) * self::rate( $progress['total'] ) );
	}

	/** @param Progress $progress */
	private static function oldest_debt( array $progress ): int {
		$of_one_work = (int) ceil( 1 / self::rate( $progress['total'] ) );
		$of_a_page   = min( self::LONGEST_PAGE_MS, self::PAGE * $of_one_work );
		// One that lies ahead was recorded by a clock that was ahead.
		$since = $progress['since'] > Clock::now_ms() ? 0 : $progress['since'];
		return max( $since, Clock::now_ms() - max( self::LONGEST_DEBT_MS, $of_a_page ) - $of_one_work );
	}

	/** Works a millisecond. */
	private static function rate( int $total ): float {
		return max( 1, $total ) * self::MARGIN / self::DAY_MS;
	}

	/** @return Visit */
	private static function nothing(): array {
		return array(
			'rows'        => array(),
			'next_cursor' => 0,
			'visited'     => 0,
			'owed'        => 0,
		);
	}

	/**
	 * The rows of works that exist and do not wait anyway. Works that vanished or never got a row begin to wait.
	 *
	 * @param list<int> $ids
	 * @param list<int> $skip
	 * @return array<int, OutboxRow>
	 */
	private static function unmoved( array $ids, array $skip ): array {
		$rows     = Outbox::list_of( $ids );
		$types    = self::types_of( $ids );
		$by_type  = Sources::by_type();
		$rowless  = array();
		$vanished = array();
		foreach ( $ids as $id ) {
			if ( ! isset( $types[ $id ] ) ) {
				$vanished[] = $id;
			} elseif ( ! isset( $rows[ $id ] ) && isset( $by_type[ $types[ $id ] ] ) ) {
				$rowless[ $id ] = $by_type[ $types[ $id ] ];
			}
		}
		Outbox::touch( $rowless );
		self::bury( $vanished, $rows );
		return array_filter(
			array_diff_key( $rows, array_flip( $skip ), array_flip( $vanished ) ),
			static function ( array $row ): bool {
				return ! $row['waiting'];
			}
		);
	}

	/**
	 * Gives posts that were deleted by SQL the tombstone that WordPress's hook would have given them, once.
	 *
	 * @param list<int>             $ids
	 * @param array<int, OutboxRow> $rows
	 */
	private static function bury( array $ids, array $rows ): void {
		$sources = array();
		$choices = $ids ? Status::choices( $ids ) : array();
		foreach ( $ids as $id ) {
			$row = $rows[ $id ] ?? null;
			if ( null === $row ? ( $choices[ $id ]['known'] ?? false ) : null === $row['tombstone'] ) {
				$sources[ $id ] = $row['source'] ?? 'unknown';
			}
		}
		Sql::refuse_empty_posts( array() !== $sources );
		if ( $sources ) {
			Outbox::touch( $sources, Status::titles( array_keys( $sources ) ) + array_fill_keys( array_keys( $sources ), '' ) );
		}
	}

	/**
	 * Gives a tombstone to works whose posts are gone without a word to WordPress's hooks, a page at a time.
	 *
	 * @return int The last of them where there may be more, else 0. It is the next `$after`: a replica that lags may name them again.
	 */
	public static function bury_gone( int $after = 0 ): int {
		global $wpdb;
		$rows = Sql::rows_of(
			'SELECT s.external_id FROM ' . Tables::name( 'status' ) . " s LEFT JOIN $wpdb->posts p ON p.ID = s.external_id
			LEFT JOIN " . Tables::name( 'outbox' ) . ' o ON o.external_id = s.external_id
			WHERE p.ID IS NULL AND (s.registry_id IS NOT NULL OR o.was_sent = 1) AND o.tombstone IS NULL
			AND s.external_id > ' . $after . ' ORDER BY s.external_id LIMIT ' . self::PAGE
		);
		$gone = array_map( 'intval', array_column( $rows, 'external_id' ) );
		self::bury( $gone, Outbox::list_of( $gone ) );
		return count( $gone ) === self::PAGE ? max( $gone ) : 0;
	}

	/**
	 * @param list<int> $ids
	 * @return array<int, string> Post type of those that exist.
	 */
	private static function types_of( array $ids ): array {
		global $wpdb;
		$types = array();
		foreach ( $ids ? Sql::rows_of( "SELECT ID, post_type FROM $wpdb->posts WHERE ID IN (" . Sql::ids( $ids ) . ')' ) : array() as $row ) {
			$types[ (int) $row['ID'] ] = (string) $row['post_type'];
		}
		return $types;
	}

	/** @return bool Whether there may be more new works that are not chosen although registering is automatic. */
	public static function choose_missed(): bool {
		return self::FOUND_A_VISIT === count( self::choose_inserted( 0, null ) );
	}

	/**
	 * Where registering is automatic, chooses new works that fired no hook, too.
	 *
	 * @return list<int> Ids, in order.
	 */
	private static function choose_inserted( int $after, ?int $upto ): array {
		global $wpdb;
		if ( ! Settings::is_automatic() ) {
			return array();
		}
		$by_type = Sources::by_type();
		$found   = array();
		$rows    = Sql::rows_of(
			"SELECT p.ID, p.post_type FROM $wpdb->posts p LEFT JOIN " . Tables::name( 'status' ) . " s ON s.external_id = p.ID
			WHERE p.ID > $after" . ( null === $upto ? '' : " AND p.ID <= $upto" ) . ' AND p.post_type IN (' . Sql::words( array_keys( $by_type ) ) . ")
			AND p.post_status = 'publish' AND p.post_password = '' AND COALESCE(s.chosen, 0) = 0
			AND " . Status::sql_new( 'p' ) . ' AND ' . Sources::sql_shareable( 'p' ) . '
			ORDER BY p.ID LIMIT ' . self::FOUND_A_VISIT
		);
		foreach ( $rows as $row ) {
			$found[ (int) $row['ID'] ] = $by_type[ (string) $row['post_type'] ];
		}
		Status::choose_undecided( array_keys( $found ) );
		Outbox::touch( $found );
		return array_keys( $found );
	}

	/**
	 * @param list<int> $ids
	 * @return list<int>
	 */
	private static function up_to( int $upto, array $ids ): array {
		return array_values(
			array_filter(
				$ids,
				static function ( int $id ) use ( $upto ): bool {
					return $id <= $upto;
				}
			)
		);
	}
}
