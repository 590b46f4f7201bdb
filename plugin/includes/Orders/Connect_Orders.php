<?php
/**
 * The owner looks at a registry and agrees to connect to its sync service, from the screen or the command line.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Connecting;
use ArtworkRegistry\Protocol\Registry_Look;
use ArtworkRegistry\Protocol\Service_Error;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Events;

/**
 * @phpstan-import-type Offer from Agreement
 */
final class Connect_Orders {
	/**
	 * @return Offer
	 * @throws Service_Error
	 */
	public static function look( string $address ): array {
		return Registry_Look::read( $address );
	}

	/**
	 * @param string $id Of the offer that was shown.
	 * @throws Service_Error
	 */
	public static function agree( string $id ): void {
		$offer = Agreement::find_offer();
		if ( null === $offer && self::is_under_way( $id ) ) {
			return;
		}
		if ( null === $offer || $offer['id'] !== $id ) {
			throw new Service_Error( 'offer_changed' );
		}
		$user = wp_get_current_user();
		$by   = $user->exists() ? $user->display_name . ' (' . $user->user_login . ')' : 'wp-cli';
		Connecting::agree( $offer, $by );
		Events::record( 'connection.agreed', 0, $offer['name'] . ', ' . $offer['operator'] . ' – ' . $by );
	}

	/** The answer of this very order was lost, or a statement behind it failed. */
	private static function is_under_way( string $id ): bool {
		$agreed  = Agreement::find();
		$pairing = Connection::find_pending() ?? Connection::find();
		return null !== $agreed && null !== $pairing && $agreed['offer']['id'] === $id && $agreed['offer']['sync_service'] === $pairing['service_url'];
	}

	/** Gives up a connection that was agreed to and never came about. */
	public static function cancel(): void {
		Connection::remove_pending();
	}
}
