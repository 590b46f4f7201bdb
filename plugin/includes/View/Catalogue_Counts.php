<?php
/**
 * How many works are in which state. A small catalogue is counted at every look. Counting a hundred thousand works takes a second, so of a
 * large one the answer is what was counted last, and it is counted again after the answer was sent.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Response;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Sync\Job_Walker;

/** @phpstan-import-type Counted from Counts */
final class Catalogue_Counts {
	/** Works from which on counting is noticed: some 50 ms. */
	private const LARGE = 5000;

	/** @return Counted */
	public static function read(): array {
		$kept = Counts::find();
		if ( null === $kept ) {
			return self::count();
		}
		if ( Counts::is_old( $kept ) ) {
			// Claims the recount: two looks at the same moment do not both count.
			Counts::save( array( 'at' => Clock::now() ) + $kept );
			add_action( 'shutdown', array( self::class, 'count_after_answer' ), 1001 );
		}
		return $kept;
	}

	/** Counts a large catalogue at once where the last count is old: for emails and agents, which a second does not hold up. */
	public static function renew(): void {
		$kept = Counts::find();
		if ( null !== $kept && Counts::is_old( $kept ) ) {
			self::count();
		}
	}

	/** shutdown */
	public static function count_after_answer(): void {
		Response::finish();
		try {
			self::count();
		} catch ( \Throwable $error ) {
			Log::error( 'The artworks could not be counted: ' . $error->getMessage() );
		}
	}

	/** @return Counted */
	private static function count(): array {
		$began   = hrtime( true );
		$counts  = Works_Query::counts();
		$counted = array(
			'at'           => Clock::now(),
			'took_ms'      => 0,
			'counts'       => $counts,
			'unregistered' => Job_Walker::count( Jobs::REGISTER_ALL ),
			// Works of a source that is switched off. The registry keeps their entries as they are meanwhile.
			'sourceless'   => Outbox::count_without_source( array_keys( Sources::all() ) ),
			'gone'         => null,
		);
		if ( array_sum( $counts ) < self::LARGE ) {
			Counts::remove();
			return $counted;
		}
		$counted['gone']    = Works_Query::gone();
		$counted['took_ms'] = intdiv( hrtime( true ) - $began, 1000000 );
		Counts::save( $counted );
		return $counted;
	}
}
