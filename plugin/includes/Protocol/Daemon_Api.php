<?php
/**
 * Answers the sync service: authenticates the request and chooses its handler. Independent of the way in.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Nonces;
use ArtworkRegistry\Store\Pictures_Unread;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\Sync\Job_Walker;

/**
 * @phpstan-import-type Pairing from Connection as StoredPairing
 */
final class Daemon_Api {
	private const MAX_BODY     = 4194304;
	private const SKEW_SECONDS = 300;

	public static function answer( Signed_Request $request, bool $is_secure ): Answer {
		Schema::upgrade();
		return 'pair' === $request->name ? self::answer_pairing( $request, $is_secure ) : self::answer_signed( $request );
	}

	/** Whether the paired service sent it, or whether one is awaited: a stranger must not make the site record anything. Changes nothing. */
	public static function is_from_service( Signed_Request $request ): bool {
		try {
			if ( 'pair' === $request->name ) {
				return null !== Connection::find_code();
			}
			foreach ( array( Connection::find(), Connection::find_pending(), Connection::find_renewed() ) as $pairing ) {
				if ( null !== $pairing && $pairing['site_id'] === $request->site_id && $request->is_signed_with( $pairing['secret'] ) ) {
					return true;
				}
			}
		} catch ( Read_Failed $failed ) {
			Log::error( $request->name . ': ' . $failed->getMessage() );
		}
		return false;
	}

	private static function answer_pairing( Signed_Request $request, bool $is_secure ): Answer {
		try {
			self::refuse_newer_data();
			return new Answer(
				200,
				Read_Check::run(
					static function () use ( $request, $is_secure ): array {
						return Pairing::take( self::read_body( $request ), $is_secure );
					}
				)
			);
		} catch ( Protocol_Error $error ) {
			return Answer::of_error( $error );
		} catch ( \Throwable $error ) {
			return self::failure( $request, $error );
		}
	}

	private static function answer_signed( Signed_Request $request ): Answer {
		try {
			$current = Connection::find();
			$next    = 'poll' === $request->name ? self::find_next( $request, $current ) : null;
		} catch ( Read_Failed $failed ) {
			return self::failure( $request, $failed );
		}
		if ( null !== $next ) {
			$pairing = $next;
		} elseif ( null !== $current && $current['site_id'] === $request->site_id ) {
			$pairing = $current;
		} else {
			$message = 'This site is not paired with that sync service. Get a code in WordPress under Artwork Registry, and pair it again.';
			return Answer::of_error( new Protocol_Error( 401, 'not_paired', $message ) );
		}
		$secret = $pairing['secret'];
		try {
			// A wrong clock gets a signed answer before the signature is checked. That answer reveals only the time.
			if ( abs( Clock::now() - $request->timestamp ) > self::SKEW_SECONDS ) {
				throw new Protocol_Error( 401, 'clock_skew', 'The clocks of the site and the sync service differ by more than five minutes.' );
			}
			if ( ! $request->is_signed_with( $secret ) ) {
				return Answer::of_error( new Protocol_Error( 401, 'bad_signature', 'The signature does not fit this request.' ) );
			}
			if ( ! Nonces::claim( $request->nonce ) ) {
				throw new Protocol_Error( 401, 'replayed', 'This request was seen before.' );
			}
			self::refuse_newer_data();
			$answer = new Answer(
				200,
				Read_Check::run(
					static function () use ( $request, $next, $current ): array {
						if ( null !== $next ) {
							self::promote( $next, $current );
						}
						return self::handle( $request->name, self::read_body( $request ) );
					}
				)
			);
		} catch ( Protocol_Error $error ) {
			$answer = Answer::of_error( $error );
		} catch ( Pictures_Unread $unread ) {
			if ( ! $unread->is_under_way ) {
				Failed_Calls::record( $request->name, $unread->getMessage() );
				Log::error( $request->name . ': ' . $unread->getMessage() );
			}
			$answer = Answer::of_error( new Protocol_Error( 503, 'pictures_unread', 'The pictures of this site are not read yet, so no work with one is told.' ) );
		} catch ( \Throwable $error ) {
			Failed_Calls::record( $request->name, $error->getMessage() );
			$answer = self::failure( $request, $error );
		}
		return $answer->sign( $secret, $request );
	}

