<?php
/**
 * Owns the table `events`: the activity list, its newest 500 lines.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Event array{delivery_id: string, type: string, created_at: int, external_id: int, registry_id: string|null, detail: string|null}
 * @phpstan-type Line array{id: int, type: string, created_at: int, external_id: int, registry_id: string|null, detail: string|null}
 */
final class Events {
	private const KEEP = 500;

	/** Filters of the list: updates from the registry, what the owner did here, and problems. */
	public const KINDS = array( 'registry', 'owner', 'problem' );

	private const PROBLEMS = array( 'command.failed', 'account.unauthorized', 'account.forbidden', 'account.no_write_target' );

	/**
	 * @param list<Event> $events
	 * @return int Those that were not known yet.
	 */
	public static function insert( array $events ): int {
		if ( ! $events ) {
			return 0;
		}
		$rows = array();
		foreach ( $events as $event ) {
			$rows[] = array( $event['delivery_id'], $event['type'], $event['created_at'], $event['external_id'], $event['registry_id'], $event['detail'] );
		}
		$table = Tables::name( 'events' );
		$saved = Sql::write( "INSERT IGNORE INTO $table (delivery_id, type, created_at, external_id, registry_id, detail) VALUES " . Sql::rows( $rows ) );
		// Counted, because MySQL spends a number for each line that it ignores: the newest 500 numbers may be one line.
		$oldest = Sql::number( "SELECT id FROM $table ORDER BY id DESC LIMIT 1 OFFSET " . self::KEEP );
		if ( $oldest > 0 ) {
			Sql::write( "DELETE FROM $table WHERE id <= $oldest" );
		}
		return $saved;
	}

	/** A line about what the owner did here. */
	public static function record( string $type, int $external_id = 0, ?string $detail = null ): void {
		self::insert(
			array(
				array(
					'delivery_id' => 'local-' . wp_generate_uuid4(),
					'type'        => $type,
					'created_at'  => Clock::now(),
					'external_id' => $external_id,
					'registry_id' => null,
					'detail'      => $detail,
				),
			)
		);
	}

	/**
	 * Newest first.
	 *
	 * @param string $kind   One of KINDS; '' all.
	 * @param string $search Part of a title or an Art ID; '' all.
	 * @return list<Line>
	 */
	public static function list_newest( int $limit, int $offset = 0, string $kind = '', string $search = '' ): array {
		return self::lines( self::of_kind( $kind ) . self::found( $search ), $limit, $offset );
	}

	public static function count( string $kind = '', string $search = '' ): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'events' ) . ' e WHERE 1 = 1' . self::of_kind( $kind ) . self::found( $search ) );
	}

	/**
	 * The lines about one work, newest first.
	 *
	 * @return list<Line>
	 */
	public static function list_of_work( int $external_id, ?string $registry_id, int $limit ): array {
		$or = null === $registry_id ? '' : ' OR e.registry_id = ' . Sql::literal( $registry_id );
		return self::lines( " AND (e.external_id = $external_id$or)", $limit, 0 );
	}

	/** @return list<Line> */
	private static function lines( string $where, int $limit, int $offset ): array {
		$lines = array();
		foreach ( Sql::rows_of(
			'SELECT e.* FROM ' . Tables::name( 'events' )
			. " e WHERE 1 = 1$where ORDER BY e.created_at DESC, e.id DESC LIMIT $limit OFFSET $offset"
		) as $row ) {
			$lines[] = array(
				'id'          => (int) $row['id'],
				'type'        => (string) $row['type'],
				'created_at'  => (int) $row['created_at'],
				'external_id' => (int) $row['external_id'],
				'registry_id' => $row['registry_id'],
				'detail'      => $row['detail'],
			);
		}
		return $lines;
	}

	private static function of_kind( string $kind ): string {
		$problems = Sql::words( self::PROBLEMS );
		$where    = array(
			'registry' => " AND e.delivery_id NOT LIKE 'local-%'",
			'owner'    => " AND e.delivery_id LIKE 'local-%' AND e.type NOT IN ($problems)",
			'problem'  => " AND e.type IN ($problems)",
		);
		return $where[ $kind ] ?? '';
	}

	private static function found( string $search ): string {
		global $wpdb;
		if ( '' === $search ) {
			return '';
		}
		$like = Sql::literal( '%' . $wpdb->esc_like( $search ) . '%' );
		return " AND (e.registry_id LIKE $like OR e.external_id IN (SELECT p.ID FROM $wpdb->posts p WHERE " . Sql::contains( 'p.post_title', $search ) . '))';
	}
}
