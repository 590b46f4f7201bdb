<?php
/**
 * Owns the custom fields that tell visitors of a product which of its variations are works: one field for each variation that
 * visitors may see and that has an Art ID. They belong to the product because WordPress loads them with it, so that its page costs no
 * query. One field each, so that two requests never overwrite each other. Written in bulk and without the hooks of custom fields.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Summary array{product: int, order: int, art_id: string, page: string, words: string, url: string, facts: array<string, mixed>}
 */
final class Variation_Summaries {
	/** Followed by the id of the variation. */
	public const PREFIX = '_artwork_registry_shown_';

	/** @return array<int, Summary> Variation → what to say of it, in the order of the shop. No query where the product is loaded. */
	public static function of_product( int $product_id ): array {
		$summaries = array();
		foreach ( (array) get_post_meta( $product_id ) as $key => $values ) {
			/** @var Summary|null $summary Written by `save`. */
			$summary = self::is_key( (string) $key ) && is_array( $values ) ? json_decode( (string) $values[0], true ) : null;
			// A copy or translation of the product may have copied all its fields.
			if ( null !== $summary && $product_id === $summary['product'] ) {
				$summaries[ (int) substr( (string) $key, strlen( self::PREFIX ) ) ] = $summary;
			}
		}
		ksort( $summaries );
		uasort(
			$summaries,
			static function ( array $one, array $other ): int {
				return $one['order'] <=> $other['order'];
			}
		);
		return $summaries;
	}

	/**
	 * Writes only changes: one query to find old fields, one to delete, one to write. The products are loaded.
	 *
	 * @param array<int, array{0: int, 1: Summary|null}> $wanted Variation → its product, and what to say; null: nothing.
	 */
	public static function save( array $wanted ): void {
		$changed = array();
		$rows    = array();
		foreach ( $wanted as $id => list( $product, $summary ) ) {
			// Plain ASCII: what is read back is what was written, whatever the database's character set.
			$text = null === $summary ? '' : (string) wp_json_encode( $summary );
			if ( get_post_meta( $product, self::PREFIX . $id, true ) === $text ) {
				continue;
			}
			$changed[] = $id;
			if ( '' !== $text ) {
				$rows[] = array( $product, self::PREFIX . $id, $text );
			}
		}
		self::forget( $changed );
		if ( $rows ) {
			global $wpdb;
			Sql::write( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES " . Sql::rows( $rows ) );
			wp_cache_delete_multiple( array_column( $rows, 0 ), 'post_meta' );
		}
	}

	/**
	 * Removes the fields of these variations from whatever product has them.
	 *
	 * @param array<int> $variations
	 */
	public static function forget( array $variations ): void {
		global $wpdb;
		$which = 'meta_key IN (' . Sql::words( self::keys( $variations ) ) . ')';
		$found = $variations ? Sql::rows_of( "SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE $which" ) : array();
		if ( $found ) {
			self::delete( $which, array_map( 'intval', array_column( $found, 'post_id' ) ) );
		}
	}

	/**
	 * The same on the save path, where the products are known; one query.
	 *
	 * @param array<int, int> $products_of Variation → its product.
	 */
	public static function hide( array $products_of ): void {
		$products = array_values( array_unique( $products_of ) );
		self::delete( 'post_id IN (' . Sql::ids( $products ) . ') AND meta_key IN (' . Sql::words( self::keys( array_keys( $products_of ) ) ) . ')', $products );
	}

	/** Whether a copy of a product must not have this field. */
	public static function is_key( string $key ): bool {
		return 0 === strpos( $key, self::PREFIX );
	}

	public static function remove(): void {
		global $wpdb;
		$which = 'meta_key LIKE ' . Sql::literal( $wpdb->esc_like( self::PREFIX ) . '%' );
		self::delete( $which, array_map( 'intval', array_column( Sql::rows_of( "SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE $which" ), 'post_id' ) ) );
	}

	/** @param list<int> $products */
	private static function delete( string $which, array $products ): void {
		global $wpdb;
		Sql::write( "DELETE FROM $wpdb->postmeta WHERE $which" );
		wp_cache_delete_multiple( $products, 'post_meta' );
	}

	/**
	 * @param array<int> $variations
	 * @return list<string>
	 */
	private static function keys( array $variations ): array {
		$keys = array();
		foreach ( $variations as $id ) {
			$keys[] = self::PREFIX . (int) $id;
		}
		return $keys;
	}
}
