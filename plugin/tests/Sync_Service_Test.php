<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Commands;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;

/** What the sync service asks when something is wrong: pages without a work, works once more, and the owner's word. */
final class Sync_Service_Test extends Wordpress_Case {
	public function test_a_page_leaves_out_the_works_to_skip_and_still_counts_them(): void {
		$pairing = $this->pair();
		$ids     = $this->chosen( 3 );
		$page    = $this->call( $pairing, 'changes', array( 'skip' => array( (string) $ids[1] ) ) )[1];
		$this->assertSame( array( (string) $ids[0], (string) $ids[2] ), array_column( $page['changes'], 'external_id' ) );
		$this->assertSame( 1, $page['remaining'] );
	}

	public function test_a_peek_names_the_next_work_and_builds_none(): void {
		$pairing = $this->pair();
		$ids     = $this->chosen( 2 );
		$page    = $this->call( $pairing, 'changes', array( 'limit' => 1, 'peek' => true, 'skip' => array( (string) $ids[0] ) ) )[1];
		$this->assertSame( array(), $page['changes'] );
		$this->assertSame( array( array( 'external_id' => (string) $ids[1], 'revision' => 1 ) ), $page['waiting'] );
		$this->assertSame( home_url(), $page['site_url'] );
	}

	public function test_invalid_ids_to_skip_are_refused(): void {
		$this->assertSame( 400, $this->call( $this->pair(), 'changes', array( 'skip' => array( '1 OR 1' ) ) )[0] );
	}

	public function test_works_are_sent_again_where_the_sync_service_asks_for_all(): void {
		$pairing = $this->pair();
		$id      = $this->taken_over_artwork();
		$this->call( $pairing, 'poll', array( 'look_again' => 'all' ) );
		do {
			$page = $this->call( $pairing, 'changes' )[1];
		} while ( ! $page['changes'] && $page['sweeping'] );
		$this->assertSame( array( (string) $id ), array_column( $page['changes'], 'external_id' ) );
	}

	public function test_a_work_that_only_the_registry_knows_is_called_gone(): void {
		$pairing = $this->pair();
		$known   = $this->taken_over_artwork();
		$this->call( $pairing, 'poll', array( 'look_again' => array( '987654', (string) $known ) ) );
		$changes = array_column( $this->call( $pairing, 'changes' )[1]['changes'], 'state', 'external_id' );
		ksort( $changes );
		$this->assertSame( array( $known => 'shared', 987654 => 'gone' ), $changes );
	}

	public function test_a_number_that_something_else_has_since_a_restore_loses_no_choice(): void {
		$pairing = $this->pair();
		$page    = (int) wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Opening hours' ) );
		$this->call( $pairing, 'poll', array( 'look_again' => array( (string) $page ) ) );
		$this->assertSame( 200, $this->call( $pairing, 'changes' )[0] );
		$this->assertNull( $this->call( $pairing, 'poll' )[1]['doubt'] );
	}

	public function test_a_number_that_a_new_work_gets_after_a_restore_loses_no_choice(): void {
		$pairing = $this->pair();
		$this->call( $pairing, 'poll', array( 'look_again' => array( '987654' ) ) );
		$gone = $this->call( $pairing, 'changes' )[1]['changes'][0];
		$this->assertSame( 'gone', $gone['state'] );
		$this->call( $pairing, 'ack', array( 'acks' => array( array( 'external_id' => '987654', 'revision' => $gone['revision'] ) ) ) );
		$next = array( 'import_id' => 987654, 'post_type' => 'artwork', 'post_status' => 'draft', 'post_title' => 'Next work' );
		$this->assertSame( 987654, wp_insert_post( $next ) );
		Change_Collector::flush();
		$this->assertSame( 200, $this->call( $pairing, 'changes' )[0] );
		$this->assertNull( $this->call( $pairing, 'poll' )[1]['doubt'] );
	}

	public function test_a_bulk_removal_asks_the_owner_once_and_the_answer_is_a_command(): void {
		$pairing = $this->pair();
		$ids     = $this->chosen( 2 );
		foreach ( $ids as $id ) {
			$work = array(
				'external_id' => (string) $id,
				'revision' => 1,
				'state' => 'held',
				'registry_id' => 'AREG-1',
				'held' => array( 'reason' => 'bulk_removal', 'group' => null, 'size' => null, 'known' => null ),
			);
			$this->assertSame( 200, $this->call( $pairing, 'report', array( 'works' => array( $work ) ) )[0] );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 2, $this->screen( 'GET', 'overview' )->get_data()['leaving'] );
		$this->assertSame( 400, $this->screen( 'POST', 'bulk-removal', array( 'answer' => 'perhaps' ) )->get_status() );
		$this->assertSame( 0, $this->screen( 'POST', 'bulk-removal', array( 'answer' => 'keep' ) )->get_data()['leaving'] );
		$this->assertSame( array( 'removals_keep' ), array_column( Commands::list_open(), 'name' ) );
	}

	/** @return list<int> */
	private function chosen( int $count ): array {
		$ids = array();
		for ( $number = 1; $number <= $count; $number++ ) {
			$ids[] = $this->artwork( array( 'post_title' => 'Work ' . $number ) );
		}
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		return $ids;
	}
}
