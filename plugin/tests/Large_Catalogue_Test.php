<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Abilities\Reading;
use ArtworkRegistry\Clock;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Picture_Index;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Catalogue_Counts;
use ArtworkRegistry\View\Works_Query;
use ArtworkRegistry\Work\Work_Loader;
use ReflectionProperty;

/** Of a catalogue that is too large to be read for every look at a screen, and for every picture that changes. */
final class Large_Catalogue_Test extends Wordpress_Case {
	use Broken_Statements;

	public function test_the_list_of_a_large_catalogue_has_the_same_works_in_the_same_order(): void {
		$this->gallery();
		$views = array( array(), array( 'published' ), array( 'attention' ), array( 'attention', 'stopped', 'held' ), array( 'not_shared' ),
			array( 'published_waiting' ), array( 'waiting', 'sold' ) );
		$pages = function ( bool $is_ascending ) use ( $views ): array {
			$found = array();
			foreach ( $views as $some ) {
				foreach ( array( 1, 2, 3 ) as $page ) {
					$found[] = array_column( Works_Query::list( $some, '', $page, 3, 'external_id', $is_ascending ), 'external_id' );
				}
			}
			return $found;
		};
		$newest = $pages( false );
		$oldest = $pages( true );
		$this->assertNotSame( $newest, $oldest );
		Counts::save( $this->counted( Clock::now() ) );
		$this->assertSame( array( $newest, $oldest ), array( $pages( false ), $pages( true ) ) );
		Counts::save( array( 'gone' => null ) + $this->counted( Clock::now() ) );
		$this->assertSame( array( $newest, $oldest ), array( $pages( false ), $pages( true ) ), 'with more former works than are kept' );
	}

	public function test_each_page_of_a_large_catalogue_is_the_same_in_every_order_also_from_its_end(): void {
		$this->gallery();
		$pages = static function (): array {
			$found = array();
			foreach ( Works_Query::ORDERS as $order ) {
				foreach ( array( array(), array( 'published' ), array( 'not_shared', 'attention' ) ) as $views ) {
					foreach ( array( 1, 2, 3, 4, 5, 6 ) as $page ) {
						foreach ( array( true, false ) as $is_ascending ) {
							$one                                            = Works_Query::page( $views, '', $page, 3, $order, $is_ascending );
							$found[ "$order $page " . (int) $is_ascending ][] = array( array_column( $one['works'], 'external_id' ), $one['total'] );
						}
					}
				}
			}
			return $found;
		};
		$small = $pages();
		$this->assertSame( 12, $small['title 1 1'][0][1] );
		$this->assertSame( array_reverse( $small['external_id 4 1'][0][0] ), $small['external_id 1 0'][0][0] );
		Counts::save( $this->counted( Clock::now() ) );
		$this->assertSame( $small, $pages() );
		Counts::save( array( 'gone' => null ) + $this->counted( Clock::now() ) );
		$this->assertSame( $small, $pages(), 'with more former works than are kept' );
	}

	public function test_the_last_page_of_a_large_catalogue_is_read_from_its_end(): void {
		$this->gallery();
		$kept = $this->counted( Clock::now() );
		Counts::save( $kept );
		$last = $kept['counts']['published'] + $kept['counts']['attention'];
		$this->assertGreaterThan( 2, $last );
		$read = $this->statements( static function () use ( $last ): void {
			Works_Query::page( array(), '', 4, 3 );
			Works_Query::page( array( 'published', 'attention' ), '', $last, 1 );
		} );
		$this->assertSame( array(), preg_grep( '/ OFFSET [1-9]/', $read ) );
	}

	public function test_a_list_by_title_of_a_large_catalogue_reads_no_table_of_the_plugin_but_for_works_without_a_post(): void {
		global $wpdb;
		$this->gallery();
		Counts::save( array( 'gone' => array() ) + $this->counted( Clock::now() ) );
		$read = $this->statements( static function (): void {
			Works_Query::page( array(), '', 1, 3, 'title', true );
		} );
		$list = array_values( (array) preg_grep( '/ORDER BY title/', $read ) );
		$this->assertCount( 1, $list );
		$this->assertStringNotContainsString( Tables::name( 'outbox' ), $list[0] );
		$this->assertStringNotContainsString( 'JOIN ' . Tables::name( 'status' ), $list[0] );
		$this->assertStringContainsString( $wpdb->posts, $list[0] );
	}

