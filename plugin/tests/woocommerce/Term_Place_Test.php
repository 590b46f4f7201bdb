<?php
/**
 * A shop that keeps each artist as a category below "Artists", beside categories such as "Prints".
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Orders\Fix_Orders;
use ArtworkRegistry\Orders\Mapping_Orders;

final class Term_Place_Test extends Woocommerce_Case {
	/** @var int */
	private $artists;
	/** @var int */
	private $prints;

	protected function setUp(): void {
		parent::setUp();
		$this->artists = wp_insert_term( 'Artists', 'product_cat' )['term_id'];
		$this->prints  = wp_insert_term( 'Prints', 'product_cat' )['term_id'];
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	protected function tearDown(): void {
		foreach ( array( 'Artists', 'Prints', 'Corneille de Waal', 'C. de Waal', 'Blue period' ) as $name ) {
			$term = get_term_by( 'name', $name, 'product_cat' );
			if ( false !== $term ) {
				wp_delete_term( $term->term_id, 'product_cat' );
			}
		}
		parent::tearDown();
	}

	public function test_the_terms_below_one_are_offered_as_a_place_and_found_for_the_artist(): void {
		$this->work_by( 'Corneille de Waal' );
		$data  = $this->screen( 'GET', 'mapping/catalogue/woocommerce' )->get_data();
		$place = array_column( $data['places'], null, 'key' )[ $this->place() ];
		$this->assertSame( array( 'taxonomy', 'Category, below Artists' ), array( $place['from'], $place['label'] ) );
		$this->assertSame( array( 1, 'Corneille de Waal' ), array( $place['works'], $place['example'] ) );
		$found = array_column( $data['suggestions'], null, 'key' )[ $this->place() ];
		$this->assertSame( array( array( 'artist_name' ), 1 ), array( $found['fields'], $found['fits'] ) );
		$this->map_artist();
		$step = Mapping::current()->of( 'woocommerce' )['artist_name']['steps'][0];
		$this->assertSame( '“Category, below Artists”', Chain_Words::of( $step ) );
	}

	public function test_only_the_terms_directly_below_it_name_the_artist(): void {
		$id    = $this->work_by( 'Corneille de Waal' );
		$this->map_artist();
		$this->assertSame( 'Corneille de Waal', $this->artwork_of( $id )['artist_name'] );
		$artist = get_term_by( 'name', 'Corneille de Waal', 'product_cat' )->term_id;
		$period = wp_insert_term( 'Blue period', 'product_cat', array( 'parent' => $artist ) )['term_id'];
		wp_set_object_terms( $id, array( $artist, $period, $this->artists, $this->prints ), 'product_cat' );
		$this->assertSame( 'Corneille de Waal', $this->artwork_of( $id )['artist_name'] );
		wp_set_object_terms( $id, array( $this->prints ), 'product_cat' );
		$this->assertArrayNotHasKey( 'artist_name', $this->artwork_of( $id ) );
	}

	public function test_a_term_that_is_gone_holds_its_works_instead_of_emptying_them(): void {
		$id = $this->work_by( 'Corneille de Waal' );
		$this->map_artist();
		$pairing = $this->pair();
		$this->taken_over( wc_get_product( $id ) );
		wp_delete_term( $this->artists, 'product_cat' );
		$change = array_column( $this->call( $pairing, 'changes' )[1]['changes'], null, 'external_id' )[ $id ];
		$this->assertSame( array( 'broken', 'source_missing', null ), array( $change['state'], $change['error']['code'], $change['artwork'] ) );
	}

	public function test_a_corrected_artist_leaves_the_other_categories_and_undo_brings_back_all(): void {
		$id = $this->work_by( 'C. de Waal' );
		$this->map_artist();
		$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => 'Corneille de Waal' ), $former ) );
		$this->assertSame( array( 'Corneille de Waal', 'Prints' ), $this->categories( $id ) );
		$this->assertSame( $this->artists, get_term_by( 'name', 'Corneille de Waal', 'product_cat' )->parent );
		$this->assertNull( Fix_Orders::undo( $id, $former ) );
		$this->assertSame( array( 'C. de Waal', 'Prints' ), $this->categories( $id ) );
		$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => '' ) ) );
		$this->assertSame( array( 'Prints' ), $this->categories( $id ) );
	}

	private function work_by( string $artist ): int {
		$id   = $this->product( array( 'attributes' => array() ) )->get_id();
		$term = wp_insert_term( $artist, 'product_cat', array( 'parent' => $this->artists ) );
		wp_set_object_terms( $id, array( $term['term_id'], $this->prints ), 'product_cat' );
		return $id;
	}

	private function map_artist(): void {
		$chain = array( 'steps' => array( array( 'from' => 'taxonomy', 'key' => $this->place() ) ) );
		$this->assertSame( array(), Mapping_Orders::save( array( 'woocommerce' => array( 'artist_name' => $chain ) ) ) );
	}

	private function place(): string {
		return 'product_cat/' . $this->artists;
	}

	/** @return list<string> */
	private function categories( int $id ): array {
		return wp_get_object_terms( $id, 'product_cat', array( 'fields' => 'names', 'orderby' => 'name' ) );
	}
}
