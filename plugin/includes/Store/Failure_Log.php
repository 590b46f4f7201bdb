<?php
/**
 * Owns the option that remembers since when each check fails and whether an e-mail was sent.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Failure_Log {
	private const OPTION = 'artwork_registry_failures';

	/** @return array<string, array{since: int, mailed: bool}> By the id of the check. */
	public static function get(): array {
		$stored   = Read_Check::option( self::OPTION );
		$problems = array();
		foreach ( is_array( $stored ) ? $stored : array() as $id => $problem ) {
			if ( is_array( $problem ) && isset( $problem['since'] ) ) {
				$problems[ (string) $id ] = array(
					'since'  => (int) $problem['since'],
					'mailed' => ! empty( $problem['mailed'] ),
				);
			}
		}
		return $problems;
	}

	/** @param array<string, array{since: int, mailed: bool}> $problems */
	public static function save( array $problems ): void {
		Options::save( self::OPTION, $problems );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
