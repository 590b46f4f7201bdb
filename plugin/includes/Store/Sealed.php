<?php
/**
 * Owns the options of what the owner hands over to the sync service: a box that the browser has sealed and nobody here can
 * open, until it was fetched, and what became of it.
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

	/** Takes the place of what was handed over before. */
	public static function put( string $kind, string $box ): void {
		update_option(
			self::OPTION,
			array(
				'id'      => wp_generate_uuid4(),
				'kind'    => $kind,
				'box'     => $box,
				'at'      => Clock::now(),
				'outcome' => null,
			),
			false
		);
	}

	/** @return Handed|null */
	public static function find(): ?array {
		$stored = get_option( self::OPTION );
		/** @var Outcome|null $outcome Written by finish() alone. */
		$outcome = is_array( $stored ) && is_array( $stored['outcome'] ?? null ) ? $stored['outcome'] : null;
		return is_array( $stored ) && isset( $stored['id'], $stored['kind'], $stored['at'] ) ? array(
			'id'      => (string) $stored['id'],
			'kind'    => (string) $stored['kind'],
			'box'     => isset( $stored['box'] ) ? (string) $stored['box'] : null,
			'at'      => (int) $stored['at'],
			'outcome' => $outcome,
		) : null;
	}

	/** @return list<array{id: string, box: string}> What the sync service has not dealt with yet. */
	public static function list_open(): array {
		$handed = self::find();
		return null === $handed || null === $handed['box'] ? array() : array(
			array(
				'id'  => $handed['id'],
				'box' => $handed['box'],
			),
		);
	}

	/**
	 * The box goes, its outcome stays. An outcome of a box that another has replaced says nothing any more.
	 *
	 * @param Outcome $outcome
	 */
	public static function finish( array $outcome ): void {
		$handed = self::find();
		if ( null === $handed || $handed['id'] !== $outcome['id'] ) {
			return;
		}
		if ( $outcome['ok'] && 'access_request' === $handed['kind'] ) {
			update_option(
				self::ACCESS,
				array(
					'request_id' => (string) $outcome['message'],
					'at'         => Clock::now(),
				),
				false
			);
		}
		update_option(
			self::OPTION,
			array(
				'box'     => null,
				'outcome' => $outcome,
			) + $handed,
			false
		);
	}

	/** @return array{request_id: string, at: int}|null The request for access that the registry's operator has. */
	public static function access_request(): ?array {
		$stored = get_option( self::ACCESS );
		return is_array( $stored ) && isset( $stored['request_id'], $stored['at'] ) ? array(
			'request_id' => (string) $stored['request_id'],
			'at'         => (int) $stored['at'],
		) : null;
	}

	public static function remove(): void {
		delete_option( self::OPTION );
		delete_option( self::ACCESS );
	}
}
