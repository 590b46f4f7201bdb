<?php
/**
 * Owns the table `checks`: what the review before registering found for each work, and how far it has come. Counts and
 * lists read only this table, so that their cost does not depend on the works.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Check array{
 *    external_id: int, eligible: bool, problems: list<string>, joined: bool, look: string|null, name_look: string|null, artist: string|null,
 *    checked_at: int, revision: int, changed_at: int,
 * }
 * @phpstan-type CheckedWork array{external_id: int, problems: list<string>, registry_id: string|null, public_page: string|null, shows: string|null}
 * @phpstan-type Run array{
 *    mapping: string, is_done: bool, asked: string, begun: int, revision: int, page: int, tried: int, since: int, small_until: int,
 *    noted_at: int, pass: int, passed: int,
 * }
 */
final class Checks {
	private const RUN = 'artwork_registry_checks';
	/** Another word each time that the owner asks for all works to be checked again. */
	private const ASKED = 'artwork_registry_checks_asked';

	/** What a run says where no page is under way, and none has ended a process. */
	public const NOTHING_NOTED = array(
		'begun'       => 0,
		'revision'    => 0,
		'page'        => 0,
		'tried'       => 0,
		'since'       => 0,
		'small_until' => 0,
	);

	/** One request at a time checks works, so that none takes the page of another for one whose process has ended. */
	private const LEASE = 'artwork_registry_checks_lease';
	/** A page takes some seconds. A process that was killed without its last words holds up the next one for so long. */
	private const LEASE_SECONDS = 60;

	/**
	 * As another request may have left it just now, at another web server too: past an object cache.
	 *
	 * @return Run|null Null: no look was begun. `is_done`: no page is under way, and nothing was asked since. `asked`: the word of `asked` at its
	 *     beginning. `begun`: first work of the page that is being checked, 0: none is. `revision`: its own then. `page`: works that a page has at
	 *     most, 0: as many as any. `tried`: how often that work ended a process alone, one time after the other, as it is. `since`: Unix seconds at
	 *     which it was begun alone for the first time. `small_until`: pages stay so small up to this work. `noted_at`: Unix seconds at which
	 *     the page was begun. `pass`: which walk this is; 0: the first one over all works. `passed`: it has passed the works up to this one.
	 */
	public static function find_run(): ?array {
		$stored = Sql::option( self::RUN );
		return is_array( $stored ) && isset( $stored['mapping'], $stored['passed'] ) ? array(
			'mapping'     => (string) $stored['mapping'],
			'is_done'     => ! empty( $stored['is_done'] ) && empty( $stored['begun'] ) && ( $stored['asked'] ?? '' ) === self::asked(),
			'asked'       => (string) ( $stored['asked'] ?? '' ),
			'begun'       => (int) ( $stored['begun'] ?? 0 ),
			'revision'    => (int) ( $stored['revision'] ?? 0 ),
			'page'        => (int) ( $stored['page'] ?? 0 ),
			'tried'       => (int) ( $stored['tried'] ?? 0 ),
			'since'       => (int) ( $stored['since'] ?? 0 ),
			'small_until' => (int) ( $stored['small_until'] ?? 0 ),
			'noted_at'    => (int) ( $stored['noted_at'] ?? 0 ),
			'pass'        => (int) ( $stored['pass'] ?? 0 ),
			'passed'      => (int) $stored['passed'],
		) : null;
	}

	/** @param Run $run */
	public static function save_run( array $run ): void {
		Options::save( self::RUN, $run );
	}

	/** Removes the rows first: after a crash in between, the old run is still not the one that is wanted, and the next step starts again. */
	public static function start( string $mapping ): void {
		$table = Tables::name( 'checks' );
		Sql::refuse_empty_posts( Sql::number( "SELECT COUNT(*) FROM (SELECT 1 FROM $table LIMIT 1) one" ) > 0 );
		Sql::write( "DELETE FROM $table" );
		self::save_run(
			array(
				'mapping'  => $mapping,
				'is_done'  => false,
				'asked'    => self::asked(),
				'noted_at' => 0,
				'pass'     => 0,
				'passed'   => 0,
			) + self::NOTHING_NOTED
		);
	}

