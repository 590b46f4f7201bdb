<?php
/**
 * Validates a work as the registry will: with WordPress's validator and the JSON Schema generated from the registry's contract
 * (schema/artwork.json). Says for each field what is wrong, before anything leaves the site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Work;

use ArtworkRegistry\Text;
use WP_Error;

final class Artwork_Check {
	/** @var array<string, mixed>|null */
	private static $schema = null;

	/**
	 * @param array<string, mixed> $artwork A create body.
	 * @return array<string, string> Field → reason, in plain words. Empty: the registry will take it.
	 */
	public static function issues( array $artwork ): array {
		$schema = self::schema();
		$issues = array();
		foreach ( (array) $schema['required'] as $field ) {
			if ( ! isset( $artwork[ $field ] ) ) {
				$issues[ $field ] = self::is_empty();
			}
		}
		foreach ( $artwork as $field => $value ) {
			if ( isset( $issues[ $field ] ) ) {
				continue;
			}
			if ( ! isset( $schema['properties'][ $field ] ) ) {
				$issues[ $field ] = __( 'is not a field of the registry', 'artwork-registry-connector' );
				continue;
			}
			$reason = self::reason( self::clean( $value ), $schema['properties'][ $field ], (string) $field );
			if ( null !== $reason ) {
				$issues[ $field ] = $reason;
			}
		}
		return $issues;
	}

	/** The problem of a required field that is missing. */
	public static function is_empty(): string {
		return __( 'is empty', 'artwork-registry-connector' );
	}

	/**
	 * @param mixed                $value
	 * @param array<string, mixed> $schema
	 */
	private static function reason( $value, array $schema, string $field ): ?string {
		// WordPress takes "12" for a number, the registry does not.
		if ( ! self::is_of_type( $value, $schema ) ) {
			return __( 'has the wrong type', 'artwork-registry-connector' );
		}
		$error = rest_validate_value_from_schema( $value, $schema, $field );
		return $error instanceof WP_Error ? self::words( $error, $value, $schema ) : null;
	}

	/**
	 * @param mixed                $value
	 * @param array<string, mixed> $schema
	 */
	private static function is_of_type( $value, array $schema ): bool {
		if ( is_array( $value ) ) {
			foreach ( $schema['properties'] ?? array() as $name => $of ) {
				if ( isset( $value[ $name ] ) && ! self::is_of_type( $value[ $name ], $of ) ) {
					return false;
				}
			}
			return true;
		}
		$is_number = is_int( $value ) || is_float( $value );
		return in_array( 'number', (array) $schema['type'], true ) ? $is_number || null === $value : ! $is_number;
	}

	/**
	 * @param mixed                $value
	 * @param array<string, mixed> $schema
	 */
	private static function words( WP_Error $error, $value, array $schema ): string {
		switch ( $error->get_error_code() ) {
			case 'rest_too_long':
				/* translators: %d: number of characters. */
				return sprintf( __( 'has more than %d characters', 'artwork-registry-connector' ), $schema['maxLength'] );
			case 'rest_too_short':
				return self::is_empty();
			case 'rest_out_of_bounds':
				return is_array( $value ) ? __( 'is too large or below 0', 'artwork-registry-connector' )
					/* translators: %s: number. */
					: sprintf( __( 'must be greater than 0 and at most %s', 'artwork-registry-connector' ), number_format_i18n( (float) $schema['maximum'] ) );
			case 'rest_invalid_pattern':
				return isset( $schema['maxLength'] ) && false !== strpos( (string) $schema['pattern'], '://' )
					? __( 'is not a web address', 'artwork-registry-connector' )
					: __( 'contains characters that cannot be shown', 'artwork-registry-connector' );
			case 'rest_not_in_enum':
				return is_array( $value ) ? __( 'has a currency that is not an ISO code in capitals, such as EUR', 'artwork-registry-connector' ) : __( 'is not one of the registry’s values', 'artwork-registry-connector' );
			default:
				return __( 'has the wrong type', 'artwork-registry-connector' );
		}
	}

	/**
	 * Text as the registry normalizes it before it counts characters: NFC, one kind of line end, trimmed.
	 *
	 * @param mixed $value
	 * @return mixed
	 */
	private static function clean( $value ) {
		if ( is_array( $value ) ) {
			return array_map( array( self::class, 'clean' ), $value );
		}
		if ( ! is_string( $value ) ) {
			return $value;
		}
		if ( ! Text::is_utf8( $value ) ) {
			// Broken UTF-8 becomes a control character, which the schema refuses.
			return "\x01";
		}
		$value = (string) preg_replace( '/\r\n?/', "\n", $value );
		$value = class_exists( \Normalizer::class ) ? (string) \Normalizer::normalize( $value, \Normalizer::FORM_C ) : $value;
		return (string) preg_replace( '/^[\s\p{Z}\x{FEFF}]+|[\s\p{Z}\x{FEFF}]+$/u', '', $value );
	}

	/** @return array<string, mixed> */
	private static function schema(): array {
		if ( null === self::$schema ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions
			$read         = json_decode( (string) file_get_contents( plugin_dir_path( ARTWORK_REGISTRY_FILE ) . 'schema/artwork.json' ), true );
			self::$schema = is_array( $read ) ? $read : array(
				'required'   => array( 'title', 'artist_name' ),
				'properties' => array(),
			);
		}
		return self::$schema;
	}
}
