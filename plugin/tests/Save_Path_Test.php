<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;

final class Save_Path_Test extends Wordpress_Case {
	use Broken_Statements;

	/** @return array<string, array{0: callable(int): mixed}> */
	public function ways_to_change_a_work(): array {
		return array(
			'saved again'          => array( static function ( int $id ) {
				return wp_update_post( array( 'ID' => $id, 'post_title' => 'Irises II' ) );
			} ),
			'quick edit to draft'  => array( static function ( int $id ) {
				return wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
			} ),
			'given a password'     => array( static function ( int $id ) {
				return wp_update_post( array( 'ID' => $id, 'post_password' => 'secret' ) );
			} ),
			'field changed'        => array( static function ( int $id ) {
				return update_post_meta( $id, 'artwork_registry_year', '1889' );
			} ),
			'field removed'        => array( static function ( int $id ) {
				return delete_post_meta( $id, 'artwork_registry_artist' );
			} ),
			'picture set'          => array( static function ( int $id ) {
				return update_post_meta( $id, '_thumbnail_id', 99999 );
			} ),
			'put in the trash'     => array( static function ( int $id ) {
				return wp_trash_post( $id );
			} ),
			'category set'         => array( static function ( int $id ) {
				register_taxonomy( 'areg_test_series', 'areg_artwork' );
				return wp_set_object_terms( $id, 'Flowers', 'areg_test_series' );
			} ),
			'status moved by code' => array( static function ( int $id ) {
				wp_transition_post_status( 'private', 'publish', get_post( $id ) );
			} ),
			'deleted for good'     => array( static function ( int $id ) {
				return wp_delete_post( $id, true );
			} ),
		);
	}

	/** @dataProvider ways_to_change_a_work */
	public function test_a_work_waits_again_after_it_was( callable $change ): void {
		$id     = $this->taken_over_artwork();
		$before = $this->revision( $id );
		$change( $id );
		$this->assertSame( $before + 1, $this->revision( $id ), 'one revision a request' );
		$this->assertSame( 1, Outbox::count_waiting() );
	}

	public function test_a_new_work_is_noted_once(): void {
		$id = $this->artwork();
		$this->assertSame( 1, $this->revision( $id ) );
	}

	public function test_a_work_taken_out_of_the_trash_waits_again(): void {
		$id = $this->taken_over_artwork();
		wp_trash_post( $id );
		$before = $this->revision( $id );
		wp_untrash_post( $id );
		$this->assertSame( $before + 1, $this->revision( $id ) );
	}

	public function test_a_changed_picture_notes_the_works_that_show_it(): void {
		$picture = $this->attachment();
		$id      = $this->artwork();
		set_post_thumbnail( $id, $picture );
		$before = $this->revision( $id );
		wp_update_attachment_metadata( $picture, array( 'file' => 'other.jpg' ) );
		$this->assertSame( $before + 1, $this->revision( $id ) );
		wp_update_post( array( 'ID' => $picture, 'post_excerpt' => 'New caption' ) );
		$this->assertSame( $before + 2, $this->revision( $id ) );
		wp_delete_attachment( $picture, true );
		$this->assertGreaterThan( $before + 2, $this->revision( $id ) );
	}

	public function test_other_posts_fields_and_revisions_are_not_noted(): void {
		$page = $this->artwork( array( 'post_type' => 'page' ) );
		update_post_meta( $page, 'artist', 'Somebody' );
		$id = $this->artwork();
		$this->revision( $id );
		Outbox::acknowledge( array( $id => 1 ) );
		update_post_meta( $id, '_edit_lock', '1' );
		wp_save_post_revision( $id );
		$this->assertSame( 1, $this->revision( $id ) );
		$this->assertSame( 0, $this->revision( $page ) );
	}

	public function test_saving_sends_no_request_and_costs_at_most_two_queries(): void {
		$asked = 0;
		add_filter( 'pre_http_request', static function () use ( &$asked ) {
			++$asked;
			return new \WP_Error( 'offline' );
		} );
		foreach ( Settings::REGISTER_MODES as $mode ) {
			Settings::update( array( 'register_mode' => $mode ) );
			$id = $this->artwork();
			update_post_meta( $id, 'artwork_registry_year', '1889' );
			$this->assertLessThanOrEqual( 2, $this->queries_of( array( Change_Collector::class, 'flush' ) ) );
		}
		$this->assertSame( 0, $asked );
	}

	public function test_hooks_run_no_query_for_a_loaded_work(): void {
		$id   = $this->taken_over_artwork();
		$post = get_post( $id );
		$this->assertSame( 0, $this->queries_of( static function () use ( $id, $post ): void {
			do_action( 'save_post', $id, $post, true );
			do_action( 'updated_post_meta', 1, $id, 'year', '1889' );
		} ) );
	}

	public function test_an_import_is_written_every_hundred_works(): void {
		for ( $id = 900001; $id <= 900100; $id++ ) {
			Change_Collector::add( $id, 'artwork' );
		}
		$this->assertSame( 100, Outbox::count_waiting() );
	}

	public function test_a_deleted_work_leaves_a_tombstone_only_if_it_was_chosen_or_sent(): void {
		$unknown = $this->artwork();
		$this->revision( $unknown );
		$chosen = $this->taken_over_artwork();
		wp_delete_post( $unknown, true );
		wp_delete_post( $chosen, true );
		Change_Collector::flush();
		$this->assertNull( Outbox::find( $unknown ) );
		$this->assertSame( 'deleted', Outbox::find( $chosen )['tombstone'] );
	}

