<?php
/**
 * The line "Art ID AREG-…" of a work, with a link to its page in the registry: the same in blocks, on product pages, in orders and e-mails.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use WP_Post;

final class Art_Id_Line {
	/** @return list<string> HTML of each Art ID; of a product whose variations are works, one for each, with what the buyer chooses. */
	public static function items( ?WP_Post $post ): array {
		$art_id = Work_Facts::art_id( $post );
		if ( null !== $art_id ) {
			return array( self::linked( $art_id['id'], $art_id['page'] ) );
		}
		$items = array();
		foreach ( Work_Facts::variations( $post ) as $variation ) {
			$items[] = sprintf(
				/* translators: 1: what the buyer of a variation chose, such as "Small, oak"; 2: its Art ID. */
				esc_html__( '%1$s: %2$s', 'artwork-registry-connector' ),
				esc_html( $variation['words'] ),
				self::linked( $variation['art_id'], $variation['page'] )
			);
		}
		return $items;
	}

	/**
	 * @param list<string> $items      Of `items`.
	 * @param string       $attributes Of the outer element, escaped.
	 */
	public static function element( array $items, string $attributes ): string {
		if ( array() === $items ) {
			return '';
		}
		if ( 1 === count( $items ) ) {
			return '<p ' . $attributes . '>' . self::words( $items[0] ) . '</p>';
		}
		return '<div ' . $attributes . '><p>' . esc_html__( 'Art IDs', 'artwork-registry-connector' )
			. '</p><ul><li>' . implode( '</li><li>', $items ) . '</li></ul></div>';
	}

	/** "Art ID AREG-…". */
	public static function words( string $item ): string {
		return esc_html__( 'Art ID', 'artwork-registry-connector' ) . ' ' . $item;
	}

	public static function linked( string $art_id, string $page ): string {
		$id = '<span class="artwork-registry-id">' . esc_html( $art_id ) . '</span>';
		return '' === $page ? $id : '<a href="' . esc_url( $page ) . '" rel="external">' . $id . '</a>';
	}
}
