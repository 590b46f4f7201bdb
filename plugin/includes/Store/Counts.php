<?php
/**
 * Owns the option with what was counted last in a large catalogue. A small one is counted at every look and has no such option.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Counted array{
 *     at: int, took_ms: int, counts: array<string, int>, unregistered: int, sourceless: int, gone: list<int>|null
 * }
 */
final class Counts {
	/** Works without a post whose ids are kept. */
	public const MOST_GONE = 1000;

	/** Counting takes at most this part of the time in which somebody looks. */
	private const SHARE = 20;
	/** Not more often than this, in seconds: two looks of a screen while something moves. */
	private const PACE = 10;

	/** No catalogue takes longer, in milliseconds: by a clock that was put right meanwhile, it would not be counted again for years. */
	private const LONGEST = 60000;

	private const OPTION = 'artwork_registry_counts';

	/**
	 * `at`: when it was counted, in unix seconds. `counts`: state → works. `gone`: the works that the registry has and the site has no more;
	 * null: too many to be kept.
	 *
	 * @return Counted|null
	 */
	public static function find(): ?array {
		$kept = Read_Check::option( self::OPTION );
		if ( ! is_array( $kept ) || ! isset( $kept['at'], $kept['took_ms'], $kept['counts'], $kept['unregistered'], $kept['sourceless'] )
			|| ! is_array( $kept['counts'] ) ) {
			return null;
		}
		return array(
			'at'           => Clock::bounded( (int) $kept['at'], 0 ),
			'took_ms'      => (int) $kept['took_ms'],
			'counts'       => array_map( 'intval', $kept['counts'] ),
			'unregistered' => (int) $kept['unregistered'],
			'sourceless'   => (int) $kept['sourceless'],
			'gone'         => is_array( $kept['gone'] ?? null ) ? array_values( array_map( 'intval', $kept['gone'] ) ) : null,
		);
	}

	/**
	 * Whether it is time to count again.
	 *
	 * @param Counted $counted
	 */
	public static function is_old( array $counted ): bool {
		return Clock::now() - $counted['at'] >= max( self::PACE, intdiv( min( $counted['took_ms'], self::LONGEST ) * self::SHARE, 1000 ) );
	}

	/** @param Counted $counted */
	public static function save( array $counted ): void {
		Options::note( self::OPTION, $counted );
	}

	/**
	 * Works whose posts were deleted since it was counted: lists and searches find them before the next count.
	 *
	 * @param list<int> $ids
	 */
	public static function add_gone( array $ids ): void {
		$kept = self::find();
		if ( null !== $kept && null !== $kept['gone'] ) {
			$gone         = array_values( array_unique( array_merge( $kept['gone'], $ids ) ) );
			$kept['gone'] = count( $gone ) > self::MOST_GONE ? null : $gone;
			self::save( $kept );
		}
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
