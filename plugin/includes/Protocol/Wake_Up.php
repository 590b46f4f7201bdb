<?php
/**
 * Wakes the sync service after an order of the owner, without waiting for an answer. Everything works without it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Identity;

final class Wake_Up {
	public static function send(): void {
		$pairing = Connection::find();
		if ( null === $pairing || null === $pairing['wake_url'] || null !== Identity::doubt() ) {
			return;
		}
		$route = '/sites/' . $pairing['site_id'] . '/wake';
		$nonce = bin2hex( random_bytes( 16 ) );
		$now   = Clock::now();
		wp_remote_post(
			$pairing['wake_url'] . $route,
			array(
				'blocking'  => false,
				'timeout'   => 1,
				'sslverify' => (bool) apply_filters( 'artwork_registry_wake_sslverify', true ),
				'body'      => '{}',
				'headers'   => array(
					'Content-Type'     => 'application/json',
					'X-Areg-Version'   => '1',
					'X-Areg-Site'      => $pairing['site_id'],
					'X-Areg-Timestamp' => (string) $now,
					'X-Areg-Nonce'     => $nonce,
					'X-Areg-Signature' => Signature::sign( $pairing['secret'], Signature::TO_DAEMON, 'POST', $route, $pairing['site_id'], $now, $nonce, '{}' ),
				),
			)
		);
	}

	/**
	 * The base address to call; null for anything that is no web address. A service without a public address reports the loopback of its
	 * machine, which is called only if the service runs on this machine, too.
	 *
	 * @param mixed $url
	 */
	public static function clean_url( $url ): ?string {
		if ( ! is_string( $url ) || strlen( $url ) > 500 || ! preg_match( '#^https?://[^\s/?\#]+#i', $url ) ) {
			return null;
		}
		if ( Neighbour::is_loopback_url( $url ) && ! Neighbour::is_on_this_machine() ) {
			return null;
		}
		return (string) preg_replace( '#/sites$#', '', rtrim( $url, '/' ) );
	}
}
