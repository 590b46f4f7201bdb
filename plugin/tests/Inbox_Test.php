<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\View\Delivery_Address;
use ArtworkRegistry\View\Inbox_Address;
use WP_REST_Request;
use WP_REST_Response;

/** Deliveries of the registry that the site takes for a sync service without a public address. */
final class Inbox_Test extends Wordpress_Case {
	public function test_a_delivery_is_kept_as_it_came_and_handed_over_in_the_poll(): void {
		$pairing = $this->pair();
		$body    = "{\"id\": \"1\",\r\n \"title\":\"L\xc3\xa9t\xc3\xa9 \xf0\x9f\x96\xbc \\\\\"}  ";
		$this->assertSame( array( 200, true ), $this->stored( $this->deliver( $body ) ) );
		$inbox = $this->call( $pairing, 'poll' )[1]['inbox'];
		$this->assertCount( 1, $inbox );
		$this->assertSame( $body, base64_decode( $inbox[0]['body'], true ) );
		$this->assertSame( 'd-1', $inbox[0]['headers']['x-registry-delivery'] );
		$this->assertSame( 'sha256=abc', $inbox[0]['headers']['x-registry-signature'] );
		$this->assertLessThan( 5, abs( Clock::now() - strtotime( $inbox[0]['received_at'] ) ) );
		$this->assertArrayNotHasKey( 'cookie', $inbox[0]['headers'] );
	}

	public function test_it_stays_until_the_sync_service_acknowledges_it(): void {
		$pairing = $this->pair();
		$this->deliver( '{"n":1}', array( 'x-registry-delivery' => 'one' ) );
		$this->deliver( '{"n":2}', array( 'x-registry-delivery' => 'two' ) );
		$this->call( $pairing, 'poll' );
		$inbox = $this->call( $pairing, 'poll' )[1]['inbox'];
		$this->assertSame( array( 'one', 'two' ), array_column( array_column( $inbox, 'headers' ), 'x-registry-delivery' ) );
		$inbox = $this->call( $pairing, 'poll', array( 'inbox_done' => array( $inbox[0]['id'] ) ) )[1]['inbox'];
		$this->assertSame( array( 'two' ), array_column( array_column( $inbox, 'headers' ), 'x-registry-delivery' ) );
	}

	public function test_a_repeated_delivery_is_one_and_a_forged_one_does_not_take_its_place(): void {
		$this->pair();
		$this->assertSame( array( 200, true ), $this->stored( $this->deliver( '{"forged":1}', array( 'x-registry-signature' => 'sha256=forged' ) ) ) );
		$this->assertSame( array( 200, true ), $this->stored( $this->deliver( '{}' ) ) );
		$this->assertSame( array( 200, false ), $this->stored( $this->deliver( '{}' ) ) );
		$this->assertSame( 2, Inbox::count() );
	}

	public function test_a_wrong_token_and_an_unpaired_site_answer_not_found(): void {
		$this->pair();
		$this->deliver( '{}' );
		$this->assertSame( 404, $this->deliver( '{}', array(), str_repeat( '0', 32 ) )->get_status() );
		$token = Inbox::token();
		Connection::remove();
		$this->assertSame( 404, $this->deliver( '{}', array(), $token )->get_status() );
	}

	/** @return array<string, array{0: int|null, 1: int}> */
	public function times(): array {
		return array(
			'now'              => array( 0, 200 ),
			'four minutes old' => array( -240, 200 ),
			'six minutes old'  => array( -360, 401 ),
			'of the future'    => array( 360, 401 ),
			'without'          => array( null, 401 ),
		);
	}

	/** @dataProvider times */
	public function test_the_time_is_checked_on_arrival( ?int $off, int $status ): void {
		$this->pair();
		$this->assertSame( $status, $this->deliver( '{}', array( 'x-registry-timestamp' => null === $off ? '' : (string) ( Clock::now() + $off ) ) )->get_status() );
		$this->assertSame( 200 === $status ? 1 : 0, Inbox::count() );
	}

