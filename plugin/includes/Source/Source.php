<?php
/**
 * A place works come from: a post type of our own, WooCommerce products, any other post type. Everything that differs
 * between them stands here; a new source is one class and one line in Sources.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use WP_Post;

interface Source {
	/** Short name, stored with each change: "artwork". */
	public function id(): string;

	/** @return list<string> The post types whose posts are works of this source. */
	public function post_types(): array;

	/** Whether a change of this custom field may change the work's entry. Asked for every field saved anywhere: be quick. */
	public function watches_meta( string $key ): bool;

	/** Why this work may not be published although its post is public; null: it may. */
	public function reason_not_shareable( WP_Post $post ): ?string;

	/**
	 * Loads with few queries what `build` will read for these posts.
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

	public function artist( int $post_id ): string;

	/** @return list<string> Custom fields the search of the table looks into, beside the title. */
	public function searched_meta(): array;

	/** @return array<string, string> Field of the registry → the owner's name for it: "artist_name" → "Artist". */
	public function field_labels(): array;
}
