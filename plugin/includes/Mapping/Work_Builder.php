<?php
/**
 * A work as the owner's mapping makes it: what its source builds, with each mapped field taken from its chain. The one place
 * between sources and everything that reads a work: pages of changes, previews, lists, visitors' pages.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Fields;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Variation_Choice;
use WP_Post;

/**
 * @phpstan-import-type Field from Mapping
 * @phpstan-import-type Step from Mapping
 */
final class Work_Builder {
	/** The fields of `Source::facts`. */
	private const FACTS = array( 'title', 'artist_name', 'year_created', 'medium', 'height_cm', 'width_cm', 'depth_cm', 'availability' );

	/** The registry takes no larger size. */
	private const LARGEST_CM = 100000.0;

	/** @return array<string, mixed> The registry's artwork create body without `integration`. May throw. */
	public static function build( Source $source, WP_Post $post, ?Mapping $mapping = null ): array {
		return self::trace( $source, $post, $mapping ?? Mapping::current() )['work'];
	}

	/**
	 * @return array{work: array<string, mixed>, steps: array<string, int|null>} steps: which step of its chain a field came from; null:
	 *                                                                          none. Only of fields with a chain.
	 */
	public static function trace( Source $source, WP_Post $post, Mapping $mapping ): array {
		$built         = self::named( self::apply( $source->build( $post ), Mapping::FIELDS, $source, $post, $mapping ), $source, $post, $mapping );
		$built['work'] = Fields::finite( $built['work'] );
		return $built;
	}

	/** The title of a post that stands for itself, as the mapping makes it. May throw. */
	public static function title( Source $source, WP_Post $post, Mapping $mapping ): string {
		$chain = $mapping->of( $source->id() )['title'] ?? null;
		$plain = Plain_Text::of( $post->post_title );
		$title = null === $chain ? $plain : self::first( 'title', $chain, $source, $post, $plain )[0];
		return is_string( $title ) ? $title : '';
	}

	/**
	 * A variation that is a work is named by the pattern of the choice that made it one.
	 *
	 * @param array{work: array<string, mixed>, steps: array<string, int|null>} $built
	 * @return array{work: array<string, mixed>, steps: array<string, int|null>}
	 */
	private static function named( array $built, Source $source, WP_Post $post, Mapping $mapping ): array {
		if ( Variations::is_variation( $post ) ) {
			$built['work']['title'] = Variation_Title::of( $source, $post, Variation_Choice::get()['title'], $mapping );
			$built['work']          = Fields::filled( $built['work'] );
			unset( $built['steps']['title'] );
		}
		return $built;
	}

	/** @return array<string, mixed> As Source::facts, without sizes that no work has. */
	public static function facts( Source $source, WP_Post $post ): array {
		$facts = $source->facts( $post );
		try {
			$facts = self::apply( $facts, self::FACTS, $source, $post, Mapping::current() )['work'];
		} catch ( Place_Missing $error ) {
			// A visitor's page goes on with what the shop itself says.
			unset( $error );
		}
		return array_filter(
			$facts,
			static function ( $value ): bool {
				return ! is_float( $value ) || $value <= self::LARGEST_CM;
			}
		);
	}

	public static function artist( Source $source, int $post_id ): string {
		$chain = Mapping::current()->of( $source->id() )['artist_name'] ?? null;
		$post  = null === $chain ? null : get_post( $post_id );
		if ( null === $chain || ! $post instanceof WP_Post ) {
			return $source->artist( $post_id );
		}
		try {
			$value = self::first( 'artist_name', $chain, $source, $post, $source->artist( $post_id ) )[0];
		} catch ( Place_Missing $error ) {
			return '';
		}
		return is_string( $value ) ? $value : '';
	}

	/** @param list<WP_Post> $posts */
	public static function prime( Source $source, array $posts, ?Mapping $mapping = null ): void {
		self::prime_all( array( array( $source, $posts ) ), $mapping ?? Mapping::current() );
	}

