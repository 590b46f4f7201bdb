<?php
/**
 * Takes the site's works out of the registry, as the owner chose, and cuts the connection when the registry has confirmed the
 * last of them. Their Art IDs stay; at the next connection the owner chooses again what to register.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Bulk_Removal;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Store\Status;

/**
 * @phpstan-import-type Offboarding_Row from Offboarding
 */
final class Disconnection {
	/** Runs at every poll: releases the works, and disconnects when the last has left. */
	public static function step(): void {
		$offboarding = Offboarding::find();
		if ( null === $offboarding || ! self::is_due( $offboarding ) ) {
			return;
		}
		Read_Check::run(
			static function () use ( $offboarding ): void {
				if ( null === $offboarding['finished_at'] ) {
					Offboarding::finish();
				}
				Status::forget_choices();
				Settings::update( array( 'register_mode' => 'ask' ) );
			}
		);
		self::cut();
	}

	/** @param Offboarding_Row $offboarding */
	private static function is_due( array $offboarding ): bool {
		if ( null === $offboarding['finished_at'] ) {
			return self::have_all_left( $offboarding['mode'] );
		}
		// A poll after the end: something failed then, before the pairing was removed. One that was made since has nothing to do with it, although a
		// stale cache of options may still say so.
		$pairing = Connection::find();
		return null !== $pairing && $pairing['paired_at'] <= $offboarding['finished_at'];
	}

	private static function have_all_left( string $mode ): bool {
		if ( Bulk_Removal::count() > 0 ) {
			// The bulk removal check would ask whether so many works may leave at once. The owner has answered that already.
			Bulk_Removal::answer( 'release' );
		}
		return null === Jobs::find() && 0 === Offboarding::count_left( $mode );
	}

	/** The works, their choices and their Art IDs stay; a new pairing continues with them. */
	public static function cut(): void {
		// A copy shares the pairing of its original, which must not be cut off by it.
		$left = null === Clone_Guard::look() ? Connection::find() : null;
		if ( null !== $left ) {
			// Before the pairing is removed: an order that is repeated after a failure would find no service to tell.
			Read_Check::run(
				static function () use ( $left ): void {
					Left_Services::add( $left, 'disconnected' );
				}
			);
		}
		Connection::remove();
		// The event went with the pairing.
		Left_Services::schedule();
		Counts::remove();
		// Connecting again goes through all steps again.
		Setup::remove();
		Log::info( 'The sync service was disconnected.' );
		Events::record( 'connection.removed' );
	}
}
