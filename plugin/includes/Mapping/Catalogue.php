<?php
/**
 * Finds the places of this shop that hold values (custom fields, attributes, taxonomies) and how many works fill
 * each. It reads all works up to 500, else a sample of about 500 spread over the catalogue, so that 50,000 works cost as
 * many queries as 500.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Term_Place;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Text;

/**
 * @phpstan-type Place array{from: string, key: string, label: string, works: int, example: string}
 */
final class Catalogue {
	public const SAMPLE = 500;

	/** Prime strides, so that ids that rise by 2, 3 or 10 are hit as often as others. Beyond 500 × the last one the sample is cut short. */
	private const STRIDES = array( 2, 3, 5, 7, 11, 17, 23, 31, 41, 53, 71, 101, 151, 211, 307, 503, 1009, 2003 );
	/** Taxonomies by which WooCommerce and WordPress sort posts. They say nothing about works. */
	private const TECHNICAL = array( 'product_type', 'product_visibility', 'product_shipping_class', 'post_format' );
	/** Technical fields of shops, which say nothing about works. */
	private const TECHNICAL_FIELDS = array( 'total_sales' );
	private const PLACES_MAX       = 200;

	/** @var Source */
	private $source;
	/** @var int Published works of the source, in its chosen categories. */
	public $total;
	/** @var list<int> */
	public $ids;
	/** @var array<string, array<int, list<string>>> "meta painter" → work → values. */
	private $values = array();

	public function __construct( Source $source ) {
		$this->source = $source;
		$this->total  = Sql::number( 'SELECT COUNT(*) ' . $this->works() );
		$this->ids    = $this->sample();
		$this->read_fields();
		$this->read_terms();
	}

	/** @return list<Place> Most filled first. */
	public function places(): array {
		$places = array();
		foreach ( $this->values as $name => $works ) {
			list( $from, $key ) = explode( ' ', $name, 2 );
			$places[]           = array(
				'from'    => $from,
				'key'     => $key,
				'label'   => self::label( $from, $key ),
				'works'   => count( $works ),
				'example' => mb_substr( implode( ', ', (array) reset( $works ) ), 0, 80 ),
			);
		}
		usort(
			$places,
			static function ( array $a, array $b ): int {
				return array( $b['works'], $a['label'] ) <=> array( $a['works'], $b['label'] );
			}
		);
		return self::told_apart( array_slice( $places, 0, self::PLACES_MAX ) );
	}

	/**
	 * A shop may have a global attribute "Artist" and products with an attribute of their own by that name.
	 *
	 * @param list<Place> $places
	 * @return list<Place>
	 */
	private static function told_apart( array $places ): array {
		$names = array();
		foreach ( $places as $place ) {
			$names[] = $place['from'] . ' ' . Text::lower( $place['label'] );
		}
		$often = array_count_values( $names );
		foreach ( $places as $at => $place ) {
			if ( 'attribute' === $place['from'] && $often[ $names[ $at ] ] > 1 ) {
				$places[ $at ]['label'] = 0 === strpos( $place['key'], 'pa_' )
					/* translators: %s: name of an attribute, such as Artist. */
					? sprintf( __( '%s (global attribute)', 'artwork-registry-connector' ), $place['label'] )
					/* translators: %s: name of an attribute, such as Artist. */
					: sprintf( __( '%s (entered at the product)', 'artwork-registry-connector' ), $place['label'] );
			}
		}
		return $places;
	}

	/** @return array<int, list<string>> Work → values. */
	public function values( string $from, string $key ): array {
		return $this->values[ $from . ' ' . $key ] ?? array();
	}

	private function works(): string {
		global $wpdb;
		return "FROM $wpdb->posts p WHERE p.post_type IN ("
			. Sql::words( array_diff( $this->source->post_types(), $this->source->part_types() ) )
			. ") AND p.post_status = 'publish' AND p.post_password = '' AND " . Categories::sql( $this->source, 'p' );
	}

	/** @return list<int> */
	private function sample(): array {
		$stride = 1;
		foreach ( self::STRIDES as $next ) {
			$stride = $this->total / $stride > self::SAMPLE ? $next : $stride;
		}
		$spread = 1 === $stride ? '' : " AND p.ID % $stride = 0";
		return array_map( 'intval', array_column( Sql::rows_of( 'SELECT p.ID ' . $this->works() . "$spread ORDER BY p.ID DESC LIMIT " . self::SAMPLE ), 'ID' ) );
	}

