<?php
/**
 * Owns the table `outbox`: which works changed, up to which revision the sync service has taken them over.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type OutboxRow array{
 *     external_id: int, source: string, revision: int, acked_revision: int, was_sent: bool, waiting: bool,
 *     changed_at: int, tombstone: string|null, title: string|null, recheck_at: int|null,
 * }
 */
final class Outbox {
	/**
	 * One upsert for all: revision + 1 each. Only a work that exists again removes its tombstone.
	 *
	 * @param array<int, string> $sources     external_id → source id.
	 * @param array<int, string> $deleted     external_id → title of those whose post is gone.
	 */
	public static function touch( array $sources, array $deleted = array() ): void {
		if ( ! $sources ) {
			return;
		}
		$now  = Clock::now_ms();
		$rows = array();
		foreach ( $sources as $id => $source ) {
			$gone   = isset( $deleted[ $id ] );
			$rows[] = array( $id, $source, 1, 0, 1, $now, $gone ? 'deleted' : null, $gone ? mb_substr( $deleted[ $id ], 0, 200 ) : null );
		}
		$table = Tables::name( 'outbox' );
		Sql::write(
			"INSERT INTO $table (external_id, source, revision, acked_revision, waiting, changed_at, tombstone, title) VALUES " . Sql::rows( $rows )
			. ' ON DUPLICATE KEY UPDATE revision = revision + 1, waiting = 1, changed_at = VALUES(changed_at), tombstone = VALUES(tombstone), title = VALUES(title)'
		);
		if ( $deleted ) {
			Counts::add_gone( array_keys( array_intersect_key( $deleted, $sources ) ) );
		}
	}

	/**
	 * As `touch`, with all variations of these products, in one statement whatever their number.
	 *
	 * @param array<int> $ids
	 * @param array<int> $products
	 * @param string     $source   Of all of them.
	 */
	public static function touch_with_parts( array $ids, array $products, string $source ): void {
		global $wpdb;
		$now = Clock::now_ms();
		Sql::write(
			'INSERT INTO ' . Tables::name( 'outbox' ) . ' (external_id, source, revision, acked_revision, waiting, changed_at, tombstone, title)
			SELECT p.ID, ' . Sql::literal( $source ) . ", 1, 0, 1, $now, NULL, NULL FROM $wpdb->posts p WHERE " . self::sql_with_parts( $ids, $products )
			. ' ON DUPLICATE KEY UPDATE revision = revision + 1, waiting = 1, changed_at = VALUES(changed_at), tombstone = VALUES(tombstone), title = VALUES(title)'
		);
	}

	/**
	 * SQL condition for the alias `p`: one of these posts, or a variation of one of these products.
	 *
	 * @param array<int> $ids
	 * @param array<int> $products
	 */
	public static function sql_with_parts( array $ids, array $products ): string {
		return '(p.ID IN (' . Sql::ids( $ids ) . ") OR (p.post_type = 'product_variation' AND p.post_parent IN (" . Sql::ids( $products ) . ')))';
	}

	/**
	 * The page the sync service would get now: oldest change first.
	 *
	 * @param list<int> $skip  Works to leave out.
	 * @param string    $which SQL condition: of these alone.
	 * @return array<int, OutboxRow> By external_id, in order.
	 */
	public static function list_waiting( int $limit, array $skip = array(), string $which = '' ): array {
		$but = self::sql_but( $skip ) . ( '' === $which ? '' : " AND $which" );
		return self::rows( "waiting = 1$but ORDER BY changed_at, external_id LIMIT $limit" );
	}

	/**
	 * The same, with the number of all works that wait, in one query.
	 *
	 * @param list<int> $skip
	 * @return array{rows: array<int, OutboxRow>, all: int} all: 0 where there is no row.
	 */
	public static function page_waiting( int $limit, array $skip ): array {
		$table = Tables::name( 'outbox' );
		$but   = self::sql_but( $skip );
		$found = Sql::rows_of(
			"SELECT *, (SELECT COUNT(*) FROM $table WHERE waiting = 1) AS works_waiting FROM $table WHERE waiting = 1$but ORDER BY changed_at, external_id LIMIT $limit"
		);
		return array(
			'rows' => self::typed( $found ),
			'all'  => $found ? (int) $found[0]['works_waiting'] : 0,
		);
	}

	/**
	 * SQL condition: waits behind this one.
	 *
	 * @param OutboxRow $row
	 */
	public static function sql_after( array $row ): string {
		list( 'changed_at' => $at, 'external_id' => $id ) = $row;
		return "changed_at >= $at AND (changed_at > $at OR external_id > $id)";
	}

	/** @param list<int> $skip */
	private static function sql_but( array $skip ): string {
		return $skip ? ' AND external_id NOT IN (' . Sql::ids( $skip ) . ')' : '';
	}

