<?php
/**
 * What counts as a work by the owner's choice: which sources, and of each all works or only those in chosen categories. By default
 * the shop's products and our own post type are works, any other post type is not.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Source_Choices;

/**
 * @phpstan-type Entry array{is_chosen: bool, categories: array<string, list<int>>|null}
 */
final class Source_Choice {
	public const VERSION = 1;
	public const FILTER  = 'artwork_registry_post_types';

	/** The sources that are chosen by default. */
	private const DEFAULTS = array( Source_Names::ARTWORK, Source_Names::WOOCOMMERCE );

	/** @var array<string, Entry>|null Source id → choice; null: what is stored cannot be read. */
	private $entries;

	/** @var string|null */
	private $hash = null;

	/** @var array<int, self> By site of the network. */
	private static $current = array();

	/** @param array<string, Entry>|null $entries */
	public function __construct( ?array $entries ) {
		$this->entries = $entries;
	}

	public static function current(): self {
		$site = get_current_blog_id();
		if ( ! isset( self::$current[ $site ] ) ) {
			self::$current[ $site ] = new self( self::filtered( self::entries_of( Source_Choices::read() ) ) );
		}
		return self::$current[ $site ];
	}

	/** Call after saving, or when another request may have saved. */
	public static function forget(): void {
		unset( self::$current[ get_current_blog_id() ] );
	}

	/** Whether the choice can be read. If it is damaged or of a newer version, no post has a source, so no work leaves. */
	public function is_readable(): bool {
		return null !== $this->entries;
	}

	/** The choice that a form begins with: the default where the stored one cannot be read. Without what code of the site adds. */
	public static function to_edit(): self {
		return new self( self::entries_of( Source_Choices::read() ) ?? array() );
	}

	public function is_chosen( string $source_id ): bool {
		return $this->entries[ $source_id ]['is_chosen'] ?? in_array( $source_id, self::DEFAULTS, true );
	}

	/** @return array<string, list<int>>|null Taxonomy → terms, of which a work needs one; null: all works of the source. */
	public function categories( string $source_id ): ?array {
		return $this->entries[ $source_id ]['categories'] ?? null;
	}

	/** @return list<string> Sources the owner has ever said anything about. */
	public function ids(): array {
		return array_map( 'strval', array_keys( $this->entries ?? array() ) );
	}

	/** @return list<string> Taxonomies whose tree decides what is a work. */
	public function taxonomies(): array {
		$taxonomies = array();
		foreach ( $this->ids() as $id ) {
			if ( $this->is_chosen( $id ) ) {
				$taxonomies = array_merge( $taxonomies, array_keys( $this->categories( $id ) ?? array() ) );
			}
		}
		return array_values( array_unique( $taxonomies ) );
	}

	/**
	 * @param array<string, Entry> $changes What differs; sources that are not named stay as they are.
	 */
	public function with( array $changes ): self {
		return new self( $changes + ( $this->entries ?? array() ) );
	}

	/** @return array{version: int, sources: array<string, Entry>} */
	public function document(): array {
		return array(
			'version' => self::VERSION,
			'sources' => $this->entries ?? array(),
		);
	}

	/** Changes with the choice, so that results of an older one can be told. */
	public function hash(): string {
		$this->hash = $this->hash ?? substr( hash( 'sha256', (string) wp_json_encode( $this->entries ) ), 0, 16 );
		return $this->hash;
	}

	/**
	 * @param array<string, Entry>|null $entries
	 * @return array<string, Entry>|null
	 */
	private static function filtered( ?array $entries ): ?array {
		if ( null === $entries || false === has_filter( self::FILTER ) ) {
			return $entries;
		}
		$choice = new self( $entries );
		$types  = array();
		foreach ( array_merge( self::DEFAULTS, $choice->ids() ) as $id ) {
			if ( $choice->is_chosen( $id ) ) {
				$types[ $id ] = Source_Names::post_type( $id );
			}
		}
		/**
		 * Post types whose posts count as artworks, by the owner's settings; add or remove names. Types without public pages are ignored.
		 *
		 * @param list<string> $types areg_artwork, product, portfolio …
		 */
		$wanted = apply_filters( self::FILTER, array_values( array_unique( $types ) ) ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- prefixed
		$wanted = array_filter( is_array( $wanted ) ? $wanted : $types, 'is_string' );
		foreach ( array_diff( $types, $wanted ) as $id => $type ) {
			$entries[ $id ] = array( 'is_chosen' => false ) + ( $entries[ $id ] ?? array( 'categories' => null ) );
		}
		foreach ( array_diff( $wanted, $types ) as $type ) {
			$id             = Source_Names::of_post_type( $type );
			$entries[ $id ] = array( 'is_chosen' => true ) + ( $entries[ $id ] ?? array( 'categories' => null ) );
		}
		return $entries;
	}

	/**
	 * @param mixed $stored
	 * @return array<string, Entry>|null
	 */
	private static function entries_of( $stored ): ?array {
		if ( null === $stored ) {
			return array();
		}
		if ( ! is_array( $stored ) || self::VERSION !== ( $stored['version'] ?? null ) || ! is_array( $stored['sources'] ?? null ) ) {
			return null;
		}
		$entries = array();
		foreach ( $stored['sources'] as $id => $entry ) {
			$categories = is_array( $entry ) && array_key_exists( 'categories', $entry ) ? $entry['categories'] : false;
			if ( ! is_array( $entry ) || ! is_bool( $entry['is_chosen'] ?? null ) || ( null !== $categories && ! is_array( $categories ) ) ) {
				return null;
			}
			$entries[ (string) $id ] = array(
				'is_chosen'  => $entry['is_chosen'],
				'categories' => null === $categories ? null : array_map( array( self::class, 'ids_of' ), $categories ),
			);
		}
		return $entries;
	}

	/**
	 * @param mixed $ids
	 * @return list<int>
	 */
	private static function ids_of( $ids ): array {
		return array_values( array_map( 'intval', array_filter( (array) $ids, 'is_numeric' ) ) );
	}
}
