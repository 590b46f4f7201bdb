<?php
/**
 * A place works come from: a post type of our own, WooCommerce products, any other post type. This interface
 * holds everything that differs between them; a new source is one class and one line in Sources.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use WP_Post;

interface Source {
	/** Short name, stored with each change: "artwork". */
	public function id(): string;

	/** The name of the source for the owner: "WooCommerce". */
	public function name(): string;

	/** @return list<string> The post types whose posts are works of this source. */
	public function post_types(): array;

	/**
	 * Post types whose posts are a part of their parent, such as a variation of a product. They are works only where the source lists
	 * them among its post types, too.
	 *
	 * @return list<string>
	 */
	public function part_types(): array;

	/** Whether a change of this custom field may change the work's entry. Called for every field saved anywhere, so it must be fast. */
	public function watches_meta( string $key ): bool;

	/** Whether a renamed term of this taxonomy may change entries. Called for every term saved anywhere, so it must be fast. */
	public function watches_taxonomy( string $taxonomy ): bool;

	/** @return list<string> The taxonomies `reason_not_shareable` and `build` read; they are primed before both. */
	public function taxonomies(): array;

	/** @return list<string> The taxonomies by whose terms the owner may say which works of this source are meant. */
	public function category_taxonomies(): array;

	/** Why this work can't be registered although its post is public (a word of docs/site-protocol.md); null: it may. */
	public function reason_not_shareable( WP_Post $post ): ?string;

	/** The same rule as a SQL condition on the posts table under this alias, for counts and lists; without further queries. */
	public function sql_shareable( string $alias ): string;

	/**
	 * The posts whose pictures `build` may show: the works, and the posts that they are a part of.
	 *
	 * @param list<WP_Post> $posts
	 * @return list<int>
	 */
	public function pictured( array $posts ): array;

	/**
	 * Loads with few queries what `build` will read for these posts, their pictures aside.
	 *
	 * @param list<WP_Post> $posts
	 */
	public function prime( array $posts ): void;

	/**
	 * The registry's artwork create body without `integration`; unfilled fields are left out. May throw.
	 *
	 * @return array<string, mixed>
	 */
	public function build( WP_Post $post ): array;

	/**
	 * The part of `build` that visitors' pages show: title, artist_name, year_created, medium, height_cm, width_cm, depth_cm,
	 * availability; unfilled ones are left out. Reads nothing but what WordPress has loaded with the post.
	 *
	 * @return array<string, mixed>
	 */
	public function facts( WP_Post $post ): array;

	/** Unix seconds at which the entry changes by itself, without a save of the work; null: never. */
	public function recheck_at( WP_Post $post ): ?int;

	public function artist( int $post_id ): string;

	/** @return list<string> Custom fields the search of the table looks into, beside the title. */
	public function searched_meta(): array;

	/** @return list<string> Taxonomies whose terms the search of the table looks into. */
	public function searched_taxonomies(): array;

	/** @return array<string, string> Field of the registry → the owner's name for it: "artist_name" → "Artist". */
	public function field_labels(): array;

	/** @return array<string, string> Field of the registry → what to do where it is empty: "add it under Attributes". */
	public function field_places(): array;

	/** Notes a text for this source's own place of the field: artist_name, year_created or medium. */
	public function put( Field_Change $change, WP_Post $post, string $field, string $text ): void;

	/** Saves a change with one save of the post, so that plugins that follow saves see one. */
	public function save( WP_Post $post, Field_Change $change ): void;

	/** What stands now at the places that this change writes to. */
	public function former( WP_Post $post, Field_Change $change ): Former_Values;

	/** Puts it back, with one save of the post. */
	public function restore( WP_Post $post, Former_Values $former ): void;

	/** The availability that the owner set, which overrules the shop; '' not set, null: this source has no such choice. */
	public function availability_mark( int $post_id ): ?string;

	/** Stores it; '' removes it. */
	public function set_availability_mark( int $post_id, string $availability ): void;
}
