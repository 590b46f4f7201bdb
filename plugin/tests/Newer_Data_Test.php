<?php
/**
 * The version of the stored data: an older version is brought up to date once, and a newer one is left alone.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Newer_Data_Notice;
use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Table_Columns;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;

final class Newer_Data_Test extends Wordpress_Case {
	private const VERSION = 'artwork_registry_schema';
	/** Higher than any version will be. */
	private const NEWER = 999;

	protected function tearDown(): void {
		delete_option( self::VERSION );
		Schema::drop();
		Schema::install();
		parent::tearDown();
	}

	/** @return array<string, list<string>> The columns of each table. */
	private static function structure(): array {
		global $wpdb;
		$structure = array();
		foreach ( array_keys( Table_Columns::all() ) as $table ) {
			$columns = $wpdb->get_col( 'DESCRIBE ' . Tables::name( $table ) );
			sort( $columns );
			$structure[ $table ] = $columns;
		}
		return $structure;
	}

	public function test_data_of_an_older_version_are_brought_up_to_date_once_and_keep_their_rows(): void {
		global $wpdb;
		$id      = $this->taken_over_artwork();
		$current = get_option( self::VERSION );
		$new     = self::structure();
		$wpdb->query( 'ALTER TABLE ' . Tables::name( 'status' ) . ' DROP COLUMN barred' );
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'pictures' ) );
		update_option( self::VERSION, (int) $current - 1 );
		Schema::upgrade();
		$this->assertSame( (int) $current, (int) get_option( self::VERSION ) );
		$this->assertSame( $new, self::structure() );
		$this->assertSame( '1', $wpdb->get_var( 'SELECT chosen FROM ' . Tables::name( 'status' ) . " WHERE external_id = $id" ) );
		// Once only: an upgrade at each request would read the pictures of the whole site each time.
		$wpdb->query( 'ALTER TABLE ' . Tables::name( 'status' ) . ' DROP COLUMN barred' );
		Schema::upgrade();
		$this->assertNotContains( 'barred', self::structure()['status'] );
	}

	public function test_an_older_version_over_the_data_of_a_newer_one_sends_nothing_says_what_to_do_and_notes_changes(): void {
		$id      = $this->taken_over_artwork();
		$pairing = $this->pair();
		$known   = get_option( self::VERSION );
		update_option( self::VERSION, self::NEWER );
		$before = self::structure();
		Schema::upgrade();
		Installation::activate();
		$this->assertSame( self::NEWER, (int) get_option( self::VERSION ) );
		$this->assertEquals( $before, self::structure() );
		foreach ( array( 'poll', 'changes', 'report' ) as $call ) {
			list( $status, $answer ) = $this->call( $pairing, $call );
			$this->assertSame( array( 503, 'newer_data' ), array( $status, $answer['error']['code'] ) );
		}
		$this->assertSame( 503, $this->call_unsigned( 'pair', array( 'code' => 'ABCD-EFGH' ) )[0] );
		foreach ( array( 'toplevel_page_artwork-registry', 'plugins' ) as $screen ) {
			$this->assertStringContainsString( 'Update the plugin under Plugins, or put back a backup', $this->notice_on( $screen ) );
		}
		$this->assertSame( '', $this->notice_on( 'dashboard' ) );
		$this->assertSame( 'critical', Checks::run( 'table' )['status'] );
		$this->assertStringContainsString( 'Update the plugin under Plugins', Checks::run( 'table' )['text'] );
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Changed meanwhile' ) );
		Change_Collector::flush();
		// The newer version is back.
		update_option( self::VERSION, $known );
		$this->assertSame( '', $this->notice_on( 'plugins' ) );
		list( , $page ) = $this->call( $pairing, 'changes', array( 'limit' => 50 ) );
		$this->assertSame( 'Changed meanwhile', array_column( $page['changes'], null, 'external_id' )[ $id ]['artwork']['title'] );
	}

	private function notice_on( string $screen ): string {
		wp_set_current_user( $this->user( 'administrator' ) );
		set_current_screen( $screen );
		ob_start();
		Newer_Data_Notice::show();
		unset( $GLOBALS['current_screen'] );
		return (string) ob_get_clean();
	}
}
