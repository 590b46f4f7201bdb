<?php
/**
 * The only code that reads the clock, so that tests need not sleep.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Clock {
	/** @var int|null Unix seconds a test has frozen the clock at. */
	private static $frozen_at = null;

	/** Unix seconds. */
	public static function now(): int {
		return self::$frozen_at ?? time();
	}

	/**
	 * A stored moment that something waits for, or counts from. A clock that was ahead and was put right leaves moments that lie further ahead
	 * than $longest seconds, the longest that their schedule can set: 0, so that nothing waits for as long as the clock was ahead.
	 */
	public static function bounded( int $at, int $longest ): int {
		return $at > self::now() + $longest ? 0 : $at;
	}

	/** Unix milliseconds; orders the outbox. */
	public static function now_ms(): int {
		return null === self::$frozen_at ? (int) ( microtime( true ) * 1000 ) : self::$frozen_at * 1000;
	}

	public static function freeze( ?int $at ): void {
		self::$frozen_at = $at;
	}

	/** ISO 8601 in UTC, or null for a moment that is not known. */
	public static function iso( ?int $at ): ?string {
		return null === $at ? null : gmdate( 'Y-m-d\TH:i:s\Z', $at );
	}

	/**
	 * Unix seconds of an ISO 8601 text; null where it is none.
	 *
	 * @param mixed $iso
	 */
	public static function parse( $iso ): ?int {
		$at = is_string( $iso ) ? strtotime( $iso ) : false;
		return false === $at ? null : $at;
	}
}
