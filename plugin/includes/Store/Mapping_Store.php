<?php
/**
 * Owns the options of the owner's mapping: the mapping itself, autoloaded because every saved custom field is held against it, and
 * a copy made with it, for the day on which the first cannot be read.
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
		return get_option( self::COPY, null );
	}

	/** An empty one, written once: WordPress looks for a missing option anew in each request, which is a query for each save. */
	public static function prepare(): void {
		add_option(
			self::OPTION,
			array(
				'version' => 1,
				'sources' => array(),
			),
			'',
			true
		);
	}

	/**
	 * The copy last: killed in between, the older copy is still one that can be read.
	 *
	 * @param array<string, mixed> $document
	 */
	public static function write( array $document ): void {
		update_option( self::OPTION, $document, true );
		update_option( self::COPY, $document, false );
	}

	public static function remove(): void {
		delete_option( self::OPTION );
		delete_option( self::COPY );
	}
}
