<?php
/**
 * Where owners and visitors are, in a shop whose variations are works.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Admin\List_Column;
use ArtworkRegistry\Frontend\Structured_Data;
use ArtworkRegistry\Frontend\Work_Facts;
use ArtworkRegistry\Orders\Duplicate_Orders;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Variations_Case;
use ArtworkRegistry\View\Works_Query;
use WP_Query;

final class Variation_Screens_Test extends Variations_Case {
	public function test_the_panel_of_the_product_lists_its_variations_with_state_and_art_id(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		Status::save_reports( array( array( 'registry_id' => 'AREG-77' ) + $this->report( $oak, 'published', $this->revision( $oak ) ) ) );
		$works = $this->rest( 'GET', "/artwork-registry/v1/screen/products/$id/variations" )['works'];
		$this->assertSame( array( array( 'Harbour, Oak', 'published', 'AREG-77' ), array( 'Harbour, Ash', 'waiting', null ) ), array_map(
			static function ( array $work ): array {
				return array( $work['title'], $work['state'], $work['registry_id'] );
			},
			$works
		) );
		$this->assertStringContainsString( "post.php?post=$id&", $works[0]['edit_url'], 'a variation is edited at its product' );
		$this->assertSame( 'Anna Boch', $works[0]['artist'] );
		$this->assertSame(
			'Harbour, Oak',
			array_column( $this->rest( 'GET', "/artwork-registry/v1/screen/works/$oak/content" )['fields'], 'value', 'field' )['title']
		);
		$this->assertSame( 'excluded', $this->rest( 'POST', "/artwork-registry/v1/screen/works/$ash/stop-updating" )['reason'] );
		$this->rest( 'GET', "/artwork-registry/v1/screen/works/$id", array(), 404 );
	}

	public function test_the_table_of_works_lists_variations_and_finds_them_by_fields_of_their_product(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints( array( 'image_id' => $this->attachment() ) );
		$this->taken_over( $this->product() );
		$data = $this->rest( 'GET', '/artwork-registry/v1/screen/works' );
		$this->assertSame( 3, $data['total'] );
		$this->assertNotContains( (string) $product->get_id(), array_column( $data['works'], 'external_id' ) );
		$request = new \WP_REST_Request( 'GET', '/artwork-registry/v1/screen/works' );
		$request->set_query_params( array( 'search' => 'anna boch' ) );
		$found = rest_do_request( $request )->get_data();
		$this->assertSame( array( (string) $ash, (string) $oak ), array_column( $found['works'], 'external_id' ) );
		$this->assertSame( array( 'Harbour, Ash', 'Harbour, Oak' ), array_column( $found['works'], 'title' ) );
		$this->assertNotNull( $found['works'][0]['image'] );
		$counts = Works_Query::counts();
		$this->assertSame( 3, array_sum( $counts ) );
	}

	public function test_many_variations_in_the_table_cost_as_many_queries_as_a_few(): void {
		$this->each_is_a_work();
		$costs = array();
		foreach ( array( 3, 20 ) as $many ) {
			for ( $n = 0; $n < $many; $n++ ) {
				$this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ) ), array( 'name' => "P $n" ) );
			}
			$this->forget_outbox();
			wp_set_current_user( $this->user( 'administrator' ) );
			// Whatever post WordPress holds at the moment: it is none of these.
			$GLOBALS['post'] = get_post( $this->artwork() );
			wp_cache_flush();
			get_option( 'siteurl' );
			$costs[] = $this->own_queries_of( function (): void {
				$this->screen( 'GET', 'works', array( 'per_page' => 100 ) );
			} );
		}
		unset( $GLOBALS['post'] );
		$this->assertLessThanOrEqual( $costs[0] + 2, $costs[1] );
	}

	public function test_the_column_of_a_product_counts_its_variations_by_state_and_the_filter_finds_it(): void {
		global $wp_query;
		$this->each_is_a_work();
		list( $product, $oak ) = $this->prints();
		$simple                = $this->product();
		Change_Collector::flush();
		Status::save_reports( array( $this->report( $oak, 'published', $this->revision( $oak ) ) ) );
		$counts = Works_Query::count_variations( array( $product->get_id(), $simple->get_id() ) );
		$this->assertEquals( array( $product->get_id() => array( 'published' => 1, 'waiting' => 1 ) ), $counts );
		$wp_query = new WP_Query( array( 'post_type' => 'product', 'post__in' => array( $product->get_id(), $simple->get_id() ) ) );
		$rows     = new \ReflectionProperty( List_Column::class, 'rows' );
		$rows->setAccessible( true );
		$rows->setValue( null, null );
		ob_start();
		List_Column::show( 'artwork_registry', $product->get_id() );
		$html = (string) ob_get_clean();
		$text = trim( (string) preg_replace( '/\s+/', ' ', wp_strip_all_tags( str_replace( '<br>', ' ', $html ) ) ) );
		$this->assertSame( '2 variations Waiting: 1 Registered: 1', $text );
		$rows->setValue( null, null );
		global $wpdb;
		$this->assertSame(
			array( (string) $product->get_id() ),
			$wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE ID IN (" . Works_Query::sql_ids( 'published' ) . ')' )
		);
	}

	public function test_the_review_before_registering_counts_variations_and_their_possible_duplicates(): void {
		$this->each_is_a_work();
		$this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ), 'Ash' => array( 'regular_price' => '9' ) ) );
		$this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ) ) );
		$this->variable_product( array( 'Elm' => array( 'regular_price' => '9' ) ), array( 'attributes' => array( $this->frame( 'Elm' ) ) ) );
		Change_Collector::flush();
		$this->rest( 'POST', '/artwork-registry/v1/screen/report/step', array( 'again' => true ) );
		$report = $this->rest( 'POST', '/artwork-registry/v1/screen/report/step' );
		$this->assertSame(
			array( 1, 2, 4, array( array( 'field' => 'artist_name', 'name' => 'Artist', 'works' => 1 ) ) ),
			array( $report['ready'], $report['alike'], $report['undecided'], $report['lacking'] )
		);
		$works = $this->rest( 'GET', '/artwork-registry/v1/screen/report/works' )['works'];
		$this->assertSame( array( 'Harbour, Ash' ), array_column( $works, 'title' ) );
		$this->assertStringContainsString( 'post.php?post=', $works[0]['edit_url'] );
		$group = $this->rest( 'GET', '/artwork-registry/v1/screen/report/duplicates' )['groups'][0];
		$this->assertSame( array( 'Harbour, Oak', 2 ), array( $group['title'], $group['works'] ) );
		$this->assertSame( 2, Duplicate_Orders::choose( $group['group'], 'number' ) );
		Owner_Orders::register_all();
		$this->assertContains( 'Harbour, Oak, 2/2', $this->told_in_short() );
	}

	public function test_the_page_of_the_product_shows_what_its_variations_share_without_a_query(): void {
		$this->each_is_a_work();
		list( $product, $oak ) = $this->prints();
		$id                    = $product->get_id();
		Art_Ids::follow( array( $this->report( $id, 'stopped' ) ) );
		$post = get_post( $id );
		wp_cache_flush();
		$this->assertNotNull( ( new WP_Query( array( 'p' => $id, 'post_type' => 'product' ) ) )->post );
		get_option( 'siteurl' );
		$queries = $this->queries_of( function () use ( $post ): void {
			$this->assertSame( array( 'title' => 'Harbour', 'artist_name' => 'Anna Boch' ), Work_Facts::of( $post ), 'neither for sale nor sold' );
			$this->assertNull( Work_Facts::art_id( $post ), 'it had one when it was the work' );
			$this->assertNull( Structured_Data::of( $post ) );
		} );
		$this->assertSame( 0, $queries );
		$this->assertNull( Variation_Orders::save( 'product', '{title}' ) );
		$this->assertSame( 'AREG-1', Work_Facts::art_id( $post )['id'] );
	}

	public function test_variations_of_a_duplicated_product_have_no_art_ids(): void {
		$this->each_is_a_work();
		list( $product, $oak ) = $this->prints();
		Art_Ids::follow( array( $this->report( $oak, 'published' ) ) );
		update_post_meta( $oak, '_artwork_registry_sold_by', '5' );
		require_once WC_ABSPATH . 'includes/admin/class-wc-admin-duplicate-product.php';
		$copy          = ( new \WC_Admin_Duplicate_Product() )->product_duplicate( wc_get_product( $product->get_id() ) );
		$this->posts[] = $copy->get_id();
		$children      = wc_get_product( $copy->get_id() )->get_children();
		$this->assertCount( 2, $children );
		$this->assertNull( Art_Ids::find( $children[0] ) );
		$this->assertSame( '', get_post_meta( $children[0], '_artwork_registry_sold_by', true ) );
		$this->assertSame( array(), Status::choices( array_merge( array( $copy->get_id() ), $children ) ) );
	}

	public function test_the_command_line_previews_and_makes_the_choice_and_lists_the_works(): void {
		list( $product, $oak, $ash ) = $this->prints();
		Status::save_reports( array( $this->report( $product->get_id(), 'published', $this->revision( $product->get_id() ) ) ) );
		$this->assertStringContainsString( 'Artworks that leave the registry: 1. Artworks that come: 2.', $this->wp( 'variations', 'set', 'each', '--dry-run' ) );
		$this->assertSame( 'product', Variation_Choice::mode() );
		$this->assertSame( '', $this->wp( 'variations', 'set', 'each', '--title={title}' ), 'an error goes to the other channel' );
		$this->assertStringContainsString( 'Artworks that come: 2.', $this->wp( 'variations', 'set', 'each', '--title={title} / {attributes}' ) );
		$this->assertSame(
			array( 'mode' => 'each', 'title' => '{title} / {attributes}', 'is_used' => true ),
			json_decode( $this->wp( 'variations', 'get', '--format=json' ), true )
		);
		$this->take();
		$listed = $this->wp( 'works' );
		$this->assertStringContainsString( "$oak\t", $listed );
		$this->assertStringContainsString( 'Harbour / Oak', $listed );
		$this->assertStringContainsString( 'Harbour / Ash', $listed );
	}

	private function frame( string ...$options ): \WC_Product_Attribute {
		$frame = $this->attribute( 'Frame', ...$options );
		$frame->set_variation( true );
		return $frame;
	}
}
