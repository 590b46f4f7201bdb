<?php
/**
 * The fields of a work on their way into a body: what is not filled is left out.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Fields {
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
