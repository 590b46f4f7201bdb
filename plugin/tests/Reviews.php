<?php
/**
 * Works, and the review before registering to its end.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Check_Run;

trait Reviews {
	/** A review that takes more steps never ends. */
	private $steps = 12;

	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	/** @return list<int> */
	private function works( int $count ): array {
		$ids = array();
		for ( $n = 0; $n < $count; $n++ ) {
			$ids[] = $this->artwork( array( 'post_title' => "Work $n" ) );
		}
		Change_Collector::flush();
		return $ids;
	}

	private function finish(): void {
		for ( $step = 0; $step < $this->steps; $step++ ) {
			Check_Run::step();
			if ( Checks::find_run()['is_done'] ) {
				return;
			}
		}
		$this->fail( 'The review never ends.' );
	}

	/** @return list<int> */
	private function ready(): array {
		return array_column( Checks::list( '', 1, 1000 ), 'external_id' );
	}

	/** @return list<int> */
	private function unreadable(): array {
		return array_column( Checks::list( Check_Run::UNREADABLE, 1, 100 ), 'external_id' );
	}
}
