<?php
/**
 * Loads a page of works with everything their sources and the mapping read, with few queries. Does not use the object cache, which an
 * import may have left stale.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Work;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Post_Cache;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use WP_Post;

final class Work_Loader {
	/**
	 * @param list<int> $ids
	 * @return list<array{0: WP_Post, 1: Source}> Those that are works.
	 * @throws Read_Failed Where their fields could not be read: to the table of pictures, each would be a work that shows none.
	 */
	public static function load( array $ids ): array {
		$check = new Read_Check();
		Post_Cache::prime( $ids );
		$products = Variations::load_products( Variations::posts( $ids ) );
		Translations::prime( array_merge( $ids, $products ) );
		Post_Cache::refuse_failures( $check, array_merge( $ids, $products ) );
		$works = array();
		$posts = array();
		foreach ( $ids as $id ) {
			$post   = get_post( $id );
			$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
			if ( $post instanceof WP_Post && null !== $source ) {
				$works[]                  = array( $post, $source );
				$posts[ $source->id() ][] = $post;
			}
		}
		Categories::prime( array_merge( array_column( $works, 0 ), Variations::posts( $products ) ) );
		foreach ( $posts as $source_id => $of_source ) {
			$source = Sources::get( $source_id );
			if ( null !== $source ) {
				self::prime( $source, $of_source );
			}
		}
		return $works;
	}

	/** @param list<WP_Post> $posts */
	private static function prime( Source $source, array $posts ): void {
		try {
			Mapping_Cache::prime_terms( $source, $posts, Mapping::current() );
			Work_Builder::prime( $source, $posts );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			// Only speed is lost: each work then reads for itself, in its own try block.
			return;
		}
	}
}
