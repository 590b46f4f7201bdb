<?php
/**
 * What a visitor's page may say about a work: only if the work is public and the owner chose to register it, and only from
 * what the site itself has stored. Queries neither the registry nor our tables.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Variation_Summaries;
use ArtworkRegistry\Work\Work_Builder;
use WP_Post;

/**
 * @phpstan-import-type Summary from Variation_Summaries
 */
final class Work_Facts {
	private const SIZES = array( 'height_cm', 'width_cm', 'depth_cm' );

	/** @return array<string, mixed>|null The fields of `Source::facts`; null where the post is not a work or visitors may not see it. */
	public static function of( ?WP_Post $post ): ?array {
		$source = null === $post || ! Sources::is_work_type( $post->post_type ) ? null : Sources::of_type( $post->post_type );
		if ( null === $post || null === $source || ! self::is_public( $post ) ) {
			return null;
		}
		try {
			return self::without_what_differs( Work_Builder::facts( $source, $post ), self::variations( $post ) );
		} catch ( \Throwable $error ) {
			// Another plugin's filter threw: the page is shown without our line.
			return null;
		}
	}

	/** @return array{id: string, page: string}|null */
	public static function art_id( ?WP_Post $post ): ?array {
		// A product whose variations are the works shows their Art IDs, and no longer its own from before.
		return null === $post || ! self::is_public( $post ) || Variations::is_split( $post ) ? null : Art_Ids::find( $post->ID );
	}

	/** @return array<int, Summary> The summaries of a product's variations that are works; empty for every other post. */
	public static function variations( ?WP_Post $post ): array {
		return null !== $post && self::is_public( $post ) && Variations::is_split( $post ) && Sources::is_work_type( $post->post_type )
			? Variation_Summaries::of_product( $post->ID )
			: array();
	}

	private static function is_public( WP_Post $post ): bool {
		return 'publish' === $post->post_status && ! post_password_required( $post );
	}

	/**
	 * Drops the sizes in which the variations differ from their product.
	 *
	 * @param array<string, mixed> $facts
	 * @param array<int, Summary>  $variations
	 * @return array<string, mixed>
	 */
	private static function without_what_differs( array $facts, array $variations ): array {
		$sizes = array_flip( self::SIZES );
		foreach ( $variations as $variation ) {
			if ( self::size( $variation['facts'] ) !== self::size( $facts ) ) {
				return array_diff_key( $facts, $sizes );
			}
		}
		return $facts;
	}

	/** @param array<string, mixed> $facts "73.7 × 92.1 cm", height first as the art trade writes it; '' without sizes. */
	public static function size( array $facts ): string {
		$sizes = array();
		foreach ( self::SIZES as $field ) {
			if ( isset( $facts[ $field ] ) ) {
				$decimals = floor( (float) $facts[ $field ] ) === (float) $facts[ $field ] ? 0 : 1;
				$sizes[]  = number_format_i18n( (float) $facts[ $field ], $decimals );
			}
		}
		/* translators: %s: sizes such as "73.7 × 92.1". */
		return $sizes ? sprintf( __( '%s cm', 'artwork-registry-connector' ), implode( ' × ', $sizes ) ) : '';
	}

	public static function availability( string $availability ): string {
		// A caption leaves out "not for sale".
		return 'not_for_sale' === $availability ? '' : Artwork_Post_Type::availability_words()[ $availability ] ?? '';
	}
}
