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
	public const DECIMALS       = array( 'height_cm', 'width_cm', 'depth_cm', 'price_amount' );

	/** Before the name of each custom field, so that themes and other plugins keep their own "artist" and "year". */
	private const PREFIX = 'artwork_registry_';
	private const SLUG   = 'artwork';

	public static function register(): void {
		register_post_type(
			self::NAME,
			array(
				'labels'       => array(
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
				'public'       => true,
				'show_in_rest' => true,
				'rest_base'    => 'artworks',
				// An archive would take the address of a page: many galleries have a page "artworks".
				'has_archive'  => false,
				'rewrite'      => array( 'slug' => self::SLUG ),
				// Where these posts are no works by the owner's choice, the menu does not offer them.
				'show_in_menu' => Source_Choice::current()->is_chosen( Source_Names::ARTWORK ),
				'menu_icon'    => 'dashicons-art',
				'map_meta_cap' => true,
				// custom-fields: without it the REST API hides `meta` and the editor panel could not save.
				'supports'     => array( 'title', 'editor', 'thumbnail', 'excerpt', 'revisions', 'author', 'custom-fields' ),
			)
		);
		foreach ( self::names() as $name ) {
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
		if ( 0 !== strpos( (string) $wp->matched_rule, self::SLUG . '/' ) ) {
			return $query;
		}
		$work = $query[ self::NAME ] ?? '';
		if ( is_string( $work ) && '' !== $work && null !== get_page_by_path( $work, OBJECT, self::NAME ) ) {
			return $query;
		}
		$path = (string) $wp->request;
		return null === get_page_by_path( $path ) ? $query : array( 'pagename' => $path );
	}

	/** The custom field that holds this field. */
	public static function key( string $name ): string {
		return self::PREFIX . $name;
	}

	/** @return list<string> */
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
	 * "1.234,5 and "73,7" as people type them become "73.7"; anything that is no number becomes "", which means "not given".
	 *
	 * @param mixed $value
	 */
	public static function sanitize_decimal( $value ): string {
		$text = is_scalar( $value ) ? (string) preg_replace( '/[\s\x{00A0}\']/u', '', (string) $value ) : '';
		if ( preg_match( '/^\d{1,3}(\.\d{3})+,\d+$/', $text ) ) {
			$text = str_replace( '.', '', $text );
		}
		$text = str_replace( ',', '.', $text );
		return preg_match( '/^\d+(\.\d+)?$/', $text ) ? $text : '';
	}

	/** @param mixed $value */
	public static function sanitize_currency( $value ): string {
		$code = strtoupper( trim( is_scalar( $value ) ? (string) $value : '' ) );
		return preg_match( '/^[A-Z]{3}$/', $code ) ? $code : '';
	}

	/** @param mixed $value */
	public static function sanitize_availability( $value ): string {
		return is_string( $value ) && in_array( $value, self::AVAILABILITIES, true ) ? $value : self::AVAILABILITIES[0];
	}

	private static function register_field( string $name ): void {
		$sanitizers = array(
			'price_currency' => array( self::class, 'sanitize_currency' ),
			'availability'   => array( self::class, 'sanitize_availability' ),
		);
		$schema     = array( 'type' => 'string' );
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
				'sanitize_callback' => $sanitizers[ $name ]
					?? ( in_array( $name, self::DECIMALS, true ) ? array( self::class, 'sanitize_decimal' ) : 'sanitize_text_field' ),
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
