<?php
/**
 * Tells a sync service, signed, that this site has left it, so that it destroys key and journal. What could not be told is tried again
 * for three days; the service notices by itself later.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Left_Services;

final class Leave_Notice {
	private const SECONDS      = 3.0;
	private const KEEP_SECONDS = 259200;

	public static function send_waiting(): void {
		foreach ( Left_Services::claim_due( Clock::now() + Left_Services::RETRY_SECONDS ) as $left ) {
			if ( self::send( $left ) || Clock::now() - Clock::bounded( $left['at'], 0 ) > self::KEEP_SECONDS ) {
				Left_Services::remove( $left['site_id'] );
			}
		}
	}

	/** @param array{site_id: string, secret: string, next_secret?: string|null, base: string, reason: string} $left */
	public static function send( array $left ): bool {
		$data   = array( 'reason' => $left['reason'] );
		$answer = Service_Client::post( $left, $left['base'], 'leave', $data, self::SECONDS );
		$next   = $left['next_secret'] ?? null;
		if ( 'bad_signature' === $answer->code() && null !== $next ) {
			$left['secret'] = $next;
			$answer         = Service_Client::post( $left, $left['base'], 'leave', $data, self::SECONDS );
		}
		if ( $answer->is_signed && 'clock_skew' === $answer->code() ) {
			$answer = Service_Client::post( $left, $left['base'], 'leave', $data, self::SECONDS, $answer->timestamp - Clock::now() );
		}
		return $answer->is_good() || 404 === $answer->status || 'not_paired' === $answer->code();
	}
}
