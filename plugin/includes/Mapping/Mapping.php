<?php
/**
 * The owner's mapping: for each source of works and each field of the registry a chain of places to look, first hit wins. A field
 * without a chain of its own is built as its source builds it ("standard"), so an empty mapping changes nothing.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Term_Place;

/**
 * @phpstan-type Rule array{from: string, key: string, is: string, values: list<string>}
 * @phpstan-type Step array{from: string, key: string, value: string, when: Rule|null}
 * @phpstan-type Field array{steps: list<Step>, unit: string, order: string, currency: string}
 */
final class Mapping {
	public const SIZES  = Mapping_Document::SIZES;
	public const FIELDS = Mapping_Document::FIELDS;

	/** @var array<string, array<string, Field>> Source id → field → chain; only what differs from the standard. */
	private $chains;

	/** @var array<int, self> By site of the network. */
	private static $current = array();

	/** @param array<string, array<string, Field>> $chains As Mapping_Document reads them. */
	public function __construct( array $chains ) {
		$this->chains = $chains;
	}

	/** The mapping in force. A stored mapping that cannot be read never stops anything: see Mapping_Document::stored. */
	public static function current(): self {
		$site = get_current_blog_id();
		if ( ! isset( self::$current[ $site ] ) ) {
			self::$current[ $site ] = new self( Mapping_Document::stored()['chains'] );
		}
		return self::$current[ $site ];
	}

	/** Call after saving, or when another request may have saved. */
	public static function forget(): void {
		unset( self::$current[ get_current_blog_id() ] );
	}

	/** @return array<string, Field> */
	public function of( string $source_id ): array {
		return $this->chains[ $source_id ] ?? array();
	}

	public function is_standard( string $source_id ): bool {
		return ! isset( $this->chains[ $source_id ] );
	}

	/** Changes with the mapping, so that counts made with an older one can be told. */
	public function hash(): string {
		return substr( hash( 'sha256', (string) wp_json_encode( $this->chains ) ), 0, 16 );
	}

	/** Called for every custom field saved anywhere. Without a mapping it costs one lookup in an empty array. */
	public static function watches_meta( string $key ): bool {
		return in_array( $key, self::current()->keys( 'meta' ), true );
	}

	public static function watches_taxonomy( string $taxonomy ): bool {
		return in_array( $taxonomy, self::current()->keys( 'taxonomy' ), true );
	}

	/**
	 * The keys that the chains read, those in conditions and placeholders included. Of terms their taxonomies.
	 *
	 * @param string      $from   meta, taxonomy, property or attribute.
	 * @param string|null $only   A source's id; null: of all.
	 * @param string|null $field  A field of the registry; null: of all.
	 * @return list<string>
	 */
	public function keys( string $from, ?string $only = null, ?string $field = null ): array {
		$keys = array();
		foreach ( $this->chains as $source_id => $fields ) {
			foreach ( null === $only || $only === $source_id ? $fields : array() as $name => $chain ) {
				foreach ( null === $field || $field === $name ? $chain['steps'] : array() as $step ) {
					$keys = array_merge( $keys, self::keys_of( $step, $from ) );
				}
			}
		}
		return array_values( array_unique( $keys ) );
	}

	/**
	 * @param Step $step
	 * @return list<string>
	 */
	private static function keys_of( array $step, string $from ): array {
		$keys = $from === $step['from'] ? array( $step['key'] ) : array();
		if ( null !== $step['when'] && $from === $step['when']['from'] ) {
			$keys[] = $step['when']['key'];
		}
		foreach ( 'pattern' === $step['from'] ? Pattern::placeholders( $step['value'] ) : array() as $place ) {
			if ( $from === $place['from'] ) {
				$keys[] = $place['key'];
			}
		}
		if ( 'taxonomy' === $from ) {
			$keys = array_map( array( Term_Place::class, 'taxonomy' ), $keys );
			// A global attribute of a shop is a taxonomy.
			foreach ( self::keys_of( $step, 'attribute' ) as $attribute ) {
				if ( 0 === strpos( $attribute, 'pa_' ) ) {
					$keys[] = $attribute;
				}
			}
		}
		return $keys;
	}
}
