<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Body;
use ArtworkRegistry\Protocol\Report_Handler;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\View\Works_Query;

final class Outbox_Test extends Wordpress_Case {
	public function test_each_touch_raises_the_revision_and_leaves_the_acknowledgement(): void {
		Outbox::touch( array( 7 => 'artwork' ) );
		Outbox::acknowledge( array( 7 => 1 ) );
		Outbox::touch( array( 7 => 'artwork' ) );
		$row = Outbox::find( 7 );
		$this->assertSame( array( 2, 1 ), array( $row['revision'], $row['acked_revision'] ) );
		$this->assertSame( array( 7 ), array_keys( Outbox::list_waiting( 50 ) ) );
	}

	public function test_an_acknowledgement_only_raises(): void {
		Outbox::touch( array( 7 => 'artwork' ) );
		Outbox::touch( array( 7 => 'artwork' ) );
		$this->assertSame( 1, Outbox::acknowledge( array( 7 => 2 ) ) );
		$this->assertSame( 0, Outbox::acknowledge( array( 7 => 1 ) ) );
		$this->assertSame( 2, Outbox::find( 7 )['acked_revision'] );
		$this->assertSame( 0, Outbox::count_waiting() );
	}

	public function test_a_change_during_the_transfer_keeps_the_work_waiting(): void {
		Outbox::touch( array( 7 => 'artwork' ) );
		Outbox::touch( array( 7 => 'artwork' ) );
		Outbox::acknowledge( array( 7 => 1 ) );
		$this->assertSame( 1, Outbox::count_waiting() );
	}

	public function test_an_acknowledgement_of_a_revision_that_does_not_exist_is_ignored(): void {
		Outbox::touch( array( 7 => 'artwork' ) );
		$this->assertSame( 0, Outbox::acknowledge( array( 7 => 9, 8 => 1 ) ) );
		$this->assertSame( 1, Outbox::count_waiting() );
	}

	public function test_an_unchanged_revision_is_confirmed_by_its_acknowledgement_alone(): void {
		$said  = array( 'state' => 'published', 'registry_id' => 'AREG-1' );
		$works = array();
		foreach ( array( 'settled', 'changed again', 'refused' ) as $which ) {
			$works[ $which ] = $this->artwork( array( 'post_title' => $which ) );
			Change_Collector::flush();
			Status::choose( array( $works[ $which ] ), Status::CHOSEN );
			$first = $this->revision( $works[ $which ] );
			Status::save_reports( array( array( 'registry_id' => 'AREG-1' ) + $this->report( $works[ $which ], 'published', $first ) ) );
			Outbox::acknowledge( array( $works[ $which ] => $first ) );
			Outbox::look_again( array( $works[ $which ] => 'artwork' ) );
		}
		$this->assertSame( array( $said, $said, $said ), array_column( Change_Page::read( 50 )['changes'], 'said' ) );
		Outbox::look_again( array( $works['changed again'] => 'artwork' ) );
		Status::save_reports( array( array( 'error' => '{"code":"invalid_body"}' ) + $this->report( $works['refused'], 'attention', $first ) ) );
		$acks = array();
		foreach ( $works as $id ) {
			$acks[] = array( 'external_id' => (string) $id, 'revision' => $first + 1, 'as_before' => true );
		}
		Report_Handler::acknowledge( new Body( array( 'acks' => $acks ) ) );
		$confirmed = array();
		foreach ( $works as $which => $id ) {
			$confirmed[ $which ] = Sql::number( 'SELECT confirmed_revision FROM ' . Tables::name( 'status' ) . " WHERE external_id = $id" );
		}
		$this->assertSame( array( 'settled' => $first + 1, 'changed again' => $first + 1, 'refused' => $first ), $confirmed );
		Report_Handler::acknowledge( new Body( array( 'acks' => array( array(
			'external_id' => (string) $works['settled'],
			'revision' => $first + 7,
			'as_before' => true,
		) ) ) ) );
		$this->assertSame( $first + 1, Sql::number( 'SELECT confirmed_revision FROM ' . Tables::name( 'status' ) . ' WHERE external_id = ' . $works['settled'] ) );
		Outbox::look_again( array( $works['refused'] => 'artwork' ) );
		$waiting = array_column( Change_Page::read( 50 )['changes'], 'said', 'external_id' );
		$this->assertSame( array( (string) $works['changed again'] => $said, (string) $works['refused'] => null ), $waiting );
	}