	public function test_what_is_too_long_or_no_delivery_is_refused(): void {
		$this->pair();
		$this->assertSame( 200, $this->deliver( '"' . str_repeat( 'a', 65534 ) . '"' )->get_status() );
		$this->assertSame( 413, $this->deliver( '"' . str_repeat( 'a', 65535 ) . '"' )->get_status() );
		$this->assertSame( 400, $this->deliver( '{}', array( 'x-registry-event' => str_repeat( 'a', 1001 ) ) )->get_status() );
		$this->assertSame( 400, $this->deliver( '{}', array( 'x-registry-delivery' => '' ) )->get_status() );
		$this->assertSame( 400, $this->deliver( '{}', array( 'x-registry-signature' => '' ) )->get_status() );
		$this->assertSame( 1, Inbox::count() );
	}

	public function test_a_full_inbox_asks_the_registry_to_retry(): void {
		$pairing = $this->pair();
		$rows    = array();
		for ( $n = 0; $n < 1000; $n++ ) {
			$rows[] = array( hash( 'sha256', (string) $n ), '{"x-registry-delivery":"d"}', 'e30=', Clock::now() );
		}
		Sql::write( 'INSERT INTO ' . Tables::name( 'inbox' ) . ' (seal, headers, body, received_at) VALUES ' . Sql::rows( $rows ) );
		$answer = $this->deliver( '{}' );
		$this->assertSame( array( 503, '300' ), array( $answer->get_status(), $answer->get_headers()['Retry-After'] ) );
		$inbox = $this->call( $pairing, 'poll' )[1]['inbox'];
		$this->assertCount( 100, $inbox );
		$this->call( $pairing, 'poll', array( 'inbox_done' => array_column( $inbox, 'id' ) ) );
		$this->assertSame( 200, $this->deliver( '{}' )->get_status() );
	}

	public function test_a_poll_carries_no_more_than_a_megabyte_of_them(): void {
		$pairing = $this->pair();
		for ( $n = 0; $n < 15; $n++ ) {
			$this->deliver( '"' . str_repeat( 'a', 65000 ) . '"', array( 'x-registry-delivery' => "d$n" ) );
		}
		$this->assertCount( 11, $this->call( $pairing, 'poll' )[1]['inbox'] );
	}

