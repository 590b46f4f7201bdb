<?php
/**
 * Owns the table `nonces`: which signed requests were seen in the last ten minutes.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

final class Nonces {
	/** Twice the 300 s that a timestamp may be off, so that a nonce is kept longer than its request is valid. */
	private const KEEP_SECONDS = 600;

	/** True for the first request with this nonce. The primary key decides between two at once. */
	public static function claim( string $nonce ): bool {
		$table = Tables::name( 'nonces' );
		// A request with a nonce that a clock recorded so far ahead is not valid now, either.
		Sql::write( "DELETE FROM $table WHERE seen_at < " . ( Clock::now() - self::KEEP_SECONDS ) . ' OR seen_at > ' . ( Clock::now() + self::KEEP_SECONDS ) );
		return 1 === Sql::write( "INSERT IGNORE INTO $table (nonce, seen_at) VALUES " . Sql::rows( array( array( $nonce, Clock::now() ) ) ) );
	}
}
