<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Tests\Mapping_Case;
use ArtworkRegistry\View\Works_Query;

final class Report_Test extends Mapping_Case {
	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	/** @return array<string, array{0: string, 1: string}> */
	public function routes(): array {
		return array(
			'read'        => array( 'GET', 'report' ),
			'step'        => array( 'POST', 'report/step' ),
			'works'       => array( 'GET', 'report/works' ),
			'duplicates' => array( 'GET', 'report/duplicates' ),
		);
	}

	/** @dataProvider routes */
	public function test_only_those_who_work_with_artworks_may_use( string $method, string $path ): void {
		$this->assertSame( 200, $this->rest( $method, $path )->get_status() );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( 403, $this->rest( $method, $path )->get_status() );
		wp_set_current_user( 0 );
		$this->assertSame( 401, $this->rest( $method, $path )->get_status() );
	}

	public function test_works_are_counted_as_ready_lacking_and_alike_and_nothing_leaves(): void {
		$before = $this->report_now();
		$this->artwork( array( 'post_title' => 'The Lake' ) );
		$bare = $this->artwork( array( 'post_title' => 'Nobody made this', 'meta_input' => array() ) );
		$year = $this->artwork( array( 'post_title' => 'Long ago', 'meta_input' => array( 'artist' => 'A', 'year' => str_repeat( 'x', 60 ) ) ) );
		$this->artwork( array( 'post_title' => 'Wave' ) );
		$this->artwork( array( 'post_title' => 'WAVE.' ) );
		$this->artwork( array( 'post_status' => 'draft' ) );
		$this->artwork( array( 'post_password' => 'x' ) );
		$excluded = $this->artwork( array( 'post_title' => 'Wave' ) );
		Change_Collector::flush();
		Status::choose( array( $excluded ), Status::EXCLUDED );
		$report = $this->report_now();
		$this->assertSame( array( true, 1, 2 ), array( $report['is_done'], $report['ready'] - $before['ready'], $report['alike'] ) );
		$this->assertSame( array( 'artist_name' => 1, 'year_created' => 1 ), array_column( $report['lacking'], 'works', 'field' ) );
		$this->assertSame( $before['undecided'] + 5, $report['undecided'] );
		$works = $this->rest( 'GET', 'report/works', array( 'lacking' => 'artist_name' ) )->get_data();
		$this->assertSame( array( (string) $bare, 1 ), array( $works['works'][0]['external_id'], $works['total'] ) );
		$this->assertStringContainsString( 'Artist', $works['works'][0]['problems'][0] );
		$this->assertStringContainsString( "post=$bare", $works['works'][0]['edit_url'] );
		$this->assertSame( (string) $year, $this->rest( 'GET', 'report/works', array( 'lacking' => 'year_created' ) )->get_data()['works'][0]['external_id'] );
		$this->assertSame( array( array(), null ), array( Change_Page::read( 50 )['changes'], Jobs::find() ), 'nothing leaves before Publish' );
	}

	public function test_a_work_that_is_fixed_or_added_later_is_checked_again(): void {
		$id = $this->artwork( array( 'post_title' => 'Nobody', 'meta_input' => array() ) );
		$this->assertSame( 1, $this->report_now()['lacking'][0]['works'] );
		update_post_meta( $id, 'artwork_registry_artist', 'Anna Boch' );
		Change_Collector::flush();
		$draft = $this->artwork( array( 'post_status' => 'draft' ) );
		$ready = $this->report_now();
		$this->assertSame( array(), $ready['lacking'] );
		wp_publish_post( $draft );
		Change_Collector::flush();
		$this->assertSame( $ready['ready'] + 1, $this->report_now()['ready'], 'a draft that the look had passed' );
		wp_trash_post( $draft );
		wp_delete_post( $id, true );
		Change_Collector::flush();
		$this->assertSame( $ready['ready'] - 1, $this->report_now()['ready'] );
	}

