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
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Check_Run;

final class Review_End_Test extends Wordpress_Case {
	use Reviews;
	use Taken_Posts;

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
		Checks::save_run( array( 'pass' => 0, 'passed' => $ids[9], 'is_done' => false ) + Checks::find_run() );
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
		$this->assertSame( array(), Check_Run::list_left( 0, 1 ) );
	}

	/**
	 * @testWith ["unchanged"]
	 *           ["changed"]
	 *           ["changed, and has ended two processes"]
	 *           ["to be looked at from the first"]
	 */
	public function test_a_table_of_posts_that_is_being_put_back_takes_no_work_out_of_the_review( string $first ): void {
		$ids = $this->works( 2 );
		$this->finish();
		if ( false !== strpos( $first, 'first' ) ) {
			Checks::save_run( array( 'mapping' => 'another' ) + Checks::find_run() );
		} elseif ( 'unchanged' !== $first ) {
			wp_update_post( array( 'ID' => $ids[0], 'post_title' => 'Changed' ) );
			Change_Collector::flush();
		}
		if ( false !== strpos( $first, 'ended' ) ) {
			$ended = array( 'begun' => $ids[0], 'revision' => $this->revision( $ids[0] ), 'page' => 1, 'tried' => 2, 'noted_at' => Clock::now() );
			Checks::save_run( $ended + Checks::find_run() );
		}
		$this->refuses_a_site_without_posts( array( Check_Run::class, 'step' ) );
		$this->assertSame( 2, Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'checks' ) ) );
		$this->finish();
		$unreadable = $this->unreadable();
		$this->assertSame( false !== strpos( $first, 'ended' ) ? array( $ids[0] ) : array(), $unreadable );
		$this->assertSame( array(), array_diff( $ids, array_merge( $this->ready(), $unreadable ) ) );
	}

	/**
	 * @testWith ["some posts are back"]
	 *           ["a post put back after the end"]
	 */
	public function test_works_whose_posts_a_restore_puts_back_below_others_are_looked_at( string $when ): void {
		$ids = $this->works( 3 );
		if ( 'some posts are back' === $when ) {
			$this->finish();
		}
		$this->without_posts( "ID IN ($ids[0], $ids[1])", function () use ( $ids, $when ): void {
			if ( 'some posts are back' !== $when ) {
				// They come past WordPress.
				Sql::write( 'DELETE FROM ' . Tables::name( 'outbox' ) . ' WHERE external_id IN (' . Sql::ids( $ids ) . ')' );
			}
			$this->assertTrue( $this->screen( 'POST', 'report/step' )->get_data()['is_done'] );
			$this->assertSame( array( $ids[2] ), array_values( array_intersect( $ids, $this->ready() ) ) );
		} );
		$report = $this->screen( 'GET', 'report' )->get_data();
		$this->assertSame( array( false, 1, 3 ), array( $report['is_done'], $report['looked_at'], $report['total'] ) );
		$this->assertTrue( $this->screen( 'POST', 'report/step' )->get_data()['is_done'] );
		$this->assertSame( $ids, array_values( array_intersect( $ids, $this->ready() ) ) );
	}

	public function test_works_that_were_deleted_past_wordpress_or_that_a_replica_did_not_show_are_counted_right_by_the_next_step(): void {
		global $wpdb;
		$ids  = $this->works( 2 );
		$lags = static fn( string $sql ): string => strpos( $sql, 'COUNT(' ) > 0 ? str_replace( "p.post_status = 'publish'", '1 = 0', $sql ) : $sql;
		$this->assertSame( 0, $this->with_query_filter( $lags, array( $this, 'counted' ) )[1] );
		$this->assertSame( array( 2, 2 ), $this->counted() );
		$wpdb->query( "DELETE FROM $wpdb->posts WHERE ID IN (" . Sql::ids( $ids ) . ')' );
		$this->assertSame( array( 0, 0 ), $this->counted() );
	}

	public function test_works_that_are_not_public_any_more_do_not_stand_for_those_that_wait(): void {
		$ids = $this->works( 5 );
		$this->finish();
		foreach ( array_slice( $ids, 0, 3 ) as $id ) {
			wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
		}
		$this->works( 3 );
		$slow = static function ( $title ) {
			usleep( 2_100_000 );
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $slow );
		try {
			$this->assertSame( array( 3, 5 ), $this->counted(), 'a step builds one of them' );
			$this->works( 4 );
			$this->assertSame( array( 4, 9 ), $this->counted(), 'those that have just come are counted at once' );
		} finally {
			remove_filter( 'artwork_registry_field_title', $slow );
		}
	}

	/** @return array{0: int, 1: int} Works looked at and all, as a step answers. */
	public function counted(): array {
		$report = $this->screen( 'POST', 'report/step' )->get_data();
		return array( $report['looked_at'], $report['total'] );
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
			if ( 1 !== preg_match( '/^(INSERT INTO|UPDATE|DELETE FROM) \S+artwork_registry_(checks|outbox) /', $sql ) ) {
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
