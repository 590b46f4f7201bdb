<?php
/**
 * What no hook tells (direct SQL, a killed process) is found within a day, and finding it moves nothing else.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Picture_Index;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Background_Check;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\View\Works_Query;

final class Background_Check_Test extends Wordpress_Case {
	use Broken_Statements;

	private const START = 1800000000;

	/** @var int Unix seconds. */
	private $now = self::START;

	protected function setUp(): void {
		parent::setUp();
		Clock::freeze( self::START );
	}

	public function test_each_work_is_shown_within_a_day_at_the_revision_it_has(): void {
		$ids    = $this->published( 7 );
		$before = $this->tables();
		$shown  = $this->run_check_for( 86400, 1800 );
		$this->assertSame( $ids, array_values( array_unique( array_column( $shown, 'external_id' ) ) ) );
		foreach ( $shown as $change ) {
			$this->assertSame( array( 'shared', Outbox::find( $change['external_id'] )['revision'] ), array( $change['state'], $change['revision'] ) );
		}
		$this->assertLessThanOrEqual( 2 * count( $ids ), count( $shown ), 'and no more often than planned' );
		$this->assertSame( $before, $this->tables(), 'nothing is written for works that are as they were' );
		$this->assertSame( 'published', Works_Query::find( $ids[0] )['view'] );
	}

	/** @return array<string, array{0: int, 1: int, 2: int}> works, seconds since the last visit, works that are due */
	public function paces(): array {
		return array(
			'100,000 works, a poll every 30 s'     => array( 100000, 30, 43 ),
			'100,000 works, somebody looks'        => array( 100000, 2, 2 ),
			'1,000,000 works, a poll every 30 s'   => array( 1000000, 30, 434 ),
			'100,000 works after a night off'      => array( 100000, 30000, 5209 ),
			'142 works, a poll every 30 s'         => array( 142, 30, 0 ),
			'142 works after ten minutes'          => array( 142, 600, 1 ),
			'100 works after six hours'            => array( 100, 21600, 31 ),
			'100 works after a day'                => array( 100, 86400, 37 ),
			'2,000 works after six hours'          => array( 2000, 21600, 105 ),
			'one work'                             => array( 1, 69120, 1 ),
			'one work, before its time'            => array( 1, 69000, 0 ),
			'no work'                              => array( 0, 80000, 1 ),
		);
	}

	/** @dataProvider paces */
	public function test_the_pace_is_a_round_in_less_than_a_day( int $works, int $seconds, int $due ): void {
		Background_Progress::save( array( 'cursor_id' => 0, 'since' => self::START * 1000, 'total' => $works, 'next_cursor' => 0, 'visited' => 0, 'last_id' => 0 ) );
		$this->wait( $seconds );
		$this->assertSame( $due, Background_Check::visit( 50, array() )['owed'] );
	}

	public function test_after_a_clock_that_was_40_days_ahead_was_put_right_works_are_due(): void {
		$ahead = ( self::START + 40 * 86400 ) * 1000;
		Background_Progress::save( array( 'cursor_id' => 0, 'since' => $ahead, 'total' => 100000, 'next_cursor' => 0, 'visited' => 0, 'last_id' => 0 ) );
		$this->assertGreaterThan( 0, Background_Check::visit( 50, array() )['owed'] );
	}

	public function test_a_part_of_a_work_that_one_visit_owes_is_not_forgotten_by_the_next(): void {
		// One work in 2304 s: twenty visits, each for one work and two fifths, are 28 works.
		$this->published( 30 );
		$this->assertGreaterThanOrEqual( 27, count( $this->run_check_for( 20 * 3226, 3226 ) ) );
	}

	public function test_a_shop_that_was_empty_when_the_round_began_is_seen_within_a_day_all_the_same(): void {
		$this->run_check_for( 3600, 3600 );
		$begun = $this->progress();
		$ids   = $this->published( 60 );
		Background_Progress::save( $begun );
		$this->assertCount( count( $ids ), array_unique( array_column( $this->run_check_for( 86400, 1800 ), 'external_id' ) ) );
	}

	public function test_a_page_has_at_most_fifty_works_and_says_that_more_are_due(): void {
		$ids = $this->published( 60 );
		Background_Progress::save( array( 'total' => 1000000 ) + $this->progress() );
		$this->wait( 5 );
		$page = Change_Page::read( 50 );
		$this->assertSame( array( 50, 22 ), array( count( $page['changes'] ), $page['remaining'] ) );
		$this->take( $page );
		$this->assertSame( array_map( 'strval', array_slice( $ids, 50 ) ), array_column( Change_Page::read( 50 )['changes'], 'external_id' ) );
	}

	public function test_the_same_page_comes_again_until_the_sync_service_has_it(): void {
		$pairing = $this->pair();
		Jobs::remove_all();
		list( $first, $second ) = $this->published( 2 );
		$this->pass_a_work();
		$page = $this->call( $pairing, 'changes' )[1];
		$this->assertSame( array( (string) $first ), array_column( $page['changes'], 'external_id' ) );
		$this->assertSame( $page, $this->call( $pairing, 'changes' )[1] );
		$acks = array( array( 'external_id' => (string) $first, 'revision' => $page['changes'][0]['revision'] ) );
		$this->assertSame( array( 'acked' => 0 ), $this->call( $pairing, 'ack', array( 'acks' => $acks ) )[1] );
		$this->assertSame( array(), $this->call( $pairing, 'changes' )[1]['changes'], 'the next one is not due yet' );
		$this->pass_a_work();
		$this->assertSame( array( (string) $second ), array_column( $this->call( $pairing, 'changes' )[1]['changes'], 'external_id' ) );
	}

	public function test_the_pictures_of_deleted_posts_are_forgotten_within_a_day(): void {
		list( $id ) = $this->published( 1 );
		$picture    = $this->attachment();
		set_post_thumbnail( $id, $picture );
		Change_Collector::flush();
		$this->take( Change_Page::read( 50 ) );
		Picture_Index::save( array( 999999999 => $picture ) );
		$this->run_check_for( 86400, 3600 );
		$known = Sql::rows_of( 'SELECT external_id FROM ' . Tables::name( 'pictures' ) . ' WHERE external_id > 0' );
		$this->assertSame( array( (string) $id ), array_column( $known, 'external_id' ) );
	}

	public function test_a_round_ends_although_the_pictures_of_deleted_posts_cannot_be_forgotten(): void {
		$this->published( 2 );
		Picture_Index::save( array( 999999999 => 4 ) );
		$pictures = Tables::name( 'pictures' );
		$refused  = $this->failing( "/^DELETE FROM $pictures/", function (): ?\RuntimeException {
			try {
				$this->run_check_for( 86400, 1800 );
			} catch ( \RuntimeException $refused ) {
				return $refused;
			}
			return null;
		} );
		$this->assertNotNull( $refused );
		$this->assertSame( 0, $this->progress()['cursor_id'], 'the next round has begun' );
	}

	public function test_a_title_changed_by_sql_is_shown_and_no_change_waiting_appears(): void {
		global $wpdb;
		list( , $id ) = $this->published( 3 );
		$wpdb->update( $wpdb->posts, array( 'post_title' => 'Changed by SQL' ), array( 'ID' => $id ) );
		$shown = array_column( $this->run_check_for( 86400, 3600 ), null, 'external_id' );
		$this->assertSame( 'Changed by SQL', $shown[ $id ]['artwork']['title'] );
		$this->assertSame( array( 0, 'published' ), array( Outbox::count_waiting(), Works_Query::find( $id )['view'] ) );
	}

	public function test_a_work_hidden_by_sql_is_shown_as_not_shared_without_its_content(): void {
		global $wpdb;
		list( $id ) = $this->published( 1 );
		$wpdb->update( $wpdb->posts, array( 'post_password' => 'x', 'post_title' => 'Secret' ), array( 'ID' => $id ) );
		$shown = $this->run_check_for( 86400, 3600 );
		$this->assertSame( array( 'not_shared', 'password', null ), array( $shown[0]['state'], $shown[0]['reason'], $shown[0]['artwork'] ) );
		$this->assertStringNotContainsString( 'Secret', (string) wp_json_encode( $shown ) );
	}

	public function test_a_work_deleted_by_sql_leaves_a_tombstone_once(): void {
		global $wpdb;
		list( $gone, $stays ) = $this->published( 2 );
		$wpdb->delete( $wpdb->posts, array( 'ID' => $gone ) );
		$shown = array_column( $this->run_check_for( 86400, 1800 ), null, 'external_id' );
		$this->assertSame( array( 'gone', 'deleted', null ), array( $shown[ $gone ]['state'], $shown[ $gone ]['reason'], $shown[ $gone ]['artwork'] ) );
		$this->assertSame( 'shared', $shown[ $stays ]['state'] );
		$this->assertSame( 'deleted', Outbox::find( $gone )['tombstone'] );
		$this->assertSame( 'Irises', Works_Query::find( $gone )['title'], 'named as the registry shows it' );
		$revision = Outbox::find( $gone )['revision'];
		$this->assertNotContains( $gone, array_column( $this->run_check_for( 86400, 1800 ), 'external_id' ) );
		$this->assertSame( $revision, Outbox::find( $gone )['revision'] );
	}

	public function test_a_vanished_work_that_was_never_sent_leaves_no_row(): void {
		Status::choose( array( 999999 ), Status::EXCLUDED );
		$this->assertSame( array(), $this->run_check_for( 2 * 86400, 3600 ) );
		$this->assertNull( Outbox::find( 999999 ) );
	}

	public function test_works_inserted_by_sql_are_found_where_registering_is_automatic(): void {
		list( $known ) = $this->published( 1 );
		$backlog       = $this->insert_by_sql( 'publish' );
		$excluded      = $this->insert_by_sql( 'publish' );
		Status::choose( array( $excluded ), Status::EXCLUDED );
		$this->assertSame(
			array( $known ),
			array_values( array_unique( array_column( $this->run_check_for( 86400, 3600 ), 'external_id' ) ) ),
			'asked first: nothing new goes out'
		);
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$inserted      = array( $this->insert_by_sql( 'publish' ), $this->insert_by_sql( 'publish' ) );
		$draft         = $this->insert_by_sql( 'draft' );
		$shown = array_column( $this->run_check_for( 86400, 3600 ), 'state', 'external_id' );
		foreach ( $inserted as $id ) {
			$this->assertSame( 'shared', $shown[ $id ] ?? null );
			$this->assertSame( Status::CHOSEN, Status::choices( array( $id ) )[ $id ]['chosen'] );
		}
		$this->assertArrayNotHasKey( $draft, $shown );
		$this->assertArrayNotHasKey( $excluded, $shown );
		$this->assertArrayNotHasKey( $backlog, $shown, 'it was here before, and nobody chose it' );
		$this->assertSame( array(), Status::choices( array( $backlog ) ) );
	}

	public function test_more_inserted_works_than_a_visit_takes_are_all_found_at_once(): void {
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$this->published( 1 );
		for ( $n = 0; $n < 120; $n++ ) {
			$ids[] = $this->insert_by_sql( 'publish' );
		}
		$this->assertSame( array(), array_diff( $ids, array_column( $this->run_check_for( 86400, 3600 ), 'external_id' ) ) );
	}

	public function test_a_chosen_work_without_a_row_waits_like_any_other(): void {
		list( $id ) = $this->published( 1 );
		Outbox::remove( $id );
		$this->run_check_for( 86400, 86400 );
		$this->assertSame( 1, Outbox::find( $id )['revision'] );
	}

	public function test_nothing_is_shown_while_works_wait_or_a_large_job_is_open(): void {
		list( $first, $second ) = $this->published( 2 );
		$this->pass_a_work();
		wp_update_post( array( 'ID' => $second, 'post_title' => 'Waits' ) );
		Change_Collector::flush();
		$page = Change_Page::read( 50 );
		$this->assertSame( array( array( (string) $second ), 0 ), array( array_column( $page['changes'], 'external_id' ), $page['remaining'] ) );
		$this->take( $page );
		Jobs::start( Jobs::LOOK_AGAIN, 2 );
		$this->assertSame( array( (string) $first, (string) $second ), array_column( Change_Page::read( 50 )['changes'], 'external_id' ) );
		$this->assertSame( 0, $this->progress()['last_id'] );
	}

	public function test_a_work_that_brings_the_site_down_is_named_and_left_out(): void {
		list( $deadly, $next ) = $this->published( 2 );
		$this->pass_a_work();
		$peek = Change_Page::peek( 1, array() );
		$this->assertSame( array( (string) $deadly ), array_column( $peek['waiting'], 'external_id' ) );
		$this->assertSame( array(), Change_Page::read( 50, array( $deadly ) )['changes'] );
		$this->pass_a_work();
		$this->assertSame(
			array( (string) $next ),
			array_column( Change_Page::read( 50, array( $deadly ) )['changes'], 'external_id' ),
			'the round continues behind it'
		);
	}

	public function test_a_failed_query_makes_no_work_look_deleted(): void {
		list( $id ) = $this->published( 1 );
		$this->wait( 86400 );
		try {
			$this->failing( '/SELECT ID, post_type/', static fn() => Change_Page::read( 50 ) );
			$this->fail( 'The site must not answer with a page.' );
		} catch ( \RuntimeException $error ) {
			$this->assertStringContainsString( 'could not be read', $error->getMessage() );
		}
		$this->assertNull( Outbox::find( $id )['tombstone'] );
	}

	public function test_a_visit_costs_the_same_few_queries_for_one_work_and_for_fifty(): void {
		$this->published( 50 );
		$costs = array();
		foreach ( array( 1, 50 ) as $limit ) {
			Background_Progress::save( array( 'total' => 1000000, 'cursor_id' => 0 ) + $this->progress() );
			$this->wait( 60 );
			wp_cache_flush();
			get_option( 'siteurl' );
			$costs[] = $this->queries_of( static function () use ( $limit ): void {
				Change_Page::read( $limit );
			} );
		}
		$this->assertSame( $costs[0], $costs[1] );
		$this->assertLessThanOrEqual( 16, $costs[1] );
		$this->wait( -60 );
		Background_Progress::save( array( 'since' => Clock::now_ms() ) + $this->progress() );
		$this->assertLessThanOrEqual( 5, $this->queries_of( static function (): void {
			Change_Page::read( 50 );
		} ), 'while nothing is due' );
	}

	public function test_its_progress_is_no_part_of_what_every_page_loads(): void {
		$this->published( 1 );
		$this->assertArrayNotHasKey( 'artwork_registry_background_check', wp_load_alloptions( true ) );
	}

	/** @return list<int> Works that the registry has confirmed, and a background check that begins now. */
	private function published( int $count ): array {
		$ids = array();
		for ( $n = 0; $n < $count; $n++ ) {
			$ids[] = $this->taken_over_artwork();
		}
		$reports = array();
		foreach ( $ids as $id ) {
			$reports[] = array( 'shows' => '{"title":"Irises"}' ) + $this->report( $id, 'published', $this->revision( $id ) );
		}
		Status::save_reports( $reports );
		Background_Progress::remove();
		$this->take( Change_Page::read( 50 ) );
		return $ids;
	}

	private function insert_by_sql( string $status ): int {
		global $wpdb;
		$wpdb->insert(
			$wpdb->posts,
			array(
				'post_type'             => 'areg_artwork',
				'post_status'           => $status,
				'post_title'            => 'Inserted',
				'post_name'             => wp_generate_password( 12, false ),
				'post_content'          => '',
				'post_excerpt'          => '',
				'to_ping'               => '',
				'pinged'                => '',
				'post_content_filtered' => '',
			)
		);
		$this->posts[] = $wpdb->insert_id;
		return $wpdb->insert_id;
	}

	/**
	 * The sync service polls for so long, each time until there is nothing more.
	 *
	 * @return list<array<string, mixed>> What it was shown; external_id as a number.
	 */
	private function run_check_for( int $seconds, int $every ): array {
		$shown = array();
		for ( $passed = 0; $passed < $seconds; $passed += $every ) {
			$this->wait( $every );
			do {
				$page = Change_Page::read( 50 );
				$this->take( $page );
				foreach ( $page['changes'] as $change ) {
					$shown[] = array( 'external_id' => (int) $change['external_id'] ) + $change;
				}
			} while ( Outbox::count_waiting() > 0 || ( $page['changes'] && $page['remaining'] > 0 ) );
		}
		return $shown;
	}

	/** @param array{changes: list<array<string, mixed>>} $page */
	private function take( array $page ): void {
		$acks = array_column( $page['changes'], 'revision', 'external_id' );
		if ( $acks && 0 === Outbox::acknowledge( $acks ) ) {
			Background_Check::acknowledge( array_keys( $acks ) );
		}
	}

	private function wait( int $seconds ): void {
		Clock::freeze( $this->now += $seconds );
	}

	/** As long as two works take one. */
	private function pass_a_work(): void {
		$this->wait( 34560 );
	}

	/** @return array{cursor_id: int, since: int, total: int, counted_at: int, next_cursor: int, visited: int, last_id: int} */
	private function progress(): array {
		return Background_Progress::find();
	}

	/** @return array<string, mixed> */
	private function tables(): array {
		return array(
			Sql::rows_of( 'SELECT * FROM ' . Tables::name( 'outbox' ) ),
			Sql::rows_of( 'SELECT * FROM ' . Tables::name( 'status' ) ),
		);
	}
}