	/**
	 * The next step begins with the first work. A step that is under way may put its run back afterwards: that one was begun before this
	 * word, and the next step does not continue it.
	 */
	public static function ask_for_all(): void {
		Options::save( self::ASKED, bin2hex( random_bytes( 8 ) ) );
		Options::remove( self::RUN );
	}

	/** The word of `ask_for_all`, past an object cache; '' where it was never asked. */
	public static function asked(): string {
		return (string) Sql::option( self::ASKED );
	}

	public static function remove(): void {
		global $wpdb;
		Options::remove( self::RUN, self::ASKED );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- past the object cache, as Lease writes it.
		$wpdb->delete( $wpdb->options, array( 'option_name' => self::LEASE ) );
	}

	/**
	 * @return string|null What releases it; null where another request checks works.
	 * @throws Read_Failed Where the database refused it: no other request may have it.
	 */
	public static function claim_lease(): ?string {
		return Read_Check::run( static fn(): ?string => Lease::claim( self::LEASE, self::LEASE_SECONDS ) );
	}

	public static function release_lease( string $lease ): void {
		Lease::release( self::LEASE, $lease );
	}

	/** @param list<Check> $checks */
	public static function save( array $checks ): void {
		$rows = array();
		foreach ( $checks as $check ) {
			$rows[] = array(
				$check['external_id'],
				$check['eligible'] ? 1 : 0,
				implode( ',', $check['problems'] ),
				$check['joined'] ? 1 : 0,
				$check['look'],
				$check['name_look'],
				$check['artist'],
				null === $check['artist'] ? null : self::artist_key( $check['artist'] ),
				$check['checked_at'],
				$check['revision'],
				$check['changed_at'],
			);
		}
		if ( $rows ) {
			Sql::write(
				'INSERT INTO ' . Tables::name( 'checks' )
					. ' (external_id, eligible, problems, joined, look, name_look, artist, artist_key, checked_at, revision, changed_at) VALUES ' . Sql::rows( $rows )
				// It may be another work now: the registry is asked again.
				. ' ON DUPLICATE KEY UPDATE eligible = VALUES(eligible), problems = VALUES(problems), joined = VALUES(joined), look = VALUES(look),
					name_look = VALUES(name_look), artist = VALUES(artist), artist_key = VALUES(artist_key),
					checked_at = VALUES(checked_at), revision = VALUES(revision), changed_at = VALUES(changed_at),
					found = NULL, found_by = NULL, matched_on = NULL, registry_id = NULL, public_page = NULL, shows = NULL, sampled = 0'
			);
		}
	}

	public static function artist_key( string $artist ): string {
		return substr( hash( 'sha256', $artist ), 0, 16 );
	}

	/**
	 * Works that changed since they were checked. Times are compared for equality only: with a clock that was ahead, a later change would
	 * seem to be older than the check.
	 *
	 * @return list<int> By id, behind this one.
	 */
	public static function list_changed( int $after, int $most ): array {
		$rows = Sql::rows_of(
			'SELECT c.external_id FROM ' . Tables::name( 'checks' ) . ' c JOIN ' . Tables::name( 'outbox' ) . " o ON o.external_id = c.external_id
			WHERE c.external_id > $after AND (o.revision <> c.revision OR o.changed_at <> c.changed_at)
			ORDER BY c.external_id LIMIT $most"
		);
		return array_map( 'intval', array_column( $rows, 'external_id' ) );
	}

	/**
	 * Takes deleted works out of the counts. The outbox has no row for deleted works that were never chosen. A post that a restore puts back
	 * later was never looked at then.
	 */
	public static function forget_deleted(): void {
		$last = 0;
		do {
			// Behind the last one: a replica that lags may name the same again.
			$gone = Sql::ids_without_post( 'checks', "t.external_id > $last" );
			if ( $gone ) {
				Sql::write( 'DELETE FROM ' . Tables::name( 'checks' ) . ' WHERE external_id IN (' . Sql::ids( $gone ) . ')' );
				$last = max( $gone );
			}
		} while ( $gone );
	}

