<?php
/**
 * A correction of a product of which something cannot be read. WooCommerce takes what is not read for empty, and would save it so. With
 * ARTWORK_REGISTRY_LONG=1 (`npm run test:long`) each of its reads fails, else one of each kind.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Fix_Orders;
use ArtworkRegistry\Tests\Broken_Statements;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Guarded_Answer;

final class Unreadable_Products_Test extends Woocommerce_Case {
	use Broken_Statements;

	public function test_a_product_keeps_its_type_and_attributes_whichever_of_its_reads_fails(): void {
		global $wpdb;
		wp_set_current_user( $this->user( 'administrator' ) );
		$shown = $wpdb->suppress_errors( true );
		$wrong = array();
		$reads = $this->reads_of_a_correction( $this->one(), null );
		foreach ( self::those_that_fail( $reads ) as $place ) {
			$id = $this->one();
			$this->reads_of_a_correction( $id, $place );
			$product = wc_get_product( $id );
			$frame   = $product->get_attributes()['frame'] ?? null;
			if ( 'variable' !== $product->get_type() || null === $frame || ! $frame->get_variation() || 'Harbour' !== $product->get_name() ) {
				$wrong[] = $product->get_type() . ', ' . implode( ' and ', array_keys( $product->get_attributes() ) ) . ': ' . $reads[ $place ];
			}
		}
		$wpdb->suppress_errors( $shown );
		$this->assertSame( array(), $wrong );
		$this->assertGreaterThan( 5, count( $reads ) );
		$this->assertLessThan( 200, count( $reads ) );
	}

	private function one(): int {
		return $this->variable_product( array( 'Oak' => array( 'regular_price' => '900' ) ) )->get_id();
	}

	/**
	 * Its owner names the artist; the read with this number fails.
	 *
	 * @return list<string>
	 */
	private function reads_of_a_correction( int $id, ?int $broken ): array {
		$reads = array();
		$break = function ( string $sql ) use ( &$reads, $broken ): string {
			if ( 1 !== preg_match( '/^\s*SELECT\b/', $sql ) ) {
				return $sql;
			}
			$reads[] = $sql;
			return count( $reads ) - 1 === $broken ? $this->broken( $sql, 'table' ) : $sql;
		};
		wp_cache_flush();
		$this->with_query_filter( $break, static function () use ( $id ): void {
			Guarded_Answer::change(
				'test',
				static function () use ( $id ): ?string {
					return Fix_Orders::save( $id, array( 'artist_name' => 'Berthe Morisot' ) );
				}
			);
		} );
		wp_cache_flush();
		return $reads;
	}
}
