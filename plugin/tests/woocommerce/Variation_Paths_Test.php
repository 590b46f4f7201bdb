<?php
/**
 * Every way in which a variation that is a work changes, through WooCommerce's own doors, ends with what the sync service is told.
 * The table is docs/change-paths.md.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Background_Check;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Tests\Variations_Case;
use WC_Product_CSV_Importer;

final class Variation_Paths_Test extends Variations_Case {
	/**
	 * @return array<string, array{
	 *     0: callable(int, int): mixed, 1: callable(array): mixed, 2: mixed,
	 * }> What is done with the product and its variation in oak; what is read; what it is then.
	 */
	public function ways_to_change_a_variation(): array {
		$title = static function ( array $artwork ) {
			return $artwork['title'] ?? null;
		};
		$price = static function ( array $artwork ) {
			return (int) $artwork['price']['amount'];
		};
		return array(
			'saved by code'        => array( static function ( int $product, int $oak ): void {
				$variation = wc_get_product( $oak );
				$variation->set_regular_price( '310' );
				$variation->save();
			}, $price, 310 ),
			'over REST'            => array( function ( int $product, int $oak ): void {
				$this->rest( 'PUT', "/wc/v3/products/$product/variations/$oak", array( 'regular_price' => '320' ) );
			}, $price, 320 ),
			'over REST, in a batch' => array( function ( int $product, int $oak ): void {
				$this->rest( 'POST', "/wc/v3/products/$product/variations/batch", array( 'update' => array( array( 'id' => $oak, 'regular_price' => '330' ) ) ) );
			}, $price, 330 ),
			'over the command line' => array( function ( int $product, int $oak ): void {
				$this->wp_cli( 'wc', 'product_variation', 'update', (string) $product, (string) $oak, '--regular_price=340', '--user=1' );
			}, $price, 340 ),
			'CSV import'           => array( function ( int $product, int $oak ): void {
				$variation = wc_get_product( $oak );
				$variation->set_sku( 'V-OAK' );
				$variation->save();
				$this->take();
				require_once WC_ABSPATH . 'includes/import/class-wc-product-csv-importer.php';
				$file = get_temp_dir() . wp_unique_filename( get_temp_dir(), 'variations.csv' );
				file_put_contents( $file, "ID,Type,SKU,Parent,Regular price\n$oak,variation,V-OAK,id:$product,350\n" );
				( new WC_Product_CSV_Importer(
					$file,
					array(
						'parse' => true,
						'update_existing' => true,
						'prevent_timeouts' => false,
						'mapping' => array( 'ID' => 'id', 'Type' => 'type', 'SKU' => 'sku', 'Parent' => 'parent_id', 'Regular price' => 'regular_price' ),
					)
				) )->import();
				unlink( $file );
			}, $price, 350 ),
			'bulk action of the product screen' => array( function ( int $product ): void {
				$this->bulk( $product, 'variable_regular_price', array( 'value' => '360' ) );
			}, $price, 360 ),
			'bulk action, switched off and on' => array( function ( int $product, int $oak ): void {
				$this->bulk( $product, 'toggle_enabled' );
				$this->assertSame( 'private', $this->told_in_short()[ $oak ] );
				$this->bulk( $product, 'toggle_enabled' );
			}, $title, 'Harbour, Oak' ),
			'stock taken by code'  => array( static function ( int $product, int $oak ): void {
				wc_get_product( $oak )->set_manage_stock( true );
				update_post_meta( $oak, '_manage_stock', 'yes' );
				update_post_meta( $oak, '_stock', '1' );
				clean_post_cache( $oak );
				wc_update_product_stock( $oak, 0 );
			}, static function ( array $artwork ) {
				return $artwork['availability'];
			}, 'not_for_sale' ),
			'another attribute'    => array( static function ( int $product, int $oak ): void {
				$variation = wc_get_product( $oak );
				$variation->set_attributes( array( 'frame' => 'Walnut' ) );
				$variation->save();
			}, $title, 'Harbour, Walnut' ),
			'put in another order' => array( static function ( int $product, int $oak ): void {
				$variation = wc_get_product( $oak );
				$variation->set_menu_order( 9 );
				$variation->save();
			}, $title, 'Harbour, Oak' ),
			'the product retitled' => array( static function ( int $product ): void {
				wp_update_post( array( 'ID' => $product, 'post_title' => 'Port' ) );
			}, $title, 'Port, Oak' ),
			'the product retitled over REST' => array( function ( int $product ): void {
				$this->rest( 'PUT', "/wc/v3/products/$product", array( 'name' => 'Hafen' ) );
			}, $title, 'Hafen, Oak' ),
			'the product retitled while another post is saved' => array( function ( int $product ): void {
				$retitle = static function () use ( $product ): void {
					$changed = wc_get_product( $product );
					$changed->set_name( 'Hafen' );
					$changed->save();
				};
				add_action( 'save_post', $retitle );
				$this->posts[] = wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Visit', 'post_status' => 'publish' ) );
				remove_action( 'save_post', $retitle );
			}, $title, 'Hafen, Oak' ),
			'another artist of the product' => array( function ( int $product ): void {
				$parent     = wc_get_product( $product );
				$attributes = $parent->get_attributes();
				$attributes['artist'] = $this->attribute( 'Artist', 'Théo van Rysselberghe' );
				$parent->set_attributes( $attributes );
				$parent->save();
			}, static function ( array $artwork ) {
				return $artwork['artist_name'];
			}, 'Théo van Rysselberghe' ),
			'another size of the product' => array( static function ( int $product ): void {
				$parent = wc_get_product( $product );
				$parent->set_height( '77' );
				$parent->save();
			}, static function ( array $artwork ) {
				return $artwork['height_cm'];
			}, 77.0 ),
			'another address of the product' => array( static function ( int $product ): void {
				wp_update_post( array( 'ID' => $product, 'post_name' => 'port-of-call' ) );
			}, static function ( array $artwork ) {
				return false !== strpos( $artwork['source_url'], '/port-of-call/?attribute_frame=Oak' );
			}, true ),
			'an attribute of the product renamed' => array( function ( int $product, int $oak ): void {
				$frame = $this->attribute( 'Moulding', 'Oak', 'Ash' );
				$frame->set_variation( true );
				$parent = wc_get_product( $product );
				$parent->set_attributes( array( $this->attribute( 'Artist', 'Anna Boch' ), $frame ) );
				$parent->save();
				$this->take();
				$variation = wc_get_product( $oak );
				$variation->set_attributes( array( 'moulding' => 'Oak' ) );
				$variation->save();
			}, $title, 'Harbour, Oak' ),
		);
	}

	/** @dataProvider ways_to_change_a_variation */
	public function test_it_is_told( callable $act, callable $read, $expected ): void {
		$this->each_is_a_work();
		list( $product, $oak ) = $this->prints();
		$act( $product->get_id(), $oak );
		$told = $this->told();
		$this->assertArrayHasKey( $oak, $told );
		$this->assertSame( $expected, $read( $told[ $oak ]['artwork'] ) );
		$this->assertNull( $told[ $product->get_id() ]['artwork'] ?? null, 'its product is none' );
	}

	public function test_a_deleted_variation_leaves_a_tombstone_and_one_that_nobody_chose_none(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		$new                         = $this->variation( $id, 'Elm' );
		$this->take();
		$this->rest( 'DELETE', "/wc/v3/products/$id/variations/$oak", array( 'force' => true ) );
		wp_delete_post( $new, true );
		$told = $this->told();
		$this->assertSame( array( 'gone', 'deleted' ), array( $told[ $oak ]['state'], $told[ $oak ]['reason'] ) );
		$this->assertArrayNotHasKey( $new, $told );
		$this->assertNull( Outbox::find( $new ) );
		$this->assertSame( 'deleted', Outbox::find( $oak )['tombstone'] );
		$this->assertSame( 'shared', $told[ $ash ]['state'] ?? 'shared', 'the other stays' );
	}

	public function test_variations_follow_their_product_into_the_trash_out_of_it_and_when_it_is_deleted(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		$this->rest( 'DELETE', "/wc/v3/products/$id" );
		$this->assertSame( array( $oak => 'trashed', $ash => 'trashed' ), $this->told_in_short() );
		wp_untrash_post( $id );
		$this->assertSame( array( $oak => 'Harbour, Oak', $ash => 'Harbour, Ash' ), $this->told_in_short() );
		$this->rest( 'DELETE', "/wc/v3/products/$id", array( 'force' => true ) );
		$this->assertSame( array( $oak => 'deleted', $ash => 'deleted' ), $this->told_in_short() );
	}

	public function test_a_product_turned_simple_loses_its_variations_and_is_the_work(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		$this->rest( 'PUT', "/wc/v3/products/$id", array( 'type' => 'simple', 'regular_price' => '90' ) );
		$this->assertSame( array( $id => 'Harbour', $oak => 'deleted', $ash => 'deleted' ), $this->told_in_short() );
		$this->rest( 'PUT', "/wc/v3/products/$id", array( 'type' => 'variable' ) );
		$this->assertSame( array( $id => 'variations' ), $this->told_in_short() );
	}

	public function test_a_renamed_option_of_a_global_attribute_is_told_and_so_is_its_new_short_name(): void {
		$this->each_is_a_work();
		$taxonomy                = $this->global_attribute( 'Paper', array( 'washi' => 'Washi', 'rag' => 'Rag' ) );
		list( $id, $variations ) = $this->product_with_global_attribute( $taxonomy, array( 'washi', 'rag' ) );
		Change_Collector::flush();
		Owner_Orders::register( $id );
		$this->take();
		$term = get_term_by( 'slug', 'washi', $taxonomy );
		wp_update_term( $term->term_id, $taxonomy, array( 'name' => 'Japan paper' ) );
		$this->assertSame( 'Harbour, Japan paper', $this->told_in_short()[ $variations[0] ] );
		wp_update_term( $term->term_id, $taxonomy, array( 'slug' => 'japan' ) );
		$told = $this->told()[ $variations[0] ]['artwork'];
		$this->assertSame( 'Harbour, Japan paper', $told['title'] );
		$this->assertStringContainsString( 'attribute_pa_paper=japan', $told['source_url'] );
		wc_update_attribute( wc_attribute_taxonomy_id_by_name( $taxonomy ), array( 'name' => 'Support', 'slug' => 'pa_paper' ) );
		$this->assertSame( 'Harbour, Japan paper', $this->told_in_short()[ $variations[0] ] );
	}

	public function test_the_picture_of_the_product_changed_in_place_is_looked_at_for_its_variations(): void {
		$this->each_is_a_work();
		$picture               = $this->attachment();
		list( $product, $oak ) = $this->prints( array( 'image_id' => $picture ) );
		wp_update_attachment_metadata( $picture, array( 'width' => 800, 'height' => 800, 'file' => 'irises.jpg', 'sizes' => array() ) );
		$this->assertContains( $oak, $this->waiting() );
	}

	public function test_an_order_of_one_variation_and_its_refund_are_told(): void {
		$this->each_is_a_work();
		list( , $oak ) = $this->prints();
		$variation     = wc_get_product( $oak );
		$variation->set_props( array( 'manage_stock' => true, 'stock_quantity' => 1 ) );
		$variation->save();
		$this->take();
		$order = $this->order( $variation );
		$order->update_status( 'on-hold' );
		$this->assertSame( 'not_for_sale', $this->told()[ $oak ]['artwork']['availability'], 'reserved' );
		$order->update_status( 'processing' );
		$this->assertSame( 'sold', $this->told()[ $oak ]['artwork']['availability'], 'paid' );
		$items = array();
		foreach ( $order->get_items() as $item_id => $item ) {
			$items[ $item_id ] = array( 'qty' => 1, 'refund_total' => 300 );
		}
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => 300, 'line_items' => $items, 'restock_items' => true ) );
		$this->assertSame( 'for_sale', $this->told()[ $oak ]['artwork']['availability'], 'given back' );
	}

	public function test_what_direct_sql_changes_is_seen_by_the_background_check(): void {
		global $wpdb;
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$wpdb->update( $wpdb->posts, array( 'post_title' => 'Port' ), array( 'ID' => $product->get_id() ) );
		$wpdb->delete( $wpdb->posts, array( 'ID' => $ash ) );
		$now = Clock::now();
		Background_Progress::remove();
		Change_Page::read( 50 );
		$seen = array();
		for ( $hour = 1; $hour <= 24; $hour++ ) {
			Clock::freeze( $now + $hour * 3600 );
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				$seen[ (int) $change['external_id'] ] = $change['artwork']['title'] ?? $change['state'];
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
				Background_Check::acknowledge( array( (int) $change['external_id'] ) );
			}
		}
		$this->assertSame( 'Port, Oak', $seen[ $oak ] );
		$this->assertSame( 'gone', $seen[ $ash ] );
	}

	public function test_a_variation_inserted_by_sql_is_found_where_registering_is_automatic(): void {
		global $wpdb;
		$this->each_is_a_work();
		list( $product ) = $this->prints();
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$new = $this->variation( $product->get_id(), 'Elm' );
		$this->take();
		$wpdb->query( 'DELETE FROM ' . Tables::name( 'status' ) . " WHERE external_id = $new" );
		$wpdb->query( 'DELETE FROM ' . Tables::name( 'outbox' ) . " WHERE external_id = $new" );
		$now = Clock::now();
		Background_Progress::remove();
		Change_Page::read( 50 );
		$titles = array();
		for ( $hour = 1; $hour <= 24; $hour++ ) {
			Clock::freeze( $now + $hour * 3600 );
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				$titles[] = $change['artwork']['title'] ?? '';
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
				Background_Check::acknowledge( array( (int) $change['external_id'] ) );
			}
		}
		$this->assertContains( 'Harbour, Elm', $titles );
	}

	public function test_a_changed_product_of_sixty_variations_costs_the_save_two_queries_in_either_mode(): void {
		$this->each_is_a_work();
		$options = array();
		for ( $n = 1; $n <= 60; $n++ ) {
			$options[ "No. $n" ] = array( 'regular_price' => '10' );
		}
		$product = $this->variable_product( $options );
		$id      = $product->get_id();
		foreach ( Settings::REGISTER_MODES as $mode ) {
			$this->forget_outbox();
			Settings::update( array( 'register_mode' => $mode ) );
			$queries = $this->own_queries_of( static function () use ( $id, $mode ): void {
				wp_update_post( array( 'ID' => $id, 'post_title' => "Harbour $mode" ) );
				wp_set_object_terms( $id, 'Prints', 'product_cat' );
				update_post_meta( $id, '_height', (string) wp_rand() );
				Change_Collector::flush();
			} );
			$this->assertLessThanOrEqual( 2, $queries, $mode );
			$this->assertCount( 61, $this->waiting(), 'the product and its sixty variations' );
		}
	}

	public function test_sixty_variations_deleted_that_nobody_chose_are_not_sixty_queries(): void {
		$this->each_is_a_work();
		$options = array();
		for ( $n = 1; $n <= 60; $n++ ) {
			$options[ "No. $n" ] = array( 'regular_price' => '10' );
		}
		$id = $this->variable_product( $options )->get_id();
		$this->forget_outbox();
		// A machine that is busy writes what it has recorded every two seconds.
		Clock::freeze( time() );
		$queries = $this->own_queries_of( static function () use ( $id ): void {
			wp_delete_post( $id, true );
			Change_Collector::flush();
		} );
		$this->assertLessThanOrEqual( 10, $queries );
		$this->assertSame( array(), $this->told() );
	}

	public function test_editing_one_variation_costs_two_queries_and_touches_no_other(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$variation                   = wc_get_product( $oak );
		$variation->set_regular_price( '333' );
		$queries = $this->own_queries_of( static function () use ( $variation ): void {
			$variation->save();
			Change_Collector::flush();
		} );
		$this->assertLessThanOrEqual( 2, $queries );
		$this->assertContains( $oak, $this->waiting() );
		$this->assertNotContains( $ash, $this->waiting() );
	}

	/**
	 * "Bulk actions" above the variations of the product screen.
	 *
	 * @param array<string, string> $data
	 */
	private function bulk( int $product, string $action, array $data = array() ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$_POST    = array( 'product_id' => (string) $product, 'bulk_action' => $action, 'data' => $data );
		$_REQUEST = $_POST + array( 'security' => wp_create_nonce( 'bulk-edit-variations' ) );
		$die      = static function () {
			return static function (): void {
				throw new \DomainException( 'the end of the request' );
			};
		};
		add_filter( 'wp_die_handler', $die );
		try {
			\WC_AJAX::bulk_edit_variations();
			$this->fail( 'The request did not end.' );
		} catch ( \DomainException $end ) {
			ob_end_clean();
		} finally {
			remove_filter( 'wp_die_handler', $die );
			$_POST    = array();
			$_REQUEST = array();
		}
	}
}
