<?php
/**
 * The owner's orders about variations: whether each is a work of its own, for the shop and for one product. What was published as one
 * work leaves by the ordinary rules and its variations come, or the other way round; nothing that was never published does.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Mapping\Variation_Check;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Sweeps;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Variation_Choice;
use WP_Post;

final class Variation_Orders {
	/** Products a step; each may have a hundred variations. */
	private const PAGE = 10;

	/** @return string|null Why not; nothing has changed then. */
	public static function save( string $mode, string $title ): ?string {
		$title   = trim( $title );
		$problem = 'product' === $mode ? null : Variation_Check::of_shop( $mode, $title )['problem'];
		$before  = Variation_Choice::get();
		if ( null !== $problem || ( $mode === $before['mode'] && $title === $before['title'] ) ) {
			return $problem;
		}
		// The job stands before the choice: killed in between, works are looked at for nothing; the other way round they would stay as
		// they were. It begins anew after, for what was walked meanwhile.
		self::start();
		Variation_Choice::save( $mode, $title );
		self::start();
		Events::note( 'variations.' . $mode );
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
		if ( null !== $problem || Variation_Choice::of_product( $product_id ) === $choice ) {
			return $problem;
		}
		Variation_Choice::set_of_product( $product_id, $choice );
		Change_Collector::flush();
		self::look_at( array( $product_id ) );
		Events::note( 'variations.of_product', $product_id, $choice );
		Wake_Up::send();
		return null;
	}

	/**
	 * What a choice would do, before it is made: works that the registry has and that leave, and works that come.
	 *
	 * @param string|null $mode    For the shop; null: as it is.
	 * @param int         $product One product, as if it had said `$said`; 0: all.
	 * @return array{leave: int, come: int}
	 */
	public static function count( ?string $mode, int $product = 0, string $said = '' ): array {
		global $wpdb;
		$status  = Tables::name( 'status' );
		$mode    = $mode ?? Variation_Choice::mode();
		$is_each = '' === $said ? 'each' === $mode : 'each' === $said;
		$now     = Variations::sql_split( 'p' );
		$next    = 0 === $product ? Variations::sql_split( 'p', $mode ) : ( $is_each ? '1 = 1' : '0 = 1' );
		$which   = 0 === $product ? '1 = 1' : "p.ID = $product";
		$parts   = "$wpdb->posts v JOIN $wpdb->posts p ON p.ID = v.post_parent AND p.post_type = '" . Product_Source::TYPE . "' LEFT JOIN $status s ON s.external_id = v.ID LEFT JOIN $status ps ON ps.external_id = p.ID
			WHERE v.post_type = '" . Product_Source::PART . "' AND $which";
		$wholes  = "$wpdb->posts p LEFT JOIN $status s ON s.external_id = p.ID WHERE p.post_type = '" . Product_Source::TYPE . "' AND $which";
		$any     = "SELECT 1 FROM $wpdb->posts o JOIN $status os ON os.external_id = o.ID WHERE o.post_type = '" . Product_Source::PART . "' AND o.post_parent = p.ID AND os.chosen ";
		$public  = "p.post_status = 'publish' AND p.post_password = '' AND " . Sources::sql_shareable_whole( 'p' );
		return array(
			'leave' => Sql::number( "SELECT COUNT(*) FROM $wholes AND $next AND NOT ($now) AND s.chosen = 1 AND s.registry_id IS NOT NULL AND $public" )
				+ Sql::number( "SELECT COUNT(*) FROM $parts AND $now AND NOT ($next) AND s.chosen = 1 AND s.registry_id IS NOT NULL AND v.post_status = 'publish' AND $public" ),
			'come'  => Sql::number( "SELECT COUNT(*) FROM $parts AND $next AND NOT ($now) AND v.post_status = 'publish' AND $public AND COALESCE(ps.chosen, 0) >= 0 AND (s.chosen = 1 OR (ps.chosen = 1 AND NOT EXISTS ($any <> 0)))" )
				+ Sql::number( "SELECT COUNT(*) FROM $wholes AND $now AND NOT ($next) AND $public AND ((s.chosen = 1 AND (NOT EXISTS ($any <> 0) OR EXISTS ($any = 1))) OR (COALESCE(s.chosen, 0) = 0 AND EXISTS ($any = 1)))" ),
		);
	}

	/** @return list<int> The next variable products of which anything was chosen. */
	public static function page( int $after ): array {
		return array_map( 'intval', array_column( Sql::rows_of( 'SELECT p.ID ' . self::from( $after ) . ' ORDER BY p.ID LIMIT ' . self::PAGE ), 'ID' ) );
	}

	/**
	 * Carries over what was chosen, and looks at the products and all their variations.
	 *
	 * @param list<int> $products
	 */
	public static function look_at( array $products ): void {
		$of      = Variations::of_products( $products );
		$ids     = array_merge( $products, ...array_values( $of ) );
		$decided = Status::decided( $ids );
		$choose  = array();
		$exclude = array();
		_prime_post_caches( $products, true, true );
		foreach ( $products as $id ) {
			$post  = get_post( $id );
			$mine  = $decided[ $id ] ?? Status::NOT_CHOSEN;
			$parts = array_intersect_key( $decided, array_flip( $of[ $id ] ?? array() ) );
			if ( $post instanceof WP_Post && Variations::is_split( $post ) ) {
				// Once anything was said about one of its variations, they are asked about like all new works.
				$choose = array_merge( $choose, Status::CHOSEN === $mine && ! $parts ? ( $of[ $id ] ?? array() ) : array() );
			} elseif ( Status::NOT_CHOSEN === $mine && in_array( Status::CHOSEN, $parts, true ) ) {
				$choose[] = $id;
			} elseif ( Status::CHOSEN === $mine && $parts && ! in_array( Status::CHOSEN, $parts, true ) ) {
				$exclude[] = $id;
			}
		}
		Status::choose( $choose, Status::CHOSEN );
		Status::choose( $exclude, Status::EXCLUDED );
		Outbox::touch_with_parts( $products, $products, Product_Source::ID );
	}

	private static function start(): void {
		Sweeps::start( Sweeps::VARIATIONS, Sql::number( 'SELECT COUNT(*) ' . self::from( 0 ) ) );
	}

	private static function from( int $after ): string {
		global $wpdb;
		$status = Tables::name( 'status' );
		return "FROM $wpdb->posts p WHERE p.ID > $after AND p.post_type = '" . Product_Source::TYPE . "' AND (EXISTS (SELECT 1 FROM $status s WHERE s.external_id = p.ID)
			OR EXISTS (SELECT 1 FROM $wpdb->posts v JOIN $status vs ON vs.external_id = v.ID WHERE v.post_type = '" . Product_Source::PART . "' AND v.post_parent = p.ID))
			AND EXISTS (SELECT 1 FROM $wpdb->posts part WHERE part.post_type = '" . Product_Source::PART . "' AND part.post_parent = p.ID)";
	}
}
