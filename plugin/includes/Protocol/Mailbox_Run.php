<?php
/**
 * The mailbox (docs/site-protocol.md): this site dials out, carries out the call that it gets, and brings the answer with the next turn.
 * A run ends with nothing in hand: the answer to a call is always delivered, and a call for which there is no time left is dropped.
 * The service issues that one again.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Clone_Guard;

/**
 * @phpstan-import-type Pairing from \ArtworkRegistry\Store\Connection as StoredPairing
 * @phpstan-import-type State from Dialling
 */
final class Mailbox_Run {
	/** The service waits for what comes next, at most so long. */
	private const WAIT_SECONDS = 4;
	private const TURN_SECONDS = 6.0;
	/** Kept back of the time of a run, to deliver an answer in. */
	private const LAST_SECONDS      = 1.0;
	private const LOOK_MICROSECONDS = 100000;
	private const CALLS             = array( 'poll', 'changes', 'ack', 'report', 'event', 'review' );
	private const LONGEST_PAUSE     = 900;

	/**
	 * Takes turns until there is nothing to do or the time is over. Does nothing where another process takes them, unless there is news:
	 * that process may have looked before the news came, and ends when its turn is answered.
	 *
	 * @param StoredPairing $pairing
	 * @return bool Whether a turn was answered.
	 */
	public static function run( array $pairing, string $reason, float $seconds, bool $has_news = false ): bool {
		$lease = self::claim_lease( $has_news ? self::TURN_SECONDS : 0.0 );
		if ( null === $lease ) {
			return false;
		}
		try {
			return self::take( $pairing, $reason, microtime( true ) + $seconds );
		} finally {
			Change_Page::limit_time( null );
			Dialling::release_lease( $lease );
		}
	}

	/** @return string|null Null where another process still takes turns after that time. */
	private static function claim_lease( float $seconds ): ?string {
		$until = microtime( true ) + $seconds;
		$lease = Dialling::claim_lease();
		while ( null === $lease && microtime( true ) < $until ) {
			usleep( self::LOOK_MICROSECONDS );
			$lease = Dialling::claim_lease();
		}
		return $lease;
	}

	/** @param StoredPairing $pairing */
	private static function take( array $pairing, string $reason, float $ends_at ): bool {
		$answer      = null;
		$is_answered = false;
		do {
			$state = Dialling::find( $pairing['site_id'] );
			if ( '' === $state['token'] ) {
				return $is_answered;
			}
			$reply = self::send( $pairing, $state, $reason, $answer, $ends_at );
			if ( ! Connection::is_still_called( $pairing ) ) {
				// The state that is stored now belongs to the new secret, and neither failure nor token of the former one do.
				return $is_answered;
			}
			if ( ! $reply->is_good() ) {
				self::record_failure( $pairing['site_id'], $state, $reply );
				return $is_answered;
			}
			$is_answered = true;
			$call        = self::record_answer( $pairing['site_id'], $reply );
			$work_until  = $ends_at - self::LAST_SECONDS;
			if ( null === $call || microtime( true ) >= $work_until ) {
				return true;
			}
			Change_Page::limit_time( $work_until );
			$answer = self::carry_out( $pairing['site_id'], $call );
		} while ( null !== $answer );
		return true;
	}

	/**
	 * @param StoredPairing                   $pairing
	 * @param State                     $state
	 * @param array<string, mixed>|null $answer
	 */
	private static function send( array $pairing, array $state, string $reason, ?array $answer, float $ends_at ): Service_Answer {
		$left    = max( self::LAST_SECONDS, min( self::TURN_SECONDS, $ends_at - microtime( true ) ) );
		$turn    = array(
			'turn'     => $state['token'],
			'site_url' => Identity::address(),
			'reason'   => $reason,
			'doubt'    => Clone_Guard::look(),
			'answer'   => $answer,
			'wait'     => (int) max( 0, min( self::WAIT_SECONDS, floor( $left - self::LAST_SECONDS ) ) ),
		);
		$reply   = Service_Client::post( $pairing, (string) $pairing['service_url'], 'turn', $turn, $left, $state['ahead'] );
		$is_skew = 401 === $reply->status && $reply->is_signed && 'clock_skew' === $reply->code();
		if ( ! $is_skew ) {
			return $reply;
		}
		// Signed, so its time may be trusted for what this site signs.
		$ahead = $reply->timestamp - Clock::now();
		Dialling::update( $pairing['site_id'], array( 'ahead' => $ahead ) );
		return Service_Client::post( $pairing, (string) $pairing['service_url'], 'turn', $turn, $left, $ahead );
	}

