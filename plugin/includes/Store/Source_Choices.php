<?php
/**
 * Owns the option of what counts as a work. Autoloaded, because every saved post and field is compared with it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Source_Choices {
	private const OPTION = 'artwork_registry_source_choices';

	/** @return mixed Null: nothing was ever saved. */
	public static function read() {
		return get_option( self::OPTION, null );
	}

	/** Writes an empty one once: WordPress queries a missing option again in each request, which is a query for each page. */
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

	/** @param array<string, mixed> $document */
	public static function write( array $document ): void {
		Options::save( self::OPTION, $document, true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
