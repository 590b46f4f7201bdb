<?php
/**
 * Reads one place of a work: a property of the post, an attribute, a taxonomy or a custom field. A variation that is a work
 * falls back to its product where it has no value itself. No query for anything that `prime` has loaded.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Source\Term_Place;
use ArtworkRegistry\Source\Woocommerce\Stored;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Text;
use WP_Post;
use WP_Term;

final class Place_Reader {
	/**
	 * @param string $from property, attribute, taxonomy or meta.
	 * @return list<string> Plain, none of them empty.
	 * @throws Place_Missing Where the taxonomy is gone, because its plugin is off, or the term that the terms are below. That must not look
	 *     like a work without an artist.
	 */
	public static function values( WP_Post $post, string $from, string $key ): array {
		switch ( $from ) {
			case 'property':
				$values = array( self::property( $post, $key ) );
				break;
			case 'attribute':
				$values = self::attribute( $post, $key );
				break;
			case 'taxonomy':
				$values = wp_list_pluck( self::terms( $post, $key ), 'name' );
				break;
			default:
				$values = Acf::values( self::holder( $post, $key ), $key, self::rows( $post, $key ) );
		}
		return array_values( array_diff( array_map( array( Plain_Text::class, 'of' ), $values ), array( '' ) ) );
	}

	public static function text( WP_Post $post, string $from, string $key ): string {
		return implode( ', ', self::values( $post, $from, $key ) );
	}

	/**
	 * The values that a rule compares with: for terms also their slugs.
	 *
	 * @return list<string>
	 */
	public static function names( WP_Post $post, string $from, string $key ): array {
		$values = self::values( $post, $from, $key );
		return 'taxonomy' === $from ? array_merge( $values, array_values( wp_list_pluck( self::terms( $post, $key ), 'slug' ) ) ) : $values;
	}

	/** @return list<string> The stored values of a custom field, ids as ids. */
	public static function raw( WP_Post $post, string $key ): array {
		return Acf::flat( self::rows( $post, $key ) );
	}

	/** @return list<mixed> */
	private static function rows( WP_Post $post, string $key ): array {
		$stored     = get_post_meta( self::holder( $post, $key ), $key );
		$is_product = in_array( $post->post_type, array( Source_Names::PRODUCT_TYPE, Source_Names::VARIATION_TYPE ), true );
		$rows       = array();
		foreach ( is_array( $stored ) ? $stored : array() as $row ) {
			$rows[] = $is_product ? Stored::as_shown( $key, $row ) : $row;
		}
		return $rows;
	}

	/** The post whose custom field counts: a variation's own, or its product's where that is empty. */
	public static function holder( WP_Post $post, string $key ): int {
		$product = Variations::product_of( $post );
		// A product's SKU never counts for its variations.
		$is_own = null === $product || '_sku' === $key || array() !== Acf::flat( (array) get_post_meta( $post->ID, $key ) );
		return $is_own ? $post->ID : $product->ID;
	}

	/** The short description of a variation is a list of its attributes, which WooCommerce writes. */
	private static function property( WP_Post $post, string $key ): string {
		$whole = Variations::product_of( $post ) ?? $post;
		switch ( $key ) {
			case 'title':
				return $whole->post_title;
			case 'excerpt':
				return $whole->post_excerpt;
			case 'content':
				return $whole->post_content;
			case 'slug':
				return $post->post_name;
			case 'id':
				return (string) $post->ID;
			default:
				return Mapping_Cache::author( (int) $whole->post_author );
		}
	}

	/**
	 * Attribute of a product: a global one by its taxonomy ("pa_artist"), its own by its name. An attribute the buyer chooses from is
	 * a property of the variation, not of the work that is the product.
	 *
	 * @return list<string>
	 */
	private static function attribute( WP_Post $post, string $key ): array {
		$product = Variations::product_of( $post );
		$stored  = get_post_meta( null === $product ? $post->ID : $product->ID, '_product_attributes', true );
		foreach ( is_array( $stored ) ? $stored : array() as $attribute ) {
			$name = is_array( $attribute ) ? trim( (string) ( $attribute['name'] ?? '' ) ) : '';
			if ( '' === $name || Text::lower( $name ) !== Text::lower( $key ) ) {
				continue;
			}
			if ( ! empty( $attribute['is_variation'] ) ) {
				return null === $product ? array() : array( Variations::value( $product->ID, $post->ID, $attribute ) );
			}
			return empty( $attribute['is_taxonomy'] )
				? explode( '|', (string) ( $attribute['value'] ?? '' ) )
				: array_values( wp_list_pluck( self::terms( $post, $name ), 'name' ) );
		}
		return array();
	}

	/**
	 * @param string $key As Term_Place says.
	 * @return list<WP_Term>
	 */
	private static function terms( WP_Post $post, string $key ): array {
		list( $taxonomy, $parent ) = Term_Place::parts( $key );
		if ( ! taxonomy_exists( $taxonomy ) ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
			throw new Place_Missing( 'The taxonomy "' . $taxonomy . '" of the mapping is not there.' );
		}
		$product = Variations::product_of( $post );
		$terms   = get_the_terms( null === $product ? $post->ID : $product->ID, $taxonomy );
		$terms   = is_array( $terms ) ? array_values( $terms ) : array();
		$slug    = null === $product ? '' : (string) get_post_meta( $post->ID, 'attribute_' . $taxonomy, true );
		$terms   = '' === $slug ? $terms : array_values( wp_list_filter( $terms, array( 'slug' => $slug ) ) );
		$terms   = 0 === $parent ? $terms : array_values( wp_list_filter( $terms, array( 'parent' => $parent ) ) );
		if ( 0 !== $parent && array() === $terms && null === Term_Place::parent( $key ) ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
			throw new Place_Missing( 'The term of the mapping "' . $key . '" is not there.' );
		}
		return $terms;
	}
}
