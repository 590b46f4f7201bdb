<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Picture_Index;
use ArtworkRegistry\Store\Pictures_Unread;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Background_Check;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\Work\Work_Loader;
use ReflectionProperty;

/** Of the table of which work shows which picture, also while it is not whole. */
final class Picture_Table_Test extends Wordpress_Case {
	use Broken_Statements;

	public function test_who_shows_a_picture_is_answered_without_reading_custom_fields(): void {
		global $wpdb;
		$picture = $this->attachment();
		$first   = $this->artwork( array( 'meta_input' => array( '_thumbnail_id' => $picture, 'artist' => 'Hilma af Klint' ) ) );
		$second  = $this->artwork();
		Change_Collector::flush();
		Outbox::acknowledge( array( $first => $this->revision( $first ) ) );
		$seen = $this->statements_in( function () use ( $picture, $first ): void {
			wp_update_attachment_metadata( $picture, array( 'file' => 'other.jpg' ) );
			Change_Collector::flush();
			Pictures::prime( array( $first ) );
		} );
		$this->assertContains( $first, array_keys( Outbox::list_waiting( 10 ) ) );
		$this->assertFalse( Pictures::is_shared( $first, '_thumbnail_id' ) );
		$this->assertSame( array(), preg_grep( "/FROM $wpdb->postmeta m\\b/", $seen ) );

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
		$this->insert_posts( 2100, "('', '', '', '', '', '', 'half_read', 'draft')" );
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
		$left    = $this->artwork();
		$pairing = $this->pair();
		$shared  = $this->waiting_with_pictures( 13 );
		Clock::freeze( Clock::now() + 60 );
		$this->leaves( $left );
		Clock::freeze( null );

		$page = $this->page_without_pictures( $pairing, array( 'limit' => 1 ) );
		$this->assertSame( array( (string) $left ), array_column( $page['changes'], 'external_id' ) );
		Outbox::acknowledge( array( $left => $this->revision( $left ) ) );
		Clock::freeze( Clock::now() + 60 );
		wp_update_post( array( 'ID' => $shared[12], 'post_password' => 'secret' ) );
		Change_Collector::flush();
		Status::save_reports( array( $this->report( $shared[12], 'published', 1 ) ) );
		Outbox::touch( array( $shared[12] => 'artwork' ) );
		Clock::freeze( null );
		$locked = $this->page_without_pictures( $pairing, array( 'limit' => 1 ) );
		$this->assertSame( array( (string) $shared[12] ), array_column( $locked['changes'], 'external_id' ) );
		Outbox::acknowledge( array( $shared[12] => $this->revision( $shared[12] ) ) );
		$this->assertNull( $this->page_without_pictures( $pairing, array() ) );
		$this->assertCount( 12, $this->call( $pairing, 'changes' )[1]['changes'] );
	}

	public function test_a_work_whose_row_of_pictures_is_refused_is_not_said_to_be_broken(): void {
		global $wpdb;
		$pairing     = $this->pair();
		list( $one ) = $this->waiting_with_pictures( 2 );
		Picture_Index::fill();
		// By a program that knows no hooks.
		$other = array( 'meta_value' => (string) $this->attachment() );
		$wpdb->update( $wpdb->postmeta, $other, array( 'post_id' => $one, 'meta_key' => '_thumbnail_id' ) );
		wp_cache_flush();
		list( $status, $page ) = $this->failing( '/^INSERT INTO ' . Tables::name( 'pictures' ) . '/', fn() => $this->call( $pairing, 'changes' ) );
		$this->assertSame( array( 503, 'pictures_unread' ), array( $status, $page['error']['code'] ?? null ) );
		$this->assertCount( 2, $this->call( $pairing, 'changes' )[1]['changes'] );
	}

	public function test_a_replica_of_the_database_that_lags_behind_does_not_have_the_pictures_read_for_ever(): void {
		$work = $this->artwork( array( 'meta_input' => array( '_thumbnail_id' => $this->attachment(), 'artist' => 'Hilma af Klint' ) ) );
		Change_Collector::flush();
		Picture_Index::fill();
		$table = Tables::name( 'pictures' );
		$asked = 0;
		$lag   = static function ( string $sql ) use ( $table, $work, &$asked ): string {
			// Without the row of this work, as it was before.
			if ( 0 !== strpos( $sql, 'SELECT' ) || false === strpos( $sql, 'UNION ALL' ) || false === strpos( $sql, $table ) ) {
				return $sql;
			}
			++$asked;
			return strtr( $sql, array( ",$work)" => ')' ) );
		};
		try {
			$this->with_query_filter( $lag, static function () use ( $work ): void {
				Work_Loader::load( array( $work ) );
			} );
			$this->fail( 'It was answered.' );
		} catch ( Pictures_Unread $unread ) {
			$this->assertFalse( $unread->is_under_way );
		}
		$this->assertSame( 3, $asked );
		$this->assertCount( 1, Work_Loader::load( array( $work ) ) );
	}

