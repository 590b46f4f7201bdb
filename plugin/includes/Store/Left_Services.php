<?php
/**
 * Owns the option of sync services that this site has left and that have not confirmed it yet, with the secret that signs it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Left_Service array{
 *    site_id: string, secret: string, next_secret?: string|null, base: string, reason: string, at: int, next_at: int,
 * }
 * @phpstan-import-type Pairing from Connection
 */
final class Left_Services {
	private const OPTION = 'artwork_registry_left_services';
	/** Until the next try. */
	public const RETRY_SECONDS = 300;
	/** What a gallery could leave in a day of trying things out. */
	private const MOST = 10;

	/**
	 * @param Pairing $pairing
	 * @param string  $reason disconnected, uninstalled or replaced.
	 */
	public static function add( array $pairing, string $reason ): void {
		$base = $pairing['service_url'] ?? $pairing['wake_url'];
		if ( null === $base ) {
			return;
		}
		$all                        = self::all();
		$all[ $pairing['site_id'] ] = array(
			'site_id'     => $pairing['site_id'],
			'secret'      => $pairing['secret'],
			'next_secret' => $pairing['next_secret'] ?? null,
			'base'        => $base,
			'reason'      => $reason,
			'at'          => Clock::now(),
			'next_at'     => 0,
		);
		Options::save( self::OPTION, array_slice( $all, -self::MOST, null, true ) );
		self::schedule();
	}

	public static function schedule(): void {
		if ( self::all() ) {
			wp_schedule_single_event( time() + 30, Dialling::EVENT );
		}
	}

	/**
	 * Those that are due; nobody else gets them before $next_at.
	 *
	 * @return list<Left_Service>
	 */
	public static function claim_due( int $next_at ): array {
		$all = self::all();
		$due = self::due( $all );
		foreach ( array_keys( $due ) as $site_id ) {
			$all[ $site_id ]['next_at'] = $next_at;
		}
		if ( $due ) {
			Options::save( self::OPTION, $all );
			wp_schedule_single_event( $next_at, Dialling::EVENT );
		}
		return array_values( $due );
	}

	public static function has_due(): bool {
		return array() !== self::due( self::all() );
	}

	/**
	 * A service that is told destroys key and journal. It is noted before its pairing is removed or replaced, and where the database refused that,
	 * this site has not left it.
	 *
	 * @param array<string, Left_Service> $all
	 * @return array<string, Left_Service>
	 */
	private static function due( array $all ): array {
		$current = $all ? Connection::find() : null;
		return array_filter(
			$all,
			static function ( array $left ) use ( $current ): bool {
				$is_left = null === $current || $current['site_id'] !== $left['site_id'];
				return $is_left && Clock::bounded( $left['next_at'], self::RETRY_SECONDS ) <= Clock::now();
			}
		);
	}

	/** @return list<Left_Service> */
	public static function list_all(): array {
		return array_values( self::all() );
	}

	public static function remove( string $site_id ): void {
		$all = self::all();
		unset( $all[ $site_id ] );
		if ( $all ) {
			Options::save( self::OPTION, $all );
		} else {
			self::remove_all();
		}
	}

	public static function remove_all(): void {
		Options::remove( self::OPTION );
	}

	/** @return array<string, Left_Service> */
	private static function all(): array {
		$stored = Read_Check::option( self::OPTION );
		/** @var array<string, Left_Service> $all Written by this class alone. */
		$all = is_array( $stored ) ? $stored : array();
		return $all;
	}
}
