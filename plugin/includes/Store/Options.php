<?php
/**
 * Writes options of which this site has no other copy. None of them is autoloaded.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Options {
	/**
	 * As update_option, which compares with what a persistent object cache knows: after a backup was put back, that may be an option that the
	 * database has not, or has with another value. Nothing is written then, and no statement fails.
	 *
	 * @param mixed $value
	 * @throws Read_Failed Where the database refused it.
	 */
	public static function save( string $name, $value ): void {
		Read_Check::run(
			static function () use ( $name, $value ): void {
				if ( ! update_option( $name, $value, false ) ) {
					wp_cache_delete( $name, 'options' );
					update_option( $name, $value, false );
				}
			}
		);
	}

	/** As delete_option, which leaves in a persistent object cache what the database has not. */
	public static function remove( string ...$names ): void {
		foreach ( $names as $name ) {
			delete_option( $name );
			wp_cache_delete( $name, 'options' );
		}
	}
}