	public function test_a_changed_mapping_starts_the_review_again(): void {
		$this->artwork( array( 'post_title' => 'Mapped', 'meta_input' => array( 'painter' => 'Anna Boch' ) ) );
		$this->assertSame( 1, $this->report_now()['lacking'][0]['works'] );
		$this->map( 'artist_name', array( 'from' => 'standard' ), $this->meta( 'painter' ) );
		$this->assertSame( array(), $this->report_now()['lacking'] );
	}

	public function test_a_killed_review_continues_and_skips_nothing(): void {
		for ( $n = 0; $n < 3; $n++ ) {
			$this->artwork( array( 'post_title' => "Work $n" ) );
		}
		$whole = $this->report_now();
		$run   = Checks::find_run();
		// What a kill between a page's rows and its cursor leaves behind.
		Checks::save_run( array( 'passed' => 0, 'is_done' => false ) + $run );
		$this->assertFalse( $this->rest( 'GET', 'report' )->get_data()['is_done'] );
		$this->assertSame( $whole, $this->report_now() );
		global $wpdb;
		$wpdb->query( 'DELETE FROM ' . \ArtworkRegistry\Store\Tables::name( 'checks' ) );
		Checks::remove();
		$this->assertSame( $whole, $this->report_now() );
	}

	public function test_reading_the_report_checks_no_work(): void {
		$this->artwork();
		$this->report_now();
		$queries = $this->queries_of( function (): void {
			$this->rest( 'GET', 'report' );
		} );
		$this->assertLessThanOrEqual( 12, $queries );
	}

	/** @return array<string, array{0: string, 1: list<int>, 2: int, 3: int}> Choice → chosen of the two, works ready after it, alike after it. */
	public function choices(): array {
		return array(
			'one'     => array( 'one', array( Status::NOT_CHOSEN, Status::EXCLUDED ), 1, 0 ),
			'number'  => array( 'number', array( Status::NOT_CHOSEN, Status::NOT_CHOSEN ), 2, 0 ),
			'none' => array( 'none', array( Status::EXCLUDED, Status::EXCLUDED ), 0, 0 ),
		);
	}

	/**
	 * @dataProvider choices
	 *
	 * @param list<int> $chosen
	 */
	public function test_possible_duplicates_get_their_choice_before_anything_is_registered( string $choice, array $chosen, int $ready, int $alike ): void {
		$before = $this->report_now()['ready'];
		$ids    = array( $this->artwork( array( 'post_title' => 'Wave' ) ), $this->artwork( array( 'post_title' => 'Wave' ) ) );
		$this->assertSame( 2, $this->report_now()['alike'] );
		$group = $this->rest( 'GET', 'report/duplicates' )->get_data()['groups'][0];
		$this->assertSame(
			array( 'Wave', 2, array_map( 'strval', $ids ) ),
			array( $group['title'], $group['works'], array_column( $group['first'], 'external_id' ) )
		);
		$this->assertSame( 2, $this->rest( 'POST', "duplicates/{$group['group']}/choose", array( 'choice' => $choice ) )->get_data()['works'] );
		$this->assertSame( $chosen, $this->chosen( $ids ) );
		$after = $this->report_now();
		$this->assertSame( array( $before + $ready, $alike ), array( $after['ready'], $after['alike'] ) );
		$this->assertSame(
			array( 'not_shared', 'not_shared' ),
			array( Works_Query::find( $ids[0] )['view'], Works_Query::find( $ids[1] )['view'] ),
			'nothing is published, nothing waits'
		);
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		$this->assertSame( 2, $this->rest( 'POST', "duplicates/{$group['group']}/undo" )->get_data()['works'] );
		$this->assertSame( array( Status::NOT_CHOSEN, Status::NOT_CHOSEN ), $this->chosen( $ids ), 'never chosen by the way' );
		$this->assertSame( 2, $this->report_now()['alike'] );
	}

