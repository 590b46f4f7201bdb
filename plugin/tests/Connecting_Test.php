<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Hand_Over;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Sync\Disconnection;
use ArtworkRegistry\View\Connect_Texts;

/** Three clicks: whom you connect to, agree, account. */
final class Connecting_Test extends Wordpress_Case {
	/** @var Service_Stand_In */
	private $service;

	protected function setUp(): void {
		parent::setUp();
		$this->service = new Service_Stand_In();
		$this->service->listen();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	public function test_before_the_owner_agrees_nobody_is_asked_but_the_registry_that_was_typed(): void {
		$this->screen( 'GET', 'overview' );
		$this->assertSame( array(), $this->service->requests );
		$offer = $this->look();
		$asked = $this->service->requests[0];
		$this->assertSame( array( 'GET', Service_Stand_In::REGISTRY . '/.well-known/artwork-registry' ), array( $asked['method'], $asked['url'] ) );
		$this->assertCount( 1, $this->service->requests );
		$this->assertSame(
			array( 'Art ID', 'Registry Foundation', Service_Stand_In::REGISTRY . '/terms' ),
			array( $offer['name'], $offer['operator'], $offer['terms_url'] )
		);
		$this->assertNull( Connection::find_pending() );
	}

	public function test_agreeing_introduces_the_site_and_records_who_agreed_and_when(): void {
		Clock::freeze( 1700000000 );
		$connection = $this->agree();
		$said       = end( $this->service->requests )['data'];
		$this->assertSame( array( 1, home_url(), Service_Stand_In::REGISTRY . '/api/v1' ), array( $said['protocol'], $said['site_url'], $said['registry_url'] ) );
		$this->assertSame( 32, strlen( (string) base64_decode( $said['secret'], true ) ) );
		$this->assertSame( wp_get_environment_type(), $said['environment'] );
		$this->assertArrayNotHasKey( 'x-areg-signature', end( $this->service->requests )['headers'] );
		$this->assertSame( array( false, true ), array( $connection['is_paired'], $connection['service']['is_awaited'] ) );
		$agreed = $connection['registries']['agreed'];
		$this->assertStringContainsString( wp_get_current_user()->user_login, $agreed['by'] );
		$this->assertSame( '2023-11-14T22:13:20Z', $agreed['at'] );
		$this->assertStringContainsString( 'Registry Foundation', (string) Events::list_newest( 1 )[0]['detail'] );
		$this->assertStringNotContainsString( $this->service->secret, (string) wp_json_encode( $connection ) );
	}

	public function test_the_first_signed_poll_completes_it_whichever_way_it_came(): void {
		$this->agree();
		$this->call( array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret ), 'poll' );
		$connection = $this->screen( 'GET', 'overview' )->get_data()['connection'];
		$this->assertSame( array( true, false, true ), array( $connection['is_paired'], $connection['service']['is_awaited'], $connection['service']['is_hosted'] ) );
	}

