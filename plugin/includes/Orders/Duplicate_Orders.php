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
	/** Groups of one call of `choose_next`. */
	public const GROUPS = 25;

	/**
	 * @param string $choice One of Duplicates::CHOICES.
	 * @return int Works the choice was for; 0: the group waits for none.
	 */
	public static function choose( string $group, string $choice ): int {
		$ids = self::decide( $group, $choice, Clock::now_ms() );
		if ( $ids ) {
			self::send_again( $ids );
		}
		return count( $ids );
	}

	/**
	 * The same choice for the next groups in the order of their names, so that all of them take several calls of bounded length.
	 *
	 * @param string $choice    One of Duplicates::CHOICES.
	 * @param bool   $in_review The groups that the review before registering found, not those that the sync service holds.
	 * @param string $after     The last group of the call before; '' for the first.
	 * @return array{groups: list<string>, works: int, after: string|null} groups: those that the choice was for; after: null where none is left.
	 */
	public static function choose_next( string $choice, bool $in_review, string $after ): array {
		$names  = $in_review ? Checks::group_names( $after, self::GROUPS ) : Duplicates::group_names( $after, self::GROUPS );
		$at     = Clock::now_ms();
		$all    = array();
		$chosen = array();
		foreach ( $names as $group ) {
			$ids = self::decide( $group, $choice, $at );
			if ( $ids ) {
				$chosen[] = $group;
				array_push( $all, ...$ids );
			}
		}
		if ( $all ) {
			self::send_again( $all );
		}
		return array(
			'groups' => $chosen,
			'works'  => count( $all ),
			'after'  => count( $names ) < self::GROUPS ? null : end( $names ),
		);
	}

	/** @return list<int> Works the choice was for. */
	private static function decide( string $group, string $choice, int $at ): array {
		$ids   = Duplicates::held( $group );
		$known = Duplicates::known( $group );
		if ( ! $ids ) {
			// Not registered yet: the group is the one that the review before registering found.
			$ids   = Checks::undecided_of( $group );
			$known = Checks::known( $group );
			if ( ! $ids || count( $ids ) + ( null === $known ? 0 : 1 ) < 2 ) {
				return array();
			}
			Duplicates::assign( $group, $ids );
		}
		if ( 'number' === $choice ) {
			Duplicates::number( $group, $ids, $at );
		} elseif ( 'one' === $choice ) {
			$keeper = $known ?? $ids[0];
			Duplicates::leave_out( array_values( array_diff( $ids, array( $keeper ) ) ), $choice, $keeper, $at );
			Duplicates::release( array_values( array_intersect( $ids, array( $keeper ) ) ), $choice, $keeper, $at );
		} else {
			Duplicates::leave_out( $ids, $choice, null, $at );
		}
		Events::record( 'duplicates.' . $choice, $ids[0], (string) count( $ids ) );
		return $ids;
	}

	/** @return int Works that are as before; those that have an Art ID by now keep what was chosen. */
	public static function undo( string $group ): int {
		return self::undo_many( array( $group ) );
	}

	/**
	 * @param list<string> $groups
	 * @return int Works that are as before.
	 */
	public static function undo_many( array $groups ): int {
		$all = array();
		foreach ( $groups as $group ) {
			$ids = Duplicates::undoable( $group );
			if ( $ids ) {
				Duplicates::undo( $ids );
				Events::record( 'duplicates.undo', $ids[0], (string) count( $ids ) );
				array_push( $all, ...$ids );
			}
		}
		if ( $all ) {
			self::send_again( $all );
		}
		return count( $all );
	}

	/** @param list<int> $ids */
	private static function send_again( array $ids ): void {
		Outbox::touch( Sources::of_posts( $ids ) );
		Wake_Up::send();
	}
}
