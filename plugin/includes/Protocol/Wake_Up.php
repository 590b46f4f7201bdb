<?php
/**
 * Wakes the sync service after an order of the owner, without waiting for an answer. Everything works without it. It is called after the
 * response (Outbound_Calls), once a request.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Identity;

final class Wake_Up {
	/** @var bool */
	private static $is_wanted = false;
	/** @var bool */
	private static $is_own_wanted = false;

	public static function send(): void {
		$pairing = Connection::find();
		if ( null === $pairing || null !== Identity::doubt() ) {
			return;
		}
		if ( null !== $pairing['service_url'] ) {
			self::$is_wanted = true;
		} elseif ( null !== $pairing['wake_url'] ) {
			self::$is_own_wanted = true;
		}
	}

	/** Whether a service of the gallery's own is to be woken after this response. */
	public static function is_own_wanted(): bool {
		return self::$is_own_wanted;
	}

	/** Even without waiting for the answer, WordPress waits up to a second until the service has taken the call. */
	public static function call_own(): void {
		self::$is_own_wanted = false;
		$pairing             = Connection::find();
		if ( null !== $pairing && null !== $pairing['wake_url'] ) {
			self::call( $pairing, $pairing['wake_url'] );
		}
	}

	/** Something other than a changed work is to be told to a hosted service after this response. */
	public static function want(): void {
		self::$is_wanted = true;
	}

	public static function is_wanted(): bool {
		return self::$is_wanted;
	}

	/** @param array{site_id: string, secret: string} $pairing */
	public static function call( array $pairing, string $base ): void {
		$route = '/sites/' . $pairing['site_id'] . '/wake';
		$nonce = bin2hex( random_bytes( 16 ) );
		wp_remote_post(
			$base . $route,
			array(
				'blocking'    => false,
				'timeout'     => 1,
				'redirection' => 0,
				'sslverify'   => (bool) apply_filters( 'artwork_registry_wake_sslverify', true ),
				'body'        => '{}',
				'headers'     => Service_Client::headers( $pairing, $route, '{}', $nonce, Clock::now() + Connection::service_ahead() ),
			)
		);
	}

	/**
	 * The base address to call; null for anything that is not a web address. A service without a public address reports the loopback of its
	 * machine, which is called only if the service runs on this machine, too.
	 *
	 * @param mixed $url
	 */
	public static function clean_url( $url ): ?string {
		if ( ! is_string( $url ) || strlen( $url ) > 500 || ! preg_match( '#^https?://[^\s/?\#]+#i', $url ) ) {
			return null;
		}
		if ( Loopback::is_loopback_url( $url ) && ! Loopback::is_on_this_machine() ) {
			return null;
		}
		return (string) preg_replace( '#/sites$#', '', rtrim( $url, '/' ) );
	}
}
