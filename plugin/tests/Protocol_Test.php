<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Protocol\Daemon_Api;
use ArtworkRegistry\Protocol\Loopback;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Protocol\Signature;
use ArtworkRegistry\Protocol\Signed_Request;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Commands;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Status;

final class Protocol_Test extends Wordpress_Case {
	public function test_signatures_equal_the_shared_vectors(): void {
		$vectors = json_decode( (string) file_get_contents( dirname( __DIR__, 2 ) . '/docs/site-protocol-vector.json' ), true );
		$this->assertNotEmpty( $vectors );
		foreach ( $vectors as $v ) {
			$this->assertSame(
				$v['signature'],
				Signature::sign( $v['secret'], $v['direction'], $v['method'], $v['route'], $v['site_id'], $v['timestamp'], $v['nonce'], $v['body'] )
			);
		}
	}

	public function test_a_signed_poll_is_answered_signed(): void {
		$answer = $this->call( $this->pair(), 'poll', array( 'daemon_version' => '0.1.0', 'status' => array( 'account' => array( 'state' => 'ok' ) ) ) );
		$this->assertSame( 200, $answer[0] );
		$this->assertSame(
			array( 1, class_exists( 'WooCommerce', false ) ? 'woocommerce' : 'wordpress', array() ),
			array( $answer[1]['protocol'], $answer[1]['platform'], $answer[1]['inbox'] )
		);
	}

	public function test_a_text_that_is_too_long_is_cut_and_the_rest_of_the_poll_counts(): void {
		$pairing = $this->pair();
		\ArtworkRegistry\Store\Commands::insert( \ArtworkRegistry\Store\Commands::SYNC );
		list( , $answer ) = $this->call( $pairing, 'poll' );
		$done             = array( array( 'id' => $answer['commands'][0]['id'], 'ok' => false, 'message' => str_repeat( 'ü', 3000 ) ) );
		list( $status, $answer ) = $this->call( $pairing, 'poll', array( 'commands_done' => $done ) );
		$this->assertSame( array( 200, array() ), array( $status, $answer['commands'] ) );
	}

	/** The simulated sites of the sync service's tests are held to the same file. */
	public function test_answers_have_the_shared_shapes(): void {
		$pairing  = $this->pair();
		$id       = $this->artwork();
		$revision = $this->revision( $id );
		Status::choose( array( $id ), Status::CHOSEN );
		Commands::insert( Commands::RETRY, $id );
		Certificates::insert( 'once', $id, 0, 3, 50, null );
		$bodies = array(
			'poll'    => array(),
			'changes' => array(),
			'report'  => array( 'works' => array( array( 'external_id' => (string) $id ) + $this->report( $id, 'published', $revision ) ) ),
			'ack'     => array( 'acks' => array( array( 'external_id' => (string) $id, 'revision' => $revision ) ) ),
			'event'   => array( 'events' => array() ),
			'review'  => array( 'limit' => 500, 'sample' => 5 ),
		);
		$shapes = json_decode( (string) file_get_contents( dirname( __DIR__, 2 ) . '/docs/site-protocol-answers.json' ) );
		foreach ( $bodies as $name => $body ) {
			if ( 'report' === $name ) {
				$body['works'][0]['confirmed_at'] = '2026-01-01T00:00:00Z';
			}
			$answer = json_decode( Daemon_Api::answer( $this->signed( $pairing, $name, $body ), true )->body );
			if ( 'changes' === $name ) {
				$this->assertCount( 1, $answer->changes );
			}
			$this->assert_shape( $name, $shapes->$name, $answer );
		}
		// A work that leaves has the same fields: one that only some have is one that the other side cannot count on.
		wp_trash_post( $id );
		$answer = json_decode( Daemon_Api::answer( $this->signed( $pairing, 'changes' ), true )->body );
		$this->assertSame( array( 'not_shared' ), array_column( $answer->changes, 'state' ) );
		$this->assert_shape( 'changes', $shapes->changes, $answer );
	}

	/**
	 * @param mixed $shape Type names separated by |, a list with the shape of its entries, or an object of shapes.
	 * @param mixed $value
	 */
	private function assert_shape( string $place, $shape, $value ): void {
		if ( is_string( $shape ) ) {
			$type = str_replace( array( 'integer', 'double', 'NULL', 'array' ), array( 'number', 'number', 'null', 'list' ), gettype( $value ) );
			$this->assertContains( $type, explode( '|', $shape ), $place );
			return;
		}
		if ( is_array( $shape ) ) {
			$this->assertIsArray( $value, $place );
			foreach ( $value as $entry ) {
				$this->assert_shape( $place . '[]', $shape[0], $entry );
			}
			return;
		}
		$this->assertIsObject( $value, $place );
		$this->assertEqualsCanonicalizing( array_keys( get_object_vars( $shape ) ), array_keys( get_object_vars( $value ) ), $place );
		foreach ( get_object_vars( $shape ) as $field => $child ) {
			$this->assert_shape( "$place.$field", $child, $value->$field );
		}
	}

