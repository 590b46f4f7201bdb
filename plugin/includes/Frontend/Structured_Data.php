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
			$json = wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
			echo '<script type="application/ld+json">' . $json . "</script>\n"; // phpcs:ignore WordPress.Security.EscapeOutput
		}
	}

	/** @return array<string, mixed>|null Of a product whose variations are works, a graph of these. */
	public static function of( WP_Post $post ): ?array {
		$context = array( '@context' => 'https://schema.org' );
		$art_id  = Work_Facts::art_id( $post );
		$facts   = null === $art_id ? null : Work_Facts::of( $post );
		if ( null !== $art_id && null !== $facts ) {
			return $context + self::work( $facts, $art_id['id'], $art_id['page'], (string) get_permalink( $post ) );
		}
		$graph = array();
		foreach ( Work_Facts::variations( $post ) as $variation ) {
			$graph[] = self::work( $variation['facts'], $variation['art_id'], $variation['page'], $variation['url'] );
		}
		return $graph ? $context + array( '@graph' => $graph ) : null;
	}

	/**
	 * @param array<string, mixed> $facts
	 * @return array<string, mixed>
	 */
	private static function work( array $facts, string $art_id, string $page, string $url ): array {
		$data = array(
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
			'url'         => $url,
			'sameAs'      => $page,
			'identifier'  => array(
				'@type'      => 'PropertyValue',
				'propertyID' => 'Art ID',
				'value'      => $art_id,
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
