<?php
/**
 * The review before registering beside a second request, with a database that fails, and over works that take long: no work is left out, and none is
 * blamed for it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Body;
use ArtworkRegistry\Protocol\Review_Handler;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Write_Refused;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Check_Run;

final class Disturbed_Review_Test extends Wordpress_Case {
	use Broken_Statements;
	use Reviews;

	private const STATEMENTS = 60;

	public function test_a_step_that_waited_for_another_request_in_vain_does_not_say_done(): void {
		global $wpdb;
		$this->works( 1 );
		$this->finish();
		$this->works( 1 );
		// Of a process that was killed before it noted a page.
		$lease = Checks::claim_lease();
		$this->assertFalse( $this->screen( 'POST', 'report/step' )->get_data()['is_done'] );
		Checks::release_lease( $lease );
		try {
			$this->failing( "/FROM $wpdb->postmeta WHERE post_id IN/", array( Check_Run::class, 'step' ) );
			$this->fail( 'It was built without its fields.' );
		} catch ( Read_Failed $failed ) {
			$this->assertFalse( Checks::find_run()['is_done'] );
		}
		$this->assertTrue( $this->screen( 'POST', 'report/step' )->get_data()['is_done'] );
	}

	public function test_each_step_of_slow_works_saves_what_it_built(): void {
		$ids  = $this->works( 12 );
		$slow = static function ( $title ) {
			usleep( 700_000 );
			return $title;
		};
		Check_Run::step();
		Checks::remove();
		add_filter( 'artwork_registry_field_title', $slow );
		try {
			Check_Run::step();
			$first = Checks::find_run()['passed'];
			$began = microtime( true );
			Check_Run::step();
			$took = microtime( true ) - $began;
		} finally {
			remove_filter( 'artwork_registry_field_title', $slow );
		}
		$this->assertGreaterThan( 0, $first );
		$this->assertGreaterThan( $first, Checks::find_run()['passed'] );
		$this->assertLessThan( 5, $took );
		$this->assertSame( array(), $this->unreadable() );
		$this->finish();
		$this->assertSame( 12, count( array_intersect( $this->ready(), $ids ) ) );
	}

	public function test_a_work_that_another_request_is_checking_is_not_blamed(): void {
		list( $id ) = $this->works( 1 );
		$asked      = 0;
		$other      = function ( $title, \WP_Post $post ) use ( $id, &$asked ) {
			if ( $post->ID === $id && 1 === ++$asked ) {
				$before = Checks::find_run();
				Check_Run::step();
				$this->assertSame( $before, Checks::find_run(), 'the second request waits, and leaves the page to the first' );
			}
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $other, 10, 2 );
		try {
			Check_Run::step();
		} finally {
			remove_filter( 'artwork_registry_field_title', $other, 10 );
		}
		$this->finish();
		$this->assertGreaterThan( 0, $asked );
		$this->assertSame( array(), $this->unreadable() );
		$this->assertContains( $id, $this->ready() );
	}

	/**
	 * @testWith [false]
	 *           [true]
	 */
	public function test_what_a_slow_process_built_is_kept_where_the_next_one_is_killed( bool $was_read ): void {
		global $wpdb;
		$ids   = $this->works( 2 );
		$built = 0;
		$slow  = static function ( $title, \WP_Post $post ) use ( $wpdb, $ids, &$built ) {
			if ( $post->ID === $ids[1] && 1 === ++$built ) {
				// The next one has its page, as the second that seems to have ended.
				$wpdb->delete( $wpdb->options, array( 'option_name' => 'artwork_registry_checks_lease' ) );
				Checks::save_run( array( 'tried' => 2, 'noted_at' => Clock::now() + 1 ) + Checks::find_run() );
			}
			return $title;
		};
		if ( $was_read ) {
			$this->finish();
			wp_update_post( array( 'ID' => $ids[1], 'post_title' => 'Changed' ) );
			Change_Collector::flush();
		} else {
			Check_Run::step();
			Checks::save_run( array( 'is_done' => false, 'passed' => $ids[0] ) + Checks::find_run() );
			Sql::write( 'DELETE FROM ' . Tables::name( 'checks' ) . ' WHERE external_id = ' . $ids[1] );
		}
		add_filter( 'artwork_registry_field_title', $slow, 10, 2 );
		try {
			Check_Run::step();
			$this->finish();
		} finally {
			remove_filter( 'artwork_registry_field_title', $slow, 10 );
		}
		$this->assertSame( array( 1, array() ), array( $built, $this->unreadable() ) );
	}

	public function test_a_work_that_takes_longer_than_the_lease_and_can_be_built_is_not_told_as_unreadable(): void {
		global $wpdb;
		list( $id ) = $this->works( 1 );
		$blamed     = null;
		$slow       = function ( $title ) use ( $wpdb, $id, &$blamed ) {
			if ( null === $blamed ) {
				// Meanwhile a second request takes it for a process that has ended.
				$wpdb->delete( $wpdb->options, array( 'option_name' => 'artwork_registry_checks_lease' ) );
				Checks::save_run( array( 'tried' => 2 ) + Checks::find_run() );
				$blamed = array();
				Check_Run::step();
				$blamed = $this->unreadable();
			}
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $slow );
		try {
			$this->finish();
		} finally {
			remove_filter( 'artwork_registry_field_title', $slow );
		}
		$this->assertSame( array( $id ), $blamed );
		$this->finish();
		$this->assertSame( array(), $this->unreadable() );
	}

	public function test_a_page_that_took_longer_than_the_lease_takes_back_no_answer(): void {
		global $wpdb;
		$ids      = $this->works( 2 );
		$answered = false;
		$slow     = function ( $title, \WP_Post $post ) use ( $wpdb, $ids, &$answered ) {
			if ( $post->ID === $ids[1] && ! $answered ) {
				$answered = true;
				// Meanwhile a second request has come to the end of the review, and the sync service has answered.
				$wpdb->delete( $wpdb->options, array( 'option_name' => 'artwork_registry_checks_lease' ) );
				$this->finish();
				Sql::write( 'UPDATE ' . Tables::name( 'checks' ) . " SET found = 'near', found_by = 'owner' WHERE external_id = " . $ids[0] );
			}
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $slow, 10, 2 );
		try {
			Check_Run::step();
		} finally {
			remove_filter( 'artwork_registry_field_title', $slow, 10 );
		}
		$this->assertTrue( $answered );
		$this->assertSame( 1, $this->answered() );
	}

	public function test_a_page_that_took_longer_than_the_lease_takes_back_no_verdict(): void {
		global $wpdb;
		$ids   = $this->works( 2 );
		$may   = false;
		$rule  = static function ( bool $lets_in, \WP_Post $post ) use ( $ids, &$may ): bool {
			return $lets_in && ( $may || $post->ID !== $ids[0] );
		};
		$frees = function ( $title, \WP_Post $post ) use ( $wpdb, $ids, &$may ) {
			if ( $post->ID === $ids[1] && ! $may ) {
				$may = true;
				$wpdb->delete( $wpdb->options, array( 'option_name' => 'artwork_registry_checks_lease' ) );
				wp_update_post( array( 'ID' => $ids[0], 'post_title' => 'Let in' ) );
				Change_Collector::flush();
				$this->finish();
			}
			return $title;
		};
		add_filter( 'artwork_registry_may_register', $rule, 10, 2 );
		add_filter( 'artwork_registry_field_title', $frees, 10, 2 );
		try {
			Check_Run::step();
			$this->assertSame( array( true, array() ), array( $may, Status::barred( $ids ) ) );
		} finally {
			remove_filter( 'artwork_registry_may_register', $rule, 10 );
			remove_filter( 'artwork_registry_field_title', $frees, 10 );
		}
	}

	public function test_a_work_that_was_built_by_a_process_that_ended_afterwards_is_not_blamed(): void {
		list( , $id ) = $this->works( 2 );
		$this->finish();
		// Twice killed after the rows were saved, and before the run was.
		$killed = array(
			'is_done'     => false,
			'passed'      => $id - 1,
			'begun'       => $id,
			'revision'    => $this->revision( $id ),
			'page'        => 1,
			'tried'       => 2,
			'since'       => Clock::now(),
			'small_until' => $id,
			'noted_at'    => Clock::now(),
		);
		Checks::save_run( $killed + Checks::find_run() );
		$this->finish();
		$this->assertSame( array(), $this->unreadable() );
	}

	/**
	 * @testWith [false]
	 *           [true]
	 */
	public function test_a_review_that_is_begun_again_during_a_page_looks_at_all_works( bool $fails ): void {
		$ids   = $this->works( 3 );
		$again = function ( $title, \WP_Post $post ) use ( $ids, $fails, &$asked ) {
			if ( $post->ID === $ids[2] && null === $asked ) {
				$asked = $this->screen( 'POST', 'report/step', array( 'again' => true ) )->get_data()['is_done'];
				if ( $fails ) {
					throw new Read_Failed( 'The database failed.' );
				}
			}
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $again, 10, 2 );
		try {
			Check_Run::step();
			$this->assertFalse( $fails );
		} catch ( Read_Failed $failed ) {
			$this->assertTrue( $fails );
		} finally {
			remove_filter( 'artwork_registry_field_title', $again, 10 );
		}
		$this->assertFalse( $asked );
		$this->assertNull( Checks::find_run(), 'the earlier run is not put back' );
		$this->finish();
		$this->assertSame( $ids, array_values( array_intersect( $ids, $this->ready() ) ) );
	}

	/**
	 * @testWith ["checks"]
	 *           ["status"]
	 */
	public function test_no_work_is_blamed_for_a_write_that_the_database_refuses( string $table ): void {
		list( $id ) = $this->works( 1 );
		$may  = false;
		$rule = static function () use ( &$may ): bool {
			return $may;
		};
		add_filter( 'artwork_registry_may_register', $rule );
		try {
			for ( $try = 0; $try < 6; $try++ ) {
				try {
					$this->failing( '/^(INSERT INTO|UPDATE) ' . Tables::name( $table ) . ' /', array( Check_Run::class, 'step' ) );
					$this->fail( 'It was saved.' );
				} catch ( Write_Refused $refused ) {
					$this->assertSame( 0, Checks::find_run()['begun'] );
				}
			}
			$may = true;
			$this->finish();
			$this->assertSame( array(), $this->unreadable() );
			$this->assertContains( $id, $this->ready() );
		} finally {
			remove_filter( 'artwork_registry_may_register', $rule );
		}
	}

	public function test_no_work_is_blamed_for_a_database_that_fails(): void {
		global $wpdb;
		list( $id ) = $this->works( 1 );
		for ( $try = 0; $try < 6; $try++ ) {
			try {
				$this->failing( "/FROM $wpdb->postmeta WHERE post_id IN/", array( Check_Run::class, 'step' ) );
				$this->fail( 'It was built without its fields.' );
			} catch ( Read_Failed $failed ) {
				$this->assertSame( 0, Checks::find_run()['begun'] );
			}
		}
		$this->finish();
		$this->assertSame( array(), $this->unreadable() );
		$this->assertContains( $id, $this->ready() );
	}

	public function test_a_review_that_is_begun_again_before_any_statement_of_a_step_looks_at_all_works(): void {
		$ids = $this->works( 3 );
		for ( $nth = 1; $nth < self::STATEMENTS; $nth++ ) {
			Clock::freeze( 1_800_000_000 + $nth );
			$this->finish();
			wp_update_post( array( 'ID' => $ids[2], 'post_title' => "Changed $nth times" ) );
			Change_Collector::flush();
			$seen  = 0;
			$again = function ( string $sql ) use ( $nth, &$seen ): string {
				if ( 1 === preg_match( '/artwork_registry_checks/', $sql ) && ++$seen === $nth ) {
					$this->screen( 'POST', 'report/step', array( 'again' => true ) );
				}
				return $sql;
			};
			Clock::freeze( 1_800_000_100 + $nth );
			$this->with_query_filter( $again, array( Check_Run::class, 'step' ) );
			if ( ! ( Checks::find_run()['is_done'] ?? false ) ) {
				// The screen steps on for as long as it is told so.
				$this->finish();
			}
			$table = Tables::name( 'checks' );
			$first = Sql::number( "SELECT MIN(checked_at) FROM $table WHERE external_id IN (" . Sql::ids( $ids ) . ')' );
			Clock::freeze( null );
			if ( $seen < $nth ) {
				$this->assertGreaterThan( 8, $seen, 'all of them were tried' );
				return;
			}
			$this->assertGreaterThanOrEqual( ( 1_800_000_100 + $nth ) * 1000, $first, "before statement $nth" );
		}
		$this->fail( 'There are more statements.' );
	}

	public function test_check_again_whose_answer_was_lost_is_asked_once_more(): void {
		$ids = $this->works( 2 );
		Checks::ask_for_all();
		$this->finish();
		$run = Checks::find_run();
		foreach ( array( 1, 2 ) as $time ) {
			$this->assertFalse( $this->screen( 'POST', 'report/step', array( 'again' => true ) )->get_data()['is_done'], "time $time" );
		}
		// A step of another web server puts the run back, and its cache has the word before.
		Checks::save_run( $run );
		wp_cache_set( 'artwork_registry_checks_asked', $run['asked'], 'options' );
		$this->assertFalse( Checks::find_run()['is_done'] );
		$this->finish();
		$this->assertSame( $ids, array_values( array_intersect( $ids, $this->ready() ) ) );
	}

	public function test_another_registry_during_a_page_stays_the_one_that_works_are_compared_with(): void {
		$ids = $this->works( 2 );
		Compared::set_registry( 'https://one.example', 'gallery' );
		$this->finish();
		wp_update_post( array( 'ID' => $ids[1], 'post_title' => 'Changed' ) );
		Change_Collector::flush();
		$other = static function ( $title, \WP_Post $post ) {
			Compared::set_registry( 'https://two.example', 'gallery' );
			return $title;
		};
		add_filter( 'artwork_registry_field_title', $other, 10, 2 );
		try {
			$this->finish();
		} finally {
			remove_filter( 'artwork_registry_field_title', $other );
		}
		$found = 'UPDATE ' . Tables::name( 'checks' ) . " SET found = 'none', found_by = 'owner' WHERE external_id = " . $ids[0];
		Sql::write( $found );
		Compared::set_registry( 'https://two.example', 'gallery' );
		$this->assertSame( 1, $this->answered(), 'what was answered is kept' );
		// Another web server's cache.
		wp_cache_set( 'artwork_registry_compared', 'one.example gallery', 'options' );
		Compared::set_registry( 'https://two.example', 'gallery' );
		$this->assertSame( 1, $this->answered() );
		// One that is newer than the backup that was put back.
		wp_cache_set( 'artwork_registry_compared', 'three.example gallery', 'options' );
		Compared::set_registry( 'https://three.example', 'gallery' );
		$this->assertSame( 0, $this->answered() );
	}

	private function answered(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'checks' ) . " WHERE found_by = 'owner'" );
	}

	public function test_a_work_whose_pictures_cannot_be_written_down_is_looked_up_later(): void {
		list( $id ) = $this->works( 1 );
		$this->finish();
		Sql::write( 'UPDATE ' . Tables::name( 'checks' ) . " SET sampled = 1 WHERE external_id = $id" );
		$refused = static function ( $title ): void {
			throw new Write_Refused( 'The disk is full.' );
		};
		add_filter( 'artwork_registry_field_title', $refused );
		try {
			Review_Handler::handle( new Body( array( 'results' => array(), 'sample' => 10 ) ) );
			$this->fail( 'It was looked up.' );
		} catch ( Write_Refused $failed ) {
			$this->assertSame( array( $id ), array_keys( Compared::list_sample( 10 ) ) );
		} finally {
			remove_filter( 'artwork_registry_field_title', $refused );
		}
	}
}
