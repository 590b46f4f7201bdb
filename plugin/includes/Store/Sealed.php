<?php
/**
 * Owns the options of what the owner hands over to the sync service: a box that the browser sealed and nobody here can
 * open, kept until it is fetched, and its outcome.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Outcome array{id: string, ok: bool, code: string, message: string|null, fields: list<string>}
 * @phpstan-type Handed array{id: string, kind: string, box: string|null, at: int, outcome: Outcome|null}
 */
final class Sealed {
	public const KINDS = array( 'api_key', 'webhook_secret', 'access_request' );

	private const OPTION = 'artwork_registry_sealed';
	private const ACCESS = 'artwork_registry_access_request';

	/** Replaces what was handed over of the same kind before; a waiting key and a waiting secret do not replace each other. */
	public static function put( string $kind, string $box ): void {
		$handed = array(
			'id'      => wp_generate_uuid4(),
			'kind'    => $kind,
			'box'     => $box,
			'at'      => Clock::now(),
			'outcome' => null,
		);
		// The newest last, also among those of one second.
		Options::save( self::OPTION, array_merge( array_diff_key( self::all(), array( $kind => true ) ), array( $kind => $handed ) ) );
	}

	/** @return Handed|null What was handed over last. */
	public static function find(): ?array {
		$all = array_values( self::all() );
		return $all ? $all[ count( $all ) - 1 ] : null;
	}

	/** @return list<array{id: string, box: string}> What the sync service has not dealt with yet. */
	public static function list_open(): array {
		$open = array();
		foreach ( self::all() as $handed ) {
			if ( null !== $handed['box'] ) {
				$open[] = array(
					'id'  => $handed['id'],
					'box' => $handed['box'],
				);
			}
		}
		return $open;
	}

	/**
	 * Removes the box and keeps its outcome. The outcome of a box that was replaced is ignored.
	 *
	 * @param Outcome $outcome
	 */
	public static function finish( array $outcome ): void {
		$all = self::all();
		foreach ( $all as $kind => $handed ) {
			if ( $handed['id'] !== $outcome['id'] ) {
				continue;
			}
			if ( $outcome['ok'] && 'access_request' === $kind ) {
				Options::save(
					self::ACCESS,
					array(
						'request_id' => (string) $outcome['message'],
						'at'         => Clock::now(),
					)
				);
			}
			$all[ $kind ]['box']     = null;
			$all[ $kind ]['outcome'] = $outcome;
			Options::save( self::OPTION, $all );
		}
	}

	/** @return array{request_id: string, at: int}|null The request for access that the registry's operator has. */
	public static function access_request(): ?array {
		$stored = Read_Check::option( self::ACCESS );
		return is_array( $stored ) && isset( $stored['request_id'], $stored['at'] ) ? array(
			'request_id' => (string) $stored['request_id'],
			'at'         => (int) $stored['at'],
		) : null;
	}

	public static function remove(): void {
		Options::remove( self::OPTION, self::ACCESS );
	}

	/** @return array<string, Handed> Kind → what was handed over of it last; the newest at the end. */
	private static function all(): array {
		$stored = Read_Check::option( self::OPTION );
		/** @var array<string, Handed> $all Written by put() and finish() alone. */
		$all = is_array( $stored ) ? array_intersect_key( $stored, array_flip( self::KINDS ) ) : array();
		return $all;
	}
}
