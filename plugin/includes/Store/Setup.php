<?php
/**
 * Owns the option that remembers which steps of the screen "Connect" are done, so that it continues where it was left.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Setup {
	/** Steps whose completion the connection itself does not show. */
	public const MARKS = array( 'profile', 'choice', 'finished' );

	private const OPTION = 'artwork_registry_setup';

	/** @return array{profile: bool, choice: bool, finished: bool} */
	public static function get(): array {
		$stored = Read_Check::option( self::OPTION );
		$stored = is_array( $stored ) ? $stored : array();
		return array(
			'profile'  => ! empty( $stored['profile'] ),
			'choice'   => ! empty( $stored['choice'] ),
			'finished' => ! empty( $stored['finished'] ),
		);
	}

	public static function mark( string $mark, bool $is_done ): void {
		Options::save( self::OPTION, array( $mark => $is_done ) + self::get() );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
