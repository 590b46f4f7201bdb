<?php
/**
 * Owns the option that remembers when the plugin wrote its last emails, so that none comes too often.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

final class Mail_Log {
	private const OPTION = 'artwork_registry_mails';
	/** From one Monday to the next, with an hour for the change to winter time. */
	private const LONGEST_WEEK = 608400;

	/**
	 * Unix seconds; 0: not yet. `problem_at`: the last email about a problem. `summary_at`: when the next weekly summary is due.
	 * `attention`: how many works needed the owner at the last one.
	 *
	 * @return array{problem_at: int, summary_at: int, attention: int}
	 */
	public static function get(): array {
		$stored = Read_Check::option( self::OPTION );
		$stored = is_array( $stored ) ? $stored : array();
		return array(
			'problem_at' => Clock::bounded( (int) ( $stored['problem_at'] ?? 0 ), 0 ),
			'summary_at' => Clock::bounded( (int) ( $stored['summary_at'] ?? 0 ), self::LONGEST_WEEK ),
			'attention'  => (int) ( $stored['attention'] ?? 0 ),
		);
	}

	/** @param array<string, int> $changes */
	public static function update( array $changes ): void {
		Options::save( self::OPTION, array_intersect_key( $changes, self::get() ) + self::get() );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
