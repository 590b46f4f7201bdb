<?php
/**
 * Which looks at the values of the whole site are slow here. WordPress has no index on the values of custom fields, so such a look reads
 * all of them: that is nothing in a shop of some hundred works, and takes seconds in one of a hundred thousand. There, what was found is
 * kept for some minutes. The time that a look took decides, so that a catalogue without any count yet is known as large, too.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Slow_Looks {
	public const PICTURES = 'pictures';
	public const SKUS     = 'skus';

	private const OPTION       = 'artwork_registry_slow_looks';
	private const SLOW_SECONDS = 0.1;
	/** A look that was slow once is slow until it takes less than this. */
	private const QUICK_SECONDS = 0.05;

	/** Writes an empty one once: WordPress queries a missing option again in each request, which is a query for each page of changes. */
	public static function prepare(): void {
		Options::add( self::OPTION, array(), true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}

	/** @param self::PICTURES|self::SKUS $look */
	public static function is_slow( string $look ): bool {
		return in_array( $look, self::all(), true );
	}

	/**
	 * @template T
	 * @param self::PICTURES|self::SKUS $look
	 * @param callable(): T              $read
	 * @return T
	 */
	public static function run( string $look, callable $read ) {
		$was   = self::is_slow( $look );
		$began = microtime( true );
		$found = $read();
		$took  = microtime( true ) - $began;
		$is    = $took > ( $was ? self::QUICK_SECONDS : self::SLOW_SECONDS );
		if ( $is !== $was ) {
			Options::note( self::OPTION, $is ? array_merge( self::all(), array( $look ) ) : array_values( array_diff( self::all(), array( $look ) ) ), true );
		}
		return $found;
	}

	/** @return list<string> */
	private static function all(): array {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) ? array_values( array_filter( $kept, 'is_string' ) ) : array();
	}
}
