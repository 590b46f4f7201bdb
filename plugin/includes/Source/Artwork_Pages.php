<?php
/**
 * What becomes of artworks of our own post type when the plugin is deleted: pages below a page "artwork", so that each keeps its address.
 * WordPress shows a post to nobody while no plugin registers its type. A new installation turns them into artworks again.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Long_Run;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use WP_Post;

final class Artwork_Pages {
	/** Custom field of the pages that a new installation turns back: "artwork", or "parent" for the page above them. */
	private const MARK = '_artwork_registry_was';
	/** Statuses of WordPress that hold nothing of the gallery. */
	private const NOTHING_IN = array( 'auto-draft', 'inherit' );

	private const DETAILS_START = '<!-- wp:group {"className":"artwork-registry-details"} -->';
	private const DETAILS_END   = '<!-- /wp:group -->';
	private const AT_ONCE       = 200;

	/** @param bool $may_return Whether a new installation turns them back into artworks. */
	public static function make( bool $may_return ): void {
		global $wpdb;
		$ids = array_map(
			'intval',
			array_column(
				Sql::rows_of(
					"SELECT ID FROM $wpdb->posts WHERE post_type = '" . Artwork_Post_Type::NAME . "' AND post_status NOT IN (" . Sql::words( self::NOTHING_IN ) . ')'
				),
				'ID'
			)
		);
		if ( ! $ids ) {
			return;
		}
		$parent = self::parent( $may_return );
		foreach ( array_chunk( $ids, self::AT_ONCE ) as $some ) {
			_prime_post_caches( $some, false );
			foreach ( $some as $id ) {
				$post = get_post( $id );
				if ( $post instanceof WP_Post ) {
					self::turn( $post, $parent, $may_return );
				}
			}
			Long_Run::next_piece();
		}
	}

	/**
	 * For a new installation. Whatever was edited meanwhile stays.
	 *
	 * @throws Read_Failed Where the database refuses a part: the pages that are left keep their mark, for the next activation.
	 */
	public static function take_back(): void {
		global $wpdb;
		$parents = array();
		foreach ( Sql::rows_of( "SELECT post_id, meta_value FROM $wpdb->postmeta WHERE meta_key = '" . self::MARK . "'" ) as $at => $row ) {
			if ( $at > 0 && 0 === $at % self::AT_ONCE ) {
				Long_Run::next_piece();
			}
			if ( 'parent' === $row['meta_value'] ) {
				$parents[] = (int) $row['post_id'];
			} else {
				self::with_marked_page( (int) $row['post_id'], array( self::class, 'turn_back' ) );
			}
		}
		foreach ( $parents as $id ) {
			self::with_marked_page( $id, array( self::class, 'remove_empty' ) );
		}
	}

	/**
	 * The mark goes last, and only where nothing failed.
	 *
	 * @param callable(WP_Post): void $act
	 */
	private static function with_marked_page( int $id, callable $act ): void {
		$check = new Read_Check();
		$post  = get_post( $id );
		if ( $post instanceof WP_Post && 'page' === $post->post_type ) {
			$act( $post );
		}
		$check->refuse_failures();
		delete_post_meta( $id, self::MARK );
	}

	private static function turn_back( WP_Post $post ): void {
		self::write(
			$post,
			array(
				'post_type'    => Artwork_Post_Type::NAME,
				'post_parent'  => 0,
				'post_content' => self::without_details( $post->post_content ),
			)
		);
	}

	/** The page above them, where nothing is left below it and its text is as it was made. */
	private static function remove_empty( WP_Post $post ): void {
		$check = new Read_Check();
		$below = get_children(
			array(
				'post_parent' => $post->ID,
				'post_type'   => 'page',
				'numberposts' => 1,
			)
		);
		$check->refuse_failures();
		if ( ! $below && self::list_of( $post->ID ) === $post->post_content ) {
			wp_delete_post( $post->ID, true );
		}
	}

	private static function turn( WP_Post $post, int $parent, bool $may_return ): void {
		$name = '' === $post->post_name ? '' : wp_unique_post_slug( $post->post_name, $post->ID, $post->post_status, 'page', $parent );
		self::write(
			$post,
			array(
				'post_type'    => 'page',
				'post_parent'  => $parent,
				'post_name'    => $name,
				'post_content' => $post->post_content . self::details( $post->ID ),
			)
		);
		if ( $may_return ) {
			update_post_meta( $post->ID, self::MARK, 'artwork' );
		}
	}

	/**
	 * Past wp_update_post, which would change dates, make revisions and call every plugin that follows saves.
	 *
	 * @param array<string, int|string> $fields
	 */
	private static function write( WP_Post $post, array $fields ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- see above; the cache is cleaned below.
		$wpdb->update( $wpdb->posts, $fields, array( 'ID' => $post->ID ) );
		clean_post_cache( $post->ID );
	}

	/** The gallery's own page of this address, or one that lists the artworks. */
	private static function parent( bool $may_return ): int {
		$page = get_page_by_path( Artwork_Address::slug() );
		if ( null !== $page && 'trash' !== $page->post_status ) {
			return $page->ID;
		}
		$id = wp_insert_post(
			array(
				'post_type'   => 'page',
				'post_status' => 'publish',
				'post_title'  => __( 'Artworks', 'artwork-registry-connector' ),
				'post_name'   => Artwork_Address::slug(),
			)
		);
		wp_update_post(
			array(
				'ID'           => $id,
				'post_content' => wp_slash( self::list_of( $id ) ),
			)
		);
		if ( $may_return ) {
			update_post_meta( $id, self::MARK, 'parent' );
		}
		return $id;
	}

	private static function list_of( int $id ): string {
		return '<!-- wp:page-list {"parentPageID":' . $id . '} /-->';
	}

	/** What visitors could see beside the text: a page shows no custom fields. */
	private static function details( int $id ): string {
		$lines    = array_map( 'esc_html', Artwork_Caption::lines( $id ) );
		$pictures = Artwork_Pictures::ids( $id );
		if ( ! $lines && ! $pictures ) {
			return '';
		}
		$blocks = ! $lines ? '' : "<!-- wp:paragraph -->\n<p>" . implode( '<br>', $lines ) . "</p>\n<!-- /wp:paragraph -->";
		if ( $pictures ) {
			$blocks .= "<!-- wp:shortcode -->\n[gallery ids=\"" . implode( ',', $pictures ) . "\" link=\"none\"]\n<!-- /wp:shortcode -->";
		}
		return "\n\n" . self::DETAILS_START . "\n<div class=\"wp-block-group artwork-registry-details\">$blocks</div>\n" . self::DETAILS_END;
	}

	private static function without_details( string $content ): string {
		$pattern = '/\s*' . preg_quote( self::DETAILS_START, '/' ) . '.*?' . preg_quote( self::DETAILS_END, '/' ) . '/s';
		return preg_replace( $pattern, '', $content ) ?? $content;
	}
}
