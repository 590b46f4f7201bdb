<?php
/**
 * What the owner chose is lost, because a table was lost or an older copy of one was put back: no work leaves the registry, and the owner is
 * asked.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;

final class Lost_Choices_Test extends Wordpress_Case {
	public function test_a_lost_table_of_choices_stops_the_site_until_its_owner_has_looked(): void {
		global $wpdb;
		$pairing = $this->pair();
		$id      = $this->registered_artwork();
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'status' ) );
		Outbox::touch( array( $id => 'artwork' ) );
		$this->assertSame( 500, $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[0] );
		$this->assertSame( array( 409, 'site_in_doubt' ), $this->code( $this->call( $pairing, 'changes', array( 'limit' => 50 ) ) ) );
		$this->assertSame( Identity::RESTORED, Identity::doubt() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->screen( 'POST', 'site', array( 'answer' => 'same' ) );
		$changes = $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1]['changes'];
		$this->assertSame( array( 'shared' ), array_values( array_unique( array_column( $changes, 'state' ) ) ) );
	}

	public function test_an_older_table_of_choices_stops_the_site_until_its_owner_has_looked(): void {
		global $wpdb;
		$pairing = $this->pair();
		$id      = $this->registered_artwork();
		Outbox::acknowledge( array( $id => Outbox::find( $id )['revision'] ) );
		$wpdb->delete( Tables::name( 'status' ), array( 'external_id' => $id ) );
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Changed since' ) );
		Change_Collector::flush();
		$this->assertSame( 500, $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[0], 'the owner has not said that it is not chosen' );
		$this->assertSame( Identity::RESTORED, $this->call( $pairing, 'poll' )[1]['doubt'] );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->screen( 'POST', 'site', array( 'answer' => 'same' ) );
		$changes = array_column( $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1]['changes'], null, 'external_id' );
		$this->assertSame( array( 'shared', 'Changed since' ), array( $changes[ $id ]['state'], $changes[ $id ]['title'] ) );
	}

	public function test_a_copy_of_a_work_that_nobody_chose_is_not_chosen_with_its_original(): void {
		global $wpdb;
		$this->pair();
		$id = $this->registered_artwork();
		Art_Ids::follow( array( $this->report( $id, 'published', 1 ) ) );
		$copy = $this->artwork();
		foreach ( (array) get_post_meta( $id ) as $key => $values ) {
			update_post_meta( $copy, $key, $values[0] );
		}
		Change_Collector::flush();
		$wpdb->query( 'DELETE FROM ' . Tables::name( 'status' ) );
		$wpdb->query( 'DELETE FROM ' . Tables::name( 'outbox' ) );
		try {
			Tables::refuse_lost_choices();
		} catch ( Read_Failed $asked ) {
			$chosen = $wpdb->get_col( 'SELECT external_id FROM ' . Tables::name( 'status' ) . ' WHERE chosen = 1' );
		}
		$this->assertSame( array( $id ), array_map( 'intval', $chosen ?? array() ) );
	}

	public function test_a_service_that_asks_again_for_a_work_whose_choice_was_lost_does_not_make_it_one_that_nobody_chose(): void {
		global $wpdb;
		$pairing = $this->pair();
		$id      = $this->registered_artwork();
		$this->call( $pairing, 'changes', array( 'limit' => 50 ) );
		Outbox::look_again( array( $id => 'artwork' ) );
		$wpdb->delete( Tables::name( 'status' ), array( 'external_id' => $id ) );
		$this->assertSame( 200, $this->call( $pairing, 'poll', array( 'look_again' => array( (string) $id ) ) )[0] );
		$this->assertSame( 500, $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[0] );
		$this->assertSame( Identity::RESTORED, $this->call( $pairing, 'poll' )[1]['doubt'] );
	}

	public function test_a_report_of_a_work_whose_choice_was_lost_does_not_make_it_one_that_nobody_chose(): void {
		global $wpdb;
		$pairing = $this->pair();
		$id      = $this->registered_artwork();
		// Older copies of both tables were put back.
		foreach ( array( 'status', 'outbox' ) as $table ) {
			$wpdb->delete( Tables::name( $table ), array( 'external_id' => $id ) );
		}
		$report = array( 'external_id' => (string) $id, 'revision' => 1, 'state' => 'published', 'registry_id' => 'AREG-1', 'public_page' => null );
		$this->assertSame( 200, $this->call( $pairing, 'report', array( 'works' => array( $report ) ) )[0] );
		$this->assertSame( Identity::RESTORED, $this->call( $pairing, 'poll' )[1]['doubt'] );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->screen( 'POST', 'site', array( 'answer' => 'same' ) );
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Changed since' ) );
		Change_Collector::flush();
		$changes = $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1]['changes'];
		$this->assertSame( array( array( 'shared', 'Changed since' ) ), array_map( null, array_column( $changes, 'state' ), array_column( $changes, 'title' ) ) );
		// A post that is not a work of this site does not become one.
		$page   = $this->artwork( array( 'post_type' => 'page' ) );
		$report = array( 'external_id' => (string) $page ) + $report;
		$this->assertSame( 200, $this->call( $pairing, 'report', array( 'works' => array( $report ) ) )[0] );
		$this->assertNull( Identity::doubt() );
	}

	/** @return array{0: int, 1: string} */
	private function code( array $answer ): array {
		return array( $answer[0], $answer[1]['error']['code'] );
	}
}
