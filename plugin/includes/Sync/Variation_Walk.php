<?php
/**
 * The job that follows a changed choice of which variations are works: walks variable products page by page and moves the
 * owner's choice for a product to its variations, or the other way round.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Source\Term_Cache;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Post_Cache;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use WP_Post;

final class Variation_Walk {
	/** Products a step; each may have a hundred variations. */
	private const PAGE = 10;

	/** @return list<int> The next variable products of which anything was chosen. */
	public static function page( int $after ): array {
		return array_map( 'intval', array_column( Sql::rows_of( 'SELECT p.ID ' . self::from( $after ) . ' ORDER BY p.ID LIMIT ' . self::PAGE ), 'ID' ) );
	}

	/**
	 * Moves the choices, and touches the products and all their variations.
	 *
	 * @param list<int> $products
	 * @throws Read_Failed Where the products could not be read: without its terms, one whose variations are works would look like any other, and
	 *                     would be left out with them.
	 */
	public static function look_at( array $products ): void {
		$check   = new Read_Check();
		$of      = Variations::of_products( $products );
		$ids     = array_merge( $products, ...array_values( $of ) );
		$decided = Status::decided( $ids );
		$choose  = array();
		$exclude = array();
		Post_Cache::prime( $products );
		Term_Cache::prime( $products, array( 'product_type' ) );
		foreach ( $products as $id ) {
			$post  = get_post( $id );
			$mine  = $decided[ $id ] ?? Status::NOT_CHOSEN;
			$parts = array_intersect_key( $decided, array_flip( $of[ $id ] ?? array() ) );
			if ( $post instanceof WP_Post && Variations::is_split( $post ) ) {
				// Once there is a choice for one of its variations, the others wait for the owner like all new works.
				$choose = array_merge( $choose, Status::CHOSEN === $mine && ! $parts ? ( $of[ $id ] ?? array() ) : array() );
			} elseif ( Status::NOT_CHOSEN === $mine && in_array( Status::CHOSEN, $parts, true ) ) {
				$choose[] = $id;
			} elseif ( Status::CHOSEN === $mine && $parts && ! in_array( Status::CHOSEN, $parts, true ) ) {
				$exclude[] = $id;
			}
		}
		Post_Cache::refuse_failures( $check, $products );
		Status::choose( $choose, Status::CHOSEN );
		Status::choose( $exclude, Status::EXCLUDED );
		Outbox::touch_with_parts( $products, $products, Product_Source::ID );
	}

	public static function start(): void {
		Jobs::start( Jobs::VARIATIONS, Sql::number( 'SELECT COUNT(*) ' . self::from( 0 ) ) );
	}

	private static function from( int $after ): string {
		global $wpdb;
		$status = Tables::name( 'status' );
		return "FROM $wpdb->posts p WHERE p.ID > $after AND p.post_type = '" . Product_Source::TYPE . "'
			AND (EXISTS (SELECT 1 FROM $status s WHERE s.external_id = p.ID)
			OR EXISTS (SELECT 1 FROM $wpdb->posts v JOIN $status vs ON vs.external_id = v.ID
				WHERE v.post_type = '" . Product_Source::PART . "' AND v.post_parent = p.ID))
			AND EXISTS (SELECT 1 FROM $wpdb->posts part WHERE part.post_type = '" . Product_Source::PART . "' AND part.post_parent = p.ID)";
	}
}
