<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Health\Failure_Notice;
use ArtworkRegistry\Protocol\Leave_Notice;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Nonces;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Check_Run;

/** Nothing waits for as long as a clock was ahead, once it is put right. */
final class Clock_Put_Right_Test extends Wordpress_Case {
	private const NOW   = 1700000000;
	private const AHEAD = self::NOW + 40 * 86400;

	protected function setUp(): void {
		parent::setUp();
		Clock::freeze( self::AHEAD );
	}

	private function put_right(): void {
		Clock::freeze( self::NOW );
	}

	public function test_a_moment_beyond_the_longest_of_its_schedule_counts_as_past_and_others_stay(): void {
		$this->put_right();
		$this->assertSame(
			array( 0, self::NOW + 900, self::NOW - 900 ),
			array( Clock::bounded( self::NOW + 901, 900 ), Clock::bounded( self::NOW + 900, 900 ), Clock::bounded( self::NOW - 900, 900 ) )
		);
	}

	public function test_a_service_that_has_not_polled_since_is_not_alive_and_the_site_dials(): void {
		$pairing                = $this->pair();
		$pairing['service_url'] = Service_Stand_In::URL;
		$this->call( $pairing, 'poll' );
		update_option( 'artwork_registry_pairing', array( 'service_url' => Service_Stand_In::URL ) + (array) Connection::find(), false );
		Dialling::begin( $pairing['site_id'], 'token', self::AHEAD + 30 );
		$this->assertTrue( Connection::is_alive() );
		$this->put_right();
		$this->assertFalse( Connection::is_alive() );
		$this->assertSame( 0, Outbound_Calls::seconds_until_due() );
	}

	public function test_a_service_whose_clock_is_ahead_is_expected_when_it_meant_to_poll(): void {
		$this->put_right();
		$pairing = $this->pair();
		$this->call( $pairing, 'poll', array( 'time' => Clock::iso( self::AHEAD ), 'next_poll_by' => Clock::iso( self::AHEAD + 30 ) ) );
		$this->assertSame( self::NOW + 30, Connection::find_status()['service']['next_poll_by'] ?? null );
		Clock::freeze( self::NOW + 149 );
		$this->assertTrue( Connection::is_alive() );
		Clock::freeze( self::NOW + 150 );
		$this->assertFalse( Connection::is_alive() );
	}

	public function test_a_turn_is_due_within_an_hour_and_a_lease_and_a_wake_are_free(): void {
		Dialling::begin( 'site', 'token', self::AHEAD );
		Dialling::update( 'site', array( 'next_turn_at' => self::AHEAD + 900 ) );
		$this->assertNotNull( Dialling::claim_lease() );
		$this->assertTrue( Dialling::claim_wake() );
		$this->put_right();
		$this->assertSame( 0, Dialling::find( 'site' )['next_turn_at'] );
		$this->assertNotNull( Dialling::claim_lease() );
		$this->assertNull( Dialling::claim_lease(), 'the lease of the right clock holds' );
		$this->assertTrue( Dialling::claim_wake() );
		$this->assertFalse( Dialling::claim_wake() );
		Dialling::update( 'site', array( 'next_turn_at' => self::NOW + 3600 ) );
		$this->assertSame( self::NOW + 3600, Dialling::find( 'site' )['next_turn_at'] );
	}

	public function test_a_refusal_is_over_with_the_next_poll(): void {
		$pairing = $this->pair();
		$this->call( $pairing, 'poll' );
		Dialling::begin( $pairing['site_id'], 'token', self::AHEAD );
		Dialling::record_refusal( $pairing['site_id'], 'paused' );
		$this->put_right();
		$this->call( $pairing, 'poll' );
		$this->assertTrue( Connection::is_alive() );
	}

	public function test_a_pairing_code_is_over(): void {
		$code = Pairing::new_code()['code'];
		$this->put_right();
		$this->assertSame( 403, $this->call_unsigned( 'pair', array( 'code' => $code ) )[0] );
	}

	public function test_a_screen_is_watched_only_while_somebody_watches(): void {
		Connection::set_watched();
		$this->put_right();
		$this->assertFalse( Connection::is_watched() );
		Connection::set_watched();
		$this->assertTrue( Connection::is_watched() );
	}

