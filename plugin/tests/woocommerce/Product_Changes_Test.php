<?php
/**
 * A product that is changed, by any person and in any way, waits again, once, and the save costs two queries at most.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Source\Woocommerce\Paid_Orders;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Works_Query;
use WC_Product_CSV_Importer;
use WP_REST_Request;

final class Product_Changes_Test extends Woocommerce_Case {
	/** @return array<string, array{0: callable(int, self): mixed}> */
	public function ways_to_change_a_product(): array {
		return array(
			'saved by code'           => array( static function ( int $id ): void {
				$product = wc_get_product( $id );
				$product->set_props( array( 'name' => 'New', 'regular_price' => '7', 'height' => '3', 'sku' => 'X-1', 'catalog_visibility' => 'search' ) );
				$product->save();
			} ),
			'over REST'               => array( static function ( int $id, self $test ): void {
				$test->rest( 'PUT', "/wc/v3/products/$id", array( 'regular_price' => '8' ) );
			} ),
			'over REST, stock'        => array( static function ( int $id, self $test ): void {
				$test->rest( 'PUT', "/wc/v3/products/$id", array( 'stock_quantity' => 0 ) );
			} ),
			'over REST, in a batch'   => array( static function ( int $id, self $test ): void {
				$test->rest( 'POST', '/wc/v3/products/batch', array( 'update' => array( array( 'id' => $id, 'name' => 'Batch' ) ) ) );
			} ),
			'quick edit'              => array( static function ( int $id, self $test ): void {
				$test->edit_in_list( $id, array( 'woocommerce_quick_edit' => '1', '_regular_price' => '55' ) );
			} ),
			'bulk edit'               => array( static function ( int $id, self $test ): void {
				$test->edit_in_list( $id, array( 'woocommerce_bulk_edit' => '1', 'change_regular_price' => '1', 'change_stock' => '', '_regular_price' => '66' ) );
			} ),
			'stock set by SQL'        => array( static function ( int $id ): void {
				wc_update_product_stock( $id, 0 );
			} ),
			'over the command line'   => array( static function ( int $id, self $test ): void {
				$test->wp_cli( 'eval', "\$p = wc_get_product( $id ); \$p->set_regular_price( '77' ); \$p->save();" );
			} ),
			'category given'          => array( static function ( int $id ): void {
				wp_set_object_terms( $id, 'Drawings', 'product_cat' );
			} ),
			'hidden'                  => array( static function ( int $id ): void {
				$product = wc_get_product( $id );
				$product->set_catalog_visibility( 'hidden' );
				$product->save();
			} ),
			'put in the trash'        => array( static function ( int $id ): void {
				wc_get_product( $id )->delete();
			} ),
			'deleted'                 => array( static function ( int $id ): void {
				wc_get_product( $id )->delete( true );
			} ),
			'sold in an order'        => array( static function ( int $id, self $test ): void {
				$test->order( wc_get_product( $id ) )->payment_complete();
			} ),
		);
	}

	/**
	 * @dataProvider ways_to_change_a_product
	 *
	 * @param callable(int, self): mixed $change
	 */
	public function test_a_product_waits_again_once_after_it_was( callable $change ): void {
		$id     = $this->taken_over( $this->product() );
		$before = $this->revision( $id );
		$change( $id, $this );
		$this->assertSame( $before + 1, $this->revision( $id ), 'one revision a request' );
		$this->assertSame( 1, Outbox::count_waiting() );
	}

	public function test_a_changed_variation_is_a_change_of_its_product(): void {
		$product   = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300', 'manage_stock' => true, 'stock_quantity' => 1 ) ) );
		$id        = $this->taken_over( $product );
		$variation = wc_get_product( $product->get_children()[0] );
		foreach ( array(
			static function () use ( $variation ): void {
				$variation->set_regular_price( '310' );
				$variation->save();
			},
			static function () use ( $variation ): void {
				wc_update_product_stock( $variation->get_id(), 0 );
			},
			static function () use ( $variation ): void {
				wc_get_product( $variation->get_id() )->delete( true );
			},
		) as $change ) {
			$before = $this->revision( $id );
			$change();
			$this->assertSame( $before + 1, $this->revision( $id ) );
			$this->assertSame( 0, $this->revision( $variation->get_id() ), 'a variation is not a work' );
		}
	}

	public function test_a_product_taken_out_of_the_trash_and_a_duplicate_are_noted(): void {
		$product = $this->product();
		$id      = $this->taken_over( $product );
		update_post_meta( $id, Paid_Orders::META, '5' );
		require_once WC_ABSPATH . 'includes/admin/class-wc-admin-duplicate-product.php';
		$copy          = ( new \WC_Admin_Duplicate_Product() )->product_duplicate( wc_get_product( $id ) );
		$this->posts[] = $copy->get_id();
		$this->assertSame( 1, $this->revision( $copy->get_id() ) );
		$this->assertSame( '', get_post_meta( $copy->get_id(), Paid_Orders::META, true ), 'a copy was not sold' );
		$product->delete();
		$before = $this->revision( $id );
		wp_untrash_post( $id );
		$this->assertSame( $before + 1, $this->revision( $id ) );
	}

	public function test_saving_sends_no_request_and_costs_at_most_two_queries(): void {
		$asked = 0;
		add_filter( 'pre_http_request', static function () use ( &$asked ) {
			++$asked;
			return new \WP_Error( 'offline' );
		} );
		foreach ( Settings::REGISTER_MODES as $mode ) {
			Settings::update( array( 'register_mode' => $mode ) );
			$product = $this->variable_product(
				array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '300' ) ),
				array( 'sku' => "S-$mode", 'height' => '5', 'width' => '6' )
			);
			Change_Collector::flush();
			$product->set_props( array( 'name' => 'New', 'height' => '3', 'width' => '4', 'sku' => "T-$mode", 'catalog_visibility' => 'search' ) );
			$product->set_attributes( array( $this->attribute( 'Artist', 'Somebody Else' ), $this->attribute( 'Year', '1900' ) ) );
			$this->assertSame( 'automatic' === $mode ? 2 : 1, $this->own_queries_of( static function () use ( $product ): void {
				$product->save();
				Change_Collector::flush();
			} ) );
			$variation = wc_get_product( $product->get_children()[0] );
			$variation->set_regular_price( '301' );
			$this->assertSame( 'automatic' === $mode ? 2 : 1, $this->own_queries_of( static function () use ( $variation ): void {
				$variation->save();
				Change_Collector::flush();
			} ) );
		}
		$this->assertSame( 0, $asked );
	}

	public function test_the_sample_of_a_shop_imports_and_each_product_has_its_reason(): void {
		require_once WC_ABSPATH . 'includes/import/class-wc-product-csv-importer.php';
		$file = get_temp_dir() . wp_unique_filename( get_temp_dir(), 'works.csv' );
		file_put_contents( $file, implode( "\n", array(
			'Type,SKU,Name,Published,Visibility in catalog,In stock?,Stock,Sold individually?,Height (cm),Regular price,Parent,Grouped products,External URL,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global',
			'simple,I-1,Poppies,1,visible,1,1,0,50,900,,,,Artist,Claude Monet,1,0',
			'simple,I-2,Study,0,visible,1,1,0,20,90,,,,Artist,Claude Monet,1,0',
			'simple,I-3,Secret,1,hidden,1,1,0,20,90,,,,Artist,Claude Monet,1,0',
			'variable,I-4,Print,1,visible,1,,0,30,,,,,Size,"A, B",1,0',
			'variation,I-4-A,Print A,1,visible,1,,0,,40,I-4,,,Size,A,1,0',
			'grouped,I-5,A series,1,visible,1,,0,,,,"I-1, I-2",,,,,',
			'external,I-6,Elsewhere,1,visible,1,,0,,12,,,https://shop.example/6,,,,',
			'"simple, virtual",I-7,Voucher,1,visible,1,,0,,50,,,,,,,',
		) ) );
		$mapping = array(
			'Type' => 'type', 'SKU' => 'sku', 'Name' => 'name', 'Published' => 'published', 'Visibility in catalog' => 'catalog_visibility',
			'In stock?' => 'stock_status', 'Stock' => 'stock_quantity', 'Sold individually?' => 'sold_individually',
			'Height (cm)' => 'height', 'Regular price' => 'regular_price', 'Parent' => 'parent_id', 'Grouped products' => 'grouped_products',
			'External URL' => 'product_url',
			'Attribute 1 name' => 'attributes:name1', 'Attribute 1 value(s)' => 'attributes:value1',
			'Attribute 1 visible' => 'attributes:visible1', 'Attribute 1 global' => 'attributes:taxonomy1',
		);
		wp_set_current_user( $this->user( 'administrator' ) );
		$result = ( new WC_Product_CSV_Importer( $file, array( 'parse' => true, 'mapping' => $mapping, 'prevent_timeouts' => false ) ) )->import();
		unlink( $file );
		$this->assertSame( array(), $result['failed'] );
		array_push( $this->posts, ...array_map( 'intval', array_merge( $result['imported'], $result['imported_variations'] ?? array() ) ) );
		Change_Collector::flush();
		$expected = array( 'I-1' => null, 'I-2' => 'draft', 'I-3' => 'hidden', 'I-4' => null, 'I-5' => 'product_type', 'I-6' => 'product_type', 'I-7' => null );
		foreach ( $expected as $sku => $reason ) {
			$id = wc_get_product_id_by_sku( $sku );
			$this->assertGreaterThan( 0, $this->revision( $id ), "$sku is recorded" );
			$change = $this->change_of( $id );
			$this->assertSame( null === $reason, null !== $change, $sku );
			$this->assertSame( null === $reason ? 'waiting' : 'not_shared', Works_Query::find( $id )['view'], $sku );
			if ( 'I-1' === $sku ) {
				$this->assertEquals(
					array( 'Poppies', 'Claude Monet', 50.0, 'for_sale' ),
					array( $change['artwork']['title'], $change['artwork']['artist_name'], $change['artwork']['height_cm'], $change['artwork']['availability'] )
				);
			}
		}
		$this->assertSame( 0, $this->revision( wc_get_product_id_by_sku( 'I-4-A' ) ) );
	}

	public function test_another_currency_unit_or_form_of_prices_of_the_shop_starts_reading_everything_again(): void {
		$settings = array(
			'woocommerce_currency'           => 'USD',
			'woocommerce_dimension_unit'     => 'in',
			'woocommerce_price_decimal_sep'  => ',',
			'woocommerce_price_num_decimals' => '0',
		);
		$were     = array_map( 'get_option', array_combine( array_keys( $settings ), array_keys( $settings ) ) );
		foreach ( $settings as $option => $value ) {
			update_option( $option, $value );
			$job = Jobs::find();
			$this->assertSame( Jobs::LOOK_AGAIN, $job['kind'] );
			Jobs::remove( $job['id'] );
		}
		foreach ( $were as $option => $value ) {
			update_option( $option, $value );
		}
	}

	public function test_without_woocommerce_no_work_leaves_and_with_it_everything_continues(): void {
		$product = $this->product();
		$id      = $this->taken_over( $product );
		Status::save_reports( array( $this->report( $id, 'published' ) ) );
		$pairing = $this->pair();
		$this->call( $pairing, 'poll' );
		Outbox::touch( array( $id => 'woocommerce' ) );
		$code   = '$page = ArtworkRegistry\Sync\Change_Page::read( 50 ); ArtworkRegistry\Sync\Source_Watch::look();'
			. ' echo wp_json_encode( array( class_exists( "WooCommerce", false ), ArtworkRegistry\View\Overview::read()["sourceless"], $page["changes"] ) );';
		$output = $this->wp_cli( '--skip-plugins=woocommerce', 'eval', $code );
		list( $has_woocommerce, $sourceless, $changes ) = json_decode( $output, true );
		$this->assertFalse( $has_woocommerce, $output );
		$this->assertSame( 1, $sourceless );
		$this->assertSame(
			array( (string) $id, 'broken', 'source_missing', null ),
			array( $changes[0]['external_id'], $changes[0]['state'], $changes[0]['error']['code'], $changes[0]['artwork'] )
		);
		Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		while ( null !== Jobs::find() ) {
			Jobs::remove( Jobs::find()['id'] );
		}
		$this->call( $pairing, 'poll' );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'], 'back: every chosen work is looked at again' );
	}

	/** @param array<string, mixed> $params */
	public function rest( string $method, string $path, array $params ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$request = new WP_REST_Request( $method, $path );
		$request->set_body_params( $params );
		$response = rest_do_request( $request );
		$this->assertSame( 200, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
	}

	/**
	 * What WooCommerce does with the fields of the product list.
	 *
	 * @param array<string, string> $fields
	 */
	public function edit_in_list( int $id, array $fields ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		require_once WC_ABSPATH . 'includes/admin/class-wc-admin-post-types.php';
		$_REQUEST = $fields + array( 'woocommerce_quick_edit_nonce' => wp_create_nonce( 'woocommerce_quick_edit_nonce' ) );
		( new \WC_Admin_Post_Types() )->bulk_and_quick_edit_save_post( $id, get_post( $id ) );
		$_REQUEST = array();
	}
}
