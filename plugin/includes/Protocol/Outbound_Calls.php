<?php
/**
 * Decides when this site calls a hosted sync service, and does it: a wake where the service polls this site itself, a turn of the mailbox
 * where it cannot. Never before the response is complete: in PHP-FPM and LiteSpeed after it, elsewhere by a request of an open admin
 * page that nobody waits for, else by WP-Cron. Those two also repeat a wake that no poll followed: a quiet site is polled every quarter of
 * an hour only, so that a change whose wake was lost would wait as long.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Network;
use ArtworkRegistry\Response;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Sync\Change_Collector;

/**
 * @phpstan-import-type Pairing from Connection as StoredPairing
 */
final class Outbound_Calls {
	/** The first poll of a new service is awaited that long before the site dials. */
	public const FIRST_SECONDS = 10;
	/** After the moment at which the service meant to poll at the latest. */
	private const OVERDUE_SECONDS = 120;
	private const RUN_SECONDS     = 5.0;
	private const WAKE_SECONDS    = 1.0;
	private const CRON_SECONDS    = 20.0;

	/** @var array<int, int> Site → how many changes and orders of it this request leaves to another one to tell. */
	private static $deferred = array();

	/**
	 * shutdown, before WordPress empties the output buffers (1), where PHP ends the request of a visitor who has left, and starts WP-Cron (10):
	 * what this request cannot tell is told by WP-Cron, or by the next admin page. Nothing is scheduled for it: WordPress would write all
	 * events back as this request has read them, and lose those that other requests have added meanwhile.
	 */
	public static function defer_wake(): void {
		if ( Wake_Up::is_own_wanted() || ( self::has_news() && self::may_dial_now() ) ) {
			Response::outlive_visitor();
		}
		$here = get_current_blog_id();
		$news = Change_Collector::times_written();
		if ( self::may_dial_now() ) {
			unset( $news[ $here ] );
		} elseif ( Wake_Up::is_wanted() ) {
			$news[ $here ] = ( $news[ $here ] ?? 0 ) + 1;
		}
		$deferred       = self::$deferred;
		self::$deferred = $news;
		foreach ( array_keys( array_diff_assoc( $news, $deferred ) ) as $id ) {
			if ( $id === $here ) {
				self::owe_wake();
			} else {
				switch_to_blog( $id );
				self::owe_wake();
				restore_current_blog();
			}
		}
	}

	/** One query for a save, and none where no hosted service is connected: WordPress has loaded the events. */
	private static function owe_wake(): void {
		if ( false !== wp_next_scheduled( Dialling::EVENT ) ) {
			Dialling::owe_wake();
		}
	}

	/** shutdown: the response is sent first. Costs a visitor's page nothing: without a change it reads nothing. */
	public static function after_response(): void {
		self::wake_own();
		// Once more, for what was saved at the end.
		self::defer_wake();
		$has_news = self::has_news();
		if ( ! $has_news && ( ! is_admin() || wp_doing_ajax() ) ) {
			return;
		}
		if ( ! self::may_dial_now() || ! self::is_hosted( $has_news ) ) {
			return;
		}
		if ( ! wp_doing_cron() ) {
			Response::finish();
		}
		$may_wake = $has_news ? Dialling::claim_wake() : self::claim_missed_wake();
		if ( ! $may_wake && $has_news && ! Wake_Up::is_wanted() ) {
			// Most saved artworks follow another one that has woken the service already: that costs this one query.
			return;
		}
		self::dial( $may_wake ? 'change' : null, self::RUN_SECONDS, 'screen' );
	}

	private static function has_news(): bool {
		return isset( Change_Collector::times_written()[ get_current_blog_id() ] ) || Wake_Up::is_wanted();
	}

	/** Whether this request keeps no page waiting. At the command line, an order waits for its call, and an import does not. */
	private static function may_dial_now(): bool {
		return wp_doing_cron() || Response::can_finish() || ( 'cli' === PHP_SAPI && Wake_Up::is_wanted() );
	}

	private static function is_hosted( bool $has_news ): bool {
		return Network::is_active_here() && ( false !== wp_next_scheduled( Dialling::EVENT ) || ( $has_news && self::keep_event() ) );
	}

