<?php
/**
 * Owns the table `commands`: orders of the owner, kept until the sync service says they are done.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

final class Commands {
	public const SYNC            = 'sync';
	public const RETRY           = 'retry';
	public const RECHECK         = 'recheck';
	public const AUDIT           = 'audit';
	public const REMOVAL_RELEASE = 'removals_release';
	public const REMOVAL_KEEP    = 'removals_keep';

	/** external_id 0: all works. The same order twice is one order. */
	public static function insert( string $name, int $external_id = 0 ): void {
		Sql::write(
			'INSERT IGNORE INTO ' . Tables::name( 'commands' ) . ' (name, external_id, created_at) VALUES '
			. Sql::rows( array( array( $name, $external_id, Clock::now() ) ) )
		);
	}

	/** @return list<array{id: int, name: string, external_id: string|null}> */
	public static function list_open(): array {
		$open = array();
		foreach ( Sql::rows_of( 'SELECT id, name, external_id FROM ' . Tables::name( 'commands' ) . ' ORDER BY id LIMIT 100' ) as $row ) {
			$open[] = array(
				'id'          => (int) $row['id'],
				'name'        => (string) $row['name'],
				'external_id' => '0' === (string) $row['external_id'] ? null : (string) $row['external_id'],
			);
		}
		return $open;
	}

	public static function remove_all(): void {
		Sql::write( 'DELETE FROM ' . Tables::name( 'commands' ) );
	}

	/** @param array<int> $ids */
	public static function remove( array $ids ): void {
		if ( $ids ) {
			Sql::write( 'DELETE FROM ' . Tables::name( 'commands' ) . ' WHERE id IN (' . Sql::ids( $ids ) . ')' );
		}
	}
}
