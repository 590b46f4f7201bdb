<?php
/**
 * The plugin's log: WooCommerce's where there is a shop (WooCommerce, Status, Logs), else PHP's for errors alone. What looks
 * like a key, a secret, a token or an e-mail address is removed from every message.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Log {
	private const SOURCE = 'artwork-registry';

	public static function info( string $message ): void {
		if ( function_exists( 'wc_get_logger' ) ) {
			wc_get_logger()->info( self::redact( $message ), array( 'source' => self::SOURCE ) );
		}
	}

	public static function error( string $message ): void {
		if ( function_exists( 'wc_get_logger' ) ) {
			wc_get_logger()->error( self::redact( $message ), array( 'source' => self::SOURCE ) );
			return;
		}
		error_log( 'artwork-registry-connector: ' . self::redact( $message ) ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions
	}

	public static function redact( string $message ): string {
		return (string) preg_replace(
			array(
				// Keys and signing secrets of the registry; the first letters stay, so that the operator can identify the key.
				'/\b(areg|whsec)_([A-Za-z0-9]{3})[A-Za-z0-9+\/=_-]+/',
				// Secrets of a pairing, boxes, tokens, signatures.
				'/[A-Za-z0-9+\/]{40,}={0,2}/',
				'/\b[0-9a-f]{32,}\b/i',
				'/\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/',
				'/[\w.+-]+@[\w-]+(\.[\w-]+)+/',
			),
			array( '$1_$2…', '…', '…', '…', '…@…' ),
			$message
		);
	}
}
