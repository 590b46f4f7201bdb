<?php
/**
 * The address under which the registry's operator should deliver updates about this gallery: the sync service's own where the
 * registry can reach it, else this site's inbox; or what the owner has set.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Settings;

final class Delivery_Address {
	/** @return array{by: string, url: string}|null Null: nobody is paired. */
	public static function find(): ?array {
		$pairing = Connection::find();
		if ( null === $pairing ) {
			return null;
		}
		$chosen = Settings::get()['deliveries'];
		$by     = 'auto' === $chosen ? ( self::is_public( (string) $pairing['wake_url'] ) ? 'service' : 'site' ) : $chosen;
		// The sync service has reported no address.
		$by = null === $pairing['wake_url'] ? 'site' : $by;
		return array(
			'by'  => $by,
			'url' => 'service' === $by ? $pairing['wake_url'] . '/webhooks/registry/' . $pairing['site_id'] : Inbox_Address::url(),
		);
	}

	/** The registry delivers to public HTTPS addresses only. */
	private static function is_public( string $url ): bool {
		$host = (string) wp_parse_url( $url, PHP_URL_HOST );
		if ( 'https' !== wp_parse_url( $url, PHP_URL_SCHEME ) || '' === $host ) {
			return false;
		}
		$address = trim( $host, '[]' );
		if ( false !== filter_var( $address, FILTER_VALIDATE_IP ) ) {
			return false !== filter_var( $address, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE );
		}
		// Names without a dot, and those of local networks.
		return false !== strpos( $host, '.' ) && ! preg_match( '/\.(local|internal|lan|home|test|localhost)$/i', $host );
	}
}
