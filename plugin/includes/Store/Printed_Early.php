<?php
/**
 * Owns the option that records that something on this site prints before the answers to the sync service, which then cannot be signed.
 * Autoloaded, and never missing, so that reading it costs no query; written only when it changes.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

final class Printed_Early {
	private const OPTION = 'artwork_registry_printed_early';

	/** @return array{since: int, place: string}|null Place: a file below the folder of WordPress, and the line. Null: the last answer was whole. */
	public static function find(): ?array {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) && isset( $stored['since'], $stored['place'] ) ? array(
			'since' => (int) $stored['since'],
			'place' => (string) $stored['place'],
		) : null;
	}

	/** @param string|null $place Null: the answer was whole. */
	public static function is_news( ?string $place ): bool {
		return ( self::find()['place'] ?? null ) !== $place;
	}

	/** @param string|null $place As above. */
	public static function record( ?string $place ): void {
		$known = self::find();
		if ( self::is_news( $place ) ) {
			$seen = array(
				'since' => $known['since'] ?? Clock::now(),
				'place' => $place,
			);
			Options::note( self::OPTION, null === $place ? array() : $seen, true );
		}
	}

	/** WordPress asks the database at each request for an option that is missing. */
	public static function prepare(): void {
		Options::add( self::OPTION, array(), true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
