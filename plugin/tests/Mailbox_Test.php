<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Orders\Connect_Orders;
use ArtworkRegistry\Orders\Site_Orders;
use ArtworkRegistry\Protocol\Connecting;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Protocol\Service_Error;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\Sync\Disconnection;
use ArtworkRegistry\View\Service_View;

/** A site that cannot be reached carries the calls of a hosted service itself. */
final class Mailbox_Test extends Mailbox_Case {
	public function test_the_first_turn_comes_ten_seconds_after_connecting_and_its_poll_completes_the_pairing(): void {
		$this->agree();
		$this->service->calls = array( $this->poll() );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array(), $this->service->requests );
		Clock::freeze( self::NOW + 10 );
		$next_in = Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'turn', 'turn' ), $this->service->paths() );
		$this->assertSame( 'first', $this->service->requests[0]['data']['reason'] );
		$this->assertSame( array( 200 ), array_column( $this->service->answers, 'status' ) );
		$this->assertSame( $this->service->site_id, Connection::find()['site_id'] ?? null );
		$this->assertSame( 'mailbox', Connection::find_status()['service']['carrier'] ?? null );
		$this->assertSame( 30, $next_in );
	}

	public function test_a_run_keeps_to_its_time_whatever_the_service_has_to_do(): void {
		$this->connect();
		$this->service->calls = array( $this->poll(), array( 'changes', array( 'limit' => 50 ) ) );
		Outbound_Calls::run( 'change', 3 );
		$this->assertSame( array( 1, 1 ), array_slice( array_column( array_column( $this->service->requests, 'data' ), 'wait' ), 0, 2 ) );
		$this->service->requests = array();
		$this->service->answers  = array();
		$this->service->calls    = array( $this->poll() );
		Clock::freeze( self::NOW + 3600 );
		Outbound_Calls::run( 'change', 0.5 );
		$this->assertSame( array( 0 ), array_column( array_column( $this->service->requests, 'data' ), 'wait' ), 'a call for which there is no time is dropped' );
		$this->assertSame( array(), $this->service->answers );
	}

	public function test_a_page_in_a_run_has_as_many_artworks_as_there_is_time_for(): void {
		$this->connect();
		for ( $i = 0; $i < 3; $i++ ) {
			Status::choose( array( $this->artwork( array( 'post_title' => 'Irises ' . $i ) ) ), Status::CHOSEN );
		}
		Change_Collector::flush();
		Change_Page::limit_time( microtime( true ) );
		$this->assertCount( 1, Change_Page::read( 50 )['changes'] );
		Change_Page::limit_time( null );
		$this->assertGreaterThanOrEqual( 3, count( Change_Page::read( 50 )['changes'] ) );
	}

	public function test_every_call_of_the_direct_way_can_be_carried_in_one_run(): void {
		$id = $this->connect();
		$this->service->calls = array(
			$this->poll(),
			array( 'changes', array( 'limit' => 50 ) ),
			array(
				'report',
				array(
					'beat'   => 1,
					'number' => 1,
					'works'  => array( array( 'external_id' => (string) $id, 'revision' => 1, 'state' => 'published', 'registry_id' => 'AREG-1' ) ),
				),
			),
			array( 'event', array( 'events' => array() ) ),
		);
		Outbound_Calls::run( 'change', 5 );
		$this->assertSame( array( 200, 200, 200, 200 ), array_column( $this->service->answers, 'status' ) );
		$this->assertSame( 'change', $this->service->requests[0]['data']['reason'] );
	}

	public function test_pairing_is_no_call_of_the_mailbox(): void {
		$this->connect();
		$this->service->calls = array( array( 'pair', array( 'code' => 'ABCD-EFGH' ) ) );
		Outbound_Calls::run( 'change', 5 );
		$this->assertSame( array(), $this->service->answers );
		$this->assertCount( 1, $this->service->requests );
	}

	public function test_a_lost_answer_costs_nothing_because_the_token_before_it_is_still_good(): void {
		$this->connect();
		$this->service->refusal = array( 'error' => new \WP_Error( 'http_request_failed', 'Timeout' ) );
		Outbound_Calls::run( 'change', 5 );
		$this->assertNull( Clone_Guard::look() );
		Clock::freeze( self::NOW + 60 );
		$this->service->calls = array( $this->poll() );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 200 ), array_column( $this->service->answers, 'status' ) );
	}

	public function test_an_answer_that_the_service_has_not_signed_changes_nothing(): void {
		$this->connect();
		$token = Dialling::find( $this->service->site_id )['token'];
		$this->service->refusal = array( 'status' => 200, 'code' => 'portal' );
		Outbound_Calls::run( 'change', 5 );
		$state = Dialling::find( $this->service->site_id );
		$this->assertSame( array( $token, 'unsigned' ), array( $state['token'], $state['error'] ) );
	}

	public function test_one_turn_at_a_time_and_a_lease_that_was_left_behind_ends(): void {
		$this->connect();
		$lease = Dialling::claim_lease();
		$this->assertNotNull( $lease );
		$this->assertNull( Dialling::claim_lease() );
		Clock::freeze( self::NOW + 59 );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array(), $this->service->requests );
		// The clock of another web server may be ahead of this one's.
		Clock::freeze( self::NOW + 64 );
		$this->assertNull( Dialling::claim_lease() );
		Clock::freeze( self::NOW + 66 );
		Outbound_Calls::run( 'change', 5 );
		$this->assertCount( 1, $this->service->requests );
		Dialling::release_lease( (string) $lease );
		$this->assertNotNull( Dialling::claim_lease() );
	}

	/** The other process may have looked before the change came: nobody would tell the service until the next visitor. */
	public function test_news_waits_for_the_turn_that_is_under_way_and_is_told_after_it(): void {
		$this->connect();
		$lease    = (string) Dialling::claim_lease();
		$attempts = 0;
		$end      = static function ( $query ) use ( &$attempts, $lease ) {
			if ( false !== strpos( $query, 'artwork_registry_turn_lease' ) && 0 === strpos( $query, 'INSERT' ) && ++$attempts === 3 ) {
				Dialling::release_lease( $lease );
			}
			return $query;
		};
		$this->with_query_filter( $end, static fn() => Outbound_Calls::run( 'change', 5 ) );
		$this->assertSame( 3, $attempts );
		$this->assertCount( 1, $this->service->requests );
		$this->assertSame( 'change', $this->service->requests[0]['data']['reason'] );
	}

	public function test_a_busy_service_is_left_alone_for_a_moment_and_a_strict_one_as_long_as_it_says(): void {
		$this->connect();
		foreach ( array(
			array( 409, 'busy', array(), 10 ),
			array( 429, 'too_many_turns', array( 'retry-after' => '77' ), 77 ),
		) as list( $status, $code, $headers, $wait ) ) {
			$this->service->refusal = array( 'status' => $status, 'code' => $code, 'headers' => $headers );
			Clock::freeze( Clock::now() + 1000 );
			$this->assertSame( $wait, Outbound_Calls::run( null, 5 ) );
		}
	}

	public function test_the_owner_of_a_site_that_the_operator_has_paused_reads_that_until_it_goes_on(): void {
		$this->connect();
		$this->service->refusal = array( 'status' => 503, 'code' => 'paused', 'headers' => array( 'retry-after' => '300' ) );
		Clock::freeze( self::NOW + 3600 );
		Outbound_Calls::run( null, 5 );
		$this->assertStringContainsString( 'has paused this site', (string) Service_View::service()['error'] );
		$this->service->refusal = null;
		$this->service->calls   = array( $this->poll() );
		Clock::freeze( self::NOW + 3901 );
		Outbound_Calls::run( null, 5 );
		$this->assertNull( Service_View::service()['error'] );
	}

	public function test_clocks_that_differ_are_bridged_by_the_signed_time_of_the_service(): void {
		$this->connect();
		$this->service->ahead = 4000;
		Outbound_Calls::run( 'change', 5 );
		$this->assertSame( 4000, Dialling::find( $this->service->site_id )['ahead'] );
		$this->assertCount( 2, $this->service->requests );
		Dialling::allow_wake();
		Outbound_Calls::run( 'change', 5 );
		$this->assertCount( 3, $this->service->requests );
		$this->assertNull( Dialling::find( $this->service->site_id )['error'] );
	}

	public function test_an_old_token_asks_the_owner_which_site_this_is(): void {
		$this->connect();
		$this->service->token    = 'of-the-copy';
		$this->service->previous = '';
		Outbound_Calls::run( 'change', 5 );
		$this->assertSame( Clone_Guard::DATABASE, Clone_Guard::look() );
		$this->service->token = Dialling::find( $this->service->site_id )['token'];
		Clock::freeze( self::NOW + 1000 );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( Clone_Guard::DATABASE, end( $this->service->requests )['data']['doubt'] );
		$generation = Identity::generation();
		Site_Orders::answer( 'same' );
		$this->assertSame( array( null, $generation + 1 ), array( Clone_Guard::look(), Identity::generation() ) );
	}

	public function test_after_the_owner_said_that_it_is_still_this_site_the_service_hears_it_signed_with_the_former_secret(): void {
		$this->connect( 'direct' );
		Agreement::save( array( 'id' => 'o', 'address' => Service_Stand_In::REGISTRY ) + $this->service->descriptor, 'owner' );
		$former = $this->service->secret;
		Clone_Guard::record_fork();
		Site_Orders::answer( 'same' );
		$this->assertSame( array( 0, true ), array( Outbound_Calls::seconds_until_due(), Service_View::service()['is_call_due'] ) );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'sites' ), $this->service->paths() );
		$this->assertFalse( Service_View::service()['is_call_due'] );
		$this->assertSame( $this->service->site_id, $this->service->requests[0]['headers']['x-areg-site'] );
		$this->assertNotSame( $former, $this->service->secret );
		$next = array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret );
		$this->assertSame( 200, $this->call( array( 'secret' => $former ) + $next, 'poll', $this->poll( 'direct' )[1] )[0], 'a poll that was on its way' );
		$this->assertSame( 200, $this->call( $next, 'poll', $this->poll( 'direct' )[1] )[0] );
		$this->assertSame( $next['secret'], Connection::find()['secret'] ?? null );
		$this->assertSame( array(), Left_Services::list_all() );
	}

	/** @return array<string, array{0: bool}> */
	public function answers_of_an_introduction(): array {
		return array( 'lost' => array( true ), 'cancelled by the owner' => array( false ) );
	}

	/** @dataProvider answers_of_an_introduction */
	public function test_a_mailbox_continues_with_the_secret_that_the_service_has_taken( bool $is_lost ): void {
		$this->connect();
		Agreement::save( array( 'id' => 'o', 'address' => Service_Stand_In::REGISTRY ) + $this->service->descriptor, 'owner' );
		$lose = function ( $answer, array $args, string $url ) use ( $is_lost ) {
			if ( $is_lost && Service_Stand_In::URL . '/sites' === $url ) {
				return new \WP_Error( 'http_request_failed', 'cURL error 28' );
			}
			return $answer;
		};
		add_filter( 'pre_http_request', $lose, 11, 3 );
		try {
			Connecting::again();
			$this->assertFalse( $is_lost );
		} catch ( Service_Error $error ) {
			$this->assertTrue( $is_lost );
		}
		remove_filter( 'pre_http_request', $lose, 11 );
		Connect_Orders::cancel();
		if ( $is_lost ) {
			$this->service->token = bin2hex( random_bytes( 16 ) );
		}
		$this->service->previous = '';
		$this->service->answers  = array();
		$this->service->calls    = array( $this->poll() );
		foreach ( array( 1000, 2000, 6000 ) as $after ) {
			Clock::freeze( self::NOW + $after );
			Outbound_Calls::run( null, 5 );
		}
		$this->assertSame( array( 200 ), array_column( $this->service->answers, 'status' ) );
		$this->assertSame( $this->service->secret, Connection::find()['secret'] ?? null );
		$this->assertNull( Clone_Guard::look() );
	}

	public function test_a_turn_that_another_process_overtook_with_a_new_secret_does_not_silence_the_site(): void {
		$this->connect();
		Agreement::save( array( 'id' => 'o', 'address' => Service_Stand_In::REGISTRY ) + $this->service->descriptor, 'owner' );
		$overtake = static function ( $answer, array $args, string $url ) use ( &$overtake ) {
			if ( false !== strpos( $url, '/turn' ) ) {
				remove_filter( 'pre_http_request', $overtake, 9 );
				$read = get_option( 'artwork_registry_pairing' );
				Connecting::again();
				// What the process of this turn has read before.
				wp_cache_set( 'artwork_registry_pairing', $read, 'options' );
				wp_cache_delete( 'artwork_registry_pairing_pending', 'options' );
				wp_cache_set( 'notoptions', array( 'artwork_registry_pairing_pending' => true ), 'options' );
			}
			return $answer;
		};
		Clock::freeze( self::NOW + 1000 );
		add_filter( 'pre_http_request', $overtake, 9, 3 );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'sites', 'turn' ), array_map( 'basename', $this->service->paths() ) );
		$state = Dialling::find( $this->service->site_id );
		$this->assertSame( array( 0, null ), array( $state['failures'], $state['error'] ) );
		$this->service->calls = array( $this->poll() );
		Clock::freeze( self::NOW + 1010 );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( $this->service->secret, Connection::find()['secret'] ?? null );
	}

	public function test_an_introduction_that_is_refused_is_repeated_and_changes_nothing(): void {
		$this->connect( 'direct' );
		Agreement::save( array( 'id' => 'o', 'address' => Service_Stand_In::REGISTRY ) + $this->service->descriptor, 'owner' );
		Clone_Guard::record_fork();
		Site_Orders::answer( 'same' );
		$this->service->refusal = array( 'status' => 409, 'code' => 'still_answers' );
		$this->assertSame( 120, Outbound_Calls::run( 'screen', 5 ) );
		$this->assertSame( array( null, 'still_answers' ), array( Connection::find_pending(), Dialling::find( $this->service->site_id )['error'] ) );
		Clock::freeze( Clock::now() + 120 );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'sites', 'sites' ), $this->service->paths() );
	}

	public function test_deactivating_and_activating_again_does_not_end_the_calls(): void {
		$this->connect();
		Installation::deactivate();
		$this->assertFalse( wp_next_scheduled( Dialling::EVENT ), 'while it is off, WP-Cron would drop the event' );
		Installation::activate();
		Artwork_Post_Type::register();
		$this->assertNotFalse( wp_next_scheduled( Dialling::EVENT ), 'also where it is done by the command line and nobody opens wp-admin' );
	}

	public function test_an_event_that_was_cleaned_up_is_there_again_after_a_poll_and_after_a_change(): void {
		$this->connect();
		wp_clear_scheduled_hook( Dialling::EVENT );
		$this->call( Connection::find(), 'poll' );
		$this->assertNotFalse( wp_next_scheduled( Dialling::EVENT ) );
		wp_clear_scheduled_hook( Dialling::EVENT );
		$this->assertTrue( Outbound_Calls::keep_event(), 'as after a response that wrote a change' );
		$this->assertNotFalse( wp_next_scheduled( Dialling::EVENT ) );
		Disconnection::cut();
		Left_Services::remove_all();
		wp_clear_scheduled_hook( Dialling::EVENT );
		$this->assertFalse( Outbound_Calls::keep_event(), 'without a service there is nothing to call' );
		$this->assertFalse( wp_next_scheduled( Dialling::EVENT ) );
	}

	public function test_leaving_is_signed_and_a_copy_never_signs_its_original_off(): void {
		$this->connect();
		$record = Identity::find();
		Identity::save( array( 'database' => 'elsewhere' ) + $record );
		Disconnection::cut();
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array(), $this->service->requests );
		$this->connect();
		Disconnection::cut();
		$this->assertNotFalse( wp_next_scheduled( Dialling::EVENT ), 'WP-Cron says it where nobody opens a page' );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'leave' ), $this->service->paths() );
		$this->assertSame( 'disconnected', $this->service->requests[0]['data']['reason'] );
		$this->assertSame( array(), Left_Services::list_all() );
	}

	public function test_leaving_is_repeated_for_three_days_where_nobody_heard_it(): void {
		$this->connect();
		Disconnection::cut();
		foreach ( array( 0, 301, 602 ) as $after ) {
			Clock::freeze( self::NOW + $after );
			$this->service->refusal = array( 'error' => new \WP_Error( 'http_request_failed', 'Timeout' ) );
			Outbound_Calls::run( null, 5 );
		}
		$this->assertCount( 3, $this->service->requests );
		Clock::freeze( self::NOW + 300000 );
		$this->service->refusal = array( 'error' => new \WP_Error( 'http_request_failed', 'Timeout' ) );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array(), Left_Services::list_all() );
	}

	public function test_a_hosted_service_takes_the_place_of_an_own_one_which_is_told(): void {
		Connection::promote( array(
			'site_id'     => 'own',
			'secret'      => base64_encode( random_bytes( 32 ) ),
			'wake_url'    => 'https://own.example',
			'paired_at'   => 1,
			'service_url' => null,
		) );
		$this->connect( 'direct' );
		$this->assertSame( array( 'own' ), array_column( Left_Services::list_all(), 'site_id' ) );
		$this->assertSame( 'replaced', Left_Services::list_all()[0]['reason'] );
		$this->assertTrue( Service_View::service()['is_call_due'], 'an open screen dials at once' );
		$this->service->refusal = array( 'status' => 404, 'code' => 'not_found' );
		Outbound_Calls::run( 'screen', 5 );
		$this->assertFalse( Service_View::service()['is_call_due'] );
	}

	public function test_two_services_with_one_pairing_notice_each_other_by_their_instance(): void {
		$this->connect( 'direct' );
		$pairing = array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret );
		$other   = array( 'service' => array( 'name' => 'Other', 'instance' => 'i-2', 'hosted' => true ) ) + $this->poll( 'direct' )[1];
		$this->assertSame( 'i-1', $this->call( $pairing, 'poll', $other )[1]['instance_before'] );
		$this->assertSame( 'i-2', $this->call( $pairing, 'poll', $this->poll( 'direct' )[1] )[1]['instance_before'] );
	}
}
