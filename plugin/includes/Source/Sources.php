<?php
/**
 * The list of sources, and which one a post belongs to.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Sources {
	/** @var array<string, Source>|null By source id. */
	private static $sources = null;

	/** @return array<string, Source> */
	public static function all(): array {
		if ( null === self::$sources ) {
			self::$sources = array( Artwork_Source::ID => new Artwork_Source() );
		}
		return self::$sources;
	}

	public static function get( string $id ): ?Source {
		return self::all()[ $id ] ?? null;
	}

	public static function of_type( string $post_type ): ?Source {
		foreach ( self::all() as $source ) {
			if ( in_array( $post_type, $source->post_types(), true ) ) {
				return $source;
			}
		}
		return null;
	}

	/** @return array<string, string> post type → source id */
	public static function by_type(): array {
		$types = array();
		foreach ( self::all() as $id => $source ) {
			foreach ( $source->post_types() as $type ) {
				$types[ $type ] = $id;
			}
		}
		return $types;
	}

	public static function watches_meta( string $key ): bool {
		foreach ( self::all() as $source ) {
			if ( $source->watches_meta( $key ) ) {
				return true;
			}
		}
		return false;
	}
}
