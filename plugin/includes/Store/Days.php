<?php
/**
 * Owns the table `days`: what happened on each day, counted as the sync service reports it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-import-type Report from Status
 * @phpstan-type Day array{day: string, registered: int, sold: int, updated: int}
 */
final class Days {
	private const KEPT_DAYS   = 400;
	private const DAY_SECONDS = 86400;

	/**
	 * Called before the reports are saved: only the difference to what is known is something that happened today.
	 *
	 * @param list<Report> $reports Of works whose content the registry has confirmed.
	 */
	public static function count( array $reports ): void {
		if ( ! $reports ) {
			return;
		}
		$there = array_column( $reports, null, 'external_id' );
		$known = array();
		foreach ( Sql::rows_of(
			'SELECT external_id, state, registry_id, confirmed_at FROM ' . Tables::name( 'status' ) . ' WHERE external_id IN (' . Sql::ids( array_keys( $there ) ) . ')'
		) as $row ) {
			$known[ (int) $row['external_id'] ] = $row;
		}
		$registered = 0;
		$sold       = 0;
		$updated    = 0;
		foreach ( $there as $id => $report ) {
			$before      = $known[ $id ] ?? null;
			$is_new      = null === $before || null === $before['registry_id'];
			$is_sold_now = 'sold' === $report['state'] && 'sold' !== ( $before['state'] ?? null );
			$registered += $is_new ? 1 : 0;
			// What was sold before it was registered is not a sale of today.
			$sold    += $is_sold_now && ! $is_new ? 1 : 0;
			$updated += ! $is_new && ! $is_sold_now && (int) ( $before['confirmed_at'] ?? 0 ) < $report['confirmed_at'] ? 1 : 0;
		}
		if ( $registered + $sold + $updated > 0 ) {
			self::add( $registered, $sold, $updated );
		}
	}

	private static function add( int $registered, int $sold, int $updated ): void {
		$table = Tables::name( 'days' );
		Sql::write(
			"INSERT INTO $table (day, registered, sold, updated) VALUES " . Sql::rows( array( array( self::day( 0 ), $registered, $sold, $updated ) ) )
			. ' ON DUPLICATE KEY UPDATE registered = registered + VALUES(registered), sold = sold + VALUES(sold), updated = updated + VALUES(updated)'
		);
		Sql::write( "DELETE FROM $table WHERE day < " . Sql::literal( self::day( self::KEPT_DAYS ) ) );
	}

	/** @return list<Day> Oldest first, today last; days on which nothing happened have zeros. */
	public static function list_last( int $days ): array {
		$found = array();
		foreach ( Sql::rows_of( 'SELECT * FROM ' . Tables::name( 'days' ) . ' WHERE day >= ' . Sql::literal( self::day( $days - 1 ) ) ) as $row ) {
			$found[ (string) $row['day'] ] = $row;
		}
		$list = array();
		for ( $ago = $days - 1; $ago >= 0; --$ago ) {
			$day    = self::day( $ago );
			$list[] = array(
				'day'        => $day,
				'registered' => (int) ( $found[ $day ]['registered'] ?? 0 ),
				'sold'       => (int) ( $found[ $day ]['sold'] ?? 0 ),
				'updated'    => (int) ( $found[ $day ]['updated'] ?? 0 ),
			);
		}
		return $list;
	}

	/** Of the site's calendar. */
	private static function day( int $ago ): string {
		return (string) wp_date( 'Y-m-d', Clock::now() - $ago * self::DAY_SECONDS );
	}
}
