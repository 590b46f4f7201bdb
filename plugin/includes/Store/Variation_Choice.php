<?php
/**
 * Owns the option that says whether the variations of a product are works of their own, and how they are named; and the custom field
 * with which one product is an exception. Autoloaded: read on every save.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Choice_Of_Shop array{mode: string, title: string, is_used: bool}
 */
final class Variation_Choice {
	/** A product is one work; each variation is one; chosen at each product. With the last two a product may be an exception. */
	public const MODES = array( 'product', 'each', 'some' );

	/** As the shop; each variation is a work; the product is the work. */
	public const OF_PRODUCT = array( '', 'each', 'product' );
	public const META       = '_artwork_registry_variations';

	public const TITLE_MAX = 500;

	private const OPTION   = 'artwork_registry_variations';
	private const STANDARD = '{title}, {attributes}';

	/**
	 * `is_used`: variations are works, or were. Never goes back to false, because those that the registry knows must be seen leaving.
	 *
	 * @return Choice_Of_Shop
	 */
	public static function get(): array {
		$stored = get_option( self::OPTION );
		$stored = is_array( $stored ) ? $stored : array();
		$mode   = $stored['mode'] ?? null;
		$title  = $stored['title'] ?? null;
		return array(
			'mode'    => is_string( $mode ) && in_array( $mode, self::MODES, true ) ? $mode : self::MODES[0],
			'title'   => is_string( $title ) && '' !== $title ? $title : self::STANDARD,
			'is_used' => ! empty( $stored['is_used'] ),
		);
	}

	public static function save( string $mode, string $title ): void {
		$is_used = Options::read_to_change( array( self::class, 'get' ) )['is_used'] || self::MODES[0] !== $mode;
		Options::save( self::OPTION, compact( 'mode', 'title', 'is_used' ), true );
	}

	/** Writes an empty one once: WordPress queries a missing option again in each request, which is a query for each save. */
	public static function prepare(): void {
		Options::add( self::OPTION, array(), true );
	}

	public static function mode(): string {
		return self::get()['mode'];
	}

	public static function is_used(): bool {
		return self::get()['is_used'];
	}

	/** The choice at one product, a word of OF_PRODUCT. */
	public static function of_product( int $product_id ): string {
		$said = get_post_meta( $product_id, self::META, true );
		return is_string( $said ) && in_array( $said, self::OF_PRODUCT, true ) ? $said : '';
	}

	public static function set_of_product( int $product_id, string $choice ): void {
		if ( '' === $choice ) {
			delete_post_meta( $product_id, self::META );
		} else {
			update_post_meta( $product_id, self::META, $choice );
		}
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
		delete_post_meta_by_key( self::META );
	}
}
