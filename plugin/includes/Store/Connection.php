<?php
/**
 * Owns the options of the pairing: site id and secret, the pairing code, the last status of the sync service.
 * None is autoloaded, so that a visitor's page never loads the secret.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;

/**
 * service_url: the address of the hosted service that the owner agreed to; null where the gallery runs its own. next_secret: of the present
 * pairing, which its service was given, and may sign with already. is_taken: it has said that it does.
 *
 * @phpstan-type Pairing array{
 *    site_id: string, secret: string, wake_url: string|null, paired_at: int, service_url: string|null, next_secret?: string|null,
 *    is_taken?: bool,
 * }
 * @phpstan-type Service array{
 *    name: string, instance: string, hosted: bool, carrier: string, carrier_since: int, next_poll_by: int, compares: string,
 * }
 * @phpstan-type Code array{hash: string, expires_at: int, tries: int}
 */
final class Connection {
	/** How long a pairing code is valid, and how long a sync service may take to call after using one. */
	public const CODE_SECONDS = 600;

	/** How long after the announced moment a poll is overdue. */
	private const OVERDUE_SECONDS = 120;

	private const CURRENT = 'artwork_registry_pairing';
	private const PENDING = 'artwork_registry_pairing_pending';
	private const CODE    = 'artwork_registry_pairing_code';
	private const STATUS  = 'artwork_registry_sync_status';
	private const REPORT  = 'artwork_registry_last_report';
	private const WATCHED = 'artwork_registry_watched_at';

	/** @return Pairing|null */
	public static function find(): ?array {
		return self::pairing( self::CURRENT );
	}

	/** @return Pairing|null The pairing a sync service has taken the secret of, but not used yet. */
	public static function find_pending(): ?array {
		return self::pairing( self::PENDING );
	}

	/**
	 * @param Pairing $pairing The only copy that this site has of the secret.
	 * @throws Read_Failed Where the database refused to store it.
	 */
	public static function save_pending( array $pairing ): void {
		Options::save( self::PENDING, $pairing );
	}

	/**
	 * The first signed poll proves that the other side holds the secret: only then is an older pairing removed.
	 *
	 * @param Pairing $next The one that waits, or the present one with its next secret.
	 */
	public static function promote( array $next ): void {
		$pending  = self::find_pending();
		$is_other = null !== $pending && $pending['site_id'] !== $next['site_id'];
		Read_Check::run(
			static function () use ( $next, $pending, $is_other ): void {
				Options::save( self::CURRENT, $next );
				Options::remove( self::STATUS, self::REPORT );
				Dialling::keep_only( $next['site_id'], $is_other ? $pending['site_id'] : $next['site_id'] );
				// Pairing confirms that this is the site.
				Identity::renew( Identity::generation() );
				Offboarding::clear();
			}
		);
		// At the end: a poll that is repeated begins with them, and one that waits is the only copy until the pairing is stored.
		if ( ! $is_other ) {
			Options::remove( self::PENDING );
		}
		self::set_next_secret( null );
		Log::info( 'A sync service was connected.' );
	}

	/**
	 * Before the service of the present pairing is given it: where its answer is lost, it already signs with this one.
	 *
	 * @throws Read_Failed Where the database refused to store it.
	 */
	public static function set_next_secret( ?string $secret, bool $is_taken = false ): void {
		$pairing = self::find();
		$next    = array(
			'next_secret' => $secret,
			'is_taken'    => $is_taken,
		);
		if ( null !== $pairing && array_intersect_key( $pairing, $next ) !== $next ) {
			Options::save( self::CURRENT, $next + $pairing );
		}
	}

	/** @return Pairing|null The present pairing as its service has it that took the next secret. */
	public static function find_renewed(): ?array {
		$pairing = self::find();
		$secret  = $pairing['next_secret'] ?? null;
		return null === $pairing || null === $secret ? null : array( 'secret' => $secret ) + $pairing;
	}

	/** @return Pairing|null The present pairing for calls to its service. */
	public static function find_to_call(): ?array {
		$pairing = self::find();
		return null !== $pairing && ! empty( $pairing['is_taken'] ) ? self::find_renewed() : $pairing;
	}

	/**
	 * Whether its service is still called with the secret of this pairing: another process may have introduced the site again since it was
	 * read. What is read of the pairing after this is as fresh.
	 *
	 * @param Pairing $pairing
	 */
	public static function is_still_called( array $pairing ): bool {
		Options::ask_again( self::CURRENT, self::PENDING );
		$secrets = array_column( array_filter( array( self::find_pending(), self::find_to_call() ) ), 'secret' );
		return in_array( $pairing['secret'], $secrets, true );
	}

	public static function set_wake_url( ?string $wake_url ): void {
		$pairing = self::find();
		if ( null !== $pairing && $pairing['wake_url'] !== $wake_url ) {
			$pairing['wake_url'] = $wake_url;
			Options::save( self::CURRENT, $pairing );
		}
	}

	public static function remove_pending(): void {
		Options::remove( self::PENDING );
	}

	/** @throws Read_Failed Where the pairing is still there, and with it all that its service has told. */
	public static function remove(): void {
		Read_Check::run(
			static function (): void {
				// The present one last: without it, one that waits would be taken for the first.
				Options::remove( self::PENDING, self::CODE, self::CURRENT );
			}
		);
		self::remove_told();
	}

	/** What the service of the pairing has told, and what was handed over to it. */
	public static function remove_told(): void {
		Dialling::remove();
		Agreement::remove();
		Inbox::remove_token();
		Sealed::remove();
		Failed_Calls::forget();
		Printed_Early::record( null );
		Options::remove( self::STATUS, self::REPORT, self::WATCHED );
	}

