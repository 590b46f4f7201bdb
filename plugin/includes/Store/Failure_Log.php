<?php
/**
 * Owns the option that remembers since when something is wrong and whether it was written about.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Failure_Log {
	private const OPTION = 'artwork_registry_failures';

	/** @return array<string, array{since: int, mailed: bool}> By the id of the check. */
	public static function get(): array {
		$stored   = get_option( self::OPTION );
		$troubles = array();
		foreach ( is_array( $stored ) ? $stored : array() as $id => $trouble ) {
			if ( is_array( $trouble ) && isset( $trouble['since'] ) ) {
				$troubles[ (string) $id ] = array(
					'since'  => (int) $trouble['since'],
					'mailed' => ! empty( $trouble['mailed'] ),
				);
			}
		}
		return $troubles;
	}

	/** @param array<string, array{since: int, mailed: bool}> $troubles */
	public static function save( array $troubles ): void {
		update_option( self::OPTION, $troubles, false );
	}

	public static function remove(): void {
		delete_option( self::OPTION );
	}
}