	/** One query. Leaves out hidden fields, which belong to plugins, except the list of a product's attributes. */
	private function read_fields(): void {
		global $wpdb;
		$rows = Sql::rows_of(
			"SELECT post_id, meta_key, CASE WHEN meta_key = '_product_attributes' THEN meta_value ELSE SUBSTR(meta_value, 1, 300) END AS value
			FROM $wpdb->postmeta WHERE post_id IN (" . Sql::ids( $this->ids ) . ")
			AND (SUBSTR(meta_key, 1, 1) <> '_' OR meta_key = '_product_attributes')
			AND meta_key NOT IN (" . Sql::words( self::TECHNICAL_FIELDS ) . ") AND meta_value <> ''"
		);
		foreach ( $rows as $row ) {
			if ( '_product_attributes' === $row['meta_key'] ) {
				$this->read_attributes( (int) $row['post_id'], maybe_unserialize( (string) $row['value'] ) );
			} else {
				// A serialized list that SUBSTR has cut still counts as filled.
				$value = maybe_unserialize( (string) $row['value'] );
				$this->add( 'meta', (string) $row['meta_key'], (int) $row['post_id'], Acf::flat( array( false === $value ? '…' : $value ) ) );
			}
		}
	}

	/** @param mixed $attributes */
	private function read_attributes( int $id, $attributes ): void {
		foreach ( is_array( $attributes ) ? $attributes : array() as $attribute ) {
			if (
				is_array( $attribute )
				&& empty( $attribute['is_taxonomy'] )
				&& ( empty( $attribute['is_variation'] ) || Variations::is_used() )
				&& '' !== trim( (string) ( $attribute['name'] ?? '' ) )
			) {
				$this->add( 'attribute', trim( (string) $attribute['name'] ), $id, array_map( 'trim', explode( '|', (string) ( $attribute['value'] ?? '' ) ) ) );
			}
		}
	}

	/** Two queries. A global attribute of a shop is a taxonomy "pa_…" and called an attribute. A term with others below it is a place of its own. */
	private function read_terms(): void {
		global $wpdb;
		$taxonomies = array_diff( get_object_taxonomies( $this->source->post_types() ), self::TECHNICAL );
		$rows       = ! $taxonomies ? array() : Sql::rows_of(
			"SELECT r.object_id, x.taxonomy, x.parent, t.name FROM $wpdb->term_relationships r JOIN $wpdb->term_taxonomy x ON x.term_taxonomy_id = r.term_taxonomy_id
			JOIN $wpdb->terms t ON t.term_id = x.term_id WHERE r.object_id IN (" . Sql::ids( $this->ids ) . ') AND x.taxonomy IN (' . Sql::words( $taxonomies ) . ')'
		);
		foreach ( $rows as $row ) {
			$taxonomy = (string) $row['taxonomy'];
			$parent   = (int) $row['parent'];
			$from     = 0 === strpos( $taxonomy, 'pa_' ) ? 'attribute' : 'taxonomy';
			$this->add( $from, $taxonomy, (int) $row['object_id'], array( (string) $row['name'] ) );
			if ( 'taxonomy' === $from && $parent > 0 ) {
				$this->add( $from, Term_Place::below( $taxonomy, $parent ), (int) $row['object_id'], array( (string) $row['name'] ) );
			}
		}
		_prime_term_caches( array_values( array_filter( array_unique( array_map( 'intval', array_column( $rows, 'parent' ) ) ) ) ), false );
	}

	/** @param array<string> $values */
	private function add( string $from, string $key, int $id, array $values ): void {
		$filled = array_values( array_diff( $values, array( '' ) ) );
		if ( $filled ) {
			$name                         = $from . ' ' . $key;
			$this->values[ $name ][ $id ] = array_merge( $this->values[ $name ][ $id ] ?? array(), $filled );
		}
	}

	private static function label( string $from, string $key ): string {
		if ( 'taxonomy' === $from ) {
			return Term_Place::label( $key );
		}
		return 'attribute' === $from ? Chain_Words::attribute( $key ) : $key;
	}
}
