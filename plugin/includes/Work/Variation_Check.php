<?php
/**
 * Checks the titles of variations before they become works: some examples, and whether two variations of one product would
 * have the same title, so that the registry could not tell them apart. Writes nothing.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Work;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Mapping\Variation_Title;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use WP_Post;

/**
 * @phpstan-type Example array{title: string, variations: list<string>}
 * @phpstan-type Found array{problem: string|null, examples: list<Example>, products: int, variations: int, untitled: int}
 */
final class Variation_Check {
	/** Checks no more than this, so that the owner of a large shop need not wait. The sync service holds duplicates in any case. */
	private const VARIATIONS_MAX = 10000;
	private const PAGE           = 100;
	private const EXAMPLES       = 3;
	private const TITLES         = 4;

	/** @return Found Of the products whose variations would be works. */
	public static function of_shop( string $mode, string $pattern ): array {
		global $wpdb;
		$found = self::nothing( 'product' === $mode ? null : Variation_Title::problem( $pattern ) );
		$after = 0;
		while ( null === $found['problem'] && $found['variations'] < self::VARIATIONS_MAX ) {
			$ids = array_map(
				'intval',
				array_column(
					Sql::rows_of(
						"SELECT p.ID FROM $wpdb->posts p WHERE p.ID > $after AND p.post_status = 'publish' AND "
						. Variations::sql_split( 'p', $mode ) . ' ORDER BY p.ID LIMIT ' . self::PAGE
					),
					'ID'
				)
			);
			if ( ! $ids ) {
				break;
			}
			$found = self::look( $ids, $pattern, $found );
			$after = max( $ids );
		}
		return $found;
	}

	/** @return string|null What is wrong with the names of this product's variations. */
	public static function of_product( int $product_id, string $pattern ): ?string {
		return Variation_Title::problem( $pattern ) ?? self::look( array( $product_id ), $pattern, self::nothing( null ) )['problem'];
	}

	/**
	 * @param list<int> $ids
	 * @param Found     $found
	 * @return Found
	 */
	private static function look( array $ids, string $pattern, array $found ): array {
		$source = Sources::get( Product_Source::ID );
		if ( null === $source ) {
			return $found;
		}
		foreach ( self::variations( $source, $ids ) as $id => $variations ) {
			$titles = array();
			foreach ( $variations as $variation ) {
				$title = self::title( $source, $variation, $pattern );
				if ( '' === $title ) {
					++$found['untitled'];
					continue;
				}
				$key = Fingerprint::title( $title );
				if ( isset( $titles[ $key ] ) ) {
					$found['problem'] = sprintf(
						/* translators: 1: title of two variations, 2: name of their product. */
						__( '“%1$s” would be the title of two variations of “%2$s”, so the registry could not tell them apart. Add what differs, such as {attribute:Size} or {meta:_sku}, or give these variations different attributes.', 'artwork-registry-connector' ),
						$title,
						self::name( $id )
					);
				}
				$titles[ $key ] = $title;
			}
			$found['products']   += 1;
			$found['variations'] += count( $variations );
			if ( $titles && count( $found['examples'] ) < self::EXAMPLES ) {
				$found['examples'][] = array(
					'title'      => self::name( $id ),
					'variations' => array_slice( array_values( $titles ), 0, self::TITLES ),
				);
			}
			if ( null !== $found['problem'] ) {
				break;
			}
		}
		return $found;
	}

	/**
	 * The enabled variations, loaded with everything a title may read.
	 *
	 * @param list<int> $products
	 * @return array<int, list<WP_Post>> By product.
	 */
	private static function variations( Source $source, array $products ): array {
		$of  = Variations::of_products( $products );
		$all = array_merge( array(), ...array_values( $of ) );
		_prime_post_caches( array_merge( $products, $all ), false, true );
		$posts = Variations::posts( $all );
		Mapping_Cache::prime_terms( $source, $posts, Mapping::current() );
		Mapping_Cache::prime( array( array( $source, $posts ) ), Mapping::current() );
		$by_product = array_fill_keys( $products, array() );
		foreach ( $posts as $post ) {
			if ( 'publish' === $post->post_status ) {
				$by_product[ $post->post_parent ][] = $post;
			}
		}
		return $by_product;
	}

	private static function title( Source $source, WP_Post $variation, string $pattern ): string {
		try {
			return Variation_Title::of( $source, $variation, $pattern, Mapping::current() );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			// A taxonomy whose plugin is switched off: the entry of the work stays as it is, with the reason.
			return '';
		}
	}

	private static function name( int $product_id ): string {
		return Plain_Text::of( get_post_field( 'post_title', $product_id, 'raw' ) );
	}

	/** @return Found */
	private static function nothing( ?string $problem ): array {
		return array(
			'problem'    => $problem,
			'examples'   => array(),
			'products'   => 0,
			'variations' => 0,
			'untitled'   => 0,
		);
	}
}
