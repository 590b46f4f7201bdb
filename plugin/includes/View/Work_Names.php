<?php
/**
 * The name of a work on our screens and the address of its editor. A variation has no title and no editor of its own.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Mapping\Variation_Title;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Term_Cache;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Variation_Choice;
use WP_Post;

final class Work_Names {
	/** @param string $fallback For a work whose post is gone. */
	public static function title( int $id, string $fallback = '' ): string {
		$post   = get_post( $id );
		$source = $post instanceof WP_Post && Variations::is_variation( $post ) ? Sources::of_type( $post->post_type ) : null;
		if ( $post instanceof WP_Post && null !== $source ) {
			try {
				$title = Variation_Title::of( $source, $post, Variation_Choice::get()['title'], Mapping::current() );
			} catch ( \Throwable $error ) {
				$title = '';
			}
			return '' === $title ? Plain_Text::of( $post->post_title ) : $title;
		}
		return Plain_Text::of( $post instanceof WP_Post ? $post->post_title : $fallback );
	}

	public static function edit_url( int $id ): ?string {
		$post = get_post( $id );
		$page = $post instanceof WP_Post ? Variations::product_of( $post ) ?? $post : null;
		$url  = null === $page ? null : get_edit_post_link( $page->ID, 'raw' );
		return is_string( $url ) && '' !== $url ? $url : null;
	}

	/** The attachment that the work is shown with; 0: none. */
	public static function picture( int $id ): int {
		$own  = (int) get_post_meta( $id, '_thumbnail_id', true );
		$post = 0 === $own ? get_post( $id ) : null;
		$page = $post instanceof WP_Post ? Variations::product_of( $post ) : null;
		return null === $page ? $own : (int) get_post_meta( $page->ID, '_thumbnail_id', true );
	}

	/**
	 * Loads with few queries what the three functions above read.
	 *
	 * @param array<int> $ids
	 * @return array<int> These, and the products of those that are variations.
	 */
	public static function prime( array $ids ): array {
		_prime_post_caches( $ids, false, true );
		$posts    = Variations::posts( $ids );
		$products = Variations::products( $posts );
		_prime_post_caches( $products, false, true );
		$taxonomies = $products ? Variations::taxonomies() : array();
		foreach ( Sources::chosen() as $source ) {
			$taxonomies = array_merge( $taxonomies, $source->taxonomies(), Mapping_Cache::taxonomies( $source ) );
		}
		// One query for all taxonomies and posts; WordPress would run one for each.
		Term_Cache::prime( array_merge( $ids, $products ), array_values( array_unique( $taxonomies ) ) );
		return array_merge( $ids, $products );
	}
}