	public function test_a_large_catalogue_is_counted_when_the_plugin_is_activated(): void {
		global $wpdb;
		$row = "('areg_artwork', 'publish', 'Many', 'many-works', '', '', '', '', '', NOW(), NOW(), NOW(), NOW())";
		try {
			for ( $count = 0; $count < 5000; $count += 500 ) {
				$wpdb->query(
					"INSERT INTO $wpdb->posts (post_type, post_status, post_title, post_name, post_content, post_excerpt, to_ping, pinged,
					post_content_filtered, post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES " . implode( ', ', array_fill( 0, 500, $row ) )
				);
			}
			$this->assertNull( Counts::find() );
			Installation::set_up_site();
			$this->assertGreaterThanOrEqual( 5000, Counts::find()['counts']['not_shared'] ?? 0 );
		} finally {
			$wpdb->query( "DELETE FROM $wpdb->posts WHERE post_name = 'many-works'" );
		}
	}

	public function test_a_large_catalogue_is_counted_after_the_answer_and_a_small_one_at_every_look(): void {
		$this->gallery();
		$this->assertSame( 2, Catalogue_Counts::read()['counts']['attention'] );
		$this->assertNull( Counts::find(), 'a small catalogue keeps nothing' );
		Clock::freeze( 1800000000 );
		$kept = array( 'counts' => array( 'attention' => 7000 ) + array_fill_keys( Works_Query::VIEWS, 0 ) ) + $this->counted( Clock::now() );
		Counts::save( array( 'took_ms' => 1000 ) + $kept );
		$this->assertSame( 7000, Catalogue_Counts::read()['counts']['attention'] );
		$total_of = fn( string $view ): int => Works_Query::page( array( $view ), '', 1, 1 )['total'];
		$this->assertSame( array( 7000, 1 ), array( $total_of( 'attention' ), $total_of( 'held' ) ), 'a list that ends is counted by what is in it' );
		$this->assertFalse( has_action( 'shutdown', array( Catalogue_Counts::class, 'count_after_answer' ) ) );
		Clock::freeze( 1800000020 );
		$this->assertSame( 7000, Catalogue_Counts::read()['counts']['attention'], 'the answer does not wait for the count' );
		$this->assertNotFalse( has_action( 'shutdown', array( Catalogue_Counts::class, 'count_after_answer' ) ) );
		remove_action( 'shutdown', array( Catalogue_Counts::class, 'count_after_answer' ), 1001 );
		$this->assertSame( 1800000020, Counts::find()['at'] ?? 0, 'two looks at the same moment do not both count' );
		Catalogue_Counts::count_after_answer();
		$this->assertSame( 2, Catalogue_Counts::read()['counts']['attention'] );
	}

	public function test_works_that_came_into_a_state_since_it_was_counted_are_listed_and_exported(): void {
		$this->gallery();
		$kept = $this->counted( Clock::now() );
		Counts::save( array( 'counts' => array( 'attention' => 0, 'not_shared' => 0 ) + $kept['counts'] ) + $kept );
		$ids   = array_column( Works_Query::list( array( 'attention' ), '', 1, 20 ), 'external_id' );
		$found = Works_Query::page( array( 'attention' ), '', 1, 20 );
		$this->assertCount( 2, $ids );
		$this->assertSame( $ids, array_column( Works_Query::list_before( array( 'attention' ), '', PHP_INT_MAX, 20 ), 'external_id' ) );
		$this->assertSame( array( $ids, 2 ), array( array_column( $found['works'], 'external_id' ), $found['total'] ) );
		$this->assertSame( 'Success: 2 artworks are tried again.', trim( $this->wp( 'retry' ) ) );
		$this->assertCount( $kept['counts']['not_shared'], Works_Query::list_before( array( 'not_shared' ), '', PHP_INT_MAX, 20 ) );
	}

