<?php
/**
 * Panel, list column, table of works and command line, with products.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Duplicate_Orders;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;
use Automattic\WooCommerce\Internal\Features\FeaturesController;
use Automattic\WooCommerce\Utilities\FeaturesUtil;
use WP_REST_Request;

final class Product_Screens_Test extends Woocommerce_Case {
	public function test_an_empty_field_is_named_with_the_place_to_fill_it_in(): void {
		$id              = $this->taken_over( $this->product( array( 'attributes' => array() ) ) );
		$report          = $this->report( $id, 'attention', $this->revision( $id ) );
		$report['error'] = '{"code":"invalid_body","message":"…",'
			. '"issues":[{"path":"artwork.artist_name","message":"Required"},{"path":"title","message":"Too long"}]}';
		Status::save_reports( array( $report ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$work = Work_View::of( Works_Query::find( $id ) );
		$this->assertSame(
			'Artist is empty: add it under Attributes, or set an artist for all artworks under Fields. Product name was refused (Too long): open the artwork and correct Product name.',
			$work['error']['text']
		);
		$this->assertSame( array( 'artist_name', 'title' ), $work['error']['fields'] );
		$this->assertStringContainsString( "post.php?post=$id", $work['edit_url'] );
	}

	public function test_the_panel_shows_exactly_what_is_registered(): void {
		$id = $this->product( array( 'height' => '80' ) )->get_id();
		wp_set_current_user( $this->user( 'shop_manager' ) );
		$data   = rest_do_request( new WP_REST_Request( 'GET', "/artwork-registry/v1/screen/works/$id/content" ) )->get_data();
		$shown  = array_filter( array_column( $data['fields'], 'value', 'field' ) );
		$pulled = $this->artwork_of( $id );
		unset( $pulled['external_id'] );
		ksort( $shown );
		ksort( $pulled );
		$this->assertEquals( $pulled, $shown );
		$this->assertSame( '', $data['mark'] );
		$places = array_column( $data['fields'], 'place', 'field' );
		$this->assertSame( 'add it under Attributes', $places['medium'] );
	}

	public function test_a_work_that_another_plugin_fails_over_does_not_empty_a_list(): void {
		$broken = $this->product( array( 'title' => 'Broken' ) )->get_id();
		$ids    = array( $broken, $this->product()->get_id() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$throws = static function ( int $id ) use ( $broken ): void {
			if ( $id === $broken ) {
				throw new \RuntimeException( 'Another plugin is broken.' );
			}
		};
		$artist = static function ( $name, \WP_Post $post ) use ( $throws ) {
			$throws( $post->ID );
			return $name;
		};
		$terms  = static function ( $terms, int $id, string $taxonomy ) use ( $throws ) {
			if ( 'product_visibility' === $taxonomy ) {
				$throws( $id );
			}
			return $terms;
		};
		add_filter( 'artwork_registry_field_artist_name', $artist, 10, 2 );
		add_filter( 'get_the_terms', $terms, 10, 3 );
		try {
			$works   = array_column( array_map( array( Work_View::class, 'of' ), array_map( array( Works_Query::class, 'find' ), $ids ) ), null, 'external_id' );
			$preview = $this->screen( 'POST', 'mapping/preview', array( 'id' => $broken ) );
		} finally {
			remove_filter( 'artwork_registry_field_artist_name', $artist, 10 );
			remove_filter( 'get_the_terms', $terms, 10 );
		}
		$this->assertSame( array( '', 'unreadable' ), array( $works[ $broken ]['artist'], $works[ $broken ]['reason'] ) );
		$this->assertSame( array( true, 'not_chosen' ), array( '' !== $works[ $ids[1] ]['artist'], $works[ $ids[1] ]['reason'] ) );
		$this->assertSame( 200, $preview->get_status() );
		$this->assertStringContainsString( 'another plugin failed', $preview->get_data()['error'] );
	}

	public function test_the_panel_shows_the_number_of_a_copy(): void {
		$pairing = $this->pair();
		$ids     = array( $this->product()->get_id(), $this->product()->get_id() );
		Status::choose( $ids, Status::CHOSEN );
		foreach ( $ids as $id ) {
			$report         = $this->report( $id, 'held', $this->revision( $id ) );
			$report['held'] = array( 'reason' => 'possible_duplicate', 'group' => '00000000000000cc', 'size' => 2, 'known' => null );
			Status::save_reports( array( array( 'registry_id' => null ) + $report ) );
		}
		Duplicate_Orders::choose( '00000000000000cc', 'number' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$data = rest_do_request( new WP_REST_Request( 'GET', "/artwork-registry/v1/screen/works/$ids[1]/content" ) )->get_data();
		$this->assertSame( 'Water Lilies, 2/2', $data['fields'][0]['value'] );
		$this->assertSame( 2, $this->call( $pairing, 'poll' )[1]['waiting'] );
	}

	public function test_content_and_mark_are_for_those_who_may_edit_the_product(): void {
		$id = $this->product()->get_id();
		foreach ( array( 0, $this->user( 'customer' ) ) as $user ) {
			wp_set_current_user( $user );
			$this->assertContains( rest_do_request( new WP_REST_Request( 'GET', "/artwork-registry/v1/screen/works/$id/content" ) )->get_status(), array( 401, 403 ) );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$artwork = $this->artwork();
		$request = new WP_REST_Request( 'POST', "/artwork-registry/v1/screen/works/$artwork/availability" );
		$request->set_body_params( array( 'availability' => 'sold' ) );
		$this->assertSame( 404, rest_do_request( $request )->get_status(), 'an artwork has a field of its own for that' );
	}

	public function test_the_column_of_the_product_list_is_one_query_for_the_page(): void {
		global $wp_query;
		$ids = array();
		for ( $n = 0; $n < 5; $n++ ) {
			$ids[] = $this->taken_over( $this->product() );
		}
		Status::save_reports( array( $this->report( $ids[0], 'published', $this->revision( $ids[0] ) ) ) );
		$wp_query = new \WP_Query( array( 'post_type' => 'product', 'post__in' => $ids ) );
		\ArtworkRegistry\Admin\List_Screens::register();
		$columns  = apply_filters( 'manage_product_posts_columns', array( 'cb' => '', 'name' => 'Name', 'date' => 'Date' ) );
		$this->assertContains( 'Registry', $columns );
		ob_start();
		$queries = $this->queries_of( static function () use ( $ids ): void {
			foreach ( $ids as $id ) {
				\ArtworkRegistry\Admin\List_Column::show( 'artwork_registry', $id );
			}
		} );
		$html = (string) ob_get_clean();
		$this->assertSame( 1, $queries );
		$this->assertSame( 1, substr_count( $html, 'AREG-1</code>' ) );
		$this->assertSame( 4, substr_count( $html, 'Waiting' ) );
		$this->assertStringContainsString( 'dashicons-yes-alt', $html );
	}

	public function test_a_visitor_of_the_shop_costs_no_query(): void {
		$id    = $this->product()->get_id();
		$shown = '';
		$this->revision( $id );
		$this->assertSame( 0, $this->own_queries_of( static function () use ( $id, &$shown ): void {
			wp_cache_flush();
			( new \WP_Query( array( 'post_type' => 'product' ) ) )->get_posts();
			$product = wc_get_product( $id );
			$shown   = $product->get_name() . $product->get_price_html() . $product->get_image() . $product->is_purchasable();
			Change_Collector::flush();
		} ) );
		$this->assertStringContainsString( 'Water Lilies', $shown );
	}

	public function test_no_feature_of_the_shop_counts_as_incompatible_with_us(): void {
		$features = wc_get_container()->get( FeaturesController::class );
		$found    = FeaturesUtil::get_compatible_features_for_plugin( 'artwork-registry-connector/artwork-registry-connector.php' );
		$this->assertSame( array(), $found['incompatible'] );
		$this->assertSame( array(), array_diff( array( 'custom_order_tables', 'cart_checkout_blocks' ), $found['compatible'] ) );
		foreach ( $found['uncertain'] as $feature ) {
			// WooCommerce 10.2 takes everything for compatible that does not say otherwise.
			$default = method_exists( $features, 'get_default_plugin_compatibility' ) ? $features->get_default_plugin_compatibility( $feature ) : 'compatible';
			$this->assertSame( 'compatible', $default, $feature );
		}
	}

	public function test_the_sku_is_searched(): void {
		$id = $this->taken_over( $this->product( array( 'sku' => 'NEEDLE-77' ) ) );
		$this->assertSame( array( $id ), array_column( Works_Query::list( array(), 'needle-77', 1, 20 ), 'external_id' ) );
		$this->assertSame( array( $id ), array_column( Works_Query::list( array(), 'claude mon', 1, 20 ), 'external_id' ) );
		Outbox::remove( $id );
	}

	public function test_uninstalling_leaves_no_fields_at_the_products(): void {
		$product = $this->product();
		$this->order( $product )->payment_complete();
		wp_set_current_user( $this->user( 'administrator' ) );
		update_post_meta( $product->get_id(), '_artwork_registry_availability', 'sold' );
		Settings::update( array( 'on_delete' => 'remove' ) );
		if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
			define( 'WP_UNINSTALL_PLUGIN', 'artwork-registry-connector' );
		}
		require dirname( __DIR__, 2 ) . '/uninstall.php';
		$this->assertSame( array(), array_filter( array_keys( get_post_meta( $product->get_id() ) ), static function ( string $key ): bool {
			return 0 === strpos( $key, '_artwork_registry' );
		} ) );
		\ArtworkRegistry\Store\Schema::install();
	}

	public function test_a_page_of_the_works_table_costs_the_same_few_queries_for_three_works_and_for_twenty(): void {
		for ( $n = 0; $n < 20; $n++ ) {
			$product = $this->product( array( 'name' => "Work $n" ) );
			set_post_thumbnail( $product->get_id(), $this->attachment( "w$n.jpg" ) );
		}
		Change_Collector::flush();
		wp_set_current_user( $this->user( 'administrator' ) );
		$costs = array();
		foreach ( array( 3, 20 ) as $per_page ) {
			wp_cache_flush();
			get_option( 'siteurl' );
			wp_get_current_user();
			$costs[] = $this->own_queries_of( function () use ( $per_page ): void {
				$this->assertCount( $per_page, $this->screen( 'GET', 'works', array( 'per_page' => $per_page ) )->get_data()['works'] );
			} );
		}
		$this->assertSame( $costs[0], $costs[1] );
		$this->assertLessThanOrEqual( 15, $costs[1] );
	}

	public function test_the_review_names_a_product_that_another_plugin_fails_to_sort_and_ends(): void {
		$this->product();
		$bad    = $this->product()->get_id();
		$broken = static function ( $terms, int $id ) use ( $bad ) {
			if ( $id === $bad ) {
				throw new \TypeError( 'Another plugin.' );
			}
			return $terms;
		};
		Change_Collector::flush();
		add_filter( 'get_the_terms', $broken, 10, 2 );
		try {
			for ( $step = 0; $step < 3; $step++ ) {
				Check_Run::step();
			}
		} finally {
			remove_filter( 'get_the_terms', $broken, 10 );
		}
		$this->assertTrue( Checks::find_run()['is_done'] );
		$this->assertSame( array( $bad ), array_column( Checks::list( 'unreadable', 1, 10 ), 'external_id' ) );
	}
}