	/**
	 * Whether it is known as it is now, without this problem.
	 *
	 * @param Check $check
	 */
	public static function has_read( array $check, string $problem ): bool {
		return Sql::number(
			'SELECT COUNT(*) FROM ' . Tables::name( 'checks' ) . " WHERE external_id = {$check['external_id']} AND revision = {$check['revision']}
			AND changed_at = {$check['changed_at']} AND problems <> " . Sql::literal( $problem )
		) > 0;
	}

	/**
	 * Of the works that nobody has decided about.
	 *
	 * @return array{ready: int, joined: int, own: int, near: int, other: int, alike: int, lacking: array<string, int>} joined: several values became
	 *     one artist, title or year; own: in the registry already and in
	 *     a profile of the gallery; near: perhaps so; other: in somebody else's; lacking: first problem → works.
	 */
	public static function count(): array {
		$counts = array(
			'ready'   => 0,
			'joined'  => 0,
			'own'     => 0,
			'near'    => 0,
			'other'   => 0,
			'alike'   => 0,
			'lacking' => array(),
		);
		$rows   = Sql::rows_of(
			'SELECT c.problems, c.joined, c.found, CASE WHEN g.look IS NULL THEN 0 ELSE 1 END AS alike, COUNT(*) AS works FROM ' . self::open()
			. ' LEFT JOIN (' . self::groups() . ') g ON g.look = c.look WHERE ' . self::undecided()
			. ' GROUP BY c.problems, c.joined, c.found, CASE WHEN g.look IS NULL THEN 0 ELSE 1 END'
		);
		foreach ( $rows as $row ) {
			$problems = explode( ',', (string) $row['problems'] );
			$works    = (int) $row['works'];
			if ( '' !== $problems[0] ) {
				$counts['lacking'][ $problems[0] ] = ( $counts['lacking'][ $problems[0] ] ?? 0 ) + $works;
			} else {
				$word = 1 === (int) $row['alike'] ? 'alike' : self::word( (string) $row['found'] );
				$counts[ 'ready' === $word && 1 === (int) $row['joined'] ? 'joined' : $word ] += $works;
			}
		}
		arsort( $counts['lacking'] );
		return $counts;
	}

	/** @return 'ready'|'own'|'near'|'other' The line of the review for such a result. */
	private static function word( string $found ): string {
		switch ( $found ) {
			case 'own':
			case 'other':
				return $found;
			case 'near':
			case 'conflict':
				return 'near';
			default:
				return 'ready';
		}
	}

	/**
	 * @param string $line Field of the registry that is wrong first; '' those that are ready; joined, own, near, other as in `count`.
	 * @return list<CheckedWork>
	 */
	public static function list( string $line, int $page, int $per_page ): array {
		return self::works_of( self::sql_line( $line ), "$per_page OFFSET " . ( $page - 1 ) * $per_page );
	}

	/**
	 * As `list`, the next by id: for a run over all of them.
	 *
	 * @return list<CheckedWork>
	 */
	public static function list_after( string $line, int $after, int $most ): array {
		return self::works_of( self::sql_line( $line ) . " AND c.external_id > $after", (string) $most );
	}

	/** @return list<CheckedWork> */
	private static function works_of( string $where, string $limit ): array {
		$works = array();
		foreach ( Sql::rows_of(
			'SELECT c.external_id, c.problems, c.registry_id, c.public_page, c.shows FROM ' . self::open() . ' LEFT JOIN (' . self::groups()
			. ') g ON g.look = c.look WHERE ' . self::undecided() . " AND $where ORDER BY c.external_id LIMIT $limit"
		) as $row ) {
			$works[] = array(
				'external_id' => (int) $row['external_id'],
				'problems'    => array_values( array_diff( explode( ',', (string) $row['problems'] ), array( '' ) ) ),
				'registry_id' => $row['registry_id'],
				'public_page' => $row['public_page'],
				'shows'       => $row['shows'],
			);
		}
		return $works;
	}