	public function test_only_what_was_shown_can_be_agreed_to(): void {
		$offer = $this->look();
		$this->service->descriptor['operator'] = 'Somebody else';
		$this->look();
		$answer = $this->screen( 'POST', 'connect/agree', array( 'offer' => $offer['id'] ) );
		$this->assertSame( array( 422, 'artwork_registry_offer_changed' ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		$this->assertNotContains( 'sites', $this->service->paths() );
	}

	public function test_only_those_who_manage_the_site_may_connect_it(): void {
		wp_set_current_user( $this->user( 'editor' ) );
		foreach ( array(
			'connect/look'   => array( 'address' => 'https://a.example' ),
			'connect/agree'  => array( 'offer' => 'x' ),
			'connect/cancel' => array(),
		) as $path => $params ) {
			$this->assertSame( 403, $this->screen( 'POST', $path, $params )->get_status(), $path );
		}
	}

	/** @return array<string, array{0: array<string, mixed>, 1: string, 2: string}> */
	public function refusals(): array {
		$of = static function ( int $status, string $code, string $words, array $headers = array() ): array {
			return array( array( 'status' => $status, 'code' => $code, 'headers' => $headers ), $code, $words );
		};
		return array(
			'invalid body'        => $of( 422, 'invalid_body', 'Update the plugin' ),
			'registry not served' => $of( 403, 'registry_not_served', 'does not serve this registry' ),
			'not in production'   => $of( 403, 'not_in_production', 'test registry' ),
			'version'             => $of( 403, 'version_not_served', 'Update the plugin' ),
			'bad signature'       => $of( 401, 'bad_signature', 'Disconnect first' ),
			'still answers'       => $of( 409, 'still_answers', 'Disconnect it there first' ),
			'too many'            => $of( 429, 'too_many_sites', 'in 5 min.', array( 'retry-after' => '290' ) ),
			'full'                => $of( 503, 'service_full', 'no more sites' ),
			'redirect'            => array(
				array( 'status' => 301, 'code' => '', 'headers' => array( 'location' => 'https://www.example.com/sites' ) ),
				'redirected',
				'https://www.example.com/sites',
			),
			'silence'             => array( array( 'error' => new \WP_Error( 'http_request_failed', 'cURL error 28' ) ), 'unreachable', 'cURL error 28' ),
		);
	}

	/**
	 * @dataProvider refusals
	 * @param array<string, mixed> $refusal
	 */
	public function test_a_refusal_says_what_to_do_and_leaves_everything_as_it_was( array $refusal, string $code, string $words ): void {
		$offer                  = $this->look();
		$this->service->refusal = $refusal;
		$answer                 = $this->screen( 'POST', 'connect/agree', array( 'offer' => $offer['id'] ) );
		$this->assertSame( array( 422, 'artwork_registry_' . $code ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		$this->assertStringContainsString( $words, $answer->get_data()['message'] );
		$this->assertNull( Connection::find_pending() );
		$this->assertNotNull( Agreement::find_offer(), 'the owner can agree once more' );
	}

	public function test_blocked_outbound_http_names_the_host_to_allow(): void {
		$answer = $this->screen( 'POST', 'connect/look', array( 'address' => 'https://registry.example' ) );
		$this->assertStringContainsString( 'Add registry.example to WP_ACCESSIBLE_HOSTS', $answer->get_data()['message'] );
		$this->assertSame( array(), $this->service->requests );
	}

	public function test_an_address_that_is_not_public_or_not_https_is_asked_nothing(): void {
		remove_all_filters( 'artwork_registry_trusted_origins' );
		foreach ( array(
			'http://registry.example',
			'https://localhost:1',
			'ftp://registry.example',
			'https://user:pass@registry.example',
			'java script',
		) as $address ) {
			$this->assertSame( 422, $this->screen( 'POST', 'connect/look', array( 'address' => $address ) )->get_status(), $address );
		}
		$this->assertSame( array(), $this->service->requests );
	}

	public function test_a_website_that_is_no_registry_and_a_registry_without_a_service_say_so(): void {
		$this->service->descriptor['object'] = 'page';
		$answer = $this->screen( 'POST', 'connect/look', array( 'address' => Service_Stand_In::REGISTRY ) );
		$this->assertSame( 'artwork_registry_not_a_registry', $answer->get_data()['code'] );
		$this->service->descriptor['object']       = 'registry';
		$this->service->descriptor['sync_service'] = null;
		$offer = $this->look();
		$this->assertSame( 'artwork_registry_no_service', $this->screen( 'POST', 'connect/agree', array( 'offer' => $offer['id'] ) )->get_data()['code'] );
	}

	public function test_a_long_name_is_cut_between_letters(): void {
		$this->service->descriptor['name'] = 'a' . str_repeat( 'é', 300 );
		$this->assertSame( 'a' . str_repeat( 'é', 199 ), $this->look()['name'] );
	}

	public function test_a_site_that_is_deleted_from_its_network_tells_the_service(): void {
		$this->agree();
		$this->call( array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret ), 'poll' );
		$this->assertContains( \ArtworkRegistry\Store\Tables::name( 'status' ), \ArtworkRegistry\Installation::site_deleted( array() ) );
		$this->assertContains( 'leave', $this->service->paths() );
	}

	public function test_the_same_service_again_continues_with_the_former_secret(): void {
		$this->agree();
		$former = array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret );
		$this->call( $former, 'poll' );
		$this->agree();
		$request = end( $this->service->requests );
		$this->assertSame( $former['site_id'], $request['headers']['x-areg-site'] );
		$this->assertSame(
			\ArtworkRegistry\Protocol\Signature::sign(
				$former['secret'], 'site-to-daemon', 'POST', '/sites', $former['site_id'], (int) $request['headers']['x-areg-timestamp'],
				$request['headers']['x-areg-nonce'], (string) wp_json_encode( $request['data'], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE )
			),
			$request['headers']['x-areg-signature']
		);
		$this->call( array( 'site_id' => $former['site_id'], 'secret' => $this->service->secret ), 'poll' );
		$this->assertSame( $this->service->secret, Connection::find()['secret'] ?? null );
		Outbound_Calls::run( null, 5 );
		$this->assertNotContains( 'leave', $this->service->paths() );
	}

	/** @return array<string, array{0: list<array<string, mixed>>}> */
	public function lost_answers(): array {
		$silence = array( 'error' => new \WP_Error( 'http_request_failed', 'cURL error 28' ) );
		return array(
			'a proxy answers in its place'          => array( array( array( 'status' => 504 ) ) ),
			'silence, and a repeat that is lost'    => array( array( $silence, $silence ) ),
			'silence, and a repeat that is refused' => array( array( $silence, array( 'status' => 429, 'code' => 'too_many_sites' ) ) ),
		);
	}

	/**
	 * @dataProvider lost_answers
	 * @param list<array<string, mixed>> $lost The first comes instead of the answer of a service that has taken the new secret.
	 */
	public function test_a_service_that_took_the_new_secret_is_answered_although_its_answer_was_lost( array $lost ): void {
		$this->connect();
		$offer  = $this->look();
		$former = $this->service->secret;
		foreach ( $lost as $number => $instead ) {
			if ( $number > 0 ) {
				// The service never sees the repeat, or refuses it.
				remove_filter( 'pre_http_request', array( $this->service, 'answer' ) );
			}
			$this->agree_in_vain( $offer, $instead );
		}
		$this->assertNotSame( $former, $this->service->secret );
		$this->assertSame( 200, $this->call( $this->as_its_service(), 'poll' )[0] );
	}

	/** @return array<string, array{0: bool, 1: callable(self): void}> Whether the answer of the service was lost, and what comes behind it. */
	public function ends_of_an_introduction(): array {
		$cancel = static function ( self $test ): void {
			$test->assertFalse( $test->screen( 'POST', 'connect/cancel' )->get_data()['connection']['service']['is_awaited'] );
		};
		return array(
			'cancelled, the answer lost'                => array( true, $cancel ),
			'cancelled'                                 => array( false, $cancel ),
			'the answer lost, another service waits'    => array( true, static function ( self $test ): void {
				$test->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'], 'wake_url' => 'https://own.example' ) );
			} ),
			'the answer lost, another service refuses'  => array( true, static function ( self $test ): void {
				$test->service->descriptor['sync_service'] = 'https://other.example';
				$offer                                     = $test->look();
				$test->agree_in_vain( $offer, array( 'status' => 503, 'code' => 'service_full' ), 'https://other.example' );
			} ),
		);
	}

	/** @dataProvider ends_of_an_introduction */
	public function test_a_secret_that_the_service_has_taken_is_not_forgotten( bool $is_lost, callable $then ): void {
		$this->connect();
		if ( $is_lost ) {
			$this->agree_in_vain( $this->look(), array( 'status' => 504 ) );
		} else {
			$this->agree();
		}
		$then( $this );
		$waits = Connection::find_pending();
		$this->assertSame( 200, $this->call( $this->as_its_service(), 'poll' )[0] );
		$this->assertSame( array( $this->service->secret, null ), array( Connection::find()['secret'] ?? null, Connection::find_renewed() ) );
		$this->assertSame( $waits, Connection::find_pending(), 'another service that waits' );
	}

	public function test_a_site_that_left_after_a_lost_answer_tells_the_service_with_the_secret_that_it_has(): void {
		$this->connect();
		$this->agree_in_vain( $this->look(), array( 'status' => 504 ) );
		Disconnection::cut();
		Outbound_Calls::run( null, 5 );
		$this->assertSame( array( 'leave', 'leave' ), array_slice( $this->service->paths(), -2 ) );
		$this->assertSame( array(), Left_Services::list_all() );
	}

	public function test_the_address_is_suggested_by_the_site_where_its_maintainer_says_so(): void {
		add_filter( 'artwork_registry_url', static function (): string {
			return 'https://registry.example';
		} );
		$this->assertSame( 'https://registry.example', $this->screen( 'GET', 'overview' )->get_data()['connection']['registries']['suggested'] );
		remove_all_filters( 'artwork_registry_url' );
	}

	public function test_the_request_for_access_is_followed_until_it_is_settled(): void {
		$this->agree();
		$pairing = array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret );
		foreach ( array( 'waiting', 'approved', 'rejected', 'expired' ) as $state ) {
			$said = array( 'state' => $state, 'request_id' => 'r-1', 'since' => '2026-01-02T03:04:05Z' );
			$this->call( $pairing, 'poll', array( 'status' => array( 'access' => $said ) ) );
			$access = $this->screen( 'GET', 'overview' )->get_data()['connection']['access'];
			$this->assertSame( array( 'request_id' => 'r-1', 'at' => '2026-01-02T03:04:05Z', 'state' => $state ), $access );
		}
	}

	public function test_every_code_of_the_protocol_page_has_a_text_of_its_own(): void {
		$page = (string) file_get_contents( dirname( __DIR__, 2 ) . '/docs/site-protocol.md' );
		$part = explode( '## Mailbox', explode( '## Connecting to a host', $page )[1] )[0];
		preg_match_all( '/\| [45]\d\d `([a-z_]+)`/', $part, $codes );
		$this->assertGreaterThan( 5, count( $codes[1] ) );
		$texts = array_map( static function ( string $code ): string {
			return Connect_Texts::of( $code, '' );
		}, $codes[1] );
		$this->assertCount( count( $codes[1] ), array_unique( $texts ) );
		$this->assertNotContains( Connect_Texts::of( 'a_code_of_tomorrow', '' ), $texts );
	}

	public function test_what_the_command_line_seals_only_the_sync_service_can_open(): void {
		$this->agree();
		$keys = sodium_crypto_box_keypair();
		$this->assertFalse( Hand_Over::put( 'api_key', array( 'api_key' => 'areg_x' ) ) );
		$pairing = array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret );
		$this->call( $pairing, 'poll', array( 'status' => array( 'hand_over' => array( 'seal_key' => base64_encode( sodium_crypto_box_publickey( $keys ) ) ) ) ) );
		$this->assertTrue( Hand_Over::put( 'api_key', array( 'registry_url' => 'https://r.example', 'api_key' => 'areg_x' ) ) );
		$box = $this->call( $pairing, 'poll' )[1]['sealed'][0]['box'];
		$this->assertSame(
			array( 'kind' => 'api_key', 'site_id' => $pairing['site_id'], 'registry_url' => 'https://r.example', 'api_key' => 'areg_x' ),
			json_decode( (string) sodium_crypto_box_seal_open( (string) base64_decode( $box, true ), $keys ), true )
		);
	}

