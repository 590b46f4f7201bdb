<?php
/**
 * An import is killed with SIGKILL in the middle, several times: within a day, what the sync service knows equals the posts. Some
 * hundred rows, or 10,000 with ARTWORK_REGISTRY_LONG=1 (`npm run test:long`).
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Eligibility;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Background_Check;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Work\Work_Content;

final class Killed_Import_Test extends Wordpress_Case {
	/** @var array<int, array<string, mixed>> What the sync service has been told: id → the work as it was shown. */
	private $journal = array();

	protected function tearDown(): void {
		global $wpdb;
		$this->posts = array_map( 'intval', $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type = 'areg_artwork'" ) );
		parent::tearDown();
	}

	public function test_everything_is_found_within_a_day_after_a_killed_import(): void {
		$is_long = self::is_long();
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$this->import( $is_long ? 10000 : 240, $is_long ? 20 : 4 );
		$this->assertGreaterThan( $is_long ? 7000 : 150, count( $this->public_works() ) );

		// What was recorded before the kills goes its way; the rest has to be found.
		Clock::freeze( time() );
		$this->pull();
		$missed = $this->differences();
		$now    = Clock::now();
		for ( $minute = 0; $minute < 24 * 60; $minute += 10 ) {
			Clock::freeze( $now += 600 );
			$this->pull();
		}
		$this->assertNotSame( array(), $missed, 'no kill hit a save, so the background check had nothing to find' );
		$this->assertSame( array(), $this->differences() );
		$this->assertSame( 0, Outbox::count_waiting() );
	}

	/** Runs the import as often as it is killed, each time from the row that it had come to. */
	private function import( int $rows, int $kills ): void {
		$file = (string) tempnam( get_temp_dir(), 'import' );
		file_put_contents( $file, '0' );
		for ( $kill = 0; $kill <= $kills; $kill++ ) {
			$from    = (int) file_get_contents( $file );
			$until   = $kill === $kills ? $rows + 1 : random_int( $from + 1, $from + max( 2, intdiv( 2 * $rows, $kills + 1 ) ) );
			$command = array(
				PHP_BINARY,
				'-d',
				'error_reporting=0',
				'-d',
				'memory_limit=512M',
				dirname( __DIR__ ) . '/vendor/bin/wp',
				'--allow-root',
				'--path=' . untrailingslashit( ABSPATH ),
				'eval-file',
				__DIR__ . '/killed-import.php',
				(string) $rows,
				(string) $from,
				$file,
			);
			// An array is started without a shell, so the signal reaches PHP itself.
			$import = proc_open( $command, array( 1 => array( 'file', '/dev/null', 'w' ), 2 => array( 'file', '/dev/null', 'w' ) ), $pipes );
			$this->assertIsResource( $import );
			$ends = time() + 1200;
			while ( proc_get_status( $import )['running'] && (int) file_get_contents( $file ) < min( $until, $rows + 1 ) && time() < $ends ) {
				usleep( random_int( 500, 20000 ) );
			}
			proc_terminate( $import, 9 );
			proc_close( $import );
		}
		$this->assertSame( $rows, (int) file_get_contents( $file ), 'the last run came to the end' );
		unlink( $file );
		wp_cache_flush();
	}

	/** The sync service: writes down what it is shown, acknowledges it, and asks on. */
	private function pull(): void {
		do {
			$page = Change_Page::read( 50 );
			$acks = array();
			foreach ( $page['changes'] as $change ) {
				$acks[ (int) $change['external_id'] ] = $change['revision'];
				if ( 'shared' === $change['state'] ) {
					$this->journal[ (int) $change['external_id'] ] = $change['artwork'];
				} else {
					unset( $this->journal[ (int) $change['external_id'] ] );
				}
			}
			if ( $acks && 0 === Outbox::acknowledge( $acks ) ) {
				Background_Check::acknowledge( array_keys( $acks ) );
			}
		} while ( Outbox::count_waiting() > 0 || ( $page['changes'] && $page['remaining'] > 0 ) );
	}

	/** @return array<int, string> Works that the sync service knows otherwise than they are. */
	private function differences(): array {
		$public = $this->public_works();
		$wrong  = array();
		foreach ( array_keys( $public + $this->journal ) as $id ) {
			if ( ( $public[ $id ] ?? null ) !== ( $this->journal[ $id ] ?? null ) ) {
				$wrong[ $id ] = ! isset( $public[ $id ] ) ? 'is not public' : ( isset( $this->journal[ $id ] ) ? 'differs' : 'is not known' );
			}
		}
		return $wrong;
	}

	/** @return array<int, array<string, mixed>> Read from the posts alone: those that every visitor sees. */
	private function public_works(): array {
		global $wpdb;
		$works  = array();
		$source = Sources::get( 'artwork' );
		$rows   = Sql::rows_of( "SELECT ID FROM $wpdb->posts WHERE post_type = 'areg_artwork'" );
		foreach ( $rows as $row ) {
			clean_post_cache( (int) $row['ID'] );
			$post = get_post( (int) $row['ID'] );
			if ( null === Eligibility::reason( $post, $source, Status::CHOSEN ) ) {
				$works[ $post->ID ] = Work_Content::of( $source, $post, Status::no_choice() );
			}
		}
		return $works;
	}
}
