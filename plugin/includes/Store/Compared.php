<?php
/**
 * Owns what the sync service found of the works in the table `checks`: which of them the registry has already. A result counts for the
 * work as it was checked (`checked_at`); one that comes later for an older check is dropped.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Result array{external_id: int, mark: int, found: string, by: string, matched_on: string|null, registry_id: string|null,
 *     public_page: string|null, shows: string|null}
 */
final class Compared {
	public const FOUND = array( 'own', 'near', 'other', 'conflict', 'none' );
	public const BY    = array( 'list', 'match' );

	/** Looked up by the registry one by one: half a minute of an ordinary key's limit. */
	public const SAMPLE = 40;

	/** `found_by` of a question that is asked once more: nothing is registered for as long as its answer is not known. */
	private const ASKED = 'asked';

	/** Address and organization of the registry that the works were compared with. An option of its own: each piece of the review writes its run. */
	private const REGISTRY = 'artwork_registry_compared';

	private const TO_COMPARE = "c.eligible = 1 AND COALESCE(s.chosen, 0) = 0 AND c.problems = '' AND c.found IS NULL";

	/** Works that the sync service has still to compare or to look up. */
	public static function count_waiting(): int {
		$sampled = 'match' === Connection::compares() ? ' OR c.sampled IN (1, 3)' : '';
		return Sql::number( 'SELECT COUNT(*) FROM ' . self::table() . ' WHERE (' . self::TO_COMPARE . ")$sampled" );
	}

