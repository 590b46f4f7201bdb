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
 */
final class Events {
	private const KEEP = 500;

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
		$last  = Sql::number( "SELECT MAX(id) FROM $table" );
		Sql::write( "DELETE FROM $table WHERE id <= " . ( $last - self::KEEP ) );
		return $saved;
	}

	/** A line of our own making: what the owner did here. */
	public static function note( string $type, int $external_id = 0, ?string $detail = null ): void {
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

	/** @return list<array{id: int, type: string, created_at: int, external_id: int, registry_id: string|null, detail: string|null}> */
	public static function list_newest( int $limit ): array {
		$events = array();
		foreach ( Sql::rows_of( 'SELECT * FROM ' . Tables::name( 'events' ) . " ORDER BY created_at DESC, id DESC LIMIT $limit" ) as $row ) {
			$events[] = array(
				'id'          => (int) $row['id'],
				'type'        => (string) $row['type'],
				'created_at'  => (int) $row['created_at'],
				'external_id' => (int) $row['external_id'],
				'registry_id' => $row['registry_id'],
				'detail'      => $row['detail'],
			);
		}
		return $events;
	}
}
