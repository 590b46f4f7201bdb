<?php
/**
 * Products in the editable list.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Fix_Orders;
use ArtworkRegistry\Orders\Mapping_Orders;
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

	public function test_a_size_goes_back_to_the_fields_it_was_read_from_and_undo_restores_what_was_stored(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array(
			// length, width, height; typed; afterwards.
			'length and width are height × width' => array( array( '12', '16', '' ), '30.5 x 41 cm', array( '30.5', '41', '' ) ),
			'a depth needs all three'             => array( array( '12', '16', '' ), '30 x 40 x 5 cm', array( '5', '40', '30' ) ),
			'a depth that is shown and taken out' => array( array( '5', '16', '12' ), '30 x 40 cm', array( '', '40', '30' ) ),
			'a depth that is not a size'             => array( array( '0', '16', '12' ), '30 x 40 cm', array( '0', '40', '30' ) ),
			'emptied'                             => array( array( '12', '16', '' ), '', array( '', '', '' ) ),
		) as $case => list( $before, $typed, $after ) ) {
			$id = $this->product( array( 'length' => $before[0], 'width' => $before[1], 'height' => $before[2] ) )->get_id();
			$this->assertNull( Fix_Orders::save( $id, array( 'size' => $typed ), $former ), $case );
			$this->assertSame( $after, $this->sizes( $id ), $case );
			$this->assertNull( Fix_Orders::undo( $id, $former ) );
			$this->assertSame( $before, $this->sizes( $id ), "undone: $case" );
		}
	}

	public function test_undo_restores_an_attribute_of_several_values_and_one_that_was_not_there(): void {
		$id = $this->product( array( 'attributes' => array( $this->attribute( 'Technique', 'Oil', 'Gold leaf' ), $this->attribute( 'Frame', 'Oak' ) ) ) )->get_id();
		wp_set_current_user( $this->user( 'administrator' ) );
		$before = get_post_meta( $id, '_product_attributes', true );
		$this->assertNull( Fix_Orders::save( $id, array( 'medium' => 'Oil', 'artist_name' => 'Anna Boch' ), $former ) );
		$this->assertNotEquals( $before, get_post_meta( $id, '_product_attributes', true ) );
		$this->assertNull( Fix_Orders::undo( $id, $former ) );
		$this->assertEquals( $before, get_post_meta( $id, '_product_attributes', true ) );
	}

	public function test_undo_takes_only_what_this_site_sealed_for_this_user_and_this_work(): void {
		$id    = $this->product()->get_id();
		$other = $this->product()->get_id();
		$admin = $this->user( 'administrator' );
		wp_set_current_user( $admin );
		Fix_Orders::save( $id, array( 'size' => '30 x 40 cm' ), $former );
		$this->assertNotNull( Fix_Orders::undo( $other, $former ) );
		$this->assertNotNull( Fix_Orders::undo( $id, str_replace( '_height', '_price', $former ) ) );
		$this->assertNotNull( Fix_Orders::undo( $id, '' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertNotNull( Fix_Orders::undo( $id, $former ) );
		$this->assertSame( array( '', '40', '30' ), $this->sizes( $id ) );
		wp_set_current_user( $admin );
		$this->assertNull( Fix_Orders::undo( $id, $former ) );
		$this->assertSame( array( '', '', '' ), $this->sizes( $id ) );
	}

	/** @return list<string> length, width, height as stored. */
	private function sizes( int $id ): array {
		return array_map(
			static function ( string $key ) use ( $id ): string {
				return (string) get_post_meta( $id, $key, true );
			},
			array( '_length', '_width', '_height' )
		);
	}

	public function test_a_new_term_of_a_global_attribute_needs_the_right_to_make_one(): void {
		wc_create_attribute( array( 'name' => 'Artist', 'slug' => 'artist' ) );
		$rights = array( 'assign_terms' => 'assign_product_terms', 'edit_terms' => 'edit_product_terms' );
		register_taxonomy( 'pa_artist', 'product', array( 'capabilities' => $rights ) );
		$term      = wp_insert_term( 'Anna Boch', 'pa_artist' );
		$attribute = $this->attribute( 'pa_artist' );
		$attribute->set_id( wc_attribute_taxonomy_id_by_name( 'pa_artist' ) );
		$attribute->set_options( array( $term['term_id'] ) );
		wp_insert_term( 'Rosa Bonheur', 'pa_artist' );
		$id   = $this->product( array( 'attributes' => array( $attribute ) ) )->get_id();
		$user = get_userdata( $this->user( 'editor' ) );
		foreach ( array( 'edit_products', 'edit_others_products', 'edit_published_products', 'assign_product_terms' ) as $right ) {
			$user->add_cap( $right );
		}
		wp_set_current_user( $user->ID );
		$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => 'Rosa Bonheur' ) ) );
		$this->assertStringContainsString( '“Mary Cassatt”', Fix_Orders::save( $id, array( 'artist_name' => 'Mary Cassatt' ) ) );
		$this->assertSame( 'Rosa Bonheur', wc_get_product( $id )->get_attribute( 'pa_artist' ) );
		$this->assertNull( term_exists( 'Mary Cassatt', 'pa_artist' ) );
		$chain = array( 'steps' => array( array( 'from' => 'taxonomy', 'key' => 'pa_artist' ) ) );
		$this->assertSame( array(), Mapping_Orders::save( array( 'woocommerce' => array( 'medium' => $chain ) ) ) );
		$both = array( 'artist_name' => 'Rosa Bonheur', 'medium' => 'Mary Cassatt' );
		$this->assertStringContainsString( '“Mary Cassatt”', (string) Fix_Orders::save( $id, $both ), 'beside a name that is there' );
		$this->assertNull( term_exists( 'Mary Cassatt', 'pa_artist' ) );
		$user->add_cap( 'edit_product_terms' );
		wp_set_current_user( 0 );
		wp_set_current_user( $user->ID );
		$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => 'Mary Cassatt' ) ) );
		$this->assertSame( 'Mary Cassatt', wc_get_product( $id )->get_attribute( 'pa_artist' ) );
		wc_delete_attribute( wc_attribute_taxonomy_id_by_name( 'pa_artist' ) );
		unregister_taxonomy( 'pa_artist' );
	}
}