	public function test_a_site_without_pictures_has_not_named_all_that_leave_while_a_job_is_open(): void {
		$pairing = $this->pair();
		$this->waiting_with_pictures( 1 + Job_Walker::PAGE );
		$left = $this->registered_artwork();
		wp_update_post( array( 'ID' => $left, 'post_status' => 'draft' ) );
		Change_Collector::flush();
		$gone = $this->registered_artwork();
		Outbox::acknowledge( array( $left => $this->revision( $left ), $gone => $this->revision( $gone ) ) );
		$GLOBALS['wpdb']->delete( $GLOBALS['wpdb']->posts, array( 'ID' => $gone ) );
		clean_post_cache( $gone );
		Jobs::look_again();
		$named = array();
		for ( $calls = 0; $calls < 20; $calls++ ) {
			$page = $this->page_without_pictures( $pairing, array() );
			if ( null === $page ) {
				break;
			}
			$this->assertTrue( $page['sweeping'] );
			foreach ( $page['changes'] as $change ) {
				$named[] = (int) $change['external_id'];
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
			}
		}
		$this->assertSame( array( null, null, array( $left, $gone ) ), array( $page, Jobs::find(), $named ) );
	}

	public function test_a_small_page_without_pictures_looks_at_many_works_and_gives_no_more_than_it_may(): void {
		$pairing = $this->pair();
		$works   = $this->waiting_with_pictures( 25 );
		$leaving = array_slice( $works, 20, 3 );
		foreach ( $leaving as $id ) {
			Status::save_reports( array( $this->report( $id, 'published', 1 ) ) );
		}
		$rule  = static fn( bool $may, \WP_Post $post ): bool => $may && ! in_array( $post->ID, $leaving, true );
		$told  = array();
		$hear  = static function ( int $id ) use ( &$told ): void {
			$told[] = $id;
		};
		$named = array();
		add_filter( 'artwork_registry_may_register', $rule, 10, 2 );
		add_action( 'artwork_registry_leaving', $hear );
		try {
			for ( $calls = 0; $calls < 10; $calls++ ) {
				$page = $this->page_without_pictures( $pairing, array( 'limit' => 1 ) );
				if ( null === $page ) {
					break;
				}
				$named[] = array_map( 'intval', array_column( $page['changes'], 'external_id' ) );
				$this->assertSame( count( $works ) - count( $named ), $page['remaining'] );
				Outbox::acknowledge( array_column( $page['changes'], 'revision', 'external_id' ) );
			}
		} finally {
			remove_filter( 'artwork_registry_may_register', $rule );
			remove_action( 'artwork_registry_leaving', $hear );
		}
		$this->assertNull( $page );
		$this->assertSame( array( array_chunk( $leaving, 1 ), $leaving ), array( $named, $told ) );
	}

	public function test_a_work_far_behind_leaves_although_the_pictures_are_asked_for_at_the_last_page_only(): void {
		$left    = $this->artwork();
		$pairing = $this->pair();
		Jobs::remove_all();
		for ( $count = 0; $count < 9; $count++ ) {
			Outbox::touch( array( $this->artwork() => 'artwork' ) );
		}
		Change_Collector::flush();
		Clock::freeze( Clock::now() + 60 );
		$this->waiting_with_pictures( 1 );
		Clock::freeze( Clock::now() + 60 );
		$this->leaves( $left );
		Clock::freeze( null );
		$page = $this->page_without_pictures( $pairing, array( 'limit' => 1 ) );
		$this->assertSame( array( (string) $left ), array_column( $page['changes'] ?? array(), 'external_id' ) );
	}

	public function test_a_work_leaves_although_hundreds_before_it_have_nothing_to_tell(): void {
		$pairing = $this->pair();
		$this->waiting_with_pictures( 1 );
		$left = $this->artwork();
		Clock::freeze( Clock::now() + 60 );
		Outbox::touch( array_fill_keys( range( 9000001, 9000600 ), 'artwork' ) );
		Clock::freeze( Clock::now() + 60 );
		$this->leaves( $left );
		Clock::freeze( null );
		$page = $this->page_without_pictures( $pairing, array() );
		$this->assertSame( array( (string) $left ), array_column( $page['changes'] ?? array(), 'external_id' ) );
	}

