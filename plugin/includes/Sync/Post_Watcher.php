<?php
/**
 * What WordPress tells us when a work changes, whoever changed it and by whichever way: editor, quick edit, REST, import,
 * command line, schedule. Only notes the id.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Sweeps;
use WP_Post;

final class Post_Watcher {
	/**
	 * save_post
	 *
	 * @param int     $post_id
	 * @param WP_Post $post
	 */
	public static function saved( $post_id, $post ): void {
		if ( 'auto-draft' !== $post->post_status ) {
			self::note( $post );
		}
	}

	/**
	 * transition_post_status: code that changes a status without saving the post.
	 *
	 * @param string  $new_status
	 * @param string  $old_status
	 * @param WP_Post $post
	 */
	public static function moved( $new_status, $old_status, $post ): void {
		if ( $new_status !== $old_status && 'auto-draft' !== $new_status ) {
			self::note( $post );
		}
	}

	/**
	 * trashed_post, untrashed_post
	 *
	 * @param int $post_id
	 */
	public static function trashed( $post_id ): void {
		$post = get_post( (int) $post_id );
		if ( $post instanceof WP_Post ) {
			self::note( $post );
		}
	}

	/**
	 * deleted_post: the post is gone from the table, its values come as an object. A work is noted as deleted also while its
	 * source is switched off; a part of a work only changes that work.
	 *
	 * @param int     $post_id
	 * @param WP_Post $post
	 */
	public static function deleted( $post_id, $post ): void {
		$source_id = Sources::id_ever_of( $post->post_type );
		if ( null !== $source_id ) {
			Change_Collector::add_deleted( (int) $post_id, $source_id, wp_strip_all_tags( $post->post_title ) );
			if ( Variations::is_variation( $post ) && $post->post_parent > 0 ) {
				Change_Collector::add( (int) $post->post_parent, $source_id );
				Change_Collector::hide( $post );
			}
		} else {
			self::note( $post );
		}
	}

	/**
	 * added_post_meta, updated_post_meta, deleted_post_meta. The key is looked at first: it costs nothing.
	 *
	 * @param int|array<int> $meta_id
	 * @param int            $post_id
	 * @param string         $key
	 */
	public static function meta_changed( $meta_id, $post_id, $key ): void {
		if ( ! Sources::watches_meta( (string) $key ) && ! Mapping::watches_meta( (string) $key ) ) {
			return;
		}
		$post = get_post( (int) $post_id );
		if ( $post instanceof WP_Post && 'auto-draft' !== $post->post_status ) {
			self::note( $post, Variations::read_of_product( (string) $key ) );
		}
	}

	/**
	 * set_object_terms
	 *
	 * @param int               $post_id
	 * @param array<int|string> $terms
	 * @param array<int>        $tt_ids
	 * @param string            $taxonomy
	 * @param bool              $append
	 * @param array<int>        $old_tt_ids
	 */
	public static function terms_changed( $post_id, $terms, $tt_ids, $taxonomy, $append, $old_tt_ids ): void {
		if ( array_diff( $tt_ids, $old_tt_ids ) || array_diff( $old_tt_ids, $tt_ids ) ) {
			self::terms_removed( $post_id );
		}
	}

	/**
	 * deleted_term_relationships: terms taken off one by one, which sets none.
	 *
	 * @param int $post_id
	 */
	public static function terms_removed( $post_id ): void {
		Categories::forget();
		$post = get_post( (int) $post_id );
		if ( $post instanceof WP_Post && 'auto-draft' !== $post->post_status ) {
			self::note( $post );
		}
	}

	/**
	 * edit_attachment: whose picture it is, is asked once, at the end of the request.
	 *
	 * @param int $attachment_id
	 */
	public static function picture_changed( $attachment_id ): void {
		Change_Collector::add_picture( (int) $attachment_id );
	}

	/**
	 * delete_attachment: asked at once, for WordPress takes the picture off its works next, without naming them.
	 *
	 * @param int $attachment_id
	 */
	public static function picture_deleted( $attachment_id ): void {
		Change_Collector::add_picture( (int) $attachment_id );
		Change_Collector::flush();
	}

	/**
	 * wp_update_attachment_metadata: sizes were made anew, so the address of the large one may differ.
	 *
	 * @param mixed $metadata
	 * @param int   $attachment_id
	 * @return mixed
	 */
	public static function picture_resized( $metadata, $attachment_id ) {
		Change_Collector::add_picture( (int) $attachment_id );
		return $metadata;
	}

	/**
	 * edited_term: the works carry its name, and nobody saves them. One row, walked by the sync service.
	 *
	 * @param int    $term_id
	 * @param int    $tt_id
	 * @param string $taxonomy
	 */
	public static function term_renamed( $term_id, $tt_id, $taxonomy ): void {
		Categories::forget();
		if ( Sources::watches_taxonomy( (string) $taxonomy ) || Mapping::watches_taxonomy( (string) $taxonomy ) ) {
			self::all_changed();
		}
	}

	/**
	 * pre_delete_term, delete_term: what stood below it moves up, and may no longer be below a chosen category. Before as well: killed
	 * in between, the works are looked at for nothing.
	 *
	 * @param int        $term_id
	 * @param int|string $tt_id_or_taxonomy
	 * @param string     $taxonomy
	 */
	public static function term_deleted( $term_id, $tt_id_or_taxonomy, $taxonomy = '' ): void {
		self::term_renamed( $term_id, 0, '' === $taxonomy ? (string) $tt_id_or_taxonomy : $taxonomy );
	}

	/**
	 * wpml_translation_update: a work became a translation, or no longer is one.
	 *
	 * @param mixed $change element_id and context ("post"), besides what else WPML says.
	 */
	public static function language_changed( $change ): void {
		if ( is_array( $change ) && 'post' === ( $change['context'] ?? '' ) ) {
			self::trashed( (int) ( $change['element_id'] ?? 0 ) );
		}
	}

	/** profile_update: where the mapping takes the author's name, its works carry it. */
	public static function author_renamed(): void {
		if ( in_array( 'author', Mapping::current()->keys( 'property' ), true ) ) {
			self::all_changed();
		}
	}

	/** Every work has another address, currency or unit now: permalink structure, home address, settings of the shop. */
	public static function all_changed(): void {
		Sweeps::start( Sweeps::LOOK_AGAIN, Sweeper::count( Sweeps::LOOK_AGAIN ) );
	}

	/** woocommerce_attribute_updated: the products of a global attribute are written past all hooks. */
	public static function attribute_changed(): void {
		if ( Variations::is_used() ) {
			self::all_changed();
		}
	}

	private static function note( WP_Post $post, bool $concerns_parts = true ): void {
		Change_Collector::add_post( $post, $concerns_parts );
	}
}
