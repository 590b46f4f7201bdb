<?php
/**
 * The owner disconnects the site: at once, or after its works have left the registry, which Disconnection then sees through.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Sync\Disconnection;
use ArtworkRegistry\Sync\Job_Walker;

final class Disconnect_Orders {
	public static function begin( string $mode ): void {
		if ( 'leave' === $mode ) {
			Offboarding::clear();
			Disconnection::cut();
			Wake_Up::want();
			return;
		}
		Offboarding::begin( $mode );
		Events::record( 'connection.offboarding', 0, $mode );
		self::look_at_all();
	}

	/** The owner changed their mind: every work keeps what was chosen for it. */
	public static function cancel(): void {
		if ( null !== Offboarding::mode() ) {
			Offboarding::clear();
			self::look_at_all();
		}
	}

	private static function look_at_all(): void {
		Outbox::touch_known();
		Jobs::start( Jobs::LOOK_AGAIN, Job_Walker::count( Jobs::LOOK_AGAIN ) );
		Wake_Up::send();
	}
}
