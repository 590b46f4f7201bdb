<?php
/**
 * The list of sources, and which one a post belongs to.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Sql;
use WP_Post;

final class Sources {
	/** Sources whose works may stand in the outbox though nobody offers them now: post type → source id. */
	private const TYPES_EVER = array(
		Artwork_Post_Type::NAME => Artwork_Source::ID,
		Product_Source::TYPE    => Product_Source::ID,
	);
	/** As above, where each variation of a product is, or was, a work. */
	private const PARTS_EVER = array( Product_Source::PART => Product_Source::ID );

	/** @var array<string, Source> By source id. */
	private static $sources = array();

	/**
	 * What is there now. Asked again each time: WooCommerce may load after us, or be activated within this request.
	 *
	 * @return array<string, Source>
	 */
	public static function all(): array {
		if ( ! isset( self::$sources[ Artwork_Source::ID ] ) ) {
			self::$sources[ Artwork_Source::ID ] = new Artwork_Source();
		}
		if ( ! isset( self::$sources[ Product_Source::ID ] ) && class_exists( 'WooCommerce', false ) ) {
			self::$sources[ Product_Source::ID ] = new Product_Source();
		}
		return self::$sources;
	}

	public static function get( string $id ): ?Source {
		return self::all()[ $id ] ?? null;
	}

	public static function of_type( string $post_type ): ?Source {
		return self::get( self::by_type()[ $post_type ] ?? '' );
	}

	/** @return array<string, string> post type → source id */
	public static function by_type(): array {
		$types = array();
		foreach ( self::all() as $id => $source ) {
			foreach ( $source->post_types() as $type ) {
				$types[ $type ] = $id;
			}
		}
		return $types;
	}

	/**
	 * Which of these posts are works now, with one query for any number.
	 *
	 * @param list<int> $ids
	 * @return array<int, string> post id → source id
	 */
	public static function of_posts( array $ids ): array {
		global $wpdb;
		$by_type = self::by_type();
		$works   = array();
		foreach ( $ids ? Sql::rows_of( "SELECT ID, post_type FROM $wpdb->posts WHERE ID IN (" . Sql::ids( $ids ) . ')' ) : array() as $row ) {
			$source = $by_type[ (string) $row['post_type'] ] ?? null;
			if ( null !== $source ) {
				$works[ (int) $row['ID'] ] = $source;
			}
		}
		return $works;
	}

	/**
	 * The work this post is, or is a part of; null: none.
	 *
	 * @return array{0: int, 1: string}|null Its id and its source's.
	 */
	public static function work_of( WP_Post $post ): ?array {
		$id = self::by_type()[ $post->post_type ] ?? null;
		if ( null !== $id ) {
			return array( $post->ID, $id );
		}
		foreach ( self::all() as $id => $source ) {
			if ( $post->post_parent > 0 && in_array( $post->post_type, $source->part_types(), true ) ) {
				return array( (int) $post->post_parent, $id );
			}
		}
		return null;
	}

	/** The source a post type belongs to, also while that source is switched off: its works may be deleted meanwhile. */
	public static function id_ever_of( string $post_type ): ?string {
		return self::TYPES_EVER[ $post_type ] ?? ( Variations::is_used() ? ( self::PARTS_EVER[ $post_type ] ?? null ) : null );
	}

	public static function watches_meta( string $key ): bool {
		foreach ( self::all() as $source ) {
			if ( $source->watches_meta( $key ) ) {
				return true;
			}
		}
		return false;
	}

	public static function watches_taxonomy( string $taxonomy ): bool {
		foreach ( self::all() as $source ) {
			if ( $source->watches_taxonomy( $taxonomy ) ) {
				return true;
			}
		}
		return false;
	}

	/** SQL condition: a post of whichever source that its source lets go to the registry. */
	public static function sql_shareable( string $alias ): string {
		$whole = self::sql_shareable_whole( $alias );
		return ! Variations::is_used() ? $whole
			: "(($whole AND NOT " . Variations::sql_split( $alias ) . ') OR ' . Variations::sql_shareable( $alias, self::sql_shareable_whole( 'whole' ) ) . ')';
	}

	/** The same of a post that stands for itself: of a product, whether or not its variations are the works. */
	public static function sql_shareable_whole( string $alias ): string {
		$cases = array();
		foreach ( self::all() as $source ) {
			$types   = array_diff( $source->post_types(), $source->part_types() );
			$cases[] = "($alias.post_type IN (" . Sql::words( $types ) . ') AND ' . $source->sql_shareable( $alias ) . ')';
		}
		return '((' . implode( ' OR ', $cases ) . ') AND ' . Translations::sql_original( $alias ) . ')';
	}
}
