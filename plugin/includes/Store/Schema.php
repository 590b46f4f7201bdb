<?php
/**
 * Brings the stored data of one site to this version of the plugin: tables, and the options that must exist before they are read.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Log;

final class Schema {
	/** Raised with each change of a column; `upgrade` then runs dbDelta. */
	private const VERSION = 1;
	private const OPTION  = 'artwork_registry_schema';

	private const LOCK         = 'artwork_registry_schema_lock';
	private const LOCK_SECONDS = 300;

	/**
	 * Runs on admin, REST and command line requests: the version is an autoloaded option, so it costs no query. Of two requests at once
	 * one does it. Throws nothing: where the database refuses, the version stays, Site Health says it, and it is tried again.
	 */
	public static function upgrade(): void {
		$lease = self::stored() < self::VERSION ? Lease::claim( self::LOCK, self::LOCK_SECONDS ) : null;
		if ( null === $lease ) {
			return;
		}
		try {
			self::install();
		} catch ( \Throwable $error ) {
			Log::error( 'The tables could not be brought to this version: ' . $error->getMessage() );
		} finally {
			Lease::release( self::LOCK, $lease );
		}
	}

	/** A newer version of the plugin was here: this one would read its rows wrongly, so it sends nothing and leaves the tables alone. */
	public static function is_newer(): bool {
		return self::stored() > self::VERSION;
	}

	private static function stored(): int {
		return (int) get_option( self::OPTION, 0 );
	}

	/** @throws \RuntimeException Where the database refuses a table or a column; the version is not written then. */
	public static function install(): void {
		if ( self::is_newer() ) {
			return;
		}
		Tables::make();
		$lacking = Tables::lacking();
		if ( $lacking ) {
			// dbDelta says nothing of a statement that the database refused.
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
			throw new \RuntimeException( 'The database did not make: ' . implode( ', ', $lacking ) );
		}
		Art_Ids::fill();
		// Where registering is automatic and this option is missing, works count as new from now on.
		Settings::update( array() );
		Mapping_Store::prepare();
		Source_Choices::prepare();
		Offboarding::prepare();
		Variation_Choice::prepare();
		// Last: where a step fails, each request begins again, and would forget the pictures each time.
		Picture_Index::fill();
		Options::save( self::OPTION, self::VERSION, true );
	}

	public static function drop(): void {
		Tables::drop();
		Options::remove( self::OPTION );
		// Of an upgrade that was killed.
		Options::remove( self::LOCK );
	}
}
