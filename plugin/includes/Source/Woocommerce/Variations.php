<?php
/**
 * Products whose variations are works of their own: finds them in PHP and as SQL, names what tells their variations apart, and loads
 * products with their variations. Where the shop does not use this, nothing here queries the database.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Store\Post_Cache;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Variation_Choice;
use WP_Post;

final class Variations {
	private const TYPES = "'" . Source_Names::PRODUCT_TYPE . "', '" . Source_Names::VARIATION_TYPE . "'";

	/** Fields of a variable product that its variations do not read. WooCommerce rewrites them with each edit of one variation. */
	private const OF_NO_VARIATION = array( '_price', '_regular_price', '_sale_price', '_sale_price_dates_from', '_sale_price_dates_to', '_sku' );

	public static function is_used(): bool {
		return Variation_Choice::is_used();
	}

	public static function is_variation( WP_Post $post ): bool {
		return Source_Names::VARIATION_TYPE === $post->post_type;
	}

	/** Whether each variation of this product is a work, so that the product itself is none. Reads its type and its field, which are loaded already. */
	public static function is_split( WP_Post $product ): bool {
		$mode = Variation_Choice::mode();
		if ( 'product' === $mode || Source_Names::PRODUCT_TYPE !== $product->post_type ) {
			return false;
		}
		$types = get_the_terms( $product->ID, 'product_type' );
		if ( ! is_array( $types ) || ! in_array( 'variable', wp_list_pluck( $types, 'slug' ), true ) ) {
			return false;
		}
		$said = Variation_Choice::of_product( $product->ID );
		return '' === $said ? 'each' === $mode : 'each' === $said;
	}

	/** The product of a variation; null: there is none, or the post is not a variation. */
	public static function product_of( WP_Post $post ): ?WP_Post {
		$product = self::is_variation( $post ) && $post->post_parent > 0 ? get_post( $post->post_parent ) : null;
		return $product instanceof WP_Post && Source_Names::PRODUCT_TYPE === $product->post_type ? $product : null;
	}

	/** Whether a change of this field of a product may change the entries of its variations. */
	public static function read_of_product( string $key ): bool {
		return ! in_array( $key, self::OF_NO_VARIATION, true );
	}

	/**
	 * What the buyer chose: the values of a variation in the order of the product's attributes; "any" is left out.
	 *
	 * @return list<string>
	 */
	public static function values( int $product_id, int $variation_id ): array {
		$attributes = get_post_meta( $product_id, '_product_attributes', true );
		$values     = array();
		foreach ( is_array( $attributes ) ? $attributes : array() as $attribute ) {
			$values[] = is_array( $attribute ) && ! empty( $attribute['is_variation'] ) ? self::value( $product_id, $variation_id, $attribute ) : '';
		}
		return array_values( array_diff( $values, array( '' ) ) );
	}

	/** @param array<mixed> $attribute As stored in _product_attributes. */
	public static function value( int $product_id, int $variation_id, array $attribute ): string {
		$name   = (string) ( $attribute['name'] ?? '' );
		$stored = get_post_meta( $variation_id, 'attribute_' . sanitize_title( $name ), true );
		if ( ! is_string( $stored ) || '' === $stored ) {
			return '';
		}
		$terms = empty( $attribute['is_taxonomy'] ) ? null : get_the_terms( $product_id, $name );
		foreach ( is_array( $terms ) ? $terms : array() as $term ) {
			if ( $stored === $term->slug ) {
				return Plain_Text::of( $term->name );
			}
		}
		// An attribute of the product's own stores the value itself.
		return Plain_Text::of( $stored );
	}

	/** The page of the product with the variation chosen. */
	public static function url( WP_Post $product, int $variation_id ): string {
		$chosen = array();
		foreach ( (array) get_post_meta( $variation_id ) as $key => $values ) {
			if ( 0 === strpos( (string) $key, 'attribute_' ) && is_array( $values ) && '' !== (string) $values[0] ) {
				// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.urlencode_urlencode -- As WooCommerce writes the address of a variation.
				$chosen[ urlencode( (string) $key ) ] = urlencode( (string) $values[0] );
			}
		}
		ksort( $chosen );
		return add_query_arg( $chosen, (string) get_permalink( $product ) );
	}

	/** @return list<string> The global attributes of the shop, any of which a variation may be told apart by. */
	public static function taxonomies(): array {
		return array_values(
			array_filter(
				get_object_taxonomies( Source_Names::PRODUCT_TYPE ),
				static function ( string $taxonomy ): bool {
					return 0 === strpos( $taxonomy, 'pa_' );
				}
			)
		);
	}

	/** Whether the shop has a product with variations, in the trash or not. */
	public static function are_there(): bool {
		global $wpdb;
		return 0 < Sql::number( "SELECT 1 FROM $wpdb->posts WHERE post_type = '" . Source_Names::VARIATION_TYPE . "' LIMIT 1" );
	}

	/**
	 * @param array<int> $ids
	 * @return list<WP_Post> Those that are there, as WordPress has them loaded.
	 */
	public static function posts( array $ids ): array {
		$posts = array();
		foreach ( $ids as $id ) {
			$post = get_post( $id );
			if ( $post instanceof WP_Post ) {
				$posts[] = $post;
			}
		}
		return $posts;
	}

	/**
	 * Loads the products of the variations among these posts with two queries. Does not use the object cache, which may be stale.
	 *
	 * @param array<WP_Post> $posts
	 * @return list<int> Their ids, but for those that are among the posts.
	 */
	public static function load_products( array $posts ): array {
		$ids = self::products( $posts );
		if ( $ids ) {
			Post_Cache::prime( $ids );
		}
		return $ids;
	}

	/**
	 * @param array<WP_Post> $posts
	 * @return list<int> The products of the variations among these posts, but for those that are among them.
	 */
	public static function products( array $posts ): array {
		$ids   = array();
		$there = array();
		foreach ( $posts as $post ) {
			$there[] = $post->ID;
			if ( self::is_variation( $post ) && $post->post_parent > 0 ) {
				$ids[] = (int) $post->post_parent;
			}
		}
		return array_values( array_diff( array_unique( $ids ), $there ) );
	}

	/**
	 * @param list<int> $product_ids
	 * @return array<int, list<int>> Product → its variations, also those that are switched off or in the trash.
	 */
	public static function of_products( array $product_ids ): array {
		global $wpdb;
		$of = array();
		foreach (
			$product_ids
			? Sql::rows_of(
				"SELECT ID, post_parent FROM $wpdb->posts WHERE post_type = '" . Source_Names::VARIATION_TYPE . "' AND post_parent IN ("
				. Sql::ids( $product_ids ) . ') ORDER BY menu_order, ID'
			)
			: array() as $row
		) {
			$of[ (int) $row['post_parent'] ][] = (int) $row['ID'];
		}
		return $of;
	}

	/**
	 * An order for a product whose variations are works is one for each of them.
	 *
	 * @param list<int> $ids
	 * @return list<int> These, and the variations of such products.
	 */
	public static function with_variations( array $ids ): array {
		global $wpdb;
		if ( ! $ids || 'product' === Variation_Choice::mode() ) {
			return $ids;
		}
		$rows = Sql::rows_of(
			"SELECT v.ID FROM $wpdb->posts v JOIN $wpdb->posts p ON p.ID = v.post_parent WHERE v.post_type = '"
			. Source_Names::VARIATION_TYPE . "' AND p.ID IN (" . Sql::ids( $ids ) . ') AND ' . self::sql_split( 'p' )
		);
		return array_values( array_unique( array_merge( $ids, array_map( 'intval', array_column( $rows, 'ID' ) ) ) ) );
	}

	/** @param list<int> $ids Posts of our types. */
	public static function count_works( array $ids ): int {
		global $wpdb;
		return ! self::is_used()
			? count( $ids )
			: Sql::number( "SELECT COUNT(*) FROM $wpdb->posts p WHERE p.ID IN (" . Sql::ids( $ids ) . ') AND ' . self::sql_is_work( 'p' ) );
	}

	/** SQL condition: this post is a product whose variations are works. `$mode`: under this choice instead of the shop's. */
	public static function sql_split( string $alias, ?string $mode = null ): string {
		global $wpdb;
		$mode = $mode ?? Variation_Choice::mode();
		if ( 'product' === $mode ) {
			return '0 = 1';
		}
		$said     = "SELECT 1 FROM $wpdb->postmeta said WHERE said.post_id = $alias.ID AND said.meta_key = '" . Variation_Choice::META . "' AND said.meta_value = ";
		$variable = "EXISTS (SELECT 1 FROM $wpdb->term_relationships r JOIN $wpdb->term_taxonomy x ON x.term_taxonomy_id = r.term_taxonomy_id
			JOIN $wpdb->terms t ON t.term_id = x.term_id WHERE r.object_id = $alias.ID AND x.taxonomy = 'product_type' AND t.slug = 'variable')";
		return "($alias.post_type = '" . Source_Names::PRODUCT_TYPE . "' AND $variable AND "
			. ( 'each' === $mode ? "NOT EXISTS ($said'product')" : "EXISTS ($said'each')" ) . ')';
	}

	/** SQL condition: this post is a work as far as the choice goes: no product whose variations are works, no variation of another. */
	public static function sql_is_work( string $alias, ?string $mode = null ): string {
		global $wpdb;
		if ( ! self::is_used() && null === $mode ) {
			return '1 = 1';
		}
		return "($alias.post_type NOT IN (" . self::TYPES . ")
			OR ($alias.post_type = '" . Source_Names::PRODUCT_TYPE . "' AND NOT " . self::sql_split( $alias, $mode ) . ")
			OR ($alias.post_type = '" . Source_Names::VARIATION_TYPE . "' AND EXISTS (SELECT 1 FROM $wpdb->posts whole
				WHERE whole.ID = $alias.post_parent AND whole.post_status <> 'auto-draft' AND " . self::sql_split( 'whole', $mode ) . ')))';
	}

	/**
	 * SQL condition: a variation that may go to the registry, its own status aside.
	 *
	 * @param string $of_product The condition its product must meet, for the alias `whole`.
	 */
	public static function sql_shareable( string $alias, string $of_product, ?string $mode = null ): string {
		global $wpdb;
		return "($alias.post_type = '" . Source_Names::VARIATION_TYPE . "' AND EXISTS (SELECT 1 FROM $wpdb->posts whole
			WHERE whole.ID = $alias.post_parent AND whole.post_status = 'publish' AND whole.post_password = ''
			AND " . self::sql_split( 'whole', $mode ) . " AND $of_product AND NOT EXISTS (SELECT 1 FROM " . Tables::name( 'status' ) . ' excluded
				WHERE excluded.external_id = whole.ID AND excluded.chosen = ' . Status::EXCLUDED . ')))';
	}

	/**
	 * SQL condition: a field or a term is of this post, or of the product of which it is a variation.
	 *
	 * @param string $posts A query for the posts that have it.
	 */
	public static function sql_field_of( string $posts, string $alias ): string {
		return ! self::is_used()
			? "$alias.ID IN ($posts)"
			: "($alias.ID IN ($posts) OR ($alias.post_type = '" . Source_Names::VARIATION_TYPE . "' AND $alias.post_parent IN ($posts)))";
	}

	/** SQL expression: how many works show the picture that post `p` has in the field of row `m`; variations without their own show the product's. */
	public static function sql_works_with_picture(): string {
		global $wpdb;
		if ( ! self::is_used() ) {
			return '1';
		}
		return 'CASE WHEN ' . self::sql_split( 'p' )
			. " THEN (SELECT COUNT(*) FROM $wpdb->posts v WHERE v.post_parent = p.ID AND v.post_type = '" . Source_Names::VARIATION_TYPE
			. "' AND v.post_status = 'publish'
			AND NOT EXISTS (SELECT 1 FROM $wpdb->postmeta own WHERE own.post_id = v.ID AND own.meta_key = m.meta_key AND own.meta_value NOT IN ('', '0')))
			WHEN p.post_type = '" . Source_Names::VARIATION_TYPE . "' THEN CASE WHEN EXISTS (SELECT 1 FROM $wpdb->posts whole
				WHERE whole.ID = p.post_parent AND whole.post_status = 'publish' AND "
			. self::sql_split( 'whole' ) . ' AND ' . Translations::sql_original( 'whole' ) . ') THEN 1 ELSE 0 END ELSE 1 END';
	}
}
