<?php
/**
 * schema.org VisualArtwork on the page of a work that the registry has confirmed, so that search engines connect page and Art ID.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use ArtworkRegistry\Source\Fields;
use WP_Post;

final class Structured_Data {
	/** wp_head */
	public static function show(): void {
		$post = is_singular() ? get_queried_object() : null;
		$data = $post instanceof WP_Post ? self::of( $post ) : null;
		if ( null !== $data ) {
			// JSON_HEX_TAG: a title with "</script>" stays a title.
			echo '<script type="application/ld+json">' . wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) . "</script>\n"; // phpcs:ignore WordPress.Security.EscapeOutput
		}
	}

	/** @return array<string, mixed>|null */
	public static function of( WP_Post $post ): ?array {
		$art_id = Work_Facts::art_id( $post );
		$facts  = null === $art_id ? null : Work_Facts::of( $post );
		if ( null === $art_id || null === $facts ) {
			return null;
		}
		$data = array(
			'@context'    => 'https://schema.org',
			'@type'       => 'VisualArtwork',
			'name'        => $facts['title'] ?? null,
			'creator'     => isset( $facts['artist_name'] ) ? array(
				'@type' => 'Person',
				'name'  => $facts['artist_name'],
			) : null,
			'dateCreated' => $facts['year_created'] ?? null,
			'artMedium'   => $facts['medium'] ?? null,
			'height'      => self::length( $facts['height_cm'] ?? null ),
			'width'       => self::length( $facts['width_cm'] ?? null ),
			'depth'       => self::length( $facts['depth_cm'] ?? null ),
			'url'         => get_permalink( $post ),
			'sameAs'      => '' === $art_id['page'] ? null : $art_id['page'],
			'identifier'  => array(
				'@type'      => 'PropertyValue',
				'propertyID' => 'Art ID',
				'value'      => $art_id['id'],
			),
		);
		return Fields::filled( $data );
	}

	/**
	 * @param mixed $centimetres
	 * @return array<string, mixed>|null CMT is the code of the centimetre in UN/CEFACT's list, which schema.org asks for.
	 */
	private static function length( $centimetres ): ?array {
		return is_numeric( $centimetres ) ? array(
			'@type'    => 'QuantitativeValue',
			'value'    => (float) $centimetres,
			'unitCode' => 'CMT',
		) : null;
	}
}
