<?php
/**
 * Between two pieces of work that goes through the whole catalogue: without it, WordPress keeps each post, field and term that was read,
 * until the memory of the server ends the run in the middle.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Long_Run {
	/** For the next piece, where WooCommerce runs: the rules of WordPress.org let no other plugin change the limits of PHP. */
	private const SECONDS = 60;

	/** A persistent object cache keeps what it has; only the memory of this request is emptied. */
	public static function forget_read(): void {
		if ( wp_cache_supports( 'flush_runtime' ) ) {
			wp_cache_flush_runtime();
		}
	}

	public static function next_piece(): void {
		self::forget_read();
		$limit = (int) ini_get( 'max_execution_time' );
		// 0: there is none, as on the command line.
		if ( $limit > 0 && function_exists( 'wc_set_time_limit' ) ) {
			wc_set_time_limit( max( self::SECONDS, $limit ) );
		}
	}
}