	public function test_one_choice_for_all_groups_of_the_review_registers_nothing_and_is_undone(): void {
		$ids = array();
		foreach ( array( 'Wave', 'Wave', 'Rain', 'Rain' ) as $title ) {
			$ids[] = $this->artwork( array( 'post_title' => $title ) );
		}
		$this->assertSame( 4, $this->report_now()['alike'] );
		$made = $this->rest( 'POST', 'duplicates/choose-all', array( 'choice' => 'number', 'in_review' => true ) )->get_data();
		$this->assertSame( array( 2, 4, null ), array( count( $made['groups'] ), $made['works'], $made['after'] ) );
		$this->assertSame( 0, $this->report_now()['alike'] );
		$this->assertSame( array_fill( 0, 4, Status::NOT_CHOSEN ), $this->chosen( $ids ) );
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		$this->assertSame( 4, $this->rest( 'POST', 'duplicates/undo-all', array( 'groups' => $made['groups'] ) )->get_data()['works'] );
		$this->assertSame( 4, $this->report_now()['alike'] );
	}

	public function test_a_number_given_before_is_the_one_that_is_registered(): void {
		$ids = array( $this->artwork( array( 'post_title' => 'Wave' ) ), $this->artwork( array( 'post_title' => 'Wave' ) ) );
		$this->report_now();
		$group = $this->rest( 'GET', 'report/duplicates' )->get_data()['groups'][0]['group'];
		$this->rest( 'POST', "duplicates/$group/choose", array( 'choice' => 'number' ) );
		$this->rest( 'POST', 'register-all' );
		$titles = array();
		for ( $round = 0; $round < 50 && count( $titles ) < 2; $round++ ) {
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
				if ( in_array( (int) $change['external_id'], $ids, true ) ) {
					$titles[] = $change['title'];
				}
			}
		}
		sort( $titles );
		$this->assertSame( array( 'Wave, 1/2', 'Wave, 2/2' ), $titles );
	}

	public function test_a_duplicate_of_a_registered_work_names_it(): void {
		$known = $this->taken_over_artwork();
		$new   = $this->artwork();
		$this->assertSame( 1, $this->report_now()['alike'] );
		$group = $this->rest( 'GET', 'report/duplicates' )->get_data()['groups'][0];
		$this->assertSame( array( (string) $known, 1 ), array( $group['known']['external_id'], $group['works'] ) );
		$this->rest( 'POST', "duplicates/{$group['group']}/choose", array( 'choice' => 'one' ) );
		$this->assertSame( array( Status::CHOSEN, Status::EXCLUDED ), $this->chosen( array( $known, $new ) ) );
	}

	public function test_a_step_is_bounded_and_the_number_of_queries_does_not_grow_with_the_works(): void {
		$this->report_now();
		$ids = array();
		for ( $n = 0; $n < 90; $n++ ) {
			$ids[] = $this->artwork( array( 'post_title' => "Work $n" ) );
		}
		Change_Collector::flush();
		$queries = $this->queries_of( function (): void {
			$this->rest( 'POST', 'report/step' );
		} );
		$this->assertTrue( $this->rest( 'GET', 'report' )->get_data()['is_done'] );
		$this->assertLessThanOrEqual( 50, $queries );
	}

	/** @return array<string, mixed> */
	private function report_now(): array {
		Change_Collector::flush();
		for ( $round = 0; $round < 50; $round++ ) {
			$report = $this->rest( 'POST', 'report/step' )->get_data();
			if ( $report['is_done'] ) {
				return $report;
			}
		}
		$this->fail( 'The look never ends.' );
	}

	/**
	 * @param list<int> $ids
	 * @return list<int>
	 */
	private function chosen( array $ids ): array {
		$choices = Status::choices( $ids );
		return array_map( static function ( int $id ) use ( $choices ): int {
			return $choices[ $id ]['chosen'] ?? Status::NOT_CHOSEN;
		}, $ids );
	}
}
