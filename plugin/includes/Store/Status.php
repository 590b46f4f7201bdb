<?php
/**
 * Owns the table `status`: what the owner chose for a work and what the registry confirmed about it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Report array{
 *     external_id: int, revision: int, state: string, registry_id: string|null, public_page: string|null,
 *     confirmed_at: int|null, matched_on: string|null, shows: string|null, error: string|null,
 *     held: array{reason: string, group: string|null, size: int|null, known: int|null}|null,
 * }
 * @phpstan-type Choice array{
 *     chosen: int, known: bool, has_art_id: bool, said: array{state: string, registry_id: string|null}|null,
 *     copy_number: int|null, copy_size: int|null,
 * }
 */
final class Status {
	public const EXCLUDED   = -1;
	public const NOT_CHOSEN = 0;
	public const CHOSEN     = 1;

	/** States in which the registry shows what this site has told of a work. */
	public const SHOWN = array( 'published', 'matched', 'sold' );

	/** A work in one of these states has left, or is not ours to take away. */
	private const LEFT = array( 'stopped', 'hidden', 'private', 'moved', 'elsewhere' );

	/** States of the sync service's work, which say nothing about the registry. */
	private const ACTIVITIES = array( 'queued', 'sending' );

	/**
	 * @param array<int> $ids
	 * @return array<int, Choice> known: the registry has, or may have, heard of it.
	 */
	public static function choices( array $ids ): array {
		$choices = array();
		$rows    = Sql::rows_of(
			'SELECT s.external_id, ' . self::sql_chosen()
			. ' AS chosen, s.state, s.activity, s.error, s.registry_id, s.copy_number, s.copy_size FROM ' . Tables::name( 'status' )
			. ' s WHERE s.external_id IN (' . Sql::ids( $ids ) . ')'
		);
		foreach ( $rows as $row ) {
			$choices[ (int) $row['external_id'] ] = array(
				'chosen'      => (int) $row['chosen'],
				'known'       => null !== $row['state'] || null !== $row['activity'] || null !== $row['registry_id'],
				'has_art_id'  => null !== $row['registry_id'],
				'said'        => null === $row['state'] || null !== $row['activity'] || null !== $row['error'] ? null : array(
					'state'       => (string) $row['state'],
					'registry_id' => $row['registry_id'],
				),
				'copy_number' => null === $row['copy_number'] ? null : (int) $row['copy_number'],
				'copy_size'   => null === $row['copy_size'] ? null : (int) $row['copy_size'],
			);
		}
		return $choices;
	}

	/** SQL expression: the choice that counts for the work of row `s`. A product that is left out leaves out all its variations, new ones too. */
	public static function sql_chosen(): string {
		global $wpdb;
		return ! Variation_Choice::is_used() ? 's.chosen'
			: 'CASE WHEN EXISTS (SELECT 1 FROM ' . $wpdb->posts . ' part
				JOIN ' . Tables::name( 'status' ) . ' product ON product.external_id = part.post_parent
				WHERE part.ID = s.external_id AND part.post_type = \'product_variation\' AND product.chosen = ' . self::EXCLUDED . ')
				THEN ' . self::EXCLUDED . ' ELSE s.chosen END';
	}

