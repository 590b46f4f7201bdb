<?php
/**
 * Owns the option that records which calls of the sync service this site fails to answer. Autoloaded, and never missing, so that reading it
 * costs no query; written only when it changes.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;

final class Failed_Calls {
	private const OPTION = 'artwork_registry_failed_calls';

	/** @return array{since: int, message: string}|null The call that has failed for the longest time; null: the last of each was answered. */
	public static function find(): ?array {
		$calls = self::all();
		array_multisort( array_column( $calls, 'since' ), $calls );
		return $calls ? reset( $calls ) : null;
	}

	/** @param string $call The last part of its route, such as "poll". */
	public static function record( string $call, string $message ): void {
		try {
			$all  = Options::read_to_change( array( self::class, 'all' ) );
			$next = array(
				'since'   => $all[ $call ]['since'] ?? Clock::now(),
				'message' => mb_substr( Log::redact( $message ), 0, 300 ),
			);
			if ( ( $all[ $call ] ?? null ) !== $next ) {
				Options::save( self::OPTION, array( $call => $next ) + $all, true );
			}
		} catch ( Read_Failed $failed ) {
			// What failed may be the database itself.
			Log::error( "That $call failed could not be stored: " . $failed->getMessage() );
		}
	}

	/** These calls are answered again: one says nothing of the others. */
	public static function end( string ...$calls ): void {
		if ( array_intersect( array_keys( self::all() ), $calls ) ) {
			$all = Options::read_to_change( array( self::class, 'all' ) );
			Options::save( self::OPTION, array_diff_key( $all, array_flip( $calls ) ), true );
		}
	}

	/** Another sync service, or none, has made none of these calls. */
	public static function forget(): void {
		if ( self::all() ) {
			Options::save( self::OPTION, array(), true );
		}
	}

	/** WordPress asks the database at each request for an option that is missing. */
	public static function prepare(): void {
		Options::add( self::OPTION, array(), true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}

	/** @return array<string, array{since: int, message: string}> */
	public static function all(): array {
		$stored = get_option( self::OPTION );
		/** @var array<string, array{since: int, message: string}> $all Written by record() alone. */
		$all = is_array( $stored ) ? $stored : array();
		return $all;
	}
}