	/** A service of the gallery's own polls every half minute anyway, so where PHP cannot finish a response, no buyer waits for it. */
	private static function wake_own(): void {
		if ( ! Wake_Up::is_own_wanted() ) {
			return;
		}
		$is_waited_for = ! wp_doing_cron() && 'cli' !== PHP_SAPI && ! Response::can_finish();
		if ( $is_waited_for && ! current_user_can( 'edit_posts' ) ) {
			return;
		}
		if ( ! wp_doing_cron() ) {
			Response::finish();
		}
		Wake_Up::call_own();
	}

	/**
	 * admin_init: the event of WP-Cron is there while a hosted service works for this site.
	 *
	 * @return bool Whether one does.
	 */
	public static function keep_event(): bool {
		if ( false !== wp_next_scheduled( Dialling::EVENT ) ) {
			// WordPress has loaded the events; the pairing would cost a query at each page of wp-admin.
			return true;
		}
		if ( null === self::pairing() ) {
			return false;
		}
		Dialling::schedule();
		return true;
	}

	/** The event of WP-Cron. */
	public static function by_schedule(): void {
		self::run( null, self::CRON_SECONDS, 'cron' );
	}

	/**
	 * A request of an open admin page that nobody waits for, or of the command line.
	 *
	 * @param string|null $news "change" or "screen": something is to be told; null: only what is due by itself, or what no call has told yet.
	 * @return int Seconds until the next one makes sense.
	 */
	public static function run( ?string $news, float $seconds, string $due_reason = 'screen' ): int {
		$is_claimed = null === $news ? self::claim_missed_wake() : Dialling::claim_wake();
		return self::dial( $is_claimed ? $news ?? 'change' : null, $seconds, $due_reason );
	}

	private static function claim_missed_wake(): bool {
		return self::is_wake_missed() && Dialling::claim_missed_wake();
	}

	/**
	 * Whether to wake the service without news. Not one that is silent, has refused a call, or serves the original of this copy: turns find
	 * out when it is back, with a pause that grows, and its next poll shows what it missed.
	 */
	private static function is_wake_missed(): bool {
		return Dialling::has_missed_wake() && Connection::is_alive();
	}

	/** @param string|null $news Given where the caller has claimed the wake. */
	private static function dial( ?string $news, float $seconds, string $due_reason ): int {
		$ends_at = microtime( true ) + $seconds;
		try {
			Leave_Notice::send_waiting();
			$pairing = self::pairing();
			if ( null === $pairing ) {
				return 60;
			}
			if ( Dialling::is_introduction_due( $pairing['site_id'] ) ) {
				return self::introduce( $pairing );
			}
			$reason = self::turn_reason( $pairing, $news, $due_reason );
			if ( null !== $reason ) {
				Mailbox_Run::run( $pairing, $reason, $ends_at - microtime( true ), null !== $news );
			} elseif ( null !== $news && ! self::is_mailbox( $pairing ) ) {
				self::wake( $pairing );
			}
			return self::seconds_until_due();
		} catch ( \Throwable $error ) {
			// After the response there is nobody to show it to.
			Log::error( 'Dialling out: ' . $error->getMessage() );
			return 60;
		}
	}

	/**
	 * A service that serves this site no longer says so here, where nothing is due by itself for minutes.
	 *
	 * @param StoredPairing $pairing
	 */
	private static function wake( array $pairing ): void {
		// A refused wake says no time that may be trusted, and the poll before it did.
		$ahead = self::is_current( $pairing ) ? Connection::service_ahead() : Dialling::find( $pairing['site_id'] )['ahead'];
		$reply = self::send_wake( $pairing, $ahead );
		if ( abs( $ahead ) > Service_Client::MAX_AGE && in_array( $reply->code(), array( 'bad_signature', 'clock_skew' ), true ) ) {
			// The wrong clock was put right since that poll.
			$reply = self::send_wake( $pairing, 0 );
		}
		if ( in_array( $reply->code(), Dialling::REFUSALS, true ) ) {
			Dialling::record_refusal( $pairing['site_id'], $reply->code() );
		}
	}

	/** @param StoredPairing $pairing */
	private static function send_wake( array $pairing, int $ahead ): Service_Answer {
		return Service_Client::post( $pairing, (string) $pairing['service_url'], 'wake', array(), self::WAKE_SECONDS, $ahead );
	}

