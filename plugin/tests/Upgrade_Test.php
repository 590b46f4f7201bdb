<?php
/**
 * Bringing the tables to a new version, while others do so too, and where the database refuses it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Tables;

final class Upgrade_Test extends Wordpress_Case {
	use Broken_Statements;

	protected function tearDown(): void {
		delete_option( 'artwork_registry_schema_lock' );
		Schema::drop();
		Schema::install();
		parent::tearDown();
	}

	public function test_a_column_that_the_database_refuses_is_not_recorded_as_made_and_is_tried_again(): void {
		global $wpdb;
		$wpdb->query( 'ALTER TABLE ' . Tables::name( 'checks' ) . ' DROP COLUMN sampled' );
		update_option( 'artwork_registry_schema', 0 );
		$this->failing( '/^ALTER TABLE/i', array( Schema::class, 'upgrade' ) );
		$this->assertSame( 0, (int) get_option( 'artwork_registry_schema' ) );
		$this->assertSame( array( Tables::name( 'checks' ) . '.sampled' ), Tables::lacking() );
		$check = Checks::run( 'table' );
		$this->assertSame( 'critical', $check['status'] );
		$this->assertStringContainsString( 'checks.sampled', $check['text'] );
		Schema::upgrade();
		$this->assertSame( array( array(), 1 ), array( Tables::lacking(), (int) get_option( 'artwork_registry_schema' ) ) );
	}

	public function test_a_table_that_may_not_be_made_ends_no_request(): void {
		global $wpdb;
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'days' ) );
		update_option( 'artwork_registry_schema', 0 );
		$this->failing( '/^CREATE TABLE/i', static function (): void {
			Schema::upgrade();
			\ArtworkRegistry\Installation::set_up_site();
		} );
		$this->assertSame( array( Tables::name( 'days' ) ), Tables::lacking() );
		Schema::upgrade();
		$this->assertSame( array(), Tables::lacking() );
	}

	public function test_of_two_requests_at_once_one_does_it_and_one_that_was_killed_holds_up_nobody_for_long(): void {
		global $wpdb;
		$wpdb->query( 'ALTER TABLE ' . Tables::name( 'checks' ) . ' DROP COLUMN sampled' );
		update_option( 'artwork_registry_schema', 0 );
		$lock = array( 'option_name' => 'artwork_registry_schema_lock', 'option_value' => (string) time(), 'autoload' => 'no' );
		$wpdb->insert( $wpdb->options, $lock );
		Schema::upgrade();
		$this->assertNotSame( array(), Tables::lacking(), 'the other request is at it' );
		$wpdb->update( $wpdb->options, array( 'option_value' => (string) ( time() - 301 ) ), array( 'option_name' => $lock['option_name'] ) );
		Schema::upgrade();
		$this->assertSame( array(), Tables::lacking() );
	}

	public function test_removing_the_data_leaves_no_mark_of_an_upgrade_that_was_killed(): void {
		global $wpdb;
		$this->assertNotNull( \ArtworkRegistry\Store\Lease::claim( 'artwork_registry_schema_lock', 300 ) );
		Schema::drop();
		$this->assertSame( '0', $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE 'artwork_registry_schema%'" ) );
		Schema::install();
	}

	public function test_names_that_the_database_keeps_in_small_letters_are_the_same_tables(): void {
		$fold = static function ( string $sql ): string {
			$name = str_replace( '\\', '', trim( explode( 'LIKE', $sql . 'LIKE' )[1], " '" ) );
			return 0 === strpos( $sql, 'SHOW TABLES LIKE' ) ? "SELECT '" . strtoupper( $name ) . "'" : $sql;
		};
		$this->assertSame( array(), $this->with_query_filter( $fold, array( Tables::class, 'missing' ) ) );
	}
}
