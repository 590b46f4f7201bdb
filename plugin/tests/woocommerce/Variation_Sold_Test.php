<?php
/**
 * Only money makes a variation sold, and only the one that was bought.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Tests\Variations_Case;

final class Variation_Sold_Test extends Variations_Case {
	public function test_a_paid_order_sells_the_variation_and_no_other(): void {
		list( $oak, $ash ) = $this->unique_variations();
		$order             = $this->order( wc_get_product( $oak ) );
		$order->payment_complete();
		$this->assertSame( array( 'sold', 'for_sale' ), $this->availabilities( $oak, $ash ) );
		// WooCommerce counts the sales of all variations in one: the second is as unique as the first.
		$this->order( wc_get_product( $ash ) )->payment_complete();
		$this->assertSame( array( 'sold', 'sold' ), $this->availabilities( $oak, $ash ) );
		$order->update_status( 'cancelled' );
		$this->assertSame( array( 'for_sale', 'sold' ), $this->availabilities( $oak, $ash ) );
		$this->order( wc_get_product( $oak ) )->payment_complete();
		$this->assertSame( array( 'sold', 'sold' ), $this->availabilities( $oak, $ash ) );
	}

	public function test_the_last_copy_of_a_variation_is_not_sold(): void {
		list( $oak, $ash ) = $this->unique_variations( 2 );
		$this->order( wc_get_product( $oak ) )->payment_complete();
		$this->order( wc_get_product( $oak ) )->payment_complete();
		$this->assertSame( array( 'not_for_sale', 'for_sale' ), $this->availabilities( $oak, $ash ) );
	}

	public function test_an_unpaid_order_is_no_earlier_sale(): void {
		list( $oak, $ash ) = $this->unique_variations();
		$this->order( wc_get_product( $ash ) )->payment_complete();
		$waits = $this->order( wc_get_product( $oak ) );
		$waits->update_status( 'on-hold' );
		$waits->update_status( 'cancelled' );
		$this->order( wc_get_product( $oak ) )->payment_complete();
		$this->assertSame( array( 'sold', 'sold' ), $this->availabilities( $oak, $ash ) );
	}

	public function test_stock_put_back_by_hand_ends_the_sale_of_that_variation(): void {
		list( $oak, $ash ) = $this->unique_variations();
		$this->order( wc_get_product( $oak ) )->payment_complete();
		$this->order( wc_get_product( $ash ) )->payment_complete();
		wc_update_product_stock( $oak, 1 );
		$this->assertSame( array( 'for_sale', 'sold' ), $this->availabilities( $oak, $ash ) );
		wc_update_product_stock( $oak, 0 );
		$this->assertSame( 'not_for_sale', $this->availabilities( $oak )[0], 'taken out by hand' );
	}

	public function test_where_the_product_is_the_work_a_sale_belongs_to_the_product(): void {
		list( $oak, $ash ) = $this->unique_variations();
		$id                = wc_get_product( $oak )->get_parent_id();
		$this->assertNull( Variation_Orders::save_product( $id, 'product' ) );
		$order = $this->order( wc_get_product( $oak ) );
		$order->payment_complete();
		$this->assertSame( 'for_sale', $this->availabilities( $id )[0], 'one is left' );
		// Sold as part of the product; each variation a work again, and the order cancelled.
		$this->assertNull( Variation_Orders::save_product( $id, '' ) );
		$order->update_status( 'cancelled' );
		$this->assertSame( array( 'for_sale', 'for_sale' ), $this->availabilities( $oak, $ash ) );
	}

	/** @return array{0: int, 1: int} */
	private function unique_variations( int $copies = 1 ): array {
		$this->each_is_a_work();
		$one = array( 'regular_price' => '300', 'manage_stock' => true, 'stock_quantity' => $copies );
		return $this->variable_product( array( 'Oak' => $one, 'Ash' => $one ) )->get_children();
	}

	/** @return list<string> */
	private function availabilities( int ...$ids ): array {
		return array_map(
			function ( int $id ): string {
				return $this->artwork_of( $id )['availability'];
			},
			$ids
		);
	}
}
