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

	/** @return array{since: int, message: string}|null Null: the last question was answered. */
	public static function find(): ?array {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) && isset( $stored['since'], $stored['message'] ) ? array(
			'since'   => (int) $stored['since'],
			'message' => (string) $stored['message'],
		) : null;
	}

	public static function record( string $message ): void {
		$known = self::find();
		if ( null === $known || $known['message'] !== $message ) {
			update_option(
				self::OPTION,
				array(
					'since'   => $known['since'] ?? Clock::now(),
					'message' => mb_substr( Log::redact( $message ), 0, 300 ),
				),
				true
			);
		}
	}

	public static function clear(): void {
		if ( null !== self::find() ) {
			delete_option( self::OPTION );
		}
	}
}
