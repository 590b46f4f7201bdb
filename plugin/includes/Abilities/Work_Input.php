<?php
/**
 * The input of an ability about one work. A permission is also asked with input that was not checked against the schema, so this takes
 * anything.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

final class Work_Input {
	/**
	 * @param array<string, array<string, mixed>> $more Further properties, none of them required.
	 * @return array<string, mixed>
	 */
	public static function schema( array $more = array() ): array {
		return array(
			'type'                 => 'object',
			'properties'           => array(
				'id' => array(
					'type'        => 'integer',
					'minimum'     => 1,
					'description' => 'The number of the artwork on this site: the id of its post, product or variation.',
				),
			) + $more,
			'required'             => array( 'id' ),
			'additionalProperties' => false,
		);
	}

	/** @param mixed $input */
	public static function id( $input ): int {
		$id = is_array( $input ) ? $input['id'] ?? 0 : 0;
		// What came in an address is a text.
		return is_int( $id ) || ( is_string( $id ) && ctype_digit( $id ) ) ? (int) $id : 0;
	}
}
