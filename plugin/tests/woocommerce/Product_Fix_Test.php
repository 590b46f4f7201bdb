<?php
/**
 * Products in the editable list.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Fix_Orders;
use ArtworkRegistry\Tests\Woocommerce_Case;

final class Product_Fix_Test extends Woocommerce_Case {
	public function test_details_are_attributes_and_shipping_dimensions_saved_by_woocommerce_once(): void {
		$id = $this->product( array( 'attributes' => array( $this->attribute( 'Künstler', 'Boch' ), $this->attribute( 'Frame', 'Oak' ) ) ) )->get_id();
		wp_set_current_user( $this->user( 'administrator' ) );
		$saves = 0;
		$count = static function ( int $saved ) use ( &$saves, $id ): void {
			$saves += $saved === $id ? 1 : 0;
		};
		add_action( 'woocommerce_update_product', $count );
		update_option( 'woocommerce_dimension_unit', 'in' );
		$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => 'Anna Boch', 'medium' => 'Oil on panel', 'size' => '30.48 × 40.64 cm' ) ) );
		remove_action( 'woocommerce_update_product', $count );
		$product = wc_get_product( $id );
		$this->assertSame( 1, $saves );
		$this->assertSame( array( 'Anna Boch', 'Oak', 'Oil on panel' ), array_map( array( $product, 'get_attribute' ), array( 'Künstler', 'Frame', 'Medium' ) ) );
		$this->assertSame( array( '12', '16', '' ), array( $product->get_height(), $product->get_width(), $product->get_length() ) );
		$work = $this->artwork_of( $id );
		$this->assertSame( array( 'Anna Boch', 'Oil on panel', 30.48 ), array( $work['artist_name'], $work['medium'], $work['height_cm'] ) );
		$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => 'Boch', 'medium' => '', 'size' => '' ) ) );
		$work = $this->artwork_of( $id );
		$this->assertSame( array( 'Boch', null, null ), array( $work['artist_name'], $work['medium'] ?? null, $work['height_cm'] ?? null ) );
		update_option( 'woocommerce_dimension_unit', 'cm' );
	}
}