	public function test_a_list_has_a_next_page_where_more_works_came_than_were_counted(): void {
		$this->gallery();
		$kept = $this->counted( Clock::now() );
		Counts::save( array( 'counts' => array( 'published' => 1 ) + $kept['counts'] ) + $kept );
		$this->assertSame( 2, $kept['counts']['published'] );
		$this->assertSame( 2, Works_Query::page( array( 'published' ), '', 1, 1 )['total'], 'at least one more' );
		$this->assertSame( 2, Works_Query::page( array( 'published' ), '', 1, 20 )['total'] );
	}

	public function test_an_agent_is_told_how_many_works_need_the_owner_now(): void {
		$this->gallery();
		wp_set_current_user( $this->user( 'administrator' ) );
		$real = Reading::list_needs_attention( array( 'per_page' => 1 ) );
		$this->assertSame( 3, $real['total'] );
		Clock::freeze( 1800000000 );
		$kept = $this->counted( Clock::now() - 60 );
		Counts::save( array( 'counts' => array( 'attention' => 0, 'held' => 0 ) + $kept['counts'] ) + $kept );
		$told = Reading::list_needs_attention( array( 'per_page' => 1 ) );
		$this->assertSame( array( 3, 3 ), array( $told['total'], $told['pages'] ) );
	}

	public function test_a_screen_does_not_search_a_large_catalogue_for_what_was_not_there_a_moment_ago(): void {
		$this->gallery();
		$kept = $this->counted( Clock::now() );
		Counts::save( array( 'counts' => array( 'waiting' => 0 ) + $kept['counts'] ) + $kept );
		$read = $this->statements( static function (): void {
			Works_Query::page( array( 'waiting' ), '', 1, 20 );
		} );
		$this->assertSame( array(), preg_grep( '/artwork_registry_outbox/', $read ) );
		Counts::save( array( 'counts' => array( 'waiting' => 0, 'attention' => 0 ) + $kept['counts'] ) + $kept );
		$this->assertSame( $kept['counts']['attention'], Works_Query::page( array( 'waiting', 'attention' ), '', 1, 20 )['total'] );
		Counts::save( array( 'at' => Clock::now() - 60, 'counts' => array( 'not_shared' => 0 ) + $kept['counts'] ) + $kept );
		$this->assertSame( $kept['counts']['not_shared'], Works_Query::page( array( 'not_shared' ), '', 1, 20 )['total'] );
	}

	public function test_who_shows_a_picture_is_answered_without_reading_custom_fields(): void {
		global $wpdb;
		$picture = $this->attachment();
		$first   = $this->artwork( array( 'meta_input' => array( '_thumbnail_id' => $picture, 'artist' => 'Hilma af Klint' ) ) );
		$second  = $this->artwork();
		Change_Collector::flush();
		Outbox::acknowledge( array( $first => $this->revision( $first ) ) );
		$seen = $this->statements( function () use ( $picture, $first ): void {
			wp_update_attachment_metadata( $picture, array( 'file' => 'other.jpg' ) );
			Change_Collector::flush();
			Pictures::prime( array( $first ) );
		} );
		$this->assertContains( $first, array_keys( Outbox::list_waiting( 10 ) ) );
		$this->assertFalse( Pictures::is_shared( $first, '_thumbnail_id' ) );
		$this->assertSame( array(), preg_grep( "/FROM $wpdb->postmeta m /", $seen ) );

		set_post_thumbnail( $second, $picture );
		Change_Collector::flush();
		Pictures::prime( array( $first ) );
		$this->assertTrue( Pictures::is_shared( $first, '_thumbnail_id' ) );
		delete_post_thumbnail( $second );
		Change_Collector::flush();
		Pictures::prime( array( $first ) );
		$this->assertFalse( Pictures::is_shared( $first, '_thumbnail_id' ) );
	}

