<?php
/**
 * What the registry gets of a product.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Doubled_Skus;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Slow_Looks;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Tests\Broken_Statements;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Works_Query;

final class Product_Content_Test extends Woocommerce_Case {
	use Broken_Statements;

	public function test_a_product_carries_exactly_the_fields_that_are_filled(): void {
		$picture = $this->attachment();
		$product = $this->product(
			array(
				'name'       => 'L’<em>été</em> &amp; l\'hiver',
				'sku'        => 'B-7',
				'length'     => '4',
				'width'      => '120',
				'height'     => '80.5',
				'image_id'   => $picture,
				'sale_price' => '999.90',
				'attributes' => array( $this->attribute( 'Artist', 'Rosa Bonheur' ), $this->attribute( 'Year', '1853' ), $this->attribute( 'Technique', 'Oil', 'Canvas' ) ),
			)
		);
		$this->assertEquals(
			array(
				'title'           => "L’été & l'hiver",
				'artist_name'     => 'Rosa Bonheur',
				'year_created'    => '1853',
				'medium'          => 'Oil, Canvas',
				'height_cm'       => 80.5,
				'width_cm'        => 120.0,
				'depth_cm'        => 4.0,
				'inventory_ref'   => 'B-7',
				'availability'    => 'for_sale',
				'price'           => array(
					'amount'   => 999.9,
					'currency' => 'EUR',
				),
				'cover_image_url' => wp_get_attachment_image_url( $picture, 'large' ),
				'external_id'     => (string) $product->get_id(),
				'source_url'      => get_permalink( $product->get_id() ),
			),
			$this->artwork_of( $product->get_id() )
		);
	}

	public function test_an_empty_product_sends_only_the_required_fields(): void {
		$product = $this->product( array( 'regular_price' => '', 'manage_stock' => false, 'attributes' => array() ) );
		$artwork = $this->artwork_of( $product->get_id() );
		$this->assertSame( array( 'title', 'availability', 'external_id', 'source_url' ), array_keys( $artwork ) );
		$this->assertSame( 'not_for_sale', $artwork['availability'] );
	}

	/** @return array<string, array{0: string, 1: float}> */
	public function units(): array {
		return array(
			'm'  => array( 'm', 250.0 ),
			'cm' => array( 'cm', 2.5 ),
			'mm' => array( 'mm', 0.25 ),
			'in' => array( 'in', 6.35 ),
			'yd' => array( 'yd', 228.6 ),
		);
	}

	/** @dataProvider units */
	public function test_a_size_is_turned_into_centimetres_from( string $unit, float $height ): void {
		$product = $this->product( array( 'height' => '2.5' ) );
		update_option( 'woocommerce_dimension_unit', $unit );
		$this->assertSame( $height, $this->artwork_of( $product->get_id() )['height_cm'] );
	}

	public function test_length_and_width_alone_are_height_and_width_of_a_picture(): void {
		$artwork = $this->artwork_of( $this->product( array( 'length' => '70', 'width' => '50' ) )->get_id() );
		$this->assertSame( array( 70.0, 50.0, null ), array( $artwork['height_cm'], $artwork['width_cm'], $artwork['depth_cm'] ?? null ) );
		$artwork = $this->artwork_of( $this->product( array( 'width' => '0', 'height' => '-3' ) )->get_id() );
		$this->assertArrayNotHasKey( 'width_cm', $artwork );
		$this->assertArrayNotHasKey( 'height_cm', $artwork );
	}

	/** @return array<string, array{0: string, 1: string}> */
	public function spellings(): array {
		return array(
			'upper case'     => array( 'ARTIST', 'artist_name' ),
			'with a colon'   => array( 'Artist name:', 'artist_name' ),
			'German'         => array( 'Künstler', 'artist_name' ),
			'French'         => array( 'Année', 'year_created' ),
			'photographer'   => array( 'Photographer', 'artist_name' ),
			'year'           => array( 'Year of creation', 'year_created' ),
			'technique'      => array( 'technique', 'medium' ),
			'medium, padded' => array( ' Medium ', 'medium' ),
		);
	}

	/** @dataProvider spellings */
	public function test_an_attribute_is_known_when_it_is_written( string $name, string $field ): void {
		$product = $this->product( array( 'attributes' => array( $this->attribute( $name, 'Value' ) ) ) );
		$this->assertSame( 'Value', $this->artwork_of( $product->get_id() )[ $field ] );
	}

	public function test_medium_wins_over_technique_and_an_attribute_over_a_custom_field(): void {
		$product = $this->product( array( 'attributes' => array(
			$this->attribute( 'Technique', 'Impasto' ),
			$this->attribute( 'Medium', 'Oil on canvas' ),
			$this->attribute( 'Artist', 'Attribute' ),
		) ) );
		$product->update_meta_data( 'artist', 'Custom field' );
		$product->update_meta_data( 'year', '1907' );
		$product->save();
		$artwork = $this->artwork_of( $product->get_id() );
		$this->assertSame( array( 'Oil on canvas', 'Attribute', '1907' ), array( $artwork['medium'], $artwork['artist_name'], $artwork['year_created'] ) );
	}

	public function test_a_global_attribute_is_read_searched_and_renamed(): void {
		wc_create_attribute( array( 'name' => 'Artist', 'slug' => 'artist' ) );
		register_taxonomy( 'pa_artist', 'product' );
		$term      = wp_insert_term( 'Hilma af Klint', 'pa_artist' );
		$attribute = $this->attribute( 'pa_artist' );
		$attribute->set_id( wc_attribute_taxonomy_id_by_name( 'pa_artist' ) );
		$attribute->set_options( array( $term['term_id'] ) );
		$product = $this->product( array( 'attributes' => array( $attribute ) ) );
		$id      = $product->get_id();
		$this->assertSame( 'Hilma af Klint', $this->artwork_of( $id )['artist_name'] );
		$this->assertSame( array( $id ), array_column( Works_Query::list( array(), 'hilma', 1, 20 ), 'external_id' ) );
		wp_update_term( $term['term_id'], 'pa_artist', array( 'name' => 'Hilma AF Klint' ) );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
		$this->assertSame( 'Hilma AF Klint', $this->artwork_of( $id )['artist_name'] );
		wc_delete_attribute( wc_attribute_taxonomy_id_by_name( 'pa_artist' ) );
		unregister_taxonomy( 'pa_artist' );
	}

	public function test_an_attribute_the_buyer_chooses_is_no_property_of_the_product(): void {
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ) ) );
		$product->set_attributes( array_map( static function ( $attribute ) {
			$attribute->set_name( 'Frame' === $attribute->get_name() ? 'Material' : $attribute->get_name() );
			return $attribute;
		}, $product->get_attributes() ) );
		$product->save();
		$this->assertArrayNotHasKey( 'medium', $this->artwork_of( $product->get_id() ) );
	}

	public function test_a_shared_picture_and_the_placeholder_are_not_sent(): void {
		$shared = $this->attachment();
		$first  = $this->product( array( 'image_id' => $shared ) );
		$this->assertArrayHasKey( 'cover_image_url', $this->artwork_of( $first->get_id() ) );
		$this->product( array( 'image_id' => $shared, 'status' => 'draft' ) );
		$this->assertArrayHasKey( 'cover_image_url', $this->artwork_of( $first->get_id() ), 'a draft copy is not public' );
		$this->product( array( 'image_id' => $shared ) );
		$this->assertArrayNotHasKey( 'cover_image_url', $this->artwork_of( $first->get_id() ) );
		$placeholder = $this->attachment( 'placeholder.jpg' );
		$was         = get_option( 'woocommerce_placeholder_image' );
		update_option( 'woocommerce_placeholder_image', $placeholder );
		$this->assertArrayNotHasKey( 'cover_image_url', $this->artwork_of( $this->product( array( 'image_id' => $placeholder ) )->get_id() ) );
		update_option( 'woocommerce_placeholder_image', $was );
	}

	public function test_a_sku_that_was_written_past_woocommerce_into_two_products_is_no_inventory_number(): void {
		$first  = $this->product();
		$second = $this->product( array( 'name' => 'Another' ) );
		$third  = $this->product( array( 'name' => 'Third' ) );
		foreach ( array( array( $first, 'LAGER-1' ), array( $second, 'LAGER-1' ), array( $third, 'LAGER-2' ) ) as list( $product, $sku ) ) {
			update_post_meta( $product->get_id(), '_sku', $sku );
		}
		foreach ( array( 'a quick look', 'a slow one, whose answer is kept' ) as $size ) {
			$this->assertArrayNotHasKey( 'inventory_ref', $this->artwork_of( $first->get_id() ), $size );
			$this->assertSame( 'LAGER-2', $this->artwork_of( $third->get_id() )['inventory_ref'], $size );
			// As one that took 0.2 s.
			Slow_Looks::run( Slow_Looks::SKUS, fn() => usleep( 200_000 ) );
			$this->assertTrue( Slow_Looks::is_slow( Slow_Looks::SKUS ), $size );
		}
	}

	public function test_doubled_skus_are_found_without_the_lookup_table_of_woocommerce(): void {
		global $wpdb;
		foreach ( array( $this->product(), $this->product() ) as $product ) {
			update_post_meta( $product->get_id(), '_sku', 'LAGER-1' );
		}
		Slow_Looks::run( Slow_Looks::SKUS, fn() => usleep( 200_000 ) );
		$found = $this->failing_once(
			"/FROM {$wpdb->prefix}wc_product_meta_lookup/",
			static function (): array {
				return Read_Check::run( fn(): array => Doubled_Skus::of( array( 'LAGER-1', 'LAGER-2' ) ) );
			}
		);
		$this->assertSame( array( 'LAGER-1' ), $found );
	}

	public function test_a_sku_of_two_products_is_no_inventory_number(): void {
		$first  = $this->product( array( 'sku' => 'TWICE' ) );
		$second = $this->product();
		$this->assertSame( 'TWICE', $this->artwork_of( $first->get_id() )['inventory_ref'] );
		add_filter( 'wc_product_has_unique_sku', '__return_false' );
		$second->set_sku( 'twice' );
		$second->save();
		remove_filter( 'wc_product_has_unique_sku', '__return_false' );
		$this->assertArrayNotHasKey( 'inventory_ref', $this->artwork_of( $first->get_id() ) );
	}

	public function test_a_sale_price_counts_from_its_start_to_its_end_and_both_times_are_rechecked(): void {
		$now     = time();
		$product = $this->product( array( 'sale_price' => '900', 'date_on_sale_from' => $now + 3600, 'date_on_sale_to' => $now + 7200 ) );
		$id      = $product->get_id();
		$pairing = $this->pair();
		$change  = $this->change_of( $id );
		$this->assertEquals( array( 1200.0, Clock::iso( $now + 3600 ) ), array( $change['artwork']['price']['amount'], $change['recheck_at'] ) );
		Outbox::acknowledge( array( $id => $change['revision'] ) );
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		Clock::freeze( $now + 3601 );
		$this->assertSame( 1, $this->call( $pairing, 'poll' )[1]['waiting'] );
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertEquals(
			array( (string) $id, 900.0, Clock::iso( $now + 7201 ) ),
			array( $change['external_id'], $change['artwork']['price']['amount'], $change['recheck_at'] )
		);
		Outbox::acknowledge( array( $id => $change['revision'] ) );
		Clock::freeze( $now + 7201 );
		$this->call( $pairing, 'poll' );
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertEquals( array( 1200.0, null ), array( $change['artwork']['price']['amount'], $change['recheck_at'] ) );
		Outbox::acknowledge( array( $id => $change['revision'] ) );
		Clock::freeze( $now + 90000 );
		$this->assertSame( 0, $this->call( $pairing, 'poll' )[1]['waiting'] );
	}

	public function test_price_filters_of_other_plugins_never_reach_the_registry(): void {
		$product = $this->product();
		$double  = static function () {
			return '9999';
		};
		$other   = static function () {
			return 'JPY';
		};
		add_filter( 'woocommerce_product_get_price', $double );
		add_filter( 'woocommerce_product_get_regular_price', $double );
		add_filter( 'woocommerce_currency', $other );
		$this->assertEquals( array( 'amount' => 1200.0, 'currency' => 'EUR' ), $this->artwork_of( $product->get_id() )['price'] );
		remove_filter( 'woocommerce_product_get_price', $double );
		remove_filter( 'woocommerce_product_get_regular_price', $double );
		remove_filter( 'woocommerce_currency', $other );
	}

	public function test_the_price_is_the_one_entered_whether_the_shop_enters_prices_with_tax_or_without(): void {
		$product  = $this->product( array( 'tax_status' => 'taxable' ) );
		$settings = array( 'woocommerce_calc_taxes' => 'yes', 'woocommerce_prices_include_tax' => '', 'woocommerce_tax_display_shop' => '' );
		$were     = array();
		foreach ( array_keys( $settings ) as $option ) {
			$were[ $option ] = get_option( $option );
		}
		$rate = \WC_Tax::_insert_tax_rate( array( 'tax_rate_country' => '', 'tax_rate' => '19', 'tax_rate_name' => 'VAT', 'tax_rate_class' => '' ) );
		update_option( 'woocommerce_calc_taxes', 'yes' );
		foreach ( array( array( 'yes', 'excl' ), array( 'no', 'incl' ) ) as list( $entered_with_tax, $shown ) ) {
			update_option( 'woocommerce_prices_include_tax', $entered_with_tax );
			update_option( 'woocommerce_tax_display_shop', $shown );
			$this->assertNotEquals( 1200.0, (float) wc_get_price_to_display( wc_get_product( $product->get_id() ) ), 'visitors see another one' );
			$this->assertEquals( array( 'amount' => 1200.0, 'currency' => 'EUR' ), $this->artwork_of( $product->get_id() )['price'] );
		}
		\WC_Tax::_delete_tax_rate( $rate );
		foreach ( $were as $option => $value ) {
			update_option( $option, $value );
		}
	}

	/** @return array<string, array{0: string}> */
	public function ways_to_say_on_request(): array {
		return array(
			'no price' => array( '' ),
			'zero'     => array( '0' ),
		);
	}

	/** @dataProvider ways_to_say_on_request */
	public function test_a_price_on_request_is_no_price_and_the_owner_may_say_open_to_offers( string $price ): void {
		$product = $this->product( array( 'regular_price' => $price ) );
		$artwork = $this->artwork_of( $product->get_id() );
		$this->assertArrayNotHasKey( 'price', $artwork );
		$this->assertSame( 'not_for_sale', $artwork['availability'], 'nobody can buy it' );
		Sources::get( 'woocommerce' )->set_availability_mark( $product->get_id(), 'open_to_offers' );
		$this->assertSame( 'open_to_offers', $this->artwork_of( $product->get_id() )['availability'] );
	}

	public function test_variations_with_one_price_show_it_and_with_several_show_none(): void {
		$same = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '300' ) ) );
		$this->assertEquals( 300.0, $this->artwork_of( $same->get_id() )['price']['amount'] );
		$differing = $this->variable_product( array(
			'Oak' => array( 'regular_price' => '300' ),
			'Ash' => array( 'regular_price' => '450', 'sale_price' => '400' ),
		) );
		$artwork   = $this->artwork_of( $differing->get_id() );
		$this->assertArrayNotHasKey( 'price', $artwork );
		$this->assertSame( 'for_sale', $artwork['availability'] );
	}

	/** @return list<int> Their ids; every second is a product with two variations. */
	private function page_of_products(): array {
		$ids = array();
		for ( $n = 0; $n < self::page_size(); $n++ ) {
			$props = array( 'name' => "Work $n", 'sku' => "S-$n", 'image_id' => $this->attachment( "w$n.jpg" ), 'height' => '10' );
			$ids[] = $n % 2
				? $this->product( $props )->get_id()
				: $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '400' ) ), $props )->get_id();
		}
		Change_Collector::flush();
		return $ids;
	}

	public function test_a_page_of_products_is_at_most_fifteen_queries(): void {
		Jobs::remove_all();
		Status::choose( $this->page_of_products(), Status::CHOSEN );
		list( $page, $queries ) = $this->page_and_queries( 'wc_get_attribute_taxonomies' );
		$this->assertCount( self::page_size(), $page['changes'] );
		$this->assertSame( array( 'shared' ), array_unique( array_column( $page['changes'], 'state' ) ) );
		// One of them reads how large the catalogue is, for the SKUs: see Doubled_Skus.
		$this->assertLessThanOrEqual( 12, $queries );
		Slow_Looks::run( Slow_Looks::SKUS, fn() => usleep( 200_000 ) );
		$this->page_and_queries( 'wc_get_attribute_taxonomies' );
		list( , $queries ) = $this->page_and_queries( 'wc_get_attribute_taxonomies' );
		$this->assertLessThanOrEqual( 11, $queries, 'where the doubled SKUs of a large shop are kept' );
	}

	public function test_a_page_that_walks_a_large_job_further_costs_five_queries_more(): void {
		Jobs::remove_all();
		$this->page_of_products();
		Change_Page::read( self::page_size() );
		Jobs::start( Jobs::REGISTER_ALL, self::page_size() );
		// The first page of a job reads the options of the site once more; this is a later one.
		Jobs::advance( Jobs::find()['id'], 1, 0 );
		wp_cache_flush();
		get_option( 'siteurl' );
		wc_get_attribute_taxonomies();
		$page    = array();
		$queries = $this->queries_of( static function () use ( &$page ): void {
			$page = Change_Page::read( self::page_size() );
		} );
		$this->assertCount( self::page_size(), $page['changes'] );
		$this->assertLessThanOrEqual( 17, $queries );
	}
}
