<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;

final class Report_Test extends Wordpress_Case {
	public function test_a_work_goes_from_not_shared_through_waiting_and_sending_to_registered(): void {
		$id = $this->artwork();
		Change_Collector::flush();
		$this->assertSame( 'not_shared', $this->view( $id ) );
		Owner_Orders::register( $id );
		$this->assertSame( 'waiting', $this->view( $id ) );
		Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		$this->assertSame( 'waiting', $this->view( $id ), 'acknowledged is not confirmed' );
		$this->save( $id, 'sending' );
		$this->assertSame( 'sending', $this->view( $id ) );
		$this->save( $id, 'published', $this->revision( $id ) );
		$this->assertSame( 'published', $this->view( $id ) );
	}

	public function test_a_newer_change_of_a_registered_work_shows_as_change_waiting(): void {
		$id = $this->published();
		update_post_meta( $id, 'artwork_registry_year', '1890' );
		$this->revision( $id );
		$this->assertSame( 'published_waiting', $this->view( $id ) );
		$this->save( $id, 'queued' );
		$this->assertSame( 'published_waiting', $this->view( $id ) );
		$this->assertSame( 'AREG-1', Status::find( $id )['registry_id'] );
		Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		$this->save( $id, 'published', $this->revision( $id ) );
		$this->assertSame( 'published', $this->view( $id ) );
	}

	/** @return array<string, array{0: string}> */
	public function confirmed_states(): array {
		return array_combine(
			array( 'matched', 'elsewhere', 'attention', 'stopped', 'hidden', 'private', 'sold', 'moved' ),
			array(
				array( 'matched' ),
				array( 'elsewhere' ),
				array( 'attention' ),
				array( 'stopped' ),
				array( 'hidden' ),
				array( 'private' ),
				array( 'sold' ),
				array( 'moved' ),
			)
		);
	}

	/** @dataProvider confirmed_states */
	public function test_a_reported_state_is_the_state_shown( string $state ): void {
		$id = $this->published();
		$this->save( $id, $state, $this->revision( $id ) );
		$this->assertSame( $state, $this->view( $id ) );
	}

	public function test_the_art_id_survives_a_report_without_it(): void {
		$id                    = $this->published();
		$report                = $this->report( $id, 'attention', 1 );
		$report['registry_id'] = null;
		Status::save_reports( array( $report ) );
		$this->assertSame( 'AREG-1', Status::find( $id )['registry_id'] );
	}

	public function test_an_empty_artist_is_named_with_what_to_do(): void {
		$id              = $this->artwork( array( 'meta_input' => array() ) );
		Owner_Orders::register( $id );
		Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		$report          = $this->report( $id, 'attention', $this->revision( $id ) );
		$report['error'] = '{"code":"invalid_body","message":"…","issues":[{"path":"artist_name","message":"Required"}]}';
		Status::save_reports( array( $report ) );
		$work = Work_View::of( Works_Query::find( $id ) );
		$this->assertSame( 'Artist is empty: open the artwork and fill in Artist.', $work['error']['text'] );
		update_post_meta( $id, 'artwork_registry_artist', 'Clara Peeters' );
		$this->revision( $id );
		$this->assertSame( 'waiting', $this->view( $id ) );
	}

	public function test_a_forgotten_work_leaves_only_the_choice(): void {
		$id = $this->published();
		$this->save( $id, 'forgotten' );
		$this->assertNull( Status::find( $id )['registry_id'] );
		$this->assertSame( Status::CHOSEN, Status::choices( array( $id ) )[ $id ]['chosen'] );
	}

	public function test_a_forgotten_deleted_work_leaves_nothing(): void {
		$id = $this->published();
		wp_delete_post( $id, true );
		Change_Collector::flush();
		$this->save( $id, 'forgotten' );
		$this->assertNull( Status::find( $id ) );
		$this->assertNull( Outbox::find( $id ) );
	}

	public function test_a_deleted_work_whose_page_remains_stays_in_the_list_with_its_title(): void {
		$id = $this->published();
		wp_delete_post( $id, true );
		Change_Collector::flush();
		$this->save( $id, 'stopped', $this->revision( $id ) );
		$row = Works_Query::find( $id );
		$this->assertSame( array( 'stopped', 'Irises' ), array( $row['view'], $row['title'] ) );
	}

