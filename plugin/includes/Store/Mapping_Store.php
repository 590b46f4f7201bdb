<?php
/**
 * Owns the options of the owner's mapping: the mapping itself, autoloaded because every saved custom field is compared with it, and
 * a copy in case it cannot be read one day.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Mapping_Store {
	private const OPTION = 'artwork_registry_mapping';
	private const COPY   = 'artwork_registry_mapping_copy';

	/** @return mixed Null: nothing was ever saved. */
	public static function read() {
		return get_option( self::OPTION, null );
	}

	/** @return mixed */
	public static function read_copy() {
		return Read_Check::option( self::COPY );
	}

	/** Writes an empty one once: WordPress queries a missing option again in each request, which is a query for each save. */
	public static function prepare(): void {
		Options::add(
			self::OPTION,
			array(
				'version' => 1,
				'sources' => array(),
			),
			true
		);
	}

	/**
	 * Writes the copy last, so that after a crash in between the older copy can still be read.
	 *
	 * @param array<string, mixed> $document
	 */
	public static function write( array $document ): void {
		Options::save( self::OPTION, $document, true );
		Options::save( self::COPY, $document );
	}

	public static function remove(): void {
		Options::remove( self::OPTION, self::COPY );
	}
}