	/**
	 * @param list<int> $ids
	 * @return array<int, OutboxRow> By external_id, in that order.
	 */
	public static function list_of( array $ids ): array {
		return $ids ? self::rows( 'external_id IN (' . Sql::ids( $ids ) . ') ORDER BY external_id' ) : array();
	}

	/**
	 * Makes works wait again that the sync service names, whatever became of them here.
	 *
	 * @param array<int, string> $sources external_id → source id.
	 */
	public static function look_again( array $sources ): void {
		self::touch( $sources );
		if ( $sources ) {
			Sql::write( 'UPDATE ' . Tables::name( 'outbox' ) . ' SET was_sent = 1 WHERE external_id IN (' . Sql::ids( array_keys( $sources ) ) . ')' );
		}
	}

	/** Every work that has an Art ID waits again, one statement. */
	public static function touch_known(): void {
		Sql::write(
			'UPDATE ' . Tables::name( 'outbox' ) . ' SET revision = revision + 1, waiting = 1, changed_at = ' . Clock::now_ms()
			. ' WHERE external_id IN (SELECT external_id FROM ' . Tables::name( 'status' ) . ' WHERE registry_id IS NOT NULL)'
		);
	}

	/** Unix seconds at which the work that waits longest was changed; null: none waits. */
	public static function oldest_waiting_at(): ?int {
		$ms = Sql::number( 'SELECT MIN(changed_at) FROM ' . Tables::name( 'outbox' ) . ' WHERE waiting = 1' );
		return 0 === $ms ? null : intdiv( $ms, 1000 );
	}

	/** When the work was changed on this site last, in unix seconds; null: not since the plugin is here. */
	public static function changed_at( int $external_id ): ?int {
		$ms = Sql::number( 'SELECT changed_at FROM ' . Tables::name( 'outbox' ) . " WHERE external_id = $external_id" );
		return 0 === $ms ? null : intdiv( $ms, 1000 );
	}

