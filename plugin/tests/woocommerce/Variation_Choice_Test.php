<?php
/**
 * The owner's choice that each variation is a work, and taking it back: what leaves, what comes, what is refused.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\Sync\Variation_Walk;
use ArtworkRegistry\Tests\Broken_Statements;
use ArtworkRegistry\Tests\Taken_Posts;
use ArtworkRegistry\Tests\Variations_Case;
use ArtworkRegistry\View\Works_Query;

final class Variation_Choice_Test extends Variations_Case {
	use Broken_Statements;
	use Taken_Posts;

	public function test_without_the_choice_the_product_is_the_work(): void {
		list( $product, $oak, $ash ) = $this->prints();
		$this->assertNull( Works_Query::find( $oak ) );
		Owner_Orders::register( $product->get_id() );
		$this->assertSame( array( $product->get_id() => 'Harbour' ), $this->told_in_short() );
		$this->assertSame( array(), Status::choices( array( $oak, $ash ) ) );
	}

	public function test_a_registered_product_leaves_and_its_variations_come_as_the_preview_said(): void {
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		$other                       = $this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ) ), array( 'name' => 'Never published' ) );
		$simple                      = $this->taken_over( $this->product() );
		$this->confirm( $id, $simple );
		$this->assertSame( array( 'leave' => 1, 'come' => 2 ), Variation_Orders::count( 'each' ) );
		$this->assertNull( Variation_Orders::save( 'each', '{title}, {attributes}' ) );
		$this->assertSame( Jobs::VARIATIONS, Jobs::find()['kind'] );
		$this->assertSame( array( $id => 'variations', $oak => 'Harbour, Oak', $ash => 'Harbour, Ash' ), $this->told_in_short() );
		$this->assertSame( array(), Status::choices( $other->get_children() ), 'what was never published is not' );
		$this->assertSame( array( 'leave' => 0, 'come' => 0 ), Variation_Orders::count( 'each' ) );
	}

	public function test_the_review_keeps_the_verdict_of_a_rule_on_a_product_whose_variations_are_the_works(): void {
		list( $product, $oak ) = $this->prints();
		$this->each_is_a_work();
		$id     = $product->get_id();
		$barred = static function ( bool $may, \WP_Post $post ) use ( $id ): bool {
			return $may && $post->ID !== $id;
		};
		add_filter( 'artwork_registry_may_register', $barred, 10, 2 );
		try {
			for ( $step = 0; $step < 12 && ! ( Checks::find_run()['is_done'] ?? false ); $step++ ) {
				Check_Run::step();
			}
		} finally {
			remove_filter( 'artwork_registry_may_register', $barred, 10 );
		}
		$this->assertSame( array( $id ), Status::barred( array( $id, $oak ) ), 'its variations are out by it' );
	}

	public function test_a_job_that_began_in_another_request_is_walked_with_the_choice_that_began_it(): void {
		list( $product, $oak, $ash ) = $this->prints();
		$this->confirm( $product->get_id() );
		$options = wp_load_alloptions();
		$this->assertNull( Variation_Orders::save( 'each', '{title}, {attributes}' ) );
		// The sync service's request was here before the owner pressed Change, and has read its options.
		wp_cache_set( 'alloptions', $options, 'options' );
		$this->assertSame( 'product', Variation_Choice::mode() );
		$this->assertSame( array( $product->get_id() => 'variations', $oak => 'Harbour, Oak', $ash => 'Harbour, Ash' ), $this->told_in_short() );
	}

	public function test_changing_back_registers_the_product_again_and_nothing_twice(): void {
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		$this->confirm( $id );
		$this->each_is_a_work();
		$this->touch( $id, $oak, $ash );
		$this->take( true );
		$this->assertSame( array( 'leave' => 2, 'come' => 1 ), Variation_Orders::count( 'product' ) );
		$this->assertNull( Variation_Orders::save( 'product', '{title}, {attributes}' ) );
		$this->assertSame( array( $id => 'Harbour', $oak => 'variation', $ash => 'variation' ), $this->told_in_short() );
		$this->touch( $id, $oak, $ash );
		$this->take( true );
		$views = array_column( Works_Query::find_many( array( $id, $oak, $ash ) ), 'view', 'external_id' );
		$this->assertEquals( array( $id => 'published', $oak => 'stopped', $ash => 'stopped' ), $views, 'those with an Art ID are still seen' );
		// And forth once more: the Art IDs they had come back with them.
		$this->each_is_a_work();
		$this->touch( $id, $oak, $ash );
		$this->assertSame( array( $id => 'variations', $oak => 'Harbour, Oak', $ash => 'Harbour, Ash' ), $this->told_in_short() );
	}

	public function test_variations_registered_one_by_one_become_their_product_when_it_is_the_work_again(): void {
		$this->each_is_a_work();
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ), 'Ash' => array( 'regular_price' => '9' ) ) );
		Change_Collector::flush();
		Owner_Orders::register( $product->get_children()[0] );
		$this->assertSame( array( $product->get_children()[0] => 'Harbour, Oak' ), $this->told_in_short(), 'on one means that one' );
		$this->assertNull( Variation_Orders::save( 'product', '{title}, {attributes}' ) );
		$this->assertSame( 'Harbour', $this->told_in_short()[ $product->get_id() ] );
	}

	public function test_a_choice_is_not_moved_while_the_kind_of_a_product_cannot_be_read(): void {
		global $wpdb;
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		Status::choose( array( $id ), Status::CHOSEN );
		Status::choose( array( $oak, $ash ), Status::EXCLUDED );
		$before = Status::decided( array( $id, $oak, $ash ) );
		wp_cache_flush();
		$this->failing_once(
			"/^\s*SELECT.*$wpdb->term_relationships/s",
			function () use ( $id ): void {
				try {
					Variation_Walk::look_at( array( $id ) );
					$this->fail( 'The product was to be looked at later.' );
				} catch ( Read_Failed $failed ) {
					$this->assertStringContainsString( 'could not be read', $failed->getMessage() );
				}
			}
		);
		$this->assertSame( $before, Status::decided( array( $id, $oak, $ash ) ) );
		Variation_Walk::look_at( array( $id ) );
		$this->assertSame( $before, Status::decided( array( $id, $oak, $ash ) ), 'no cache kept "no kind"' );
	}

	public function test_a_product_whose_variations_were_all_excluded_stays_out(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		Owner_Orders::stop_updating_many( array( $oak, $ash ) );
		$this->take();
		$this->assertSame( 0, Variation_Orders::count( 'product' )['come'] );
		Variation_Orders::save( 'product', '{title}, {attributes}' );
		$this->assertArrayNotHasKey( 'Harbour', array_flip( $this->told_in_short() ) );
		$this->assertSame( Status::EXCLUDED, Status::choices( array( $product->get_id() ) )[ $product->get_id() ]['chosen'] );
	}

	public function test_a_product_that_was_stopped_has_no_registered_variations_whatever_was_chosen_for_them_before(): void {
		$this->each_is_a_work();
		list( $product, $oak ) = $this->prints();
		Variation_Orders::save( 'product', '{title}, {attributes}' );
		$this->take();
		Owner_Orders::stop_updating( $product->get_id() );
		$this->take();
		Variation_Orders::save( 'each', '{title}, {attributes}' );
		// Before the job has come to it.
		$this->touch( $oak );
		foreach ( $this->told() as $change ) {
			$this->assertSame( 'not_shared', $change['state'] );
		}
	}

	public function test_a_new_variation_waits_for_the_owner_unless_registering_is_automatic(): void {
		$this->each_is_a_work();
		list( $product ) = $this->prints();
		$new             = $this->variation( $product->get_id(), 'Walnut' );
		$this->assertArrayNotHasKey( $new, $this->told() );
		// Another pattern, or the same choice once more, asks nobody either.
		$this->assertNull( Variation_Orders::save( 'each', '{attributes} – {title}' ) );
		$this->assertSame( array( 'Ash – Harbour', 'Oak – Harbour' ), $this->sorted( array_diff( $this->told_in_short(), array( 'variations', 'not_chosen' ) ) ) );
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$newer = $this->variation( $product->get_id(), 'Elm' );
		$this->assertSame( 'Elm – Harbour', $this->told_in_short()[ $newer ] );
	}

	public function test_a_pattern_with_the_same_title_for_two_variations_is_refused_and_changes_nothing(): void {
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ), 'Ash' => array( 'regular_price' => '9' ) ) );
		foreach ( array( 'excerpt', 'content' ) as $shared ) {
			$this->assertStringContainsString(
				'All variations of a product would have the same title',
				(string) Variation_Orders::save( 'each', "{title} {property:$shared}" )
			);
		}
		update_post_meta( $product->get_children()[0], 'room', 'Hall' );
		update_post_meta( $product->get_children()[1], 'room', 'HALL.' );
		$this->assertSame(
			'“Harbour, HALL.” would be the title of two variations of “Harbour”, so the registry could not tell them apart. Add what differs, such as {attribute:Size} or {meta:_sku}, or give these variations different attributes.',
			Variation_Orders::save( 'each', '{title}, {meta:room}' )
		);
		foreach ( array( '', '{title}, {size}', '{title', str_repeat( 'x', 501 ), "{attributes}\n" . "\x01" ) as $wrong ) {
			$this->assertNotNull( Variation_Orders::save( 'each', $wrong ), $wrong );
		}
		$this->assertSame( array( 'product', false ), array( Variation_Choice::mode(), Variation_Choice::is_used() ) );
		$this->assertNull( Jobs::find() );
		wc_get_product( $product->get_children()[1] )->set_status( 'private' );
		wp_update_post( array( 'ID' => $product->get_children()[1], 'post_status' => 'private' ) );
		$this->assertNull( Variation_Orders::save( 'each', '{title}, {meta:room}' ), 'a variation that is switched off is not a rival' );
	}

	public function test_a_product_can_be_an_exception_and_each_product_can_decide(): void {
		$this->each_is_a_work();
		list( $product, $oak, $ash ) = $this->prints();
		$id                          = $product->get_id();
		$this->confirm( $oak, $ash );
		$data = $this->rest( 'GET', "/artwork-registry/v1/screen/products/$id/variations" );
		$this->assertSame(
			array( 'each', '', true, array( 'leave' => 2, 'come' => 1 ) ),
			array( $data['mode'], $data['choice'], $data['is_split'], $data['if_product'] )
		);
		$data = $this->rest( 'POST', "/artwork-registry/v1/screen/products/$id/variations", array( 'choice' => 'product' ) );
		$this->assertFalse( $data['is_split'] );
		$this->assertSame( array( $id => 'Harbour', $oak => 'variation', $ash => 'variation' ), $this->told_in_short() );
		$this->rest( 'POST', "/artwork-registry/v1/screen/products/$id/variations", array( 'choice' => '' ) );
		$this->assertSame( array( $id => 'variations', $oak => 'Harbour, Oak', $ash => 'Harbour, Ash' ), $this->told_in_short() );
		$this->assertNull( Variation_Orders::save( 'some', '{title}, {attributes}' ) );
		$this->assertSame( 'Harbour', $this->told_in_short()[ $id ], 'it does not say so' );
		$this->rest( 'POST', "/artwork-registry/v1/screen/products/$id/variations", array( 'choice' => 'each' ) );
		$this->assertSame( 'Harbour, Oak', $this->told_in_short()[ $oak ] );
	}

	public function test_a_product_whose_variations_would_have_one_title_cannot_be_the_exception(): void {
		$this->assertNull( Variation_Orders::save( 'some', '{title}, {attributes}' ) );
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ) ) );
		$this->variation( $product->get_id(), 'Oak' );
		$error = $this->rest( 'POST', '/artwork-registry/v1/screen/products/' . $product->get_id() . '/variations', array( 'choice' => 'each' ), 422 );
		$this->assertStringContainsString( 'two variations of “Harbour”', $error['message'] );
		$this->assertSame( '', Variation_Choice::of_product( $product->get_id() ) );
	}

	public function test_an_order_for_the_product_is_one_for_each_variation(): void {
		$this->each_is_a_work();
		$product            = $this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ), 'Ash' => array( 'regular_price' => '9' ) ) );
		list( $oak, $ash )  = $product->get_children();
		$this->assertSame( 2, Owner_Orders::register_many( array( $product->get_id() ) ) );
		$this->assertSame( array( $oak => 'Harbour, Oak', $ash => 'Harbour, Ash' ), $this->told_in_short() );
		$this->assertSame( 2, Owner_Orders::stop_updating_many( array( $product->get_id() ) ) );
		$this->assertSame( array( $oak => 'excluded', $ash => 'excluded' ), $this->told_in_short() );
		Owner_Orders::register( $ash );
		$told = $this->told_in_short();
		$this->assertSame( 'Harbour, Ash', $told[ $ash ], 'that one, though its product was excluded' );
		$this->assertArrayNotHasKey( 'Harbour, Oak', array_flip( $told ) );
		Status::save_reports( array(
			array( 'error' => '{"code":"x","message":"x"}' ) + $this->report( $oak, 'attention', $this->revision( $oak ) ),
			array( 'error' => '{"code":"x","message":"x"}' ) + $this->report( $ash, 'attention', $this->revision( $ash ) ),
		) );
		$this->forget_outbox();
		$this->assertSame( 2, Owner_Orders::retry_many( array( $product->get_id() ) ) );
	}

	public function test_register_all_counts_and_registers_the_variations_and_not_their_product(): void {
		$this->each_is_a_work();
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ), 'Ash' => array( 'regular_price' => '9' ) ) );
		Change_Collector::flush();
		$this->assertSame( 2, Owner_Orders::register_all() );
		$this->assertSame( $product->get_children(), array_keys( $this->told() ) );
		$this->assertSame( 0, Owner_Orders::register_all() );
	}

	public function test_only_those_who_manage_the_shop_or_may_publish_the_product_choose(): void {
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '9' ) ) );
		foreach ( array( 'subscriber', 'shop_manager' ) as $role ) {
			wp_set_current_user( $this->user( $role ) );
			foreach ( array( array( 'GET', 'variations' ), array( 'POST', 'variations' ), array( 'POST', 'variations/preview' ) ) as list( $method, $path ) ) {
				$this->assertSame( 403, $this->screen( $method, $path, array( 'mode' => 'each', 'title' => '{attributes}' ) )->get_status() );
			}
		}
		$this->assertSame(
			200,
			$this->screen( 'GET', 'products/' . $product->get_id() . '/variations' )->get_status(),
			'who may edit the product may say it of the product'
		);
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertSame( 403, $this->screen( 'GET', 'products/' . $product->get_id() . '/variations' )->get_status() );
		$this->assertSame( 403, $this->screen( 'GET', 'products/' . $this->artwork() . '/variations' )->get_status() );
	}

	public function test_the_screen_shows_names_and_numbers_before_anything_is_chosen(): void {
		$this->assertFalse( $this->rest( 'GET', '/artwork-registry/v1/screen/variations' )['has_products'], 'the wizard asks nothing then' );
		list( $product ) = $this->prints();
		$this->confirm( $product->get_id() );
		$data = $this->rest( 'POST', '/artwork-registry/v1/screen/variations/preview', array( 'mode' => 'each', 'title' => '{title} – {attributes}' ) );
		$this->assertSame(
			array(
				'problem' => null,
				'examples' => array( array( 'title' => 'Harbour', 'variations' => array( 'Harbour – Oak', 'Harbour – Ash' ) ) ),
				'products' => 1,
				'variations' => 2,
				'untitled' => 0,
				'leave' => 1,
				'come' => 2,
			),
			$data
		);
		$this->assertSame( 'product', Variation_Choice::mode() );
		$data = $this->rest( 'POST', '/artwork-registry/v1/screen/variations', array( 'mode' => 'each', 'title' => '{title} – {attributes}' ) );
		$this->assertSame( array( 'mode' => 'each', 'title' => '{title} – {attributes}', 'has_products' => true ), $data );
		$this->rest( 'POST', '/artwork-registry/v1/screen/variations', array( 'mode' => 'each', 'title' => '{title}' ), 422 );
	}

	public function test_a_switch_of_many_products_is_one_row_that_is_walked_page_by_page(): void {
		for ( $n = 0; $n < 12; $n++ ) {
			$this->prints( array( 'name' => "Print $n" ) );
		}
		$this->assertNull( Variation_Orders::save( 'each', '{title}, {attributes}' ) );
		$this->assertSame( 0, Outbox::count_waiting() );
		$this->assertSame( 12, Jobs::find()['total'] );
		$shared = array();
		for ( $page = 0; $page < 20; $page++ ) {
			foreach ( Change_Page::read( 5 )['changes'] as $change ) {
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
				if ( 'shared' === $change['state'] ) {
					$shared[] = $change['artwork']['title'];
				}
			}
		}
		$this->assertCount( 24, array_unique( $shared ) );
		$this->assertCount( 24, $shared, 'each once' );
	}

	public function test_a_switch_waits_for_the_products_that_a_restore_is_putting_back(): void {
		$products = array();
		for ( $n = 0; $n < 11; $n++ ) {
			$products[] = $this->prints( array( 'name' => "Print $n" ) )[0]->get_id();
		}
		Variation_Orders::save( 'each', '{title}, {attributes}' );
		$this->assertTrue( Job_Walker::step() );
		$this->assertSame( $products[9], Jobs::find()['cursor_id'] );
		$this->without_posts( "ID >= $products[10]", function (): void {
			$this->assertSame( array( true, Jobs::VARIATIONS ), array( Job_Walker::step(), Jobs::find()['kind'] ?? null ) );
		} );
		while ( Job_Walker::step() ) {
			$this->assertNotNull( Jobs::find() );
		}
		$parts = wc_get_product( $products[10] )->get_children();
		$this->assertSame( array_fill( 0, 2, Status::CHOSEN ), array_column( Status::choices( $parts ), 'chosen' ) );
	}

	private function confirm( int ...$ids ): void {
		foreach ( $ids as $id ) {
			Status::save_reports( array( array( 'registry_id' => "AREG-$id" ) + $this->report( $id, 'published', $this->revision( $id ) ) ) );
		}
	}

	private function touch( int ...$ids ): void {
		Outbox::touch( array_fill_keys( $ids, 'woocommerce' ) );
	}

	/**
	 * @param array<int, string> $values
	 * @return list<string>
	 */
	private function sorted( array $values ): array {
		sort( $values );
		return $values;
	}
}
