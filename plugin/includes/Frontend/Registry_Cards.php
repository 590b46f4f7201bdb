<?php
/**
 * Cards of artworks in the connected registry, of this gallery or any other: the address of an artwork pasted into a post becomes one
 * (oEmbed), and the block "Artwork card" takes an Art ID. WordPress asks the registry once and keeps the answer with the post.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\View\Hand_Over_View;
use WP_Embed;

final class Registry_Cards {
	/** A quotation with links and one picture; the registry's answer is cut down to that. */
	private const TAGS = array(
		'blockquote' => array(
			'class' => true,
			'cite'  => true,
		),
		'a'          => array( 'href' => true ),
		'img'        => array(
			'src'   => true,
			'alt'   => true,
			'width' => true,
		),
		'p'          => array(),
		'br'         => array(),
	);

	/**
	 * oembed_providers, which WordPress asks for when it meets an address to embed: other pages cost nothing.
	 *
	 * @param mixed $providers
	 * @return mixed
	 */
	public static function add_provider( $providers ) {
		$origin = self::origin();
		if ( is_array( $providers ) && null !== $origin ) {
			$providers[ $origin . '/artworks/*' ] = array( $origin . '/oembed', false );
		}
		return $providers;
	}

	/**
	 * oembed_dataparse: a provider that WordPress knows may send any HTML; ours a card only.
	 *
	 * @param mixed $html
	 * @param mixed $data
	 * @param mixed $url
	 * @return mixed
	 */
	public static function clean( $html, $data = null, $url = '' ) {
		return is_string( $html ) && is_string( $url ) && self::is_ours( $url ) ? wp_kses( $html, self::TAGS, array( 'https', 'http' ) ) : $html;
	}

	/** The card of an artwork by its Art ID or the address of its page; '' where the registry gives none. */
	public static function html( string $art_id_or_address ): string {
		$origin = self::origin();
		$wanted = trim( $art_id_or_address );
		if ( null === $origin || '' === $wanted ) {
			return '';
		}
		$address = self::is_ours( $wanted ) ? $wanted : $origin . '/artworks/' . rawurlencode( $wanted );
		$embed   = $GLOBALS['wp_embed'] ?? null;
		$html    = $embed instanceof WP_Embed ? $embed->shortcode( array(), $address ) : false;
		// Where there is no card, WordPress leaves a link to an address that may not exist.
		return is_string( $html ) && false !== strpos( $html, '<blockquote' ) ? $html : '';
	}

	/** Whether the registry marked this card as that of a sold artwork when it was asked last. */
	public static function is_sold( string $card ): bool {
		return 1 === preg_match( '/<blockquote class="[^"]*\bartwork-registry-sold\b/', $card );
	}

	/** An address of an artwork in the connected registry. */
	private static function is_ours( string $address ): bool {
		$origin = self::origin();
		return null !== $origin && 0 === strpos( $address, $origin . '/artworks/' );
	}

	/** Where the registry has its pages: at the origin of its API. Null: none is connected. */
	private static function origin(): ?string {
		$agreed = Agreement::find();
		$status = Connection::find_status();
		$api    = null !== $agreed && null !== Connection::find() ? $agreed['offer']['api'] : null;
		if ( null === $api && null !== $status ) {
			$api = Hand_Over_View::offer( $status['status'] )['registry_url'];
		}
		$parts = null === $api ? array() : wp_parse_url( $api );
		return isset( $parts['scheme'], $parts['host'] )
			? $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' )
			: null;
	}
}
