<?php
/**
 * The stored values of the places that one save writes to, for Undo. Not the texts that a screen shows of them: a size of two shipping
 * fields, an attribute of several values and an artist of several terms would come back as something else.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

/**
 * @phpstan-type Attribute array{name: string, options: array<int|string>, position: int, visible: bool, variation: bool}
 */
final class Former_Values {
	/** @var array<string, list<string>> Custom field → its rows; none: it was not there. */
	public $meta = array();
	/** @var array<string, list<int>> Taxonomy → ids of terms. */
	public $terms = array();
	/** @var array<string, Attribute|null> Attribute of a product, by its name or taxonomy; null: it was not there. */
	public $attributes = array();

	/**
	 * @param list<string> $keys       Custom fields.
	 * @param list<string> $places Of terms (Term_Place).
	 */
	public static function of( int $post_id, array $keys, array $places ): self {
		$former = new self();
		foreach ( $keys as $key ) {
			$former->meta[ $key ] = array_values( array_map( 'strval', array_filter( (array) get_post_meta( $post_id, $key ), 'is_scalar' ) ) );
		}
		foreach ( array_map( array( Term_Place::class, 'taxonomy' ), $places ) as $taxonomy ) {
			$terms = get_the_terms( $post_id, $taxonomy );

			$former->terms[ $taxonomy ] = is_array( $terms ) ? array_values( array_map( 'intval', wp_list_pluck( $terms, 'term_id' ) ) ) : array();
		}
		return $former;
	}

	/**
	 * As a screen keeps it: nobody but this site can make one, and it fits this user and this post only.
	 *
	 * @return string '' where a value is not text that JSON can hold.
	 */
	public function seal( int $post_id ): string {
		$json = wp_json_encode( $this );
		return is_string( $json ) ? self::mark( $post_id, $json ) . $json : '';
	}

	/** @return self|null Null: not sealed here for this user and this post. */
	public static function open( int $post_id, string $sealed ): ?self {
		$length = strlen( self::mark( $post_id, '' ) );
		$json   = (string) substr( $sealed, $length );
		$values = hash_equals( self::mark( $post_id, $json ), (string) substr( $sealed, 0, $length ) ) ? json_decode( $json, true ) : null;
		if ( ! is_array( $values ) ) {
			return null;
		}
		$former             = new self();
		$former->meta       = $values['meta'];
		$former->terms      = $values['terms'];
		$former->attributes = $values['attributes'];
		return $former;
	}

	private static function mark( int $post_id, string $json ): string {
		return wp_hash( 'artwork-registry former ' . get_current_user_id() . " $post_id $json" );
	}
}
