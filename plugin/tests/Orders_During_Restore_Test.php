<?php
/**
 * An order for many works, while a backup is put back and the site has none of its posts, or not all of them yet: the order waits for them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Job_Walker;

final class Orders_During_Restore_Test extends Wordpress_Case {
	use Broken_Statements;
	use Reviews;
	use Taken_Posts;

	/**
	 * @testWith ["register_all"]
	 *           ["look_again"]
	 */
	public function test_an_order_waits_for_the_posts_that_a_restore_is_putting_back( string $kind ): void {
		$ids  = $this->begun( $kind );
		$last = end( $ids );
		$was  = Outbox::find( $last )['revision'];
		foreach ( array( $ids[50], $last ) as $from ) {
			$this->without_posts( "ID >= $from", function () use ( $kind ): void {
				$this->assertSame( array( true, true, $kind ), array( Job_Walker::step(), Job_Walker::step(), Jobs::find()['kind'] ?? null ) );
			} );
		}
		$this->refuses_a_site_without_posts( array( Job_Walker::class, 'step' ) );
		$this->assertTrue( Job_Walker::step() );
		$this->assertFalse( Job_Walker::step() );
		$this->assertSame( array( $was + 1, null ), array( Outbox::find( $last )['revision'], Jobs::find() ) );
		$this->assertSame( Status::CHOSEN, Status::choices( $ids )[ $last ]['chosen'] );
	}

	/**
	 * @testWith ["register_all"]
	 *           ["look_again"]
	 */
	public function test_an_order_ends_although_its_last_work_was_deleted( string $kind ): void {
		$ids = $this->begun( $kind );
		Clock::freeze( Clock::now() );
		$this->without_posts( 'ID >= ' . end( $ids ), function (): void {
			$this->assertTrue( Job_Walker::step() );
			Clock::freeze( Clock::now() + 599 );
			$this->assertTrue( Job_Walker::step() );
			Clock::freeze( Clock::now() + 1 );
			$this->assertFalse( Job_Walker::step() );
			$this->assertNull( Jobs::find() );
		} );
	}

	public function test_a_look_at_all_works_buries_none_that_a_restore_puts_back_although_as_many_as_expected_are_done(): void {
		$ids = $this->begun( Jobs::LOOK_AGAIN );
		$this->assertTrue( Job_Walker::step() );
		$this->assertSame( array( Job_Walker::PAGE + 1, Job_Walker::PAGE + 1 ), array( Jobs::find()['done'], Jobs::find()['total'] ) );
		$last = end( $ids );
		Sql::write( 'UPDATE ' . Tables::name( 'outbox' ) . " SET was_sent = 1 WHERE external_id = $last" );
		$was = Outbox::find( $last );
		$this->without_posts( "ID >= $last", fn() => $this->assertTrue( Job_Walker::step() ) );
		$this->assertSame( $was, Outbox::find( $last ) );
		$this->assertFalse( Job_Walker::step() );
		$this->assertNull( Jobs::find() );
	}

	public function test_an_order_that_was_given_while_there_was_no_post_waits_for_them(): void {
		Clock::freeze( Clock::now() );
		$id = $this->works( 1 )[0];
		$this->without_posts( '1 = 1', function (): void {
			Jobs::start( Jobs::LOOK_AGAIN, 0 );
			$this->assertSame( array( true, true ), array( Job_Walker::step(), null !== Jobs::find() ) );
		} );
		// The first that are back.
		$this->without_posts( "ID = $id", function (): void {
			$this->assertSame( array( true, true ), array( Job_Walker::step(), null !== Jobs::find() ) );
			Clock::freeze( Clock::now() + 600 );
			$this->assertSame( array( false, null ), array( Job_Walker::step(), Jobs::find() ) );
		} );
	}

	public function test_an_order_stays_where_its_repetition_cannot_be_stored(): void {
		$this->works( 1 );
		Jobs::start( Jobs::REGISTER_ALL, 1 );
		$id = Jobs::find()['id'];
		try {
			$this->failing( '/MAX\(ID\)/', fn() => Jobs::start( Jobs::REGISTER_ALL, 1 ) );
			$this->fail( 'It was stored.' );
		} catch ( Read_Failed $failed ) {
			$this->assertNotSame( '', $failed->getMessage() );
		}
		$this->assertSame( $id, Jobs::find()['id'] );
		Jobs::start( Jobs::REGISTER_ALL, 1 );
		$this->assertGreaterThan( $id, Jobs::find()['id'] );
	}

	/** @return list<int> Works of an order that has done its first page; the last one is left. */
	private function begun( string $kind ): array {
		$ids = $this->works( Job_Walker::PAGE + 1 );
		if ( Jobs::LOOK_AGAIN === $kind ) {
			Status::choose( $ids, Status::CHOSEN );
		}
		Jobs::start( $kind, Job_Walker::count( $kind ) );
		$this->assertTrue( Job_Walker::step() );
		$this->assertSame( $ids[ Job_Walker::PAGE - 1 ], Jobs::find()['cursor_id'] );
		return $ids;
	}

	protected function tearDown(): void {
		Clock::freeze( null );
		Jobs::remove_all();
		parent::tearDown();
	}
}
