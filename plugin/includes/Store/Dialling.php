<?php
/**
 * Owns what this site remembers for dialling out to a hosted sync service: the mailbox's token and pace, the lease that keeps turns
 * apart, and when the service was last woken. Lease and wake are claimed by one statement in the database, because the tabs of
 * several people and WP-Cron run at once, and an object cache would let two of them in.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * token: of the last answer; "" where there is none. carrier: how the service makes its next call, as its last turn said.
 * ahead: seconds that the service's clock is ahead of this one. failures: in a row.
 *
 * @phpstan-type State array{
 *     token: string, carrier: string, turn_at: int, next_turn_at: int, next_poll_by: int, ahead: int, failures: int, error: string|null,
 * }
 */
final class Dialling {
	/** The event of WP-Cron that dials where nobody has an admin page open. */
	public const EVENT = 'artwork_registry_dial';
	private const PACE = 'artwork_registry_two_minutes';

	/** The service knows this site, and does not work for it; or does not know it any more. */
	public const REFUSALS = array( 'not_paired', 'paused' );

	private const STATES = 'artwork_registry_dialling';
	private const LEASE  = 'artwork_registry_turn_lease';
	private const WOKEN  = 'artwork_registry_woken_at';

	/** The longest pause between two polls that a service can be set to is an hour; it adds half a minute. */
	public const LONGEST_SILENCE = 7200;

	/** Until the next turn, whatever the service asks for. */
	public const LONGEST_PAUSE = 3600;
	/** As long as the service's own lease. */
	private const LEASE_SECONDS = 60;
	private const WAKE_SECONDS  = 30;
	/** Of WOKEN, else the time of the last wake since which no poll came. Compared as text, so all have ten digits. */
	private const NEVER = '0000000000';
	/** Something is to be told, and no wake was sent for it. */
	private const OWED = '0000000001';

	/**
	 * The filter cron_schedules. WordPress runs it where somebody visits the site, which behind a page cache may be rare.
	 *
	 * @param array<string, array{interval: int, display: string}> $paces
	 * @return array<string, array{interval: int, display: string}>
	 */
	public static function add_pace( $paces ): array {
		$paces[ self::PACE ] = array(
			'interval' => 120,
			'display'  => 'Artwork Registry',
		);
		return $paces;
	}

	/** @return State Read past the object cache: an old token looks like a copy of the site. */
	public static function find( string $site_id ): array {
		$stored = self::all()[ $site_id ] ?? array();
		return array(
			'token'        => (string) ( $stored['token'] ?? '' ),
			'carrier'      => (string) ( $stored['carrier'] ?? 'direct' ),
			'turn_at'      => (int) ( $stored['turn_at'] ?? 0 ),
			'next_turn_at' => Clock::bounded( (int) ( $stored['next_turn_at'] ?? 0 ), self::LONGEST_PAUSE ),
			'next_poll_by' => Clock::bounded( (int) ( $stored['next_poll_by'] ?? 0 ), self::LONGEST_SILENCE ),
			'ahead'        => (int) ( $stored['ahead'] ?? 0 ),
			'failures'     => (int) ( $stored['failures'] ?? 0 ),
			'error'        => isset( $stored['error'] ) ? (string) $stored['error'] : null,
		);
	}

	/** @param array<string, mixed> $changes Of a State. */
	public static function update( string $site_id, array $changes ): void {
		$all = self::all();
		if ( isset( $all[ $site_id ] ) ) {
			Options::save( self::STATES, array( $site_id => $changes + $all[ $site_id ] ) + $all );
		}
	}

	/** The service refused a call, with one of REFUSALS. What is due by itself stays due. */
	public static function record_refusal( string $site_id, string $code ): void {
		self::update(
			$site_id,
			array(
				'error'      => $code,
				'refused_at' => Clock::now(),
			)
		);
	}

	/** Whether the service has refused a call since then. */
	public static function is_refused_since( string $site_id, int $since ): bool {
		return Clock::bounded( (int) ( self::all()[ $site_id ]['refused_at'] ?? 0 ), 0 ) > $since;
	}

	/** Begins for a service that was just agreed to. A pairing that it is to replace keeps its own state until the first poll. */
	public static function begin( string $site_id, string $token, int $next_poll_by ): void {
		$state = array(
			'token'        => $token,
			'next_poll_by' => $next_poll_by,
		);
		Options::save( self::STATES, array( $site_id => $state ) + self::all() );
		Lease::insert( self::WOKEN, self::NEVER );
		self::schedule();
	}

