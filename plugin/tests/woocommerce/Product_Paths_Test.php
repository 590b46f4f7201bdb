<?php
/**
 * Every way in which a product changes, through WooCommerce's own doors, ends with what the sync service is told.
 * The table is docs/change-paths.md.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Tests\Woocommerce_Case;
use WC_Product;
use WC_Product_CSV_Importer;
use WC_Product_Variation;
use WP_REST_Request;

final class Product_Paths_Test extends Woocommerce_Case {
	public function test_a_scheduled_product_is_told_when_its_time_has_come(): void {
		global $wpdb;
		$id = $this->taken( $this->product( array( 'status' => 'future', 'date_created' => '2099-01-01 00:00:00' ) ) );
		$this->assertSame( 'future', get_post_status( $id ) );
		// Time is the one thing that is made up.
		$wpdb->update( $wpdb->posts, array( 'post_date' => '2020-01-01 00:00:00', 'post_date_gmt' => '2020-01-01 00:00:00' ), array( 'ID' => $id ) );
		clean_post_cache( $id );
		check_and_publish_future_post( $id );
		$this->assertSame( 'shared', $this->told( $id )['state'] );
	}

	public function test_over_rest_a_product_leaves_as_a_draft_comes_back_and_goes_for_good(): void {
		$id = $this->taken( $this->product() );
		$this->rest( 'PUT', "/wc/v3/products/$id", array( 'status' => 'draft' ) );
		$this->assertSame( 'draft', $this->taken_change( $id )['reason'] );
		$this->rest( 'PUT', "/wc/v3/products/$id", array( 'status' => 'publish' ) );
		$this->assertSame( 'shared', $this->taken_change( $id )['state'] );
		$this->rest( 'DELETE', "/wc/v3/products/$id", array() );
		$this->assertSame( 'trashed', $this->taken_change( $id )['reason'] );
		// A shop gives a product back its status.
		wp_untrash_post( $id );
		$this->assertSame( 'shared', $this->taken_change( $id )['state'] );
		$this->rest( 'DELETE', "/wc/v3/products/$id", array( 'force' => true ) );
		$this->assertSame( 'gone', $this->told( $id )['state'] );
	}

	public function test_an_order_that_takes_the_stock_and_gives_it_back_is_told_each_time(): void {
		$product = $this->product();
		$id      = $this->taken( $product );
		$order   = $this->order( $product );
		$order->update_status( 'on-hold' );
		$this->assertSame( 'not_for_sale', $this->taken_change( $id )['artwork']['availability'], 'reserved' );
		$order->update_status( 'processing' );
		$this->assertSame( 'sold', $this->taken_change( $id )['artwork']['availability'], 'paid' );
		$order->update_status( 'cancelled' );
		$this->assertSame( 'for_sale', $this->taken_change( $id )['artwork']['availability'], 'cancelled' );
	}

	public function test_a_refund_is_told_with_and_without_the_work_coming_back(): void {
		foreach ( array( array( true, 'for_sale' ), array( false, 'not_for_sale' ) ) as list( $restocks, $availability ) ) {
			$product = $this->product();
			$order   = $this->order( $product );
			$order->payment_complete();
			$id    = $this->taken( $product );
			$items = array();
			foreach ( $order->get_items() as $item_id => $item ) {
				$items[ $item_id ] = array( 'qty' => 1, 'refund_total' => 1200 );
			}
			wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => 1200, 'line_items' => $items, 'restock_items' => $restocks ) );
			$this->assertSame( $availability, $this->told( $id )['artwork']['availability'] );
		}
	}

	public function test_a_sale_price_that_begins_is_told_when_it_begins(): void {
		$now = time();
		$id  = $this->taken( $this->product( array( 'sale_price' => '900', 'date_on_sale_from' => $now + 3600 ) ) );
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		$pairing = $this->pair();
		Jobs::remove_all();
		Clock::freeze( $now + 3601 );
		$this->assertSame( 1, $this->call( $pairing, 'poll' )[1]['waiting'] );
		$this->assertEquals( 900, $this->told( $id )['artwork']['price']['amount'] );
	}

	public function test_a_variation_that_is_edited_added_or_deleted_is_told_as_its_product(): void {
		$product   = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '300' ) ) );
		$id        = $this->taken( $product );
		$variation = $product->get_children()[0];
		$this->rest( 'PUT', "/wc/v3/products/$id/variations/$variation", array( 'regular_price' => '310' ) );
		$this->assertArrayNotHasKey( 'price', $this->taken_change( $id )['artwork'], 'two prices are none' );
		$this->rest( 'DELETE', "/wc/v3/products/$id/variations/$variation", array( 'force' => true ) );
		$this->assertEquals( 300, $this->taken_change( $id )['artwork']['price']['amount'] );
		$other = new WC_Product_Variation();
		$other->set_props( array( 'parent_id' => $id, 'attributes' => array( 'frame' => 'Oak' ), 'regular_price' => '500' ) );
		$other->save();
		$this->posts[] = $other->get_id();
		$this->assertArrayNotHasKey( 'price', $this->told( $id )['artwork'] );
	}

	public function test_another_picture_of_the_product_is_told_and_its_gallery_is_not_asked(): void {
		$product = $this->product( array( 'image_id' => $this->attachment( 'first.jpg' ) ) );
		$id      = $this->taken( $product );
		$product->set_image_id( $this->attachment( 'second.jpg' ) );
		$product->save();
		$told = $this->taken_change( $id )['artwork'];
		$this->assertSame( wp_get_attachment_image_url( $product->get_image_id(), 'large' ), $told['cover_image_url'] );
		$product->set_gallery_image_ids( array( $this->attachment( 'back.jpg' ) ) );
		$product->save();
		$this->assertSame( $told, $this->told( $id )['artwork'], 'the registry has one picture of a work' );
	}

	public function test_a_picture_replaced_in_place_is_told(): void {
		$picture = $this->attachment();
		$id      = $this->taken( $this->product( array( 'image_id' => $picture ) ) );
		wp_update_attachment_metadata( $picture, array( 'width' => 800, 'height' => 800, 'file' => 'irises.jpg', 'sizes' => array() ) );
		$this->assertStringEndsWith( '/irises.jpg', $this->told( $id )['artwork']['cover_image_url'] );
	}

	public function test_an_alt_text_or_caption_changes_nothing_that_is_told(): void {
		$picture = $this->attachment();
		$product = $this->product( array( 'image_id' => $picture ) );
		$before  = $this->artwork_of( $product->get_id() );
		$id      = $this->taken( $product );
		$this->rest( 'POST', "/wp/v2/media/$picture", array( 'alt_text' => 'Water', 'caption' => 'Giverny' ) );
		$this->assertSame( $before, $this->told( $id )['artwork'] );
	}

	public function test_another_currency_or_unit_set_on_the_settings_is_told(): void {
		$id = $this->taken( $this->product( array( 'height' => '10', 'width' => '20' ) ) );
		$this->rest( 'PUT', '/wc/v3/settings/general/woocommerce_currency', array( 'value' => 'CHF' ) );
		$this->assertSame( 'CHF', $this->taken_change( $id )['artwork']['price']['currency'] );
		$this->rest( 'PUT', '/wc/v3/settings/products/woocommerce_dimension_unit', array( 'value' => 'in' ) );
		$this->assertEquals( 25.4, $this->told( $id )['artwork']['height_cm'] );
	}

	public function test_other_product_addresses_are_told(): void {
		$before = get_option( 'woocommerce_permalinks' );
		$id     = $this->taken( $this->product() );
		require_once WC_ABSPATH . 'includes/admin/class-wc-admin-permalink-settings.php';
		wp_set_current_user( $this->user( 'administrator' ) );
		set_current_screen( 'options-permalink' );
		$_POST = array(
			'permalink_structure'                => '/%postname%/',
			'wc-permalinks-nonce'                => wp_create_nonce( 'wc-permalinks' ),
			'woocommerce_product_category_slug'  => 'product-category',
			'woocommerce_product_tag_slug'       => 'product-tag',
			'woocommerce_product_attribute_slug' => '',
			'product_permalink'                  => 'custom',
			'product_permalink_structure'        => '/werke/',
		);
		try {
			( new \WC_Admin_Permalink_Settings() )->settings_save();
			$this->assertSame( '/werke', get_option( 'woocommerce_permalinks' )['product_base'] );
			$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
			$this->assertSame( 'shared', $this->told( $id )['state'] );
		} finally {
			$_POST = array();
			set_current_screen( 'front' );
			update_option( 'woocommerce_permalinks', $before );
		}
	}

	public function test_an_import_that_updates_a_product_is_told(): void {
		require_once WC_ABSPATH . 'includes/import/class-wc-product-csv-importer.php';
		$id   = $this->taken( $this->product( array( 'sku' => 'CSV-1' ) ) );
		$file = get_temp_dir() . wp_unique_filename( get_temp_dir(), 'update.csv' );
		file_put_contents( $file, "SKU,Name,Regular price\nCSV-1,Renamed,990\n" );
		wp_set_current_user( $this->user( 'administrator' ) );
		$result = ( new WC_Product_CSV_Importer(
			$file,
			array(
				'parse' => true,
				'update_existing' => true,
				'prevent_timeouts' => false,
				'mapping' => array( 'SKU' => 'sku', 'Name' => 'name', 'Regular price' => 'regular_price' ),
			)
		) )->import();
		unlink( $file );
		$this->assertSame( array( $id ), $result['updated'] );
		$told = $this->told( $id )['artwork'];
		$this->assertEquals( array( 'Renamed', 990 ), array( $told['title'], $told['price']['amount'] ) );
	}

	/** A chosen product that the sync service has as it is; nothing waits. */
	private function taken( WC_Product $product ): int {
		$id = $product->get_id();
		Status::choose( array( $id ), Status::CHOSEN );
		$this->take();
		return $id;
	}

	private function take(): void {
		Change_Collector::flush();
		for ( $page = 0; $page < 20 && ( Outbox::count_waiting() > 0 || null !== Jobs::find() ); $page++ ) {
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
			}
		}
		$this->assertSame( 0, Outbox::count_waiting() );
	}

	/** @return array<string, mixed> What waits to be told of this work: nobody has touched it but WooCommerce. */
	private function told( int $id ): array {
		Change_Collector::flush();
		foreach ( Change_Page::read( 50 )['changes'] as $change ) {
			if ( (string) $id === $change['external_id'] ) {
				$this->assertNull( $change['error'] );
				return $change;
			}
		}
		$this->fail( 'The work does not wait.' );
	}

	/** @return array<string, mixed> The same, taken over. */
	private function taken_change( int $id ): array {
		$change = $this->told( $id );
		$this->take();
		return $change;
	}

	/** @param array<string, mixed> $params */
	private function rest( string $method, string $path, array $params ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$request = new WP_REST_Request( $method, $path );
		$request->set_body_params( $params );
		$response = rest_do_request( $request );
		$this->assertSame( 200, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
	}
}
