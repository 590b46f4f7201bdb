<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Store\Commands;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;

/** A copy of the site, a site that moved, and a restored backup: nothing is sent before the owner has said which it is. */
final class Clone_Guard_Test extends Wordpress_Case {
	/** @var string */
	private $home;

	protected function setUp(): void {
		parent::setUp();
		$this->home = (string) get_option( 'home' );
	}

	protected function tearDown(): void {
		remove_all_filters( 'option_home', 99 );
		parent::tearDown();
	}

	private function move_to( string $home ): void {
		remove_all_filters( 'option_home', 99 );
		add_filter( 'option_home', static function () use ( $home ): string {
			return $home;
		}, 99 );
	}

	public function test_an_unchanged_site_is_not_in_doubt(): void {
		$pairing = $this->pair();
		foreach ( array( $this->home . '/', str_replace( 'http://', 'https://', $this->home ) ) as $same ) {
			$this->move_to( $same );
			$this->assertNull( $this->poll( $pairing )['doubt'] );
		}
		$this->assertSame( 200, $this->call( $pairing, 'changes' )[0] );
	}

	public function test_a_visitor_of_the_other_spelling_and_the_command_line_raise_no_question(): void {
		$pairing = $this->pair();
		$record  = get_option( 'artwork_registry_identity' );
		update_option( 'artwork_registry_identity', array( 'home' => Identity::encode( 'https://gallery.example' ) ) + $record, false );
		foreach ( array( 'https://www.gallery.example', 'http://', 'http://www.gallery.example/' ) as $same ) {
			$this->move_to( $same );
			$this->assertNull( $this->poll( $pairing )['doubt'], $same );
		}
		$this->move_to( 'https://www.gallery.example.org' );
		$this->assertSame( 'address', $this->poll( $pairing )['doubt'] );
	}

	public function test_a_database_server_that_the_host_renamed_is_no_other_database(): void {
		global $wpdb;
		$pairing            = $this->pair();
		$record             = get_option( 'artwork_registry_identity' );
		$file               = defined( 'FQDB' ) ? (string) constant( 'FQDB' ) : '';
		$record['database'] = hash( 'sha256', implode( "\n", array( DB_NAME, $file, $wpdb->prefix ) ) );
		update_option( 'artwork_registry_identity', $record, false );
		$this->assertNull( $this->poll( $pairing )['doubt'], 'recorded without the server' );
	}

	public function test_under_another_address_nothing_is_read_and_no_commands_are_sent(): void {
		$pairing = $this->pair();
		$this->taken_over_artwork();
		Owner_Orders::sync();
		$this->move_to( 'https://staging.example' );
		$answer = $this->poll( $pairing );
		$this->assertSame( array( 'address', array() ), array( $answer['doubt'], $answer['commands'] ) );
		$refused = $this->call( $pairing, 'changes' );
		$this->assertSame( array( 409, 'site_in_doubt' ), array( $refused[0], $refused[1]['error']['code'] ) );
		$this->assertSame( array(), $this->knocks() );
		$this->assertSame( array( 'address', $this->home, 'https://staging.example' ), array_values( array_slice( $this->question(), 0, 3 ) ) );
	}