	/** @return array<string, mixed>|null The next call. */
	private static function record_answer( string $site_id, Service_Answer $reply ): ?array {
		$body = new Body( $reply->data );
		$call = $body->raw( 'call' );
		$wait = $body->raw( 'next_turn_in' );
		$poll = Clock::parse( $body->raw( 'next_poll_by' ) );
		Dialling::update(
			$site_id,
			array(
				'token'        => (string) $body->text_or_null( 'turn', 64 ),
				'carrier'      => 'direct' === $body->raw( 'carrier' ) ? 'direct' : 'mailbox',
				'turn_at'      => Clock::now(),
				'next_turn_at' => Clock::now() + ( is_int( $wait ) ? max( 0, min( self::LONGEST_PAUSE, $wait ) ) : 30 ),
				// On the clock of this site: that of the service may be wrong.
				'next_poll_by' => Clock::now() + ( null === $poll ? self::LONGEST_PAUSE : $poll - $reply->timestamp ),
				'failures'     => 0,
				'error'        => null,
			)
		);
		return is_array( $call ) ? $call : null;
	}

	/**
	 * @param array<string, mixed> $call
	 * @return array<string, mixed>|null Null for what is not a call.
	 */
	private static function carry_out( string $site_id, array $call ): ?array {
		$name = $call['name'] ?? null;
		if ( ! in_array( $name, self::CALLS, true ) || ! is_string( $call['body'] ?? null ) || ! is_int( $call['number'] ?? null ) ) {
			Log::error( 'The sync service sent a call that this version does not know.' );
			return null;
		}
		$headers = array(
			'X-Areg-Site'      => $site_id,
			'X-Areg-Timestamp' => (string) ( is_int( $call['timestamp'] ?? null ) ? $call['timestamp'] : 0 ),
			'X-Areg-Nonce'     => is_string( $call['nonce'] ?? null ) ? $call['nonce'] : '',
			'X-Areg-Signature' => is_string( $call['signature'] ?? null ) ? $call['signature'] : '',
		);
		$answer  = Daemon_Api::answer(
			new Signed_Request(
				$name,
				$call['body'],
				static function ( string $header ) use ( $headers ): string {
					return $headers[ $header ] ?? '';
				}
			),
			true
		);
		return array(
			'number'    => $call['number'],
			'status'    => $answer->status,
			'timestamp' => (int) ( $answer->headers['X-Areg-Timestamp'] ?? 0 ),
			'nonce'     => $answer->headers['X-Areg-Nonce'] ?? '',
			'signature' => $answer->headers['X-Areg-Signature'] ?? '',
			'body'      => $answer->body,
		);
	}

	/** @param State $state */
	private static function record_failure( string $site_id, array $state, Service_Answer $reply ): void {
		$code = $reply->code();
		if ( 'forked' === $code && $reply->is_signed ) {
			Clone_Guard::record_fork();
		}
		$failures = $state['failures'] + 1;
		$pause    = min( Dialling::LONGEST_PAUSE, max( $reply->retry_after, min( self::LONGEST_PAUSE, 5 * 2 ** min( 8, $failures ) ) ) );
		if ( 'busy' === $code ) {
			$pause = 10;
		} elseif ( in_array( $code, array( 'not_paired', 'bad_signature' ), true ) ) {
			// The service no longer knows the site: asking often does not change that.
			$pause = Dialling::LONGEST_PAUSE;
		}
		if ( in_array( $code, Dialling::REFUSALS, true ) ) {
			Dialling::record_refusal( $site_id, $code );
		}
		Dialling::update(
			$site_id,
			array(
				'failures'     => $failures,
				'error'        => $code,
				'next_turn_at' => Clock::now() + $pause,
			)
		);
		if ( 'bad_signature' === $code && null !== Connection::find_renewed() ) {
			// The service may have taken the next secret, and its answer was lost: a repeat brings it.
			Dialling::want_introduction( $site_id );
		}
	}
}
