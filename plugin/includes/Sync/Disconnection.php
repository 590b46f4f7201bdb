<?php
/**
 * Takes the site's works out of the registry, as the owner chose, and cuts the connection when the registry has confirmed the
 * last of them. Their Art IDs stay; what the owner had chosen to publish is asked anew at the next connection.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Brake;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Farewell;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Sweeps;

final class Disconnection {
	public static function begin( string $mode ): void {
		if ( 'leave' === $mode ) {
			Farewell::clear();
			Owner_Orders::disconnect();
			return;
		}
		Farewell::begin( $mode );
		Events::note( 'connection.farewell', 0, $mode );
		self::look_at_all();
	}

	/** The owner thought better of it: every work is as it was chosen. */
	public static function cancel(): void {
		if ( null !== Farewell::mode() ) {
			Farewell::clear();
			self::look_at_all();
		}
	}

	/** Asked at every poll: lets the works through, and ends when the last has left. */
	public static function step(): void {
		$mode = Farewell::mode();
		if ( null === $mode ) {
			return;
		}
		if ( Brake::count() > 0 ) {
			// The brake asks whether so many shall leave at once. That has been said.
			Brake::answer( 'release' );
		}
		if ( null === Sweeps::find() && 0 === Farewell::count_left( $mode ) ) {
			Farewell::finish();
			Status::forget_choices();
			Settings::update( array( 'publish_mode' => 'ask' ) );
			Owner_Orders::disconnect();
		}
	}

	private static function look_at_all(): void {
		Outbox::touch_known();
		Sweeps::start( Sweeps::LOOK_AGAIN, Sweeper::count( Sweeps::LOOK_AGAIN ) );
		Wake_Up::send();
	}
}
