<?php
/**
 * The review before registering beside another plugin whose own statements the database refuses: what it fails over is named, after ten minutes in which
 * it failed each time, and holds up no other work.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Sync\Check_Run;

final class Failing_Plugin_Review_Test extends Wordpress_Case {
	use Broken_Statements;
	use Reviews;

	/**
	 * Runs it while another plugin has this filter. What the database refuses stays out of the output.
	 *
	 * @return mixed What it answers.
	 */
	private function beside_plugin( string $hook, callable $filter, callable $act ) {
		global $wpdb;
		$was = $wpdb->suppress_errors( true );
		add_filter( $hook, $filter, 10, 2 );
		try {
			return $act();
		} finally {
			remove_filter( $hook, $filter, 10 );
			$wpdb->suppress_errors( $was );
		}
	}

	/**
	 * A step a minute, for longer than a database is repaired.
	 *
	 * @return int|null The minute in which a work was called unreadable.
	 */
	private function steps_of_minutes(): ?int {
		$named = null;
		try {
			for ( $minute = 0; $minute < 20; $minute++ ) {
				Clock::freeze( 1_800_000_000 + 60 * $minute );
				try {
					Check_Run::step();
				} catch ( Read_Failed $failed ) {
					$this->assertSame( array(), $this->unreadable() );
				}
				$named = $named ?? ( $this->unreadable() ? $minute : null );
			}
			return $named;
		} finally {
			Clock::freeze( null );
		}
	}

	public function test_a_rule_whose_statement_fails_for_a_work_that_is_out_anyway_holds_up_no_other(): void {
		global $wpdb;
		$ids  = $this->works( 4 );
		$rule = static function ( bool $may, \WP_Post $post ) use ( $wpdb, $ids ): bool {
			if ( $post->ID === $ids[2] ) {
				$wpdb->get_results( "SELECT of_another_plugin FROM $wpdb->posts" );
			}
			return $may;
		};
		$wpdb->update( $wpdb->posts, array( 'post_password' => 'secret' ), array( 'ID' => $ids[2] ) );
		clean_post_cache( $ids[2] );
		$this->beside_plugin( 'artwork_registry_may_register', $rule, array( $this, 'finish' ) );
		$this->assertSame( array(), $this->unreadable() );
		$this->assertSame( 3, count( array_intersect( $this->ready(), $ids ) ) );
	}

	public function test_no_work_is_blamed_for_a_database_that_fails_only_while_it_is_built(): void {
		global $wpdb;
		list( $id ) = $this->works( 1 );
		$asks       = static function ( $title ) use ( $wpdb ) {
			$wpdb->get_results( "SELECT option_value FROM $wpdb->options WHERE option_name = 'of_another_plugin'" );
			return $title;
		};
		$steps      = function () use ( $id ): void {
			for ( $try = 0; $try < 6; $try++ ) {
				try {
					$this->failing( '/of_another_plugin/', array( Check_Run::class, 'step' ) );
					$this->fail( 'It was built.' );
				} catch ( Read_Failed $failed ) {
					$this->assertSame( 0, Checks::find_run()['tried'] );
				}
			}
			$this->finish();
			$this->assertSame( array(), $this->unreadable() );
			$this->assertContains( $id, $this->ready() );
		};
		$this->beside_plugin( 'artwork_registry_field_title', $asks, $steps );
	}

	/**
	 * @testWith [false]
	 *           [true]
	 */
	public function test_a_work_over_which_another_plugins_statement_fails_is_named_and_holds_up_no_other( bool $throws ): void {
		global $wpdb;
		$ids     = $this->works( 8 );
		$failing = static function ( $title, \WP_Post $post ) use ( $wpdb, $ids, $throws ) {
			if ( $post->ID === $ids[5] ) {
				$wpdb->get_results( "SELECT of_another_plugin FROM $wpdb->posts" );
				if ( $throws ) {
					throw new \RuntimeException( 'Another plugin could not ask.' );
				}
			}
			return $title;
		};
		$named   = $this->beside_plugin( 'artwork_registry_field_title', $failing, array( $this, 'steps_of_minutes' ) );
		$this->assertTrue( Checks::find_run()['is_done'] );
		$this->assertGreaterThan( 11, $named );
		$this->assertSame( array( $ids[5] ), $this->unreadable() );
		$this->assertSame( 7, count( array_intersect( $this->ready(), $ids ) ) );
	}

	public function test_a_work_is_named_only_where_it_failed_again_after_ten_minutes(): void {
		global $wpdb;
		$ids     = $this->works( 1 );
		$failing = static function ( $title ) use ( $wpdb ) {
			$wpdb->get_results( "SELECT of_another_plugin FROM $wpdb->posts" );
			return $title;
		};
		$steps   = function () use ( $ids ): void {
			foreach ( array( 0, 590, 1100 ) as $second ) {
				Clock::freeze( 1_800_000_000 + $second );
				try {
					Check_Run::step();
					$this->fail( 'It was built.' );
				} catch ( Read_Failed $failed ) {
					$this->assertSame( array(), $this->unreadable() );
				}
			}
			Clock::freeze( 1_800_001_105 );
			$this->finish();
			$this->assertSame( $ids, $this->unreadable() );
		};
		try {
			$this->beside_plugin( 'artwork_registry_field_title', $failing, $steps );
		} finally {
			Clock::freeze( null );
		}
	}
}
