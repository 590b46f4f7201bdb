<?php
/**
 * Keeps up to date what the page of a product shows of its variations that are works: the content that the sync service read last, for
 * variations that are shared and have an Art ID. Runs whenever they are read for the sync service, which repairs the traces of a killed
 * process or direct SQL with the next change or within a day, and when the registry gives an Art ID. Change_Collector and Owner_Orders
 * remove at once what visitors may no longer see.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Source\Eligibility;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Variation_Summaries;
use ArtworkRegistry\Work\Work_Content;
use ArtworkRegistry\Work\Work_Loader;
use WP_Post;

/**
 * @phpstan-import-type Summary from Variation_Summaries
 */
final class Variation_Pages {
	private const FACTS = array( 'title', 'artist_name', 'year_created', 'medium', 'height_cm', 'width_cm', 'depth_cm' );

	/**
	 * The works of a page of changes. A work that could not be built stays as it is, and so does one whose removal may be on hold.
	 *
	 * @param list<int>                       $ids
	 * @param array<int, WP_Post>             $posts   Those of them that are there, with their products loaded.
	 * @param array<int, array<string, mixed>> $changes By id; works without one are not shared.
	 */
	public static function follow( array $ids, array $posts, array $changes ): void {
		if ( ! Variations::is_used() ) {
			return;
		}
		$wanted = array();
		foreach ( $posts as $id => $post ) {
			$change  = $changes[ $id ] ?? array( 'state' => 'not_shared' );
			$product = Variations::product_of( $post );
			if ( null !== $product && 'broken' !== $change['state'] ) {
				$wanted[ $id ] = array( $product->ID, 'shared' === $change['state'] ? self::summary( $post, $product, $change['artwork'] ) : null );
			}
		}
		Variation_Summaries::save( $wanted );
		Variation_Summaries::forget( array_diff( $ids, array_keys( $posts ) ) );
	}

	/**
	 * The registry has given these works an Art ID or hidden their pages.
	 *
	 * @param list<int> $ids
	 * @return list<int> The products whose pages may say something else now.
	 */
	public static function confirmed( array $ids ): array {
		if ( ! $ids || ! Variations::is_used() ) {
			return array();
		}
		$choices = Status::choices( $ids );
		$wanted  = array();
		foreach ( Work_Loader::load( $ids ) as list( $post, $source ) ) {
			$choice  = $choices[ $post->ID ] ?? Status::no_choice();
			$product = Variations::product_of( $post );
			if ( null === $product ) {
				continue;
			}
			try {
				$is_shared           = null === Eligibility::reason( $post, $source, $choice['chosen'] );
				$wanted[ $post->ID ] = array( $product->ID, $is_shared ? self::summary( $post, $product, Work_Content::of( $source, $post, $choice ) ) : null );
			} catch ( \Throwable $error ) {
				// A work that cannot be built now keeps what its page shows.
				continue;
			}
		}
		Variation_Summaries::save( $wanted );
		return array_values( array_unique( array_column( $wanted, 0 ) ) );
	}

	/**
	 * @param array<string, mixed> $artwork As told.
	 * @return Summary|null Null: there is no Art ID to show.
	 */
	private static function summary( WP_Post $variation, WP_Post $product, array $artwork ): ?array {
		$art_id = Art_Ids::find( $variation->ID );
		$words  = implode( ', ', Variations::values( $product->ID, $variation->ID ) );
		return null === $art_id ? null : array(
			'product' => $product->ID,
			'order'   => (int) $variation->menu_order,
			'art_id'  => $art_id['id'],
			'page'    => $art_id['page'],
			'words'   => '' === $words ? (string) ( $artwork['title'] ?? '' ) : $words,
			'url'     => (string) ( $artwork['source_url'] ?? '' ),
			'facts'   => array_intersect_key( $artwork, array_flip( self::FACTS ) ),
		);
	}
}
