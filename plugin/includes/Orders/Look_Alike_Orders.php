<?php
/**
 * The owner's choice for a group of look-alikes, and taking it back. Each is rows: the changed works are sent again, which
 * releases them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Look_Alikes;
use ArtworkRegistry\Store\Outbox;

final class Look_Alike_Orders {
	/**
	 * @param string $choice One of Look_Alikes::CHOICES.
	 * @return int Works the choice was for; 0: the group waits for none.
	 */
	public static function choose( string $group, string $choice ): int {
		$ids   = Look_Alikes::held( $group );
		$known = Look_Alikes::known( $group );
		if ( ! $ids ) {
			// Not published yet: as the look before the first publication found them.
			$ids   = Checks::undecided_of( $group );
			$known = Checks::known( $group );
			if ( count( $ids ) + ( null === $known ? 0 : 1 ) < 2 ) {
				return 0;
			}
			Look_Alikes::assign( $group, $ids );
		}
		$at = Clock::now_ms();
		if ( 'number' === $choice ) {
			Look_Alikes::number( $group, $ids, $at );
		} elseif ( 'one' === $choice ) {
			$keeper = $known ?? $ids[0];
			Look_Alikes::exclude( array_values( array_diff( $ids, array( $keeper ) ) ), $choice, $keeper, $at );
			Look_Alikes::release( array_values( array_intersect( $ids, array( $keeper ) ) ), $choice, $keeper, $at );
		} else {
			Look_Alikes::exclude( $ids, $choice, null, $at );
		}
		self::send_again( $ids );
		Events::note( 'look_alikes.' . $choice, $ids[0], (string) count( $ids ) );
		return count( $ids );
	}

	/** @return int Works that are as before; those that have an Art ID by now keep what was chosen. */
	public static function undo( string $group ): int {
		$ids = Look_Alikes::undoable( $group );
		if ( $ids ) {
			Look_Alikes::undo( $ids );
			self::send_again( $ids );
			Events::note( 'look_alikes.undo', $ids[0], (string) count( $ids ) );
		}
		return count( $ids );
	}

	/** @param list<int> $ids */
	private static function send_again( array $ids ): void {
		Outbox::touch( Sources::of_posts( $ids ) );
		Wake_Up::send();
	}
}
