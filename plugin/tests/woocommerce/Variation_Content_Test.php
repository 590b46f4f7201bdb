<?php
/**
 * What the registry gets of a variation that is a work of its own.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Mapping\Catalogue;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Web_Address;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Tests\Variations_Case;
use ArtworkRegistry\View\Works_Query;

final class Variation_Content_Test extends Variations_Case {
	public function test_a_variation_carries_exactly_the_fields_that_are_filled_its_own_first(): void {
		$this->each_is_a_work();
		$picture = $this->attachment( 'oak.jpg' );
		$product = $this->variable_product(
			array(
				'Oak &amp; glass' => array( 'regular_price' => '300', 'sku' => 'H-1', 'height' => '40', 'width' => '30', 'image_id' => $picture ),
				'Ash'             => array( 'regular_price' => '350', 'manage_stock' => true, 'stock_quantity' => 0 ),
			),
			array( 'sku' => 'H', 'height' => '20', 'width' => '25', 'length' => '2', 'image_id' => $this->attachment( 'harbour.jpg' ) )
		);
		list( $oak, $ash ) = $product->get_children();
		Owner_Orders::register( $product->get_id() );
		$told = $this->told();
		$this->assertSame( array( $oak, $ash ), array_keys( $told ) );
		$this->assertEquals(
			array(
				'title'           => 'Harbour, Oak & glass',
				'artist_name'     => 'Anna Boch',
				'height_cm'       => 40.0,
				'width_cm'        => 30.0,
				'depth_cm'        => 2.0,
				'inventory_ref'   => 'H-1',
				'availability'    => 'for_sale',
				'price'           => array( 'amount' => 300.0, 'currency' => 'EUR' ),
				'cover_image_url' => wp_get_attachment_image_url( $picture, 'large' ),
				'external_id'     => (string) $oak,
				'source_url'      => wc_get_product( $oak )->get_permalink(),
			),
			$told[ $oak ]['artwork']
		);
		$this->assertEquals(
			array(
				'title'           => 'Harbour, Ash',
				'artist_name'     => 'Anna Boch',
				'height_cm'       => 20.0,
				'width_cm'        => 25.0,
				'depth_cm'        => 2.0,
				'availability'    => 'not_for_sale',
				'price'           => array( 'amount' => 350.0, 'currency' => 'EUR' ),
				'cover_image_url' => wp_get_attachment_image_url( $product->get_image_id(), 'large' ),
				'external_id'     => (string) $ash,
				'source_url'      => wc_get_product( $ash )->get_permalink(),
			),
			$told[ $ash ]['artwork'],
			'what it does not say itself its product says, but for the SKU'
		);
	}

	/** @return array<string, array{0: string, 1: string}> Name of the attribute, and a value. */
	public function scripts(): array {
		return array(
			'Greek'    => array( 'Χρώμα', 'Μπλε' ),
			'Cyrillic' => array( 'Рама', 'Дуб' ),
			'Hebrew'   => array( 'מסגרת', 'אלון' ),
			'Latin'    => array( 'Größe', 'groß & klein' ),
		);
	}

	/** @dataProvider scripts */
	public function test_the_page_of_a_variation_opens_with_it_chosen_whatever_the_script_of_its_attribute( string $name, string $value ): void {
		$attribute = $this->attribute( $name, $value, 'x' );
		$attribute->set_variation( true );
		$product   = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ) ), array( 'attributes' => array( $attribute ) ) );
		$variation = wc_get_product( $product->get_children()[0] );
		$variation->set_attributes( array( sanitize_title( $name ) => $value ) );
		$variation->save();
		$page = wc_get_product( $variation->get_id() )->get_permalink();
		$this->assertStringContainsString( 'attribute_', $page );
		$this->assertSame( $page, Web_Address::of( Variations::url( get_post( $product->get_id() ), $variation->get_id() ) ) );
	}

	public function test_the_picture_of_the_product_is_sent_with_one_variation_and_with_none_of_several(): void {
		$this->each_is_a_work();
		$picture = $this->attachment( 'harbour.jpg' );
		list( $product, $oak, $ash ) = $this->prints( array( 'image_id' => $picture ) );
		$this->touch( $oak, $ash );
		$told = $this->told();
		$this->assertArrayNotHasKey( 'cover_image_url', $told[ $oak ]['artwork'] );
		$this->assertArrayNotHasKey( 'cover_image_url', $told[ $ash ]['artwork'] );
		wc_get_product( $oak )->set_image_id( $this->attachment( 'oak.jpg' ) );
		update_post_meta( $oak, '_thumbnail_id', $this->attachment( 'oak.jpg' ) );
		$this->touch( $oak, $ash );
		$told = $this->told();
		$this->assertArrayHasKey( 'cover_image_url', $told[ $oak ]['artwork'] );
		$this->assertSame( wp_get_attachment_image_url( $picture, 'large' ), $told[ $ash ]['artwork']['cover_image_url'], 'nobody else shows it any more' );
		update_post_meta( $oak, '_thumbnail_id', $picture );
		$this->touch( $oak, $ash );
		$told = $this->told();
		$this->assertArrayNotHasKey( 'cover_image_url', $told[ $oak ]['artwork'], 'its own picture is the product’s, which the other shows' );
		$this->assertArrayNotHasKey( 'cover_image_url', $told[ $ash ]['artwork'] );
	}

	public function test_a_picture_from_a_custom_field_of_the_product_is_no_picture_of_several_variations(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		update_post_meta( $product->get_id(), 'scan', 'https://gallery.example/scan.jpg' );
		update_post_meta( $ash, 'scan', 'https://gallery.example/ash.jpg' );
		$this->map( 'cover_image_url', array( 'from' => 'meta', 'key' => 'scan' ) );
		$told = $this->told();
		$this->assertSame( 'https://gallery.example/ash.jpg', $told[ $ash ]['artwork']['cover_image_url'] );
		$this->assertSame( 'https://gallery.example/scan.jpg', $told[ $oak ]['artwork']['cover_image_url'] );
		delete_post_meta( $ash, 'scan' );
		$this->touch( $oak, $ash );
		$told = $this->told();
		$this->assertArrayNotHasKey( 'cover_image_url', $told[ $oak ]['artwork'] );
		$this->assertArrayNotHasKey( 'cover_image_url', $told[ $ash ]['artwork'] );
	}

	public function test_a_mapped_place_of_a_variation_comes_before_its_products(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$id = $product->get_id();
		update_post_meta( $id, 'paper', 'Cotton' );
		update_post_meta( $oak, 'paper', 'Washi' );
		wp_set_object_terms( $id, 'Prints', 'product_cat' );
		$this->map( 'medium', array( 'from' => 'pattern', 'value' => '{taxonomy:product_cat} on {meta:paper}, {attribute:Frame}, {property:title}' ) );
		$told = $this->told();
		$this->assertSame( 'Prints on Washi, Oak, Harbour', $told[ $oak ]['artwork']['medium'] );
		$this->assertSame( 'Prints on Cotton, Ash, Harbour', $told[ $ash ]['artwork']['medium'] );
	}

	public function test_a_size_in_the_attribute_of_a_variation_is_its_size(): void {
		$this->each_is_a_work();
		$product = $this->variable_product( array( '30 × 40 cm' => array( 'regular_price' => '90' ), '60 × 80 cm' => array( 'regular_price' => '190' ) ) );
		Owner_Orders::register( $product->get_id() );
		$place = array( 'steps' => array( array( 'from' => 'attribute', 'key' => 'Frame' ) ) );
		$this->assertSame( array(), Mapping_Orders::save( array( 'woocommerce' => array( 'height_cm' => $place, 'width_cm' => $place ) ) ) );
		$sizes = array();
		foreach ( $this->told() as $change ) {
			$sizes[] = array( $change['artwork']['height_cm'], $change['artwork']['width_cm'] );
		}
		$this->assertEquals( array( array( 30, 40 ), array( 60, 80 ) ), $sizes );
	}

	public function test_a_medium_that_the_buyer_chooses_is_the_works_medium(): void {
		$this->each_is_a_work();
		$name    = $this->global_attribute( 'Material', array( 'giclee' => 'Giclée', 'etching' => 'Etching &amp; aquatint' ) );
		list( $product ) = $this->product_with_global_attribute( $name, array( 'giclee', 'etching' ) );
		Owner_Orders::register( $product );
		$told = array_values( $this->told() );
		$this->assertSame( array( 'Giclée', 'Etching & aquatint' ), array( $told[0]['artwork']['medium'], $told[1]['artwork']['medium'] ) );
		$this->assertSame( 'Harbour, Giclée', $told[0]['artwork']['title'] );
	}

	public function test_what_the_buyer_chooses_is_offered_to_the_mapping_once_variations_are_works(): void {
		$this->prints();
		$offered = static function (): array {
			return array_column( ( new Catalogue( Sources::get( 'woocommerce' ) ) )->places(), 'key' );
		};
		$this->assertNotContains( 'Frame', $offered() );
		$this->each_is_a_work();
		$this->assertContains( 'Frame', $offered() );
		$this->assertSame( 1, ( new Catalogue( Sources::get( 'woocommerce' ) ) )->total, 'products are counted, not their variations' );
	}

	public function test_the_title_of_the_product_in_the_pattern_is_the_mapped_one(): void {
		$this->each_is_a_work( '{title} ({attribute:frame})' );
		list( $product, $oak ) = $this->prints();
		update_post_meta( $product->get_id(), 'work_title', 'Le port' );
		$this->map( 'title', array( 'from' => 'meta', 'key' => 'work_title' ) );
		$this->assertSame( 'Le port (Oak)', $this->told()[ $oak ]['artwork']['title'] );
	}

	public function test_a_variation_without_a_title_of_its_own_is_not_sent_as_its_product(): void {
		$this->each_is_a_work();
		list( , $oak ) = $this->prints();
		delete_post_meta( $oak, 'attribute_frame' );
		$this->assertArrayNotHasKey( 'title', $this->told()[ $oak ]['artwork'] );
	}

	public function test_the_availability_set_for_a_product_counts_for_its_variations_unless_they_have_their_own(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$this->rest( 'POST', '/artwork-registry/v1/screen/works/' . $product->get_id() . '/availability', array( 'availability' => 'on_loan' ) );
		$this->rest( 'POST', "/artwork-registry/v1/screen/works/$ash/availability", array( 'availability' => 'private_collection' ) );
		$told = $this->told();
		$this->assertSame( array( 'on_loan', 'private_collection' ), array( $told[ $oak ]['artwork']['availability'], $told[ $ash ]['artwork']['availability'] ) );
	}

	public function test_a_sale_price_of_one_variation_begins_for_that_work_alone(): void {
		$this->each_is_a_work();
		list( , $oak, $ash ) = $this->prints();
		$now       = Clock::now();
		$variation = wc_get_product( $oak );
		$variation->set_props( array( 'sale_price' => '250', 'date_on_sale_from' => $now + 3600 ) );
		$variation->save();
		$told = $this->told();
		$this->assertSame( Clock::iso( $now + 3600 ), $told[ $oak ]['recheck_at'] );
		$this->assertEquals( 300, $told[ $oak ]['artwork']['price']['amount'] );
		Clock::freeze( $now + 3601 );
		$this->touch( $oak, $ash );
		$told = $this->told();
		$this->assertEquals( array( 250, 350 ), array( $told[ $oak ]['artwork']['price']['amount'], $told[ $ash ]['artwork']['price']['amount'] ) );
	}

	public function test_stock_of_the_product_is_stock_of_variations_without_their_own(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints( array( 'manage_stock' => true, 'stock_quantity' => 1 ) );
		$own = wc_get_product( $ash );
		$own->set_props( array( 'manage_stock' => true, 'stock_quantity' => 3 ) );
		$own->save();
		$this->take();
		wc_update_product_stock( $product->get_id(), 0 );
		$told = $this->told();
		$this->assertSame( array( 'not_for_sale', 'for_sale' ), array( $told[ $oak ]['artwork']['availability'], $told[ $ash ]['artwork']['availability'] ) );
	}

	/** @return array<string, array{0: callable(int, int): mixed, 1: string}> */
	public function what_keeps_a_variation_out(): array {
		return array(
			'product a draft'             => array( static function ( int $product ) {
				return wp_update_post( array( 'ID' => $product, 'post_status' => 'draft' ) );
			}, 'draft' ),
			'product private'             => array( static function ( int $product ) {
				return wp_update_post( array( 'ID' => $product, 'post_status' => 'private' ) );
			}, 'private' ),
			'product with a password'     => array( static function ( int $product ) {
				return wp_update_post( array( 'ID' => $product, 'post_password' => 'x' ) );
			}, 'password' ),
			'product hidden'              => array( static function ( int $product ) {
				return wp_set_object_terms( $product, array( 'exclude-from-search', 'exclude-from-catalog' ), 'product_visibility' );
			}, 'hidden' ),
			'product excluded'            => array( static function ( int $product ): void {
				Owner_Orders::stop_updating( $product );
			}, 'excluded' ),
			'the variation excluded'      => array( static function ( int $product, int $oak ): void {
				Owner_Orders::stop_updating( $oak );
			}, 'excluded' ),
			'the variation switched off'  => array( static function ( int $product, int $oak ): void {
				$variation = wc_get_product( $oak );
				$variation->set_status( 'private' );
				$variation->save();
			}, 'private' ),
			'its product is the work'     => array( static function ( int $product ): void {
				Variation_Orders::save_product( $product, 'product' );
			}, 'variation' ),
		);
	}

	/** @dataProvider what_keeps_a_variation_out */
	public function test_a_registered_variation_leaves( callable $act, string $reason ): void {
		$this->each_is_a_work();
		list( $product, $oak ) = $this->prints();
		$act( $product->get_id(), $oak );
		$change = $this->told()[ $oak ];
		$this->assertSame( array( 'not_shared', $reason, null, "#$oak" ), array( $change['state'], $change['reason'], $change['artwork'], $change['title'] ) );
	}

	public function test_a_later_variation_of_a_product_that_was_stopped_is_never_registered(): void {
		$this->each_is_a_work();
		list( $product ) = $this->prints();
		$id              = $product->get_id();
		Owner_Orders::stop_updating( $id );
		$this->take();
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$later = $this->variation( $id, 'Elm' );
		Owner_Orders::register_all();
		$this->assertNotContains( 'Harbour, Elm', $this->told_in_short(), 'in automatic mode, too' );
		$this->assertSame( Status::EXCLUDED, Works_Query::find( $later )['chosen'] );
	}

	public function test_a_page_of_variations_of_different_products_is_at_most_fifteen_queries(): void {
		$this->each_is_a_work();
		$variations = array();
		for ( $n = 0; $n < self::page_size(); $n++ ) {
			$product      = $this->variable_product(
				array( 'Oak' => array( 'regular_price' => '300', 'sku' => "S-$n" ) ),
				array( 'name' => "Print $n", 'image_id' => $this->attachment( "p$n.jpg" ) )
			);
			$variations[] = $product->get_children()[0];
		}
		$this->forget_outbox();
		Status::choose( $variations, Status::CHOSEN );
		$this->touch( ...$variations );
		list( $page, $queries ) = $this->page_and_queries();
		$this->assertCount( self::page_size(), $page['changes'] );
		$this->assertSame( array( 'shared' ), array_values( array_unique( array_column( $page['changes'], 'state' ) ) ) );
		$this->assertArrayHasKey( 'cover_image_url', $page['changes'][0]['artwork'] );
		$this->assertLessThanOrEqual( 15, $queries );
	}

	/** @param array<string, mixed> $step */
	private function map( string $field, array $step ): void {
		$this->assertSame( array(), Mapping_Orders::save( array( 'woocommerce' => array( $field => array( 'steps' => array( $step ) ) ) ) ) );
		Mapping::forget();
	}

	private function touch( int ...$ids ): void {
		Outbox::touch( array_fill_keys( $ids, 'woocommerce' ) );
	}
}
