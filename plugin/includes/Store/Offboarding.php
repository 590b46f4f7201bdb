<?php
/**
 * Owns the option of a disconnection that takes the works out of the registry: how they leave, how many they are, and how many
 * the registry has not confirmed yet.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Offboarding_Row array{mode: string, total: int, started_at: int, finished_at: int|null, stuck: int}
 */
final class Offboarding {
	/** leave: the registry stays as it is. stop: not for sale, its pages stay. hide: the registry no longer shows them. */
	public const MODES = array( 'leave', 'stop', 'hide' );

	private const OPTION = 'artwork_registry_offboarding';
	/** A work in one of these states has left, or is not ours to take away. */
	private const LEFT = array(
		'stop' => array( 'stopped', 'hidden', 'private', 'moved', 'elsewhere' ),
		'hide' => array( 'hidden', 'private', 'moved', 'elsewhere' ),
	);

	/** Writes an empty one once: WordPress queries a missing option again in each request, which is a query for each page of changes. */
	public static function prepare(): void {
		Options::add( self::OPTION, array(), true );
	}

	/** @return Offboarding_Row|null */
	public static function find(): ?array {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) && isset( $stored['mode'], self::LEFT[ $stored['mode'] ] ) ? array(
			'mode'        => (string) $stored['mode'],
			'total'       => (int) ( $stored['total'] ?? 0 ),
			'started_at'  => (int) ( $stored['started_at'] ?? 0 ),
			'finished_at' => isset( $stored['finished_at'] ) ? (int) $stored['finished_at'] : null,
			'stuck'       => (int) ( $stored['stuck'] ?? 0 ),
		) : null;
	}

	/** How the works are leaving now; null where they are not. */
	public static function mode(): ?string {
		$offboarding = self::find();
		return null === $offboarding || null !== $offboarding['finished_at'] ? null : $offboarding['mode'];
	}

	public static function begin( string $mode ): void {
		Options::save(
			self::OPTION,
			array(
				'mode'       => $mode,
				'total'      => Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'status' ) . ' WHERE registry_id IS NOT NULL' ),
				'started_at' => Clock::now(),
			),
			true
		);
	}

	public static function finish(): void {
		$offboarding = self::find();
		if ( null !== $offboarding ) {
			Options::save(
				self::OPTION,
				array(
					'finished_at' => Clock::now(),
					'stuck'       => self::count_stuck(),
				) + $offboarding,
				true
			);
		}
	}

	/** Works that the registry has not confirmed to have left. */
	public static function count_left( string $mode ): int {
		return self::count(
			'COALESCE(s.state, \'\') NOT IN (' . Sql::words( array_merge( self::LEFT[ $mode ], array( 'attention' ) ) ) . ')
			OR s.activity IS NOT NULL OR COALESCE(o.waiting, 0) = 1 OR COALESCE(o.revision, 0) > s.confirmed_revision'
		);
	}

	/** Works that the registry refused to change. Nothing waits for them. */
	public static function count_stuck(): int {
		return self::count( "s.state = 'attention'" );
	}

	/** Removes it, because there is none or the owner has seen its end. */
	public static function clear(): void {
		Options::save( self::OPTION, array(), true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}

	private static function count( string $condition ): int {
		return Sql::number(
			'SELECT COUNT(*) FROM ' . Tables::name( 'status' ) . ' s LEFT JOIN ' . Tables::name( 'outbox' )
			. " o ON o.external_id = s.external_id WHERE s.registry_id IS NOT NULL AND ($condition)"
		);
	}
}
