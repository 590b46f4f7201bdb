<?php
/**
 * Works in which another plugin ends the process: the review before registering comes to its end all the same.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Check_Run;

final class Deadly_Review_Test extends Wordpress_Case {
	use Reviews;

	/**
	 * In processes of their own, as the screen asks, until one ends by itself and the review is done.
	 *
	 * @param list<int>                $deadly
	 * @param (callable(int): void)|null $meanwhile Gets how many processes were ended, after each.
	 * @return int Processes that were ended.
	 */
	private function review( array $deadly, string $how, ?callable $meanwhile = null ): int {
		global $wpdb;
		$ended = 0;
		for ( $step = 0; $step < $this->steps; $step++ ) {
			if ( 'ended by itself' !== $this->child( $deadly, $how, 'step' ) ) {
				++$ended;
				if ( 'kill' === $how ) {
					// A minute later.
					$wpdb->delete( $wpdb->options, array( 'option_name' => 'artwork_registry_checks_lease' ) );
				}
				if ( null !== $meanwhile ) {
					$meanwhile( $ended );
				}
			} elseif ( $this->screen( 'GET', 'report' )->get_data()['is_done'] ) {
				return $ended;
			}
		}
		$this->fail( 'The review never ends.' );
	}

	/** @param list<int> $deadly */
	private function child( array $deadly, string $how, string $asked ): string {
		return $this->wp_cli( 'eval-file', __DIR__ . '/deadly-review.php', implode( ',', $deadly ), $how, $asked );
	}

	/** @return array<string, array{0: string, 1: string}> How new works end the process, and changed ones. Both ways round in the long form alone. */
	public function ends(): array {
		$ends = array( 'exit, then SIGKILL' => array( 'exit', 'kill' ) );
		return self::is_long() ? $ends + array( 'SIGKILL, then exit' => array( 'kill', 'exit' ) ) : $ends;
	}

	/** @dataProvider ends */
	public function test_the_review_ends_although_a_work_ends_each_process_that_builds_it( string $how, string $how_changed ): void {
		$ids    = $this->works( 30 );
		$deadly = array( $ids[16], $ids[17] );
		$this->assertLessThanOrEqual( 6, $this->review( $deadly, $how ) );
		$this->assertSame( $deadly, $this->unreadable() );
		$this->assertSame( 28, count( array_intersect( $this->ready(), $ids ) ) );
		$this->assertSame( array( 0, 0, 0 ), array_values( array_intersect_key( Checks::find_run(), array( 'begun' => 0, 'page' => 0, 'small_until' => 0 ) ) ) );

		// One that was checked, changes, and becomes deadly.
		$deadly[] = $ids[3];
		wp_update_post( array( 'ID' => $ids[3], 'post_title' => 'Changed' ) );
		wp_update_post( array( 'ID' => $ids[5], 'post_title' => 'Changed, too' ) );
		Change_Collector::flush();
		$this->review( $deadly, $how_changed );
		$this->assertEqualsCanonicalizing( $deadly, $this->unreadable() );

		// The list names it without building it.
		$count = static function ( $value ) use ( &$built ) {
			++$built;
			return $value;
		};
		add_filter( 'artwork_registry_field_title', $count );
		add_filter( 'artwork_registry_field_artist_name', $count );
		$listed = $this->screen( 'GET', 'report/works', array( 'lacking' => Check_Run::UNREADABLE ) )->get_data()['works'];
		remove_filter( 'artwork_registry_field_title', $count );
		remove_filter( 'artwork_registry_field_artist_name', $count );
		$this->assertSame( array( 3, null ), array( count( $listed ), $built ) );
		$this->assertSame( array( 'The artwork could not be put together.' ), $listed[0]['problems'] );

		// Once the other plugin is mended.
		wp_update_post( array( 'ID' => $ids[3], 'post_title' => 'Mended' ) );
		Change_Collector::flush();
		$this->review( array( $ids[16], $ids[17] ), $how );
		$this->assertSame( array( $ids[16], $ids[17] ), $this->unreadable() );
	}

	public function test_a_review_is_not_done_while_a_page_of_new_works_is_noted(): void {
		$this->works( 1 );
		$this->finish();
		list( $new ) = $this->works( 1 );
		$this->assertSame( '', $this->child( array( $new ), 'kill', 'step' ) );
		// The process that was killed holds its lease for a minute, and the screen asks on for as long as it is told so.
		$this->assertFalse( $this->screen( 'GET', 'report' )->get_data()['is_done'] );
	}

	/**
	 * @testWith [true]
	 *           [false]
	 */
	public function test_works_that_change_meanwhile_do_not_keep_the_review_from_its_end( bool $was_checked ): void {
		$ids = $this->works( 8 );
		if ( $was_checked ) {
			$this->finish();
			wp_update_post( array( 'ID' => $ids[6], 'post_title' => 'Changed' ) );
			Change_Collector::flush();
		}
		$ended = $this->review( array( $ids[6] ), 'exit', static function ( int $ended ) use ( $ids ): void {
			wp_update_post( array( 'ID' => $ids[0], 'post_title' => "Changed $ended times" ) );
			Change_Collector::flush();
		} );
		$this->assertLessThan( $this->steps, $ended );
		$this->assertSame( array( $ids[6] ), $this->unreadable() );
	}

	public function test_a_work_whose_process_ended_once_or_long_ago_is_built(): void {
		$ids = $this->works( 2 );
		$this->finish();
		wp_update_post( array( 'ID' => $ids[1], 'post_title' => 'Changed' ) );
		Change_Collector::flush();
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ) );
		$this->finish();
		$this->assertSame( array(), $this->unreadable() );

		wp_update_post( array( 'ID' => $ids[1], 'post_title' => 'Changed again' ) );
		Change_Collector::flush();
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ) );
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ) );
		Clock::freeze( Clock::now() + 3600 );
		$this->finish();
		Clock::freeze( null );
		$this->assertSame( array(), $this->unreadable() );

		// One end on Monday, and one now.
		wp_update_post( array( 'ID' => $ids[1], 'post_title' => 'Changed a third time' ) );
		Change_Collector::flush();
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ) );
		Checks::save_run( array( 'noted_at' => Clock::now() - 3600 ) + Checks::find_run() );
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ) );
		$this->finish();
		$this->assertSame( array(), $this->unreadable() );
	}

	public function test_a_work_that_was_mended_after_it_ended_two_processes_is_built(): void {
		$ids = $this->works( 2 );
		$this->finish();
		wp_update_post( array( 'ID' => $ids[1], 'post_title' => 'Changed' ) );
		Change_Collector::flush();
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ) );
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ) );
		wp_update_post( array( 'ID' => $ids[1], 'post_title' => 'Mended' ) );
		Change_Collector::flush();
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'step' ), 'its host ended this one' );
		$this->finish();
		$this->assertSame( array(), $this->unreadable() );
	}

	public function test_a_work_that_changes_before_it_ends_each_process_is_blamed(): void {
		$ids   = $this->works( 3 );
		$ended = $this->review( array( $ids[1] ), 'exit', function ( int $ended ) use ( $ids ): void {
			wp_update_post( array( 'ID' => $ids[1], 'post_title' => "Changed $ended times" ) );
			Change_Collector::flush();
			if ( 3 === $ended ) {
				// For ten minutes.
				$this->assertSame( array(), $this->unreadable() );
				Checks::save_run( array( 'since' => Clock::now() - 700 ) + Checks::find_run() );
			}
		} );
		$this->assertSame( 3, $ended );
		$this->assertSame( array( $ids[1] ), $this->unreadable() );
	}

	/**
	 * @testWith [0]
	 *           [1]
	 */
	public function test_a_work_before_a_deadly_one_is_not_blamed_for_a_single_end_of_a_process( int $which ): void {
		$ids = $this->works( 4 );
		$this->child( array( $ids[2] ), 'exit', 'step' );
		$this->assertSame( '', $this->child( array( $ids[ $which ], $ids[2] ), 'exit', 'step' ), 'its host ended this one' );
		$this->review( array( $ids[2] ), 'exit' );
		$this->assertSame( array( $ids[2] ), $this->unreadable() );
	}

	public function test_a_work_that_ends_the_process_twice_is_not_looked_up_and_those_beside_it_are(): void {
		$ids = $this->works( 3 );
		$this->finish();
		Sql::write( 'UPDATE ' . Tables::name( 'checks' ) . ' SET sampled = 1 WHERE external_id IN (' . Sql::ids( $ids ) . ')' );
		$this->assertSame( '', $this->child( array( $ids[0] ), 'exit', 'sample' ), 'its host ended it once' );
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'sample' ) );
		$this->assertSame( '', $this->child( array( $ids[1] ), 'exit', 'sample' ) );
		$this->assertSame( 'ended by itself', $this->child( array( $ids[1] ), 'exit', 'sample' ) );
		$this->assertSame( array( $ids[0], $ids[2] ), array_keys( Compared::list_sample( 10 ) ) );
	}
}
