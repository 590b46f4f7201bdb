<?php
/**
 * A work as the owner's mapping makes it: what its source builds, with each mapped field taken from its chain. Everything
 * that reads a work uses this class: pages of changes, previews, lists, visitors' pages.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Work;

use ArtworkRegistry\Log;
use ArtworkRegistry\Mapping\Chain_Reader;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Mapping\Place_Missing;
use ArtworkRegistry\Mapping\Variation_Title;
use ArtworkRegistry\Source\Fields;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Web_Address;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Source\Work_Types;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Variation_Choice;
use WP_Post;

/**
 * @phpstan-import-type Field from Mapping
 * @phpstan-import-type Step from Mapping
 */
final class Work_Builder {
	/** The fields of `Source::facts`. */
	private const FACTS = array( 'title', 'artist_name', 'year_created', 'medium', 'height_cm', 'width_cm', 'depth_cm', 'availability' );

	/** The addresses in a work. None of them is needed to register it. */
	private const ADDRESSES = array( 'cover_image_url', 'source_url' );

	/** The largest size that the registry accepts. */
	private const LARGEST_CM = 100000.0;

	/** @return array<string, mixed> The registry's artwork create body without `integration`. May throw. */
	public static function build( Source $source, WP_Post $post, ?Mapping $mapping = null ): array {
		return self::trace( $source, $post, $mapping ?? Mapping::current() )['work'];
	}

	/**
	 * @return array{work: array<string, mixed>, steps: array<string, int|null>, left_out: list<string>} steps: which step of its chain a
	 *         field came from; null: none. Only of fields with a chain. left_out: addresses that nobody outside this site can open.
	 */
	public static function trace( Source $source, WP_Post $post, Mapping $mapping ): array {
		$built = self::named( self::apply( $source->build( $post ), Mapping::FIELDS, $source, $post, $mapping ), $source, $post, $mapping );
		return self::with_addresses( Fields::finite( Field_Filters::apply( $built['work'], Mapping::FIELDS, $post ) ) ) + $built;
	}

	/**
	 * An address that cannot be told never keeps the work unregistered: the owner can seldom change it in the editor.
	 *
	 * @param array<string, mixed> $work
	 * @return array{work: array<string, mixed>, left_out: list<string>}
	 */
	private static function with_addresses( array $work ): array {
		$left_out = array();
		foreach ( array_intersect( self::ADDRESSES, array_keys( $work ) ) as $field ) {
			$address = is_string( $work[ $field ] ) ? Web_Address::of( $work[ $field ] ) : null;
			if ( null === $address ) {
				$left_out[] = $field;
				unset( $work[ $field ] );
			} else {
				$work[ $field ] = $address;
			}
		}
		return array(
			'work'     => $work,
			'left_out' => $left_out,
		);
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
			$facts = Field_Filters::apply( $facts, self::FACTS, $post );
		} catch ( Place_Missing $error ) {
			// A visitor's page falls back to the values of the shop itself.
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
		$post = get_post( $post_id );
		if ( ! $post instanceof WP_Post ) {
			return $source->artist( $post_id );
		}
		try {
			$chain = Mapping::current()->of( $source->id() )['artist_name'] ?? null;
			$value = $source->artist( $post_id );
			$value = null === $chain ? $value : Chain_Reader::first( 'artist_name', $chain, $source, $post, $value )[0];
			$value = Field_Filters::value( 'artist_name', $value, $post );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( Place_Missing $error ) {
			return '';
		} catch ( \Throwable $error ) {
			// One work whose artist another plugin cannot tell must not empty a whole list.
			Log::error( "The artist of #$post_id could not be read: " . $error->getMessage() );
			return '';
		}
		return is_string( $value ) ? $value : '';
	}

	/** @param list<WP_Post> $posts */
	public static function prime( Source $source, array $posts, ?Mapping $mapping = null ): void {
		self::prime_all( array( array( $source, $posts ) ), $mapping ?? Mapping::current() );
	}

	/**
	 * Loads once what all sources need, so that a page costs the same whatever sources its works have.
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
		Pictures::set_mapped( array_values( array_unique( $fields ) ), self::picture_fields( $mapping ) );
		Pictures::prime( $ids );
		foreach ( $groups as list( $source, $posts ) ) {
			$source->prime( $posts );
		}
		Mapping_Cache::prime( $groups, $mapping );
	}

	/** @return list<string> Custom fields in which works of any chosen source may have their picture. */
	private static function picture_fields( Mapping $mapping ): array {
		$fields = array();
		foreach ( array_unique( Work_Types::chosen() ) as $source_id ) {
			$fields = array_merge( $fields, $mapping->keys( 'meta', $source_id, 'cover_image_url' ) );
		}
		return array_values( array_unique( $fields ) );
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
			// A sale, and the availability that the owner set at the work itself, outrank any rule.
			if ( 'availability' === $field && ( 'sold' === ( $standard[ $field ] ?? '' ) || self::is_marked( $source, $post ) ) ) {
				$steps[ $field ] = null;
				continue;
			}
			list( $value, $steps[ $field ] ) = Chain_Reader::first( $field, $chain, $source, $post, $standard[ $field ] ?? null );
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

	/** The availability set for a product counts for its variations, too. */
	private static function is_marked( Source $source, WP_Post $post ): bool {
		$product = Variations::product_of( $post );
		return '' !== (string) $source->availability_mark( $post->ID ) || ( null !== $product && '' !== (string) $source->availability_mark( $product->ID ) );
	}
}
