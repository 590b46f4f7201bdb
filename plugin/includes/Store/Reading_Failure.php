<?php
/**
 * Owns the option that records that this site fails to answer the sync service with works. Autoloaded, so that reading it costs
 * no query; written only when it changes.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;

final class Reading_Failure {
	private const OPTION = 'artwork_registry_reading_failure';

	/** @return array{since: int, message: string, call: string}|null Null: the last question was answered. */
	public static function find(): ?array {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) && isset( $stored['since'], $stored['message'], $stored['call'] ) ? array(
			'since'   => (int) $stored['since'],
			'message' => (string) $stored['message'],
			'call'    => (string) $stored['call'],
		) : null;
	}

	/** @param string $call A poll, or the page of changes that follows it. */
	public static function record( string $call, string $message ): void {
		$known = self::find();
		$next  = array(
			'since'   => $known['since'] ?? Clock::now(),
			'message' => mb_substr( Log::redact( $message ), 0, 300 ),
			// A poll that fails among failing pages, and is answered the next time, does not end their failure.
			'call'    => null !== $known && 'changes' === $known['call'] ? 'changes' : $call,
		);
		if ( $next !== $known ) {
			update_option( self::OPTION, $next, true );
		}
	}

	/** @param string|null $call The call that was answered: a poll says nothing of the pages; null: all of them. */
	public static function clear( ?string $call = null ): void {
		$known = self::find();
		if ( null !== $known && ( null === $call || $known['call'] === $call ) ) {
			delete_option( self::OPTION );
		}
	}
}
