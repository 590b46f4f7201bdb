<?php
/**
 * The post type `areg_artwork`, for galleries without a shop, and its fields: `artwork_registry_artist` and so on.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Artwork_Post_Type {
	public const NAME           = Source_Names::ARTWORK_TYPE;
	public const AVAILABILITIES = array( 'not_for_sale', 'for_sale', 'open_to_offers', 'on_loan', 'private_collection', 'sold' );
	public const TEXTS          = array( 'artist', 'year', 'medium', 'inventory_number' );
	public const EDITION        = array( 'edition_number', 'edition_size' );
	public const DECIMALS       = array( 'height_cm', 'width_cm', 'depth_cm', 'price_amount' );

	/** Before the name of each custom field, so that themes and other plugins keep their own "artist" and "year". */
	private const PREFIX = 'artwork_registry_';

	public static function register(): void {
		register_post_type(
			self::NAME,
			array(
				'labels'              => array(
					'name'               => __( 'Artworks', 'artwork-registry-connector' ),
					'singular_name'      => __( 'Artwork', 'artwork-registry-connector' ),
					'add_new'            => __( 'Add Artwork', 'artwork-registry-connector' ),
					'add_new_item'       => __( 'Add Artwork', 'artwork-registry-connector' ),
					'edit_item'          => __( 'Edit Artwork', 'artwork-registry-connector' ),
					'new_item'           => __( 'New Artwork', 'artwork-registry-connector' ),
					'view_item'          => __( 'View Artwork', 'artwork-registry-connector' ),
					'search_items'       => __( 'Search Artworks', 'artwork-registry-connector' ),
					'not_found'          => __( 'No artworks found.', 'artwork-registry-connector' ),
					'not_found_in_trash' => __( 'No artworks found in Trash.', 'artwork-registry-connector' ),
					'all_items'          => __( 'All Artworks', 'artwork-registry-connector' ),
				),
				'public'              => true,
				'show_in_rest'        => true,
				// Names of our own: a gallery may have a type "artworks" already, whose editor would open our posts.
				'rest_base'           => 'areg-artworks',
				// Only where the owner chose an address: many galleries have a page "artworks".
				'has_archive'         => Artwork_Archive::slug(),
				'rewrite'             => array( 'slug' => Artwork_Address::slug() ),
				// Where these posts are not works by the owner's choice, the menu does not offer them.
				'show_in_menu'        => Source_Choice::current()->is_chosen( Source_Names::ARTWORK ),
				'menu_icon'           => 'dashicons-art',
				'map_meta_cap'        => true,
				// For the plugin WPGraphQL, where it runs.
				'show_in_graphql'     => true,
				'graphql_single_name' => 'aregArtwork',
				'graphql_plural_name' => 'aregArtworks',
				// custom-fields: without it the REST API hides `meta` and the editor panel could not save.
				'supports'            => array( 'title', 'editor', 'thumbnail', 'excerpt', 'revisions', 'author', 'custom-fields' ),
			)
		);
		foreach ( array_merge( self::names(), self::EDITION ) as $name ) {
			self::register_field( $name );
		}
	}

	/**
	 * The filter request: a page below a page "artwork" has the address of one of our posts, and takes precedence.
	 *
	 * @param array<string, mixed> $query
	 * @return array<string, mixed>
	 */
	public static function leave_pages( $query ) {
		global $wp;
		if ( 0 !== strpos( (string) $wp->matched_rule, Artwork_Address::slug() . '/' ) ) {
			return $query;
		}
		$work = $query[ self::NAME ] ?? '';
		if ( is_string( $work ) && '' !== $work && null !== get_page_by_path( $work, OBJECT, self::NAME ) ) {
			return $query;
		}
		$path = (string) $wp->request;
		return null === get_page_by_path( $path ) ? $query : array( 'pagename' => $path );
	}

	/** Whether the gallery enters artworks here, or did so once. */
	public static function is_used(): bool {
		return Source_Choice::current()->is_chosen( Source_Names::ARTWORK ) || array_sum( (array) wp_count_posts( self::NAME ) ) > 0;
	}

	/** The custom field that holds this field. */
	public static function key( string $name ): string {
		return self::PREFIX . $name;
	}

	/** @return list<string> What the registry gets. An edition is named on certificates only. */
	public static function names(): array {
		return array_merge( self::TEXTS, self::DECIMALS, array( 'price_currency', 'availability' ) );
	}

	/** @return array<string, string> The owner's names of the fields. */
	public static function labels(): array {
		return array(
			'artist'           => __( 'Artist', 'artwork-registry-connector' ),
			'year'             => __( 'Year', 'artwork-registry-connector' ),
			'medium'           => __( 'Medium', 'artwork-registry-connector' ),
			'height_cm'        => __( 'Height (cm)', 'artwork-registry-connector' ),
			'width_cm'         => __( 'Width (cm)', 'artwork-registry-connector' ),
			'depth_cm'         => __( 'Depth (cm)', 'artwork-registry-connector' ),
			'availability'     => __( 'Availability', 'artwork-registry-connector' ),
			'price_amount'     => __( 'Price', 'artwork-registry-connector' ),
			'price_currency'   => __( 'Currency', 'artwork-registry-connector' ),
			'inventory_number' => __( 'Inventory number', 'artwork-registry-connector' ),
			'edition_number'   => __( 'Copy number', 'artwork-registry-connector' ),
			'edition_size'     => __( 'Size of the edition', 'artwork-registry-connector' ),
		);
	}

	/** @return array<string, string> */
	public static function availability_words(): array {
		return array(
			'not_for_sale'       => __( 'Not for sale', 'artwork-registry-connector' ),
			'for_sale'           => __( 'For sale', 'artwork-registry-connector' ),
			'open_to_offers'     => __( 'Open to offers', 'artwork-registry-connector' ),
			'on_loan'            => __( 'On loan', 'artwork-registry-connector' ),
			'private_collection' => __( 'Private collection', 'artwork-registry-connector' ),
			'sold'               => __( 'Sold', 'artwork-registry-connector' ),
		);
	}

	/**
	 * Why a field is not saved with this text; null: it is. Only for what a person enters: others are told nothing by a refusal, so
	 * `sanitize` keeps their text as it is, and a price or size that is not understood goes nowhere.
	 *
	 * @param mixed $value
	 */
	public static function problem( string $name, $value ): ?string {
		$text = trim( is_scalar( $value ) ? (string) $value : '' );
		if ( '' === $text || null !== self::understood( $name, $text ) ) {
			return null;
		}
		$label = self::labels()[ $name ];
		if ( 'price_amount' === $name ) {
			/* translators: 1: name of the field, 2: what was typed. */
			return sprintf( __( '%1$s: “%2$s” is not understood as an amount. Write it as 12500 or 1234.50, or leave it empty.', 'artwork-registry-connector' ), $label, $text );
		}
		if ( 'price_currency' === $name ) {
			/* translators: 1: name of the field, 2: what was typed. */
			return sprintf( __( '%1$s: “%2$s” is not a currency. Write its three letters, such as EUR.', 'artwork-registry-connector' ), $label, $text );
		}
		return in_array( $name, self::DECIMALS, true )
			/* translators: 1: name of the field, 2: what was typed. */
			? sprintf( __( '%1$s: “%2$s” is not a number of centimeters. Write it as 30 or 30.5, or leave it empty.', 'artwork-registry-connector' ), $label, $text )
			/* translators: 1: name of the field, 2: what was typed. */
			: sprintf( __( '%1$s: “%2$s” is not a whole number from 1 to 999999.', 'artwork-registry-connector' ), $label, $text );
	}

	/**
	 * The filter rest_pre_insert_areg_artwork: the block editor shows the sentence, and saves nothing.
	 *
	 * @param \stdClass|\WP_Error                      $post
	 * @param \WP_REST_Request<array<string, mixed>> $request
	 * @return \stdClass|\WP_Error
	 */
	public static function refuse_in_rest( $post, $request ) {
		$given = $request['meta'];
		foreach ( is_array( $given ) && ! is_wp_error( $post ) ? self::problems( self::by_name( $given ) ) : array() as $problem ) {
			return new \WP_Error( 'artwork_registry_field', $problem, array( 'status' => 400 ) );
		}
		return $post;
	}

	/**
	 * @param array<string, mixed> $fields By their plain names.
	 * @return list<string>
	 */
	public static function problems( array $fields ): array {
		$problems = array();
		foreach ( array_intersect_key( $fields, array_flip( array_merge( self::DECIMALS, self::EDITION, array( 'price_currency' ) ) ) ) as $name => $value ) {
			$problems[] = self::problem( $name, $value );
		}
		return array_values( array_filter( $problems ) );
	}

	/**
	 * @param array<string, mixed> $meta
	 * @return array<string, mixed>
	 */
	private static function by_name( array $meta ): array {
		$fields = array();
		foreach ( $meta as $key => $value ) {
			if ( 0 === strpos( (string) $key, self::PREFIX ) ) {
				$fields[ substr( (string) $key, strlen( self::PREFIX ) ) ] = $value;
			}
		}
		return $fields;
	}

	/** As it is stored; null: not understood. */
	private static function understood( string $name, string $text ): ?string {
		if ( 'price_amount' === $name ) {
			return Amount::price( $text );
		}
		if ( in_array( $name, self::DECIMALS, true ) ) {
			return Amount::centimetres( $text );
		}
		$clean = 'price_currency' === $name ? self::sanitize_currency( $text ) : self::sanitize_copies( $text );
		return '' === $clean ? null : $clean;
	}

	/** @param mixed $value */
	public static function sanitize_currency( $value ): string {
		$code = strtoupper( trim( is_scalar( $value ) ? (string) $value : '' ) );
		return preg_match( '/^[A-Z]{3}$/', $code ) ? $code : '';
	}

	/** @param mixed $value A whole number as the registry takes it on a certificate; anything else becomes "". */
	public static function sanitize_copies( $value ): string {
		$text = trim( is_scalar( $value ) ? (string) $value : '' );
		return preg_match( '/^[1-9]\d{0,5}$/', $text ) ? $text : '';
	}

	/** @param mixed $value */
	public static function sanitize_availability( $value ): string {
		return is_string( $value ) && in_array( $value, self::AVAILABILITIES, true ) ? $value : self::AVAILABILITIES[0];
	}

	/** @param mixed $value */
	public static function sanitize( string $name, $value ): string {
		switch ( $name ) {
			case 'availability':
				return self::sanitize_availability( $value );
			default:
				$text = sanitize_text_field( is_scalar( $value ) ? (string) $value : '' );
				if ( in_array( $name, self::EDITION, true ) ) {
					return self::sanitize_copies( $value );
				}
				return in_array( $name, self::TEXTS, true ) ? $text : self::understood( $name, $text ) ?? $text;
		}
	}

	private static function register_field( string $name ): void {
		$schema = array( 'type' => 'string' );
		if ( 'availability' === $name ) {
			$schema['enum'] = self::AVAILABILITIES;
		}
		register_post_meta(
			self::NAME,
			self::key( $name ),
			array(
				'type'              => 'string',
				'single'            => true,
				'description'       => self::labels()[ $name ],
				'default'           => 'availability' === $name ? self::AVAILABILITIES[0] : '',
				'show_in_rest'      => array( 'schema' => $schema ),
				'sanitize_callback' => static function ( $value ) use ( $name ): string {
					return self::sanitize( $name, $value );
				},
				'auth_callback'     => array( self::class, 'may_edit' ),
			)
		);
	}

	/**
	 * @param bool   $allowed
	 * @param string $key
	 * @param int    $post_id
	 */
	public static function may_edit( $allowed, $key, $post_id ): bool {
		return current_user_can( 'edit_post', $post_id );
	}
}
