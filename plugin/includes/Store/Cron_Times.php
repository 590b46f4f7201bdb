<?php
/**
 * Puts the events of WP-Cron right after a clock that was ahead: WordPress schedules the next run from the time that it had, so that
 * neither dialling nor the hourly check would run for as long.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Cron_Times {
	/** The hourly check of Health\Failure_Notice. */
	public const FAILURE_CHECK = 'artwork_registry_failure_check';

	/** Twice the longest pause between two runs. */
	private const LONGEST = 7200;

	/** admin_init, and at each poll. WordPress has loaded the times already. */
	public static function put_right(): void {
		foreach ( array( Dialling::EVENT, self::FAILURE_CHECK ) as $event ) {
			$at = wp_next_scheduled( $event );
			if ( false === $at || $at <= time() + self::LONGEST ) {
				continue;
			}
			$pace = wp_get_schedule( $event );
			wp_clear_scheduled_hook( $event );
			if ( false === $pace ) {
				wp_schedule_single_event( time() + 60, $event );
			} else {
				wp_schedule_event( time() + 60, $pace, $event );
			}
		}
	}
}