	private static function sql_line( string $line ): string {
		$found = array(
			''       => "(c.found IS NULL OR c.found = 'none') AND c.joined = 0",
			'joined' => "(c.found IS NULL OR c.found = 'none') AND c.joined = 1",
			'own'    => "c.found = 'own'",
			'near'   => "c.found IN ('near', 'conflict')",
			'other'  => "c.found = 'other'",
		);
		if ( 'alike' === $line ) {
			return "c.problems = '' AND g.look IS NOT NULL";
		}
		return isset( $found[ $line ] ) ? "c.problems = '' AND g.look IS NULL AND " . $found[ $line ]
			: '(c.problems = ' . Sql::literal( $line ) . ' OR c.problems LIKE ' . Sql::literal( $line . ',%' ) . ')';
	}

	/** Groups of possible duplicates with a work that waits for the owner's decision. */
	public static function count_groups(): int {
		return Sql::number( 'SELECT COUNT(*) FROM (' . self::undecided_groups() . ') d' );
	}

	/** @return list<string> In their own order, those after this one. */
	public static function group_names( string $after, int $limit ): array {
		$rows = Sql::rows_of( 'SELECT look FROM (' . self::undecided_groups() . ') d WHERE look > ' . Sql::literal( $after ) . " ORDER BY look LIMIT $limit" );
		return array_map( 'strval', array_column( $rows, 'look' ) );
	}

	/**
	 * Largest first, each with the ids of its first undecided works, in the form of Duplicates::list.
	 *
	 * @return list<array{group: string, works: int, known: int|null, first: list<int>}>
	 */
	public static function list_groups( int $page, int $per_page, int $first ): array {
		$offset = ( $page - 1 ) * $per_page;
		$groups = array();
		foreach ( Sql::rows_of( self::undecided_groups() . " ORDER BY COUNT(*) DESC, c.look LIMIT $per_page OFFSET $offset" ) as $row ) {
			$look     = (string) $row['look'];
			$groups[] = array(
				'group' => $look,
				'works' => (int) $row['works'],
				'known' => self::known( $look ),
				'first' => array_slice( self::undecided_of( $look ), 0, $first ),
			);
		}
		return $groups;
	}

	/** @return list<int> Oldest first. */
	public static function undecided_of( string $look ): array {
		return array_map(
			'intval',
			array_column(
				Sql::rows_of(
					'SELECT c.external_id FROM ' . self::open() . ' WHERE ' . self::undecided() . " AND c.problems = '' AND c.look = "
					. Sql::literal( $look ) . ' ORDER BY c.external_id'
				),
				'external_id'
			)
		);
	}

	/** One of the group that is registered, or about to be. */
	public static function known( string $look ): ?int {
		$known = Sql::number(
			'SELECT MIN(c.external_id) FROM ' . self::open() . ' WHERE c.eligible = 1 AND COALESCE(s.chosen, 0) = 1 AND c.look = '
			. Sql::literal( $look )
		);
		return $known > 0 ? $known : null;
	}

	/**
	 * Several values as one artist, title or year are meant so, by their owner's word.
	 *
	 * @param list<int> $ids
	 */
	public static function accept_joined( array $ids ): void {
		if ( $ids ) {
			Sql::write( 'UPDATE ' . Tables::name( 'checks' ) . ' SET joined = 0 WHERE joined = 1 AND external_id IN (' . Sql::ids( $ids ) . ')' );
		}
	}

	private static function open(): string {
		return Tables::name( 'checks' ) . ' c LEFT JOIN ' . Tables::name( 'status' ) . ' s ON s.external_id = c.external_id';
	}

	private static function undecided(): string {
		return 'c.eligible = 1 AND COALESCE(s.chosen, 0) = 0';
	}

	/** Works that the registry could not tell apart. Works that the owner left out do not count. */
	private static function groups(): string {
		return 'SELECT c.look FROM ' . self::open()
			. " WHERE c.eligible = 1 AND COALESCE(s.chosen, 0) >= 0 AND c.problems = '' AND c.look IS NOT NULL GROUP BY c.look HAVING COUNT(*) > 1";
	}

	private static function undecided_groups(): string {
		return 'SELECT c.look, COUNT(*) AS works FROM ' . self::open() . ' JOIN (' . self::groups() . ') g ON g.look = c.look WHERE '
			. self::undecided() . " AND c.problems = '' GROUP BY c.look";
	}
}