	/** WordPress drops the event while the plugin is off, because its pace is unknown then, and so do plugins that clean up. */
	public static function schedule(): void {
		if ( ! wp_next_scheduled( self::EVENT ) ) {
			wp_schedule_event( time() + 60, self::PACE, self::EVENT );
		}
	}

	public static function unschedule(): void {
		wp_unschedule_hook( self::EVENT );
	}

	/** The service is to hear from this site that it is still the same; a state without it needs nothing. */
	public static function want_introduction( string $site_id ): void {
		self::update(
			$site_id,
			array(
				'introduce'    => true,
				'failures'     => 0,
				'next_turn_at' => 0,
			)
		);
	}

	public static function wants_introduction( string $site_id ): bool {
		return ! empty( self::all()[ $site_id ]['introduce'] );
	}

	/** Whether the site is to introduce itself to the service of this pairing now. */
	public static function is_introduction_due( string $site_id ): bool {
		return self::wants_introduction( $site_id ) && self::find( $site_id )['next_turn_at'] <= Clock::now();
	}

	/** Forgets the states of other pairings. */
	public static function keep_only( string ...$site_ids ): void {
		$all  = self::all();
		$kept = array_intersect_key( $all, array_flip( $site_ids ) );
		if ( ! $kept ) {
			self::remove();
		} elseif ( $kept !== $all ) {
			Options::save( self::STATES, $kept );
		}
	}

	/** @return string|null What ends the lease; null where a turn is under way. */
	public static function claim_lease(): ?string {
		return Lease::claim( self::LEASE, self::LEASE_SECONDS );
	}

	public static function release_lease( string $lease ): void {
		Lease::release( self::LEASE, $lease );
	}

	/** True for one caller until a poll came or 30 s have passed. */
	public static function claim_wake(): bool {
		return self::change_woken( self::wake_times()[0], '' );
	}

	/** As claim_wake, for a caller without news: true only where a wake is owed, or where no poll followed the last one, which was lost then. */
	public static function claim_missed_wake(): bool {
		return self::change_woken( self::wake_times()[0], self::NEVER );
	}

	/** Whether claim_missed_wake would be true. */
	public static function has_missed_wake(): bool {
		list( $now, $before ) = self::wake_times();
		$woken_at             = Sql::option( self::WOKEN );
		return is_string( $woken_at ) && self::NEVER !== $woken_at && ( $woken_at <= $before || $woken_at > $now );
	}

	/** News that this request cannot tell: the next run does, unless a wake is under way that a poll will follow. */
	public static function owe_wake(): void {
		self::change_woken( self::OWED, self::OWED );
	}

	/**
	 * Whether this caller has changed it: no wake is under way that a poll will follow, and it was not $unless. A time that lies ahead was
	 * recorded by a clock that was ahead.
	 */
	private static function change_woken( string $value, string $unless ): bool {
		list( $now, $before ) = self::wake_times();
		$change               = 'option_value = %s WHERE option_name = %s AND option_value <> %s AND (option_value <= %s OR option_value > %s)';
		return 1 === self::change( $change, $value, self::WOKEN, $unless, $before, $now );
	}

	/** @return array{0: string, 1: string} Now, and the time of a wake that a poll should have followed by now. */
	private static function wake_times(): array {
		return array( sprintf( '%010d', Clock::now() ), sprintf( '%010d', Clock::now() - self::WAKE_SECONDS ) );
	}

	/** A poll came: the next change may wake again. Without its row, which another program may have removed, none ever would. */
	public static function allow_wake(): void {
		$changed = self::change( 'option_value = %s WHERE option_name = %s AND option_value <> %s', self::NEVER, self::WOKEN, self::NEVER );
		if ( 0 === $changed && null === Sql::option( self::WOKEN ) ) {
			Lease::insert( self::WOKEN, self::NEVER );
		}
	}

	public static function remove(): void {
		global $wpdb;
		Options::remove( self::STATES );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- see above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name IN (%s, %s)", self::LEASE, self::WOKEN ) );
		self::unschedule();
	}

	/** @return array<string, array<string, mixed>> Site id → state. */
	private static function all(): array {
		$stored = Sql::option( self::STATES );
		return is_array( $stored ) ? $stored : array();
	}

	/** @return int Rows that the condition fitted. */
	private static function change( string $assignment, string ...$values ): int {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- past the object cache; the assignments are literals of this class.
		return (int) $wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET $assignment", ...$values ) );
	}
}
