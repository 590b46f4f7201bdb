<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Listener;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Sync\Change_Collector;

/**
 * A hosted service polls a quiet site every quarter of an hour. PHP at the command line cannot finish a response, as mod_php and CGI
 * cannot, so these requests are those of such hosting.
 */
final class Missed_Wake_Test extends Mailbox_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->begin_request();
	}

	protected function tearDown(): void {
		wp_unschedule_hook( Dialling::EVENT );
		$this->begin_request();
		parent::tearDown();
	}

	/** @dataProvider ways */
	public function test_wp_cron_tells_a_change_that_no_response_could_be_finished_for( string $carrier, string $call ): void {
		$this->connect_quietly( $carrier );
		$this->save_work();
		$this->assertSame( array(), $this->service->requests, 'a buyer or an editor waits for nothing' );
		Outbound_Calls::by_schedule();
		$this->assertSame( array( $call ), $this->service->paths() );
		Outbound_Calls::by_schedule();
		$this->assertSame( array( $call ), $this->service->paths(), 'once' );
	}

	/** @return array<string, array{0: string, 1: string}> */
	public static function ways(): array {
		return array(
			'a service that polls this site'   => array( 'direct', 'wake' ),
			'a service that cannot reach this' => array( 'mailbox', 'turn' ),
		);
	}

	public function test_an_open_admin_page_tells_a_change_that_no_response_could_be_finished_for(): void {
		$this->connect_quietly( 'direct' );
		$this->assertFalse( Outbound_Calls::needs_page() );
		$this->save_work();
		$this->assertTrue( Outbound_Calls::needs_page() );
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'wake' ), $this->service->paths() );
		$this->assertFalse( Outbound_Calls::needs_page() );
	}

	public function test_a_change_that_a_poll_has_shown_meanwhile_is_not_told(): void {
		$this->connect_quietly( 'direct' );
		$this->save_work();
		$this->call( Connection::find(), 'poll', $this->poll( 'direct' )[1] );
		Outbound_Calls::by_schedule();
		$this->assertSame( array(), $this->service->requests );
	}

	public function test_a_wake_that_no_poll_follows_is_repeated_by_the_next_run_after_thirty_seconds(): void {
		$this->connect_quietly( 'direct' );
		$this->service->refusal = array( 'error' => new \WP_Error( 'http_request_failed', 'Timeout' ) );
		Outbound_Calls::run( 'change', 5 );
		Clock::freeze( Clock::now() + 29 );
		Outbound_Calls::by_schedule();
		$this->assertSame( array( 'wake' ), $this->service->paths() );
		Clock::freeze( Clock::now() + 2 );
		Outbound_Calls::by_schedule();
		$this->assertSame( array( 'wake', 'wake' ), $this->service->paths() );
		$this->call( Connection::find(), 'poll', $this->poll( 'direct' )[1] );
		Clock::freeze( Clock::now() + 31 );
		Outbound_Calls::by_schedule();
		$this->assertSame( array( 'wake', 'wake' ), $this->service->paths() );
	}

	public function test_an_order_at_the_command_line_wakes_the_service_at_its_end_and_an_import_leaves_it_to_wp_cron(): void {
		$this->connect_quietly( 'direct' );
		$this->save_work();
		$this->assertSame( array(), $this->service->requests );
		$this->begin_request();
		Owner_Orders::sync();
		Outbound_Calls::after_response();
		$this->assertSame( array( 'wake' ), $this->service->paths() );
	}

	public function test_a_client_that_hangs_up_does_not_end_the_request_before_the_wake(): void {
		$before = (int) ignore_user_abort( false );
		$this->connect_quietly( 'direct' );
		Outbound_Calls::defer_wake();
		$this->assertSame( 0, ignore_user_abort(), 'without news the request ends as usual' );
		Owner_Orders::sync();
		Outbound_Calls::defer_wake();
		$this->assertSame( 1, ignore_user_abort( (bool) $before ) );
	}

	public function test_what_is_told_after_the_response_is_noted_after_it_was_written_and_before_the_output_ends(): void {
		$place = static function ( string $method ): array {
			$found = array();
			foreach ( $GLOBALS['wp_filter']['shutdown']->callbacks as $priority => $callbacks ) {
				foreach ( array_values( $callbacks ) as $at => $callback ) {
					if ( $callback['function'] instanceof Listener && $callback['function']->callback()[1] === $method ) {
						$found[] = array( $priority, $at );
					}
				}
			}
			return $found[0];
		};
		$this->assertLessThan( $place( 'defer_wake' ), $place( 'flush_all' ) );
		$this->assertLessThan( array( has_action( 'shutdown', 'wp_ob_end_flush_all' ), 0 ), $place( 'defer_wake' ) );
	}

	public function test_a_host_that_has_switched_ignore_user_abort_off_loses_no_wake(): void {
		$command = array(
			PHP_BINARY,
			'-d',
			'error_reporting=0',
			'-d',
			'disable_functions=ignore_user_abort',
			dirname( __DIR__ ) . '/vendor/bin/wp',
			'--allow-root',
			'--path=' . untrailingslashit( ABSPATH ),
			'eval',
			'ArtworkRegistry\Protocol\Wake_Up::want(); ArtworkRegistry\Protocol\Outbound_Calls::defer_wake(); echo "at its end";',
		);
		$this->connect_quietly( 'direct' );
		$child = proc_open( $command, array( 1 => array( 'pipe', 'w' ), 2 => array( 'file', '/dev/null', 'w' ) ), $pipes );
		$this->assertIsResource( $child );
		$said = stream_get_contents( $pipes[1] );
		proc_close( $child );
		$this->assertStringContainsString( 'at its end', (string) $said );
	}

	public function test_a_save_keeps_the_events_of_wp_cron_that_other_requests_have_added_meanwhile(): void {
		global $wpdb;
		$this->connect_quietly( 'direct' );
		$this->taken_over_artwork();
		Change_Collector::flush_all();
		$events = get_option( 'cron' );
		// Another process, of which this one's cache knows nothing.
		$events[ time() + 900 ]['of_another_plugin'][ md5( serialize( array() ) ) ] = array( 'schedule' => false, 'args' => array() );
		$wpdb->update( $wpdb->options, array( 'option_value' => serialize( $events ) ), array( 'option_name' => 'cron' ) );
		Outbound_Calls::defer_wake();
		Outbound_Calls::after_response();
		wp_cache_flush();
		$this->assertNotFalse( wp_next_scheduled( 'of_another_plugin' ) );
		wp_clear_scheduled_hook( 'of_another_plugin' );
	}

	public function test_a_save_costs_one_query_for_it_and_none_without_a_hosted_service(): void {
		$end = function (): int {
			$this->taken_over_artwork();
			Change_Collector::flush_all();
			wp_next_scheduled( Dialling::EVENT );
			return $this->queries_of( static function (): void {
				Outbound_Calls::defer_wake();
				Outbound_Calls::after_response();
			} );
		};
		$this->assertSame( 0, $end(), 'no service' );
		$this->assertFalse( wp_next_scheduled( Dialling::EVENT ) );
		$this->pair();
		$this->begin_request();
		$this->assertSame( 0, $end(), 'one of its own' );
		Connection::remove();
		$this->connect_quietly( 'direct' );
		$this->assertSame( 1, $end() );
	}

	public function test_what_is_saved_at_the_end_of_a_request_is_told_though_a_poll_came_in_between(): void {
		$this->connect_quietly( 'direct' );
		$this->taken_over_artwork();
		Change_Collector::flush_all();
		Outbound_Calls::defer_wake();
		Dialling::allow_wake();
		$this->taken_over_artwork();
		Change_Collector::flush_all();
		Outbound_Calls::after_response();
		$this->assertTrue( Outbound_Calls::needs_page() );
	}

	public function test_a_service_that_is_gone_is_called_less_and_less_though_a_wake_was_missed(): void {
		$this->connect_quietly( 'direct' );
		$paths = array();
		add_filter( 'pre_http_request', static function ( $_before, $_args, string $url ) use ( &$paths ) {
			$paths[] = basename( $url );
			return new \WP_Error( 'http_request_failed', 'Timeout' );
		}, 20, 3 );
		$this->save_work();
		for ( $minute = 0; $minute < 240; $minute += 2 ) {
			Outbound_Calls::by_schedule();
			Clock::freeze( Clock::now() + 120 );
		}
		$calls = array_count_values( $paths );
		$this->assertLessThanOrEqual( 2, $calls['wake'], 'the one that was owed, and a repeat before its poll is overdue' );
		$this->assertLessThanOrEqual( 25, $calls['turn'], 'a quarter of an hour apart in the end' );
	}

	public function test_a_service_that_has_refused_a_wake_is_not_asked_again_and_hears_of_the_change_after_its_next_poll(): void {
		$this->connect_quietly( 'direct' );
		Clock::freeze( Clock::now() + 1 );
		$this->service->refusal = array( 'status' => 503, 'code' => 'paused' );
		$this->save_work();
		for ( $second = 0; $second < 100; $second += 31 ) {
			Outbound_Calls::by_schedule();
			Clock::freeze( Clock::now() + 31 );
		}
		$this->assertSame( array( 'wake' ), $this->service->paths() );
		$this->assertFalse( Outbound_Calls::needs_page() );
		$this->call( Connection::find(), 'poll', $this->poll( 'direct' )[1] );
		$this->begin_request();
		$this->save_work();
		Outbound_Calls::by_schedule();
		$this->assertSame( array( 'wake', 'wake' ), $this->service->paths() );
	}

	public function test_a_wake_whose_row_another_program_has_removed_works_again_after_the_next_poll(): void {
		global $wpdb;
		$this->connect_quietly( 'direct' );
		$wpdb->delete( $wpdb->options, array( 'option_name' => 'artwork_registry_woken_at' ) );
		$this->call( Connection::find(), 'poll', $this->poll( 'direct' )[1] );
		$this->assertTrue( Dialling::claim_wake() );
		$this->assertFalse( Dialling::claim_wake() );
	}

	public function test_a_wake_is_signed_with_the_time_of_a_service_whose_clock_is_another(): void {
		$this->connect_quietly( 'direct' );
		$this->service->ahead = 4000;
		$this->call( Connection::find(), 'poll', array( 'time' => Clock::iso( Clock::now() + 4000 ) ) + $this->poll( 'direct' )[1] );
		Outbound_Calls::run( 'change', 5 );
		$this->assertSame( (string) ( Clock::now() + 4000 ), $this->service->requests[0]['headers']['x-areg-timestamp'] );
	}

	public function test_a_wake_reaches_the_service_after_a_wrong_clock_was_put_right(): void {
		$this->connect_quietly( 'direct' );
		$this->call( Connection::find(), 'poll', array( 'time' => Clock::iso( Clock::now() + 4000 ) ) + $this->poll( 'direct' )[1] );
		Outbound_Calls::run( 'change', 5 );
		$times = array_map( static function ( array $request ): int {
			return (int) $request['headers']['x-areg-timestamp'];
		}, $this->service->requests );
		$this->assertSame( array( Clock::now() + 4000, Clock::now() ), $times );
	}

	/** Nothing is owed, and nothing was saved in this request. */
	private function connect_quietly( string $carrier ): void {
		$this->connect( $carrier );
		Change_Collector::flush_all();
		Dialling::allow_wake();
		$this->begin_request();
	}

	private function save_work(): void {
		$this->taken_over_artwork();
		Change_Collector::flush_all();
		Outbound_Calls::after_response();
	}

	/** What lives as long as a request. */
	private function begin_request(): void {
		$values = array(
			array( Wake_Up::class, 'is_wanted', false ),
			array( Change_Collector::class, 'written', array() ),
			array( Outbound_Calls::class, 'deferred', array() ),
		);
		foreach ( $values as list( $class, $name, $value ) ) {
			$property = new \ReflectionProperty( $class, $name );
			$property->setAccessible( true );
			$property->setValue( null, $value );
		}
	}
}