	public function test_search_and_replace_over_a_copied_database_does_not_hide_the_copy(): void {
		global $wpdb;
		$pairing = $this->pair();
		$copy = str_pad( 'http://copy.exampl', strlen( $this->home ), 'e' );
		foreach ( $wpdb->get_results( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name LIKE 'artwork\\_registry%'" ) as $row ) {
			$wpdb->update(
				$wpdb->options,
				array( 'option_value' => str_replace( $this->home, $copy, $row->option_value ) ),
				array( 'option_name' => $row->option_name )
			);
		}
		wp_cache_flush();
		$this->move_to( $copy );
		$this->assertSame( 'address', $this->poll( $pairing )['doubt'] );
	}

	public function test_a_database_that_was_copied_elsewhere_is_noticed_under_the_same_address(): void {
		$pairing            = $this->pair();
		$record             = get_option( 'artwork_registry_identity' );
		$record['database'] = hash( 'sha256', 'where the original lies' );
		update_option( 'artwork_registry_identity', $record, false );
		$this->assertSame( 'database', $this->poll( $pairing )['doubt'] );
		$this->assertSame( 409, $this->call( $pairing, 'changes' )[0] );
	}

	public function test_an_address_that_was_changed_by_mistake_and_back_leaves_no_question(): void {
		$pairing = $this->pair();
		$this->move_to( 'https://typo.example' );
		$this->assertSame( 'address', $this->poll( $pairing )['doubt'] );
		$this->move_to( $this->home );
		$this->assertNull( $this->poll( $pairing )['doubt'] );
		$this->assertNull( $this->question() );
	}

	public function test_a_restored_backup_is_noticed_because_the_sync_service_has_seen_more(): void {
		global $wpdb;
		$pairing = $this->pair();
		$this->polls( $pairing, 3 );
		$backup = $wpdb->get_results( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name LIKE 'artwork\\_registry%'" );
		$seen   = $this->polls( $pairing, 10 );
		foreach ( $backup as $row ) {
			$wpdb->update( $wpdb->options, array( 'option_value' => $row->option_value ), array( 'option_name' => $row->option_name ) );
		}
		wp_cache_flush();
		$answer = $this->poll( $pairing, $seen );
		$this->assertSame( 'restored', $answer['doubt'] );
		$this->assertSame( 409, $this->call( $pairing, 'changes' )[0] );
		// It does not pass by itself, however often is asked.
		$this->assertSame( 'restored', $this->poll( $pairing, $seen )['doubt'] );

		$this->answer( 'same' );
		$answer = $this->poll( $pairing, $seen );
		$this->assertNull( $answer['doubt'] );
		$this->assertGreaterThan( $seen['generation'], $answer['generation'] );
		$this->assertGreaterThan( $seen['beat'], $answer['beat'] );
		$this->assertSame( 200, $this->call( $pairing, 'changes' )[0] );
	}

	public function test_a_slightly_stale_database_replica_is_no_restored_backup(): void {
		$pairing = $this->pair();
		$seen    = $this->polls( $pairing, 4 );
		$this->assertNull( $this->poll( $pairing, array( 'beat' => $seen['beat'] + 3 ) + $seen )['doubt'] );
	}

	public function test_a_stale_object_cache_is_no_restored_backup(): void {
		$pairing = $this->pair();
		$stale   = get_option( 'artwork_registry_sync_status' );
		$seen    = $this->polls( $pairing, 20 );
		wp_cache_set( 'artwork_registry_sync_status', $stale, 'options' );
		$this->assertNull( $this->poll( $pairing, $seen )['doubt'] );
	}

	public function test_a_site_that_moved_continues_and_reads_everything_again(): void {
		$pairing = $this->pair();
		$id      = $this->taken_over_artwork();
		$before  = $this->poll( $pairing )['generation'];
		Commands::insert( Commands::REMOVAL_RELEASE );
		$this->move_to( 'https://new.example' );
		$this->answer( 'same' );
		$answer = $this->poll( $pairing );
		$this->assertSame(
			array( null, 'https://new.example', $before + 1, array() ),
			array( $answer['doubt'], $answer['site_url'], $answer['generation'], $answer['commands'] )
		);
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
		$this->assertContains( (string) $id, array_column( $this->call( $pairing, 'changes' )[1]['changes'], 'external_id' ) );
		$this->assertSame( $pairing['site_id'], $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1]['former_site_id'] );
	}

	public function test_a_copy_is_disconnected_and_asks_before_it_registers(): void {
		$this->pair();
		$chosen   = $this->taken_over_artwork();
		$excluded = $this->taken_over_artwork();
		Status::choose( array( $excluded ), Status::EXCLUDED );
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$this->move_to( 'https://staging.example' );
		$this->answer( 'copy' );
		$this->assertNull( Connection::find() );
		$this->assertSame( 'ask', Settings::get()['register_mode'] );
		$this->assertSame(
			array( Status::NOT_CHOSEN, Status::EXCLUDED ),
			array( Status::choices( array( $chosen ) )[ $chosen ]['chosen'], Status::choices( array( $excluded ) )[ $excluded ]['chosen'] ),
			'nothing goes out by itself if the copy is connected one day'
		);
		$connection = $this->screen( 'GET', 'overview' )->get_data()['connection'];
		$this->assertSame( array( false, null, $this->home ), array( $connection['is_paired'], $connection['doubt'], $connection['copy_of'] ) );
		$this->assertNull( $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1]['former_site_id'] );
	}

	public function test_a_copy_that_is_paired_before_anybody_answers_does_not_take_over_the_original(): void {
		$this->pair();
		$this->move_to( 'https://staging.example' );
		$answer = $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1];
		$this->assertNull( $answer['former_site_id'] );
		$this->assertNull( $this->poll( $answer )['doubt'] );
	}

	/** @dataProvider sites_with_another_service */
	public function test_a_copy_that_is_paired_with_another_service_does_not_cut_off_the_original( string $home, array $told ): void {
		$this->pair();
		Connection::promote( array( 'wake_url' => 'https://service.example' ) + Connection::find() );
		$original = Connection::find()['site_id'];
		$this->move_to( '' === $home ? $this->home : $home );
		$this->poll( $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1] );
		$this->assertNotSame( $original, Connection::find()['site_id'] );
		$this->assertSame( $told, array_column( Left_Services::list_all(), 'reason' ) );
	}

	public function sites_with_another_service(): array {
		return array(
			'a copy'            => array( 'https://staging.example', array() ),
			'the paired itself' => array( '', array( 'replaced' ) ),
		);
	}

	public function test_the_answer_is_for_those_who_manage_the_site_and_one_of_two(): void {
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 403, $this->screen( 'POST', 'site', array( 'answer' => 'same' ) )->get_status() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 400, $this->screen( 'POST', 'site', array( 'answer' => 'both' ) )->get_status() );
	}

	/** @return array{generation: int, beat: int} What the sync service has seen after so many polls. */
	private function polls( array $pairing, int $count ): array {
		$seen = array(
			'generation' => 0,
			'beat'       => 0,
		);
		for ( $poll = 0; $poll < $count; $poll++ ) {
			$answer = $this->poll( $pairing, $seen );
			$seen   = array(
				'generation' => $answer['generation'],
				'beat'       => $answer['beat'],
			);
		}
		return $seen;
	}

	/** @return array<string, mixed> */
	private function poll( array $pairing, ?array $seen = null ): array {
		return $this->call( $pairing, 'poll', null === $seen ? array() : array( 'seen' => $seen ) )[1];
	}

	private function answer( string $answer ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 200, $this->screen( 'POST', 'site', array( 'answer' => $answer ) )->get_status() );
	}

	/** @return array<string, mixed>|null */
	private function question(): ?array {
		wp_set_current_user( $this->user( 'administrator' ) );
		return $this->screen( 'GET', 'overview' )->get_data()['connection']['doubt'];
	}

	/** @return list<string> Addresses that an order of the owner would knock at. */
	private function knocks(): array {
		$seen = array();
		Connection::set_wake_url( 'http://127.0.0.1:8788' );
		add_filter( 'pre_http_request', static function ( $answer, $args, $url ) use ( &$seen ) {
			$seen[] = $url;
			return new \WP_Error( 'offline' );
		}, 10, 3 );
		Owner_Orders::sync();
		return $seen;
	}
}