	/**
	 * The pairing that this poll is the first of. One that continues another has its site id: the signature says which of the two it is.
	 *
	 * @param StoredPairing|null $current
	 * @return StoredPairing|null
	 */
	private static function find_next( Signed_Request $request, ?array $current ): ?array {
		foreach ( array( Connection::find_pending(), Connection::find_renewed() ) as $next ) {
			if ( null === $next || $next['site_id'] !== $request->site_id ) {
				continue;
			}
			$is_continued = null !== $current && $current['site_id'] === $next['site_id'];
			if ( ! $is_continued || $request->is_signed_with( $next['secret'] ) ) {
				return $next;
			}
		}
		return null;
	}

	private static function failure( Signed_Request $request, \Throwable $error ): Answer {
		Log::error( $request->name . ': ' . $error->getMessage() );
		return Answer::of_error( new Protocol_Error( 500, 'internal_error', 'The site could not answer; its error log says more.' ) );
	}

	private static function refuse_newer_data(): void {
		if ( Schema::is_newer() ) {
			throw new Protocol_Error(
				503,
				'newer_data',
				'A newer version of the plugin has worked on this site. Nothing is sent until the plugin is updated again, or a backup is put back.'
			);
		}
	}

	/**
	 * A pairing with the same service only continues; any other service is told. The pairing comes last: once it is the present one, a poll that
	 * is repeated finds nothing to promote.
	 *
	 * @param StoredPairing      $next
	 * @param StoredPairing|null $former
	 */
	private static function promote( array $next, ?array $former ): void {
		Read_Check::run(
			static function () use ( $next, $former ): void {
				$is_another = null !== $former && ( $former['service_url'] ?? $former['wake_url'] ) !== ( $next['service_url'] ?? $next['wake_url'] );
				// A copy shares the pairing of its original, which must not be cut off by it.
				if ( $is_another && null === Clone_Guard::look() ) {
					Left_Services::add( $former, 'replaced' );
					Wake_Up::want();
				}
				Jobs::start( Jobs::LOOK_AGAIN, Job_Walker::count( Jobs::LOOK_AGAIN ) );
			}
		);
		Connection::promote( $next );
	}

	/** @return array<string, mixed> */
	private static function handle( string $name, Body $body ): array {
		switch ( $name ) {
			case 'poll':
				return self::poll( $body );
			case 'changes':
				return self::changes( $body );
			case 'ack':
				return self::done( Report_Handler::acknowledge( $body ), 'ack' );
			case 'report':
				return self::done( Report_Handler::report( $body ), 'report' );
			case 'event':
				return self::done( Report_Handler::events( $body ), 'event' );
			case 'review':
				return self::done( Review_Handler::handle( $body ), 'review' );
			default:
				throw new Protocol_Error( 404, 'not_found', 'There is no such route.' );
		}
	}

	/** @return array<string, mixed> */
	private static function poll( Body $body ): array {
		$answer = Poll_Handler::handle( $body );
		// The service asks for no review where nothing waits for one.
		return 0 === $answer['review'] ? self::done( $answer, 'poll', 'review' ) : self::done( $answer, 'poll' );
	}

	/**
	 * @param array<string, mixed> $answer
	 * @param string               ...$calls That were carried out.
	 * @return array<string, mixed>
	 */
	private static function done( array $answer, string ...$calls ): array {
		Failed_Calls::end( ...$calls );
		return $answer;
	}

	/**
	 * The next page. Acknowledgements in the call are carried out first, which saves one call a page.
	 *
	 * @return array<string, mixed>
	 */
	private static function changes( Body $body ): array {
		if ( null !== Clone_Guard::look() ) {
			throw new Protocol_Error(
				409,
				'site_in_doubt',
				'This site looks like a copy, or like a restored backup, of the one that was paired. Its owner has to say in WordPress which it is.'
			);
		}
		$limit = $body->integer( 'limit', 1, 50, 50 );
		$skip  = $body->external_ids( 'skip', 100 );
		$acked = null === $body->raw( 'acks' ) ? array() : self::done( Report_Handler::acknowledge( $body ), 'ack' );
		if ( true === $body->raw( 'peek' ) ) {
			return Change_Page::peek( $limit, $skip ) + array( 'site_url' => Identity::address() ) + $acked;
		}
		return self::done( Change_Page::read( $limit, $skip ) + $acked, 'changes' );
	}

	private static function read_body( Signed_Request $request ): Body {
		if ( strlen( $request->body ) > self::MAX_BODY ) {
			throw new Protocol_Error( 413, 'payload_too_large', 'The body is over 4 MiB.' );
		}
		$data = json_decode( $request->body, true );
		if ( ! is_array( $data ) ) {
			throw new Protocol_Error( 400, 'invalid_json', 'The body is not a JSON object.' );
		}
		return new Body( $data );
	}
}