	public function test_nonces_are_kept_no_longer_than_their_requests_are_valid(): void {
		Nonces::claim( 'ahead' );
		Clock::freeze( self::NOW + 500 );
		Nonces::claim( 'a bit ahead' );
		$this->put_right();
		Nonces::claim( 'now' );
		$this->assertSame( 2, Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'nonces' ) ) );
		$this->assertFalse( Nonces::claim( 'a bit ahead' ) );
	}

	public function test_a_service_that_was_left_is_told_and_forgotten_after_the_usual_time(): void {
		$pairing = array( 'site_id' => 's', 'secret' => base64_encode( 'secret' ), 'wake_url' => null, 'paired_at' => 0, 'service_url' => Service_Stand_In::URL );
		Left_Services::add( $pairing, 'disconnected' );
		Left_Services::claim_due( self::AHEAD + Left_Services::RETRY_SECONDS );
		$this->put_right();
		$this->assertTrue( Left_Services::has_due() );
		$service = new Service_Stand_In();
		$service->listen();
		$service->refusal = array( 'error' => new \WP_Error( 'http_request_failed', 'Timeout' ) );
		Leave_Notice::send_waiting();
		$this->assertCount( 1, $service->requests );
		$this->assertSame( array(), Left_Services::list_all() );
	}

	public function test_events_of_wp_cron_run_again_after_the_next_poll_and_keep_their_pace(): void {
		Clock::freeze( null );
		$pairing = $this->pair();
		Dialling::begin( $pairing['site_id'], 'token', time() );
		Failure_Notice::schedule();
		$events = array( Dialling::EVENT, Failure_Notice::EVENT );
		$paces  = array_map( 'wp_get_schedule', $events );
		foreach ( $events as $at => $event ) {
			wp_clear_scheduled_hook( $event );
			wp_schedule_event( time() + 40 * 86400, (string) $paces[ $at ], $event );
		}
		$this->call( $pairing, 'poll' );
		foreach ( $events as $at => $event ) {
			$this->assertLessThanOrEqual( time() + 60, (int) wp_next_scheduled( $event ) );
			$this->assertSame( $paces[ $at ], wp_get_schedule( $event ) );
		}
		$before = array_map( 'wp_next_scheduled', $events );
		$this->call( $pairing, 'poll' );
		$this->assertSame( $before, array_map( 'wp_next_scheduled', $events ) );
		foreach ( $events as $event ) {
			wp_clear_scheduled_hook( $event );
		}
	}

	public function test_emails_and_counts_are_due(): void {
		Mail_Log::update( array( 'problem_at' => self::AHEAD, 'summary_at' => self::AHEAD + 604800 ) );
		Counts::save( array( 'at' => self::AHEAD, 'took_ms' => 1, 'counts' => array(), 'unregistered' => 0, 'sourceless' => 0, 'gone' => null ) );
		$this->put_right();
		$this->assertSame( array( 0, 0, 0 ), array( Mail_Log::get()['problem_at'], Mail_Log::get()['summary_at'], Counts::find()['at'] ?? null ) );
		$counted = array(
			'at'      => self::NOW - 3600,
			'took_ms' => 40 * 86400 * 1000,
		);
		$this->assertTrue( Counts::is_old( $counted + Counts::find() ), 'a count during which the clock was put right' );
		Mail_Log::update( array( 'problem_at' => self::NOW, 'summary_at' => self::NOW + 604800 ) );
		$this->assertSame( array( self::NOW, self::NOW + 604800 ), array( Mail_Log::get()['problem_at'], Mail_Log::get()['summary_at'] ) );
	}

	public function test_a_work_that_was_checked_under_the_wrong_clock_is_checked_again_when_it_changes(): void {
		$id = $this->artwork( array( 'post_title' => 'Wave' ) );
		Change_Collector::flush();
		Clock::freeze( self::AHEAD + 1 );
		$this->assertSame( 1, $this->steps_to_the_end() );
		$look = $this->look_of( $id );
		$this->put_right();
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Harbour' ) );
		$this->steps_to_the_end();
		$this->assertNotSame( $look, $this->look_of( $id ) );
	}

	public function test_no_work_is_blamed_for_a_process_that_ended_under_the_wrong_clock(): void {
		$ids = array( $this->artwork(), $this->artwork() );
		$this->steps_to_the_end();
		foreach ( $ids as $id ) {
			wp_update_post( array( 'ID' => $id, 'post_title' => 'Harbour' ) );
		}
		Change_Collector::flush();
		Checks::save_run( array( 'begun' => $ids[0], 'page' => 8, 'noted_at' => self::AHEAD ) + Checks::find_run() );
		$this->put_right();
		$this->steps_to_the_end();
		$this->assertSame( array( array(), array() ), array( Checks::list( Check_Run::UNREADABLE, 1, 10 ), Check_Run::list_left( 0, 10 ) ) );
	}

	public function test_a_work_that_changed_under_the_wrong_clock_is_checked_once(): void {
		$id = $this->artwork( array( 'post_title' => 'Wave' ) );
		Change_Collector::flush();
		$this->put_right();
		$this->steps_to_the_end();
		$this->assertSame( array(), Check_Run::list_left( 0, 10 ) );
	}

	/** @return int How many it took, at most two. */
	private function steps_to_the_end(): int {
		Change_Collector::flush();
		for ( $steps = 1; $steps < 3; $steps++ ) {
			Check_Run::step();
			$run = Checks::find_run();
			if ( null !== $run && $run['is_done'] && array() === Check_Run::list_left( 0, 1 ) ) {
				return $steps;
			}
		}
		return $steps;
	}

	private function look_of( int $id ): ?string {
		return Sql::rows_of( 'SELECT look FROM ' . Tables::name( 'checks' ) . " WHERE external_id = $id" )[0]['look'];
	}
}
