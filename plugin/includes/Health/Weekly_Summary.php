<?php
/**
 * The email of Monday morning: what was registered and sold in the week before, and what needs the owner. Nothing is sent in a week in which
 * nothing happened. The hourly check runs it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Health;

use ArtworkRegistry\Admin\Screens;
use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Days;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\View\Catalogue_Counts;
use ArtworkRegistry\View\Summary_Text;
use ArtworkRegistry\View\Works_Query;

final class Weekly_Summary {
	/** Of works that need the owner; the others are counted. */
	private const NAMED = 5;
	/** The day and hour of the site's clock. */
	private const TIME = 'next monday 8:00';

	public static function look(): void {
		if ( null === Connection::find() || null !== Clone_Guard::look() ) {
			// A staging copy knows the gallery's address, too, and must not use it.
			return;
		}
		$known = Mail_Log::get();
		if ( 0 === $known['summary_at'] ) {
			Mail_Log::update( array( 'summary_at' => self::next() ) );
			return;
		}
		if ( Clock::now() < $known['summary_at'] ) {
			return;
		}
		// No page waits for this. What was kept for the dashboard may be from the week before, and says nothing of what came since.
		Catalogue_Counts::renew();
		$counts = Summary_Text::of( Catalogue_Counts::read()['counts'] );
		$week   = self::week();
		// Saved before sending: a crash then loses one message instead of sending it every hour.
		Mail_Log::update(
			array(
				'summary_at' => self::next(),
				'attention'  => $counts['attention'],
			)
		);
		$is_news = array_sum( $week ) > 0 || $counts['attention'] > $known['attention'];
		if ( $is_news && 'yes' === Settings::get()['summary_on'] ) {
			self::send( $week, $counts );
		}
	}

	/**
	 * @param array{registered: int, sold: int, updated: int}                           $week
	 * @param array{works: int, registered: int, waiting: int, attention: int} $counts
	 */
	private static function send( array $week, array $counts ): void {
		$lines = array();
		if ( $week['registered'] > 0 ) {
			/* translators: %d: number of works. */
			$lines[] = sprintf( _n( '%d artwork was registered.', '%d artworks were registered.', $week['registered'], 'artwork-registry-connector' ), $week['registered'] );
		}
		if ( $week['sold'] > 0 ) {
			/* translators: %d: number of works. */
			$lines[] = sprintf( _n( '%d artwork was sold.', '%d artworks were sold.', $week['sold'], 'artwork-registry-connector' ), $week['sold'] );
		}
		if ( $week['updated'] > 0 ) {
			/* translators: %d: number of works. */
			$lines[] = sprintf( _n( 'The registry entry of %d artwork was updated.', 'The registry entries of %d artworks were updated.', $week['updated'], 'artwork-registry-connector' ), $week['updated'] );
		}
		$lines[]  = Summary_Text::sentence( $counts );
		$sections = array(
			array(
				'heading' => '',
				'lines'   => $lines,
			),
		);
		if ( $counts['attention'] > 0 ) {
			$sections[] = array(
				/* translators: %d: number of works. */
				'heading' => sprintf( _n( '%d artwork needs you', '%d artworks need you', $counts['attention'], 'artwork-registry-connector' ), $counts['attention'] ),
				'lines'   => self::titles( $counts['attention'] ),
			);
		}
		Mail::send(
			__( 'Your week in the artwork registry', 'artwork-registry-connector' ),
			$sections,
			$counts['attention'] > 0 ? __( 'Show what needs you', 'artwork-registry-connector' ) : __( 'Open Artwork Registry', 'artwork-registry-connector' ),
			$counts['attention'] > 0 ? Screens::url( 'artworks' ) . '&states=attention,held,elsewhere' : Screens::url( 'overview' ),
			__( 'This email comes on Mondays, after weeks in which something happened. You can switch it off under Artwork Registry, Settings.', 'artwork-registry-connector' )
		);
	}

	/** @return list<string> */
	private static function titles( int $all ): array {
		$titles = array();
		foreach ( Works_Query::list( array( 'attention', 'held', 'elsewhere' ), '', 1, self::NAMED ) as $work ) {
			$titles[] = $work['title'];
		}
		if ( $all > count( $titles ) ) {
			/* translators: %d: number of works. */
			$titles[] = sprintf( _n( 'and %d more', 'and %d more', $all - count( $titles ), 'artwork-registry-connector' ), $all - count( $titles ) );
		}
		return $titles;
	}

	/** @return array{registered: int, sold: int, updated: int} Of the seven days before today. */
	private static function week(): array {
		$days = array_slice( Days::list_last( 8 ), 0, 7 );
		return array(
			'registered' => (int) array_sum( array_column( $days, 'registered' ) ),
			'sold'       => (int) array_sum( array_column( $days, 'sold' ) ),
			'updated'    => (int) array_sum( array_column( $days, 'updated' ) ),
		);
	}

	private static function next(): int {
		return ( new \DateTimeImmutable( '@' . Clock::now() ) )->setTimezone( wp_timezone() )->modify( self::TIME )->getTimestamp();
	}
}
