<?php
/**
 * The owner disconnects the site: at once, or after its works have left the registry, which Disconnection then sees through.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Farewell;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Sweeps;
use ArtworkRegistry\Sync\Disconnection;
use ArtworkRegistry\Sync\Sweeper;

final class Disconnect_Orders {
	public static function begin( string $mode ): void {
		if ( 'leave' === $mode ) {
			Farewell::clear();
			Disconnection::cut();
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

	private static function look_at_all(): void {
		Outbox::touch_known();
		Sweeps::start( Sweeps::LOOK_AGAIN, Sweeper::count( Sweeps::LOOK_AGAIN ) );
		Wake_Up::send();
	}
}
