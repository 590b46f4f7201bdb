<?php
/**
 * The review before registering comes to its end, and each public work has been looked at then: where works change while they are read, where it
 * was begun long ago or without works, beside a restore and a replica that lags.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Check_Run;

final class Review_End_Test extends Wordpress_Case {
	use Reviews;

	public function test_works_that_another_plugin_saves_whenever_they_are_read_do_not_keep_the_review_from_its_end(): void {
		$ids   = $this->works( 120 );
		$built = 0;
		$saves = static function ( $title, \WP_Post $post ) use ( &$built ) {
			++$built;
			// At once, as the collector does where a page has many.
			Sql::write( 'UPDATE ' . Tables::name( 'outbox' ) . " SET revision = revision + 1 WHERE external_id = $post->ID" );
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $saves, 10, 2 );
		try {
			for ( $steps = 1; ! $this->screen( 'POST', 'report/step' )->get_data()['is_done']; $steps++ ) {
				$this->assertLessThan( $this->steps, $steps );
			}
		} finally {
			remove_filter( 'artwork_registry_field_title', $saves, 10 );
		}
		$this->assertSame( 480, $built, 'each of them is read once, and in three passes' );
		$this->assertSame( 120, count( array_intersect( $this->ready(), $ids ) ) );
	}

	public function test_a_review_that_was_opened_before_the_first_work_shows_it_once_it_is_there(): void {
		$step = fn(): array => array_intersect_key( $this->screen( 'POST', 'report/step' )->get_data(), array_flip( array( 'is_done', 'looked_at', 'total' ) ) );
		$this->assertSame( array( 'is_done' => true, 'looked_at' => 0, 'total' => 0 ), $step() );
		$works = $this->works( 2 );
		$this->assertSame( array( 'is_done' => true, 'looked_at' => 2, 'total' => 2 ), $step() );
		foreach ( $works as $id ) {
			wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
		}
		Change_Collector::flush();
		$this->assertSame( 0, $step()['total'] );
		// A process that was killed between the count and the end.
		Checks::save_run( array( 'is_done' => false ) + Checks::find_run() );
		$this->works( 3 );
		$this->assertSame( 3, $step()['total'] );
	}

	public function test_works_that_come_while_others_are_looked_at_are_counted(): void {
		$ids = $this->works( 120 );
		$this->finish();
		Sql::write( 'DELETE FROM ' . Tables::name( 'checks' ) . " WHERE external_id > $ids[9]" );
		Checks::save_run( array( 'total' => 10, 'cursor_id' => $ids[9], 'is_done' => false ) + Checks::find_run() );
		$slow = static function ( $title ) {
			usleep( 100_000 );
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $slow );
		try {
			$report = $this->screen( 'POST', 'report/step' )->get_data();
		} finally {
			remove_filter( 'artwork_registry_field_title', $slow );
		}
		$this->assertSame( array( false, 120 ), array( $report['is_done'], $report['total'] ) );
		$this->assertLessThan( 120, $report['looked_at'] );
	}

	public function test_a_work_that_changes_again_after_a_pass_has_passed_it_is_looked_at_before_the_review_is_done(): void {
		$ids = $this->works( 3 );
		$this->finish();
		foreach ( $ids as $id ) {
			wp_update_post( array( 'ID' => $id, 'post_title' => 'Changed' ) );
		}
		Change_Collector::flush();
		// The window was closed behind the first two, yesterday; the first has changed since.
		Checks::save_run( array( 'pass' => 1, 'passed' => $ids[1] ) + Checks::find_run() );
		while ( ! $this->screen( 'POST', 'report/step' )->get_data()['is_done'] ) {
			$this->assertGreaterThan( 0, $this->steps-- );
		}
		$this->assertSame( array(), Checks::list_stale( PHP_INT_MAX, 1 ) );
	}

	/**
	 * @testWith ["unchanged"]
	 *           ["changed"]
	 *           ["changed, and has ended two processes"]
	 */
	public function test_a_table_of_posts_that_is_being_put_back_takes_no_work_out_of_the_review( string $first ): void {
		global $wpdb;
		$ids = $this->works( 2 );
		$this->finish();
		if ( 'unchanged' !== $first ) {
			wp_update_post( array( 'ID' => $ids[0], 'post_title' => 'Changed' ) );
			Change_Collector::flush();
		}
		if ( false !== strpos( $first, 'ended' ) ) {
			$ended = array( 'begun' => $ids[0], 'revision' => $this->revision( $ids[0] ), 'page' => 1, 'tried' => 2, 'noted_at' => Clock::now() );
			Checks::save_run( $ended + Checks::find_run() );
		}
		$posts = $wpdb->get_results( "SELECT * FROM $wpdb->posts", ARRAY_A );
		$wpdb->query( "DELETE FROM $wpdb->posts" );
		try {
			Check_Run::step();
			$this->fail( 'It was looked at.' );
		} catch ( Read_Failed $failed ) {
			$this->assertStringContainsString( 'posts is empty', $failed->getMessage() );
		} finally {
			foreach ( $posts as $post ) {
				$wpdb->insert( $wpdb->posts, $post );
			}
		}
		$this->finish();
		$listed = array_merge( $this->ready(), $this->unreadable() );
		$this->assertSame( array(), array_diff( $ids, $listed ) );
	}

	public function test_a_replica_that_lags_behind_keeps_neither_the_review_nor_the_comparison_from_its_end(): void {
		global $wpdb;
		$ids = $this->works( 50 );
		$this->finish();
		$rows = array();
		foreach ( $ids as $id ) {
			$rows[] = array( $id, "AREG-$id" );
		}
		Sql::write( 'REPLACE INTO ' . Tables::name( 'status' ) . ' (external_id, registry_id) VALUES ' . Sql::rows( $rows ) );
		$wpdb->query( "DELETE FROM $wpdb->posts WHERE ID IN (" . Sql::ids( $ids ) . ')' );
		$written = 0;
		$lags    = static function ( string $sql ) use ( &$written ): string {
			if ( 1 !== preg_match( '/^(INSERT INTO|UPDATE) \S+artwork_registry_(checks|outbox) /', $sql ) ) {
				return $sql;
			}
			if ( ++$written > 20 ) {
				throw new \RuntimeException( 'It never ends.' );
			}
			return 'SELECT 1';
		};
		$this->with_query_filter( $lags, array( Checks::class, 'forget_deleted' ) );
		$this->assertSame( 1, $written );
		$this->with_query_filter( $lags, array( Owner_Orders::class, 'audit' ) );
		$this->assertLessThan( 5, $written );
	}
}
