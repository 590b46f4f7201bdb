<?php
/**
 * Notices that this site is no longer the one that was paired: it has another address or lies in another database (a copy, or
 * a move), or its data is older than what the sync service has seen of it (a restored backup). Nothing is read or sent until
 * the owner has said which it is.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Identity;

final class Clone_Guard {
	public const ADDRESS  = 'address';
	public const DATABASE = 'database';
	public const RESTORED = Identity::RESTORED;

	/** same: it is still this site. copy: it is a copy. */
	public const ANSWERS = array( 'same', 'copy' );

	/** Some hosts read from a replica that is a few seconds behind, which is not a restored backup. */
	private const BEATS_BEHIND = 5;

	/** The doubt that this is the paired site; null where there is none, or no pairing. */
	public static function look(): ?string {
		if ( null === Connection::find() ) {
			return null;
		}
		$record = Identity::find();
		if ( null === $record ) {
			Identity::renew( 1 );
			return null;
		}
		if ( ! Identity::same_address( Identity::decode( $record['home'] ), Identity::address() ) ) {
			Identity::set_doubt( $record, self::ADDRESS );
			return self::ADDRESS;
		}
		if ( $record['is_forked'] || ! Identity::is_database( $record['database'] ) ) {
			Identity::set_doubt( $record, self::DATABASE );
			return self::DATABASE;
		}
		if ( null !== $record['doubt'] && self::RESTORED !== $record['doubt'] ) {
			// The address or the database is the old one again: the change was undone.
			$record['doubt'] = null;
			$record['since'] = null;
			Identity::save( $record );
		}
		return $record['doubt'];
	}

	/** The sync service says that another site uses the same pairing: a copy of the database, or of the whole machine. */
	public static function record_fork(): void {
		$record = Identity::find();
		if ( null !== $record ) {
			Identity::set_doubt( array( 'is_forked' => true ) + $record, self::DATABASE );
		}
	}

	/**
	 * Compares with what the sync service has seen of this site: a site that is behind was restored.
	 *
	 * @param int $beat How many polls this site itself remembers.
	 */
	public static function compare_with( int $heard_generation, int $heard_beat, int $beat ): void {
		$record = Identity::find();
		if ( null === $record || ( $heard_generation <= $record['generation'] && $heard_beat <= $beat + self::BEATS_BEHIND ) ) {
			return;
		}
		$record['heard_generation'] = max( $record['heard_generation'], $heard_generation );
		$record['heard_beat']       = max( $record['heard_beat'], $heard_beat );
		Identity::save( $record );
		Identity::set_doubt( $record, $record['doubt'] ?? self::RESTORED );
	}
}
