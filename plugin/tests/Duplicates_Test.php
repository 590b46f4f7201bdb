<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Duplicate_Orders;
use ArtworkRegistry\Store\Duplicates;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;

final class Duplicates_Test extends Wordpress_Case {
	private const GROUP = '00000000000000aa';
	private const OTHER = '00000000000000bb';

	public function test_a_held_work_is_shown_with_its_reason_and_counted(): void {
		$pairing = $this->pair();
		$ids     = $this->prints( 2 );
		$this->report_held( $pairing, $ids, self::GROUP );
		$work = Work_View::of( Works_Query::find( $ids[0] ) );
		$this->assertSame( 'held', $work['state'] );
		$this->assertSame( array( 'reason' => 'possible_duplicate', 'group' => self::GROUP, 'size' => 2 ), $work['held'] );
		$this->assertSame( 2, Works_Query::counts()['held'] );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 2, $this->screen( 'GET', 'overview' )->get_data()['attention'], 'they need the owner' );
	}

	public function test_a_group_that_is_no_hash_is_refused(): void {
		$held   = array( 'reason' => 'possible_duplicate', 'group' => "x' OR 1", 'size' => 2 );
		$work   = array( 'external_id' => '1', 'revision' => 1, 'state' => 'held', 'held' => $held );
		$answer = $this->call( $this->pair(), 'report', array( 'works' => array( $work ) ) );
		$this->assertSame( 400, $answer[0] );
	}

	public function test_groups_are_listed_largest_first_with_their_first_works(): void {
		$pairing = $this->pair();
		$few     = $this->prints( 2, 'Few' );
		$many    = $this->prints( 7, 'Many' );
		$this->report_held( $pairing, $few, self::GROUP );
		$this->report_held( $pairing, $many, self::OTHER );
		wp_set_current_user( $this->user( 'administrator' ) );
		$data = $this->screen( 'GET', 'duplicates' )->get_data();
		$this->assertSame( array( 2, 1 ), array( $data['total'], $data['pages'] ) );
		$this->assertSame( array( 'Many', 'Vincent van Gogh', 7 ), array( $data['groups'][0]['title'], $data['groups'][0]['artist'], $data['groups'][0]['works'] ) );
		$this->assertSame( array_map( 'strval', array_slice( $many, 0, 5 ) ), array_column( $data['groups'][0]['first'], 'external_id' ) );
		$this->assertStringContainsString( 'post.php?post=' . $many[0], $data['groups'][0]['first'][0]['edit_url'] );
		$this->assertSame( array(), $this->screen( 'GET', 'duplicates', array( 'page' => 2 ) )->get_data()['groups'] );
	}

	public function test_one_work_stands_for_the_edition_and_the_others_say_so(): void {
		$ids = $this->held( 3 );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 3, $this->choose( 'one' ) );
		$this->assertSame( array( Status::CHOSEN, Status::EXCLUDED, Status::EXCLUDED ), $this->chosen( $ids ) );
		$this->assertSame( array( 'waiting', 'not_shared', 'not_shared' ), $this->views( $ids ) );
		$this->assertSame( array( null, (string) $ids[0] ), array( $this->view_of( $ids[0] )['edition_of'], $this->view_of( $ids[1] )['edition_of'] ) );
		$this->assertSame( 0, Duplicates::count_groups() );
		$changes = array_column( Change_Page::read( 50 )['changes'], null, 'external_id' );
		$this->assertSame(
			array( 'shared', 'not_shared', 'excluded' ),
			array( $changes[ $ids[0] ]['state'], $changes[ $ids[1] ]['state'], $changes[ $ids[1] ]['reason'] )
		);
	}

	public function test_where_the_registry_has_one_already_that_one_stands_for_the_edition(): void {
		$pairing = $this->pair();
		$known   = $this->prints( 1 )[0];
		Status::save_reports( array( $this->report( $known, 'published', $this->revision( $known ) ) ) );
		$ids = $this->prints( 2 );
		$this->report_held( $pairing, $ids, self::GROUP, $known );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( (string) $known, $this->screen( 'GET', 'duplicates' )->get_data()['groups'][0]['known']['external_id'] );
		$this->choose( 'one' );
		$this->assertSame( array( Status::CHOSEN, Status::EXCLUDED, Status::EXCLUDED ), $this->chosen( array( $known, $ids[0], $ids[1] ) ) );
		$this->assertSame( array( 'published', (string) $known ), array( $this->views( array( $known ) )[0], $this->view_of( $ids[0] )['edition_of'] ) );
	}

	public function test_each_work_gets_a_number_by_age_in_its_title(): void {
		$ids = $this->held( 3 );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->choose( 'number' );
		$this->assertSame( array( 'Wave, 1/3', 'Wave, 2/3', 'Wave, 3/3' ), $this->titles( $ids ) );
		$this->assertSame( array( 'waiting', 'waiting', 'waiting' ), $this->views( $ids ) );
		$this->assertSame( 'Wave', get_post( $ids[0] )->post_title, 'the site keeps its title' );
	}

	public function test_numbers_once_given_stay_when_more_copies_come(): void {
		$pairing = $this->pair();
		$ids     = $this->prints( 3 );
		$this->report_held( $pairing, $ids, self::GROUP );
		Duplicate_Orders::choose( self::GROUP, 'number' );
		$new = $this->prints( 2 );
		$this->report_held( $pairing, array_merge( array( $ids[1] ), $new ), self::GROUP );
		Duplicate_Orders::choose( self::GROUP, 'number' );
		$this->assertSame( array( 'Wave, 1/3', 'Wave, 2/3', 'Wave, 3/3', 'Wave, 4/5', 'Wave, 5/5' ), $this->titles( array_merge( $ids, $new ) ) );
	}

	public function test_none_can_be_registered(): void {
		$ids = $this->held( 3 );
		Duplicate_Orders::choose( self::GROUP, 'none' );
		$this->assertSame( array( 'not_shared', 'not_shared', 'not_shared' ), $this->views( $ids ) );
		$this->assertNull( $this->view_of( $ids[1] )['edition_of'] );
	}

	/** @return array<string, array{0: string}> */
	public function choices(): array {
		return array_combine( Duplicates::CHOICES, array_map( static function ( string $choice ): array {
			return array( $choice );
		}, Duplicates::CHOICES ) );
	}

	/** @dataProvider choices */
	public function test_a_choice_can_be_undone( string $choice ): void {
		$ids = $this->held( 3 );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->choose( $choice );
		$this->assertSame( 3, $this->screen( 'POST', 'duplicates/' . self::GROUP . '/undo' )->get_data()['works'] );
		$this->assertSame( array( Status::CHOSEN, Status::CHOSEN, Status::CHOSEN ), $this->chosen( $ids ) );
		$this->assertSame( array( 'Wave', 'Wave', 'Wave' ), $this->titles( $ids ) );
		$this->assertNull( $this->view_of( $ids[1] )['edition_of'] );
		$this->assertSame( 404, $this->screen( 'POST', 'duplicates/' . self::GROUP . '/undo' )->get_status() );
	}

	public function test_only_the_last_choice_is_undone_and_never_an_art_id(): void {
		$pairing = $this->pair();
		$ids     = $this->prints( 2 );
		$this->report_held( $pairing, $ids, self::GROUP );
		Clock::freeze( 1800000000 );
		Duplicate_Orders::choose( self::GROUP, 'number' );
		$new = $this->prints( 2 );
		Clock::freeze( null );
		$this->report_held( $pairing, $new, self::GROUP );
		Clock::freeze( 1800000100 );
		Duplicate_Orders::choose( self::GROUP, 'number' );
		Status::save_reports( array( $this->report( $new[0], 'published', 9 ) ) );
		$this->assertSame( 1, Duplicate_Orders::undo( self::GROUP ) );
		$this->assertSame( array( 'Wave, 1/2', 'Wave, 2/2', 'Wave, 3/4', 'Wave' ), $this->titles( array_merge( $ids, $new ) ) );
	}

	public function test_three_hundred_prints_cost_a_few_statements(): void {
		$pairing = $this->pair();
		$ids     = range( 800001, 800300 );
		Status::choose( $ids, Status::CHOSEN );
		$this->report_held( $pairing, $ids, self::GROUP );
		foreach ( array( 'number', 'none', 'one' ) as $choice ) {
			$this->assertLessThanOrEqual( 12, $this->queries_of( static function () use ( $choice ): void {
				Duplicate_Orders::choose( self::GROUP, $choice );
			} ) );
			$this->assertLessThanOrEqual( 10, $this->queries_of( static function (): void {
				Duplicate_Orders::undo( self::GROUP );
			} ) );
			$this->report_held( $pairing, $ids, self::GROUP );
		}
	}

	public function test_one_choice_for_all_groups_goes_in_bounded_steps_and_is_undone_in_such(): void {
		$pairing = $this->pair();
		$groups  = array();
		$ids     = range( 800001, 800060 );
		Status::choose( $ids, Status::CHOSEN );
		foreach ( array_chunk( $ids, 2 ) as $n => $pair ) {
			$groups[] = sprintf( '%016x', $n + 1 );
			$this->report_held( $pairing, $pair, $groups[ $n ] );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$order = array( 'choice' => 'number', 'in_review' => false );
		$first = $this->screen( 'POST', 'duplicates/choose-all', $order )->get_data();
		$this->assertSame( array( array_slice( $groups, 0, 25 ), 50, $groups[24] ), array( $first['groups'], $first['works'], $first['after'] ) );
		$this->assertSame( 5, Duplicates::count_groups() );
		$last = $this->screen( 'POST', 'duplicates/choose-all', array( 'after' => $first['after'] ) + $order )->get_data();
		$this->assertSame( array( array_slice( $groups, 25 ), 10, null ), array( $last['groups'], $last['works'], $last['after'] ) );
		$this->assertSame( 0, Duplicates::count_groups() );
		Status::save_reports( array( $this->report( $ids[0], 'published', 9 ) ) );
		$undo = function ( array $call ): int {
			return $this->screen( 'POST', 'duplicates/undo-all', array( 'groups' => $call['groups'] ) )->get_data()['works'];
		};
		$this->assertSame( 49, $undo( $first ), 'all but the Art ID' );
		$this->assertSame( array( 10, 0 ), array( $undo( $last ), $undo( $last ) ), 'a second time changes nothing' );
	}

	public function test_one_choice_for_all_groups_is_for_staff_and_takes_nothing_else(): void {
		$ids   = $this->held( 2 );
		$order = array( 'choice' => 'none', 'in_review' => false );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( 403, $this->screen( 'POST', 'duplicates/choose-all', $order )->get_status() );
		$this->assertSame( 403, $this->screen( 'POST', 'duplicates/undo-all', array( 'groups' => array( self::GROUP ) ) )->get_status() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 400, $this->screen( 'POST', 'duplicates/choose-all', array( 'choice' => 'burn' ) + $order )->get_status() );
		$this->assertSame( 400, $this->screen( 'POST', 'duplicates/choose-all', array( 'after' => "x' OR 1" ) + $order )->get_status() );
		$this->assertSame( 400, $this->screen( 'POST', 'duplicates/undo-all', array( 'groups' => array( 'nonsense' ) ) )->get_status() );
		$this->assertSame( array(), $this->screen( 'POST', 'duplicates/choose-all', array( 'in_review' => true ) + $order )->get_data()['groups'] );
		$this->assertSame( array( Status::CHOSEN, Status::CHOSEN ), $this->chosen( $ids ), 'those of the review are others' );
	}

	public function test_only_those_who_work_with_artworks_choose(): void {
		$this->held( 2 );
		foreach ( array( 0, $this->user( 'author' ) ) as $user ) {
			wp_set_current_user( $user );
			$this->assertContains( $this->screen( 'GET', 'duplicates' )->get_status(), array( 401, 403 ) );
			$this->assertContains( $this->screen( 'POST', 'duplicates/' . self::GROUP . '/choose', array( 'choice' => 'one' ) )->get_status(), array( 401, 403 ) );
			$this->assertContains( $this->screen( 'POST', 'duplicates/' . self::GROUP . '/undo' )->get_status(), array( 401, 403 ) );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 400, $this->screen( 'POST', 'duplicates/' . self::GROUP . '/choose', array( 'choice' => 'burn' ) )->get_status() );
		$this->assertSame( 404, $this->screen( 'POST', 'duplicates/' . self::OTHER . '/choose', array( 'choice' => 'one' ) )->get_status() );
		$this->assertSame( 404, $this->screen( 'POST', 'duplicates/nonsense/choose', array( 'choice' => 'one' ) )->get_status() );
	}

	public function test_the_command_line_lists_chooses_and_undoes(): void {
		$ids    = $this->held( 3 );
		$listed = json_decode( $this->wp( 'duplicates', 'list', '--format=json' ), true );
		$this->assertSame( array( self::GROUP, 'Wave', 3 ), array( $listed[0]['group'], $listed[0]['title'], $listed[0]['works'] ) );
		$this->assertStringContainsString( '3 artworks', $this->wp( 'duplicates', 'choose', self::GROUP, 'number' ) );
		$this->assertSame( '', trim( $this->wp( 'duplicates', 'choose', self::GROUP, 'number' ) ), 'an error, on stderr' );
		$this->assertSame( array( 'Wave, 1/3', 'Wave, 2/3', 'Wave, 3/3' ), $this->titles( $ids ) );
		$this->assertStringContainsString( '3 artworks', $this->wp( 'duplicates', 'undo', self::GROUP ) );
	}

	/** @return list<int> Works that the sync service holds as one group. */
	private function held( int $count ): array {
		$ids = $this->prints( $count );
		$this->report_held( $this->pair(), $ids, self::GROUP );
		return $ids;
	}

	/** @return list<int> */
	private function prints( int $count, string $title = 'Wave' ): array {
		$ids = array();
		for ( $n = 0; $n < $count; $n++ ) {
			$ids[] = $this->artwork( array( 'post_title' => $title ) );
		}
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		$revisions = array();
		foreach ( $ids as $id ) {
			$revisions[ $id ] = $this->revision( $id );
		}
		Outbox::acknowledge( $revisions );
		return $ids;
	}

	/**
	 * @param array<string, mixed> $pairing
	 * @param list<int>            $ids
	 */
	private function report_held( array $pairing, array $ids, string $group, ?int $known = null ): void {
		$works = array();
		foreach ( $ids as $id ) {
			$works[] = array(
				'external_id' => (string) $id,
				'revision'    => max( 1, $this->revision( $id ) ),
				'state'       => 'held',
				'held'        => array( 'reason' => 'possible_duplicate', 'group' => $group, 'size' => count( $ids ), 'known' => null === $known ? null : (string) $known ),
			);
		}
		$this->assertSame(
			array( 200, count( $ids ) ),
			array( ( $answer = $this->call( $pairing, 'report', array( 'works' => $works ) ) )[0], $answer[1]['saved'] )
		);
	}

	private function choose( string $choice ): int {
		return $this->screen( 'POST', 'duplicates/' . self::GROUP . '/choose', array( 'choice' => $choice ) )->get_data()['works'];
	}

	/**
	 * @param list<int> $ids
	 * @return list<int>
	 */
	private function chosen( array $ids ): array {
		$choices = Status::choices( $ids );
		return array_map( static function ( int $id ) use ( $choices ): int {
			return $choices[ $id ]['chosen'];
		}, $ids );
	}

	/** @return array<string, mixed> */
	private function view_of( int $id ): array {
		return Work_View::of( Works_Query::find( $id ) );
	}

	/**
	 * @param list<int> $ids
	 * @return list<string>
	 */
	private function views( array $ids ): array {
		return array_map( function ( int $id ): string {
			return $this->view_of( $id )['state'];
		}, $ids );
	}

	/**
	 * What the registry gets now.
	 *
	 * @param list<int> $ids
	 * @return list<string>
	 */
	private function titles( array $ids ): array {
		Outbox::touch( array_fill_keys( $ids, 'artwork' ) );
		return array_column(
			array_replace( array_flip( array_map( 'strval', $ids ) ), array_column( Change_Page::read( 50 )['changes'], null, 'external_id' ) ),
			'title'
		);
	}
}
