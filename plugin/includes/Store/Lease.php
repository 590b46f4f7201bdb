<?php
/**
 * What one request at a time may do, kept in an option: claimed past the object cache, so that two requests at once do not both have it.
 * A request that was killed holds the next ones up for its seconds, and the few by which two clocks may differ.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

final class Lease {
	/** The clocks of two web servers of one site may be apart. */
	private const CLOCK_SECONDS = 5;

	/** @return string|null What releases it; null where another request has it. */
	public static function claim( string $name, int $seconds ): ?string {
		global $wpdb;
		// Compared as text, so all times have ten digits.
		$mine = sprintf( '%010d', Clock::now() + $seconds ) . ' ' . bin2hex( random_bytes( 8 ) );
		if ( self::insert( $name, $mine ) ) {
			return $mine;
		}
		// One that was left behind by a killed process, or by a clock that was ahead.
		$sql = "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND (option_value < %s OR option_value >= %s)";
		$now = sprintf( '%010d', Clock::now() - self::CLOCK_SECONDS );
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- past the object cache, see above.
		$claimed = $wpdb->query( $wpdb->prepare( $sql, $mine, $name, $now, sprintf( '%010d', Clock::now() + $seconds + self::CLOCK_SECONDS + 1 ) ) );
		return 1 === $claimed ? $mine : null;
	}

	public static function release( string $name, string $lease ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- see above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s", $name, $lease ) );
	}

	/** @return bool Whether there was no option of that name. */
	public static function insert( string $name, string $value ): bool {
		global $wpdb;
		$sql = "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- past the object cache, see above.
		return 1 === $wpdb->query( $wpdb->prepare( $sql, $name, $value ) );
	}
}
