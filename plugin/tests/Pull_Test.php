<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Frontend\Structured_Data;
use ArtworkRegistry\Orders\Disconnect_Orders;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Protocol\Answer;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Work\Artwork_Check;

final class Pull_Test extends Wordpress_Case {
	public function test_a_work_carries_exactly_the_fields_that_are_filled(): void {
		$picture = $this->attachment();
		$id      = $this->artwork(
			array(
				'post_title' => 'L’<em>été</em> &amp; <b>l\'hiver</b>',
				'meta_input' => array(
					'artist'           => 'Rosa Bonheur',
					'year'             => 'c. 1853',
					'height_cm'        => '244,5',
					'availability'     => 'for_sale',
					'price_amount'     => '1.250,50',
					'price_currency'   => 'eur',
					'inventory_number' => 'B-7',
					'_thumbnail_id'    => $picture,
				),
			)
		);
		$change = $this->change_of( $id );
		$this->assertSame( array( 'shared', null, null ), array( $change['state'], $change['reason'], $change['error'] ) );
		$this->assertEquals(
			array(
				'title'           => "L’été & l'hiver",
				'artist_name'     => 'Rosa Bonheur',
				'year_created'    => 'c. 1853',
				'height_cm'       => 244.5,
				'inventory_ref'   => 'B-7',
				'availability'    => 'for_sale',
				'price'           => array(
					'amount'   => 1250.5,
					'currency' => 'EUR',
				),
				'cover_image_url' => wp_get_attachment_image_url( $picture, 'large' ),
				'external_id'     => (string) $id,
				'source_url'      => get_permalink( $id ),
			),
			$change['artwork']
		);
		$this->assertStringContainsString( 'irises-1024x512.jpg', $change['artwork']['cover_image_url'] );
	}

	public function test_without_artist_price_currency_or_picture_those_are_left_out(): void {
		$id      = $this->artwork( array( 'meta_input' => array( 'price_amount' => '100' ) ) );
		$artwork = $this->change_of( $id )['artwork'];
		$this->assertSame( array( 'title', 'availability', 'external_id', 'source_url' ), array_keys( $artwork ) );
		$this->assertSame( 'not_for_sale', $artwork['availability'] );
	}

	/** @return array<string, array{0: array<string, string>, 1: int, 2: string}> */
	public function works_that_must_not_be_shared(): array {
		return array(
			'draft'     => array( array( 'post_status' => 'draft' ), Status::CHOSEN, 'draft' ),
			'scheduled' => array( array( 'post_status' => 'future', 'post_date' => '2099-01-01 00:00:00' ), Status::CHOSEN, 'draft' ),
			'private'   => array( array( 'post_status' => 'private' ), Status::CHOSEN, 'private' ),
			'password'  => array( array( 'post_password' => 'x' ), Status::CHOSEN, 'password' ),
			'excluded'  => array( array(), Status::EXCLUDED, 'excluded' ),
			'undecided' => array( array(), Status::NOT_CHOSEN, 'not_chosen' ),
		);
	}

	/**
	 * @dataProvider works_that_must_not_be_shared
	 *
	 * @param array<string, string> $fields
	 */
	public function test_nothing_of_a_work_that_must_not_be_shared_leaves_the_site( array $fields, int $chosen, string $reason ): void {
		$never_told = $this->artwork( $fields + array( 'post_title' => 'Secret title' ) );
		$told       = $this->artwork( $fields + array( 'post_title' => 'Secret title' ) );
		Status::choose( array( $never_told, $told ), $chosen );
		$this->revision( $told );
		Status::save_reports( array( $this->report( $told, 'published' ) ) );
		$page = Change_Page::read( 50 );
		$this->assertSame( array( (string) $told ), array_column( $page['changes'], 'external_id' ) );
		$this->assertSame(
			array( 'not_shared', $reason, null ),
			array( $page['changes'][0]['state'], $page['changes'][0]['reason'], $page['changes'][0]['artwork'] )
		);
		$this->assertStringNotContainsString( 'Secret', (string) wp_json_encode( $page ) );
		$this->assertSame( 0, $page['remaining'] );
		$this->assertSame( 1, Outbox::count_waiting(), 'the other one has settled itself' );
	}