	public function test_a_work_that_left_says_its_art_id_too_for_a_service_that_lost_its_journal(): void {
		$id = $this->artwork( array() );
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		Status::save_reports( array( array( 'registry_id' => 'AREG-1' ) + $this->report( $id, 'published', $this->revision( $id ) ) ) );
		foreach ( array( 'not_shared' => 'wp_trash_post', 'gone' => 'wp_delete_post' ) as $state => $leave ) {
			$leave( $id );
			Change_Collector::flush();
			$change = Change_Page::read( 50 )['changes'][0];
			$said   = array( 'state' => 'published', 'registry_id' => 'AREG-1' );
			$this->assertSame( array( $state, $said ), array( $change['state'], $change['said'] ) );
		}
	}

	public function test_many_works_are_acknowledged_each_at_its_own_revision(): void {
		Outbox::touch( array( 1 => 'artwork', 2 => 'artwork', 3 => 'artwork' ) );
		Outbox::touch( array( 2 => 'artwork' ) );
		$this->assertSame( 3, Outbox::acknowledge( array( 1 => 1, 2 => 1, 3 => 1 ) ) );
		$this->assertSame( array( 2 ), array_keys( Outbox::list_waiting( 50 ) ) );
	}

	public function test_the_oldest_change_comes_first(): void {
		Clock::freeze( 1000 );
		Outbox::touch( array( 5 => 'artwork' ) );
		Clock::freeze( 1001 );
		Outbox::touch( array( 3 => 'artwork' ) );
		Clock::freeze( 1002 );
		Outbox::touch( array( 5 => 'artwork' ) );
		$this->assertSame( array( 3, 5 ), array_keys( Outbox::list_waiting( 50 ) ) );
	}

	public function test_a_hundred_works_are_one_query(): void {
		$works = array_fill( 1, 100, 'artwork' );
		$this->assertSame( 1, $this->queries_of( static function () use ( $works ): void {
			Outbox::touch( $works );
		} ) );
		$this->assertSame( 100, Outbox::count_waiting() );
	}

	public function test_a_missing_table_is_created_and_the_change_is_kept(): void {
		global $wpdb;
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'outbox' ) );
		Outbox::touch( array( 7 => 'artwork' ) );
		$this->assertSame( 1, Outbox::count_waiting() );
	}

	public function test_a_lost_outbox_loses_no_waiting_change_and_empties_no_list(): void {
		global $wpdb;
		$pairing = $this->pair();
		$id      = $this->taken_over_artwork();
		$this->call( $pairing, 'changes' );
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Sold meanwhile' ) );
		Change_Collector::flush();
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'outbox' ) );
		$this->assertCount( 1, Works_Query::list( array(), 'Sold meanwhile', 1, 10 ) );
		do {
			$page = $this->call( $pairing, 'changes' )[1];
		} while ( ! $page['changes'] && $page['sweeping'] );
		$this->assertSame( array( 'Sold meanwhile' ), array_column( $page['changes'], 'title' ) );
	}

	public function test_titles_with_quotes_and_umlauts_survive_in_tombstones(): void {
		Outbox::touch( array( 7 => 'artwork' ), array( 7 => "L'été 'à %s' \\ – 画" ) );
		$this->assertSame( "L'été 'à %s' \\ – 画", Outbox::list_waiting( 1 )[7]['title'] );
	}
}
