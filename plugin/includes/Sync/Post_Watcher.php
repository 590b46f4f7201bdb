<?php
/**
 * The hooks that WordPress fires when a work changes, in whichever way: editor, quick edit, REST, import, command line, schedule. Only
 * notes the id. Other plugins fire these hooks themselves with fewer or other arguments, which must never break the owner's save, so
 * only the first argument is relied on.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Picture_Index;
use WP_Post;

final class Post_Watcher {
	/**
	 * The action artwork_registry_check_again: for code whose filters return something else now although the post was not saved.
	 *
	 * @param mixed $post_id
	 */
	public static function check_again( $post_id ): void {
		$post = is_numeric( $post_id ) ? get_post( (int) $post_id ) : null;
		if ( $post instanceof WP_Post ) {
			Change_Collector::add_post( $post );
		}
	}

	/**
	 * save_post
	 *
	 * @param mixed $post_id
	 * @param mixed $post
	 */
	public static function saved( $post_id, $post = null ): void {
		self::record_unless_new( $post instanceof WP_Post ? $post : self::post( $post_id ) );
	}

	/**
	 * transition_post_status: code that changes a status without saving the post.
	 *
	 * @param mixed $new_status
	 * @param mixed $old_status
	 * @param mixed $post
	 */
	public static function moved( $new_status, $old_status = '', $post = null ): void {
		if ( $new_status === $old_status || 'auto-draft' === $new_status ) {
			return;
		}
		$post = $post instanceof WP_Post ? $post : self::post( is_object( $post ) ? ( $post->ID ?? 0 ) : $post );
		if ( null !== $post ) {
			self::record( $post );
		}
	}

	/**
	 * trashed_post, untrashed_post
	 *
	 * @param mixed $post_id
	 */
	public static function trashed( $post_id ): void {
		$post = self::post( $post_id );
		if ( null !== $post ) {
			self::record( $post );
		}
	}

	/**
	 * deleted_post: the row is gone, so the values come as an object. A work is recorded as deleted also while its source is switched
	 * off; a part of a work only changes that work.
	 *
	 * @param mixed $post_id
	 * @param mixed $post
	 */
	public static function deleted( $post_id, $post = null ): void {
		if ( ! $post instanceof WP_Post ) {
			// The type of the post is unknown here. The background check finds that it is gone.
			return;
		}
		$source_id = Sources::id_ever_of( $post->post_type );
		if ( null !== $source_id ) {
			Change_Collector::add_deleted( (int) $post_id, $source_id, Plain_Text::of( $post->post_title ) );
			if ( Variations::is_variation( $post ) && $post->post_parent > 0 ) {
				Change_Collector::add( (int) $post->post_parent, $source_id );
				Change_Collector::hide( $post );
			}
		} else {
			self::record( $post );
		}
	}

	/**
	 * added_post_meta, updated_post_meta, deleted_post_meta. Checks the key first, which costs no query.
	 *
	 * @param mixed $meta_id
	 * @param mixed $post_id 0 where a field was deleted of all posts at once.
	 * @param mixed $key
	 * @param mixed $value
	 */
	public static function meta_changed( $meta_id, $post_id = 0, $key = '', $value = null ): void {
		$key = is_string( $key ) ? $key : '';
		if ( Picture_Index::FIELD === $key && is_numeric( $post_id ) && (int) $post_id > 0 ) {
			$is_set = 'deleted_post_meta' !== current_action() && is_numeric( $value );
			Change_Collector::use_picture( (int) $post_id, $is_set ? (int) $value : 0 );
		}
		if ( ! Sources::watches_meta( $key ) && ! Mapping::watches_meta( $key ) ) {
			return;
		}
		if ( is_numeric( $post_id ) && (int) $post_id <= 0 ) {
			self::all_changed();
			return;
		}
		self::record_unless_new( self::post( $post_id ), Variations::read_of_product( $key ) );
	}

	/**
	 * set_object_terms
	 *
	 * @param mixed $post_id
	 * @param mixed $terms
	 * @param mixed $tt_ids
	 * @param mixed $taxonomy
	 * @param mixed $append
	 * @param mixed $old_tt_ids
	 */
	public static function terms_changed( $post_id, $terms = null, $tt_ids = null, $taxonomy = '', $append = false, $old_tt_ids = null ): void {
		$is_as_before = is_array( $tt_ids ) && is_array( $old_tt_ids ) && ! array_diff( $tt_ids, $old_tt_ids ) && ! array_diff( $old_tt_ids, $tt_ids );
		if ( ! $is_as_before ) {
			self::terms_removed( $post_id );
		}
	}

	/**
	 * deleted_term_relationships: terms removed one by one, which does not fire set_object_terms.
	 *
	 * @param mixed $post_id
	 */
	public static function terms_removed( $post_id ): void {
		Categories::forget();
		self::record_unless_new( self::post( $post_id ) );
	}

	/**
	 * add_attachment: no work shows it yet.
	 *
	 * @param mixed $attachment_id
	 */
	public static function picture_uploaded( $attachment_id ): void {
		Change_Collector::add_upload( self::id( $attachment_id ) );
	}

	/**
	 * edit_attachment: one query at the end of the request finds the works that show it.
	 *
	 * @param mixed $attachment_id
	 */
	public static function picture_changed( $attachment_id ): void {
		Change_Collector::add_picture( self::id( $attachment_id ) );
	}

	/**
	 * delete_attachment: queries at once, because WordPress removes the picture from its works next, without naming them.
	 *
	 * @param mixed $attachment_id
	 */
	public static function picture_deleted( $attachment_id ): void {
		Change_Collector::add_picture( self::id( $attachment_id ) );
		Change_Collector::flush();
	}

	/**
	 * wp_update_attachment_metadata: sizes were made again, so the address of the large one may differ.
	 *
	 * @param mixed $metadata
	 * @param mixed $attachment_id
	 * @return mixed
	 */
	public static function picture_resized( $metadata, $attachment_id = 0 ) {
		Change_Collector::add_picture( self::id( $attachment_id ) );
		return $metadata;
	}

	/**
	 * edited_term: its works carry the name and are not saved. Starts one job.
	 *
	 * @param mixed $term_id
	 * @param mixed $tt_id
	 * @param mixed $taxonomy
	 */
	public static function term_renamed( $term_id, $tt_id = 0, $taxonomy = '' ): void {
		Categories::forget();
		$taxonomy = is_string( $taxonomy ) ? $taxonomy : '';
		if ( Sources::watches_taxonomy( $taxonomy ) || Mapping::watches_taxonomy( $taxonomy ) ) {
			self::all_changed();
		}
	}

	/**
	 * pre_delete_term, delete_term: its children move up and may no longer be below a chosen category. Also before the deletion: after a
	 * crash in between, works are checked for nothing instead of never.
	 *
	 * @param mixed $term_id
	 * @param mixed $tt_id_or_taxonomy
	 * @param mixed $taxonomy
	 */
	public static function term_deleted( $term_id, $tt_id_or_taxonomy = '', $taxonomy = '' ): void {
		self::term_renamed( $term_id, 0, '' === $taxonomy ? $tt_id_or_taxonomy : $taxonomy );
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

	/**
	 * profile_update: where the mapping takes the author's name, its works carry it. WooCommerce saves the customer with every order and
	 * every new address: only a changed name is a reason to check works.
	 *
	 * @param mixed $user_id
	 * @param mixed $before
	 */
	public static function author_renamed( $user_id = 0, $before = null ): void {
		if ( ! in_array( 'author', Mapping::current()->keys( 'property' ), true ) ) {
			return;
		}
		$user = get_userdata( self::id( $user_id ) );
		if ( false === $user || ! is_object( $before ) || ( $before->display_name ?? null ) !== $user->display_name ) {
			self::all_changed();
		}
	}

	/** The permalink structure, the home address or a setting of the shop changed: every work has another address, currency or unit. */
	public static function all_changed(): void {
		Jobs::look_again();
	}

	/** woocommerce_attribute_updated: WooCommerce updates the products of a global attribute without any hook. */
	public static function attribute_changed(): void {
		self::all_changed();
	}

	/** @param mixed $id */
	private static function id( $id ): int {
		return is_numeric( $id ) ? (int) $id : 0;
	}

	/**
	 * For id 0 WordPress would return the current post.
	 *
	 * @param mixed $id
	 */
	private static function post( $id ): ?WP_Post {
		$post = self::id( $id ) > 0 ? get_post( self::id( $id ) ) : null;
		return $post instanceof WP_Post ? $post : null;
	}

	private static function record_unless_new( ?WP_Post $post, bool $concerns_parts = true ): void {
		if ( null !== $post && 'auto-draft' !== $post->post_status ) {
			self::record( $post, $concerns_parts );
		}
	}

	private static function record( WP_Post $post, bool $concerns_parts = true ): void {
		Change_Collector::add_post( $post, $concerns_parts );
	}
}
