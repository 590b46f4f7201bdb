<?php
/**
 * Whether a work may be in the registry, decided at pull from the post and the owner's choice. If it may not, only its id leaves
 * the site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Source\Woocommerce\Coming_Soon;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Status;
use WP_Post;

final class Eligibility {
	/** A translation: the original is the work. */
	public const TRANSLATION = 'translation';
	/** A product whose variations are the works, and a variation whose product is the work. */
	public const VARIATIONS = 'variations';
	public const VARIATION  = 'variation';

	/** Its page is public, but the shop or the site is closed to visitors. */
	public const COMING_SOON = 'coming_soon';

	/** Its post type is not chosen. */
	public const SOURCE = 'source';
	/** It is in none of the categories that the owner has chosen. */
	public const CATEGORY = 'category';
	/** Code of this site keeps it out. */
	public const SITE_RULE = 'site_rule';

	/** Null: it may. Else the reason, a word of docs/site-protocol.md. Reasons in the work itself come before the owner's choice. */
	public static function reason( WP_Post $post, Source $source, int $chosen ): ?string {
		if ( Status::EXCLUDED === $chosen ) {
			return 'excluded';
		}
		return self::reason_of_part( $post, $source ) ?? ( Status::CHOSEN === $chosen ? null : 'not_chosen' );
	}

	/** A variation is shared if its product is and it is enabled itself. */
	private static function reason_of_part( WP_Post $post, Source $source ): ?string {
		if ( ! Variations::is_variation( $post ) ) {
			return Variations::is_split( $post ) ? self::VARIATIONS : self::reason_of_whole( $post, $source );
		}
		$product = Variations::product_of( $post );
		return null === $product || ! Variations::is_split( $product )
			? self::VARIATION
			: self::reason_of_whole( $product, $source ) ?? self::reason_of_post( $post ) ?? self::reason_of_rules( $post );
	}

	private static function reason_of_whole( WP_Post $post, Source $source ): ?string {
		return self::reason_of_post( $post )
			?? ( Source_Choice::current()->is_chosen( $source->id() ) ? null : self::SOURCE )
			?? $source->reason_not_shareable( $post )
			?? ( Coming_Soon::hides( $source->id() ) ? self::COMING_SOON : null )
			?? self::reason_of_language( $post->ID )
			// After the check for translations, because their categories are translated and only the original's count.
			?? ( Categories::is_inside( $post ) ? null : self::CATEGORY )
			?? self::reason_of_rules( $post );
	}

	private static function reason_of_rules( WP_Post $post ): ?string {
		return Site_Rules::allow( $post ) ? null : self::SITE_RULE;
	}

	private static function reason_of_language( int $id ): ?string {
		return 0 === Translations::original_of( $id ) ? null : self::TRANSLATION;
	}

	private static function reason_of_post( WP_Post $post ): ?string {
		switch ( $post->post_status ) {
			case 'publish':
				return '' === $post->post_password ? null : 'password';
			case 'private':
				return 'private';
			case 'trash':
				return 'trashed';
			default:
				return 'draft';
		}
	}
}
