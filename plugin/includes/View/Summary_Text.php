<?php
/**
 * The first sentence of the overview: "142 of 151 artworks are registered; 6 wait; 3 need you." For the dashboard and emails; the
 * screen says the same.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;

final class Summary_Text {
	/** The dashboard is opened often, and counting a large catalogue takes a while. */
	private const KEPT_SECONDS = 300;
	private const CACHE        = 'artwork_registry_summary';

	/** @return array{works: int, registered: int, waiting: int, attention: int} As of some minutes ago; of a large catalogue, as of the last look. */
	public static function counts(): array {
		$kept = get_transient( self::CACHE );
		if ( is_array( $kept ) && isset( $kept['works'], $kept['registered'], $kept['waiting'], $kept['attention'] ) ) {
			return array_map( 'intval', $kept );
		}
		$counted = Catalogue_Counts::read();
		$counts  = self::of( $counted['counts'] );
		if ( Clock::now() - $counted['at'] < self::KEPT_SECONDS ) {
			// Older counts are counted again after this answer: the next look has the new ones.
			set_transient( self::CACHE, $counts, self::KEPT_SECONDS );
		}
		return $counts;
	}

	public static function forget(): void {
		delete_transient( self::CACHE );
	}

	/**
	 * @param array<string, int> $counts State → works.
	 * @return array{works: int, registered: int, waiting: int, attention: int}
	 */
	public static function of( array $counts ): array {
		return array(
			'works'      => array_sum( $counts ),
			'registered' => $counts['published'] + $counts['published_waiting'] + $counts['sold'] + $counts['matched'],
			'waiting'    => $counts['waiting'] + $counts['sending'] + $counts['published_waiting'],
			'attention'  => $counts['attention'] + $counts['elsewhere'] + $counts['held'],
		);
	}

	/** @param array{works: int, registered: int, waiting: int, attention: int} $counts */
	public static function sentence( array $counts ): string {
		if ( 0 === $counts['works'] ) {
			return __( 'You have no artworks yet. Add your first artwork, then register it here.', 'artwork-registry-connector' );
		}
		$parts = array(
			1 === $counts['registered']
				/* translators: %d: all works. */
				? sprintf( _n( '1 of %d artwork is registered', '1 of %d artworks is registered', $counts['works'], 'artwork-registry-connector' ), $counts['works'] )
				: sprintf(
					/* translators: 1: registered works, 2: all works. */
					_n( '%1$d of %2$d artwork is registered', '%1$d of %2$d artworks are registered', $counts['works'], 'artwork-registry-connector' ),
					$counts['registered'],
					$counts['works']
				),
		);
		if ( $counts['waiting'] > 0 ) {
			/* translators: %d: number of works. */
			$parts[] = sprintf( _n( '%d waits', '%d wait', $counts['waiting'], 'artwork-registry-connector' ), $counts['waiting'] );
		}
		if ( $counts['attention'] > 0 ) {
			/* translators: %d: number of works. */
			$parts[] = sprintf( _n( '%d needs you', '%d need you', $counts['attention'], 'artwork-registry-connector' ), $counts['attention'] );
		}
		return implode( '; ', $parts ) . '.';
	}
}