	public function test_a_work_leaves_by_a_rule_behind_more_works_than_ten_pages(): void {
		global $wpdb;
		$pairing = $this->pair();
		$this->waiting_with_pictures( 1 );
		$left = $this->registered_artwork();
		Clock::freeze( Clock::now() + 60 );
		$this->insert_posts( 520, "('', 'Between', '', '', '', '', 'areg_artwork', 'publish')" );
		$between = array_map( 'intval', $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_title = 'Between'" ) );
		Status::choose( $between, Status::CHOSEN );
		Outbox::touch( array_fill_keys( $between, 'artwork' ) );
		Clock::freeze( Clock::now() + 60 );
		Outbox::touch( array( $left => 'artwork' ) );
		Jobs::remove_all();
		Clock::freeze( null );
		$rule = static fn( bool $may, \WP_Post $post ): bool => $may && $post->ID !== $left;
		add_filter( 'artwork_registry_may_register', $rule, 10, 2 );
		try {
			// A call without time says what it could not find out, and does not ask for the next one for ever.
			Change_Page::limit_time( microtime( true ) );
			$this->assertNull( $this->page_without_pictures( $pairing, array() ) );
			Change_Page::limit_time( null );
			$page = $this->page_without_pictures( $pairing, array() );
		} finally {
			Change_Page::limit_time( null );
			remove_filter( 'artwork_registry_may_register', $rule );
			$wpdb->query( "DELETE FROM $wpdb->posts WHERE post_title = 'Between'" );
		}
		$this->assertSame( array( (string) $left ), array_column( $page['changes'] ?? array(), 'external_id' ) );
	}

	public function test_the_background_check_continues_without_pictures_and_finds_what_left_by_sql(): void {
		global $wpdb;
		$now     = Clock::now();
		$pairing = $this->pair();
		$ids     = $this->waiting_with_pictures( 12 );
		foreach ( $ids as $id ) {
			Status::save_reports( array( $this->report( $id, 'published', $this->revision( $id ) ) ) );
			Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		}
		$wpdb->update( $wpdb->posts, array( 'post_status' => 'draft' ), array( 'ID' => $ids[1] ) );
		clean_post_cache( $ids[1] );
		Background_Progress::remove();
		$this->call( $pairing, 'changes' );
		$shown = array();
		foreach ( array( 6, 12 ) as $hours ) {
			Clock::freeze( $now + 3600 * $hours );
			$page = $this->page_without_pictures( $pairing, array() );
			$this->assertNotNull( $page, 'nothing waits for a picture' );
			$shown[] = array_column( $page['changes'] ?? array(), 'revision', 'external_id' );
			Outbox::acknowledge( $shown[0] );
			Background_Check::acknowledge( array_keys( $shown[0] ) );
		}
		Clock::freeze( null );
		$this->assertSame( array( array( $ids[1] => $this->revision( $ids[1] ) ), array() ), $shown );
		$this->assertGreaterThan( $ids[4], Background_Progress::find()['cursor_id'], 'and continues behind works whose pictures are asked for' );
	}

	public function test_a_picture_is_known_as_shared_although_the_table_of_pictures_was_lost(): void {
		global $wpdb;
		list( $one, $other ) = $this->two_with_one_picture();
		$wpdb->query( 'DROP TABLE ' . Tables::name( 'pictures' ) );
		Pictures::prime( array( $one ) );
		$this->assertTrue( Pictures::is_shared( $one, '_thumbnail_id' ) );
		$this->assertSame( array( $one, $other ), $this->showing( (int) get_post_thumbnail_id( $one ) ) );
		$read = $this->statements_in( static function () use ( $one ): void {
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
		$is_lost  = false;
		$lose     = static function ( string $sql ) use ( &$is_lost, $wpdb, $pictures ): string {
			if ( ! $is_lost && 1 === preg_match( "/INSERT INTO $pictures .*SELECT/s", $sql ) ) {
				$is_lost = true;
				$wpdb->query( "DROP TABLE $pictures" );
			}
			return $sql;
		};
		$this->assertFalse( $this->with_query_filter( $lose, array( Picture_Index::class, 'continue_filling' ) ) );
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

	/**
	 * A page, while the database refuses to keep the pictures.
	 *
	 * @param array<string, mixed> $pairing
	 * @param array<string, mixed> $order
	 * @return array<string, mixed>|null Null: the site says that they are unread.
	 */
	private function page_without_pictures( array $pairing, array $order ): ?array {
		$pictures = Tables::name( 'pictures' );
		$this->read_until( 0 );
		list( $status, $page ) = $this->failing( "/^INSERT INTO $pictures/", fn() => $this->call( $pairing, 'changes', $order ) );
		if ( 503 === $status ) {
			$this->assertSame( 'pictures_unread', $page['error']['code'] );
			return null;
		}
		$this->assertSame( 200, $status );
		return $page;
	}

	/** @return list<int> Chosen works that wait, each with a picture. */
	private function waiting_with_pictures( int $works ): array {
		$ids = array();
		for ( $count = 0; $count < $works; $count++ ) {
			$ids[] = $this->artwork( array( 'meta_input' => array( '_thumbnail_id' => $this->attachment(), 'artist' => 'Hilma af Klint' ) ) );
		}
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		Outbox::touch( array_fill_keys( $ids, 'artwork' ) );
		Jobs::remove_all();
		return $ids;
	}

	/** Past WordPress, all alike; the test that inserts them deletes them. */
	private function insert_posts( int $count, string $values ): void {
		global $wpdb;
		$fields = 'post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered, post_type, post_status';
		$wpdb->query( "INSERT INTO $wpdb->posts ($fields) VALUES " . implode( ', ', array_fill( 0, $count, $values ) ) );
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
}
