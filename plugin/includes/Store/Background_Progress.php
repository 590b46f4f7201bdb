<?php
/**
 * Owns the option that remembers how far the background check has come: which works the sync service was shown, and since when
 * the next ones are due.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Progress array{cursor_id: int, since: int, total: int, counted_at: int, next_cursor: int, visited: int, last_id: int}
 */
final class Background_Progress {
	private const OPTION = 'artwork_registry_background_check';

	/**
	 * `since`: unix ms from which on works are due. `total`: works of this round, counted at `counted_at` (unix s). The last three describe the
	 * page that was offered and not yet acknowledged: its next cursor, the number of works it covers, and its last work; 0: none.
	 *
	 * @return Progress|null Null: never begun.
	 */
	public static function find(): ?array {
		$stored = Read_Check::option( self::OPTION );
		return is_array( $stored ) && isset( $stored['cursor_id'], $stored['since'], $stored['total'] ) ? array(
			'cursor_id'   => (int) $stored['cursor_id'],
			'since'       => (int) $stored['since'],
			'total'       => (int) $stored['total'],
			'counted_at'  => (int) ( $stored['counted_at'] ?? 0 ),
			'next_cursor' => (int) ( $stored['next_cursor'] ?? 0 ),
			'visited'     => (int) ( $stored['visited'] ?? 0 ),
			'last_id'     => (int) ( $stored['last_id'] ?? 0 ),
		) : null;
	}

	/** @param Progress $progress */
	public static function save( array $progress ): void {
		Options::save( self::OPTION, $progress );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
