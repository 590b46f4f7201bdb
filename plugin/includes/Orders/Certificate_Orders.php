<?php
/**
 * Asks for certificates and withdraws them. Each order writes a row; the sync service, which holds the registry's key, carries it out.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Artwork_Caption;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\View\Printables;
use ArtworkRegistry\View\Works_Query;

final class Certificate_Orders {
	/**
	 * @param string $request Made by the screen for each certificate, so that a request sent twice issues one.
	 * @return bool False where the work cannot have a certificate.
	 */
	public static function issue( int $external_id, string $request, ?int $number, ?int $size, ?string $note ): bool {
		$row = Works_Query::find( $external_id );
		if ( null === $row || ! Printables::may_be_certified( $row ) || ! Printables::is_supported() ) {
			return false;
		}
		if ( Certificates::insert( 'owner ' . $request, $external_id, 0, $number, $size, $note ) ) {
			Events::record( 'certificate.ordered', $external_id );
			Wake_Up::send();
		}
		return true;
	}

	/** Of a copy that was sold: the same line of an order asks once, whatever the shop says later. */
	public static function issue_for_sale( int $external_id, int $order_id, int $item_id, int $copy ): void {
		$row = Works_Query::find( $external_id );
		if ( null === $row || ! Printables::may_be_certified( $row ) || ! Printables::is_supported() ) {
			return;
		}
		if ( Certificates::insert( "sale $item_id $copy", $external_id, $order_id, null, null, null ) ) {
			Events::record( 'certificate.ordered', $external_id );
			Wake_Up::send();
		}
	}

	/**
	 * One for each of these works that can have one.
	 *
	 * @param list<int> $ids
	 * @return int How many were asked for.
	 */
	public static function issue_many( array $ids, string $request ): int {
		$issued = 0;
		if ( ! Printables::is_supported() ) {
			return 0;
		}
		foreach ( Works_Query::find_many( $ids ) as $id => $row ) {
			$copy = Artwork_Caption::copy( $id );
			if ( Printables::may_be_certified( $row ) && Certificates::insert( "owner $request $id", $id, 0, $copy['number'], $copy['size'], null ) ) {
				Events::record( 'certificate.ordered', $id );
				++$issued;
			}
		}
		if ( $issued > 0 ) {
			Wake_Up::send();
		}
		return $issued;
	}

	public static function withdraw( int $id, string $reason ): void {
		$certificate = Certificates::find( $id );
		if ( null !== $certificate && Certificates::withdraw( $id, $reason ) ) {
			Events::record( 'certificate.withdrawn', $certificate['external_id'] );
			Wake_Up::send();
		}
	}

	public static function retry( int $id ): void {
		if ( Certificates::retry( $id ) ) {
			Wake_Up::send();
		}
	}
}