	public function test_counts_and_list_agree(): void {
		$this->published();
		$id = $this->artwork();
		Owner_Orders::register( $id );
		$this->artwork( array( 'post_title' => 'Needle in the hay' ) );
		Change_Collector::flush();
		$counts = Works_Query::counts();
		$this->assertSame( 1, $counts['published'] );
		$this->assertSame( 1, $counts['waiting'] );
		$this->assertSame( array_sum( $counts ), Works_Query::count( array(), '' ) );
		$this->assertSame( array( $id ), array_column( Works_Query::list( array( 'waiting' ), '', 1, 20 ), 'external_id' ) );
		$this->assertCount( 1, Works_Query::list( array(), 'needle in', 1, 20 ) );
		$this->assertCount( 0, Works_Query::list( array(), "100%' OR", 1, 20 ) );
	}

	public function test_an_unknown_state_is_refused(): void {
		$answer = $this->call( $this->pair(), 'report', array( 'works' => array( array( 'external_id' => '1', 'revision' => 1, 'state' => 'dreaming' ) ) ) );
		$this->assertSame( 400, $answer[0] );
	}

	public function test_a_report_over_the_wire_is_saved(): void {
		$id     = $this->published();
		$work   = array(
			'external_id'  => (string) $id,
			'revision'     => 9,
			'state'        => 'sold',
			'registry_id'  => 'AREG-2',
			'public_page'  => 'javascript:alert(1)',
			'confirmed_at' => '2026-01-02T03:04:05Z',
			'matched_on'   => null,
			'shows'        => array( 'availability' => 'sold' ),
			'error'        => null,
		);
		$answer = $this->call( $this->pair(), 'report', array( 'works' => array( $work ) ) );
		$this->assertSame( array( 200, 1 ), array( $answer[0], $answer[1]['saved'] ) );
		$row = Works_Query::find( $id );
		$this->assertSame( array( 'sold', 'AREG-2', 1767323045 ), array( $row['view'], $row['registry_id'], $row['confirmed_at'] ) );
		$this->assertStringNotContainsString( 'javascript', (string) $row['public_page'] );
	}

	private function published(): int {
		$id = $this->taken_over_artwork();
		$this->save( $id, 'published', $this->revision( $id ) );
		return $id;
	}

	public function test_a_report_that_arrives_late_is_refused_and_the_first_of_a_new_journal_is_not(): void {
		$pairing = $this->pair();
		$id      = $this->published();
		$report  = function ( int $beat, int $number, string $art_id ) use ( &$pairing, $id ): array {
			$work = array(
				'external_id' => (string) $id,
				'revision'    => 1,
				'state'       => 'published',
				'registry_id' => $art_id,
			);
			return $this->call(
				$pairing,
				'report',
				array(
					'beat'   => $beat,
					'number' => $number,
					'works'  => array( $work ),
				)
			);
		};
		$this->has_polled( 8 );
		$this->assertSame( 200, $report( 7, 11, 'AREG-11' )[0] );
		$late = $report( 7, 10, 'AREG-10' );
		$this->assertSame( array( 409, 'late_report' ), array( $late[0], $late[1]['error']['code'] ) );
		$this->assertSame( 409, $report( 6, 12, 'AREG-12' )[0] );
		$this->assertSame( 'AREG-11', Status::find( $id )['registry_id'] );
		$this->assertSame( 200, $report( 8, 1, 'AREG-1' )[0] );
		$this->assertSame( 'AREG-1', Status::find( $id )['registry_id'] );
		// Another pairing counts its beats from 1.
		$pairing = $this->pair();
		$this->assertSame( 200, $report( 1, 1, 'AREG-2' )[0] );
	}

	public function test_a_restored_site_takes_reports_although_one_of_the_time_before_came_after_the_restore(): void {
		$pairing = $this->pair();
		$id      = $this->published();
		$report  = fn ( int $beat, int $number ): int => $this->call(
			$pairing,
			'report',
			array(
				'beat'   => $beat,
				'number' => $number,
				'works'  => array(
					array(
						'external_id' => (string) $id,
						'revision'    => 1,
						'state'       => 'published',
						'registry_id' => 'AREG-' . $number,
					),
				),
			)
		)[0];
		$this->has_polled( 68 );
		$this->assertSame( 200, $report( 250, 13 ) );
		$this->assertSame( 409, $report( 249, 12 ) );
		$this->has_polled( 69 );
		$this->assertSame( 200, $report( 69, 14 ) );
		$this->assertSame( 'AREG-14', Status::find( $id )['registry_id'] );
	}

	private function has_polled( int $beat ): void {
		$name = 'artwork_registry_sync_status';
		update_option( $name, array( 'beat' => $beat ) + (array) get_option( $name, array() ) );
	}

	private function save( int $id, string $state, int $revision = 0 ): void {
		Status::save_reports( array( $this->report( $id, $state, $revision ) ) );
	}

	private function view( int $id ): string {
		return Works_Query::find( $id )['view'];
	}
}