	/** @return Code|null Null: there is none, or it has expired. */
	public static function find_code(): ?array {
		$code = Read_Check::option( self::CODE );
		if ( ! is_array( $code ) || ! isset( $code['hash'], $code['expires_at'], $code['tries'] ) ) {
			return null;
		}
		$expires_at = Clock::bounded( (int) $code['expires_at'], self::CODE_SECONDS );
		return Clock::now() >= $expires_at ? null : array(
			'hash'       => (string) $code['hash'],
			'expires_at' => $expires_at,
			'tries'      => (int) $code['tries'],
		);
	}

	/** @param Code|null $code */
	public static function save_code( ?array $code ): void {
		if ( null === $code ) {
			Options::remove( self::CODE );
		} else {
			Options::save( self::CODE, $code );
		}
	}

	/**
	 * @param array<string, mixed> $status  As the poll brought it.
	 * @param Service              $service Who polled, and how.
	 * @return int How many polls this pairing has had.
	 */
	public static function save_status( string $daemon_version, array $status, array $service ): int {
		$beat = self::beat() + 1;
		Options::save(
			self::STATUS,
			array(
				'seen_at'        => Clock::now(),
				'daemon_version' => $daemon_version,
				'status'         => $status,
				'service'        => $service,
				'beat'           => $beat,
			)
		);
		return $beat;
	}

	/** Read without the object cache: a stale value would make the site look restored. */
	public static function beat(): int {
		$stored = Sql::option( self::STATUS );
		return is_array( $stored ) ? (int) ( $stored['beat'] ?? 0 ) : 0;
	}

	/**
	 * Whether a report comes in its order, and remembers it if so. The beat decides first: it is this site's own, so that a new
	 * journal, which counts its reports from 1, is behind until the next poll at most. A service that knows a higher beat than this site,
	 * which was restored, counts as one that knows this one: else every later report would be refused until the site is there again.
	 */
	public static function take_report( int $beat, int $number ): bool {
		$last = Sql::option( self::REPORT );
		$next = array( min( $beat, self::beat() ), $number );
		if ( is_array( $last ) && $next < $last ) {
			return false;
		}
		Options::save( self::REPORT, $next );
		return true;
	}

	/** Takes over the higher count of the sync service: the data of this site is older. */
	public static function catch_up( int $beat ): void {
		$stored = Read_Check::option( self::STATUS );
		if ( is_array( $stored ) && $beat > self::beat() ) {
			Options::save( self::STATUS, array( 'beat' => $beat ) + $stored );
		}
	}

	/** @return array{seen_at: int, daemon_version: string, status: array<string, mixed>, service: Service}|null */
	public static function find_status(): ?array {
		$stored = Read_Check::option( self::STATUS );
		if ( ! is_array( $stored ) || ! isset( $stored['seen_at'], $stored['service'] ) ) {
			return null;
		}
		/** @var Service $service Written by save_status() alone. */
		$service                 = $stored['service'];
		$service['next_poll_by'] = Clock::bounded( $service['next_poll_by'], Dialling::LONGEST_SILENCE );
		return array(
			'seen_at'        => (int) $stored['seen_at'],
			'daemon_version' => (string) ( $stored['daemon_version'] ?? '' ),
			'status'         => is_array( $stored['status'] ?? null ) ? $stored['status'] : array(),
			'service'        => $service,
		);
	}

	/** Seconds that the clock of the sync service was ahead of this site's at its last poll. It refuses what is signed five minutes off. */
	public static function service_ahead(): int {
		$status = self::find_status();
		return null === $status ? 0 : -1 * (int) ( $status['status']['site_ahead_seconds'] ?? 0 );
	}

	/** Whether the sync service has polled when it said that it would, and has refused no call since. */
	public static function is_alive(): bool {
		$status  = self::find_status();
		$pairing = self::find();
		if ( null === $status || ( null !== $pairing && Dialling::is_refused_since( $pairing['site_id'], $status['seen_at'] ) ) ) {
			return false;
		}
		return Clock::now() < $status['service']['next_poll_by'] + self::OVERDUE_SECONDS;
	}

	/** How the sync service compares works with the registry: list, match (also one by one) or null, where none has polled. */
	public static function compares(): ?string {
		$status = self::find_status();
		return null === $status || null === self::find() ? null : $status['service']['compares'];
	}

	/** Notes that somebody watches the screen, so that the sync service polls every 2 s. Written at most every 10 s. */
	public static function set_watched(): void {
		if ( Clock::now() - self::watched_at() >= 10 ) {
			Options::save( self::WATCHED, Clock::now() );
		}
	}

	public static function is_watched(): bool {
		return Clock::now() - self::watched_at() < 45;
	}

	private static function watched_at(): int {
		return Clock::bounded( (int) Read_Check::option( self::WATCHED ), 0 );
	}

	/** @return Pairing|null */
	private static function pairing( string $option ): ?array {
		$stored = Read_Check::option( $option );
		if ( ! is_array( $stored ) || ! isset( $stored['site_id'], $stored['secret'] ) ) {
			return null;
		}
		return array(
			'site_id'     => (string) $stored['site_id'],
			'secret'      => (string) $stored['secret'],
			'wake_url'    => isset( $stored['wake_url'] ) ? (string) $stored['wake_url'] : null,
			'paired_at'   => (int) ( $stored['paired_at'] ?? 0 ),
			'service_url' => isset( $stored['service_url'] ) ? (string) $stored['service_url'] : null,
			'next_secret' => isset( $stored['next_secret'] ) ? (string) $stored['next_secret'] : null,
			'is_taken'    => ! empty( $stored['is_taken'] ),
		);
	}
}
