<?php
/**
 * Which products the registry never hears of, and what it is told of those that leave.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Works_Query;
use WC_Product_External;
use WC_Product_Grouped;

final class Product_Eligibility_Test extends Woocommerce_Case {
	/** @return array<string, array{0: callable(self): int, 1: string}> */
	public function products_that_must_not_be_shared(): array {
		return array(
			'draft'            => array( static function ( self $test ): int {
				return $test->product( array( 'name' => 'Secret', 'status' => 'draft' ) )->get_id();
			}, 'draft' ),
			'private'          => array( static function ( self $test ): int {
				return $test->product( array( 'name' => 'Secret', 'status' => 'private' ) )->get_id();
			}, 'private' ),
			'with a password'  => array( static function ( self $test ): int {
				return $test->product( array( 'name' => 'Secret', 'post_password' => 'x' ) )->get_id();
			}, 'password' ),
			'planned'          => array( static function ( self $test ): int {
				return $test->product( array( 'name' => 'Secret', 'status' => 'future', 'date_created' => time() + 86400 ) )->get_id();
			}, 'draft' ),
			'waiting for review' => array( static function ( self $test ): int {
				return $test->product( array( 'name' => 'Secret', 'status' => 'pending' ) )->get_id();
			}, 'draft' ),
			'of a type of another plugin' => array( static function ( self $test ): int {
				$id = $test->product( array( 'name' => 'Secret' ) )->get_id();
				wp_set_object_terms( $id, 'subscription', 'product_type' );
				return $id;
			}, 'product_type' ),
			'hidden'           => array( static function ( self $test ): int {
				return $test->product( array( 'name' => 'Secret', 'catalog_visibility' => 'hidden' ) )->get_id();
			}, 'hidden' ),
			'grouped'          => array( static function ( self $test ): int {
				return $test->of_class( new WC_Product_Grouped() );
			}, 'product_type' ),
			'sold by somebody' => array( static function ( self $test ): int {
				return $test->of_class( new WC_Product_External() );
			}, 'product_type' ),
		);
	}

	/**
	 * @dataProvider products_that_must_not_be_shared
	 *
	 * @param callable(self): int $make
	 */
	public function test_nothing_of_a_product_leaves_the_site_that_is( callable $make, string $reason ): void {
		$id = $make( $this );
		$this->assertNull( $this->change_of( $id ), 'never told: settled by itself' );
		$this->assertSame( 'not_shared', Works_Query::find( $id )['view'] );
		Status::save_reports( array( $this->report( $id, 'published' ) ) );
		$change = $this->change_of( $id );
		$this->assertSame( array( 'not_shared', $reason, null ), array( $change['state'], $change['reason'], $change['artwork'] ) );
		$this->assertStringNotContainsString( 'Secret', (string) wp_json_encode( $change ) );
		Status::choose( array( $id ), Status::NOT_CHOSEN );
		$this->assertSame( 0, Job_Walker::count( Jobs::REGISTER_ALL ), '"Register all" does not count it' );
	}

	public function test_an_excluded_product_leaves_the_registry_and_nothing_of_it_is_told(): void {
		$id = $this->product( array( 'name' => 'Secret' ) )->get_id();
		$this->change_of( $id );
		Status::save_reports( array( $this->report( $id, 'published' ) ) );
		Owner_Orders::stop_updating( $id );
		$page = Change_Page::read( 50 );
		$this->assertSame(
			array( 'not_shared', 'excluded', null ),
			array( $page['changes'][0]['state'], $page['changes'][0]['reason'], $page['changes'][0]['artwork'] )
		);
		$this->assertStringNotContainsString( 'Secret', (string) wp_json_encode( $page ) );
	}

	public function test_in_the_search_only_or_in_the_catalogue_only_is_not_hidden(): void {
		foreach ( array( 'visible', 'catalog', 'search' ) as $visibility ) {
			$this->artwork_of( $this->product( array( 'catalog_visibility' => $visibility ) )->get_id() );
		}
		$this->assertCount( 3, $this->posts );
	}

	public function test_a_digital_work_is_a_work(): void {
		$this->artwork_of( $id = $this->product( array( 'virtual' => true, 'downloadable' => true ) )->get_id() );
		$this->assertNull( Sources::get( 'woocommerce' )->reason_not_shareable( get_post( $id ) ) );
	}

	public function test_a_product_leaves_by_the_trash_and_leaves_a_tombstone_when_deleted(): void {
		$product = $this->product();
		$id      = $this->taken_over( $product );
		$product->delete();
		Change_Collector::flush();
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertSame( array( 'not_shared', 'trashed' ), array( $change['state'], $change['reason'] ) );
		wp_untrash_post( $id );
		wp_publish_post( $id );
		$this->assertSame( 'shared', $this->change_of( $id )['state'] );
		wc_get_product( $id )->delete( true );
		Change_Collector::flush();
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertSame( array( (string) $id, 'gone', 'deleted' ), array( $change['external_id'], $change['state'], $change['reason'] ) );
	}

	public function test_a_deleted_variable_product_is_one_tombstone(): void {
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ) ) );
		$id      = $this->taken_over( $product );
		wc_get_product( $id )->delete( true );
		Change_Collector::flush();
		$this->assertSame( array( array( (string) $id, 'gone' ) ), array_map( static function ( array $change ): array {
			return array( $change['external_id'], $change['state'] );
		}, Change_Page::read( 50 )['changes'] ) );
	}

	/** @param \WC_Product $product */
	public function of_class( $product ): int {
		$product->set_name( 'Secret' );
		$product->save();
		$this->posts[] = $product->get_id();
		return $product->get_id();
	}

	public function test_a_shop_that_is_coming_soon_registers_nothing_and_hidden_products_leave(): void {
		$public = $this->product()->get_id();
		$other  = $this->product( array( 'name' => 'Poppies' ) )->get_id();
		$this->artwork();
		$this->assertSame( 'shared', $this->change_of( $public )['state'] );
		Status::save_reports( array( $this->report( $public, 'published', $this->revision( $public ) ) ) );
		$open = Job_Walker::count( Jobs::REGISTER_ALL );
		try {
			update_option( 'woocommerce_coming_soon', 'yes' );
			update_option( 'woocommerce_store_pages_only', 'yes' );
			$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'], 'all works are looked at' );
			$this->assertSame( array( 'not_shared', 'coming_soon' ), array( $this->change_of( $public )['state'], $this->change_of( $public )['reason'] ) );
			$this->assertNull( $this->change_of( $other ), 'the registry never hears of it' );
			$this->assertSame( $open - 1, Job_Walker::count( Jobs::REGISTER_ALL ), 'the shop is closed, the works of the site are not' );
			wp_set_current_user( $this->user( 'administrator' ) );
			$this->assertTrue( $this->screen( 'GET', 'overview' )->get_data()['is_closed'] );
			$this->assertTrue( $this->screen( 'GET', 'report' )->get_data()['is_closed'] );
			update_option( 'woocommerce_store_pages_only', 'no' );
			$this->assertSame( 0, Job_Walker::count( Jobs::REGISTER_ALL ), 'nobody sees anything' );
		} finally {
			update_option( 'woocommerce_coming_soon', 'no' );
			update_option( 'woocommerce_store_pages_only', 'no' );
		}
		$this->assertSame( 'shared', $this->change_of( $public )['state'], 'open again' );
		$this->assertFalse( $this->screen( 'GET', 'overview' )->get_data()['is_closed'] );
	}

	public function test_a_product_saved_without_a_name_waits_for_a_title(): void {
		$nameless = $this->product( array( 'name' => '' ) )->get_id();
		$this->assertSame( 'Product', get_post( $nameless )->post_title );
		Change_Collector::flush();
		Status::choose( array( $nameless ), Status::CHOSEN );
		Outbox::touch( array( $nameless => 'woocommerce' ) );
		$change = array_column( Change_Page::read( 50 )['changes'], null, 'external_id' )[ $nameless ];
		$this->assertSame( array( 'broken', 'placeholder_title', null ), array( $change['state'], $change['error']['code'], $change['artwork'] ) );
		Outbox::acknowledge( array( $nameless => $change['revision'] ) );
		Status::save_reports( array(
			array( 'error' => '{"code":"placeholder_title"}', 'registry_id' => null )
			+ $this->report( $nameless, 'attention', $change['revision'] ),
		) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertStringContainsString( 'give it a title', $this->screen( 'GET', "works/$nameless" )->get_data()['error']['text'] );
		wp_update_post( array( 'ID' => $nameless, 'post_title' => 'Product of Nature' ) );
		$this->assertSame( 'shared', $this->change_of( $nameless )['state'] );
	}

	public function test_the_review_before_registering_says_what_is_wrong_with_a_title(): void {
		$ids = array( $this->product( array( 'name' => '' ) )->get_id(), $this->product( array( 'name' => str_repeat( 'Sea ', 150 ) ) )->get_id() );
		Change_Collector::flush();
		wp_set_current_user( $this->user( 'administrator' ) );
		do {
			$report = $this->screen( 'POST', 'report/step' )->get_data();
		} while ( ! $report['is_done'] );
		$this->assertSame( array( array( 'field' => 'title', 'name' => 'Title', 'works' => 2 ) ), $report['lacking'] );
		$problems = array_column( $this->screen( 'GET', 'report/works', array( 'lacking' => 'title' ) )->get_data()['works'], 'problems', 'external_id' );
		$this->assertStringContainsString( 'saved without a name', $problems[ $ids[0] ][0] );
		$this->assertStringContainsString( 'has more than 500 characters', $problems[ $ids[1] ][0] );
	}
}