	/** SQL condition: the work of a row with `external_id` has no post, is not public or not chosen. Eligibility gives a reason for each. */
	public static function sql_leaves(): string {
		global $wpdb;
		return "external_id NOT IN (SELECT p.ID FROM $wpdb->posts p JOIN " . Tables::name( 'status' ) . " s ON s.external_id = p.ID
			LEFT JOIN $wpdb->posts whole ON whole.ID = p.post_parent AND p.post_type = 'product_variation'
			WHERE p.post_status = 'publish' AND p.post_password = '' AND " . self::sql_chosen() . ' = ' . self::CHOSEN . "
			AND COALESCE(whole.post_status, 'publish') = 'publish' AND COALESCE(whole.post_password, '') = '')";
	}

	/**
	 * The choices made for the works themselves, without those for their products.
	 *
	 * @param array<int> $ids
	 * @return array<int, int> Only works with a choice.
	 */
	public static function decided( array $ids ): array {
		$decided = array();
		foreach ( Sql::rows_of(
			'SELECT external_id, chosen FROM ' . Tables::name( 'status' ) . ' WHERE chosen <> 0 AND external_id IN (' . Sql::ids( $ids )
			. ')'
		) as $row ) {
			$decided[ (int) $row['external_id'] ] = (int) $row['chosen'];
		}
		return $decided;
	}

	/** SQL condition: a post that is new since registering is automatic. Older posts wait for the owner. */
	public static function sql_new( string $alias ): string {
		$from = Settings::automatic_from();
		return "($alias.ID > " . $from['after_id'] . " OR $alias.post_date_gmt > " . Sql::literal( $from['since'] ) . ')';
	}

	/**
	 * As `choose_undecided`, but only works that are new since registering is automatic. One statement, or two.
	 *
	 * @param array<int> $ids
	 */
	public static function choose_new( array $ids ): void {
		$after = Settings::automatic_from()['after_id'];
		$older = array();
		$newer = array();
		foreach ( $ids as $id ) {
			if ( $id > $after ) {
				$newer[] = $id;
			} else {
				$older[] = $id;
			}
		}
		self::choose_undecided( $newer );
		if ( $older ) {
			// A draft from before whose post was published since.
			self::choose_new_with_parts( $older, array() );
		}
	}

	/**
	 * As `choose_new`, with all variations of these products, in one statement.
	 *
	 * @param array<int> $ids
	 * @param array<int> $products
	 */
	public static function choose_new_with_parts( array $ids, array $products ): void {
		global $wpdb;
		Sql::write(
			'INSERT INTO ' . Tables::name( 'status' ) . " (external_id, chosen) SELECT p.ID, 1 FROM $wpdb->posts p WHERE "
				. Outbox::sql_with_parts( $ids, $products ) . ' AND ' . self::sql_new( 'p' )
			. ' ON DUPLICATE KEY UPDATE chosen = CASE WHEN chosen = 0 THEN 1 ELSE chosen END'
		);
	}

	/**
	 * Registering one variation of a product that was left out does not register the others, but the product no longer counts as left out.
	 *
	 * @param array<int> $variations
	 */
	public static function let_products_in( array $variations ): void {
		global $wpdb;
		if ( Variation_Choice::is_used() ) {
			Sql::write(
				'UPDATE ' . Tables::name( 'status' ) . ' SET chosen = 0 WHERE chosen = ' . self::EXCLUDED
					. " AND external_id IN (SELECT post_parent FROM $wpdb->posts WHERE post_type = 'product_variation' AND ID IN ("
					. Sql::ids( $variations ) . '))'
			);
		}
	}

	/**
	 * Works with a row here, by id: those with a choice, and those that the registry knows.
	 *
	 * @return list<int>
	 */
	public static function list_ids( int $after, int $limit ): array {
		return array_map(
			'intval',
			array_column(
				Sql::rows_of( 'SELECT external_id FROM ' . Tables::name( 'status' ) . " WHERE external_id > $after ORDER BY external_id LIMIT $limit" ),
				'external_id'
			)
		);
	}

	/** Whether anybody may read a work of this site in the registry. Counts none: the plugins screen asks at each look. */
	public static function has_public(): bool {
		return array() !== Sql::rows_of(
			'SELECT external_id FROM ' . Tables::name( 'status' )
			. " WHERE registry_id IS NOT NULL AND state IN ('published', 'matched', 'sold', 'attention', 'held') LIMIT 1"
		);
	}

	public static function count_chosen(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'status' ) . ' WHERE chosen = ' . self::CHOSEN );
	}

	/** Those that have an Art ID. */
	public static function count_registered(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'status' ) . ' WHERE registry_id IS NOT NULL' );
	}

	/**
	 * The works of an Art ID as somebody typed it; more than one where the registry took several for the same.
	 *
	 * @return list<int>
	 */
	public static function works_with_art_id( string $text ): array {
		$art_id = strtoupper( trim( $text ) );
		// Most searches are words.
		if ( ! preg_match( '/^[A-Z0-9]+-[A-Z0-9-]{1,60}$/', $art_id ) ) {
			return array();
		}
		$rows = Sql::rows_of( 'SELECT external_id FROM ' . Tables::name( 'status' ) . ' WHERE registry_id = ' . Sql::literal( $art_id ) . ' LIMIT 20' );
		return array_map( 'intval', array_column( $rows, 'external_id' ) );
	}

	public static function has_registered(): bool {
		return 0 < Sql::number( 'SELECT COUNT(*) FROM (SELECT 1 FROM ' . Tables::name( 'status' ) . ' WHERE registry_id IS NOT NULL LIMIT 1) one' );
	}

	public static function count(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'status' ) );
	}

	/**
	 * The titles that the registry shows: all that is left of works whose posts are gone.
	 *
	 * @param array<int> $ids
	 * @return array<int, string>
	 */
	public static function titles( array $ids ): array {
		$titles = array();
		foreach ( Sql::rows_of(
			'SELECT external_id, shows FROM ' . Tables::name( 'status' ) . ' WHERE shows IS NOT NULL AND external_id IN ('
			. Sql::ids( $ids ) . ')'
		) as $row ) {
			$shows = json_decode( (string) $row['shows'], true );

			$titles[ (int) $row['external_id'] ] = is_array( $shows ) ? (string) ( $shows['title'] ?? '' ) : '';
		}
		return $titles;
	}

	/** @return Choice Of a work nobody has said anything about. */
	public static function no_choice(): array {
		return array(
			'chosen'      => self::NOT_CHOSEN,
			'known'       => false,
			'has_art_id'  => false,
			'said'        => null,
			'copy_number' => null,
			'copy_size'   => null,
		);
	}

	/** @param array<int> $ids */
	public static function choose( array $ids, int $chosen ): void {
		self::upsert_choice( $ids, $chosen, 'chosen = VALUES(chosen)' );
	}

	/**
	 * Chooses works that nobody has decided about. A work that was left out stays so.
	 *
	 * @param array<int> $ids
	 */
	public static function choose_undecided( array $ids ): void {
		self::upsert_choice( $ids, self::CHOSEN, 'chosen = CASE WHEN chosen = 0 THEN 1 ELSE chosen END' );
	}

	/**
	 * Rows for works that have none, without a choice.
	 *
	 * @param array<int> $ids
	 */
	public static function add_undecided( array $ids ): void {
		self::upsert_choice( $ids, self::NOT_CHOSEN, 'chosen = chosen' );
	}

	/**
	 * Of these works, those that a rule of the site keeps out of the registry.
	 *
	 * @param array<int> $ids
	 * @return list<int>
	 */
	public static function barred( array $ids ): array {
		$rows = Sql::rows_of( 'SELECT external_id FROM ' . Tables::name( 'status' ) . ' WHERE barred = 1 AND external_id IN (' . Sql::ids( $ids ) . ')' );
		return array_map( 'intval', array_column( $rows, 'external_id' ) );
	}

	/**
	 * Writes only changes. A work that was never barred gets no row.
	 *
	 * @param array<int> $ids    Works that were looked at.
	 * @param array<int> $barred Those of them that a rule keeps out.
	 */
	public static function save_barred( array $ids, array $barred ): void {
		$before = self::barred( $ids );
		$rows   = array();
		foreach ( array_diff( $barred, $before ) as $id ) {
			$rows[] = array( (int) $id, 1 );
		}
		if ( $rows ) {
			Sql::write(
				'INSERT INTO ' . Tables::name( 'status' ) . ' (external_id, barred) VALUES ' . Sql::rows( $rows )
				. ' ON DUPLICATE KEY UPDATE barred = VALUES(barred)'
			);
		}
		$free = array_diff( $before, $barred );
		if ( $free ) {
			Sql::write( 'UPDATE ' . Tables::name( 'status' ) . ' SET barred = 0 WHERE external_id IN (' . Sql::ids( $free ) . ')' );
		}
	}

	/** SQL condition: the row of this table under this alias is of a work that has not left, and is ours to take away. */
	public static function sql_not_left( string $alias ): string {
		return "COALESCE($alias.state, '') NOT IN (" . Sql::words( self::LEFT ) . ')';
	}

	/** SQL condition: no rule of the site keeps the post under this alias out. */
	public static function sql_not_barred( string $alias ): string {
		return 'NOT EXISTS (SELECT 1 FROM ' . Tables::name( 'status' ) . " barred WHERE barred.external_id = $alias.ID AND barred.barred = 1)";
	}

	/** Chosen works become undecided; works that were left out stay so. */
	public static function forget_choices(): void {
		Sql::write( 'UPDATE ' . Tables::name( 'status' ) . ' SET chosen = 0 WHERE chosen = 1' );
	}

	/**
	 * Writes what the sync service reports. "queued" and "sending" never overwrite what the registry confirmed, and an
	 * Art ID once known stays known.
	 *
	 * @param list<Report> $reports
	 */
	public static function save_reports( array $reports ): int {
		Days::count(
			array_values(
				array_filter(
					$reports,
					static function ( array $report ): bool {
						return in_array( $report['state'], self::SHOWN, true ) && null !== $report['confirmed_at'];
					}
				)
			)
		);
		$confirmed  = array();
		$activities = array();
		foreach ( $reports as $report ) {
			if ( 'forgotten' === $report['state'] ) {
				self::remove( $report['external_id'] );
			} elseif ( in_array( $report['state'], self::ACTIVITIES, true ) ) {
				$activities[] = array( $report['external_id'], $report['state'], $report['registry_id'], $report['public_page'] );
			} else {
				$confirmed[] = array(
					$report['external_id'],
					$report['state'],
					null,
					$report['registry_id'],
					$report['public_page'],
					$report['revision'],
					$report['confirmed_at'],
					$report['matched_on'],
					$report['shows'],
					$report['error'],
					$report['held']['reason'] ?? null,
					$report['held']['group'] ?? null,
					$report['held']['size'] ?? null,
					$report['held']['known'] ?? null,
				);
			}
		}
		$table = Tables::name( 'status' );
		$keep  = 'registry_id = COALESCE(VALUES(registry_id), registry_id), public_page = COALESCE(VALUES(public_page), public_page)';
		if ( $activities ) {
			Sql::write(
				"INSERT INTO $table (external_id, activity, registry_id, public_page) VALUES " . Sql::rows( $activities )
				. " ON DUPLICATE KEY UPDATE activity = VALUES(activity), $keep"
			);
		}
		if ( $confirmed ) {
			Sql::write(
				"INSERT INTO $table (external_id, state, activity, registry_id, public_page, confirmed_revision,
				confirmed_at, matched_on, shows, error, held_reason, duplicate_group, duplicate_size, duplicate_known) VALUES " . Sql::rows( $confirmed )
				. " ON DUPLICATE KEY UPDATE state = VALUES(state), activity = VALUES(activity), $keep, confirmed_revision = VALUES(confirmed_revision),"
				. ' confirmed_at = COALESCE(VALUES(confirmed_at), confirmed_at), matched_on = VALUES(matched_on),'
				. ' shows = COALESCE(VALUES(shows), shows), error = VALUES(error),'
				// The group stays after the work was released, so that its choice can be undone and its number stays.
				. ' held_reason = VALUES(held_reason), duplicate_group = COALESCE(VALUES(duplicate_group), duplicate_group),'
				. ' duplicate_size = COALESCE(VALUES(duplicate_size), duplicate_size), duplicate_known = VALUES(duplicate_known)'
			);
		}
		return count( $reports );
	}

	/**
	 * Marks these revisions as confirmed with unchanged content. Only raises, never beyond the revision that exists, and only where
	 * the last report is settled; one statement.
	 *
	 * @param array<int, int> $revisions external_id → revision.
	 */
	public static function confirm_as_before( array $revisions ): void {
		if ( ! $revisions ) {
			return;
		}
		$table  = Tables::name( 'status' );
		$outbox = Tables::name( 'outbox' );
		$case   = Sql::case_of( 'external_id', $revisions );
		Sql::write(
			"UPDATE $table SET confirmed_revision = $case WHERE external_id IN (" . Sql::ids( array_keys( $revisions ) ) . ") AND confirmed_revision < $case"
			. " AND state IS NOT NULL AND activity IS NULL AND error IS NULL
				AND EXISTS (SELECT 1 FROM $outbox o WHERE o.external_id = $table.external_id AND o.revision >= "
			. Sql::case_of( 'o.external_id', $revisions ) . ')'
		);
	}

	/** Clears the error after the owner fixed something; the next report decides. */
	public static function clear_error( int $external_id ): void {
		Sql::write( 'UPDATE ' . Tables::name( 'status' ) . " SET error = NULL, activity = 'queued' WHERE external_id = $external_id" );
	}

	/** @return array{state: string|null, registry_id: string|null, confirmed_at: string|null}|null */
	public static function find( int $external_id ): ?array {
		$rows = Sql::rows_of( 'SELECT state, registry_id, confirmed_at FROM ' . Tables::name( 'status' ) . " WHERE external_id = $external_id" );
		return $rows ? array(
			'state'        => $rows[0]['state'],
			'registry_id'  => $rows[0]['registry_id'],
			'confirmed_at' => Clock::iso( null === $rows[0]['confirmed_at'] ? null : (int) $rows[0]['confirmed_at'] ),
		) : null;
	}

	/** Forgets the registry's part: only the owner's choice stays, and nothing of a work that is deleted here, too. */
	private static function remove( int $external_id ): void {
		$table  = Tables::name( 'status' );
		$outbox = Outbox::find( $external_id );
		if ( null !== $outbox && null !== $outbox['tombstone'] ) {
			Sql::write( "DELETE FROM $table WHERE external_id = $external_id" );
			Outbox::remove( $external_id );
			return;
		}
		Sql::write(
			"UPDATE $table SET state = NULL, activity = NULL, registry_id = NULL, public_page = NULL, confirmed_revision = 0, confirmed_at = NULL,"
			. " matched_on = NULL, shows = NULL, error = NULL, held_reason = NULL WHERE external_id = $external_id"
		);
	}

	/** @param array<int> $ids */
	private static function upsert_choice( array $ids, int $chosen, string $on_known ): void {
		if ( ! $ids ) {
			return;
		}
		$rows = array();
		foreach ( $ids as $id ) {
			$rows[] = array( $id, $chosen );
		}
		Sql::write( 'INSERT INTO ' . Tables::name( 'status' ) . ' (external_id, chosen) VALUES ' . Sql::rows( $rows ) . " ON DUPLICATE KEY UPDATE $on_known" );
	}
}
