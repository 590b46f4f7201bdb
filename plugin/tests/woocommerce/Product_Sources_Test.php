<?php
/**
 * A shop that sells more than art: the owner chooses product categories, or that products are not works at all.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Admin\List_Screens;
use ArtworkRegistry\Admin\Product_Panel;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Orders\Source_Orders;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\Tests\Shelves_Case;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Works_Query;
use WC_Product_Grouped;
use WP_REST_Request;

final class Product_Sources_Test extends Woocommerce_Case {
	use Shelves_Case;

	public function test_products_of_the_chosen_category_and_below_are_works_and_mugs_are_not(): void {
		$works = array(
			'art'    => $this->product( array( 'category_ids' => array( $this->shelves['art'] ) ) )->get_id(),
			'oil'    => $this->variable_product(
				array( 'Oak' => array( 'regular_price' => '300' ) ),
				array( 'category_ids' => array( $this->shelves['oil'] ) )
			)->get_id(),
			'both'   => $this->product( array( 'category_ids' => array( $this->shelves['mugs'], $this->shelves['oil'] ) ) )->get_id(),
			'mug'    => $this->product( array( 'category_ids' => array( $this->shelves['mugs'] ) ) )->get_id(),
			'none'   => $this->product()->get_id(),
			'hidden' => $this->product( array( 'catalog_visibility' => 'hidden', 'category_ids' => array( $this->shelves['mugs'] ) ) )->get_id(),
		);
		$grouped = new WC_Product_Grouped();
		$grouped->set_props( array( 'name' => 'Set', 'category_ids' => array( $this->shelves['art'] ) ) );
		$grouped->save();
		$this->posts[] = $grouped->get_id();
		$this->assert_same_verdict_everywhere( 'all' );
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		$this->assertSame(
			array( 'art' => null, 'oil' => null, 'both' => null, 'mug' => 'category', 'none' => 'category', 'hidden' => 'hidden' ),
			array_map( array( $this, 'reason_of' ), $works )
		);
		$this->assertSame( 'product_type', $this->reason_of( $grouped->get_id() ) );
		$this->assert_same_verdict_everywhere( 'art' );
		Change_Collector::flush();
		$this->assertSame( 3, Job_Walker::count( Jobs::REGISTER_ALL ) );
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['mugs'] ) ) ) );
		$this->assert_same_verdict_everywhere( 'mugs' );
		$this->choose_sources( array( 'woocommerce' => false, 'artwork' => null ) );
		$this->assertSame(
			array( 'art' => 'source', 'oil' => 'source', 'both' => 'source', 'mug' => 'source', 'none' => 'source', 'hidden' => 'source' ),
			array_map( array( $this, 'reason_of' ), $works )
		);
		$this->assert_same_verdict_everywhere( 'no products' );
	}

	/** @return array<string, array{0: callable(int, self): mixed}> */
	public function ways_out_of_the_category(): array {
		return array(
			'saved by code'          => array( static function ( int $id, self $test ): void {
				$product = wc_get_product( $id );
				$product->set_category_ids( array( $test->shelf( 'mugs' ) ) );
				$product->save();
			} ),
			'over REST'              => array( static function ( int $id, self $test ): void {
				wp_set_current_user( $test->user( 'administrator' ) );
				$request = new WP_REST_Request( 'PUT', "/wc/v3/products/$id" );
				$request->set_body_params( array( 'categories' => array( array( 'id' => $test->shelf( 'mugs' ) ) ) ) );
				$test->assertSame( 200, rest_do_request( $request )->get_status() );
			} ),
			'taken off by code'      => array( static function ( int $id, self $test ): void {
				wp_remove_object_terms( $id, $test->shelf( 'oil' ), 'product_cat' );
			} ),
			'over WP-CLI'            => array( static function ( int $id, self $test ): void {
				$test->wp_cli( 'post', 'term', 'set', (string) $id, 'product_cat', 'mugs' );
			} ),
			'its category moved'     => array( static function ( int $id, self $test ): void {
				wp_update_term( $test->shelf( 'oil' ), 'product_cat', array( 'parent' => 0 ) );
			} ),
			'its category deleted'   => array( static function ( int $id, self $test ): void {
				wp_delete_term( $test->shelf( 'oil' ), 'product_cat' );
			} ),
			'chosen one deleted'     => array( static function ( int $id, self $test ): void {
				wp_delete_term( $test->shelf( 'art' ), 'product_cat' );
			} ),
		);
	}

	/** @dataProvider ways_out_of_the_category */
	public function test_a_product_that_leaves_its_category_is_told_without_its_content( callable $leave ): void {
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		$id = $this->product( array( 'name' => 'Secret', 'category_ids' => array( $this->shelves['oil'] ) ) )->get_id();
		$this->publish_to_registry( $id );
		$leave( $id, $this );
		$this->assertSame( array( $id => array( 'not_shared', 'category' ) ), $this->pull() );
		$this->assert_same_verdict_everywhere();
	}

	public function test_products_that_are_no_works_leave_the_registry_and_the_screens_and_cost_nothing(): void {
		$product = $this->product();
		$id      = $product->get_id();
		$artwork = $this->artwork();
		$this->publish_to_registry( $id, $artwork );
		$this->assertSame( 1, Source_Orders::consequences( $this->choice( array( 'woocommerce' => false ) ) )['leaving'] );
		$this->choose_sources( array( 'woocommerce' => false ) );
		$told = $this->pull();
		$this->assertSame( array( array( 'not_shared', 'source' ), array( 'shared', null ) ), array( $told[ $id ], $told[ $artwork ] ) );
		$this->assertSame( array(), Product_Panel::add_tab( array() ) );
		remove_all_filters( 'manage_product_posts_columns' );
		List_Screens::register();
		$this->assertSame( array(), apply_filters( 'manage_product_posts_columns', array() ) );
		$before = $this->revision( $id );
		wc_update_product_stock( $product, 0 );
		$product->set_regular_price( '9' );
		$product->save();
		$other = $this->product( array( 'name' => 'A mug' ) )->get_id();
		$this->assertSame( array( $before, null ), array( $this->revision( $id ), Outbox::find( $other ) ) );
		$this->assertNull( Works_Query::find( $other ) );
		$this->assertNotNull( Works_Query::find( $id ), 'as long as the registry has it' );
		$this->choose_sources( array( 'woocommerce' => null ) );
		$this->assertSame( array( 'shared', null ), $this->pull()[ $id ] );
		List_Screens::register();
		$this->assertContains( 'Registry', apply_filters( 'manage_product_posts_columns', array() ) );
	}

	public function test_a_page_of_works_of_shop_theme_and_post_type_with_categories_is_at_most_fifteen_queries(): void {
		$room = $this->room( 'Attic' );
		$this->choose_sources( array(
			'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ),
			'type-portfolio' => array( 'portfolio_room' => array( $room ) ),
			'artwork' => null,
			'type-page' => null,
		) );
		$fields = array();
		foreach ( array( 'woocommerce', 'type-portfolio', 'artwork', 'type-page' ) as $source ) {
			foreach ( Mapping::FIELDS as $field ) {
				$fields[ $source ][ $field ] = array( 'steps' => array( array( 'from' => 'meta', 'key' => "my_$field" ), array( 'from' => 'standard' ) ) );
			}
			$fields[ $source ]['artist_name']['steps'][] = array( 'from' => 'property', 'key' => 'author' );
		}
		$this->assertSame( array(), Mapping_Orders::save( $fields ) );
		$ids = array();
		for ( $n = 0; $n < self::page_size(); $n++ ) {
			$picture = $this->attachment( "p$n.jpg" );
			$props   = array( 'name' => "Work $n", 'sku' => "S-$n", 'image_id' => $picture, 'category_ids' => array( $this->shelves['oil'] ) );
			$meta    = array( '_thumbnail_id' => $picture );
			switch ( $n % 5 ) {
				case 0:
					$id = $this->product( $props )->get_id();
					break;
				case 1:
					$id = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ) ), $props )->get_id();
					break;
				case 2:
					$id = $this->portfolio( array( 'meta_input' => $meta ), $room );
					break;
				case 3:
					$id = $this->artwork( array( 'meta_input' => $meta ) );
					break;
				default:
					$id = $this->artwork( array( 'post_type' => 'page', 'meta_input' => $meta ) );
			}
			update_post_meta( $id, 'my_cover_image_url', (string) $this->attachment( "m$n.jpg" ) );
			wp_update_post( array( 'ID' => $id, 'post_author' => 1 ) );
			$ids[] = $id;
		}
		Change_Collector::flush();
		$this->end_jobs();
		Status::choose( $ids, Status::CHOSEN );
		list( $page, $queries ) = $this->page_and_queries( 'wc_get_attribute_taxonomies' );
		$this->assertCount( self::page_size(), $page['changes'] );
		$this->assertSame( array( 'shared' ), array_values( array_unique( array_column( $page['changes'], 'state' ) ) ) );
		$this->assertLessThanOrEqual( 15, $queries );
	}

	public function test_saving_a_product_costs_two_queries_where_categories_are_chosen(): void {
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		$id = $this->taken_over( $this->product( array( 'category_ids' => array( $this->shelves['oil'] ) ) ) );
		$this->assertLessThanOrEqual( 2, $this->own_queries_of( function () use ( $id ): void {
			$product = wc_get_product( $id );
			$product->set_props( array( 'name' => 'New', 'regular_price' => '7', 'category_ids' => array( $this->shelves['mugs'], $this->shelves['oil'] ) ) );
			$product->save();
			Change_Collector::flush();
		} ) );
		$this->assertSame( 1, Outbox::count_waiting() );
	}

	public function shelf( string $name ): int {
		return $this->shelves[ $name ];
	}
}
