<?php
/**
 * Brings the stored data of one site to this version of the plugin: tables, and the options that must exist before they are read.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Schema {
	/** Raised with each change of a column; `upgrade` then runs dbDelta. */
	private const VERSION = 1;
	private const OPTION  = 'artwork_registry_schema';

	/** Runs on admin, REST and command line requests: the version is an autoloaded option, so it costs no query. */
	public static function upgrade(): void {
		if ( self::stored() < self::VERSION ) {
			self::install();
		}
	}

	/** A newer version of the plugin was here: this one would read its rows wrongly, so it sends nothing and leaves the tables alone. */
	public static function is_newer(): bool {
		return self::stored() > self::VERSION;
	}

	private static function stored(): int {
		return (int) get_option( self::OPTION, 0 );
	}

	public static function install(): void {
		if ( self::is_newer() ) {
			return;
		}
		Tables::make();
		Art_Ids::fill();
		Picture_Index::fill();
		// Where registering is automatic and this option is missing, works count as new from now on.
		Settings::update( array() );
		Mapping_Store::prepare();
		Source_Choices::prepare();
		Offboarding::prepare();
		Variation_Choice::prepare();
		update_option( self::OPTION, self::VERSION, true );
	}

	public static function drop(): void {
		Tables::drop();
		delete_option( self::OPTION );
	}
}
