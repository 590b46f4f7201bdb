<?php
/**
 * Files and lists of the whole catalogue, read in pieces.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Works_Export;
use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\View\Works_Query;

final class Exports_Test extends Wordpress_Case {
	private const WORKS = 1100;

	/** @var list<int> */
	private $made = array();

	protected function setUp(): void {
		parent::setUp();
		global $wpdb;
		$rows = array();
		for ( $number = 1; $number <= self::WORKS; $number++ ) {
			$rows[] = "('areg_artwork', 'publish', 'Export $number', 'export-$number', '', '', '', '', '', NOW(), NOW(), NOW(), NOW())";
		}
		foreach ( array_chunk( $rows, 200 ) as $some ) {
			$wpdb->query(
				"INSERT INTO $wpdb->posts (post_type, post_status, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered,
				post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES " . implode( ', ', $some )
			);
		}
		$ids        = $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_name LIKE 'export-%' AND post_type = 'areg_artwork' ORDER BY ID" );
		$this->made = array_map( 'intval', $ids );
	}

	protected function tearDown(): void {
		global $wpdb;
		$wpdb->query( "DELETE FROM $wpdb->posts WHERE post_name LIKE 'export-%' AND post_type = 'areg_artwork'" );
		parent::tearDown();
	}

	public function test_a_file_of_all_works_names_each_once_ends_with_complete_and_keeps_no_post_in_memory(): void {
		ob_start();
		Works_Export::write( array(), 'Export', array() );
		$lines = explode( "\r\n", trim( (string) ob_get_clean() ) );
		$this->assertSame( '"Complete: 1100 lines"', array_pop( $lines ) );
		array_shift( $lines );
		$numbers = array_map( static function ( string $line ): int {
			return (int) trim( (string) substr( $line, (int) strrpos( $line, ',' ) + 1 ), '"' );
		}, $lines );
		$this->assertSame( array_reverse( $this->made ), $numbers );
		$kept = array_filter( $this->made, static function ( int $id ): bool {
			return false !== wp_cache_get( $id, 'posts' );
		} );
		$this->assertSame( array(), $kept );
	}

	public function test_a_work_that_is_deleted_while_a_file_is_written_takes_no_other_out_of_it(): void {
		global $wpdb;
		$first = array_column( Works_Query::list_before( array(), 'Export', PHP_INT_MAX, 500 ), 'external_id' );
		$wpdb->delete( $wpdb->posts, array( 'ID' => $first[0] ) );
		$next = array_column( Works_Query::list_before( array(), 'Export', end( $first ), 500 ), 'external_id' );
		$this->assertSame( array_slice( array_reverse( $this->made ), 500, 500 ), $next );
	}

	public function test_a_large_catalogue_whose_counts_are_kept_is_read_in_the_same_order(): void {
		$listed = array_column( Works_Query::list( array( 'not_shared' ), '', 1, 5000 ), 'external_id' );
		$this->assertGreaterThanOrEqual( self::WORKS, count( $listed ) );
		Counts::save(
			array(
				'at'           => Clock::now(),
				'took_ms'      => 1,
				'counts'       => Works_Query::counts(),
				'unregistered' => 0,
				'sourceless'   => 0,
				'gone'         => array(),
			)
		);
		$read   = array();
		$before = PHP_INT_MAX;
		do {
			$some = array_column( Works_Query::list_before( array( 'not_shared' ), '', $before, 300 ), 'external_id' );
			$read = array_merge( $read, $some );
			$before = (int) end( $some );
		} while ( $some );
		$this->assertSame( $listed, $read );
	}
}
