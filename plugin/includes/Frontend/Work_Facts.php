<?php
/**
 * What a visitor's page may say about a work: only of one that is shown to everybody and that the owner has chosen to publish, from
 * what the site itself has stored. Never asks the registry and never a table of ours.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use ArtworkRegistry\Mapping\Work_Builder;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Art_Ids;
use WP_Post;

final class Work_Facts {
	/** @return array<string, mixed>|null The fields of `Source::facts`; null: not a work, or not one that visitors see. */
	public static function of( ?WP_Post $post ): ?array {
		$source = null === $post || ! Sources::is_work_type( $post->post_type ) ? null : Sources::of_type( $post->post_type );
		if ( null === $post || null === $source || 'publish' !== $post->post_status || post_password_required( $post ) ) {
			return null;
		}
		try {
			return Work_Builder::facts( $source, $post );
		} catch ( \Throwable $error ) {
			// Another plugin's filter threw: the page is shown without our line.
			return null;
		}
	}

	/** @return array{id: string, page: string}|null */
	public static function art_id( ?WP_Post $post ): ?array {
		// A product whose variations are the works shows several; one that was a work before shows no Art ID any more.
		return null === $post || 'publish' !== $post->post_status || Variations::is_split( $post ) ? null : Art_Ids::find( $post->ID );
	}

	/** @param array<string, mixed> $facts "73.7 × 92.1 cm", height first as the art trade writes it; '' without sizes. */
	public static function size( array $facts ): string {
		$sizes = array();
		foreach ( array( 'height_cm', 'width_cm', 'depth_cm' ) as $field ) {
			if ( isset( $facts[ $field ] ) ) {
				$decimals = floor( (float) $facts[ $field ] ) === (float) $facts[ $field ] ? 0 : 1;
				$sizes[]  = number_format_i18n( (float) $facts[ $field ], $decimals );
			}
		}
		/* translators: %s: sizes such as "73.7 × 92.1". */
		return $sizes ? sprintf( __( '%s cm', 'artwork-registry-connector' ), implode( ' × ', $sizes ) ) : '';
	}

	public static function availability( string $availability ): string {
		$words = array(
			'for_sale'           => __( 'For sale', 'artwork-registry-connector' ),
			'open_to_offers'     => __( 'Open to offers', 'artwork-registry-connector' ),
			'on_loan'            => __( 'On loan', 'artwork-registry-connector' ),
			'private_collection' => __( 'Private collection', 'artwork-registry-connector' ),
			'sold'               => __( 'Sold', 'artwork-registry-connector' ),
		);
		// "Not for sale" makes no claim: a caption says nothing then.
		return $words[ $availability ] ?? '';
	}
}
