<?php
/**
 * The list of sources, and which one a post belongs to.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Source\Woocommerce\Coming_Soon;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Sql;
use WP_Post;

final class Sources {
	/** Sources whose works may be in the outbox although they are switched off now: post type → source id. */
	private const TYPES_EVER = array(
		Artwork_Post_Type::NAME => Artwork_Source::ID,
		Product_Source::TYPE    => Product_Source::ID,
	);
	/** As above, where each variation of a product is, or was, a work. */
	private const PARTS_EVER = array( Product_Source::PART => Product_Source::ID );

	/** @var array<int, array<string, Source>> Site of the network → source id: what a source has loaded belongs to one site. */
	private static $sources = array();

	/** Call when other requests may have changed what was loaded. */
	public static function forget(): void {
		unset( self::$sources[ get_current_blog_id() ] );
	}

	/**
	 * The sources that exist now, chosen or not: our own post type, other post types that the owner has ever chosen, the shop. Not kept,
	 * because WooCommerce may load after us or be activated within this request. A post type that is gone, or no longer public, counts
	 * as a source that is switched off.
	 *
	 * @return array<string, Source>
	 */
	public static function all( ?Source_Choice $choice = null ): array {
		$site  = get_current_blog_id();
		$known = self::$sources[ $site ] ?? array();
		$found = array();
		foreach ( Work_Types::all( $choice ) as $type => $id ) {
			$found[ $id ] = $found[ $id ] ?? $known[ $id ] ?? self::make( $id, $type );
		}
		self::$sources[ $site ] = $found + $known;
		return $found;
	}

	private static function make( string $id, string $type ): Source {
		switch ( $id ) {
			case Artwork_Source::ID:
				return new Artwork_Source();
			case Product_Source::ID:
				return new Product_Source();
			default:
				return new Post_Type_Source( $type );
		}
	}

	/** @return array<string, Source> Those of `all` whose posts are works, by the owner's choice. */
	public static function chosen( ?Source_Choice $choice = null ): array {
		$choice = $choice ?? Source_Choice::current();
		return array_filter(
			self::all( $choice ),
			static function ( Source $source ) use ( $choice ): bool {
				return $choice->is_chosen( $source->id() );
			}
		);
	}

	/** Whether posts of this type can be chosen: they have pages that visitors see, and are not sources of another kind. */
	public static function is_other_type( string $type ): bool {
		return ! isset( self::TYPES_EVER[ $type ] ) && 'attachment' !== $type && Work_Types::is_viewable( $type );
	}

	/** Whether the shop or the site hides public works of a chosen source from visitors. */
	public static function is_closed( ?Source_Choice $choice = null ): bool {
		foreach ( self::chosen( $choice ) as $source ) {
			if ( Coming_Soon::hides( $source->id() ) ) {
				return true;
			}
		}
		return false;
	}

	public static function get( string $id ): ?Source {
		return self::all()[ $id ] ?? null;
	}

	public static function of_type( string $post_type ): ?Source {
		return self::get( self::by_type()[ $post_type ] ?? '' );
	}

	/** Whether posts of this type are works, by the owner's choice. */
	public static function is_work_type( string $post_type ): bool {
		return isset( self::chosen_by_type()[ $post_type ] );
	}

	/** @return array<string, string> post type → source id, of all that are there */
	public static function by_type(): array {
		return Work_Types::all();
	}

	/** @return array<string, string> post type → source id, of those the owner has chosen */
	public static function chosen_by_type(): array {
		return Work_Types::chosen();
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
	 * The work this post is, or is a part of; null: none, or of a kind the owner has not chosen.
	 *
	 * @return array{0: int, 1: string}|null Its id and its source's.
	 */
	public static function work_of( WP_Post $post ): ?array {
		$id = self::chosen_by_type()[ $post->post_type ] ?? null;
		if ( null !== $id ) {
			return array( $post->ID, $id );
		}
		foreach ( self::chosen() as $id => $source ) {
			if ( $post->post_parent > 0 && in_array( $post->post_type, $source->part_types(), true ) ) {
				return array( (int) $post->post_parent, $id );
			}
		}
		return null;
	}

	/** The source of a post type, also while it is switched off, because its works may be deleted meanwhile. */
	public static function id_ever_of( string $post_type ): ?string {
		$id = Source_Names::of_type( $post_type );
		return self::TYPES_EVER[ $post_type ]
			?? ( in_array( $id, Source_Choice::current()->ids(), true ) ? $id : null )
			?? ( Variations::is_used() ? ( self::PARTS_EVER[ $post_type ] ?? null ) : null );
	}

	public static function watches_meta( string $key ): bool {
		foreach ( self::chosen() as $source ) {
			if ( $source->watches_meta( $key ) ) {
				return true;
			}
		}
		return false;
	}

	public static function watches_taxonomy( string $taxonomy ): bool {
		foreach ( self::chosen() as $source ) {
			if ( $source->watches_taxonomy( $taxonomy ) ) {
				return true;
			}
		}
		return in_array( $taxonomy, Source_Choice::current()->taxonomies(), true );
	}

	/** SQL condition: a post of a chosen source, in a chosen category, that its source allows in the registry. */
	public static function sql_shareable( string $alias, ?Source_Choice $choice = null ): string {
		$whole = self::sql_shareable_whole( $alias, $choice );
		return ! Variations::is_used() ? $whole
			: "(($whole AND NOT " . Variations::sql_split( $alias ) . ') OR ('
			. Variations::sql_shareable( $alias, self::sql_shareable_whole( 'whole', $choice ) ) . ' AND ' . Site_Rules::sql_allow( $alias ) . '))';
	}

	/** The same for a post as a whole: for a product, whether or not its variations are the works. */
	public static function sql_shareable_whole( string $alias, ?Source_Choice $choice = null ): string {
		$cases = array();
		foreach ( self::chosen( $choice ) as $source ) {
			if ( Coming_Soon::hides( $source->id() ) ) {
				continue;
			}
			$types   = array_diff( $source->post_types(), $source->part_types() );
			$cases[] = "($alias.post_type IN (" . Sql::words( $types ) . ') AND ' . $source->sql_shareable( $alias ) . ' AND '
				. Categories::sql( $source, $alias, $choice ) . ')';
		}
		return $cases
			? '((' . implode( ' OR ', $cases ) . ') AND ' . Translations::sql_original( $alias ) . ' AND ' . Site_Rules::sql_allow( $alias ) . ')'
			: '0 = 1';
	}
}