	public function test_pictures_that_were_set_past_wordpress_are_learned_at_installation_and_when_the_work_is_read(): void {
		global $wpdb;
		$picture = $this->attachment();
		$one     = $this->artwork();
		$other   = $this->artwork();
		Change_Collector::flush();
		foreach ( array( $one, $other ) as $id ) {
			$wpdb->insert( $wpdb->postmeta, array( 'post_id' => $id, 'meta_key' => '_thumbnail_id', 'meta_value' => (string) $picture ) );
			clean_post_cache( $id );
			wp_cache_delete( $id, 'post_meta' );
		}
		Pictures::prime( array( $one ) );
		$this->assertSame( array( $one ), $this->showing( $picture ) );
		Picture_Index::fill();
		$this->assertSame( array( $one, $other ), $this->showing( $picture ) );
	}

	public function test_a_table_of_pictures_that_is_not_whole_yet_answers_nothing(): void {
		global $wpdb;
		list( $one ) = $this->two_with_one_picture();
		$left        = $this->artwork();
		$fields      = 'post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered, post_type, post_status';
		$values      = implode( ', ', array_fill( 0, 2100, "('', '', '', '', '', '', 'half_read', 'draft')" ) );
		$wpdb->query( "INSERT INTO $wpdb->posts ($fields) VALUES $values" );
		$pairing = $this->pair();
		Jobs::remove_all();
		$spent = new ReflectionProperty( Picture_Index::class, 'spent' );
		$spent->setAccessible( true );
		$before = $spent->getValue();
		// As if this request had read for long.
		$spent->setValue( null, 99.0 );
		try {
			$this->read_until( 0 );
			$this->assertTrue( $this->call( $pairing, 'poll', self::poll_of_service() )[1]['sweeping'], 'the service asks again soon, and page by page' );
			$this->read_until( 0 );
			Outbox::touch( array( $one => 'artwork' ) );
			$page = $this->call( $pairing, 'changes' )[1];
			$this->assertSame( array( array(), true ), array( $page['changes'], $page['sweeping'] ), 'no work is said to be broken meanwhile' );
			$this->read_until( 0 );
			$this->leaves( $left );
			$page = $this->call( $pairing, 'changes' )[1];
			$this->assertSame( array( (string) $left ), array_column( $page['changes'], 'external_id' ), 'one that leaves does not wait' );
			$this->assertTrue( $page['sweeping'] );
			$wpdb->query( 'DROP TABLE ' . Tables::name( 'pictures' ) );
			try {
				Pictures::prime( array( $one ) );
				$this->fail( 'the table was not whole' );
			} catch ( Read_Failed $failed ) {
				$this->assertStringContainsString( 'still being read', $failed->getMessage() );
			}
			Pictures::prime( array( $one ) );
			$this->assertTrue( Pictures::is_shared( $one, '_thumbnail_id' ) );
		} finally {
			$spent->setValue( null, $before );
			$wpdb->query( "DELETE FROM $wpdb->posts WHERE post_type = 'half_read'" );
		}
	}

	public function test_where_the_database_refuses_the_pictures_works_leave_and_none_is_said_to_be_broken(): void {
		list( $one ) = $this->two_with_one_picture();
		$left        = $this->artwork();
		$pairing     = $this->pair();
		Jobs::remove_all();
		$shared = array( $one );
		for ( $count = 0; $count < 12; $count++ ) {
			$shared[] = $this->artwork( array( 'meta_input' => array( '_thumbnail_id' => $this->attachment(), 'artist' => 'Hilma af Klint' ) ) );
		}
		Change_Collector::flush();
		Status::choose( $shared, Status::CHOSEN );
		Outbox::touch( array_fill_keys( $shared, 'artwork' ) );
		Clock::freeze( Clock::now() + 60 );
		$this->leaves( $left );
		Clock::freeze( null );
		$this->read_until( 0 );
		$pictures = Tables::name( 'pictures' );
		$refused  = fn( array $order ) => $this->failing( "/^INSERT INTO $pictures/", fn() => $this->call( $pairing, 'changes', $order ) );

		list( $status, $page ) = $refused( array( 'limit' => 1 ) );
		$this->assertSame( array( 200, array( (string) $left ) ), array( $status, array_column( $page['changes'], 'external_id' ) ) );
		Outbox::acknowledge( array( $left => $this->revision( $left ) ) );
		Clock::freeze( Clock::now() + 60 );
		wp_update_post( array( 'ID' => $shared[12], 'post_password' => 'secret' ) );
		Change_Collector::flush();
		Status::save_reports( array( $this->report( $shared[12], 'published', 1 ) ) );
		Outbox::touch( array( $shared[12] => 'artwork' ) );
		Clock::freeze( null );
		$locked = $refused( array( 'limit' => 1 ) )[1];
		$this->assertSame( array( (string) $shared[12] ), array_column( $locked['changes'], 'external_id' ) );
		Outbox::acknowledge( array( $shared[12] => $this->revision( $shared[12] ) ) );
		list( $status, $refusal ) = $refused( array() );
		$this->assertSame( array( 503, 'pictures_unread' ), array( $status, $refusal['error']['code'] ) );
		$this->assertCount( 12, $this->call( $pairing, 'changes' )[1]['changes'] );
	}

