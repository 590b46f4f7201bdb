<?php
/**
 * Lets code of this site change the value of a field, after source and mapping: one filter for each field of Mapping::FIELDS.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Work;

use WP_Post;

final class Field_Filters {
	private const PREFIX = 'artwork_registry_field_';

	/**
	 * @param array<string, mixed> $work
	 * @param list<string>         $fields Those that may be changed here.
	 * @return array<string, mixed>
	 */
	public static function apply( array $work, array $fields, WP_Post $post ): array {
		foreach ( $fields as $field ) {
			if ( false === has_filter( self::PREFIX . $field ) ) {
				continue;
			}
			$value = self::value( $field, $work[ $field ] ?? null, $post );
			if ( null === $value || '' === $value ) {
				unset( $work[ $field ] );
			} else {
				$work[ $field ] = $value;
			}
		}
		return $work;
	}

	/**
	 * @param mixed $value
	 * @return mixed
	 */
	public static function value( string $field, $value, WP_Post $post ) {
		/**
		 * The value of one field of an artwork, as the registry gets it.
		 *
		 * @param mixed   $value Text; a number of centimetres; for the price {amount, currency}. null: the field is empty.
		 * @param WP_Post $post
		 */
		return apply_filters( self::PREFIX . $field, $value, $post ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- the constant begins with it.
	}
}
