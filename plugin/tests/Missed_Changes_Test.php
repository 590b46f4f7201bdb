<?php
/**
 * A change that could not be recorded is found at the next poll, also where noting that fails too.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Missed_Changes;

final class Missed_Changes_Test extends Wordpress_Case {
	private const OPTION = 'artwork_registry_missed_changes';

	/** @var list<string> What the database refuses every write of. */
	private $refused = array();
	/** @var list<string> What it has refused. */
	private $broken = array();

	protected function setUp(): void {
		parent::setUp();
		$GLOBALS['wpdb']->suppress_errors( true );
		add_filter( 'query', array( $this, 'refuse' ) );
	}

	protected function tearDown(): void {
		remove_filter( 'query', array( $this, 'refuse' ) );
		$GLOBALS['wpdb']->suppress_errors( false );
		parent::tearDown();
	}

	public function test_a_change_is_found_although_the_options_refuse_that_it_was_missed(): void {
		list( $pairing, $id ) = $this->known_work();
		$this->save_while_refused( $id, self::OPTION );
		$this->assertSame( array( 'Changed' ), $this->titles_told( $pairing ) );
	}

	public function test_a_change_is_found_although_the_database_was_away_until_the_end_of_the_request(): void {
		list( $pairing, $id ) = $this->known_work();
		$this->save_while_refused( $id, self::OPTION, Tables::name( 'jobs' ) );
		$this->assertSame( 0, Missed_Changes::find()['missed'] );
		Missed_Changes::record_again();
		$this->assertGreaterThan( 0, Missed_Changes::find()['missed'] );
		$this->assertSame( array( 'Changed' ), $this->titles_told( $pairing ) );
	}

	/** @return array{0: array{site_id: string, secret: string}, 1: int} */
	private function known_work(): array {
		$pairing = $this->pair();
		$id      = $this->taken_over_artwork();
		Change_Collector::flush();
		$this->assertNotSame( array(), $this->titles_told( $pairing ) );
		$this->assertSame( array(), $this->titles_told( $pairing ) );
		return array( $pairing, $id );
	}

	private function save_while_refused( int $id, string ...$more ): void {
		$this->refused = array_merge( array( Tables::name( 'outbox' ) ), $more );
		wp_update_post(
			array(
				'ID'         => $id,
				'post_title' => 'Changed',
			)
		);
		Change_Collector::flush();
		$this->assertSame( array(), array_diff( $this->refused, $this->broken ) );
		$this->refused = array();
	}

	/**
	 * @param array{site_id: string, secret: string} $pairing
	 * @return list<string>
	 */
	private function titles_told( array $pairing ): array {
		$this->assertSame( 200, $this->call( $pairing, 'poll' )[0] );
		$titles = array();
		do {
			$page = $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[1];
			$acks = array();
			foreach ( $page['changes'] as $change ) {
				$titles[] = $change['title'];
				$acks[]   = array_intersect_key( $change, array_flip( array( 'external_id', 'revision' ) ) );
			}
			$this->call( $pairing, 'ack', array( 'acks' => $acks ) );
		} while ( $page['sweeping'] || $page['remaining'] > 0 );
		return $titles;
	}

	public function refuse( string $sql ): string {
		foreach ( 1 === preg_match( '/^\s*(?:INSERT|UPDATE|REPLACE|DELETE)/', $sql ) ? $this->refused : array() as $name ) {
			if ( false !== strpos( $sql, $name ) ) {
				$this->broken[] = $name;
				return "FAILING $sql";
			}
		}
		return $sql;
	}
}