	public function test_another_site_and_an_unpaired_one_are_refused_unsigned(): void {
		$stranger = array(
			'site_id' => wp_generate_uuid4(),
			'secret'  => base64_encode( random_bytes( 32 ) ),
		);
		$this->assert_refused( $this->signed( $stranger, 'poll' ), 'not_paired', false );
		$this->pair();
		$this->assert_refused( $this->signed( $stranger, 'poll' ), 'not_paired', false );
	}

	public function test_a_wrong_signature_and_a_changed_body_are_refused_unsigned(): void {
		$pairing            = $this->pair();
		$request            = $this->signed( $pairing, 'ack' );
		$request->body      = '{"acks":[{"external_id":"1","revision":1}]}';
		$this->assert_refused( $request, 'bad_signature', false );
		$request            = $this->signed( $pairing, 'poll' );
		$request->signature = 'v1=' . str_repeat( '0', 64 );
		$this->assert_refused( $request, 'bad_signature', false );
	}

	public function test_a_signature_for_one_route_does_not_open_another(): void {
		$request       = $this->signed( $this->pair(), 'poll' );
		$request->name = 'changes';
		$this->assert_refused( $request, 'bad_signature', false );
	}

	public function test_an_answer_of_the_site_sent_back_is_no_request(): void {
		$pairing            = $this->pair();
		$request            = $this->signed( $pairing, 'poll' );
		$request->signature = Signature::sign(
			$pairing['secret'],
			'site-to-daemon',
			'POST',
			$request->route(),
			$pairing['site_id'],
			$request->timestamp,
			$request->nonce,
			$request->body
		);
		$this->assert_refused( $request, 'bad_signature', false );
	}

	public function test_a_wrong_clock_gets_the_time_in_a_signed_answer(): void {
		$pairing = $this->pair();
		foreach ( array( -301, 301 ) as $off ) {
			$this->assert_refused( $this->signed( $pairing, 'poll', array(), Clock::now() + $off ), 'clock_skew', true );
		}
		$this->assertSame( 200, Daemon_Api::answer( $this->signed( $pairing, 'poll', array(), Clock::now() - 290 ), true )->status );
	}

	public function test_a_poll_that_does_not_say_who_polls_is_refused_by_the_name_of_the_field(): void {
		$pairing = $this->pair();
		foreach ( array( 'daemon_version', 'time', 'carrier', 'next_poll_by', 'compares' ) as $field ) {
			list( $status, $answer ) = $this->call( $pairing, 'poll', array( $field => null ) );
			$this->assertSame( array( 400, "The field $field is missing or has the wrong form." ), array( $status, $answer['error']['message'] ) );
		}
		$this->assertSame( 400, $this->call( $pairing, 'poll', array( 'service' => null ) )[0] );
	}

	public function test_a_request_is_answered_once(): void {
		$request = $this->signed( $this->pair(), 'poll' );
		$this->assertSame( 200, Daemon_Api::answer( $request, true )->status );
		$this->assert_refused( $request, 'replayed', true );
	}

	public function test_broken_bodies_are_refused_by_name(): void {
		$pairing = $this->pair();
		$answer  = $this->call( $pairing, 'ack', array( 'acks' => array( array( 'external_id' => 12, 'revision' => 1 ) ) ) );
		$this->assertSame( array( 400, 'invalid_body' ), array( $answer[0], $answer[1]['error']['code'] ) );
		$this->assertStringContainsString( 'external_id', $answer[1]['error']['message'] );
		$this->assertSame( 400, $this->call( $pairing, 'changes', array( 'limit' => 51 ) )[0] );
	}

	public function test_a_body_over_four_mebibytes_is_refused(): void {
		$answer = $this->call( $this->pair(), 'poll', array( 'status' => array( 'x' => str_repeat( 'a', 4194304 ) ) ) );
		$this->assertSame( 413, $answer[0] );
	}

	public function test_orders_stay_until_the_sync_service_has_done_them(): void {
		$pairing = $this->pair();
		Commands::insert( Commands::SYNC );
		Commands::insert( Commands::SYNC );
		Commands::insert( Commands::RETRY, 12 );
		$open = $this->call( $pairing, 'poll' )[1]['commands'];
		$this->assertSame( array( array( 'sync', null ), array( 'retry', '12' ) ), array_map( static function ( array $command ): array {
			return array( $command['name'], $command['external_id'] );
		}, $open ) );
		$this->assertCount( 2, $this->call( $pairing, 'poll' )[1]['commands'] );
		$left = $this->call( $pairing, 'poll', array( 'commands_done' => array( array( 'id' => $open[0]['id'], 'ok' => true, 'message' => null ) ) ) )[1]['commands'];
		$this->assertSame( array( 'retry' ), array_column( $left, 'name' ) );
	}

