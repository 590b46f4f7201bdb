<?php
/**
 * The pairing with a sync service is whole or as before, whichever statement the database refuses while it is made, replaced or ended, and
 * whatever a persistent object cache still knows of it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Disconnection;

final class Refused_Pairing_Test extends Wordpress_Case {
	use Broken_Statements;

	private const WRITES = '(?:INSERT|UPDATE|REPLACE)';

	private const OFFER = array(
		'id'                => 'o-1',
		'address'           => 'https://registry.example',
		'name'              => 'Registry',
		'operator'          => 'Foundation',
		'api'               => 'https://registry.example/api/v1',
		'sync_service'      => null,
		'terms_url'         => null,
		'privacy_url'       => null,
		'documentation_url' => null,
		'test'              => true,
	);

	public function test_an_option_that_could_not_be_deleted_is_not_remembered_as_none(): void {
		$pairing = $this->pair();
		$this->failing( '/^DELETE FROM .*artwork_registry_pairing\'/', function (): void {
			try {
				Read_Check::run( array( Connection::class, 'remove' ) );
				$this->fail( 'A pairing that could not be removed.' );
			} catch ( Read_Failed $failed ) {
				$this->assertStringContainsString( 'could not be written', $failed->getMessage() );
			}
		} );
		$found = Connection::find();
		$this->assertSame( $pairing['site_id'], null === $found ? null : $found['site_id'], 'it would be back once the cache is emptied' );
	}

	/** @return array<string, array{0: string, 1: string}> */
	public function statements_of_a_first_poll(): array {
		return array(
			'the pairing is stored'             => array( 'artwork_registry_pairing', self::WRITES ),
			'the waiting one is removed'        => array( 'artwork_registry_pairing_pending', 'DELETE' ),
			'the former service is noted'       => array( 'artwork_registry_left_services', self::WRITES ),
			'what the former one said is taken' => array( 'artwork_registry_sync_status', 'DELETE' ),
		);
	}

	/** @dataProvider statements_of_a_first_poll */
	public function test_a_first_poll_that_the_database_refuses_in_part_takes_effect_when_it_is_repeated( string $option, string $verb ): void {
		Left_Services::remove_all();
		$former  = $this->pair_with( 'first' );
		$pairing = $this->wait_for( 'second' );
		$this->assertSame( 500, $this->failing( "/^$verb.*'$option'/s", fn() => $this->call( $pairing, 'poll' )[0] ) );
		$is_replaced = ( Connection::find()['site_id'] ?? null ) === $pairing['site_id'];
		$this->assertSame( array( $is_replaced, $is_replaced ? array( $former['site_id'] ) : array() ), $this->told() );
		$this->assertSame( 200, $this->call( $pairing, 'poll' )[0] );
		$found = Connection::find();
		$this->assertSame( $pairing['site_id'], null === $found ? null : $found['site_id'] );
		$this->assertNull( Connection::find_pending() );
		$this->assertSame( array( $former['site_id'] ), array_column( Left_Services::list_all(), 'site_id' ) );
		Left_Services::remove_all();
	}

	public function test_a_service_is_not_told_that_it_was_left_while_the_database_refuses_to_remove_its_pairing(): void {
		Left_Services::remove_all();
		$pairing = $this->pair_with( 'first' );
		$this->failing( "/^DELETE.*'artwork_registry_pairing'/s", function (): void {
			try {
				Disconnection::cut();
				$this->fail( 'A pairing that could not be removed.' );
			} catch ( Read_Failed $failed ) {
				$this->assertSame( array( false, array() ), $this->told() );
			}
		} );
		Disconnection::cut();
		$this->assertSame( array( true, array( $pairing['site_id'] ) ), $this->told() );
		Left_Services::remove_all();
	}

	public function test_a_service_that_is_disconnected_is_told_although_the_first_try_failed(): void {
		Left_Services::remove_all();
		$pairing = $this->pair();
		$this->call( $pairing, 'poll', array( 'wake_url' => 'https://first.example/wake' ) );
		$this->failing( '/^' . self::WRITES . ".*'artwork_registry_left_services'/s", function () use ( $pairing ): void {
			try {
				Disconnection::cut();
				$this->fail( 'A service that could not be noted.' );
			} catch ( Read_Failed $failed ) {
				$this->assertSame( $pairing['site_id'], Connection::find()['site_id'] ?? null, 'a second try finds whom to tell' );
			}
		} );
		Disconnection::cut();
		$this->assertNull( Connection::find() );
		$this->assertSame( array( $pairing['site_id'] ), array_column( Left_Services::list_all(), 'site_id' ) );
		$this->assertNotFalse( wp_next_scheduled( Dialling::EVENT ), 'removing the pairing takes its event away' );
		Left_Services::remove_all();
	}

	public function test_a_pairing_that_is_newer_than_the_end_of_another_stays(): void {
		Clock::freeze( time() );
		Offboarding::begin( 'stop' );
		Offboarding::finish();
		$ended = get_option( 'artwork_registry_offboarding' );
		Clock::freeze( Clock::now() + 1 );
		$pairing = $this->pair();
		// As a request that began before the new pairing leaves it in an object cache.
		update_option( 'artwork_registry_offboarding', $ended, true );
		$this->assertSame( 200, $this->call( $pairing, 'poll' )[0] );
		$this->assertNotNull( Connection::find() );
	}

	/** @return array<string, array{0: string}> */
	public function statements_of_an_end(): array {
		return array(
			'the service is noted'          => array( 'artwork_registry_left_services' ),
			'new works are to be asked for' => array( 'artwork_registry_settings' ),
			'no work is chosen any more'    => array( 'SET chosen = 0' ),
			'that all works have left'      => array( 'artwork_registry_offboarding' ),
			'the pairing is removed'        => array( 'artwork_registry_pairing' ),
		);
	}

	/** @dataProvider statements_of_an_end */
	public function test_a_site_whose_works_have_left_is_disconnected_although_the_database_refused_a_statement_of_it( string $words ): void {
		Left_Services::remove_all();
		$pairing = $this->pair();
		$said    = array( 'wake_url' => 'https://first.example/wake' );
		$this->assertSame( 200, $this->call( $pairing, 'poll', $said )[0] );
		Settings::update( array( 'register_mode' => 'automatic' ) );
		Status::choose( array( $this->artwork() ), Status::CHOSEN );
		Jobs::remove_all();
		Offboarding::begin( 'stop' );
		$writes = "/^\s*(?:INSERT|UPDATE|REPLACE|DELETE).*$words\\b/s";
		$this->assertSame( 500, $this->failing( $writes, fn() => $this->call( $pairing, 'poll', $said )[0] ) );
		wp_cache_flush();
		if ( null !== Connection::find() ) {
			$this->assertSame( 200, $this->call( $pairing, 'poll', $said )[0] );
		}
		$this->assertNull( Connection::find() );
		$this->assertSame( array( $pairing['site_id'] ), array_column( Left_Services::list_all(), 'site_id' ) );
		$this->assertSame( array( 0, 'ask' ), array( Status::count_chosen(), Settings::get()['register_mode'] ) );
		$this->assertNotNull( Offboarding::find()['finished_at'] ?? null );
		Left_Services::remove_all();
	}

	/**
	 * update_option() writes to a row that it takes for there, and answers false where it is not: with a backup from before the first pairing, and a
	 * persistent object cache that was not emptied.
	 */
	public function test_a_pairing_is_stored_although_an_object_cache_knows_one_that_a_restore_took_away(): void {
		global $wpdb;
		Left_Services::remove_all();
		$former = $this->pair_with( 'first' );
		Agreement::save( self::OFFER, 'Anna' );
		$names = array( 'pairing', 'pairing_pending', 'pairing_code', 'identity', 'sync_status', 'last_report', 'left_services', 'agreed' );
		foreach ( $names as $name ) {
			get_option( "artwork_registry_$name" );
			$wpdb->query( "DELETE FROM $wpdb->options WHERE option_name = 'artwork_registry_$name'" );
		}
		$pairing = $this->pair_with( 'second' );
		$this->assertSame( 200, $this->call( $pairing, 'poll', array( 'wake_url' => 'https://second.example/wake' ) )[0] );
		Agreement::save( self::OFFER, 'Rosa' );
		wp_cache_flush();
		$found = Connection::find();
		$this->assertSame( $pairing['site_id'], null === $found ? null : $found['site_id'] );
		$this->assertNotNull( Connection::find_status() );
		$this->assertNotNull( Identity::find() );
		$this->assertSame( 'Rosa', Agreement::find()['by'] ?? null );
		$this->assertSame( array( $former['site_id'] ), array_column( Left_Services::list_all(), 'site_id' ) );
		Left_Services::remove_all();
		Agreement::remove();
	}

	public function test_a_turn_is_stored_although_a_stale_object_cache_knows_it_already(): void {
		global $wpdb;
		Dialling::begin( 'a', 'second', Clock::now() );
		$known = (string) $wpdb->get_var( "SELECT option_value FROM $wpdb->options WHERE option_name = 'artwork_registry_dialling'" );
		$first = str_replace( 'second', 'first', $known );
		$this->assertStringContainsString( 'first', $first );
		$first = str_replace( 's:6:"first"', 's:5:"first"', $first );
		$wpdb->update( $wpdb->options, array( 'option_value' => $first ), array( 'option_name' => 'artwork_registry_dialling' ) );
		get_option( 'artwork_registry_dialling' );
		$this->assertSame( 'first', Dialling::find( 'a' )['token'] );
		Dialling::update( 'a', array( 'token' => 'second' ) );
		$this->assertSame( 'second', Dialling::find( 'a' )['token'] );
	}

	public function test_a_site_is_disconnected_although_only_an_object_cache_knows_the_pairing(): void {
		global $wpdb;
		$this->pair();
		$wpdb->query( "DELETE FROM $wpdb->options WHERE option_name = 'artwork_registry_pairing'" );
		$this->assertNotNull( Connection::find() );
		Disconnection::cut();
		$this->assertNull( Connection::find() );
		Left_Services::remove_all();
	}

	/** @return array{0: bool, 1: list<string>} Whether a service that was left is to be told now, and the site ids of those. */
	private function told(): array {
		return array( Left_Services::has_due(), array_column( Left_Services::claim_due( Clock::now() ), 'site_id' ) );
	}

	/** @return array<string, mixed> A pairing that waits for the first poll. */
	private function wait_for( string $service ): array {
		$said = array(
			'code'     => Pairing::new_code()['code'],
			'wake_url' => "https://$service.example/wake",
		);
		return $this->call_unsigned( 'pair', $said )[1];
	}

	/** @return array<string, mixed> */
	private function pair_with( string $service ): array {
		$pairing = $this->wait_for( $service );
		$this->assertSame( 200, $this->call( $pairing, 'poll', array( 'wake_url' => "https://$service.example/wake" ) )[0] );
		return $pairing;
	}
}
