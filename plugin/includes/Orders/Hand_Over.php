<?php
/**
 * Seals a key or a request for access for the sync service alone, where no browser does it: on the command line. The same
 * box as src/connect/seal.ts.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Sealed;

final class Hand_Over {
	/**
	 * Puts the sealed order where the sync service fetches it.
	 *
	 * @param string               $kind   One of Sealed::KINDS.
	 * @param array<string, mixed> $fields Of the order, such as registry_url and api_key.
	 * @return bool False where the sync service has not said yet what to seal to.
	 */
	public static function put( string $kind, array $fields ): bool {
		$pairing = Connection::find();
		$status  = Connection::find_status();
		$offer   = null === $status ? array() : (array) ( $status['status']['hand_over'] ?? array() );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- The site protocol carries keys and boxes as base64.
		$key = base64_decode( is_string( $offer['seal_key'] ?? null ) ? $offer['seal_key'] : '', true );
		if ( null === $pairing || false === $key || 32 !== strlen( $key ) ) {
			return false;
		}
		$order = array(
			'kind'    => $kind,
			'site_id' => $pairing['site_id'],
		) + $fields;
		Sealed::put( $kind, self::seal( (string) wp_json_encode( $order ), $key ) );
		Wake_Up::send();
		return true;
	}

	/** @return string Base64 of libsodium's sealed box. */
	public static function seal( string $text, string $public_key ): string {
		if ( ! function_exists( 'sodium_crypto_box_seal' ) ) {
			// PHP without libsodium: WordPress brings it in PHP, and loads it for updates only.
			require_once ABSPATH . 'wp-includes/sodium_compat/autoload.php'; // @phpstan-ignore requireOnce.fileNotFound
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- The site protocol carries keys and boxes as base64.
		return base64_encode( sodium_crypto_box_seal( $text, $public_key ) );
	}
}
