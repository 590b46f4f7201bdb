<?php
/**
 * Writes the options of this plugin. No other class uses update_option, which believes a persistent object cache: after a backup was put back,
 * also what can be counted again would stay as it was, or be counted again for each page.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Log;

final class Options {
	/**
	 * As update_option, which compares with what a persistent object cache knows: after a backup was put back, that may be an option that the
	 * database has not, or has with another value. Nothing is written then, and no statement fails.
	 *
	 * @param mixed $value
	 * @throws Read_Failed Where the database refused it.
	 */
	public static function save( string $name, $value, bool $is_autoloaded = false ): void {
		$first = new Read_Check();
		if ( update_option( $name, $value, $is_autoloaded ) ) {
			return;
		}
		self::forget_cached( $name );
		Read_Check::run(
			static function () use ( $name, $value, $is_autoloaded ): void {
				update_option( $name, $value, $is_autoloaded );
			}
		);
		$first->forgive();
	}

	/**
	 * As save, for what may be lost, in a place that must not fail.
	 *
	 * @param mixed $value
	 */
	public static function note( string $name, $value, bool $is_autoloaded = false ): void {
		try {
			self::save( $name, $value, $is_autoloaded );
		} catch ( Read_Failed $failed ) {
			Log::error( "The option $name could not be stored: " . $failed->getMessage() );
		}
	}

	/**
	 * Reads what is changed and written back: defaults in the place of an option that could not be read would be stored for good. WordPress
	 * remembers an option as missing that could not be read earlier in the request, and does not ask for it again.
	 *
	 * @template Result
	 * @param callable(): Result $read
	 * @return Result
	 * @throws Read_Failed Where it could not be read.
	 */
	public static function read_to_change( callable $read ) {
		wp_cache_delete( 'notoptions', 'options' );
		return Read_Check::run( $read );
	}

	/**
	 * As add_option, which believes a persistent object cache that has an option, or has none, and writes over one that could not be read.
	 *
	 * @param mixed $value
	 * @throws Read_Failed As save.
	 */
	public static function add( string $name, $value, bool $is_autoloaded = false ): void {
		self::ask_again( $name );
		if ( false === Read_Check::option( $name ) ) {
			self::save( $name, $value, $is_autoloaded );
		}
	}

	/** As delete_option, which leaves in a persistent object cache what the database has not. */
	public static function remove( string ...$names ): void {
		foreach ( $names as $name ) {
			delete_option( $name );
			self::forget_cached( $name );
		}
	}

	/** The next read of each asks the database: another process may have written it since. */
	public static function ask_again( string ...$names ): void {
		wp_cache_delete( 'notoptions', 'options' );
		array_map( array( self::class, 'forget_cached' ), $names );
	}

	private static function forget_cached( string $name ): void {
		wp_cache_delete( $name, 'options' );
		if ( isset( wp_load_alloptions()[ $name ] ) ) {
			wp_cache_delete( 'alloptions', 'options' );
		}
	}
}
