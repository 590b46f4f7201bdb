<?php
/**
 * Stored names: the ids of sources, stored with each change, and the post types whose posts are works. Refers to no other class, so
 * that every class of this layer may use it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Source_Names {
	public const ARTWORK     = 'artwork';
	public const WOOCOMMERCE = 'woocommerce';

	/** Prefixed, as other plugins and themes also register post types; at most 20 characters. */
	public const ARTWORK_TYPE = 'areg_artwork';
	/** First part of the address of each post of our own type. */
	public const PRODUCT_TYPE   = 'product';
	public const VARIATION_TYPE = 'product_variation';

	/** Prefix of source ids of foreign post types, so that none collides with another source. */
	private const PREFIX = 'type-';

	/** Post type → source, of those that have a class of their own. */
	private const OWN = array(
		self::ARTWORK_TYPE => self::ARTWORK,
		self::PRODUCT_TYPE => self::WOOCOMMERCE,
	);

	public static function of_type( string $type ): string {
		return self::PREFIX . $type;
	}

	/** The post type that stands for this source; its variations follow it. */
	public static function post_type( string $source_id ): string {
		$own = array_search( $source_id, self::OWN, true );
		return false === $own ? (string) self::type_of( $source_id ) : $own;
	}

	public static function of_post_type( string $type ): string {
		return self::OWN[ $type ] ?? self::of_type( $type );
	}

	/** @return string|null Null: a source of its own class. */
	public static function type_of( string $source_id ): ?string {
		return 0 === strpos( $source_id, self::PREFIX ) ? (string) substr( $source_id, strlen( self::PREFIX ) ) : null;
	}
}