	public function test_a_repeated_event_is_one_line_and_five_hundred_stay(): void {
		$pairing = $this->pair();
		$events  = array();
		for ( $n = 0; $n < 510; $n++ ) {
			$events[] = array(
				'delivery_id'    => "d$n",
				'type'           => 'artwork.updated',
				'created_at'     => '2026-01-01T00:00:00Z',
				'external_id'    => '12',
				'registry_id'    => 'AREG-1',
				'changed_fields' => array( 'price' ),
			);
		}
		$this->assertSame( 510, $this->call( $pairing, 'event', array( 'events' => $events ) )[1]['saved'] );
		$this->assertSame( 0, $this->call( $pairing, 'event', array( 'events' => array( $events[509] ) ) )[1]['saved'] );
		$this->assertCount( 500, Events::list_newest( 1000 ) );
	}

	public function test_a_loopback_address_is_called_only_where_the_sync_service_runs_on_this_machine(): void {
		$pairing = $this->pair();
		$was     = $_SERVER;
		$cases   = array(
			'the same machine, by loopback'          => array( array( 'REMOTE_ADDR' => '127.0.0.1' ), true ),
			'the same machine, by its public address' => array( array( 'REMOTE_ADDR' => '203.0.113.7', 'SERVER_ADDR' => '203.0.113.7' ), true ),
			'another machine'                        => array( array( 'REMOTE_ADDR' => '198.51.100.9', 'SERVER_ADDR' => '203.0.113.7' ), false ),
			'another machine, behind Varnish here'   => array( array( 'REMOTE_ADDR' => '127.0.0.1', 'HTTP_X_FORWARDED_FOR' => '198.51.100.9' ), false ),
		);
		foreach ( $cases as $case => list( $server, $is_kept ) ) {
			$_SERVER = $server + $was;
			foreach ( array( 'http://127.0.0.1:8788', 'http://localhost:8788', 'http://[::1]:8788' ) as $url ) {
				$this->call( $pairing, 'poll', array( 'wake_url' => $url ) );
				$this->assertSame( $is_kept ? $url : null, Connection::find()['wake_url'], "$case, $url" );
			}
			$this->call( $pairing, 'poll', array( 'wake_url' => 'https://sync.example.org' ) );
			$this->assertSame( 'https://sync.example.org', Connection::find()['wake_url'], $case );
			$this->assertSame( $is_kept, Loopback::is_on_this_machine(), $case );
		}
		$_SERVER = $was;
	}

	public function test_an_order_wakes_the_sync_service_once_and_after_the_response(): void {
		$pairing = $this->pair();
		$this->call( $pairing, 'poll', array( 'wake_url' => 'http://127.0.0.1:8788' ) );
		$seen = array();
		add_filter( 'pre_http_request', static function ( $answer, $args, $url ) use ( &$seen ) {
			$seen[] = array( $url, $args );
			return new \WP_Error( 'offline' );
		}, 10, 3 );
		Owner_Orders::sync();
		Owner_Orders::sync();
		$this->assertSame( array(), $seen, 'a checkout or a screen waits for nothing' );
		Outbound_Calls::after_response();
		Outbound_Calls::after_response();
		$this->assertCount( 1, $seen );
		[ $url, $args ] = $seen[0];
		$route          = '/sites/' . $pairing['site_id'] . '/wake';
		$this->assertSame( 'http://127.0.0.1:8788' . $route, $url );
		$this->assertFalse( $args['blocking'] );
		$this->assertSame(
			Signature::sign(
				$pairing['secret'],
				'site-to-daemon',
				'POST',
				$route,
				$pairing['site_id'],
				(int) $args['headers']['X-Areg-Timestamp'],
				$args['headers']['X-Areg-Nonce'],
				'{}'
			),
			$args['headers']['X-Areg-Signature']
		);
	}

	public function test_only_web_addresses_are_called(): void {
		$this->assertSame( 'http://127.0.0.1:8788', Wake_Up::clean_url( 'http://127.0.0.1:8788/sites' ) );
		$this->assertNull( Wake_Up::clean_url( 'file:///etc/passwd' ) );
		$this->assertNull( Wake_Up::clean_url( null ) );
	}

	public function test_the_secret_is_in_no_autoloaded_option(): void {
		$pairing = $this->pair();
		wp_cache_delete( 'alloptions', 'options' );
		$this->assertStringNotContainsString( $pairing['secret'], (string) wp_json_encode( wp_load_alloptions(), JSON_UNESCAPED_SLASHES ) );
		$this->assertNotNull( Connection::find() );
	}

	private function assert_refused( Signed_Request $request, string $code, bool $is_signed ): void {
		$answer = Daemon_Api::answer( $request, true );
		$this->assertSame( 401, $answer->status );
		$this->assertSame( $code, json_decode( $answer->body, true )['error']['code'] );
		$this->assertSame( $is_signed, isset( $answer->headers['X-Areg-Signature'] ) );
	}
}