	/**
	 * What all sources need alike is loaded once: a page costs the same whatever kinds of works stand in it.
	 *
	 * @param list<array{0: Source, 1: list<WP_Post>}> $groups
	 */
	public static function prime_all( array $groups, Mapping $mapping ): void {
		$ids    = array();
		$fields = array();
		foreach ( $groups as list( $source, $posts ) ) {
			$ids    = array_merge( $ids, $source->pictured( $posts ) );
			$fields = array_merge( $fields, $mapping->keys( 'meta', $source->id(), 'cover_image_url' ) );
		}
		Pictures::set_mapped( array_values( array_unique( $fields ) ) );
		Pictures::prime( $ids );
		foreach ( $groups as list( $source, $posts ) ) {
			$source->prime( $posts );
		}
		Mapping_Cache::prime( $groups, $mapping );
	}

	/**
	 * @param array<string, mixed> $work
	 * @param list<string>         $fields
	 * @return array{work: array<string, mixed>, steps: array<string, int|null>}
	 */
	private static function apply( array $work, array $fields, Source $source, WP_Post $post, Mapping $mapping ): array {
		$steps    = array();
		$standard = $work;
		foreach ( $mapping->of( $source->id() ) as $field => $chain ) {
			if ( ! in_array( $field, $fields, true ) ) {
				continue;
			}
			// A sale, and the owner's word at the work itself, are truer than any rule.
			if ( 'availability' === $field && ( 'sold' === ( $standard[ $field ] ?? '' ) || self::is_marked( $source, $post ) ) ) {
				$steps[ $field ] = null;
				continue;
			}
			list( $value, $steps[ $field ] ) = self::first( $field, $chain, $source, $post, $standard[ $field ] ?? null );
			if ( null === $value || '' === $value ) {
				unset( $work[ $field ] );
			} else {
				$work[ $field ] = $value;
			}
		}
		return array(
			'work'  => $work,
			'steps' => $steps,
		);
	}

	/** The word given for a product counts for its variations, too. */
	private static function is_marked( Source $source, WP_Post $post ): bool {
		$product = Variations::product_of( $post );
		return '' !== (string) $source->availability_mark( $post->ID ) || ( null !== $product && '' !== (string) $source->availability_mark( $product->ID ) );
	}

	/**
	 * @param Field $chain
	 * @param mixed $standard What the source itself has for this field.
	 * @return array{0: mixed, 1: int|null}
	 */
	private static function first( string $field, array $chain, Source $source, WP_Post $post, $standard ): array {
		foreach ( $chain['steps'] as $at => $step ) {
			if ( ! Condition::fits( $step['when'], $post ) ) {
				continue;
			}
			if ( 'nothing' === $step['from'] ) {
				return array( null, $at );
			}
			$value = 'standard' === $step['from'] ? $standard : Field_Value::of( $field, self::values( $field, $step, $post ), $chain, $source->id() );
			if ( 'cover_image_url' === $field && is_string( $value ) && 'meta' === $step['from'] && Pictures::is_shared( Place_Reader::holder( $post, $step['key'] ), $step['key'] ) ) {
				continue;
			}
			if ( null !== $value && '' !== $value ) {
				return array( $value, $at );
			}
		}
		return array( null, null );
	}

	/**
	 * @param Step $step
	 * @return list<string>
	 */
	private static function values( string $field, array $step, WP_Post $post ): array {
		switch ( $step['from'] ) {
			case 'fixed':
				return array( $step['value'] );
			case 'pattern':
				return array(
					Pattern::fill(
						$step['value'],
						static function ( string $from, string $key ) use ( $post ): string {
							return Place_Reader::text( $post, $from, $key );
						}
					),
				);
			case 'meta':
				return 'cover_image_url' === $field ? Place_Reader::raw( $post, $step['key'] ) : Place_Reader::values( $post, 'meta', $step['key'] );
			default:
				return Place_Reader::values( $post, $step['from'], $step['key'] );
		}
	}
}
