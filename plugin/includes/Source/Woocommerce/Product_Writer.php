<?php
/**
 * Saves details of a product through WooCommerce's own objects, with one save of the product.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Source\Field_Change;
use ArtworkRegistry\Source\Former_Values;
use ArtworkRegistry\Source\Term_Place;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Text;
use WC_Product;
use WC_Product_Attribute;
use WC_Product_Factory;

final class Product_Writer {
	public static function save( int $id, Field_Change $change ): void {
		foreach ( $change->terms as $place => $name ) {
			Term_Place::put( $id, $place, $name );
		}
		$product = self::stored( $id );
		if ( null === $product ) {
			return;
		}
		foreach ( $change->meta as $key => $text ) {
			if ( '' === $text ) {
				$product->delete_meta_data( $key );
			} else {
				$product->update_meta_data( $key, $text );
			}
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
	 * The product as it is stored now. WooCommerce may keep the object of an earlier call for the request: all its attributes are written
	 * back with ours, with their terms as they were then, and a value that it has already is not written.
	 */
	private static function stored( int $id ): ?WC_Product {
		// WooCommerce takes what could not be read for empty: saved so, a product would lose its attributes, or its variations.
		return Read_Check::run(
			static function () use ( $id ): ?WC_Product {
				$type  = WC_Product_Factory::get_product_type( $id );
				$class = false === $type ? null : WC_Product_Factory::get_product_classname( $id, $type );
				try {
					$product = null === $class ? null : new $class( $id );
				} catch ( \Exception $not_a_product ) {
					return null;
				}
				if ( ! $product instanceof WC_Product ) {
					return null;
				}
				$product->read_meta_data( true );
				return $product;
			}
		);
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

	public static function former( int $id, Field_Change $change ): Former_Values {
		$keys       = array_merge( array_keys( $change->meta ), null === $change->sizes ? array() : Stored::SIZES );
		$former     = Former_Values::of( $id, $keys, array_keys( $change->terms ) );
		$product    = $change->attributes ? self::stored( $id ) : null;
		$attributes = null === $product ? array() : $product->get_attributes();
		foreach ( array_keys( $change->attributes ) as $name ) {
			$former->attributes[ $name ] = null;
			foreach ( $attributes as $attribute ) {
				if ( $attribute instanceof WC_Product_Attribute && Text::lower( $attribute->get_name() ) === Text::lower( $name ) ) {
					$former->attributes[ $name ] = array(
						'name'      => $attribute->get_name(),
						'options'   => $attribute->get_options(),
						'position'  => $attribute->get_position(),
						'visible'   => $attribute->get_visible(),
						'variation' => $attribute->get_variation(),
					);
				}
			}
		}
		return $former;
	}

	public static function restore( int $id, Former_Values $former ): void {
		foreach ( $former->terms as $taxonomy => $ids ) {
			wp_set_object_terms( $id, $ids, $taxonomy );
		}
		$product = self::stored( $id );
		if ( null === $product ) {
			return;
		}
		foreach ( $former->meta as $key => $rows ) {
			if ( in_array( $key, Stored::SIZES, true ) ) {
				$product->{ 'set' . $key }( $rows[0] ?? '' );
			} elseif ( $rows ) {
				$product->update_meta_data( $key, $rows[0] );
			} else {
				$product->delete_meta_data( $key );
			}
		}
		$attributes = $product->get_attributes();
		foreach ( $former->attributes as $name => $was ) {
			$attributes = self::with( $attributes, $name, '' );
			if ( null !== $was ) {
				$attribute = new WC_Product_Attribute();
				$attribute->set_id( taxonomy_exists( $was['name'] ) ? wc_attribute_taxonomy_id_by_name( $was['name'] ) : 0 );
				$attribute->set_name( $was['name'] );
				$attribute->set_options( $was['options'] );
				$attribute->set_position( $was['position'] );
				$attribute->set_visible( $was['visible'] );
				$attribute->set_variation( $was['variation'] );
				$attributes[] = $attribute;
			}
		}
		if ( $former->attributes ) {
			$product->set_attributes( array_values( $attributes ) );
		}
		$product->save();
	}

	/**
	 * Each size goes back to the field that it is read from. A field that is not read as a size was not shown to the owner, and stays:
	 * the shop may need it for shipping.
	 *
	 * @param array<string, float|null> $sizes height, width, depth in centimetres.
	 */
	private static function set_sizes( WC_Product $product, array $sizes ): void {
		$fields = Product_Details::size_fields_of( $product->get_id() );
		if ( isset( $sizes['depth'] ) ) {
			// Three sizes need all three fields.
			$fields = Product_Details::SIZE_FIELDS;
		}
		$unit = (string) get_option( 'woocommerce_dimension_unit', 'cm' );
		foreach ( $fields as $side => $key ) {
			$size = $sizes[ $side ] ?? null;
			if ( null !== $size ) {
				$product->{ 'set' . $key }( (string) round( (float) wc_get_dimension( $size, $unit, 'cm' ), 4 ) );
			} elseif ( null !== Product_Details::centimetres( $product->get_id(), $key ) ) {
				$product->{ 'set' . $key }( '' );
			}
		}
	}
}