	public function test_a_picture_is_known_as_shared_although_the_table_of_pictures_was_lost(): void {
		global $wpdb;
		list( $one, $other ) = $this->two_with_one_picture();
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'pictures' ) );
		Pictures::prime( array( $one ) );
		$this->assertTrue( Pictures::is_shared( $one, '_thumbnail_id' ) );
		$this->assertSame( array( $one, $other ), $this->showing( (int) get_post_thumbnail_id( $one ) ) );
		$read = $this->statements( static function () use ( $one ): void {
			Pictures::prime( array( $one ) );
		} );
		$this->assertSame( array(), preg_grep( '/INSERT/', $read ), 'once' );
	}

	public function test_pictures_that_an_activation_could_not_read_are_read_at_the_next_visit(): void {
		list( $one, $other ) = $this->two_with_one_picture();
		$pairing             = $this->pair();
		$pictures            = Tables::name( 'pictures' );
		$GLOBALS['wpdb']->query( "DELETE FROM $pictures" );
		$this->failing_once( "/INSERT INTO $pictures .*SELECT/s", array( Installation::class, 'set_up_site' ) );
		$this->assertSame( array(), $this->showing( (int) get_post_thumbnail_id( $one ) ) );
		$this->assertSame( 200, $this->call( $pairing, 'poll', self::poll_of_service() )[0] );
		$this->assertSame( array( $one, $other ), $this->showing( (int) get_post_thumbnail_id( $one ) ) );
	}

	public function test_a_visit_is_answered_although_the_database_refuses_to_keep_the_pictures(): void {
		$this->two_with_one_picture();
		$pairing  = $this->pair();
		$pictures = Tables::name( 'pictures' );
		Jobs::remove_all();
		$this->read_until( 0 );
		list( $status, $answer ) = $this->failing_once(
			"/INSERT INTO $pictures/",
			fn() => $this->call( $pairing, 'poll', self::poll_of_service() )
		);
		$this->assertSame( array( 200, false ), array( $status, $answer['sweeping'] ?? null ), 'nothing is read further by asking again at once' );
		$this->assertFalse( Picture_Index::is_filled() );
		$this->assertSame( 200, $this->call( $pairing, 'poll', self::poll_of_service() )[0] );
		$this->assertTrue( Picture_Index::is_filled() );
	}

	public function test_a_table_of_pictures_that_is_lost_while_it_is_read_is_read_from_its_beginning(): void {
		global $wpdb;
		list( $one, $other ) = $this->two_with_one_picture();
		$this->read_until( $other );
		$pictures = Tables::name( 'pictures' );
		$lose     = static function ( string $sql ) use ( &$lose, $wpdb, $pictures ): string {
			if ( 1 === preg_match( "/INSERT INTO $pictures .*SELECT/s", $sql ) ) {
				remove_filter( 'query', $lose );
				$wpdb->query( "DROP TABLE $pictures" );
			}
			return $sql;
		};
		add_filter( 'query', $lose );
		$this->assertFalse( Picture_Index::continue_filling() );
		$this->assertTrue( Picture_Index::continue_filling() );
		$this->assertSame( array( $one, $other ), $this->showing( (int) get_post_thumbnail_id( $one ) ) );
	}

	public function test_a_request_asks_whether_the_table_of_pictures_is_whole_in_the_statement_that_reads_it(): void {
		global $wpdb;
		list( $one, $other ) = $this->two_with_one_picture();
		Picture_Index::fill();
		$this->assertTrue( Picture_Index::is_filled() );
		wp_load_alloptions();
		// By another process, which has read as far as the first of both.
		$wpdb->delete( Tables::name( 'pictures' ), array( 'external_id' => $other ) );
		$this->read_until( $one );
		Pictures::prime( array( $one ) );
		$this->assertTrue( Pictures::is_shared( $one, '_thumbnail_id' ) );
	}

	public function test_pictures_stay_known_where_the_fields_of_their_works_cannot_be_read(): void {
		global $wpdb;
		list( $one, $other ) = $this->two_with_one_picture();
		Pictures::prime( array( $one ) );
		try {
			$this->failing_once( "/FROM $wpdb->postmeta/", static fn() => Work_Loader::load( array( $one, $other ) ) );
			$this->fail( 'the fields were not read' );
		} catch ( Read_Failed $failed ) {
			$pictures = Tables::name( 'pictures' );
			$known    = $wpdb->get_col( "SELECT external_id FROM $pictures WHERE external_id > 0 ORDER BY external_id" );
			$this->assertSame( array( $one, $other ), array_map( 'intval', $known ) );
		}
	}

	/** A registered work that its owner takes out. */
	private function leaves( int $id ): void {
		Status::choose( array( $id ), Status::CHOSEN );
		Status::save_reports( array( $this->report( $id, 'published', 1 ) ) );
		Status::choose( array( $id ), Status::EXCLUDED );
		Outbox::touch( array( $id => 'artwork' ) );
	}

	/** As if the pictures of the posts up to this one were read. */
	private function read_until( int $post_id ): void {
		$GLOBALS['wpdb']->update( Tables::name( 'pictures' ), array( 'picture' => $post_id ), array( 'external_id' => 0 ) );
	}

	/** @return array{0: int, 1: int} The first is chosen. */
	private function two_with_one_picture(): array {
		$fields = array( 'meta_input' => array( '_thumbnail_id' => $this->attachment(), 'artist' => 'Hilma af Klint' ) );
		$ids    = array( $this->artwork( $fields ), $this->artwork( $fields ) );
		Change_Collector::flush();
		Status::choose( array( $ids[0] ), Status::CHOSEN );
		return $ids;
	}

	/** @return list<int> */
	private function showing( int $picture ): array {
		global $wpdb;
		return array_map( 'intval', $wpdb->get_col( 'SELECT external_id FROM ' . Tables::name( 'pictures' ) . " WHERE picture = $picture ORDER BY external_id" ) );
	}

	/** @return list<string> */
	private function statements( callable $act ): array {
		$seen = array();
		$note = static function ( string $query ) use ( &$seen ): string {
			$seen[] = (string) preg_replace( '/\s+/', ' ', $query );
			return $query;
		};
		add_filter( 'query', $note );
		$act();
		remove_filter( 'query', $note );
		return $seen;
	}

	/** Some of each state, one of them without its post. */
	private function gallery(): void {
		foreach ( array( 'published', 'attention', 'stopped', 'published', 'sold', 'attention', 'published', 'published', 'held',
			'published' ) as $number => $state ) {
			$id = $this->taken_over_artwork();
			Status::save_reports( array( array( 'confirmed_at' => 100 + $number, 'registry_id' => "ART-$number" ) + $this->report( $id, $state, 1 ) ) );
			if ( in_array( $number, array( 3, 6 ), true ) ) {
				wp_update_post( array( 'ID' => $id, 'post_title' => 'Changed' ) );
			}
			if ( 7 === $number ) {
				wp_delete_post( $id, true );
			}
		}
		$this->artwork();
		$this->artwork( array( 'post_status' => 'draft' ) );
		Change_Collector::flush();
	}

	/** @return array{at: int, took_ms: int, counts: array<string, int>, unregistered: int, sourceless: int, gone: list<int>|null} */
	private function counted( int $at ): array {
		return array(
			'at'           => $at,
			'took_ms'      => 100,
			'counts'       => Works_Query::counts(),
			'unregistered' => 1,
			'sourceless'   => 0,
			'gone'         => Works_Query::gone(),
		);
	}
}