	public static function count_waiting(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'outbox' ) . ' WHERE waiting = 1' );
	}

	/**
	 * Acknowledges the revisions that the sync service has journaled. Only raises, never beyond the revision that exists; one statement.
	 *
	 * @param array<int, int> $revisions external_id → revision.
	 * @return int Rows raised.
	 */
	public static function acknowledge( array $revisions ): int {
		return self::raise( $revisions, true );
	}

	/**
	 * Settles works that the sync service need not see: not shared, and the registry never had them.
	 *
	 * @param array<int, int> $revisions
	 * @param list<int>       $ended     Those of them that are deleted: their rows go.
	 */
	public static function settle( array $revisions, array $ended ): void {
		if ( ! $revisions ) {
			return;
		}
		self::raise( $revisions, false );
		if ( $ended ) {
			self::remove_settled_tombstones( $ended );
		}
	}

	/**
	 * Stores when works change by themselves; null: never.
	 *
	 * @param array<int, int|null> $moments external_id → unix seconds.
	 */
	public static function set_rechecks( array $moments ): void {
		$case = '';
		foreach ( $moments as $id => $at ) {
			$case .= null === $at ? '' : " WHEN $id THEN $at";
		}
		if ( $moments ) {
			Sql::write(
				'UPDATE ' . Tables::name( 'outbox' ) . ' SET recheck_at = ' . ( '' === $case ? 'NULL' : "CASE external_id$case ELSE NULL END" )
				. ' WHERE external_id IN (' . Sql::ids( array_keys( $moments ) ) . ')' . ( '' === $case ? ' AND recheck_at IS NOT NULL' : '' )
			);
		}
	}

	/** Makes works wait again whose moment has come. */
	public static function touch_due( int $now ): void {
		Sql::write(
			'UPDATE ' . Tables::name( 'outbox' ) . ' SET revision = revision + 1, waiting = 1, changed_at = ' . Clock::now_ms() . ", recheck_at = NULL
			WHERE recheck_at IS NOT NULL AND recheck_at <= $now"
		);
	}

	/**
	 * The number of works here whose source is not among these.
	 *
	 * @param list<string> $sources
	 */
	public static function count_without_source( array $sources ): int {
		return Sql::number(
			'SELECT COUNT(*) FROM ' . Tables::name( 'outbox' ) . ' WHERE tombstone IS NULL AND was_sent = 1 AND source NOT IN ('
			. Sql::words( $sources ) . ')'
		);
	}

	/** Removes the rows of works that no longer exist anywhere. */
	public static function remove( int ...$ids ): void {
		if ( $ids ) {
			Sql::write( 'DELETE FROM ' . Tables::name( 'outbox' ) . ' WHERE external_id IN (' . Sql::ids( $ids ) . ')' );
		}
	}

	/** @return array{revision: int, acked_revision: int, was_sent: bool, tombstone: string|null}|null */
	public static function find( int $external_id ): ?array {
		$rows = Sql::rows_of( 'SELECT revision, acked_revision, was_sent, tombstone FROM ' . Tables::name( 'outbox' ) . " WHERE external_id = $external_id" );
		return $rows ? array(
			'revision'       => (int) $rows[0]['revision'],
			'acked_revision' => (int) $rows[0]['acked_revision'],
			'was_sent'       => (bool) (int) $rows[0]['was_sent'],
			'tombstone'      => $rows[0]['tombstone'],
		) : null;
	}

	/**
	 * What names the last change of each; none for works that have no row.
	 *
	 * @param list<int> $ids
	 * @return array<int, array{revision: int, changed_at: int}>
	 */
	public static function changes( array $ids ): array {
		$changes = array();
		$sql     = 'SELECT external_id, revision, changed_at FROM ' . Tables::name( 'outbox' ) . ' WHERE external_id IN (' . Sql::ids( $ids ) . ')';
		foreach ( $ids ? Sql::rows_of( $sql ) : array() as $row ) {
			$changes[ (int) $row['external_id'] ] = array(
				'revision'   => (int) $row['revision'],
				'changed_at' => (int) $row['changed_at'],
			);
		}
		return $changes;
	}

	/**
	 * Touches every work whose picture is one of these attachments.
	 *
	 * @param array<int>           $attachments
	 * @param array<string, string> $source_of_type post type → source id.
	 */
	public static function touch_by_thumbnail( array $attachments, array $source_of_type ): void {
		global $wpdb;
		$rows     = Sql::rows_of(
			'SELECT p.ID, p.post_type FROM ' . Picture_Index::sql_fields( $attachments ) . " m JOIN $wpdb->posts p ON p.ID = m.post_id
			WHERE p.post_type IN (" . Sql::words( array_keys( $source_of_type ) ) . ')'
		);
		$sources  = array();
		$products = array();
		foreach ( $rows as $row ) {
			if ( 'product' === $row['post_type'] && Variation_Choice::is_used() ) {
				// Variations without a picture of their own show it, too.
				$products[] = (int) $row['ID'];
			} else {
				$sources[ (int) $row['ID'] ] = $source_of_type[ (string) $row['post_type'] ];
			}
		}
		self::touch( $sources );
		if ( $products ) {
			self::touch_with_parts( $products, $products, $source_of_type['product'] );
		}
	}

	/** @return array<int, OutboxRow> By external_id, in order. */
	private static function rows( string $which ): array {
		return self::typed( Sql::rows_of( 'SELECT * FROM ' . Tables::name( 'outbox' ) . " WHERE $which" ) );
	}

	/**
	 * @param list<array<string, string|null>> $found
	 * @return array<int, OutboxRow>
	 */
	private static function typed( array $found ): array {
		$rows = array();
		foreach ( $found as $row ) {
			$rows[ (int) $row['external_id'] ] = array(
				'external_id'    => (int) $row['external_id'],
				'source'         => (string) $row['source'],
				'revision'       => (int) $row['revision'],
				'acked_revision' => (int) $row['acked_revision'],
				'was_sent'       => (bool) (int) $row['was_sent'],
				'waiting'        => (bool) (int) $row['waiting'],
				'changed_at'     => (int) $row['changed_at'],
				'tombstone'      => $row['tombstone'],
				'title'          => $row['title'],
				'recheck_at'     => null === $row['recheck_at'] ? null : (int) $row['recheck_at'],
			);
		}
		return $rows;
	}

	/** @param array<int, int> $revisions */
	private static function raise( array $revisions, bool $was_sent ): int {
		if ( ! $revisions ) {
			return 0;
		}
		$case  = Sql::case_of( 'external_id', $revisions );
		$table = Tables::name( 'outbox' );
		// `waiting` repeats the CASE instead of reading acked_revision: MySQL sees the new value there, SQLite the old one.
		return Sql::write(
			"UPDATE $table SET waiting = CASE WHEN revision > $case THEN 1 ELSE 0 END, acked_revision = $case" . ( $was_sent ? ', was_sent = 1' : '' )
			. ' WHERE external_id IN (' . Sql::ids( array_keys( $revisions ) ) . ") AND acked_revision < $case AND revision >= $case"
		);
	}

	/** @param array<int> $ids */
	private static function remove_settled_tombstones( array $ids ): void {
		$table = Tables::name( 'outbox' );
		Sql::write( "DELETE FROM $table WHERE external_id IN (" . Sql::ids( $ids ) . ') AND tombstone IS NOT NULL AND waiting = 0' );
	}
}
