<?php
/**
 * The form in which an address leaves the site: absolute, and encoded as a browser would ask for it. WordPress and its plugins give
 * addresses for a page of the same site: "/artwork/irises/", "//cdn.example/a b.jpg", with "&amp;".
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Web_Address {
	/** What the registry stores. */
	private const LONGEST = 2000;
	/** Queries that let somebody fetch a file for some hours: such an address is another one at each reading, and dead soon. */
	private const TEMPORARY = '/(?:^|&)(?:x-(?:amz|goog|oss)-signature|signature|sig|token)=[^&]/i';
	private const ENDS      = '/(?:^|&)(?:x-(?:amz|goog|oss)-expires|expires|se|exp)=\d/i';

	/** @return string|null Null: nobody outside this site can open it. */
	public static function of( string $address ): ?string {
		$address = self::absolute( trim( html_entity_decode( $address, ENT_QUOTES | ENT_HTML5, 'UTF-8' ) ) );
		if ( null === $address || ! preg_match( '~^(https?://)([^\s/?#@"<>\\\\%]+)((?:/[^?#]*)?)(\?[^#]*)?(#.*)?$~isu', $address, $match ) ) {
			return null;
		}
		$query = (string) substr( $match[4] ?? '', 1 );
		if ( preg_match( self::TEMPORARY, $query ) && preg_match( self::ENDS, $query ) ) {
			return null;
		}
		$encoded = $match[1] . $match[2] . self::encode( $match[3], '' ) . self::encode( $match[4] ?? '', '?\[\]' );
		$encoded = isset( $match[5] ) ? $encoded . '#' . self::encode( (string) substr( $match[5], 1 ), '?' ) : $encoded;
		return strlen( $encoded ) <= self::LONGEST ? $encoded : null;
	}

	/** A name of a file as a part of an address: "Blatt #3 50%" is neither a fragment nor a code. */
	public static function file( string $name ): string {
		return strtr(
			$name,
			array(
				'%' => '%25',
				'#' => '%23',
				'?' => '%3F',
			)
		);
	}

	private static function absolute( string $address ): ?string {
		$home = untrailingslashit( (string) get_option( 'home' ) );
		if ( '' === $address ) {
			return null;
		}
		if ( 0 === strpos( $address, '//' ) ) {
			return wp_parse_url( $home, PHP_URL_SCHEME ) . ':' . $address;
		}
		if ( '/' === $address[0] ) {
			return preg_replace( '~^(\w+://[^/?#]+).*$~s', '$1', $home ) . $address;
		}
		return preg_match( '~^[a-z][a-z0-9+.-]*:~i', $address ) ? $address : $home . '/' . $address;
	}

	private static function encode( string $text, string $also ): string {
		return (string) preg_replace_callback(
			"~%(?![0-9a-f]{2})|[^A-Za-z0-9\\-._\\~!$&'()*+,;=:@/%$also]~i",
			static function ( array $found ): string {
				return rawurlencode( $found[0] );
			},
			$text
		);
	}
}