	private function connect(): void {
		$this->agree();
		$this->assertSame( 200, $this->call( $this->as_its_service(), 'poll' )[0] );
	}

	/** @return array{site_id: string, secret: string} */
	private function as_its_service(): array {
		return array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret );
	}

	/**
	 * @param array<string, mixed> $offer
	 * @param array<string, mixed> $instead What comes instead of the service's answer.
	 */
	private function agree_in_vain( array $offer, array $instead, string $service = Service_Stand_In::URL ): void {
		$lose = function ( $answer, array $args, string $url ) use ( $instead, $service ) {
			$this->assertSame( $service . '/sites', $url );
			$this->service->refusal = $instead;
			return $this->service->answer( $answer, $args, $url );
		};
		add_filter( 'pre_http_request', $lose, 11, 3 );
		$this->assertSame( 422, $this->screen( 'POST', 'connect/agree', array( 'offer' => $offer['id'] ) )->get_status() );
		remove_filter( 'pre_http_request', $lose, 11 );
	}

	/** @return array<string, mixed> */
	private function look(): array {
		return $this->screen( 'POST', 'connect/look', array( 'address' => Service_Stand_In::REGISTRY . '/api/v1' ) )->get_data()['connection']['registries']['offer'];
	}

	/** @return array<string, mixed> */
	private function agree(): array {
		$answer = $this->screen( 'POST', 'connect/agree', array( 'offer' => $this->look()['id'] ) );
		$this->assertSame( 200, $answer->get_status() );
		return $answer->get_data()['connection'];
	}
}
