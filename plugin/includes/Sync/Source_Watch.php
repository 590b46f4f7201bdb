<?php
/**
 * Notices, when the sync service calls, that a source, or a taxonomy that the mapping reads, is back after it was switched off: its works were told as "source
 * missing" meanwhile, and nobody saves them because a plugin is active again.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sweeps;

final class Source_Watch {
	/** Costs no query while nothing has changed. */
	public static function look(): void {
		$now = array_keys( Sources::all() );
		foreach ( Sources::all() as $source ) {
			foreach ( Mapping_Cache::taxonomies( $source ) as $taxonomy ) {
				$now[] = 'taxonomy:' . $taxonomy;
			}
		}
		$now    = array_values( array_unique( $now ) );
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
