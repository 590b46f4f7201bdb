<?php
/**
 * Owns the options of whom the owner connects to: what a registry said of itself and was shown, and what was agreed to, by whom and when.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * address: as the owner typed it. api: its API. sync_service: where it runs the sync service for everybody; null: nowhere.
 *
 * @phpstan-type Offer array{
 *     id: string, address: string, name: string, operator: string, api: string, sync_service: string|null, terms_url: string|null,
 *     privacy_url: string|null, documentation_url: string|null, test: bool,
 * }
 * @phpstan-type Agreed array{offer: Offer, by: string, at: int}
 */
final class Agreement {
	private const OFFER  = 'artwork_registry_offer';
	private const AGREED = 'artwork_registry_agreed';

	/** @param Offer $offer */
	public static function show( array $offer ): void {
		Options::save( self::OFFER, $offer );
	}

	/** @return Offer|null What was shown last and not agreed to yet. */
	public static function find_offer(): ?array {
		return self::offer( Read_Check::option( self::OFFER ) );
	}

	/** @param Offer $offer */
	public static function save( array $offer, string $by ): void {
		Options::save(
			self::AGREED,
			array(
				'offer' => $offer,
				'by'    => $by,
				'at'    => Clock::now(),
			)
		);
		Options::remove( self::OFFER );
	}

	/** @return Agreed|null */
	public static function find(): ?array {
		$stored = Read_Check::option( self::AGREED );
		$offer  = is_array( $stored ) ? self::offer( $stored['offer'] ?? null ) : null;
		return ! is_array( $stored ) || null === $offer ? null : array(
			'offer' => $offer,
			'by'    => (string) ( $stored['by'] ?? '' ),
			'at'    => (int) ( $stored['at'] ?? 0 ),
		);
	}

	public static function remove(): void {
		Options::remove( self::OFFER, self::AGREED );
	}

	/**
	 * @param mixed $stored
	 * @return Offer|null
	 */
	private static function offer( $stored ): ?array {
		if ( ! is_array( $stored ) || ! isset( $stored['id'], $stored['address'], $stored['api'] ) ) {
			return null;
		}
		$text = static function ( string $field ) use ( $stored ): ?string {
			return isset( $stored[ $field ] ) ? (string) $stored[ $field ] : null;
		};
		return array(
			'id'                => (string) $stored['id'],
			'address'           => (string) $stored['address'],
			'name'              => (string) $text( 'name' ),
			'operator'          => (string) $text( 'operator' ),
			'api'               => (string) $stored['api'],
			'sync_service'      => $text( 'sync_service' ),
			'terms_url'         => $text( 'terms_url' ),
			'privacy_url'       => $text( 'privacy_url' ),
			'documentation_url' => $text( 'documentation_url' ),
			'test'              => ! empty( $stored['test'] ),
		);
	}
}