	public function test_automatic_mode_chooses_new_works_and_no_stopped_ones(): void {
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$new      = $this->artwork();
		$excluded = $this->artwork( array( 'post_title' => 'Sketch' ) );
		Status::choose( array( $excluded ), Status::EXCLUDED );
		Change_Collector::flush();
		$choices = Status::choices( array( $new, $excluded ) );
		$this->assertSame( Status::CHOSEN, $choices[ $new ]['chosen'] );
		$this->assertSame( Status::EXCLUDED, $choices[ $excluded ]['chosen'] );
	}

	public function test_automatic_mode_leaves_the_backlog_undecided_however_it_is_touched(): void {
		$old   = $this->artwork();
		$draft = $this->artwork( array( 'post_status' => 'draft' ) );
		Change_Collector::flush();
		Clock::freeze( Clock::now() + 1 );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->screen( 'POST', 'settings', array( 'register_mode' => 'automatic' ) );
		wp_update_post( array( 'ID' => $old, 'post_title' => 'Edited' ) );
		update_post_meta( $old, 'artwork_registry_availability', 'sold' );
		wp_update_post( array( 'ID' => $draft, 'post_title' => 'Still a draft' ) );
		Change_Collector::flush();
		$this->assertSame( array(), Status::choices( array( $old, $draft ) ) );
		wp_update_post( array(
			'ID' => $draft,
			'post_status' => 'publish',
			'post_date' => '',
			'post_date_gmt' => gmdate( 'Y-m-d H:i:s', time() + 5 ),
			'edit_date' => true,
		) );
		$new = $this->artwork();
		Change_Collector::flush();
		$this->assertSame( array( $draft => Status::CHOSEN, $new => Status::CHOSEN ), array_column( array_map( static function ( int $id ): array {
			return array( 'id' => $id ) + Status::choices( array( $id ) )[ $id ];
		}, array( $draft, $new ) ), 'chosen', 'id' ), 'a draft that is published now is new' );
		$this->screen( 'POST', 'settings', array( 'register_mode' => 'automatic' ) );
		wp_update_post( array( 'ID' => $old, 'post_title' => 'Edited again' ) );
		Change_Collector::flush();
		$this->assertSame( array(), Status::choices( array( $old ) ), 'saying it twice moves nothing' );
	}

	public function test_a_site_that_registered_automatically_before_the_option_existed_has_a_backlog_from_its_update_on(): void {
		Settings::update( array( 'register_mode' => 'automatic' ) );
		delete_option( 'artwork_registry_automatic_from' );
		$old = $this->artwork();
		Schema::install();
		wp_update_post( array( 'ID' => $old, 'post_title' => 'Edited' ) );
		Change_Collector::flush();
		$this->assertGreaterThanOrEqual( $old, Settings::automatic_from()['after_id'] );
	}

	public function test_works_that_were_there_are_not_registered_where_the_database_refuses_a_part_of_the_new_settings(): void {
		$old    = $this->artwork();
		try {
			$writes = "/^\s*(?:INSERT|UPDATE).*'artwork_registry_automatic_from'/s";
			$this->failing( $writes, static fn() => Settings::update( array( 'register_mode' => 'automatic' ) ) );
			$failed = null;
		} catch ( Read_Failed $error ) {
			$failed = $error;
		}
		$this->assertNotNull( $failed );
		$this->assertFalse( Settings::is_automatic() );
		wp_update_post( array( 'ID' => $old, 'post_title' => 'Edited' ) );
		Change_Collector::flush();
		$this->assertSame( array(), Status::choices( array( $old ) ) );
	}

	public function test_no_work_is_new_where_the_database_does_not_tell_since_when_works_are(): void {
		$old = $this->artwork();
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$option = 'artwork_registry_automatic_from';
		wp_cache_set( 'alloptions', array_diff_key( wp_load_alloptions(), array( $option => true ) ), 'options' );
		$this->failing( "/^\s*SELECT.*'$option'/s", static function () use ( $old ): void {
			wp_update_post( array( 'ID' => $old, 'post_title' => 'Edited' ) );
			Change_Collector::flush();
		} );
		$this->assertSame( array(), Status::choices( array( $old ) ) );
	}

	/**
	 * @dataProvider spoiled_moments
	 * @param mixed $left
	 */
	public function test_works_that_were_there_are_not_new_where_another_program_removed_or_spoiled_since_when_works_are( $left ): void {
		$old = $this->artwork();
		Settings::update( array( 'register_mode' => 'automatic' ) );
		if ( null === $left ) {
			delete_option( 'artwork_registry_automatic_from' );
		} else {
			update_option( 'artwork_registry_automatic_from', $left );
		}
		wp_update_post( array( 'ID' => $old, 'post_title' => 'Edited' ) );
		Change_Collector::flush();
		$this->assertSame( array(), Status::choices( array( $old ) ) );
		$new = $this->artwork();
		Change_Collector::flush();
		$this->assertSame( array( $new ), array_keys( Status::choices( array( $old, $new ) ) ) );
	}

	public function spoiled_moments(): array {
		return array(
			'removed'           => array( null ),
			'no longer a list'  => array( 'a:2:{s:8:"after_id"' ),
			'empty'             => array( '' ),
			'an empty list'     => array( array() ),
			'without the time'  => array( array( 'after_id' => 5 ) ),
			'without a post'    => array( array( 'since' => '2026-01-01 00:00:00' ) ),
			'with another time' => array( array( 'after_id' => 5, 'since' => '' ) ),
		);
	}

	public function test_changed_addresses_start_reading_everything_again(): void {
		do_action( 'permalink_structure_changed', '', '' );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
	}
}
