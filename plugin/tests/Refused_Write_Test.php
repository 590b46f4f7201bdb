<?php
/**
 * A change that the database does not take, because a statement is refused or a row is locked, is tried again or looked for later.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Missed_Changes;

final class Refused_Write_Test extends Wordpress_Case {
	use Broken_Statements;

	public function test_a_change_that_the_database_refuses_is_looked_for_at_the_next_poll(): void {
		$pairing = $this->pair();
		$id      = $this->registered_artwork();
		Outbox::acknowledge( array( $id => Outbox::find( $id )['revision'] ) );
		$this->failing( '/INTO ' . Tables::name( 'outbox' ) . '/', static function () use ( $id ): void {
			wp_update_post(
				array(
					'ID'         => $id,
					'post_title' => 'Changed',
				)
			);
			Change_Collector::flush();
		} );
		$this->assertSame( 'recommended', Checks::run( 'database' )['status'] );
		$this->call( $pairing, 'poll' );
		$changes = $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1]['changes'];
		$this->assertSame( array( (string) $id, 'Changed' ), array( $changes[0]['external_id'], $changes[0]['title'] ) );
		$this->assertSame( 'good', Checks::run( 'database' )['status'] );
	}

	public function test_a_deletion_that_the_database_refuses_is_found_with_the_works_that_are_gone(): void {
		$pairing = $this->pair();
		$id      = $this->registered_artwork();
		Outbox::acknowledge( array( $id => Outbox::find( $id )['revision'] ) );
		$other = $this->artwork();
		$this->failing( '/INTO ' . Tables::name( 'outbox' ) . '/', static function () use ( $id ): void {
			wp_delete_post( $id, true );
			Change_Collector::flush();
		} );
		$this->assertNull( Outbox::find( $id )['tombstone'] );
		Owner_Orders::audit();
		$this->assertSame( 'deleted', Outbox::find( $id )['tombstone'], 'audit starts from what was registered' );
		$this->assertNotNull( get_post( $other ) );
		$changes = $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1]['changes'];
		$this->assertContains( array( (string) $id, 'gone' ), array_map( null, array_column( $changes, 'external_id' ), array_column( $changes, 'state' ) ) );
	}

	public function test_a_statement_that_another_request_blocked_is_tried_again(): void {
		$id     = $this->registered_artwork();
		$left   = 2;
		$break  = static function ( string $sql ) use ( &$left ): string {
			return false !== strpos( $sql, 'INTO ' . Tables::name( 'outbox' ) ) && $left-- > 0
				? "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found when trying to get lock'" : $sql;
		};
		$before = $this->revision( $id );
		$after  = $this->with_query_filter( $break, function () use ( $id ): int {
			wp_update_post(
				array(
					'ID'         => $id,
					'post_title' => 'Blocked',
				)
			);
			return $this->revision( $id );
		} );
		$this->assertSame( array( -1, $before + 1 ), array( $left, $after ) );
	}

	public function test_a_save_waits_once_for_a_lock_of_another_request_and_its_change_is_found_later(): void {
		global $wpdb;
		if ( 'WP_SQLite_DB' === get_class( $wpdb ) ) {
			$this->assertSame( 1, (int) $wpdb->get_var( 'SELECT 1' ), 'SQLite locks no rows' );
			return;
		}
		$id     = $this->registered_artwork();
		$before = $this->revision( $id );
		$other  = new \wpdb( $wpdb->dbuser, $wpdb->dbpassword, $wpdb->dbname, $wpdb->dbhost );
		$other->query( 'START TRANSACTION' );
		$other->query( 'UPDATE ' . Tables::name( 'outbox' ) . " SET changed_at = changed_at + 1 WHERE external_id = $id" );
		$wpdb->query( 'SET SESSION innodb_lock_wait_timeout = 1' );
		$asked = $this->statements_in( static function () use ( $id ): void {
			wp_update_post(
				array(
					'ID'         => $id,
					'post_title' => 'Locked',
				)
			);
			Change_Collector::flush();
		} );
		$tries = count( (array) preg_grep( '/INTO ' . Tables::name( 'outbox' ) . '/', $asked ) );
		$other->query( 'ROLLBACK' );
		$other->close();
		$wpdb->query( 'SET SESSION innodb_lock_wait_timeout = DEFAULT' );
		$this->assertSame( array( 1, $before ), array( $tries, $this->revision( $id ) ) );
		$this->assertGreaterThan( 0, Missed_Changes::find()['missed'] );
	}
}
