<?php
/**
 * The title of a variation that is a work: a pattern of the mapping with two more placeholders, {title} for the title of its product and
 * {attributes} for what the buyer chose. If a placeholder is empty, so is the title, and the work is not registered.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Text;
use WP_Post;

final class Variation_Title {
	private const ALL = '*';
	/** The words as placeholders of Pattern. */
	private const WORDS = array(
		'{title}'      => '{property:title}',
		'{attributes}' => '{attribute:' . self::ALL . '}',
	);

	/** @return string|null What is wrong with the pattern, whatever the products are. */
	public static function problem( string $pattern ): ?string {
		if (
			'' === trim( $pattern )
			|| mb_strlen( $pattern ) > Variation_Choice::TITLE_MAX
			|| ! Text::is_utf8( $pattern )
			|| preg_match( '/[\x00-\x1F\x7F]/', $pattern )
		) {
			return __( 'Write how the variations are named, such as {title}, {attributes}.', 'artwork-registry-connector' );
		}
		$pattern = strtr( $pattern, self::WORDS );
		if ( ! Pattern::is_valid( $pattern ) ) {
			return __( 'Write placeholders as {title}, {attributes}, {attribute:Name} or {meta:name}, and no other curly brackets.', 'artwork-registry-connector' );
		}
		foreach ( Pattern::placeholders( $pattern ) as $place ) {
			if ( ! self::is_of_product( $place ) ) {
				return null;
			}
		}
		return __( 'All variations of a product would have the same title. Add what tells them apart, such as {attributes}.', 'artwork-registry-connector' );
	}

	/** '' where a placeholder is empty. May throw. */
	public static function of( Source $source, WP_Post $variation, string $pattern, Mapping $mapping ): string {
		$product = Variations::product_of( $variation );
		if ( null === $product ) {
			return '';
		}
		return Pattern::fill(
			strtr( $pattern, self::WORDS ),
			static function ( string $from, string $key ) use ( $source, $variation, $product, $mapping ): string {
				if ( 'property' === $from && 'title' === $key ) {
					return Chain_Reader::title( $source, $product, $mapping );
				}
				return 'attribute' === $from && self::ALL === $key
					? implode( ', ', Variations::values( $product->ID, $variation->ID ) )
					: Place_Reader::text( $variation, $from, $key );
			}
		);
	}

	/** @param array{from: string, key: string} $place */
	private static function is_of_product( array $place ): bool {
		return 'property' === $place['from'] && in_array( $place['key'], array( 'title', 'excerpt', 'content', 'author' ), true );
	}
}
