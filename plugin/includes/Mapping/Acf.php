<?php
/**
 * Custom fields of Advanced Custom Fields, which stores ids where the owner sees names. Reads the stored values itself: the
 * plugin's own reading runs a query for each field of each work.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

final class Acf {
	private const POSTS = array( 'post_object', 'relationship' );

	/**
	 * @param list<mixed> $rows As WordPress stores them; lists within them are made flat.
	 * @return list<string>
	 */
	public static function values( int $post_id, string $key, array $rows ): array {
		$flat  = self::flat( $rows );
		$field = self::field( $post_id, $key );
		$type  = (string) ( $field['type'] ?? '' );
		if ( in_array( $type, self::POSTS, true ) ) {
			return array_map( array( self::class, 'title' ), $flat );
		}
		if ( 'taxonomy' === $type ) {
			return array_map( array( self::class, 'term' ), $flat );
		}
		if ( 'user' === $type ) {
			return array_map( array( self::class, 'user' ), $flat );
		}
		if ( 'date_picker' === $type ) {
			return array_map( array( self::class, 'date' ), $flat );
		}
		$choices = is_array( $field['choices'] ?? null ) ? $field['choices'] : array();
		return array_map(
			static function ( string $value ) use ( $choices ): string {
				return isset( $choices[ $value ] ) && is_string( $choices[ $value ] ) ? $choices[ $value ] : $value;
			},
			$flat
		);
	}

	/**
	 * Loads the posts, terms and users that the fields of these posts point at, with one query each.
	 *
	 * @param list<int>    $post_ids
	 * @param list<string> $keys
	 */
	public static function prime( array $post_ids, array $keys ): void {
		$posts = array();
		$terms = array();
		$users = array();
		foreach ( self::is_there() ? $keys : array() as $key ) {
			foreach ( $post_ids as $post_id ) {
				$type = (string) ( self::field( $post_id, $key )['type'] ?? '' );
				$ids  = array_map( 'intval', '' === $type ? array() : self::flat( (array) get_post_meta( $post_id, $key ) ) );
				if ( in_array( $type, self::POSTS, true ) ) {
					$posts = array_merge( $posts, $ids );
				} elseif ( 'taxonomy' === $type ) {
					$terms = array_merge( $terms, $ids );
				} elseif ( 'user' === $type ) {
					$users = array_merge( $users, $ids );
				}
			}
		}
		_prime_post_caches( array_filter( array_unique( $posts ) ), false, false );
		_prime_term_caches( array_values( array_filter( array_unique( $terms ) ) ), false );
		cache_users( array_values( array_filter( array_unique( $users ) ) ) );
	}

	/**
	 * @param array<mixed> $rows
	 * @return list<string>
	 */
	public static function flat( array $rows ): array {
		$flat = array();
		array_walk_recursive(
			$rows,
			static function ( $value ) use ( &$flat ): void {
				if ( is_scalar( $value ) && '' !== trim( (string) $value ) ) {
					$flat[] = trim( (string) $value );
				}
			}
		);
		return $flat;
	}

	/** Whether the stored value is the text that the owner sees: not an id, a date or the key of a choice. */
	public static function is_text( int $post_id, string $key ): bool {
		$field = self::field( $post_id, $key );
		return ! $field || in_array( (string) ( $field['type'] ?? '' ), array( 'text', 'textarea', 'number' ), true );
	}

	private static function is_there(): bool {
		return function_exists( 'acf_get_field' );
	}

	/** @return array<string, mixed> Of a field that is not the plugin's: nothing. */
	private static function field( int $post_id, string $key ): array {
		$reference = self::is_there() ? get_post_meta( $post_id, '_' . $key, true ) : '';
		if ( ! is_string( $reference ) || 0 !== strpos( $reference, 'field_' ) ) {
			return array();
		}
		$field = acf_get_field( $reference );
		return is_array( $field ) ? $field : array();
	}

	private static function title( string $id ): string {
		return (string) get_post_field( 'post_title', (int) $id, 'raw' );
	}

	private static function term( string $id ): string {
		$term = get_term( (int) $id );
		return $term instanceof \WP_Term ? $term->name : '';
	}

	private static function user( string $id ): string {
		$user = get_userdata( (int) $id );
		return $user instanceof \WP_User ? $user->display_name : '';
	}

	/** Stored as 20190401. */
	private static function date( string $value ): string {
		return (string) preg_replace( '/^(\d{4})(\d{2})(\d{2})$/', '$1-$2-$3', $value );
	}
}
