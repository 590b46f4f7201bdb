<?php
/**
 * What visitors read about variations that are works on the page of their product: the blocks and the data for search engines, without a
 * query, and never of a variation that they may not see.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Frontend\Structured_Data;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Pictures_Unread;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Variation_Summaries;
use ArtworkRegistry\Sync\Background_Check;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Tests\Broken_Statements;
use ArtworkRegistry\Tests\Variations_Case;
use WP_Block;
use WP_Query;

final class Variation_Pages_Test extends Variations_Case {
	use Broken_Statements;

	protected function setUp(): void {
		parent::setUp();
		$this->each_is_a_work();
	}

	public function test_the_block_lists_the_variations_in_the_order_of_the_shop_each_with_its_words_and_its_page(): void {
		list( $product, $oak, $ash ) = $this->confirmed_prints();
		$html                        = $this->art_ids( $product->get_id() );
		$this->assertStringContainsString(
			'Oak: <a href="https://registry.example/' . $oak . '" rel="external"><span class="artwork-registry-id">AREG-' . $oak . '</span></a>',
			$html
		);
		$this->assertSame( array( "AREG-$oak", "AREG-$ash" ), $this->shown( $product->get_id() ) );
		$this->assertSame( 2, substr_count( $html, '<li>' ) );

		wp_update_post( array( 'ID' => $oak, 'menu_order' => 5 ) );
		wp_update_post( array( 'ID' => $ash, 'menu_order' => 1 ) );
		$this->take();
		$this->assertSame( array( "AREG-$ash", "AREG-$oak" ), $this->shown( $product->get_id() ) );
	}

	public function test_one_registered_variation_is_one_line_and_none_before_the_confirmation(): void {
		list( $product, $oak ) = $this->prints();
		$this->assertSame( '', $this->art_ids( $product->get_id() ) );
		$this->confirm( $oak );
		$html = $this->art_ids( $product->get_id() );
		$this->assertStringStartsWith( '<p ', $html );
		$this->assertStringNotContainsString( '<li>', $html );
		$this->assertSame( array( "AREG-$oak" ), $this->shown( $product->get_id() ) );
	}

	public function test_texts_of_the_owner_are_escaped(): void {
		$product = $this->variable_product( array( 'Oak <b>& "ash"' => array( 'regular_price' => '3' ) ), array( 'name' => 'A </script><i>title' ) );
		Change_Collector::flush();
		Owner_Orders::register( $product->get_id() );
		$this->take();
		$this->confirm( ...$product->get_children() );
		$this->assertStringNotContainsString( '<b>', $this->art_ids( $product->get_id() ) );
		$this->assertStringContainsString( '&quot;ash&quot;', $this->art_ids( $product->get_id() ) );
		$this->assertSame( 1, substr_count( $this->head( $product->get_id() ), '</script>' ) );
	}

	public function test_search_engines_read_a_work_for_each_variation(): void {
		list( $product, $oak, $ash ) = $this->prints( array( 'height' => '30', 'width' => '40' ) );
		update_post_meta( $ash, '_height', '60' );
		$this->take();
		$this->confirm( $oak, $ash );
		$data = Structured_Data::of( get_post( $product->get_id() ) );
		$this->assertSame( array( '@context', '@graph' ), array_keys( (array) $data ) );
		$this->assertSame( array( 'VisualArtwork', 'VisualArtwork' ), array_column( $data['@graph'], '@type' ) );
		$this->assertSame( array( 'Harbour, Oak', 'Harbour, Ash' ), array_column( $data['@graph'], 'name' ) );
		$this->assertSame( "AREG-$oak", $data['@graph'][0]['identifier']['value'] );
		$this->assertSame( "https://registry.example/$oak", $data['@graph'][0]['sameAs'] );
		$this->assertSame( 'Anna Boch', $data['@graph'][0]['creator']['name'] );
		$this->assertStringContainsString( 'attribute_frame=Oak', $data['@graph'][0]['url'] );
		$this->assertEquals( array( 30, 60 ), array( $data['@graph'][0]['height']['value'], $data['@graph'][1]['height']['value'] ) );
	}

	public function test_the_caption_shows_what_the_variations_share_and_a_size_only_if_all_have_it(): void {
		list( $product, $oak, $ash ) = $this->prints( array( 'height' => '30', 'width' => '40' ) );
		$this->confirm( $oak, $ash );
		$caption = $this->block( 'caption', $product->get_id() );
		$this->assertStringContainsString( 'Anna Boch<br><cite>Harbour</cite><br>30 × 40 cm</p>', $caption );
		$this->assertStringNotContainsString( 'For sale', $caption );
		update_post_meta( $ash, '_height', '60' );
		$this->take();
		$this->assertStringContainsString( 'Anna Boch<br><cite>Harbour</cite></p>', $this->block( 'caption', $product->get_id() ) );
	}

	/** @return array<string, array{0: callable(int, int, int): mixed}> What is done with the product, the one in oak and the one in ash. */
	public function ways_to_hide_the_one_in_oak(): array {
		return array(
			'switched off by code'              => array( static function ( int $product, int $oak ): void {
				$variation = wc_get_product( $oak );
				$variation->set_status( 'private' );
				$variation->save();
			} ),
			'switched off past WooCommerce'     => array( static function ( int $product, int $oak ): void {
				wp_update_post( array( 'ID' => $oak, 'post_status' => 'private' ) );
			} ),
			'put into the trash'                => array( static function ( int $product, int $oak ): void {
				wp_trash_post( $oak );
			} ),
			'deleted'                           => array( static function ( int $product, int $oak ): void {
				wp_delete_post( $oak, true );
			} ),
			'deleted over REST'                 => array( function ( int $product, int $oak ): void {
				$this->rest( 'DELETE', "/wc/v3/products/$product/variations/$oak", array( 'force' => true ) );
			} ),
			'taken out of the registry by the owner' => array( static function ( int $product, int $oak ): void {
				Owner_Orders::stop_updating( $oak );
			} ),
			'made private in the registry'      => array( function ( int $product, int $oak ): void {
				$this->confirm_as( 'private', $oak );
			} ),
		);
	}

	public function test_a_variation_is_gone_from_the_page_although_its_change_was_written_in_the_middle_of_the_request(): void {
		list( $product, $oak, $ash ) = $this->confirmed_prints();
		// More than a hundred works are written as the hundredth is touched, which may be the last before a variation is hidden.
		Change_Collector::hide( get_post( $oak ) );
		Change_Collector::flush();
		$this->assertSame( array( "AREG-$ash" ), $this->shown( $product->get_id() ) );
	}

	/** @dataProvider ways_to_hide_the_one_in_oak */
	public function test_a_variation_that_visitors_may_not_see_is_gone_from_the_page_at_once( callable $hide ): void {
		list( $product, $oak, $ash ) = $this->confirmed_prints();
		$hide( $product->get_id(), $oak, $ash );
		Change_Collector::flush();
		$this->assertSame( array( "AREG-$ash" ), $this->shown( $product->get_id() ) );
		$this->take();
		$this->assertSame( array( "AREG-$ash" ), $this->shown( $product->get_id() ), 'nor does it come back when it is read' );
	}

	/** @return array<string, array{0: callable(int): mixed}> */
	public function ways_to_hide_the_product(): array {
		$saved = static function ( array $fields ): callable {
			return static function ( int $product ) use ( $fields ): void {
				wp_update_post( array( 'ID' => $product ) + $fields );
			};
		};
		return array(
			'a draft'        => array( $saved( array( 'post_status' => 'draft' ) ) ),
			'private'        => array( $saved( array( 'post_status' => 'private' ) ) ),
			'a password'     => array( $saved( array( 'post_password' => 'secret' ) ) ),
			'in the trash'   => array( 'wp_trash_post' ),
			'excluded'       => array( array( Owner_Orders::class, 'stop_updating' ) ),
			'one work again' => array( static function (): void {
				Variation_Orders::save( 'product', '{title}' );
			} ),
		);
	}

	/** @dataProvider ways_to_hide_the_product */
	public function test_a_product_that_visitors_may_not_see_or_that_is_the_work_shows_no_variation( callable $hide ): void {
		list( $product ) = $this->confirmed_prints();
		$hide( $product->get_id() );
		$this->assertSame( array(), $this->shown( $product->get_id() ) );
		$this->assertStringNotContainsString( 'graph', (string) wp_json_encode( Structured_Data::of( get_post( $product->get_id() ) ) ) );
		$this->take();
		$this->assertSame( array(), $this->shown( $product->get_id() ) );
	}

	public function test_a_hidden_variation_comes_back_with_its_art_id(): void {
		list( $product, $oak, $ash ) = $this->confirmed_prints();
		wp_update_post( array( 'ID' => $oak, 'post_status' => 'private' ) );
		Owner_Orders::stop_updating( $ash );
		$this->take();
		$this->assertSame( array(), $this->shown( $product->get_id() ) );
		wp_update_post( array( 'ID' => $oak, 'post_status' => 'publish' ) );
		Owner_Orders::register( $ash );
		$this->take();
		$this->assertSame( array( "AREG-$oak", "AREG-$ash" ), $this->shown( $product->get_id() ) );

		$this->assertNull( Variation_Orders::save( 'product', '{title}' ) );
		$this->take();
		$this->assertSame( array(), Variation_Summaries::of_product( $product->get_id() ) );
		$this->each_is_a_work();
		$this->assertSame( array( "AREG-$oak", "AREG-$ash" ), $this->shown( $product->get_id() ) );
	}

	public function test_changed_texts_and_titles_are_shown_once_the_sync_service_has_read_them(): void {
		list( $product, $oak ) = $this->confirmed_prints();
		$variation             = wc_get_product( $oak );
		$variation->set_attributes( array( 'frame' => 'Walnut' ) );
		$variation->save();
		wp_update_post( array( 'ID' => $product->get_id(), 'post_title' => 'Port' ) );
		$this->take();
		$this->assertStringContainsString( 'Walnut: ', $this->art_ids( $product->get_id() ) );
		$this->assertSame( 'Port, Walnut', Structured_Data::of( get_post( $product->get_id() ) )['@graph'][0]['name'] );
	}

	public function test_what_direct_sql_left_is_repaired_by_the_background_check(): void {
		global $wpdb;
		list( $product, $oak, $ash ) = $this->confirmed_prints();
		$elm                         = $this->variation( $product->get_id(), 'Elm' );
		Owner_Orders::register( $elm );
		$this->take();
		$this->confirm( $elm );
		$now = time();
		Clock::freeze( $now );
		Change_Page::read( 50 );
		$wpdb->query( "UPDATE $wpdb->posts SET post_status = 'private' WHERE ID = $oak" );
		$wpdb->query( "DELETE FROM $wpdb->posts WHERE ID = $ash" );
		$wpdb->query( "DELETE FROM $wpdb->postmeta WHERE meta_key = '_artwork_registry_shown_$elm'" );
		wp_cache_flush();
		for ( $hour = 1; $hour <= 25; $hour++ ) {
			Clock::freeze( $now + $hour * 3600 );
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
				Background_Check::acknowledge( array( (int) $change['external_id'] ) );
			}
		}
		$this->assertSame( array( "AREG-$elm" ), $this->shown( $product->get_id() ) );
	}

	public function test_a_copy_of_the_product_shows_no_variations_of_the_original(): void {
		list( $product ) = $this->confirmed_prints();
		require_once WC_ABSPATH . 'includes/admin/class-wc-admin-duplicate-product.php';
		$copy          = ( new \WC_Admin_Duplicate_Product() )->product_duplicate( wc_get_product( $product->get_id() ) );
		$this->posts[] = $copy->get_id();
		wp_update_post( array( 'ID' => $copy->get_id(), 'post_status' => 'publish' ) );
		$this->assertSame( array(), $this->shown( $copy->get_id() ) );
		$this->assertStringNotContainsString( 'shown', implode( ' ', array_keys( get_post_meta( $copy->get_id() ) ) ) );
		// Other plugins copy every field.
		foreach ( get_post_meta( $product->get_id() ) as $key => $values ) {
			update_post_meta( $copy->get_id(), $key, wp_slash( $values[0] ) );
		}
		$this->assertSame( array(), $this->shown( $copy->get_id() ) );
	}

	public function test_uninstalling_with_its_data_removes_the_summaries(): void {
		global $wpdb;
		$this->confirmed_prints();
		Variation_Summaries::remove();
		$this->assertSame( '0', $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_key LIKE '%\\_shown\\_%'" ) );
	}

	public function test_the_page_of_a_product_with_sixty_variations_costs_no_query(): void {
		$options = array();
		for ( $n = 1; $n <= 60; $n++ ) {
			$options[ "No. $n" ] = array( 'regular_price' => '10' );
		}
		$id = $this->variable_product( $options )->get_id();
		Change_Collector::flush();
		Owner_Orders::register( $id );
		$this->take();
		$this->confirm( ...wc_get_product( $id )->get_children() );
		wp_cache_flush();
		$GLOBALS['wp_query'] = new WP_Query( array( 'p' => $id, 'post_type' => 'product' ) );
		// The permalink of a product, which every page of it has, and the options of the site.
		get_permalink( $id );
		$queries = $this->queries_of( function () use ( $id ): void {
			ob_start();
			Structured_Data::show();
			$this->assertStringContainsString( 'No. 60', (string) ob_get_clean() );
			$this->assertSame( 60, substr_count( $this->art_ids( $id ), '<li>' ) );
			$this->block( 'caption', $id );
		} );
		$this->assertSame( 0, $queries );
	}

	public function test_switching_a_variation_off_costs_the_save_two_queries_in_either_mode_also_with_its_product(): void {
		list( $product, $oak ) = $this->confirmed_prints();
		foreach ( Settings::REGISTER_MODES as $mode ) {
			Settings::update( array( 'register_mode' => $mode ) );
			foreach ( array( false, true ) as $with_product ) {
				$this->assertStringContainsString( 'Oak', $this->art_ids( $product->get_id() ) );
				$variation = wc_get_product( $oak );
				$variation->set_status( 'private' );
				$queries = $this->own_queries_of( static function () use ( $variation, $product, $with_product ): void {
					$variation->save();
					if ( $with_product ) {
						wp_update_post( array( 'ID' => $product->get_id(), 'post_title' => 'Port ' . wp_rand() ) );
					}
					Change_Collector::flush();
				} );
				$this->assertLessThanOrEqual( 2, $queries, "$mode, " . (int) $with_product );
				$this->assertStringNotContainsString( 'Oak', $this->art_ids( $product->get_id() ) );
				$variation->set_status( 'publish' );
				$variation->save();
				$this->take();
			}
		}
	}

	public function test_registering_is_automatic_for_a_new_product_with_a_disabled_variation(): void {
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '3' ), 'Ash' => array( 'regular_price' => '3', 'status' => 'private' ) ) );
		Change_Collector::flush();
		$this->assertSame( Status::CHOSEN, Status::choices( array( $product->get_children()[0] ) )[ $product->get_children()[0] ]['chosen'] ?? null );
		$product->update_meta_data( '_artwork_registry_variations', 'product' );
		$product->save();
		$variation = wc_get_product( $product->get_children()[1] );
		$variation->set_regular_price( '4' );
		$variation->save();
		Change_Collector::flush();
		$this->assertSame( Status::CHOSEN, Status::choices( array( $product->get_id() ) )[ $product->get_id() ]['chosen'] ?? null, 'one that is the work itself' );
	}

	public function test_a_page_of_variations_with_new_texts_is_at_most_fifteen_queries(): void {
		$variations = array();
		for ( $n = 0; $n < self::page_size(); $n++ ) {
			$variations[] = $this->variable_product(
				array( 'Oak' => array( 'regular_price' => '300', 'sku' => "S-$n" ) ),
				array( 'name' => "Print $n", 'image_id' => $this->attachment( "p$n.jpg" ) )
			)->get_children()[0];
		}
		$this->forget_outbox();
		Status::choose( $variations, Status::CHOSEN );
		foreach ( $variations as $id ) {
			Art_Ids::follow( array( array( 'registry_id' => "AREG-$id" ) + $this->report( $id, 'published' ) ) );
		}
		Outbox::touch( array_fill_keys( $variations, 'woocommerce' ) );
		list( $page, $queries ) = $this->page_and_queries();
		$this->assertCount( self::page_size(), $page['changes'] );
		$this->assertLessThanOrEqual( 15, $queries );
		$this->assertSame( array( 'AREG-' . end( $variations ) ), $this->shown( (int) wp_get_post_parent_id( end( $variations ) ) ) );
	}

	public function test_a_page_keeps_what_it_shows_while_the_pictures_of_the_site_cannot_be_read(): void {
		global $wpdb;
		list( $product, $oak, $ash ) = $this->prints( array( 'image_id' => $this->attachment( 'print.jpg' ) ) );
		foreach ( array( $oak, $ash ) as $id ) {
			set_post_thumbnail( $id, $this->attachment( "$id.jpg" ) );
		}
		Change_Collector::flush();
		$this->confirm( $oak, $ash );
		$this->assertSame( array( "AREG-$oak", "AREG-$ash" ), $this->shown( $product->get_id() ) );
		$pictures = Tables::name( 'pictures' );
		$wpdb->update( $pictures, array( 'picture' => 0 ), array( 'external_id' => 0 ) );
		Outbox::touch( array( $oak => 'woocommerce', $ash => 'woocommerce' ) );
		Jobs::remove_all();
		try {
			$this->failing( "/^INSERT INTO $pictures/", static fn() => Change_Page::read( 50 ) );
			$this->fail( 'the pictures were read' );
		} catch ( Pictures_Unread $unread ) {
			$this->assertSame( array( "AREG-$oak", "AREG-$ash" ), $this->shown( $product->get_id() ) );
		}
	}

	/** @return array{0: \WC_Product, 1: int, 2: int} As `prints`, confirmed by the registry. */
	private function confirmed_prints(): array {
		$prints = $this->prints();
		$this->confirm( $prints[1], $prints[2] );
		return $prints;
	}

	private function confirm( int ...$ids ): void {
		$this->confirm_as( 'published', ...$ids );
	}

	/** As the sync service reports it. */
	private function confirm_as( string $state, int ...$ids ): void {
		$works = array();
		foreach ( $ids as $id ) {
			$works[] = array(
				'external_id' => (string) $id,
				'revision' => $this->revision( $id ),
				'state' => $state,
				'registry_id' => "AREG-$id",
				'public_page' => "https://registry.example/$id",
			);
		}
		$this->assertSame( 200, $this->call( $this->pair(), 'report', array( 'works' => $works ) )[0] );
	}

	private function art_ids( int $product ): string {
		return $this->block( 'art-id', $product );
	}

	/** @return list<string> The Art IDs in the block, in their order. */
	private function shown( int $product ): array {
		preg_match_all( '/>(AREG-\d+)</', $this->art_ids( $product ), $found );
		return $found[1];
	}

	private function head( int $product ): string {
		$GLOBALS['wp_query'] = new WP_Query( array( 'p' => $product, 'post_type' => 'product' ) );
		ob_start();
		Structured_Data::show();
		return (string) ob_get_clean();
	}

	private function block( string $name, int $post_id ): string {
		return ( new WP_Block( array( 'blockName' => 'artwork-registry/' . $name ), array( 'postId' => $post_id ) ) )->render();
	}
}
