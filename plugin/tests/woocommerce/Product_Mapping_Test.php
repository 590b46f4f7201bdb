<?php
/**
 * The owner's mapping of products.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Mapping\Catalogue;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Woocommerce_Case;
use WP_REST_Request;

final class Product_Mapping_Test extends Woocommerce_Case {
	public function test_the_automatic_mapping_written_out_changes_nothing(): void {
		$product = $this->product( array(
			'sku' => 'B-7',
			'height' => '30',
			'width' => '40',
			'attributes' => array( $this->attribute( 'Künstler', 'Anna Boch' ), $this->attribute( 'Jahr', '1907' ) ),
		) );
		$before  = $this->artwork_of( $product->get_id() );
		$fields  = array();
		foreach ( Mapping::FIELDS as $field ) {
			$fields[ $field ] = array( array( 'from' => 'standard' ), array( 'from' => 'meta', 'key' => 'nobody_has_this' ) );
		}
		$this->map( $fields );
		$this->assertSame( $before, $this->artwork_of( $product->get_id() ) );
	}

	public function test_places_of_the_same_name_are_told_apart_and_technical_fields_are_left_out(): void {
		$id     = wc_create_attribute( array( 'name' => 'Artist', 'slug' => 'artist' ) );
		register_taxonomy( 'pa_artist', 'product' );
		$term   = wp_insert_term( 'Hilma af Klint', 'pa_artist' );
		$global = $this->attribute( 'pa_artist' );
		$global->set_id( (int) $id );
		$global->set_options( array( $term['term_id'] ) );
		$this->product( array( 'attributes' => array( $global ) ) );
		$sold = $this->product();
		update_post_meta( $sold->get_id(), 'total_sales', '7' );
		// What WooCommerce knows of its attributes from the beginning of a request.
		$GLOBALS['wc_product_attributes']['pa_artist'] = wc_get_attribute( (int) $id );

		$labels = array_column( ( new Catalogue( Sources::get( 'woocommerce' ) ) )->places(), 'label', 'key' );
		$this->assertSame( array( 'Artist (global attribute)', 'Artist (entered at the product)' ), array( $labels['pa_artist'], $labels['Artist'] ) );
		$this->assertArrayNotHasKey( 'total_sales', $labels );
		Jobs::remove_all();
		wc_update_attribute( (int) $id, array( 'name' => 'Painter', 'slug' => 'artist' ) );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] ?? null, 'a relabelled attribute is looked at in a shop without variations, too' );
		wc_delete_attribute( (int) $id );
		unregister_taxonomy( 'pa_artist' );
		unset( $GLOBALS['wc_product_attributes']['pa_artist'] );
	}

	public function test_own_and_global_attributes_are_read_by_their_exact_name(): void {
		wc_create_attribute( array( 'name' => 'Hand', 'slug' => 'hand' ) );
		register_taxonomy( 'pa_hand', 'product' );
		$term   = wp_insert_term( 'Marie Bracquemond', 'pa_hand' );
		$global = $this->attribute( 'pa_hand' );
		$global->set_id( wc_attribute_taxonomy_id_by_name( 'pa_hand' ) );
		$global->set_options( array( $term['term_id'] ) );
		$product = $this->product( array( 'attributes' => array( $global, $this->attribute( 'Werkstoff', 'Oil', 'Gold' ) ) ) );
		$this->map( array(
			'artist_name' => array( array( 'from' => 'attribute', 'key' => 'pa_hand' ) ),
			'medium' => array( array( 'from' => 'attribute', 'key' => 'werkstoff' ) ),
		) );
		$artwork = $this->artwork_of( $product->get_id() );
		$this->assertSame( array( 'Marie Bracquemond', 'Oil, Gold' ), array( $artwork['artist_name'], $artwork['medium'] ) );
		$this->clear_jobs();
		wp_update_term( $term['term_id'], 'pa_hand', array( 'name' => 'M. Bracquemond' ) );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
		wc_delete_attribute( wc_attribute_taxonomy_id_by_name( 'pa_hand' ) );
		unregister_taxonomy( 'pa_hand' );
	}

	public function test_a_category_names_the_artist_and_a_product_put_into_it_is_looked_at(): void {
		$product = $this->product( array( 'attributes' => array() ) );
		$this->map( array( 'artist_name' => array( array(
			'from' => 'fixed',
			'value' => 'Anna Boch',
			'when' => array( 'from' => 'taxonomy', 'key' => 'product_cat', 'is' => 'any_of', 'values' => array( 'Boch' ) ),
		) ) ) );
		$id = $this->taken_over( $product );
		$this->assertArrayNotHasKey( 'artist_name', $this->artwork_of( $id ) );
		$was = $this->revision( $id );
		wp_set_object_terms( $id, 'Boch', 'product_cat' );
		$this->assertGreaterThan( $was, $this->revision( $id ) );
		$this->assertSame( 'Anna Boch', $this->artwork_of( $id )['artist_name'] );
	}

	public function test_a_rule_never_changes_a_paid_work_or_the_availability_that_the_owner_set(): void {
		$this->map( array( 'availability' => array( array( 'from' => 'fixed', 'value' => 'for_sale' ) ) ) );
		$open = $this->product( array( 'stock_quantity' => 0 ) );
		$this->assertSame( 'for_sale', $this->availability( $open ) );
		$sold = $this->product();
		$this->order( $sold )->payment_complete();
		$this->assertSame( 'sold', $this->availability( $sold ) );
		$lent = $this->product( array( 'meta_data' => array() ) );
		$lent->update_meta_data( '_artwork_registry_availability', 'on_loan' );
		$lent->save();
		$this->assertSame( 'on_loan', $this->availability( $lent ) );
	}

	public function test_sizes_without_a_unit_use_the_unit_of_the_shop_or_the_chosen_one(): void {
		update_option( 'woocommerce_dimension_unit', 'in' );
		$product = $this->product();
		$product->update_meta_data( 'format', '10 x 20' );
		$product->save();
		$this->map( array( 'height_cm' => array( array( 'from' => 'meta', 'key' => 'format' ) ) ) );
		$this->assertSame( 25.4, $this->artwork_of( $product->get_id() )['height_cm'] );
		$this->map( array( 'height_cm' => array( array( 'from' => 'meta', 'key' => 'format' ) ) ), 'mm' );
		$this->assertSame( 1.0, $this->artwork_of( $product->get_id() )['height_cm'] );
	}

	public function test_a_price_from_a_custom_field_is_in_the_currency_of_the_shop(): void {
		$product = $this->product();
		$product->update_meta_data( 'gallery_price', '1.500,00' );
		$product->save();
		$this->map( array( 'price' => array( array( 'from' => 'meta', 'key' => 'gallery_price' ) ) ) );
		$this->assertSame( array( 'amount' => 1500.0, 'currency' => 'EUR' ), $this->artwork_of( $product->get_id() )['price'] );
	}

	public function test_attributes_with_unusual_names_are_found_in_the_catalogue(): void {
		for ( $n = 0; $n < 3; $n++ ) {
			$this->product( array(
				'name' => "Work $n",
				'attributes' => array( $this->attribute( 'Artist (born)', 'Anna Boch' ), $this->attribute( 'Abmessungen', '30 × 40 cm' ) ),
			) );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$data  = rest_do_request( new WP_REST_Request( 'GET', '/artwork-registry/v1/screen/mapping/catalogue/woocommerce' ) )->get_data();
		$found = array_column( $data['suggestions'], null, 'key' );
		$this->assertSame(
			array( array( 'artist_name' ), 3, 3 ),
			array( $found['Artist (born)']['fields'], $found['Artist (born)']['fits'], $found['Artist (born)']['adds'] )
		);
		$this->assertSame( Mapping::SIZES, $found['Abmessungen']['fields'] );
	}

	public function test_a_page_of_products_with_every_field_mapped_is_at_most_fifteen_queries(): void {
		$fields = array();
		foreach ( Mapping::FIELDS as $field ) {
			$fields[ $field ] = array(
				array( 'from' => 'meta', 'key' => 'my_' . $field ),
				array( 'from' => 'attribute', 'key' => 'My ' . $field ),
				array( 'from' => 'standard' ),
			);
		}
		array_unshift(
			$fields['artist_name'],
			array(
				'from' => 'fixed',
				'value' => 'Anna Boch',
				'when' => array( 'from' => 'taxonomy', 'key' => 'product_cat', 'is' => 'any_of', 'values' => array( 'Boch' ) ),
			),
			array( 'from' => 'property', 'key' => 'author' )
		);
		$this->map( $fields );
		$ids = array();
		for ( $n = 0; $n < self::page_size(); $n++ ) {
			$props   = array(
				'name' => "Work $n",
				'sku' => "M-$n",
				'image_id' => $this->attachment( "p$n.jpg" ),
				'attributes' => array( $this->attribute( 'My medium', 'Oil' ) ),
			);
			$product = $n % 5 ? $this->product( $props ) : $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ) ), $props );
			$id      = $product->get_id();
			$ids[]   = $id;
			wp_set_object_terms( $id, $n % 2 ? 'Boch' : 'Others', 'product_cat' );
			wp_update_post( array( 'ID' => $id, 'post_author' => 1 ) );
			update_post_meta( $id, 'my_cover_image_url', (string) $this->attachment( "m$n.jpg" ) );
		}
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		$this->clear_jobs();
		list( $page, $queries ) = $this->page_and_queries( 'wc_get_attribute_taxonomies' );
		$this->assertSame( array( 'shared' ), array_unique( array_column( $page['changes'], 'state' ) ) );
		$artworks = array_column( array_column( $page['changes'], 'artwork' ), null, 'title' );
		$this->assertSame( array( 'Anna Boch', 'Oil' ), array( $artworks['Work 1']['artist_name'], $artworks['Work 1']['medium'] ) );
		$this->assertLessThanOrEqual( 15, $queries );
	}

	/** @param array<string, list<array<string, mixed>>> $fields */
	private function map( array $fields, string $unit = 'shop' ): void {
		$chains = array();
		foreach ( $fields as $field => $steps ) {
			$chains[ $field ] = array( 'steps' => $steps, 'unit' => $unit );
		}
		$this->assertSame( array(), Mapping_Orders::save( array( 'woocommerce' => $chains ) ) );
		$this->clear_jobs();
	}

	private function clear_jobs(): void {
		while ( null !== Jobs::find() ) {
			Jobs::remove( Jobs::find()['id'] );
		}
	}
}
