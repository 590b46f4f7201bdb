<?php
/**
 * The address of the list of all artworks of our own post type, such as /artworks/, where the owner chose one. A page or post of the same
 * address takes precedence, whenever it was made.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Site_Folder;
use ArtworkRegistry\Store\Settings;
use WP_Post;

final class Artwork_Archive {
	/** @return string|false As register_post_type takes it. */
	public static function slug() {
		$slug = Settings::get()['archive_slug'];
		return '' === $slug ? false : $slug;
	}

	/** @return string|null Why the list cannot have this address, for the owner; null: it can. */
	public static function problem( string $slug ): ?string {
		if ( '' === $slug ) {
			return null;
		}
		if ( ! preg_match( '/^[a-z0-9]+(-[a-z0-9]+)*$/', $slug ) ) {
			return __( 'Use small letters, digits and hyphens only, such as “artworks”.', 'artwork-registry-connector' );
		}
		if ( null !== self::post_at( $slug ) ) {
			return __( 'A page or post of your site has this address already. Choose another one, or leave the field empty.', 'artwork-registry-connector' );
		}
		return self::is_used_otherwise( $slug )
			? __( 'Your site uses this address for something else, such as products or categories. Choose another one, or leave the field empty.', 'artwork-registry-connector' )
			: null;
	}

	/** WordPress builds its rules for addresses at the next request, with the new one. */
	public static function forget_rules(): void {
		delete_option( 'rewrite_rules' );
	}

	/**
	 * The filter request: what the gallery itself put at this address is shown.
	 *
	 * @param array<string, mixed> $query
	 * @return array<string, mixed>
	 */
	public static function leave_pages( $query ) {
		global $wp;
		$slug = self::slug();
		if (
			false === $slug || Source_Names::ARTWORK_TYPE !== ( $query['post_type'] ?? '' ) || isset( $query[ Source_Names::ARTWORK_TYPE ] )
			|| strtok( (string) $wp->request, '/' ) !== $slug
		) {
			return $query;
		}
		$post = self::post_at( $slug );
		if ( null === $post || ! in_array( $post->post_status, array( 'publish', 'private' ), true ) ) {
			return $query;
		}
		unset( $query['post_type'] );
		return array( 'page' === $post->post_type ? 'pagename' : 'name' => $slug ) + $query;
	}

	private static function post_at( string $slug ): ?WP_Post {
		foreach ( array( 'page', 'post' ) as $type ) {
			$post = get_page_by_path( $slug, OBJECT, $type );
			if ( $post instanceof WP_Post && ( 'page' === $type || self::path( home_url( $slug ) ) === self::path( (string) get_permalink( $post ) ) ) ) {
				return $post;
			}
		}
		return null;
	}

	private static function path( string $url ): string {
		return trim( (string) wp_parse_url( $url, PHP_URL_PATH ), '/' );
	}

	/** Folders of WordPress, and what other post types, categories and plugins have registered. */
	private static function is_used_otherwise( string $slug ): bool {
		global $wp_rewrite;
		if ( Artwork_Address::slug() === $slug ) {
			return false;
		}
		if ( file_exists( Site_Folder::root() . $slug ) ) {
			return true;
		}
		foreach ( (array) $wp_rewrite->wp_rewrite_rules() as $rule => $target ) {
			if ( preg_match( '/^' . $slug . '(?![\w-])/', ltrim( (string) $rule, '^' ) ) && false === strpos( (string) $target, Source_Names::ARTWORK_TYPE ) ) {
				return true;
			}
		}
		return false;
	}
}
