<?php
/**
 * Reads and writes the groups of possible duplicates in the table `status`: held works that the registry could not tell apart, and
 * the owner's choice for a group. A group of 300 is a handful of statements.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Group array{group: string, works: int, known: int|null, first: list<int>}
 */
final class Duplicates {
	/** One work stands for the edition, each work gets a number, or none is registered. */
	public const CHOICES = array( 'one', 'number', 'none' );

	private const HELD = "state = 'held' AND held_reason = 'possible_duplicate' AND chosen = 1";
	/** Works in one statement; a CASE over more is slow to parse. */
	private const CHUNK = 500;

	public static function count_groups(): int {
		return Sql::number( 'SELECT COUNT(DISTINCT duplicate_group) FROM ' . Tables::name( 'status' ) . ' WHERE ' . self::HELD );
	}

	/** @return list<string> In their own order, those after this one. */
	public static function group_names( string $after, int $limit ): array {
		$rows = Sql::rows_of(
			'SELECT DISTINCT duplicate_group FROM ' . Tables::name( 'status' ) . ' WHERE duplicate_group > ' . Sql::literal( $after ) . ' AND ' . self::HELD
			. " ORDER BY duplicate_group LIMIT $limit"
		);
		return array_map( 'strval', array_column( $rows, 'duplicate_group' ) );
	}

	/**
	 * Largest first, each with the ids of its first works.
	 *
	 * @return list<Group>
	 */
	public static function list( int $page, int $per_page, int $first ): array {
		$table  = Tables::name( 'status' );
		$offset = ( $page - 1 ) * $per_page;
		$groups = array();
		$parts  = array();
		$rows   = Sql::rows_of(
			"SELECT duplicate_group, COUNT(*) AS works, MAX(duplicate_known) AS known FROM $table WHERE duplicate_group IS NOT NULL AND " . self::HELD
			. " GROUP BY duplicate_group ORDER BY COUNT(*) DESC, duplicate_group LIMIT $per_page OFFSET $offset"
		);
		foreach ( $rows as $row ) {
			$group            = (string) $row['duplicate_group'];
			$groups[ $group ] = array(
				'group' => $group,
				'works' => (int) $row['works'],
				'known' => null === $row['known'] ? null : (int) $row['known'],
				'first' => array(),
			);
			$parts[]          = "SELECT * FROM (SELECT external_id, duplicate_group FROM $table WHERE duplicate_group = " . Sql::literal( $group )
				. ' AND ' . self::HELD . " ORDER BY external_id LIMIT $first) g" . count( $parts );
		}
		foreach ( $parts ? Sql::rows_of( implode( ' UNION ALL ', $parts ) ) : array() as $row ) {
			$group = (string) $row['duplicate_group'];
			if ( isset( $groups[ $group ] ) ) {
				$groups[ $group ]['first'][] = (int) $row['external_id'];
			}
		}
		return array_values( $groups );
	}

	/** The work of this group that the registry has already. It then stands for the edition. */
	public static function known( string $group ): ?int {
		$known = Sql::number(
			'SELECT MAX(duplicate_known) FROM ' . Tables::name( 'status' ) . ' WHERE duplicate_group = ' . Sql::literal( $group )
			. ' AND ' . self::HELD
		);
		return $known > 0 ? $known : null;
	}

	/** @return list<int> The works that wait for the choice, oldest first. */
	public static function held( string $group ): array {
		return self::ids_where( 'duplicate_group = ' . Sql::literal( $group ) . ' AND ' . self::HELD );
	}

	/**
	 * Puts works that were never registered into a group, so that the owner can choose before they are.
	 *
	 * @param list<int> $ids
	 */
	public static function assign( string $group, array $ids ): void {
		$rows = array();
		foreach ( $ids as $id ) {
			$rows[] = array( $id, $group, count( $ids ), Status::NOT_CHOSEN );
		}
		foreach ( array_chunk( $rows, self::CHUNK ) as $chunk ) {
			Sql::write(
				'INSERT INTO ' . Tables::name( 'status' ) . ' (external_id, duplicate_group, duplicate_size, duplicate_was) VALUES ' . Sql::rows( $chunk )
				. ' ON DUPLICATE KEY UPDATE duplicate_group = VALUES(duplicate_group), duplicate_size = VALUES(duplicate_size), duplicate_was = VALUES(duplicate_was)'
			);
		}
	}

