<?php
/**
 * Sites whose tables are older than WordPress's present letters: two collations beside each other, and tables without emoji.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Works_Query;

final class Old_Tables_Test extends Wordpress_Case {
	protected function tearDown(): void {
		$this->convert( (string) ( getenv( 'ARTWORK_REGISTRY_ODD' ) ?: '' ) );
		parent::tearDown();
	}

	public function test_tables_of_two_collations_are_compared_as_wordpress_compares(): void {
		$this->pair();
		$id   = $this->registered( 'Sunset' );
		$gone = $this->registered( 'Gone' );
		wp_delete_post( $gone, true );
		Change_Collector::flush();
		$this->convert( 'mixed' );
		$this->assertSame( array( $gone, $id ), array_column( Works_Query::list( array(), '', 1, 10, 'title', true ), 'external_id' ) );
		$this->assertSame( 2, array_sum( Works_Query::counts() ) );
		$this->assertSame( 'good', Checks::run( 'database' )['status'] );
	}

	public function test_an_emoji_that_the_tables_cannot_hold_loses_no_deletion(): void {
		$this->pair();
		$ids = array( $this->registered( "Sunset \u{1F305}" ), $this->registered( 'Plain neighbour' ) );
		$this->convert( 'utf8mb3' );
		foreach ( $ids as $id ) {
			wp_delete_post( $id, true );
		}
		Change_Collector::flush();
		foreach ( $ids as $id ) {
			$this->assertSame( 'deleted', Outbox::find( $id )['tombstone'] );
		}
	}

	private function registered( string $title ): int {
		$id = $this->artwork( array( 'post_title' => $title ) );
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		Status::save_reports( array( $this->report( $id, 'published', 1 ) ) );
		return $id;
	}

	/** Our tables alone; WordPress's own stay as they are. The SQLite drop-in has one collation. */
	private function convert( string $to ): void {
		global $wpdb;
		if ( 'WP_SQLite_DB' === get_class( $wpdb ) ) {
			return;
		}
		$posts = $wpdb->get_row( "SHOW FULL COLUMNS FROM $wpdb->posts LIKE 'post_title'" )->Collation;
		$other = 'utf8mb4_unicode_ci' === $posts ? 'utf8mb4_unicode_520_ci' : 'utf8mb4_unicode_ci';
		$forms = array( 'mixed' => array( 'utf8mb4', $other ), 'utf8mb3' => array( 'utf8mb3', 'utf8mb3_general_ci' ) );
		list( $charset, $collation ) = $forms[ $to ] ?? array( explode( '_', $posts )[0], $posts );
		foreach ( Tables::names() as $name ) {
			$wpdb->query( "ALTER TABLE $name CONVERT TO CHARACTER SET $charset COLLATE $collation" );
		}
		// wpdb remembers the letters of a table for the request.
		( function (): void {
			$this->table_charset = array();
			$this->col_meta      = array();
		} )->call( $wpdb );
	}
}