	/** @param StoredPairing $pairing */
	private static function introduce( array $pairing ): int {
		try {
			// A state that begins again wants no introduction.
			Connecting::again();
			return self::FIRST_SECONDS;
		} catch ( Service_Error $error ) {
			if ( ! Dialling::wants_introduction( $pairing['site_id'] ) ) {
				// Another process has introduced the site meanwhile.
				return self::FIRST_SECONDS;
			}
			// Asking often does not change that the service does not know the site.
			$is_unknown = in_array( $error->error_code, array( 'not_paired', 'bad_signature' ), true );
			$changes    = array(
				'error'        => $error->error_code,
				'failures'     => 1,
				'next_turn_at' => Clock::now() + ( $is_unknown ? Dialling::LONGEST_PAUSE : self::OVERDUE_SECONDS ),
			);
			Dialling::update( $pairing['site_id'], $changes );
			return self::OVERDUE_SECONDS;
		}
	}

	/** Whether an admin page should ask for a run: something is due, and PHP cannot continue after a response by itself. */
	public static function needs_page(): bool {
		if ( Response::can_finish() ) {
			return false;
		}
		return Left_Services::has_due() || ( null !== self::pairing() && 0 === self::seconds_until_due() );
	}

	/** Seconds until a call is due by itself; 0: now. */
	public static function seconds_until_due(): int {
		$pairing = self::pairing();
		if ( null === $pairing ) {
			return 60;
		}
		return self::is_wake_missed() ? 0 : max( 0, self::due_at( $pairing ) - Clock::now() );
	}

	/** @return StoredPairing|null Of a hosted service: the one that was just agreed to, else the one in use. */
	private static function pairing(): ?array {
		$current = Connection::find_to_call();
		$pending = Connection::find_pending();
		$is_over = null !== $pending && null !== $current && Clock::now() - Clock::bounded( $pending['paired_at'], 0 ) > Connection::CODE_SECONDS;
		foreach ( array( $is_over ? null : $pending, $current ) as $pairing ) {
			if ( null !== $pairing && null !== $pairing['service_url'] ) {
				return $pairing;
			}
		}
		return null;
	}

	/** @param StoredPairing $pairing */
	private static function due_at( array $pairing ): int {
		$state = Dialling::find( $pairing['site_id'] );
		if ( self::is_mailbox( $pairing ) || Dialling::wants_introduction( $pairing['site_id'] ) ) {
			return $state['next_turn_at'];
		}
		$after_failure = $state['failures'] > 0 ? $state['next_turn_at'] : 0;
		if ( ! self::is_current( $pairing ) ) {
			return max( $after_failure, Clock::bounded( $pairing['paired_at'], 0 ) + self::FIRST_SECONDS );
		}
		$status = Connection::find_status();
		$poll   = null === $status ? 0 : $status['service']['next_poll_by'];
		return max( $after_failure, max( $state['next_poll_by'], $poll ) + self::OVERDUE_SECONDS );
	}

	/**
	 * Whether the service has polled under this pairing.
	 *
	 * @param StoredPairing $pairing
	 */
	private static function is_current( array $pairing ): bool {
		$current = Connection::find();
		return null !== $current && $current['secret'] === $pairing['secret'];
	}


	/** @param StoredPairing $pairing */
	private static function turn_reason( array $pairing, ?string $news, string $due_reason ): ?string {
		$state = Dialling::find( $pairing['site_id'] );
		if ( '' === $state['token'] ) {
			return null;
		}
		$is_mailbox = self::is_mailbox( $pairing );
		if ( $is_mailbox && null !== $news && 0 === $state['failures'] ) {
			return $news;
		}
		if ( self::due_at( $pairing ) > Clock::now() ) {
			return null;
		}
		if ( $is_mailbox ) {
			return $due_reason;
		}
		return self::is_current( $pairing ) ? 'silence' : 'first';
	}

	/**
	 * Whether the service makes its calls by the mailbox, by the later of its last turn and its last poll.
	 *
	 * @param StoredPairing $pairing
	 */
	private static function is_mailbox( array $pairing ): bool {
		$state  = Dialling::find( $pairing['site_id'] );
		$status = self::is_current( $pairing ) ? Connection::find_status() : null;
		if ( null !== $status && $status['seen_at'] > $state['turn_at'] ) {
			return 'mailbox' === $status['service']['carrier'];
		}
		return $state['turn_at'] > 0 && 'mailbox' === $state['carrier'];
	}
}
