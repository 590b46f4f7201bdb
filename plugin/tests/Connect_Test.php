<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;

/** What the screen "Connect" hands over and remembers, and the offboarding. */
final class Connect_Test extends Wordpress_Case {
	public function test_a_key_can_be_opened_by_the_sync_service_alone_and_is_gone_when_it_has_it(): void {
		$pairing = $this->pair();
		$keys    = sodium_crypto_box_keypair();
		$secret  = 'areg_verysecret';
		$box     = base64_encode( sodium_crypto_box_seal( $secret, sodium_crypto_box_publickey( $keys ) ) );
		$this->as_owner();
		$this->assertSame(
			'waiting',
			$this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => $box ) )->get_data()['connection']['handed']['state']
		);
		$sealed = $this->call( $pairing, 'poll' )[1]['sealed'];
		$this->assertSame( $secret, sodium_crypto_box_seal_open( (string) base64_decode( $sealed[0]['box'], true ), $keys ) );
		$done = array( 'id' => $sealed[0]['id'], 'ok' => true, 'code' => 'key_saved', 'message' => 'Demo Gallery', 'fields' => array() );
		$this->assertSame( array(), $this->call( $pairing, 'poll', array( 'sealed_done' => array( $done ) ) )[1]['sealed'] );
		$handed = $this->screen( 'GET', 'overview' )->get_data()['connection']['handed'];
		$this->assertSame( array( 'api_key', 'done' ), array( $handed['kind'], $handed['state'] ) );
		$this->assert_nowhere( $secret );
		$this->assert_nowhere( substr( $box, 0, 60 ) );
	}

	public function test_what_went_wrong_is_a_sentence_that_says_what_to_do(): void {
		$pairing = $this->pair();
		$this->as_owner();
		foreach ( array(
			'key_refused', 'key_reads_only', 'not_a_registry', 'bad_address', 'inner_address', 'unreachable', 'form_invalid',
			'too_many_requests', 'unreadable', 'invalid', 'a_code_of_tomorrow',
		) as $code ) {
			$this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => str_repeat( 'a', 80 ) ) );
			$id = $this->call( $pairing, 'poll' )[1]['sealed'][0]['id'];
			$this->call(
				$pairing,
				'poll',
				array( 'sealed_done' => array( array( 'id' => $id, 'ok' => false, 'code' => $code, 'message' => null, 'fields' => array( 'email' ) ) ) )
			);
			$handed = $this->screen( 'GET', 'overview' )->get_data()['connection']['handed'];
			$this->assertSame( array( 'failed', array( 'email' ) ), array( $handed['state'], $handed['fields'] ) );
			$this->assertGreaterThan( 40, strlen( $handed['text'] ), $code );
			$this->assertStringNotContainsString( $code, $handed['text'] );
		}
	}

	public function test_the_outcome_of_a_replaced_box_is_ignored(): void {
		$pairing = $this->pair();
		$this->as_owner();
		$this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => str_repeat( 'a', 80 ) ) );
		$old = $this->call( $pairing, 'poll' )[1]['sealed'][0]['id'];
		$this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => str_repeat( 'b', 80 ) ) );
		$open = $this->call(
			$pairing,
			'poll',
			array( 'sealed_done' => array( array( 'id' => $old, 'ok' => false, 'code' => 'key_refused', 'message' => null, 'fields' => array() ) ) )
		)[1]['sealed'];
		$this->assertSame( str_repeat( 'b', 80 ), $open[0]['box'] );
	}

	public function test_a_waiting_key_and_a_waiting_signing_secret_do_not_replace_each_other(): void {
		$pairing = $this->pair();
		$this->as_owner();
		$this->screen( 'POST', 'hand-over', array( 'kind' => 'webhook_secret', 'box' => str_repeat( 'a', 80 ) ) );
		$this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => str_repeat( 'b', 80 ) ) );
		$handed = $this->screen( 'POST', 'hand-over', array( 'kind' => 'webhook_secret', 'box' => str_repeat( 'c', 80 ) ) )->get_data()['connection']['handed'];
		$this->assertSame( array( 'webhook_secret', 'waiting' ), array( $handed['kind'], $handed['state'] ) );
		$open = $this->call( $pairing, 'poll' )[1]['sealed'];
		$this->assertSame( array( str_repeat( 'b', 80 ), str_repeat( 'c', 80 ) ), array_column( $open, 'box' ) );
		$done = array( 'id' => $open[1]['id'], 'ok' => true, 'code' => 'secret_saved', 'message' => null, 'fields' => array() );
		$left = $this->call( $pairing, 'poll', array( 'sealed_done' => array( $done ) ) )[1]['sealed'];
		$this->assertSame( array( str_repeat( 'b', 80 ) ), array_column( $left, 'box' ) );
		$this->assertSame( 'done', $this->screen( 'GET', 'overview' )->get_data()['connection']['handed']['state'] );
	}

	public function test_a_request_for_access_is_remembered_after_other_things_were_handed_over(): void {
		$pairing = $this->pair();
		$this->as_owner();
		$this->screen( 'POST', 'hand-over', array( 'kind' => 'access_request', 'box' => str_repeat( 'a', 80 ) ) );
		$id = $this->call( $pairing, 'poll' )[1]['sealed'][0]['id'];
		$this->call(
			$pairing,
			'poll',
			array( 'sealed_done' => array( array( 'id' => $id, 'ok' => true, 'code' => 'requested', 'message' => 'r-17', 'fields' => array() ) ) )
		);
		$this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => str_repeat( 'b', 80 ) ) );
		$this->assertSame( 'r-17', $this->screen( 'GET', 'overview' )->get_data()['connection']['access']['request_id'] );
	}

	public function test_only_a_sealed_box_and_only_from_those_who_manage_the_site(): void {
		$this->pair();
		wp_set_current_user( $this->user( 'editor' ) );
		foreach ( array(
			'hand-over' => array( 'kind' => 'api_key', 'box' => str_repeat( 'a', 80 ) ),
			'setup' => array( 'mark' => 'profile' ),
			'disconnect' => array(),
			'disconnect/stop' => array(),
		) as $path => $params ) {
			$this->assertSame( 403, $this->screen( 'POST', $path, $params )->get_status(), $path );
		}
		$this->as_owner();
		foreach ( array( 'areg_a_key_in_plain_words', '', str_repeat( 'a', 20000 ), '<script>' ) as $box ) {
			$this->assertSame( 400, $this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => $box ) )->get_status() );
		}
		$this->assertSame( 400, $this->screen( 'POST', 'hand-over', array( 'kind' => 'shell', 'box' => str_repeat( 'a', 80 ) ) )->get_status() );
		Connection::remove();
		$this->assertSame( 409, $this->screen( 'POST', 'hand-over', array( 'kind' => 'api_key', 'box' => str_repeat( 'a', 80 ) ) )->get_status() );
	}

	public function test_finished_steps_are_remembered(): void {
		$this->as_owner();
		$this->screen( 'POST', 'setup', array( 'mark' => 'profile' ) );
		$this->screen( 'POST', 'setup', array( 'mark' => 'choice' ) );
		$this->screen( 'POST', 'setup', array( 'mark' => 'profile', 'done' => false ) );
		$this->assertSame(
			array( 'profile' => false, 'choice' => true, 'finished' => false ),
			$this->screen( 'GET', 'overview' )->get_data()['connection']['setup']
		);
	}

	public function test_disconnecting_can_leave_the_registry_as_it_is(): void {
		$pairing = $this->pair();
		$this->taken_over_artwork();
		$this->as_owner();
		$this->screen( 'POST', 'setup', array( 'mark' => 'finished' ) );
		$data = $this->screen( 'POST', 'disconnect', array( 'works' => 'leave' ) )->get_data();
		$this->assertSame( array( false, null ), array( $data['connection']['is_paired'], $data['connection']['offboarding'] ) );
		$this->assertFalse( $data['connection']['setup']['finished'] );
		$this->assertNotNull( $pairing );
	}

	/** @return array<string, array{0: string, 1: string, 2: string}> */
	public function offboardings(): array {
		return array(
			'stop' => array( 'stop', 'not_for_sale', 'stopped' ),
			'hide' => array( 'hide', 'fully_private', 'hidden' ),
		);
	}

	/** @dataProvider offboardings */
	public function test_disconnecting_removes_the_works_and_ends_when_the_registry_confirmed_the_last( string $mode, string $on_leave, string $state ): void {
		$pairing = $this->pair();
		Settings::update( array( 'register_mode' => 'automatic', 'on_leave' => 'nothing' ) );
		$ids = array( $this->published(), $this->published(), $this->published() );
		$this->as_owner();
		$this->assertSame(
			array( 'mode' => $mode, 'total' => 3, 'done' => 0, 'stuck' => 0, 'is_finished' => false ),
			$this->screen( 'POST', 'disconnect', array( 'works' => $mode ) )->get_data()['connection']['offboarding']
		);
		$this->assertSame( $on_leave, $this->call( $pairing, 'poll' )[1]['settings']['on_leave'] );
		do {
			$page = $this->call( $pairing, 'changes' )[1];
			foreach ( $page['changes'] as $change ) {
				$this->assertSame( array( 'not_shared', 'not_chosen', null ), array( $change['state'], $change['reason'], $change['artwork'] ) );
			}
			$this->call( $pairing, 'ack', array( 'acks' => array_map( static function ( array $change ): array {
				return array( 'external_id' => $change['external_id'], 'revision' => $change['revision'] );
			}, $page['changes'] ) ) );
		} while ( $page['sweeping'] || $page['remaining'] > 0 );
		$this->tell( $pairing, $ids[0], $state );
		// Held by the sync service, because so many leave at once: the owner has said yes already.
		$this->tell( $pairing, $ids[1], 'held', array( 'held' => array( 'reason' => 'bulk_removal', 'group' => null, 'size' => null, 'known' => null ) ) );
		$this->assertContains( 'removals_release', array_column( $this->call( $pairing, 'poll' )[1]['commands'], 'name' ) );
		$this->assertSame( 1, $this->screen( 'GET', 'overview' )->get_data()['connection']['offboarding']['done'] );
		$this->tell( $pairing, $ids[1], $state );
		$this->tell(
			$pairing,
			$ids[2],
			'attention',
			array( 'error' => array( 'code' => 'not_permitted', 'message' => 'No.', 'issues' => array(), 'hint' => null ) )
		);
		$this->call( $pairing, 'poll' );
		$connection = $this->screen( 'GET', 'overview' )->get_data()['connection'];
		$this->assertFalse( $connection['is_paired'] );
		$this->assertSame( array( 'mode' => $mode, 'total' => 3, 'done' => 2, 'stuck' => 1, 'is_finished' => true ), $connection['offboarding'] );
		$this->assertSame( 'ask', Settings::get()['register_mode'] );
		$this->assertSame( 'nothing', Settings::get()['on_leave'] );
		$this->assertSame( array( 0, 0, 0 ), array_column( Status::choices( $ids ), 'chosen' ) );
	}

	public function test_stopping_a_disconnection_leaves_the_works_as_before(): void {
		$pairing = $this->pair();
		$id      = $this->published();
		$this->as_owner();
		$this->screen( 'POST', 'disconnect', array( 'works' => 'stop' ) );
		$this->assertNull( $this->screen( 'POST', 'disconnect/stop' )->get_data()['connection']['offboarding'] );
		$this->call( $pairing, 'poll' );
		do {
			$page = $this->call( $pairing, 'changes' )[1];
		} while ( ! $page['changes'] && $page['sweeping'] );
		$this->assertSame( array( (string) $id => 'shared' ), array_column( $page['changes'], 'state', 'external_id' ) );
	}

	private function published(): int {
		$id = $this->taken_over_artwork();
		Status::save_reports( array( array( 'registry_id' => 'AREG-' . $id ) + $this->report( $id, 'published', $this->revision( $id ) ) ) );
		return $id;
	}

	/** @param array<string, mixed> $more */
	private function tell( array $pairing, int $id, string $state, array $more = array() ): void {
		$work = $more + array( 'external_id' => (string) $id, 'revision' => Outbox::find( $id )['revision'], 'state' => $state, 'registry_id' => 'AREG-' . $id );
		$this->assertSame( 200, $this->call( $pairing, 'report', array( 'works' => array( $work ) ) )[0] );
	}

	private function as_owner(): void {
		Change_Collector::flush();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	private function assert_nowhere( string $secret ): void {
		global $wpdb;
		$this->assertSame(
			'0',
			(string) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM $wpdb->options WHERE option_value LIKE %s", '%' . $wpdb->esc_like( $secret ) . '%' ) )
		);
	}
}
