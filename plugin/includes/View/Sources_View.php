<?php
/**
 * The choice of what counts as a work, as the screens show it: post types, each with its categories as a tree.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Source\Artwork_Source;
use ArtworkRegistry\Source\Choice_Form;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Post_Type_Source;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Store\Sql;

/**
 * @phpstan-type Term array{id: int, name: string, parent: int, depth: int, works: int}
 */
final class Sources_View {
	/** Categories shown of one taxonomy: the most used, and all that are chosen. */
	private const TERMS_MAX = 500;
	private const ROWS_MAX  = 3000;

	/** @return array{hash: string, notice: string|null, kinds: list<array<string, mixed>>} */
	public static function read(): array {
		$choice  = Source_Choice::to_edit();
		$sources = self::sources();
		$counts  = self::counts( $sources );
		$trees   = self::trees( $sources );
		$kinds   = array();
		foreach ( $sources as $id => $source ) {
			$taxonomies = array();
			foreach ( $source->category_taxonomies() as $name ) {
				$taxonomy     = get_taxonomy( $name );
				$taxonomies[] = array(
					'name'  => $name,
					'label' => false === $taxonomy ? $name : $taxonomy->labels->name,
					'terms' => $trees[ $name ] ?? array(),
				);
			}
			$kinds[] = array(
				'id'         => $id,
				'name'       => self::name( $source ),
				'works'      => $counts[ $source->post_types()[0] ] ?? 0,
				'is_there'   => true,
				'is_chosen'  => $choice->is_chosen( $id ),
				'categories' => $choice->categories( $id ),
				'taxonomies' => $taxonomies,
			);
		}
		return array(
			'hash'   => Source_Choice::current()->hash(),
			'notice' => Source_Choice::current()->is_readable() ? null
				: __( 'What you chose cannot be read: it was damaged, or written by a newer version of this plugin. The registry keeps all artworks as they are until you choose again and save.', 'artwork-registry-connector' ),
			'kinds'  => array_merge( $kinds, self::missing( $choice, $sources ) ),
		);
	}

	/** @return array<string, Source> Those that are works now first, then what else could be. */
	private static function sources(): array {
		$sources = Sources::all( Source_Choice::to_edit() );
		foreach ( array( Artwork_Source::ID, Product_Source::ID ) as $id ) {
			$source = Choice_Form::source( $id );
			if ( null !== $source ) {
				$sources = array( $id => $source ) + $sources;
			}
		}
		foreach ( get_post_types( array( 'public' => true ) ) as $type ) {
			if ( Sources::is_other_type( $type ) ) {
				$id             = Source_Names::of_type( $type );
				$sources[ $id ] = $sources[ $id ] ?? new Post_Type_Source( $type );
			}
		}
		return $sources;
	}

	/** "Products" says more than the name of the shop's plugin. */
	private static function name( Source $source ): string {
		$type = Product_Source::ID === $source->id() ? get_post_type_object( Product_Source::TYPE ) : null;
		return null === $type ? $source->name() : $type->labels->name;
	}

	/**
	 * @param array<string, Source> $sources
	 * @return list<array<string, mixed>> Chosen, and switched off with the plugin or theme that made them.
	 */
	private static function missing( Source_Choice $choice, array $sources ): array {
		$missing = array();
		foreach ( $choice->ids() as $id ) {
			if ( ! isset( $sources[ $id ] ) && $choice->is_chosen( $id ) ) {
				$missing[] = array(
					'id'         => $id,
					'name'       => Source_Names::type_of( $id ) ?? ( Product_Source::ID === $id ? 'WooCommerce' : $id ),
					'works'      => 0,
					'is_there'   => false,
					'is_chosen'  => true,
					'categories' => $choice->categories( $id ),
					'taxonomies' => array(),
				);
			}
		}
		return $missing;
	}

	/**
	 * @param array<string, Source> $sources
	 * @return array<string, int> Post type → public posts.
	 */
	private static function counts( array $sources ): array {
		global $wpdb;
		$types = array();
		foreach ( $sources as $source ) {
			$types[] = $source->post_types()[0];
		}
		$counts = array();
		foreach ( Sql::rows_of(
			"SELECT post_type, COUNT(*) AS works FROM $wpdb->posts WHERE post_type IN (" . Sql::words( $types )
			. ") AND post_status = 'publish' GROUP BY post_type"
		) as $row ) {
			$counts[ (string) $row['post_type'] ] = (int) $row['works'];
		}
		return $counts;
	}

	/**
	 * Read by SQL, because a language plugin limits WordPress's functions to the terms of one language.
	 *
	 * @param array<string, Source> $sources
	 * @return array<string, list<Term>> Taxonomy → terms, each followed by those below it.
	 */
	private static function trees( array $sources ): array {
		global $wpdb;
		$taxonomies = array();
		$chosen     = array();
		foreach ( $sources as $id => $source ) {
			$taxonomies = array_merge( $taxonomies, $source->category_taxonomies() );
			$chosen     = array_merge( $chosen, ...array_values( Source_Choice::to_edit()->categories( $id ) ?? array() ) );
		}
		$terms = array();
		$rows  = ! $taxonomies ? array() : Sql::rows_of(
			"SELECT t.term_id, t.name, x.taxonomy, x.parent, x.count FROM $wpdb->term_taxonomy x JOIN $wpdb->terms t ON t.term_id = x.term_id
			WHERE x.taxonomy IN (" . Sql::words( array_unique( $taxonomies ) ) . ')
			ORDER BY CASE WHEN t.term_id IN (' . Sql::ids( $chosen ) . ') THEN 0 ELSE 1 END, x.count DESC, t.term_id LIMIT ' . self::ROWS_MAX
		);
		foreach ( $rows as $row ) {
			if ( count( $terms[ (string) $row['taxonomy'] ] ?? array() ) < self::TERMS_MAX ) {
				$terms[ (string) $row['taxonomy'] ][ (int) $row['term_id'] ] = array(
					'id'     => (int) $row['term_id'],
					'name'   => Plain_Text::of( $row['name'] ),
					'parent' => (int) $row['parent'],
					'depth'  => 0,
					'works'  => (int) $row['count'],
				);
			}
		}
		return array_map( array( self::class, 'tree' ), $terms );
	}

	/**
	 * @param array<int, Term> $terms
	 * @return list<Term>
	 */
	private static function tree( array $terms ): array {
		uasort(
			$terms,
			static function ( array $a, array $b ): int {
				return strnatcasecmp( $a['name'], $b['name'] );
			}
		);
		$children = array();
		foreach ( $terms as $id => $term ) {
			// A category below one that is not shown moves to the top.
			$children[ isset( $terms[ $term['parent'] ] ) ? $term['parent'] : 0 ][] = $id;
		}
		$tree = array();
		self::grow( $tree, $terms, $children, 0, 0 );
		return $tree;
	}

	/**
	 * @param list<Term>            $tree
	 * @param array<int, Term>      $terms
	 * @param array<int, list<int>> $children
	 */
	private static function grow( array &$tree, array $terms, array $children, int $parent, int $depth ): void {
		foreach ( $children[ $parent ] ?? array() as $id ) {
			$tree[] = array( 'depth' => $depth ) + $terms[ $id ];
			self::grow( $tree, $terms, $children, $id, $depth + 1 );
		}
	}
}
