<?php
/**
 * SKUs that stand at more than one product, looked for in the field that is sent: WooCommerce's lookup table does not have what was
 * written past its objects. No index finds the value of a field, so each look reads the SKUs of the whole shop (184 ms in one of 16,000
 * products). Where that is slow they are read once for all pages of some minutes, beside the lookup table, which knows every edit at once.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Store\Options;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Slow_Looks;
use ArtworkRegistry\Store\Sql;

final class Doubled_Skus {
	private const OPTION       = 'artwork_registry_doubled_skus';
	private const KEPT_SECONDS = 300;
	/** A shop with more than these gives the same number to everything, and the newest are enough. */
	private const MOST_KEPT = 5000;
	/** So many are read with the other options of the site, without a query for each page. Most shops have none. */
	private const FEW = 20;

	public static function remove(): void {
		Options::remove( self::OPTION );
	}

	/**
	 * @param list<string> $skus
	 * @return list<string> Those of them that are doubled, as they are stored somewhere.
	 */
	public static function of( array $skus ): array {
		if ( ! Slow_Looks::is_slow( Slow_Looks::SKUS ) ) {
			return self::stored( 'm.meta_value IN (' . Sql::words( $skus ) . ')' );
		}
		$check = new Read_Check();
		try {
			return array_merge( self::in_lookup_table( $skus ), self::in_catalogue() );
		} catch ( Read_Failed $failed ) {
			// A shop may have lost the table, which WooCommerce makes again only by hand. The fields have all SKUs, too.
			$stored = self::stored( 'm.meta_value IN (' . Sql::words( $skus ) . ')' );
			$check->forgive();
			return $stored;
		}
	}

	/**
	 * @param list<string> $skus
	 * @return list<string>
	 */
	private static function in_lookup_table( array $skus ): array {
		global $wpdb;
		$rows = Sql::rows_of(
			"SELECT l.sku FROM {$wpdb->prefix}wc_product_meta_lookup l JOIN $wpdb->posts p ON p.ID = l.product_id
			WHERE l.sku IN (" . Sql::words( $skus ) . ") AND p.post_status <> 'trash' AND " . Translations::sql_original( 'p' ) . ' GROUP BY l.sku HAVING COUNT(*) > 1'
		);
		return array_map( 'strval', array_column( $rows, 'sku' ) );
	}

	/** @return list<string> */
	private static function in_catalogue(): array {
		$kept = Read_Check::option( self::OPTION );
		$age  = is_array( $kept ) ? Clock::now() - Clock::bounded( (int) ( $kept['at'] ?? 0 ), 0 ) : self::KEPT_SECONDS;
		if ( ! is_array( $kept ) || ! is_array( $kept['skus'] ?? null ) || $age >= self::KEPT_SECONDS ) {
			$kept = array(
				'at'   => Clock::now(),
				'skus' => self::stored( "m.meta_value <> ''" ),
			);
			// A persistent object cache has it without a query, and would read and write all of these options each time.
			Options::note( self::OPTION, $kept, ! wp_using_ext_object_cache() && count( $kept['skus'] ) <= self::FEW );
		}
		return array_values( array_map( 'strval', $kept['skus'] ) );
	}

	/** @return list<string> */
	private static function stored( string $condition ): array {
		global $wpdb;
		$sql = "SELECT m.meta_value AS sku FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id WHERE m.meta_key = '_sku' AND $condition
			AND p.post_type IN ('" . Source_Names::PRODUCT_TYPE . "', '" . Source_Names::VARIATION_TYPE . "') AND p.post_status <> 'trash' AND "
			. Translations::sql_original( 'p' ) . ' GROUP BY m.meta_value HAVING COUNT(DISTINCT p.ID) > 1 ORDER BY MAX(p.ID) DESC LIMIT ' . self::MOST_KEPT;
		return array_map( 'strval', array_column( Slow_Looks::run( Slow_Looks::SKUS, fn() => Sql::rows_of( $sql ) ), 'sku' ) );
	}
}
