<?php
/**
 * The owner's orders about variations: whether each is a work of its own, for the shop and for one product. A product that was
 * registered as one work leaves by the ordinary rules and its variations come, or the other way round. Unregistered products stay so.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Variation_Walk;
use ArtworkRegistry\Work\Variation_Check;

final class Variation_Orders {
	/** @return string|null Why not; nothing has changed then. */
	public static function save( string $mode, string $title ): ?string {
		$title   = trim( $title );
		$problem = 'product' === $mode ? null : Variation_Check::of_shop( $mode, $title )['problem'];
		$before  = Variation_Choice::get();
		if ( null !== $problem || ( $mode === $before['mode'] && $title === $before['title'] ) ) {
			return $problem;
		}
		// Start the job before saving the choice: if the process dies in between, works are checked for nothing. In the other order they
		// would stay as they were. Start it again afterwards for the works that were walked meanwhile.
		Variation_Walk::start();
		Variation_Choice::save( $mode, $title );
		Variation_Walk::start();
		Events::record( 'variations.' . $mode );
		Wake_Up::send();
		return null;
	}

	/**
	 * @param string $choice One of Variation_Choice::OF_PRODUCT.
	 * @return string|null Why not; nothing has changed then.
	 */
	public static function save_product( int $product_id, string $choice ): ?string {
		$shop    = Variation_Choice::get();
		$is_each = '' === $choice ? 'each' === $shop['mode'] : 'each' === $choice;
		$problem = $is_each ? Variation_Check::of_product( $product_id, $shop['title'] ) : null;
		if ( null !== $problem ) {
			return $problem;
		}
		$is_new = Variation_Choice::of_product( $product_id ) !== $choice;
		if ( $is_new ) {
			Variation_Choice::set_of_product( $product_id, $choice );
			Change_Collector::flush();
		}
		// Also where it was chosen before: that order may have failed here.
		Variation_Walk::look_at( array( $product_id ) );
		if ( $is_new ) {
			Events::record( 'variations.of_product', $product_id, $choice );
		}
		Wake_Up::send();
		return null;
	}

	/**
	 * What a choice would do before it is made: how many registered works leave, and how many works come.
	 *
	 * @param string|null $mode    For the shop; null: as it is.
	 * @param int         $product One product, as if it had said `$said`; 0: all.
	 * @return array{leave: int, come: int}
	 */
	public static function count( ?string $mode, int $product = 0, string $said = '' ): array {
		global $wpdb;
		$status   = Tables::name( 'status' );
		$mode     = $mode ?? Variation_Choice::mode();
		$is_each  = '' === $said ? 'each' === $mode : 'each' === $said;
		$now      = Variations::sql_split( 'p' );
		$next     = 0 === $product ? Variations::sql_split( 'p', $mode ) : ( $is_each ? '1 = 1' : '0 = 1' );
		$which    = 0 === $product ? '1 = 1' : "p.ID = $product";
		$parts    = "$wpdb->posts v JOIN $wpdb->posts p ON p.ID = v.post_parent AND p.post_type = '" . Product_Source::TYPE . "'
			LEFT JOIN $status s ON s.external_id = v.ID LEFT JOIN $status ps ON ps.external_id = p.ID
			WHERE v.post_type = '" . Product_Source::PART . "' AND $which";
		$products = "$wpdb->posts p LEFT JOIN $status s ON s.external_id = p.ID WHERE p.post_type = '" . Product_Source::TYPE . "' AND $which";
		$any      = "SELECT 1 FROM $wpdb->posts o JOIN $status os ON os.external_id = o.ID WHERE o.post_type = '" . Product_Source::PART
			. "' AND o.post_parent = p.ID AND os.chosen ";
		$public   = "p.post_status = 'publish' AND p.post_password = '' AND " . Sources::sql_shareable_whole( 'p' );
		return array(
			'leave' => Sql::number( "SELECT COUNT(*) FROM $products AND $next AND NOT ($now) AND s.chosen = 1 AND s.registry_id IS NOT NULL AND $public" )
				+ Sql::number(
					"SELECT COUNT(*) FROM $parts AND $now AND NOT ($next) AND s.chosen = 1 AND s.registry_id IS NOT NULL
					AND v.post_status = 'publish' AND $public"
				),
			'come'  => Sql::number(
				"SELECT COUNT(*) FROM $parts AND $next AND NOT ($now) AND v.post_status = 'publish' AND $public
					AND COALESCE(ps.chosen, 0) >= 0 AND (s.chosen = 1 OR (ps.chosen = 1 AND NOT EXISTS ($any <> 0)))"
			)
				+ Sql::number(
					"SELECT COUNT(*) FROM $products AND $now AND NOT ($next) AND $public
					AND ((s.chosen = 1 AND (NOT EXISTS ($any <> 0) OR EXISTS ($any = 1))) OR (COALESCE(s.chosen, 0) = 0 AND EXISTS ($any = 1)))"
				),
		);
	}
}
