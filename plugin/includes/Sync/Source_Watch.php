<?php
/**
 * Notices, when the sync service calls, that a source is back after it was switched off: its works were told as "source
 * missing" meanwhile, and nobody saves them because a plugin is active again.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sweeps;

final class Source_Watch {
	/** Costs no query while nothing has changed. */
	public static function look(): void {
		$now    = array_keys( Sources::all() );
		$before = Settings::sources();
		if ( $now === $before ) {
			return;
		}
		Settings::set_sources( $now );
		if ( $before && array_diff( $now, $before ) ) {
			Sweeps::start( Sweeps::LOOK_AGAIN, Sweeper::count( Sweeps::LOOK_AGAIN ) );
		}
	}
}
