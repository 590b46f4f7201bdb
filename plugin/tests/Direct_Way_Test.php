<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\View\Service_View;

/** A site that its hosted service reaches calls it too: to wake it, and where it has not been heard of for a while. */
final class Direct_Way_Test extends Mailbox_Case {
	public function test_a_site_that_is_reached_directly_dials_two_minutes_after_the_promised_poll(): void {
		$this->connect( 'direct' );
		Clock::freeze( self::NOW + 10 + 30 + 119 );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array(), $this->service->requests );
		Clock::freeze( self::NOW + 10 + 30 + 120 );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'silence' ), array_column( array_column( $this->service->requests, 'data' ), 'reason' ) );
	}

	public function test_a_change_wakes_once_until_a_poll_came_or_thirty_seconds_passed(): void {
		$pairing = array( 'site_id' => $this->service->site_id );
		$this->connect( 'direct' );
		$pairing['secret'] = $this->service->secret;
		Outbound_Calls::run( 'change', 5 );
		Outbound_Calls::run( 'change', 5 );
		$this->assertSame( array( 'wake' ), $this->service->paths() );
		$this->assertSame( Service_Stand_In::URL . '/sites/' . $this->service->site_id . '/wake', $this->service->requests[0]['url'] );
		$this->call( $pairing, 'poll', $this->poll( 'direct' )[1] );
		Outbound_Calls::run( 'change', 5 );
		$this->assertCount( 2, $this->service->requests );
		Clock::freeze( Clock::now() + 31 );
		Outbound_Calls::run( 'change', 5 );
		$this->assertCount( 3, $this->service->requests );
	}

	public function test_a_wake_that_is_refused_says_at_once_that_the_service_does_not_work_for_this_site(): void {
		$this->connect( 'direct' );
		$this->assertTrue( Connection::is_alive() );
		Clock::freeze( Clock::now() + 5 );
		$this->service->refusal = array( 'status' => 503, 'code' => 'paused' );
		Outbound_Calls::run( 'change', 5 );
		$this->assertFalse( Connection::is_alive() );
		$this->assertStringContainsString( 'has paused this site', (string) Service_View::service()['error'] );
		Clock::freeze( Clock::now() + 5 );
		$this->call( array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret ), 'poll', $this->poll( 'direct' )[1] );
		$this->assertTrue( Connection::is_alive() );
		$this->assertNull( Service_View::service()['error'] );
	}

	public function test_the_address_of_a_hosted_service_stays_the_one_that_was_agreed_to(): void {
		$this->connect( 'direct' );
		$this->call(
			array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret ),
			'poll',
			array( 'wake_url' => 'https://elsewhere.example' ) + $this->poll( 'direct' )[1]
		);
		Outbound_Calls::run( 'change', 5 );
		$this->assertStringStartsWith( Service_Stand_In::URL . '/', $this->service->requests[0]['url'] );
	}

	public function test_the_site_stops_dialling_when_it_is_reached_directly_again(): void {
		$this->connect();
		$this->service->carrier = 'direct';
		Clock::freeze( self::NOW + 20 );
		Outbound_Calls::run( 'change', 5 );
		$this->service->requests = array();
		Dialling::allow_wake();
		Outbound_Calls::run( 'change', 5 );
		$this->assertSame( array( 'wake' ), $this->service->paths() );
	}

	public function test_a_saved_work_costs_at_most_one_query_more_where_the_service_was_just_woken(): void {
		$this->connect( 'direct' );
		Outbound_Calls::run( 'change', 5 );
		wp_cache_flush();
		get_option( 'siteurl' );
		$this->assertLessThanOrEqual( 1, $this->queries_of( static function (): void {
			wp_next_scheduled( Dialling::EVENT );
			Dialling::claim_wake();
		} ) );
	}
}
