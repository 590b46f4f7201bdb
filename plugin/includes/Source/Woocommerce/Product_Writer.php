<?php
/**
 * Saves details of a product through WooCommerce's own objects, with one save of the product.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Field_Change;
use ArtworkRegistry\Text;
use WC_Product;
use WC_Product_Attribute;

final class Product_Writer {
	public static function save( int $id, Field_Change $change ): void {
		$product = wc_get_product( $id );
		if ( ! $product instanceof WC_Product ) {
			return;
		}
		foreach ( $change->meta as $key => $text ) {
			if ( '' === $text ) {
				$product->delete_meta_data( $key );
			} else {
				$product->update_meta_data( $key, $text );
			}
		}
		foreach ( $change->terms as $taxonomy => $name ) {
			wp_set_object_terms( $id, '' === $name ? array() : array( $name ), $taxonomy );
		}
		if ( $change->attributes ) {
			$attributes = $product->get_attributes();
			foreach ( $change->attributes as $name => $text ) {
				$attributes = self::with( $attributes, $name, $text );
			}
			$product->set_attributes( array_values( $attributes ) );
		}
		if ( null !== $change->sizes ) {
			self::set_sizes( $product, $change->sizes );
		}
		$product->save();
	}

	/**
	 * @param array<string|int, WC_Product_Attribute> $attributes
	 * @return array<string|int, WC_Product_Attribute>
	 */
	private static function with( array $attributes, string $name, string $text ): array {
		$found = null;
		foreach ( $attributes as $at => $attribute ) {
			if ( Text::lower( $attribute->get_name() ) === Text::lower( $name ) ) {
				$found = $at;
			}
		}
		if ( '' === $text ) {
			if ( null !== $found ) {
				unset( $attributes[ $found ] );
			}
			return $attributes;
		}
		$attribute = null === $found ? new WC_Product_Attribute() : clone $attributes[ $found ];
		if ( null === $found ) {
			$attribute->set_id( taxonomy_exists( $name ) ? wc_attribute_taxonomy_id_by_name( $name ) : 0 );
			$attribute->set_name( $name );
			$attribute->set_position( count( $attributes ) );
			$attribute->set_visible( true );
		}
		// Terms are made by WooCommerce where there are none of this name.
		$attribute->set_options( array( $text ) );
		if ( null === $found ) {
			$attributes[] = $attribute;
		} else {
			$attributes[ $found ] = $attribute;
		}
		return $attributes;
	}

	/** @param array<string, float|null> $sizes height, width, depth in centimetres. As Product_Details reads them. */
	private static function set_sizes( WC_Product $product, array $sizes ): void {
		$in_shop = static function ( ?float $centimetres ): string {
			return null === $centimetres ? '' : (string) round( (float) wc_get_dimension( $centimetres, get_option( 'woocommerce_dimension_unit', 'cm' ), 'cm' ), 4 );
		};
		$product->set_height( $in_shop( $sizes['height'] ?? null ) );
		$product->set_width( $in_shop( $sizes['width'] ?? null ) );
		$product->set_length( $in_shop( $sizes['depth'] ?? null ) );
	}
}