	public static function count_to_compare(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . self::table() . ' WHERE ' . self::TO_COMPARE );
	}

	/**
	 * What the service found in another registry, or as another organization, says nothing about this one: all works are compared again. What
	 * the owner answered stays at the same address: an organization may have another name there.
	 */
	public static function set_registry( string $url, string $organization ): void {
		// An address that is written otherwise leads to no other registry.
		$address  = rtrim( (string) preg_replace( '~^https?://~i', '', $url ), '/' );
		$registry = "$address $organization";
		// Past a persistent object cache, which may be of another web server, or older or newer than a backup that was put back.
		$before = (string) Sql::option( self::REGISTRY );
		if ( $registry === $before ) {
			return;
		}
		if ( '' !== $before ) {
			$is_same = 0 === strpos( $before, "$address " );
			Sql::write(
				'UPDATE ' . Tables::name( 'checks' ) . " SET found_by = CASE WHEN found IN ('near', 'conflict') THEN '" . self::ASKED . "' ELSE NULL END,
					found = NULL, matched_on = NULL, registry_id = NULL, public_page = NULL, shows = NULL, sampled = 0
				WHERE (found IS NOT NULL OR sampled <> 0)" . ( $is_same ? " AND (found_by IS NULL OR found_by <> 'owner')" : '' )
			);
		}
		// At the end: what was interrupted is done by the next poll.
		Options::save( self::REGISTRY, $registry );
	}

	public static function remove(): void {
		Options::remove( self::REGISTRY );
	}

	/** @return list<array{external_id: string, mark: int, look: string|null, name_look: string|null}> */
	public static function list_to_compare( int $limit ): array {
		$works = array();
		foreach ( $limit > 0 ? Sql::rows_of(
			'SELECT c.external_id, c.checked_at, c.look, c.name_look FROM ' . self::table() . ' WHERE ' . self::TO_COMPARE
			. " ORDER BY c.external_id LIMIT $limit"
		) : array() as $row ) {
			$works[] = array(
				'external_id' => (string) $row['external_id'],
				'mark'        => (int) $row['checked_at'],
				'look'        => $row['look'],
				'name_look'   => $row['name_look'],
			);
		}
		return $works;
	}

	/** @param list<Result> $results */
	public static function save( array $results ): void {
		foreach ( $results as $result ) {
			Sql::write(
				'UPDATE ' . Tables::name( 'checks' ) . ' SET found = ' . Sql::literal( $result['found'] )
					. ', found_by = ' . Sql::literal( $result['by'] )
					. ', matched_on = ' . Sql::literal( $result['matched_on'] )
					. ', registry_id = ' . Sql::literal( $result['registry_id'] )
					. ', public_page = ' . Sql::literal( $result['public_page'] )
					. ', shows = ' . Sql::literal( $result['shows'] )
					. ( 'match' === $result['by'] ? ', sampled = 2' : '' )
					. ' WHERE external_id = ' . $result['external_id'] . ' AND checked_at = ' . $result['mark']
			);
		}
	}

	/**
	 * A record that one work of the shop is, by its whole description, is not a question for another one of the same title.
	 */
	public static function settle(): void {
		$table = Tables::name( 'checks' );
		$ids   = array_column(
			Sql::rows_of(
				"SELECT n.external_id FROM $table n JOIN $table o ON o.registry_id = n.registry_id AND o.found = 'own' AND o.eligible = 1 WHERE n.found = 'near'"
			),
			'external_id'
		);
		self::free( array_map( 'intval', $ids ), 'list' );
	}

	/**
	 * These are works of their own, by their owner's word.
	 *
	 * @param list<int> $ids
	 */
	public static function accept( array $ids ): void {
		self::free( $ids, 'owner' );
	}

	/** @param list<int> $ids */
	private static function free( array $ids, string $by ): void {
		foreach ( array_chunk( $ids, 500 ) as $some ) {
			Sql::write(
				'UPDATE ' . Tables::name( 'checks' ) . " SET found = 'none', found_by = " . Sql::literal( $by )
				. ", registry_id = NULL, public_page = NULL, shows = NULL WHERE found IN ('near', 'conflict') AND external_id IN (" . Sql::ids( $some ) . ')'
			);
		}
	}

	/** Marks a sample of the works that no list knows, spread over the catalogue as their check numbers are. Those without one ("Untitled") match nothing. */
	public static function want_sample(): void {
		$ids = array_column(
			Sql::rows_of(
				'SELECT c.external_id FROM ' . self::table() . " WHERE c.eligible = 1 AND COALESCE(s.chosen, 0) = 0 AND c.found = 'none' AND c.found_by = 'list'
					AND c.sampled = 0 AND c.look IS NOT NULL ORDER BY c.look LIMIT " . self::SAMPLE
			),
			'external_id'
		);
		if ( $ids ) {
			Sql::write( 'UPDATE ' . Tables::name( 'checks' ) . ' SET sampled = 1 WHERE external_id IN (' . Sql::ids( array_map( 'intval', $ids ) ) . ')' );
		}
	}

	/** @return array<int, int> Work to look up → mark. */
	public static function list_sample( int $limit ): array {
		$marks = array();
		foreach ( $limit > 0 ? Sql::rows_of(
			'SELECT external_id, checked_at FROM ' . Tables::name( 'checks' ) . " WHERE sampled IN (1, 3) ORDER BY external_id LIMIT $limit"
		) : array() as $row ) {
			$marks[ (int) $row['external_id'] ] = (int) $row['checked_at'];
		}
		return $marks;
	}

	/** A work that is being built for its look-up. The second time, it has ended a process before, and is left out unless it is kept. */
	public static function begin_sample( int $id, int $mark ): void {
		self::mark_sample( $id, $mark, 'CASE sampled WHEN 1 THEN 3 ELSE 2 END', 'IN (1, 3)' );
	}

	/** A work that cannot be looked up: it is gone, or cannot be read. */
	public static function skip_sample( int $id, int $mark ): void {
		self::mark_sample( $id, $mark, '2', '> 0' );
	}

	/** A work that was begun can be looked up. */
	public static function keep_sample( int $id, int $mark ): void {
		self::mark_sample( $id, $mark, '1', 'IN (2, 3)' );
	}

	/** Unless it has changed meanwhile. */
	private static function mark_sample( int $id, int $mark, string $as, string $where ): void {
		Sql::write( 'UPDATE ' . Tables::name( 'checks' ) . " SET sampled = $as WHERE external_id = $id AND checked_at = $mark AND sampled $where" );
	}

	/** @return array{asked: int, done: int, left: int} left: works that only the registry itself could find. */
	public static function sample(): array {
		$rows = Sql::rows_of(
			'SELECT SUM(CASE WHEN c.sampled > 0 THEN 1 ELSE 0 END) AS asked, SUM(CASE WHEN c.sampled = 2 THEN 1 ELSE 0 END) AS done,
				SUM(CASE WHEN c.found = \'none\' AND c.found_by = \'list\' AND c.sampled = 0
					AND c.look IS NOT NULL AND COALESCE(s.chosen, 0) = 0 THEN 1 ELSE 0 END) AS unseen
			FROM ' . self::table() . ' WHERE c.eligible = 1'
		);
		return array(
			'asked' => (int) ( $rows[0]['asked'] ?? 0 ),
			'done'  => (int) ( $rows[0]['done'] ?? 0 ),
			'left'  => (int) ( $rows[0]['unseen'] ?? 0 ),
		);
	}

	/** SQL condition: a work that may be in the registry already, or whose artist is a list, so that its owner has to say which it is first. */
	public static function sql_is_question( string $id ): string {
		return 'EXISTS (SELECT 1 FROM ' . Tables::name( 'checks' ) . " q WHERE q.external_id = $id AND q.eligible = 1 
			AND (q.found IN ('near', 'conflict') OR (q.found IS NULL AND q.found_by = '" . self::ASKED . "') OR (q.joined = 1 AND COALESCE(q.found, 'none') = 'none')))";
	}

	private static function table(): string {
		return Tables::name( 'checks' ) . ' c LEFT JOIN ' . Tables::name( 'status' ) . ' s ON s.external_id = c.external_id';
	}
}
