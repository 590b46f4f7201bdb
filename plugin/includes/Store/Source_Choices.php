<?php
/**
 * Owns the option of what the owner says a work is. Autoloaded: every saved post and field is held against it.
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

	/** An empty one, written once: WordPress looks for a missing option anew in each request, which is a query for each page. */
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

	/** @param array<string, mixed> $document */
	public static function write( array $document ): void {
		update_option( self::OPTION, $document, true );
	}

	public static function remove(): void {
		delete_option( self::OPTION );
	}
}
