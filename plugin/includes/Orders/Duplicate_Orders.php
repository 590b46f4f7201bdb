<?php
/**
 * The owner's choice for a group of possible duplicates, and undoing it. Both write rows and send the changed works again, which
 * releases them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Duplicates;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Outbox;

final class Duplicate_Orders {
	/**
	 * @param string $choice One of Duplicates::CHOICES.
	 * @return int Works the choice was for; 0: the group waits for none.
	 */
	public static function choose( string $group, string $choice ): int {
		$ids   = Duplicates::held( $group );
		$known = Duplicates::known( $group );
		if ( ! $ids ) {
			// Not registered yet: the group is the one that the review before registering found.
			$ids   = Checks::undecided_of( $group );
			$known = Checks::known( $group );
			if ( count( $ids ) + ( null === $known ? 0 : 1 ) < 2 ) {
				return 0;
			}
			Duplicates::assign( $group, $ids );
		}
		$at = Clock::now_ms();
		if ( 'number' === $choice ) {
			Duplicates::number( $group, $ids, $at );
		} elseif ( 'one' === $choice ) {
			$keeper = $known ?? $ids[0];
			Duplicates::leave_out( array_values( array_diff( $ids, array( $keeper ) ) ), $choice, $keeper, $at );
			Duplicates::release( array_values( array_intersect( $ids, array( $keeper ) ) ), $choice, $keeper, $at );
		} else {
			Duplicates::leave_out( $ids, $choice, null, $at );
		}
		self::send_again( $ids );
		Events::note( 'duplicates.' . $choice, $ids[0], (string) count( $ids ) );
		return count( $ids );
	}

	/** @return int Works that are as before; those that have an Art ID by now keep what was chosen. */
	public static function undo( string $group ): int {
		$ids = Duplicates::undoable( $group );
		if ( $ids ) {
			Duplicates::undo( $ids );
			self::send_again( $ids );
			Events::note( 'duplicates.undo', $ids[0], (string) count( $ids ) );
		}
		return count( $ids );
	}

	/** @param list<int> $ids */
	private static function send_again( array $ids ): void {
		Outbox::touch( Sources::of_posts( $ids ) );
		Wake_Up::send();
	}
}
