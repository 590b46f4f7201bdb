<?php
/**
 * Where each variation is a work, the choice of kinds and categories counts for it through its product.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Source_Orders;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Shelves_Case;
use ArtworkRegistry\Tests\Variations_Case;
use ArtworkRegistry\View\Works_Query;
use ArtworkRegistry\Work\Work_Loader;

final class Variation_Sources_Test extends Variations_Case {
	use Shelves_Case;

	public function test_variations_have_the_categories_of_their_product(): void {
		$this->each_is_a_work();
		$art  = $this->prints( array( 'category_ids' => array( $this->shelves['oil'] ) ) );
		$mugs = $this->prints( array( 'name' => 'Mug', 'category_ids' => array( $this->shelves['mugs'] ) ) );
		$this->assert_same_verdict_everywhere( 'all' );
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		$this->assert_same_verdict_everywhere( 'art' );
		$this->assertSame( array( 'variations', null, null ), array_map( array( $this, 'reason_of' ), array( $art[0]->get_id(), $art[1], $art[2] ) ) );
		$this->assertSame( array( 'variations', 'category', 'category' ), array_map( array( $this, 'reason_of' ), array( $mugs[0]->get_id(), $mugs[1], $mugs[2] ) ) );
		$this->choose_sources( array( 'woocommerce' => false, 'artwork' => null ) );
		$this->assert_same_verdict_everywhere( 'no products' );
		$this->assertSame( array( 'source', 'source' ), array_map( array( $this, 'reason_of' ), array( $art[1], $art[2] ) ) );
	}

	/** @return array<string, array{0: callable(int, self): mixed}> */
	public function ways_out_of_the_category(): array {
		return array(
			'saved by code'        => array( static function ( int $id, self $test ): void {
				$product = wc_get_product( $id );
				$product->set_category_ids( array( $test->shelves['mugs'] ) );
				$product->save();
			} ),
			'taken off by code'    => array( static function ( int $id, self $test ): void {
				wp_remove_object_terms( $id, $test->shelves['oil'], 'product_cat' );
			} ),
			'its category moved'   => array( static function ( int $id, self $test ): void {
				wp_update_term( $test->shelves['oil'], 'product_cat', array( 'parent' => 0 ) );
			} ),
			'its category deleted' => array( static function ( int $id, self $test ): void {
				wp_delete_term( $test->shelves['oil'], 'product_cat' );
			} ),
			'another choice'       => array( static function ( int $id, self $test ): void {
				$test->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $test->shelves['mugs'] ) ) ) );
			} ),
			'products are not works' => array( static function ( int $id, self $test ): void {
				$test->choose_sources( array( 'woocommerce' => false, 'artwork' => null ) );
			} ),
		);
	}

	/** @dataProvider ways_out_of_the_category */
	public function test_variations_leave_when_their_product_leaves_its_category( callable $leave ): void {
		$this->each_is_a_work();
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		list( $product, $oak, $ash ) = $this->prints( array( 'category_ids' => array( $this->shelves['oil'] ) ) );
		$this->publish_to_registry( $oak, $ash );
		$leave( $product->get_id(), $this );
		$told = array_intersect_key( $this->told(), array( $oak => 1, $ash => 1 ) );
		$this->assertSame( array( $oak, $ash ), array_keys( $told ) );
		foreach ( $told as $change ) {
			$this->assertSame( array( 'not_shared', null ), array( $change['state'], $change['artwork'] ) );
			$this->assertContains( $change['reason'], array( 'category', 'source' ) );
		}
		$this->assert_same_verdict_everywhere();
	}

	public function test_the_owner_sees_beforehand_how_many_variations_leave(): void {
		$this->each_is_a_work();
		list( , $oak, $ash ) = $this->prints( array( 'category_ids' => array( $this->shelves['oil'] ) ) );
		$this->publish_to_registry( $oak, $ash );
		$next = $this->choice( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['mugs'] ) ) ) );
		$this->assertSame( array( 'leaving' => 2, 'coming' => 0 ), Source_Orders::consequences( $next ) );
	}

	public function test_a_page_of_variations_in_chosen_categories_is_at_most_fifteen_queries(): void {
		$this->each_is_a_work();
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		$ids = array();
		// A query for each product is over the limit as well.
		$products = min( 25, self::page_size() );
		for ( $number = 0; $number < $products; $number++ ) {
			$product = $this->variable_product(
				array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '350' ) ),
				array( 'name' => "Work $number", 'category_ids' => array( $this->shelves['oil'] ) )
			);
			$ids     = array_merge( $ids, $product->get_children() );
		}
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		$this->end_jobs();
		$this->forget_outbox();
		Owner_Orders::register_many( $ids );
		list( $page, $queries ) = $this->page_and_queries( 'wc_get_attribute_taxonomies' );
		$this->assertCount( 2 * $products, $page['changes'] );
		$this->assertSame( array( 'shared' ), array_unique( array_column( $page['changes'], 'state' ) ) );
		$this->assertLessThanOrEqual( 15, $queries );
		wp_cache_flush();
		Categories::forget();
		$loaded = $this->own_queries_of( static function () use ( $ids ): void {
			foreach ( Work_Loader::load( $ids ) as list( $post ) ) {
				Categories::is_inside( $post );
				Categories::is_inside( get_post( $post->post_parent ) );
			}
		} );
		$this->assertLessThanOrEqual( 15, $loaded, 'the look before publishing' );
		$this->assertSame( 2 * $products, Works_Query::count( array( 'waiting' ), '' ) );
	}
}
