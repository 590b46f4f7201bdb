<?php
/**
 * How a handler of our screens and abilities answers where it fails. A database that does not answer is told as that, and never as an
 * empty list; the words of a failure go to the log, because those of another plugin or of the database may hold what the caller must not read.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Sync\Missed_Changes;
use WP_Error;

final class Guarded_Answer {
	/**
	 * @template Answer
	 * @param string             $name For the log.
	 * @param callable(): Answer $read
	 * @return Answer|WP_Error
	 */
	public static function read( string $name, callable $read ) {
		try {
			return Read_Check::run( $read );
		} catch ( \Throwable $error ) {
			Log::error( $name . ': ' . $error->getMessage() );
			return $error instanceof Read_Failed ? self::unreadable() : self::failed();
		}
	}

	/**
	 * @template Answer
	 * @param string             $name For the log.
	 * @param callable(): Answer $change
	 * @return Answer|WP_Error
	 */
	public static function change( string $name, callable $change ) {
		try {
			return Read_Check::run( $change );
		} catch ( \Throwable $error ) {
			Log::error( $name . ': ' . $error->getMessage() );
			// A part of the order may be done, so nothing is said of what stays as it is.
			Missed_Changes::record();
			return self::failed();
		}
	}

	/**
	 * Whether the user may see or order it. A right that could not be read is neither given nor refused.
	 *
	 * @param callable(): bool $may
	 * @return bool|WP_Error
	 */
	public static function permit( callable $may ) {
		try {
			return Read_Check::run( $may );
		} catch ( Read_Failed $failed ) {
			Log::error( $failed->getMessage() );
			return self::unreadable();
		}
	}

	private static function failed(): WP_Error {
		return new WP_Error( 'artwork_registry_failed', Error_Texts::of_failure(), array( 'status' => 500 ) );
	}

	private static function unreadable(): WP_Error {
		return new WP_Error( 'artwork_registry_unreadable', Error_Texts::of_unreadable(), array( 'status' => 503 ) );
	}
}
