<?php
/**
 * Changes of works that this site could not record, because the database refused it or something failed on the way. All works are then
 * looked at once more, so that no change is lost.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Options;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;

final class Missed_Changes {
	/** Unix seconds: when the first one was missed (0: none since), and when all works were looked at for the last time. */
	private const OPTION = 'artwork_registry_missed_changes';

	/** Something that fails at each save must not make the site read all its works all the time. */
	private const PAUSE_SECONDS = 3600;

	/** @var array<int, true> Sites of the network of which this request missed a change, and could not record it. */
	private static $unrecorded = array();

	/**
	 * Runs what tells of changed works, and notes it where it failed.
	 *
	 * @param callable(): mixed $call
	 * @return mixed
	 * @throws \Throwable What failed, after it was recorded.
	 */
	public static function guard( callable $call ) {
		try {
			return Read_Check::run( $call );
		} catch ( \Throwable $error ) {
			self::record();
			throw $error;
		}
	}

	/** Throws nothing: it is called where the owner's own work must continue. */
	public static function record(): void {
		$site = get_current_blog_id();
		try {
			unset( self::$unrecorded[ $site ] );
			$known = self::find();
			if ( 0 === $known['missed'] ) {
				$known['missed'] = Clock::now();
			}
			try {
				// Also where it is known: a stale object cache may know it alone.
				Options::save( self::OPTION, $known, true );
			} catch ( Read_Failed $failed ) {
				// The options refuse it: what the next poll would begin is begun at once, in a table of our own.
				Jobs::look_again();
			}
		} catch ( \Throwable $error ) {
			self::$unrecorded[ $site ] = true;
			Log::error( 'A change of a work was missed, and that could not be recorded: ' . $error->getMessage() );
		}
	}

	/** shutdown: the database may be back. */
	public static function record_again(): void {
		foreach ( array_keys( self::$unrecorded ) as $site ) {
			if ( get_current_blog_id() === $site ) {
				self::record();
				continue;
			}
			switch_to_blog( $site );
			self::record();
			restore_current_blog();
		}
	}

	/** @return array{missed: int, looked: int} */
	public static function find(): array {
		$stored = get_option( self::OPTION );
		return array(
			'missed' => is_array( $stored ) ? (int) ( $stored['missed'] ?? 0 ) : 0,
			'looked' => is_array( $stored ) ? (int) ( $stored['looked'] ?? 0 ) : 0,
		);
	}

	/** At each poll: begins to look at all works. */
	public static function look_for(): void {
		$known = self::find();
		// One that lies ahead was recorded by a clock that was ahead.
		$waits = $known['looked'] <= Clock::now() && Clock::now() < $known['looked'] + self::PAUSE_SECONDS;
		if ( 0 === $known['missed'] || $waits ) {
			return;
		}
		Jobs::look_again();
		Options::save(
			self::OPTION,
			array(
				'missed' => 0,
				'looked' => Clock::now(),
			),
			true
		);
	}

	/** WordPress asks the database at each poll for an option that is missing. */
	public static function prepare(): void {
		Options::add( self::OPTION, array(), true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
