<?php
/**
 * The address of our own artworks, such as /artwork/irises/. A post type or taxonomy of the gallery that has this address already keeps
 * it, whether it is registered before or after ours; ours then have another one. Lists and rules of others come before ours anyway.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Options;
use WP_Post_Type;

final class Artwork_Address {
	private const WANTED = 'artwork';
	private const OTHER  = 'areg-artwork';
	private const OPTION = 'artwork_registry_slug';

	public static function slug(): string {
		return self::is_taken() ? self::OTHER : self::WANTED;
	}

	/** The last callback of init: what themes and later plugins have registered is known only now. */
	public static function make_room(): void {
		$type = get_post_type_object( Source_Names::ARTWORK_TYPE );
		$slug = self::slug();
		if ( ! $type instanceof WP_Post_Type || ! is_array( $type->rewrite ) || $slug === $type->rewrite['slug'] ) {
			return;
		}
		$type->rewrite['slug'] = $slug;
		// Replaces those of the same name.
		$type->add_rewrite_rules();
	}

	/** The action admin_init: where the address is another one than before, WordPress builds its rules again, and each work is told again. */
	public static function follow(): void {
		$known = get_option( self::OPTION );
		$slug  = self::slug();
		if ( $known === $slug ) {
			return;
		}
		if ( is_string( $known ) ) {
			delete_option( 'rewrite_rules' );
			Jobs::look_again();
		}
		// At the end: a look that was refused is begun by the next page of wp-admin.
		Options::save( self::OPTION, $slug, true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}

	private static function is_taken(): bool {
		foreach ( array_merge( get_post_types( array(), 'objects' ), get_taxonomies( array(), 'objects' ) ) as $name => $other ) {
			$rewrite = Source_Names::ARTWORK_TYPE === $name ? false : $other->rewrite;
			if ( is_array( $rewrite ) && self::WANTED === strtok( (string) ( $rewrite['slug'] ?? '' ), '/' ) ) {
				return true;
			}
		}
		return false;
	}
}
