<?php
/**
 * What the registry may know of a shop, by the guide and docs/site-protocol.md: from the stored posts, the owner's word and the orders.
 * Asks no class of the plugin.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

final class Owner_Model {
	public const REGISTERED = 1;
	public const STOPPED    = -1;

	/** @var array<int, int> The owner's word of a work. */
	public $choices = array();
	/** @var bool Whether a work without it is not registered. */
	public $asks;
	/** @var array<int, true> Works that a paid order took, and that have not been in stock since. */
	public $sold = array();
	/** @var array<int, true> Works that an order waits for which is not paid yet. It shows where no stock is counted. */
	public $reserved = array();
	/** @var array<int, true> Works that may be sold or not: the plugin was off, or the shop itself failed. Not for sale. */
	public $unsure = array();
	/** @var array<int, true> Works whose sale the plugin may still have to catch up with. */
	public $late = array();
	/** @var array<int, true> Works that code of another plugin keeps from being read. */
	public $broken = array();
	/** @var array<int, true> Pictures that more than one work had, which identify none of them and need not be sent. */
	private $shared = array();
	/** @var int Category of the works. */
	private $category;
	/** @var int The first post of this shop. */
	private $first;

	public function __construct( int $first, int $category, bool $asks ) {
		$this->first    = $first;
		$this->category = $category;
		$this->asks     = $asks;
	}

	/**
	 * @return array<int, array{
	 *     title: string, status: string, password: string, price: float|null, counted: bool, single: bool, stock: int, medium: string|null,
	 *     picture: int, hidden: bool, inside: bool, slug: string,
	 * }>
	 */
	public function works(): array {
		global $wpdb;
		$meta = static function ( string $key ) use ( $wpdb ): string {
			return "(SELECT m.meta_value FROM $wpdb->postmeta m WHERE m.post_id = p.ID AND m.meta_key = '$key' ORDER BY m.meta_id LIMIT 1)";
		};
		$terms = static function ( string $which ) use ( $wpdb ): string {
			return "(SELECT COUNT(*) FROM $wpdb->term_relationships r JOIN $wpdb->term_taxonomy x ON x.term_taxonomy_id = r.term_taxonomy_id
				JOIN $wpdb->terms t ON t.term_id = x.term_id WHERE r.object_id = p.ID AND $which)";
		};
		$works = array();
		foreach ( (array) $wpdb->get_results(
			'SELECT p.ID, p.post_title, p.post_status, p.post_password, p.post_name, ' . $meta( '_regular_price' ) . ' price, ' . $meta( '_stock' ) . ' stock, '
			. $meta( '_manage_stock' ) . ' counted, ' . $meta( '_sold_individually' ) . ' single, ' . $this->sql_medium() . ' medium, '
			. $meta( '_thumbnail_id' ) . ' picture, ' . $terms( "t.slug IN ('exclude-from-search', 'exclude-from-catalog')" ) . ' hidden, '
			. $terms( "x.taxonomy = 'product_cat' AND t.term_id = $this->category" ) . " inside
			FROM $wpdb->posts p WHERE p.ID > $this->first AND p.post_type = 'product' ORDER BY p.ID",
			ARRAY_A
		) as $row ) {
			$works[ (int) $row['ID'] ] = array(
				'title'    => $row['post_title'],
				'status'   => $row['post_status'],
				'password' => $row['post_password'],
				'price'    => (float) $row['price'] > 0 ? (float) $row['price'] : null,
				'counted'  => 'yes' === $row['counted'],
				'single'   => 'yes' === $row['single'],
				'stock'    => (int) $row['stock'],
				'medium'   => $row['medium'],
				'picture'  => (int) $row['picture'],
				'hidden'   => 2 === (int) $row['hidden'],
				'inside'   => 0 < (int) $row['inside'],
				'slug'     => $row['post_name'],
			);
		}
		return $works;
	}

	/** The tag of a product, which the mapping of this shop gives as its medium. */
	private function sql_medium(): string {
		global $wpdb;
		return "(SELECT t.name FROM $wpdb->term_relationships r JOIN $wpdb->term_taxonomy x ON x.term_taxonomy_id = r.term_taxonomy_id
			JOIN $wpdb->terms t ON t.term_id = x.term_id WHERE r.object_id = p.ID AND x.taxonomy = 'product_tag' LIMIT 1)";
	}

	/**
	 * What is in stock is not sold, whatever was.
	 *
	 * @param array<int, array<string, mixed>> $works
	 */
	public function look( array $works ): void {
		foreach ( array_count_values( array_column( $works, 'picture' ) ) as $picture => $times ) {
			if ( $times > 1 ) {
				$this->shared[ $picture ] = true;
			}
		}
		foreach ( $works as $id => $work ) {
			if ( $work['counted'] && $work['stock'] > 0 ) {
				unset( $this->sold[ $id ] );
			}
		}
	}

	/** @return string|null Null: it is shared. */
	public function reason( int $id, ?array $work ): ?string {
		if ( null === $work ) {
			return 'deleted';
		}
		if ( self::STOPPED === ( $this->choices[ $id ] ?? self::REGISTERED ) ) {
			return 'excluded';
		}
		$of_status = array( 'publish' => null, 'private' => 'private', 'trash' => 'trashed' );
		if ( 'publish' !== $work['status'] ) {
			return $of_status[ $work['status'] ] ?? 'draft';
		}
		if ( '' !== $work['password'] ) {
			return 'password';
		}
		if ( $work['hidden'] || ! $work['inside'] ) {
			return $work['hidden'] ? 'hidden' : 'category';
		}
		return $this->asks && ! isset( $this->choices[ $id ] ) ? 'not_chosen' : null;
	}

	/**
	 * What is wrong with the content that the site gives of a shared work.
	 *
	 * @param array<string, mixed> $shown
	 * @return list<string>
	 */
	public function differences( int $id, array $work, array $shown, bool $is_end ): array {
		$is    = array(
			'title'   => $shown['title'] ?? null,
			'medium'  => $shown['medium'] ?? null,
			'price'   => isset( $shown['price']['amount'] ) ? (float) $shown['price']['amount'] : null,
			'picture' => isset( $shown['cover_image_url'] ) ? (int) preg_replace( '/^.*work-(\d+).*$/', '$1', $shown['cover_image_url'] ) : 0,
		);
		$wrong = array();
		if ( 0 === $is['picture'] && isset( $this->shared[ $work['picture'] ] ) ) {
			unset( $is['picture'] );
		}
		foreach ( $is as $field => $value ) {
			if ( $value !== $work[ $field ] ) {
				$wrong[] = "$id: $field is " . wp_json_encode( $value ) . ' instead of ' . wp_json_encode( $work[ $field ] );
			}
		}
		if ( ! in_array( $shown['availability'] ?? '', $this->availabilities( $id, $work, $is_end ), true ) ) {
			$may_be  = implode( ' or ', $this->availabilities( $id, $work, $is_end ) );
			$wrong[] = "$id: is " . ( $shown['availability'] ?? '' ) . " instead of $may_be: " . wp_json_encode( $work );
		}
		return $wrong;
	}

	/** @return list<string> */
	private function availabilities( int $id, array $work, bool $is_end ): array {
		$offered = null === $work['price'] ? 'not_for_sale' : 'for_sale';
		if ( $work['counted'] && $work['stock'] > 0 ) {
			return array( $offered );
		}
		if ( isset( $this->unsure[ $id ] ) || ( ! $is_end && isset( $this->late[ $id ] ) ) ) {
			return array( 'sold', 'not_for_sale', $work['counted'] ? 'not_for_sale' : $offered );
		}
		if ( isset( $this->sold[ $id ] ) ) {
			return array( 'sold' );
		}
		return array( $work['counted'] || isset( $this->reserved[ $id ] ) ? 'not_for_sale' : $offered );
	}
}
