<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Abilities\Reading;
use ArtworkRegistry\Clock;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Catalogue_Counts;
use ArtworkRegistry\View\Works_Query;

/** Of a catalogue that is too large to be read for every look at a screen, and for every picture that changes. */
final class Large_Catalogue_Test extends Wordpress_Case {
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
		$read = $this->statements_in( static function () use ( $last ): void {
			Works_Query::page( array(), '', 4, 3 );
			Works_Query::page( array( 'published', 'attention' ), '', $last, 1 );
		} );
		$this->assertSame( array(), preg_grep( '/\sOFFSET [1-9]/', $read ) );
	}

	public function test_a_list_by_title_of_a_large_catalogue_reads_no_table_of_the_plugin_but_for_works_without_a_post(): void {
		global $wpdb;
		$this->gallery();
		Counts::save( array( 'gone' => array() ) + $this->counted( Clock::now() ) );
		$read = $this->statements_in( static function (): void {
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
		$read = $this->statements_in( static function (): void {
			Works_Query::page( array( 'waiting' ), '', 1, 20 );
		} );
		$this->assertSame( array(), preg_grep( '/artwork_registry_outbox/', $read ) );
		Counts::save( array( 'counts' => array( 'waiting' => 0, 'attention' => 0 ) + $kept['counts'] ) + $kept );
		$this->assertSame( $kept['counts']['attention'], Works_Query::page( array( 'waiting', 'attention' ), '', 1, 20 )['total'] );
		Counts::save( array( 'at' => Clock::now() - 60, 'counts' => array( 'not_shared' => 0 ) + $kept['counts'] ) + $kept );
		$this->assertSame( $kept['counts']['not_shared'], Works_Query::page( array( 'not_shared' ), '', 1, 20 )['total'] );
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
