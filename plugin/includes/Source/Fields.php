<?php
/**
 * Builds the body of a work: leaves out the fields that are not filled.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Fields {
	/**
	 * PHP reads a number of 400 digits as infinity, which JSON cannot express: one such height would make a whole page unreadable. As the
	 * largest number there is, it is refused by name like any other size that no work has.
	 *
	 * @param array<string, mixed> $fields
	 * @return array<string, mixed>
	 */
	public static function finite( array $fields ): array {
		array_walk_recursive(
			$fields,
			static function ( &$value ): void {
				if ( is_float( $value ) && ! is_finite( $value ) ) {
					$value = PHP_FLOAT_MAX;
				}
			}
		);
		return $fields;
	}

	/**
	 * @param array<string, mixed> $fields
	 * @return array<string, mixed>
	 */
	public static function filled( array $fields ): array {
		return array_filter(
			$fields,
			static function ( $value ): bool {
				return null !== $value && '' !== $value;
			}
		);
	}
}
