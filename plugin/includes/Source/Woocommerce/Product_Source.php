<?php
/**
 * Works that are WooCommerce products, simple or variable; the product is the work, its variations are ways to buy it. Where the owner
 * says that each variation is a work, the variations are: see Variations.
 * Only created where WooCommerce is active. Reads posts, fields and terms that are primed for a whole page, and no product
 * objects, which query each variation and write while they read.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Field_Change;
use ArtworkRegistry\Source\Fields;
use ArtworkRegistry\Source\Former_Values;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Source\Work_Types;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Text;
use WP_Post;

final class Product_Source implements Source {
	public const ID   = Source_Names::WOOCOMMERCE;
	public const TYPE = Source_Names::PRODUCT_TYPE;
	public const PART = Source_Names::VARIATION_TYPE;

	/** Other types have no price or stock of their own (grouped, external) or sell something else (a subscription, a booking). */
	private const PRODUCT_TYPES = array( 'simple', 'variable' );
	/** Both together are "Catalog visibility: Hidden" in the editor. */
	private const HIDING_TERMS = array( 'exclude-from-search', 'exclude-from-catalog' );

	private const META = array(
		'_thumbnail_id'          => true,
		'_sku'                   => true,
		'_price'                 => true,
		'_regular_price'         => true,
		'_sale_price'            => true,
		'_sale_price_dates_from' => true,
		'_sale_price_dates_to'   => true,
		'_stock'                 => true,
		'_stock_status'          => true,
		'_manage_stock'          => true,
		'_backorders'            => true,
		'_sold_individually'     => true,
		'_length'                => true,
		'_width'                 => true,
		'_height'                => true,
		'_product_attributes'    => true,
		Product_Offer::MARK      => true,
		Paid_Orders::META        => true,
		Reserved_Works::META     => true,
		Variation_Choice::META   => true,
	);

	/** @var array<int, list<int>> Product → its public variations. Of the products primed last. */
	private $variations = array();
	/** @var array<string, true> Inventory numbers that stand at more than one product, in lower case. */
	private $doubled_skus = array();

	public function id(): string {
		return self::ID;
	}

	public function name(): string {
		return 'WooCommerce';
	}

	public function post_types(): array {
		return Variations::is_used() ? array( self::TYPE, self::PART ) : array( self::TYPE );
	}

	public function part_types(): array {
		return Work_Types::parts_of( self::ID );
	}

	public function watches_meta( string $key ): bool {
		return isset( self::META[ $key ] )
			|| in_array( $key, Product_Details::custom_fields(), true )
			|| ( 0 === strpos( $key, 'attribute_' ) && Variations::is_used() );
	}

	public function watches_taxonomy( string $taxonomy ): bool {
		return Product_Details::is_taxonomy( $taxonomy ) || ( 0 === strpos( $taxonomy, 'pa_' ) && Variations::is_used() );
	}

	public function taxonomies(): array {
		return array_merge( array( 'product_type', 'product_visibility' ), Variations::is_used() ? Variations::taxonomies() : Product_Details::taxonomies() );
	}

	public function category_taxonomies(): array {
		return array( 'product_cat' );
	}

	public function reason_not_shareable( WP_Post $post ): ?string {
		$types = self::slugs( $post->ID, 'product_type' );
		// WooCommerce reads a product without a type as a simple one.
		if ( $types && ! in_array( $types[0], self::PRODUCT_TYPES, true ) ) {
			return 'product_type';
		}
		return array_diff( self::HIDING_TERMS, self::slugs( $post->ID, 'product_visibility' ) ) ? null : 'hidden';
	}

	public function sql_shareable( string $alias ): string {
		$of_other_types = self::sql_with_terms( "x.taxonomy = 'product_type' AND t.slug NOT IN (" . Sql::words( self::PRODUCT_TYPES ) . ')', 1 );
		$hidden         = self::sql_with_terms(
			"x.taxonomy = 'product_visibility' AND t.slug IN (" . Sql::words( self::HIDING_TERMS ) . ')',
			count( self::HIDING_TERMS )
		);
		return "$alias.ID NOT IN ($of_other_types) AND $alias.ID NOT IN ($hidden)";
	}

	public function pictured( array $posts ): array {
		// Variations may show their product's picture.
		return array_merge( array_column( $posts, 'ID' ), Variations::products( $posts ) );
	}

	public function prime( array $posts ): void {
		$ids              = array_column( $posts, 'ID' );
		$this->variations = array_fill_keys( $ids, array() );
		$this->prime_variations( $ids );
		$this->find_doubled_skus( $ids );
	}

	public function build( WP_Post $post ): array {
		$product    = Variations::product_of( $post );
		$variations = $this->variations_of( $post );
		$sku        = Plain_Text::of( get_post_meta( $post->ID, '_sku', true ) );
		return $this->facts( $post ) + Fields::filled(
			array(
				'inventory_ref'   => isset( $this->doubled_skus[ Text::lower( $sku ) ] ) ? null : $sku,
				'price'           => Product_Offer::price( self::page_of( $post ), $variations ),
				'cover_image_url' => Pictures::url( null === $product || Pictures::has_own( $post->ID ) ? $post->ID : $product->ID ),
				'external_id'     => (string) $post->ID,
				'source_url'      => null === $product ? (string) get_permalink( $post ) : Variations::url( $product, $post->ID ),
			)
		);
	}

	public function facts( WP_Post $post ): array {
		return Fields::filled(
			array(
				'title'        => Plain_Text::of( $post->post_title ),
				'artist_name'  => self::detail( $post, 'artist_name' ),
				'year_created' => self::detail( $post, 'year_created' ),
				'medium'       => self::detail( $post, 'medium' ),
				// A product whose variations are the works is neither for sale nor sold itself.
				'availability' => Variations::is_split( $post )
					? null
					: Product_Offer::availability( self::page_of( $post ), $this->variations_for_facts( $post ), $post->ID ),
			) + Product_Details::sizes( $post->ID, Variations::is_variation( $post ) ? self::page_of( $post ) : 0 )
		);
	}

	/** The product whose page shows the work: for a variation, its parent. */
	private static function page_of( WP_Post $post ): int {
		return Variations::is_variation( $post ) ? (int) $post->post_parent : $post->ID;
	}

	private static function detail( WP_Post $post, string $field ): string {
		return Product_Details::read( self::page_of( $post ), $field, Variations::is_variation( $post ) ? $post->ID : 0 );
	}

	public function recheck_at( WP_Post $post ): ?int {
		return Product_Offer::recheck_at( self::page_of( $post ), $this->variations_of( $post ) );
	}

	public function artist( int $post_id ): string {
		$post = get_post( $post_id );
		return $post instanceof WP_Post ? self::detail( $post, 'artist_name' ) : '';
	}

	public function searched_meta(): array {
		return array( '_sku', '_product_attributes', 'artist' );
	}

	public function searched_taxonomies(): array {
		return Product_Details::taxonomies();
	}

	public function field_labels(): array {
		return array(
			'title'           => __( 'Product name', 'artwork-registry-connector' ),
			'artist_name'     => __( 'Artist', 'artwork-registry-connector' ),
			'year_created'    => __( 'Year', 'artwork-registry-connector' ),
			'medium'          => __( 'Medium', 'artwork-registry-connector' ),
			'height_cm'       => __( 'Height', 'artwork-registry-connector' ),
			'width_cm'        => __( 'Width', 'artwork-registry-connector' ),
			'depth_cm'        => __( 'Depth', 'artwork-registry-connector' ),
			'inventory_ref'   => __( 'SKU', 'artwork-registry-connector' ),
			'availability'    => __( 'Availability', 'artwork-registry-connector' ),
			'price'           => __( 'Price', 'artwork-registry-connector' ),
			'price.amount'    => __( 'Price', 'artwork-registry-connector' ),
			'price.currency'  => __( 'Currency', 'artwork-registry-connector' ),
			'cover_image_url' => __( 'Product image', 'artwork-registry-connector' ),
			'source_url'      => __( 'Permalink', 'artwork-registry-connector' ),
		);
	}

	public function field_places(): array {
		$attributes = __( 'add it under Attributes', 'artwork-registry-connector' );
		$shipping   = __( 'add it under Shipping, Dimensions', 'artwork-registry-connector' );
		return array(
			'title'           => __( 'give the product a name', 'artwork-registry-connector' ),
			'artist_name'     => $attributes,
			'year_created'    => $attributes,
			'medium'          => $attributes,
			'height_cm'       => $shipping,
			'width_cm'        => $shipping,
			'depth_cm'        => $shipping,
			'inventory_ref'   => __( 'add it under Inventory', 'artwork-registry-connector' ),
			'price'           => __( 'add it under General', 'artwork-registry-connector' ),
			'cover_image_url' => __( 'set a product image', 'artwork-registry-connector' ),
		);
	}

	public function put( Field_Change $change, WP_Post $post, string $field, string $text ): void {
		$change->attributes[ Product_Details::attribute_for( $post->ID, $field ) ] = $text;
	}

	public function save( WP_Post $post, Field_Change $change ): void {
		Product_Writer::save( $post->ID, $change );
	}

	public function former( WP_Post $post, Field_Change $change ): Former_Values {
		return Product_Writer::former( $post->ID, $change );
	}

	public function restore( WP_Post $post, Former_Values $former ): void {
		Product_Writer::restore( $post->ID, $former );
	}

	public function availability_mark( int $post_id ): string {
		return Product_Offer::mark( $post_id );
	}

	public function set_availability_mark( int $post_id, string $availability ): void {
		if ( in_array( $availability, Product_Offer::MARKS, true ) ) {
			update_post_meta( $post_id, Product_Offer::MARK, $availability );
		} else {
			delete_post_meta( $post_id, Product_Offer::MARK );
		}
	}

	/**
	 * The variations that are loaded, else those of a variable product. A visitor's page of a simple product costs no query.
	 *
	 * @return list<int>
	 */
	private function variations_for_facts( WP_Post $post ): array {
		if ( Variations::is_variation( $post ) ) {
			return array( $post->ID );
		}
		$is_variable = in_array( 'variable', self::slugs( $post->ID, 'product_type' ), true );
		return isset( $this->variations[ $post->ID ] ) || $is_variable ? $this->variations_of( $post ) : array();
	}

	/**
	 * The posts that are the offers of a work: the public variations of a product, or the variation itself.
	 *
	 * @return list<int>
	 */
	private function variations_of( WP_Post $post ): array {
		if ( Variations::is_variation( $post ) ) {
			if ( ! isset( $this->variations[ $post->ID ] ) ) {
				$this->prime( array( $post ) );
			}
			return array( $post->ID );
		}
		if ( ! isset( $this->variations[ $post->ID ] ) ) {
			$this->prime( array( $post ) );
		}
		return $this->variations[ $post->ID ];
	}

	/**
	 * One query for all: the public variations and their fields.
	 *
	 * @param list<int> $products
	 */
	private function prime_variations( array $products ): void {
		global $wpdb;
		$variable = array_filter(
			$products,
			static function ( int $id ): bool {
				return in_array( 'variable', self::slugs( $id, 'product_type' ), true );
			}
		);
		if ( ! $variable ) {
			return;
		}
		$fields = array();
		foreach ( Sql::rows_of(
			"SELECT p.ID, p.post_parent, m.meta_key, m.meta_value FROM $wpdb->posts p LEFT JOIN $wpdb->postmeta m ON m.post_id = p.ID
			WHERE p.post_parent IN (" . Sql::ids( $variable ) . ") AND p.post_type = '" . self::PART . "' AND p.post_status = 'publish'
			ORDER BY p.menu_order, p.ID, m.meta_id"
		) as $row ) {
			$id = (int) $row['ID'];
			if ( ! isset( $fields[ $id ] ) ) {
				$this->variations[ (int) $row['post_parent'] ][] = $id;

				$fields[ $id ] = array();
			}
			if ( null !== $row['meta_key'] ) {
				$fields[ $id ][ $row['meta_key'] ][] = $row['meta_value'];
			}
		}
		// Not from the object cache, which an import may have left stale.
		wp_cache_set_multiple( $fields, 'post_meta' );
	}

	/**
	 * WooCommerce refuses a second product with the same SKU, but imports and direct SQL do not. With a number that fits two works, the
	 * registry would mistake one for the other.
	 *
	 * @param list<int> $products
	 */
	private function find_doubled_skus( array $products ): void {
		$this->doubled_skus = array();
		$skus               = array();
		foreach ( $products as $id ) {
			$skus[] = (string) get_post_meta( $id, '_sku', true );
		}
		$skus = array_values( array_unique( array_diff( $skus, array( '' ) ) ) );
		if ( ! $skus ) {
			return;
		}
		foreach ( Doubled_Skus::of( $skus ) as $sku ) {
			$this->doubled_skus[ Text::lower( $sku ) ] = true;
		}
	}

	/** @return list<string> */
	private static function slugs( int $id, string $taxonomy ): array {
		$terms = get_the_terms( $id, $taxonomy );
		return is_array( $terms ) ? array_values( wp_list_pluck( $terms, 'slug' ) ) : array();
	}

	/** The posts that have at least this many of these terms. The same list for every row of a query, so that databases make it once. */
	private static function sql_with_terms( string $which, int $at_least ): string {
		global $wpdb;
		return "SELECT r.object_id FROM $wpdb->term_relationships r WHERE r.term_taxonomy_id IN
			(SELECT x.term_taxonomy_id FROM $wpdb->term_taxonomy x JOIN $wpdb->terms t ON t.term_id = x.term_id WHERE $which)"
			. ( $at_least > 1 ? " GROUP BY r.object_id HAVING COUNT(*) >= $at_least" : '' );
	}
}