	public function test_a_work_that_was_taken_over_but_not_confirmed_is_still_taken_back(): void {
		$id = $this->taken_over_artwork();
		wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
		Change_Collector::flush();
		$this->assertSame( 'not_shared', Change_Page::read( 50 )['changes'][0]['state'] );
	}

	public function test_trash_is_not_shared_and_deletion_is_gone(): void {
		$id = $this->taken_over_artwork();
		wp_trash_post( $id );
		Change_Collector::flush();
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertSame( array( 'not_shared', 'trashed' ), array( $change['state'], $change['reason'] ) );
		wp_delete_post( $id, true );
		Change_Collector::flush();
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertSame( array( 'gone', 'deleted' ), array( $change['state'], $change['reason'] ) );
	}

	public function test_a_deleted_work_that_was_chosen_but_never_told_settles_without_a_trace(): void {
		$id = $this->artwork();
		Status::choose( array( $id ), Status::CHOSEN );
		wp_delete_post( $id, true );
		Change_Collector::flush();
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		$this->assertNull( Outbox::find( $id ) );
	}

	public function test_the_same_page_comes_again_until_it_is_acknowledged(): void {
		$pairing = $this->pair();
		$id      = $this->artwork();
		Owner_Orders::register( $id );
		Change_Collector::flush();
		$first = $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1];
		$this->assertSame( $first['changes'], $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1]['changes'] );
		$acks = array( array( 'external_id' => (string) $id, 'revision' => $first['changes'][0]['revision'] ) );
		$this->assertSame( 1, $this->call( $pairing, 'ack', array( 'acks' => $acks ) )[1]['acked'] );
		$this->assertSame( array(), $this->call( $pairing, 'changes' )[1]['changes'] );
	}

	public function test_the_call_for_the_next_page_may_acknowledge_the_one_before(): void {
		$pairing = $this->pair();
		$ids     = array( $this->artwork(), $this->artwork() );
		Status::choose( $ids, Status::CHOSEN );
		Change_Collector::flush();
		$first = $this->call( $pairing, 'changes', array( 'limit' => 1 ) )[1];
		$this->assertArrayNotHasKey( 'acked', $first );
		$acks = array( array( 'external_id' => $first['changes'][0]['external_id'], 'revision' => $first['changes'][0]['revision'] ) );
		$next = $this->call( $pairing, 'changes', array( 'limit' => 1, 'acks' => $acks ) )[1];
		$this->assertSame( array( 1, 0 ), array( $next['acked'], $next['remaining'] ) );
		$this->assertNotSame( $first['changes'][0]['external_id'], $next['changes'][0]['external_id'] );
		$this->assertSame( 400, $this->call( $pairing, 'changes', array( 'acks' => array( array( 'external_id' => 7 ) ) ) )[0] );
	}

	public function test_one_broken_work_holds_no_other_back(): void {
		$bad  = $this->artwork( array( 'post_title' => 'Breaks' ) );
		$good = $this->artwork();
		Status::choose( array( $bad, $good ), Status::CHOSEN );
		Change_Collector::flush();
		$break = static function ( $link, $post ) use ( $bad ) {
			if ( $post->ID === $bad ) {
				throw new \Error( 'A plugin failed.' );
			}
			return $link;
		};
		add_filter( 'post_type_link', $break, 10, 2 );
		$changes = array_column( Change_Page::read( 50 )['changes'], null, 'external_id' );
		remove_filter( 'post_type_link', $break );
		$this->assertSame(
			array( 'broken', 'build_failed', null ),
			array( $changes[ $bad ]['state'], $changes[ $bad ]['error']['code'], $changes[ $bad ]['artwork'] )
		);
		$this->assertSame( 'shared', $changes[ $good ]['state'] );
	}

	public function test_a_size_of_four_hundred_digits_is_refused_by_name_and_holds_no_other_work_back(): void {
		$pairing = $this->pair();
		$bad     = $this->artwork( array( 'meta_input' => array(
			'artist' => 'Anna Boch',
			'height_cm' => str_repeat( '9', 400 ),
			'price_amount' => str_repeat( '9', 400 ),
			'price_currency' => 'EUR',
		) ) );
		$good    = $this->artwork();
		Status::choose( array( $bad, $good ), Status::CHOSEN );
		Change_Collector::flush();
		list( $status, $page ) = $this->call( $pairing, 'changes' );
		$changes               = array_column( $page['changes'], null, 'external_id' );
		$this->assertSame( array( 200, 'shared', 'shared' ), array( $status, $changes[ $good ]['state'], $changes[ $bad ]['state'] ) );
		// What the registry's own rules name: the sync service judges by them.
		$this->assertSame( array( 'height_cm', 'price' ), array_keys( Artwork_Check::issues( $changes[ $bad ]['artwork'] ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertNotFalse( wp_json_encode( $this->screen( 'GET', "works/$bad/content" )->get_data() ) );
		Art_Ids::follow( array( $this->report( $bad, 'published' ) ) );
		$this->assertArrayNotHasKey( 'height', Structured_Data::of( get_post( $bad ) ) );
	}

	public function test_an_option_that_another_request_changed_meanwhile_counts_for_what_was_touched_after(): void {
		$id = $this->taken_over_artwork();
		Status::save_reports( array( $this->report( $id, 'published', $this->revision( $id ) ) ) );
		$options = wp_load_alloptions();
		Disconnect_Orders::begin( 'stop' );
		// This request began before the owner said so, and has read its options.
		wp_cache_set( 'alloptions', $options, 'options' );
		$this->assertNull( Offboarding::mode() );
		$change = array_column( Change_Page::read( 50 )['changes'], null, 'external_id' )[ $id ];
		$this->assertSame( array( 'not_shared', 'not_chosen' ), array( $change['state'], $change['reason'] ) );
	}

	public function test_a_scan_without_sizes_is_not_handed_out(): void {
		$work    = $this->artwork();
		$picture = $this->attachment( 'scan.jpg' );
		set_post_thumbnail( $work, $picture );
		$sizes = array(
			'large' => array( 'file' => 'scan-1024x512.jpg', 'width' => 1024, 'height' => 512, 'mime-type' => 'image/jpeg' ),
			'medium' => array( 'file' => 'scan-300x150.jpg', 'width' => 300, 'height' => 150, 'mime-type' => 'image/jpeg' ),
		);
		$cases = array(
			'with a large size'        => array( array( 'width' => 20000, 'height' => 10000, 'sizes' => $sizes ), 'scan-1024x512.jpg' ),
			'without a large size'     => array( array( 'width' => 20000, 'height' => 10000, 'sizes' => array( 'medium' => $sizes['medium'] ) ), 'scan-300x150.jpg' ),
			'without any size'         => array( array( 'width' => 20000, 'height' => 10000, 'sizes' => array() ), null ),
			'a small one without any'  => array( array( 'width' => 800, 'height' => 400, 'sizes' => array() ), 'scan.jpg' ),
		);
		foreach ( $cases as $case => list( $metadata, $file ) ) {
			wp_update_attachment_metadata( $picture, $metadata + array( 'file' => 'scan.jpg' ) );
			$this->assertSame( $file, null === Pictures::url( $work ) ? null : basename( Pictures::url( $work ) ), $case );
		}
	}

	public function test_an_answer_that_json_cannot_hold_is_a_failure_and_no_signed_empty_page(): void {
		$this->expectException( \RuntimeException::class );
		new Answer( 200, array( 'number' => INF ) );
	}

	public function test_what_another_plugin_threw_leaves_the_site_without_folders_and_addresses(): void {
		$bad = $this->artwork();
		Status::choose( array( $bad ), Status::CHOSEN );
		Change_Collector::flush();
		$break = static function (): string {
			throw new \Error( 'Failed in ' . ABSPATH . 'wp-content/plugins/x.php for ada@gallery.example' );
		};
		add_filter( 'post_type_link', $break );
		$message = Change_Page::read( 50 )['changes'][0]['error']['message'];
		remove_filter( 'post_type_link', $break );
		$this->assertSame( 'Failed in wp-content/plugins/x.php for …@…', $message );
	}

	public function test_a_page_of_fifty_works_with_pictures_is_at_most_fifteen_queries(): void {
		$ids = array();
		for ( $n = 0; $n < 50; $n++ ) {
			$ids[] = $id = $this->artwork( array( 'post_title' => "Work $n" ) );
			update_post_meta( $id, '_thumbnail_id', $this->attachment( "w$n.jpg" ) );
		}
		Status::choose( $ids, Status::CHOSEN );
		Change_Collector::flush();
		list( $page, $queries ) = $this->page_and_queries();
		$this->assertCount( 50, $page['changes'] );
		$this->assertLessThanOrEqual( 15, $queries );
	}

	public function test_a_picture_of_works_on_two_pages_is_sent_with_neither_and_no_page_reads_the_pictures_of_the_site(): void {
		$ids = array();
		for ( $n = 0; $n < 90; $n++ ) {
			$ids[] = $id = $this->artwork( array( 'post_title' => "Work $n" ) );
			update_post_meta( $id, '_thumbnail_id', $this->attachment( "w$n.jpg" ) );
		}
		update_post_meta( $ids[89], '_thumbnail_id', get_post_meta( $ids[0], '_thumbnail_id', true ) );
		Status::choose( $ids, Status::CHOSEN );
		Change_Collector::flush();
		$with_picture = array();
		$asked        = $this->statements_in( static function () use ( &$with_picture ): void {
			foreach ( array( 1, 2 ) as $page ) {
				foreach ( Change_Page::read( 45 )['changes'] as $change ) {
					$with_picture[ (int) $change['external_id'] ] = isset( $change['artwork']['cover_image_url'] );
					Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
				}
			}
		} );
		$this->assertSame( array(), preg_grep( '/FROM \S+postmeta m\b/', $asked ) );
		$this->assertSame( array( $ids[0], $ids[89] ), array_keys( $with_picture, false, true ), 'a shared picture identifies neither' );
	}

	public function test_a_direct_change_of_the_database_is_read_past_the_cache(): void {
		global $wpdb;
		$id = $this->artwork();
		Status::choose( array( $id ), Status::CHOSEN );
		Change_Collector::flush();
		get_post( $id );
		$wpdb->update( $wpdb->posts, array( 'post_title' => 'Changed by SQL' ), array( 'ID' => $id ) );
		$this->assertSame( 'Changed by SQL', Change_Page::read( 50 )['changes'][0]['title'] );
	}

	public function test_register_all_walks_all_eligible_works_and_no_others(): void {
		$open     = array( $this->artwork(), $this->artwork(), $this->artwork() );
		$draft    = $this->artwork( array( 'post_status' => 'draft' ) );
		$excluded = $this->artwork();
		Change_Collector::flush();
		Status::choose( array( $excluded ), Status::EXCLUDED );
		$this->assertGreaterThanOrEqual( 3, Owner_Orders::register_all() );
		$ids = array();
		for ( $round = 0; $round < 200; $round++ ) {
			$page = Change_Page::read( 50 );
			foreach ( $page['changes'] as $change ) {
				$ids[] = (int) $change['external_id'];
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
			}
			if ( ! $page['changes'] && ! $page['sweeping'] ) {
				break;
			}
		}
		$this->assertSame( array(), array_diff( $open, $ids ) );
		$this->assertNotContains( $draft, $ids );
		$this->assertNotContains( $excluded, $ids );
		$this->assertNull( Jobs::find() );
	}

	public function test_a_job_killed_before_its_cursor_moved_walks_the_page_again(): void {
		$id = $this->artwork();
		Change_Collector::flush();
		Jobs::start( Jobs::LOOK_AGAIN, 1 );
		Status::choose( array( $id ), Status::CHOSEN );
		// What a killed step leaves behind: the work is in the outbox, the cursor has not moved.
		Outbox::touch( array( $id => 'artwork' ) );
		$before = Outbox::find( $id )['revision'];
		Change_Page::read( 1 );
		$this->assertSame( $before + 1, Outbox::find( $id )['revision'] );
		$this->assertSame( $id, Jobs::find()['cursor_id'] );
		Change_Page::read( 1 );
		$this->assertNull( Jobs::find() );
	}

	/** @return array<string, mixed> */
	private function change_of( int $id ): array {
		Status::choose( array( $id ), Status::CHOSEN );
		Change_Collector::flush();
		foreach ( Change_Page::read( 50 )['changes'] as $change ) {
			if ( (string) $id === $change['external_id'] ) {
				return $change;
			}
		}
		$this->fail( 'The work is not in the page.' );
	}
}
