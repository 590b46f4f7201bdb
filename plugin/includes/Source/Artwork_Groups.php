<?php
/**
 * Exhibitions and collections, by which a gallery without a shop sorts its artworks: taxonomies of our post type. They have no addresses of
 * their own, so that they never take those of pages: themes and blocks list them by query.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Artwork_Groups {
	public const EXHIBITION = 'areg_exhibition';
	public const COLLECTION = 'areg_collection';

	/** After the post type is registered. */
	public static function register(): void {
		self::add(
			self::EXHIBITION,
			array(
				'name'          => __( 'Exhibitions', 'artwork-registry-connector' ),
				'singular_name' => __( 'Exhibition', 'artwork-registry-connector' ),
				'add_new_item'  => __( 'Add Exhibition', 'artwork-registry-connector' ),
				'search_items'  => __( 'Search Exhibitions', 'artwork-registry-connector' ),
			)
		);
		self::add(
			self::COLLECTION,
			array(
				'name'          => __( 'Collections', 'artwork-registry-connector' ),
				'singular_name' => __( 'Collection', 'artwork-registry-connector' ),
				'add_new_item'  => __( 'Add Collection', 'artwork-registry-connector' ),
				'search_items'  => __( 'Search Collections', 'artwork-registry-connector' ),
			)
		);
	}

	/** @param array<string, string> $labels */
	private static function add( string $name, array $labels ): void {
		register_taxonomy(
			$name,
			Artwork_Post_Type::NAME,
			array(
				'labels'            => $labels,
				'public'            => true,
				'rewrite'           => false,
				'show_in_rest'      => true,
				'show_admin_column' => true,
				'hierarchical'      => false,
			)
		);
	}
}