	public function test_a_dropped_table_loses_no_delivery(): void {
		global $wpdb;
		$this->pair();
		Inbox::token();
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'inbox' ) );
		$this->assertSame( array( 200, true ), $this->stored( $this->deliver( '{}' ) ) );
		$this->assertSame( 1, Inbox::count() );
	}

	public function test_the_address_for_the_registry_follows_where_it_can_deliver_and_the_setting(): void {
		$this->assertNull( Delivery_Address::find() );
		$pairing = $this->pair();
		$site    = rest_url( 'artwork-registry/v1/webhook/' . Inbox::token() );
		foreach ( array( 'http://127.0.0.1:8788', 'https://192.168.1.4:8788', 'https://nas.local', 'http://sync.example.org' ) as $private ) {
			$this->call( $pairing, 'poll', array( 'wake_url' => $private ) );
			$this->assertSame( array( 'by' => 'site', 'url' => $site ), Delivery_Address::find(), $private );
		}
		$this->call( $pairing, 'poll', array( 'wake_url' => 'https://sync.example.org' ) );
		$service = 'https://sync.example.org/webhooks/registry/' . $pairing['site_id'];
		$this->assertSame( array( 'by' => 'service', 'url' => $service ), Delivery_Address::find() );
		Settings::update( array( 'deliveries' => 'site' ) );
		$this->assertSame( $site, Delivery_Address::find()['url'] );
		Settings::update( array( 'deliveries' => 'service' ) );
		$this->assertSame( $service, Delivery_Address::find()['url'] );
	}

	public function test_where_a_security_plugin_closes_rest_for_visitors_the_address_is_that_of_admin_ajax(): void {
		$this->pair();
		wp_set_current_user( $this->user( 'administrator' ) );
		$close = static function ( $verdict ) {
			return is_user_logged_in() ? $verdict : new \WP_Error( 'rest_not_logged_in', 'Only for users.', array( 'status' => 401 ) );
		};
		add_filter( 'rest_authentication_errors', $close );
		$url = Inbox_Address::url();
		$this->assertTrue( is_user_logged_in() );
		remove_filter( 'rest_authentication_errors', $close );
		$this->assertSame( admin_url( 'admin-ajax.php?action=artwork_registry_webhook&token=' . Inbox::token() ), $url );
	}

	public function test_the_filters_for_visitors_run_once_and_not_with_each_overview(): void {
		$this->pair();
		wp_set_current_user( $this->user( 'administrator' ) );
		Inbox_Address::forget();
		$asked = 0;
		$judge = static function ( $verdict ) use ( &$asked ) {
			++$asked;
			return $verdict;
		};
		add_filter( 'rest_authentication_errors', $judge, 5 );
		foreach ( range( 1, 5 ) as $look ) {
			$this->screen( 'GET', 'overview' );
		}
		$this->assertSame( 1, $asked );
		remove_filter( 'rest_authentication_errors', $judge, 5 );
		$break = static function (): void {
			throw new \Error( 'No visitors.' );
		};
		add_filter( 'rest_authentication_errors', $break, 6 );
		$url = Inbox_Address::url();
		remove_filter( 'rest_authentication_errors', $break, 6 );
		$this->assertStringContainsString( 'admin-ajax.php', $url );
		$this->assertTrue( is_user_logged_in() );
	}

	public function test_the_cookie_of_the_current_user_does_not_count_for_visitors(): void {
		$this->pair();
		wp_set_current_user( $this->user( 'administrator' ) );
		$GLOBALS['wp_rest_auth_cookie'] = true;
		$_REQUEST['_wpnonce']           = wp_create_nonce( 'wp_rest' );
		$url                            = Inbox_Address::url();
		unset( $_REQUEST['_wpnonce'], $GLOBALS['wp_rest_auth_cookie'] );
		$this->assertStringContainsString( '/artwork-registry/v1/webhook/', $url );
		$this->assertSame(
			array( 100, 90 ),
			array(
				has_filter( 'rest_authentication_errors', 'rest_cookie_check_errors' ),
				has_filter( 'rest_authentication_errors', 'rest_application_password_check_errors' ),
			)
		);
	}

	public function test_the_owner_sets_the_way_and_sees_the_address(): void {
		$this->pair();
		wp_set_current_user( $this->user( 'administrator' ) );
		$connection = $this->screen( 'POST', 'settings', array( 'deliveries' => 'site' ) )->get_data()['connection'];
		$this->assertSame( 'site', $connection['deliveries']['by'] );
		$this->assertSame( 400, $this->screen( 'POST', 'settings', array( 'deliveries' => 'pigeon' ) )->get_status() );
	}

	/** @param array<string, string> $headers */
	private function deliver( string $body, array $headers = array(), ?string $token = null ): WP_REST_Response {
		$request = new WP_REST_Request( 'POST', '/artwork-registry/v1/webhook/' . ( $token ?? Inbox::token() ) );
		$request->set_body( $body );
		$headers += array(
			'content-type'         => 'application/json',
			'x-registry-event'     => 'artwork.updated',
			'x-registry-delivery'  => 'd-1',
			'x-registry-timestamp' => (string) Clock::now(),
			'x-registry-attempt'   => '1',
			'x-registry-signature' => 'sha256=abc',
			'cookie'               => 'secret=1',
		);
		foreach ( $headers as $name => $value ) {
			$request->set_header( $name, $value );
		}
		return rest_do_request( $request );
	}

	/** @return array{0: int, 1: bool} */
	private function stored( WP_REST_Response $answer ): array {
		return array( $answer->get_status(), $answer->get_data()['stored'] );
	}
}
