<?php
/**
 * A search finds what the screen shows, however WordPress or an importer has stored it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Works_Query;

final class Search_Test extends Wordpress_Case {
	/** @return array<string, array{0: string, 1: string}> Stored, as the screen shows it. */
	public function titles(): array {
		return array(
			'an ampersand'           => array( 'Sea &amp; Sky', 'Sea & Sky' ),
			'an ampersand as it is'  => array( 'Salt & Stone', 'Salt & Stone' ),
			'by its number'          => array( 'Gilbert &#038; George', 'Gilbert & George' ),
			'a dash by its number'   => array( 'Rain &#8212; Study', "Rain \u{2014} Study" ),
			'a quote by its number'  => array( 'The Painter&#8217;s Wife', "The Painter\u{2019}s Wife" ),
			'quotes'                 => array( 'Untitled &quot;Blue&quot;', 'Untitled "Blue"' ),
			'a sign of the database' => array( '100% wool', '100% wool' ),
		);
	}

	/** @dataProvider titles */
	public function test_a_title_is_found_as_it_is_shown( string $stored, string $shown ): void {
		global $wpdb;
		$other = $this->artwork( array( 'post_title' => 'Another one' ) );
		$id    = $this->artwork( array( 'post_title' => 'x' ) );
		$wpdb->update( $wpdb->posts, array( 'post_title' => $stored ), array( 'ID' => $id ) );
		clean_post_cache( $id );
		Change_Collector::flush();
		Events::record( 'work.register', $id );
		Events::record( 'work.register', $other );
		foreach ( array( $shown, mb_substr( $shown, 1, 12 ) ) as $search ) {
			$this->assertSame( array( $id ), array_column( Works_Query::list( array(), $search, 1, 10 ), 'external_id' ), $search );
			$this->assertSame( array( $id ), array_column( Events::list_newest( 10, 0, '', $search ), 'external_id' ), $search );
		}
	}

	public function test_an_artist_kept_as_a_term_is_found_as_he_is_shown(): void {
		\ArtworkRegistry\Store\Mapping_Store::write( array(
			'version' => 1,
			'sources' => array( 'artwork' => array( 'artist_name' => array( 'steps' => array( array( 'from' => 'taxonomy', 'key' => 'post_tag' ) ) ) ) ),
		) );
		\ArtworkRegistry\Mapping\Mapping::forget();
		$id = $this->artwork();
		register_taxonomy_for_object_type( 'post_tag', 'areg_artwork' );
		wp_set_object_terms( $id, array( 'Ana Ruiz & Tom Vale' ), 'post_tag' );
		Change_Collector::flush();
		$this->assertSame( array( $id ), array_column( Works_Query::list( array(), 'Ruiz & Tom', 1, 10 ), 'external_id' ) );
		unregister_taxonomy_for_object_type( 'post_tag', 'areg_artwork' );
	}

	public function test_a_search_reads_the_catalogue_once_for_its_page_and_its_total(): void {
		global $wpdb;
		for ( $number = 1; $number <= 5; $number++ ) {
			$this->artwork( array( 'post_title' => "Sketch $number", 'meta_input' => array( 'artwork_registry_artist' => "K\u{e4}the Kollwitz" ) ) );
		}
		$this->artwork( array( 'post_title' => 'Another one' ) );
		Change_Collector::flush();
		foreach ( array( 'Sketch', "K\u{e4}the" ) as $search ) {
			$seen = $this->statements_in( static function () use ( $search, &$found ): void {
				$found = Works_Query::page( array(), $search, 2, 2 );
			} );
			$this->assertSame( array( 2, 5 ), array( count( $found['works'] ), $found['total'] ), $search );
			$this->assertCount( 1, (array) preg_grep( '/FROM ' . preg_quote( $wpdb->postmeta, '/' ) . ' m /', $seen ), $search );
		}
		$this->assertSame( array( 'works' => array(), 'total' => 0 ), Works_Query::page( array(), 'nothing has this', 1, 2 ) );
		$this->assertSame( 5, Works_Query::page( array( 'not_shared' ), 'Sketch', 1, 2, 'title', true )['total'] );
		$this->assertSame( 0, Works_Query::page( array( 'published' ), 'Sketch', 1, 2 )['total'] );
	}

	public function test_a_search_of_a_large_catalogue_finds_a_work_whose_post_is_gone(): void {
		$here = $this->taken_over_artwork();
		$gone = $this->taken_over_artwork();
		foreach ( array( $here, $gone ) as $id ) {
			Status::save_reports( array( array( 'registry_id' => "NEEDLE-$id" ) + $this->report( $id, 'published', 1 ) ) );
		}
		wp_delete_post( $gone, true );
		Change_Collector::flush();
		$find = static function (): array {
			$found = Works_Query::page( array(), 'needle-', 1, 10 );
			return array( array_column( $found['works'], 'external_id' ), $found['total'] );
		};
		$this->assertSame( array( array( $gone, $here ), 2 ), $find() );
		Counts::save( self::counted() );
		$this->assertSame( array( array( $gone, $here ), 2 ), $find() );
	}

	public function test_a_work_whose_post_was_deleted_since_a_large_catalogue_was_counted_is_found_at_once(): void {
		$here = $this->taken_over_artwork();
		$gone = $this->taken_over_artwork();
		foreach ( array( $here, $gone ) as $id ) {
			Status::save_reports( array( array( 'registry_id' => "NEEDLE-$id" ) + $this->report( $id, 'published', 1 ) ) );
		}
		Counts::save( self::counted() );
		wp_delete_post( $gone, true );
		Change_Collector::flush();
		$this->assertSame( array( $gone, $here ), array_column( Works_Query::page( array(), 'needle-', 1, 10 )['works'], 'external_id' ) );
		$this->assertSame( array( $gone, $here ), array_column( Works_Query::list_before( array(), '', PHP_INT_MAX, 10 ), 'external_id' ) );
		Counts::save( array( 'gone' => range( 1000001, 1000000 + Counts::MOST_GONE ) ) + self::counted() );
		wp_delete_post( $here, true );
		Change_Collector::flush();
		$this->assertNull( Counts::find()['gone'] ?? null, 'more than are kept' );
		$this->assertSame( array( $gone, $here ), array_column( Works_Query::page( array(), 'needle-', 1, 10 )['works'], 'external_id' ) );
	}

	public function test_a_connection_that_is_lost_between_a_page_and_its_total_is_no_answer(): void {
		global $wpdb;
		if ( 'WP_SQLite_DB' === get_class( $wpdb ) ) {
			$this->assertTrue( true, 'a file is never cut off' );
			return;
		}
		for ( $number = 1; $number <= 5; $number++ ) {
			$this->artwork( array( 'post_title' => "Sketch $number" ) );
		}
		Change_Collector::flush();
		$cut = static function ( string $query ) use ( $wpdb ): string {
			if ( 'SELECT FOUND_ROWS()' === $query ) {
				$second = new \wpdb( $wpdb->dbuser, $wpdb->dbpassword, $wpdb->dbname, $wpdb->dbhost );
				$second->query( 'KILL ' . mysqli_thread_id( $wpdb->dbh ) );
				$second->close();
			}
			return $query;
		};
		set_error_handler( '__return_true' );
		try {
			$found = $this->with_query_filter( $cut, static fn() => Works_Query::page( array(), 'Sketch', 1, 2 ) );
			$this->fail( "5 works are {$found['total']}." );
		} catch ( Read_Failed $failed ) {
			$this->assertStringContainsString( 'connection was lost', $failed->getMessage() );
		} finally {
			restore_error_handler();
		}
		$this->assertSame( 5, Works_Query::page( array(), 'Sketch', 1, 2 )['total'] );
	}

	/** @return array{at: int, took_ms: int, counts: array<string, int>, unregistered: int, sourceless: int, gone: list<int>|null} */
	private static function counted(): array {
		return array(
			'at'           => Clock::now(),
			'took_ms'      => 1,
			'counts'       => Works_Query::counts(),
			'unregistered' => 0,
			'sourceless'   => 0,
			'gone'         => Works_Query::gone(),
		);
	}
}
