<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;

/** The activity list with its filters, and the timeline of one work. */
final class Activity_Test extends Wordpress_Case {
	public function test_the_list_is_filtered_by_kind_and_by_search(): void {
		$irises = $this->artwork();
		$lagoon = $this->artwork( array( 'post_title' => 'La Lagune 100%' ) );
		$this->deliver( 'artwork.sold', $irises, 'AREG-7' );
		Owner_Orders::register( $lagoon );
		Events::record( 'command.failed', 0, 'It is late.' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( array( 'artwork.sold', 'command.failed', 'work.register' ), $this->types() );
		$this->assertSame( array( 'artwork.sold' ), $this->types( array( 'kind' => 'registry' ) ) );
		$this->assertSame( array( 'work.register' ), $this->types( array( 'kind' => 'owner' ) ) );
		$this->assertSame( array( 'command.failed' ), $this->types( array( 'kind' => 'problem' ) ) );
		$this->assertSame( array( 'artwork.sold' ), $this->types( array( 'search' => 'areg-7' ) ) );
		$this->assertSame( array( 'work.register' ), $this->types( array( 'search' => '100%' ) ) );
		$this->assertSame( array(), $this->types( array( 'search' => '100_' ) ) );
		$this->assertSame( 400, $this->screen( 'GET', 'activity', array( 'kind' => 'gossip' ) )->get_status() );
	}

	public function test_older_lines_are_on_the_next_page(): void {
		Clock::freeze( 1700000000 );
		for ( $number = 1; $number <= 51; ++$number ) {
			Events::record( 'works.register', 0, (string) $number );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$first = $this->screen( 'GET', 'activity' )->get_data();
		$this->assertSame( array( 50, 2, '51' ), array( count( $first['events'] ), $first['pages'], $first['events'][0]['detail'] ) );
		$this->assertSame( array( '1' ), array_column( $this->screen( 'GET', 'activity', array( 'page' => 2 ) )->get_data()['events'], 'detail' ) );
	}

	public function test_a_message_from_any_source_shows_no_key_and_no_address(): void {
		Events::record( 'command.failed', 0, 'Refused: areg_abcdefghij1234567890, whsec_c2VjcmV0, ask anna@gallery.example' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$detail = $this->screen( 'GET', 'activity' )->get_data()['events'][0]['detail'];
		$this->assertSame( 'Refused: areg_abc…, whsec_c2V…, ask …@…', $detail );
	}

	public function test_a_refused_key_and_its_replacement_are_listed_and_an_outage_is_not(): void {
		$pairing = $this->pair();
		foreach ( array( 'ok', 'unreachable', 'unauthorized', 'unauthorized', 'ok' ) as $state ) {
			$this->call( $pairing, 'poll', array( 'status' => array( 'account' => array( 'state' => $state ) ) ) );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( array( 'account.ok', 'account.unauthorized' ), $this->types() );
		$this->assertSame( array( 'account.unauthorized' ), $this->types( array( 'kind' => 'problem' ) ) );
	}

	public function test_the_timeline_of_a_work_has_its_own_events_only_and_is_for_those_who_may_edit_it(): void {
		Clock::freeze( 1700000000 );
		$id    = $this->taken_over_artwork();
		$other = $this->artwork();
		Status::save_reports( array( $this->report( $id, 'published', 1 ) ) );
		$this->deliver( 'artwork.updated', $id, 'AREG-1' );
		// What came before the sync service knew whose Art ID this is.
		$this->deliver( 'certificate.created', 0, 'AREG-1' );
		$this->deliver( 'artwork.sold', $other, 'AREG-2' );
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertSame( 403, $this->screen( 'GET', "works/$id/timeline" )->get_status() );
		wp_set_current_user( $this->user( 'editor' ) );
		$timeline = $this->screen( 'GET', "works/$id/timeline" )->get_data();
		$this->assertSame( array( 'certificate.created', 'artwork.updated' ), array_column( $timeline['events'], 'type' ) );
		$this->assertSame( Clock::iso( 1700000000 ), $timeline['changed_at'] );
		$this->assertSame( 200, $this->screen( 'GET', "works/$other/timeline" )->get_status() );
	}

	/**
	 * @param array<string, mixed> $params
	 * @return list<string>
	 */
	private function types( array $params = array() ): array {
		$types = array_column( $this->screen( 'GET', 'activity', $params )->get_data()['events'], 'type' );
		if ( ! isset( $params['kind'] ) && ! isset( $params['search'] ) ) {
			sort( $types );
		}
		return $types;
	}

	private function deliver( string $type, int $id, string $registry_id ): void {
		Events::insert(
			array(
				array(
					'delivery_id' => wp_generate_uuid4(),
					'type'        => $type,
					'created_at'  => Clock::now(),
					'external_id' => $id,
					'registry_id' => $registry_id,
					'detail'      => null,
				),
			)
		);
	}

	public function test_updates_that_are_delivered_again_push_no_line_out_of_the_list(): void {
		global $wpdb;
		$lines = array();
		for ( $number = 0; $number < 100; $number++ ) {
			$lines[] = array(
				'delivery_id' => "again-$number",
				'type'        => 'artwork.updated',
				'created_at'  => Clock::now(),
				'external_id' => 0,
				'registry_id' => null,
				'detail'      => null,
			);
		}
		foreach ( range( 1, 6 ) as $delivery ) {
			$this->assertSame( 1 === $delivery ? 100 : 0, Events::insert( $lines ) );
		}
		Events::record( 'works.register' );
		$this->assertSame( 101, Events::count() );
		// As many numbers as MySQL spends on deliveries that are known already, on any database.
		$wpdb->query( 'UPDATE ' . Tables::name( 'events' ) . ' SET id = id + 10000 WHERE delivery_id = \'again-99\'' );
		Events::record( 'works.register' );
		$this->assertSame( 102, Events::count() );
		for ( $number = 0; $number < 500; $number++ ) {
			Events::record( 'works.register', $number );
		}
		$this->assertSame( 500, Events::count() );
		$this->assertSame( 499, Events::list_newest( 1 )[0]['external_id'] );
	}
}