	/**
	 * @param list<int> $ids
	 * @param int       $at Unix ms of the choice: all its works bear the same, so that it can be undone as one.
	 */
	public static function leave_out( array $ids, string $choice, ?int $keeper, int $at ): void {
		self::update( $ids, 'chosen = ' . Status::EXCLUDED . ', activity = NULL, ' . self::made( $choice, $keeper, $at ) );
	}

	/**
	 * Releases works as they are.
	 *
	 * @param list<int> $ids
	 */
	public static function release( array $ids, string $choice, ?int $keeper, int $at ): void {
		// A work that was never registered has nothing queued.
		self::update( $ids, "activity = CASE WHEN chosen = 1 THEN 'queued' ELSE NULL END, " . self::made( $choice, $keeper, $at ) );
	}

	/**
	 * Gives each work that has no number yet the next one of its group, in this order. A number is never given twice.
	 *
	 * @param list<int> $ids
	 */
	public static function number( string $group, array $ids, int $at ): void {
		$table    = Tables::name( 'status' );
		$given    = array();
		$last     = 0;
		$of_group = 'duplicate_group = ' . Sql::literal( $group );
		foreach ( Sql::rows_of( "SELECT external_id, copy_number FROM $table WHERE copy_number IS NOT NULL AND $of_group" ) as $row ) {
			$given[ (int) $row['external_id'] ] = (int) $row['copy_number'];
			$last                               = max( $last, (int) $row['copy_number'] );
		}
		$new  = array_values( array_diff( $ids, array_keys( $given ) ) );
		$size = $last + count( $new );
		foreach ( array_chunk( $new, self::CHUNK ) as $chunk ) {
			$case = 'CASE external_id';
			foreach ( $chunk as $id ) {
				$case .= " WHEN $id THEN " . ( ++$last );
			}
			self::update( $chunk, "copy_number = $case END, copy_size = $size" );
		}
		self::release( $ids, 'number', null, $at );
	}

	/**
	 * The works of the group's last choice without those that have an Art ID by now, because an Art ID is permanent.
	 *
	 * @return list<int>
	 */
	public static function undoable( string $group ): array {
		$of_group = 'duplicate_group = ' . Sql::literal( $group ) . ' AND duplicate_choice IS NOT NULL';
		$last     = Sql::number( 'SELECT MAX(duplicate_chosen_at) FROM ' . Tables::name( 'status' ) . " WHERE $of_group" );
		return self::ids_where( "$of_group AND duplicate_chosen_at = $last AND registry_id IS NULL" );
	}

	/**
	 * Restores the works as before the choice: they are sent again and held again.
	 *
	 * @param list<int> $ids
	 */
	public static function undo( array $ids ): void {
		// A work that the choice left out is chosen again, unless nobody had chosen it before. `activity` comes first: MySQL
		// reads the new value of `chosen` after it, SQLite the old one.
		$again = 'CASE WHEN chosen = ' . Status::EXCLUDED . ' THEN COALESCE(duplicate_was, ' . Status::CHOSEN . ') ELSE chosen END';
		self::update(
			$ids,
			"activity = CASE WHEN $again = 1 THEN 'queued' ELSE NULL END, chosen = $again, duplicate_was = NULL, duplicate_choice = NULL,
			duplicate_chosen_at = NULL, duplicate_keeper = NULL, copy_number = NULL, copy_size = NULL"
		);
	}

	private static function made( string $choice, ?int $keeper, int $at ): string {
		return 'state = NULL, held_reason = NULL, duplicate_choice = ' . Sql::literal( $choice ) . ', duplicate_chosen_at = ' . $at
			. ', duplicate_keeper = ' . Sql::literal( $keeper );
	}

	/** @param list<int> $ids */
	private static function update( array $ids, string $set ): void {
		foreach ( array_chunk( $ids, self::CHUNK ) as $chunk ) {
			Sql::write( 'UPDATE ' . Tables::name( 'status' ) . " SET $set WHERE external_id IN (" . Sql::ids( $chunk ) . ')' );
		}
	}

	/** @return list<int> */
	private static function ids_where( string $condition ): array {
		return array_map(
			'intval',
			array_column( Sql::rows_of( 'SELECT external_id FROM ' . Tables::name( 'status' ) . " WHERE $condition ORDER BY external_id" ), 'external_id' )
		);
	}
}
