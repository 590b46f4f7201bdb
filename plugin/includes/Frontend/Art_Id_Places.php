<?php
/**
 * Where a theme shows the Art ID without being edited: on pages of products and artworks where the owner chose so, as shortcode, as the
 * source of a block binding, in WordPress's public REST API, and in GraphQL where the plugin WPGraphQL runs.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Settings;
use WP_Block;
use WP_Block_Template;
use WP_Post;

final class Art_Id_Places {
	private const BLOCK   = 'artwork-registry/art-id';
	private const BINDING = 'artwork-registry/art-id';
	private const SHORT   = 'art_id';
	private const GRAPHQL = 'ArtworkRegistryArtId';

	/** Behind which block of a template for one page ours is put in. */
	private const ANCHORS = array( 'woocommerce/product-meta', 'core/post-content' );

	/** init */
	public static function register(): void {
		add_shortcode( self::SHORT, array( self::class, 'shortcode' ) );
		// WordPress 6.5.
		if ( function_exists( 'register_block_bindings_source' ) ) {
			register_block_bindings_source(
				self::BINDING,
				array(
					'label'              => __( 'Art ID', 'artwork-registry-connector' ),
					'get_value_callback' => array( self::class, 'bound' ),
					'uses_context'       => array( 'postId' ),
				)
			);
		}
	}

	/** rest_api_init: what the page of a work shows, programs may read as well. */
	public static function register_field(): void {
		foreach ( array_keys( Sources::chosen_by_type() ) as $type ) {
			register_rest_field(
				$type,
				'art_id',
				array(
					'get_callback' => array( self::class, 'field' ),
					'schema'       => array(
						'description' => self::description(),
						'type'        => array( 'object', 'null' ),
						'context'     => array( 'view', 'embed', 'edit' ),
						'readonly'    => true,
						'properties'  => array(
							'id'   => array( 'type' => 'string' ),
							'page' => array(
								'type'   => 'string',
								'format' => 'uri',
							),
						),
					),
				)
			);
		}
	}

	/** graphql_register_types, an action of WPGraphQL: `artId { id page }` of every kind of artwork that is in its schema. */
	public static function register_graphql(): void {
		register_graphql_object_type(
			self::GRAPHQL,
			array(
				'description' => __( 'The Art ID of an artwork, and its page in the registry.', 'artwork-registry-connector' ),
				'fields'      => array(
					'id'   => array( 'type' => array( 'non_null' => 'String' ) ),
					'page' => array( 'type' => array( 'non_null' => 'String' ) ),
				),
			)
		);
		foreach ( array_keys( Sources::chosen_by_type() ) as $type ) {
			$object = get_post_type_object( $type );
			if ( null === $object || empty( $object->show_in_graphql ) || empty( $object->graphql_single_name ) ) {
				continue;
			}
			register_graphql_field(
				$object->graphql_single_name,
				'artId',
				array(
					'type'        => self::GRAPHQL,
					'description' => self::description(),
					'resolve'     => array( self::class, 'resolved' ),
				)
			);
		}
	}

	/** Of the field, as the schema of either API describes it. */
	private static function description(): string {
		return __( 'Art ID of this artwork in the registry, and its page there; null until the registry has confirmed it.', 'artwork-registry-connector' );
	}

	/**
	 * @param object $source WPGraphQL's model of a post, or WooGraphQL's of a product.
	 * @return array{id: string, page: string}|null
	 */
	public static function resolved( $source ): ?array {
		// phpcs:ignore WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase -- WPGraphQL's name.
		return Work_Facts::art_id( get_post( (int) ( $source->databaseId ?? 0 ) ) );
	}

	/**
	 * @param array<string, mixed> $data
	 * @return array{id: string, page: string}|null
	 */
	public static function field( $data ): ?array {
		return Work_Facts::art_id( get_post( (int) ( $data['id'] ?? 0 ) ) );
	}

	/**
	 * [art_id] on the page of a work; [art_id post="12"] of another one.
	 *
	 * @param array<string, string>|string $attributes
	 */
	public static function shortcode( $attributes ): string {
		$attributes = shortcode_atts( array( 'post' => '' ), is_array( $attributes ) ? $attributes : array(), self::SHORT );
		$post       = get_post( (int) $attributes['post'] );
		// Inside a sentence: no paragraph of its own.
		return implode( ', ', Art_Id_Line::items( $post instanceof WP_Post ? $post : null ) );
	}

	/**
	 * The Art ID, or with "key": "page" the address of its page, for the attribute of any block.
	 *
	 * @param array<string, mixed> $arguments
	 * @param WP_Block             $block
	 */
	public static function bound( $arguments, $block ): ?string {
		$post   = get_post( (int) ( $block->context['postId'] ?? 0 ) );
		$art_id = Work_Facts::art_id( $post instanceof WP_Post ? $post : null );
		$part   = 'page' === ( $arguments['key'] ?? '' ) ? 'page' : 'id';
		return null === $art_id ? null : $art_id[ $part ];
	}

	/** woocommerce_product_meta_end: classic themes. A block theme gets the block. */
	public static function in_product(): void {
		if ( self::is_wanted() && ! wp_is_block_theme() ) {
			echo self::line( get_post() ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped where it is made.
		}
	}

	/**
	 * the_content of a work that is not a product, in classic themes.
	 *
	 * @param mixed $content
	 * @return mixed
	 */
	public static function in_content( $content ) {
		$post = get_post();
		if (
			! is_string( $content ) || ! $post instanceof WP_Post || ! self::is_wanted() || wp_is_block_theme()
			|| ! is_singular( array_keys( Sources::chosen_by_type() ) ) || ! in_the_loop() || ! is_main_query() || 'product' === $post->post_type
			|| has_block( self::BLOCK, $post ) || has_shortcode( $post->post_content, self::SHORT )
		) {
			return $content;
		}
		return $content . self::line( $post );
	}

	/**
	 * hooked_block_types: in block themes the block "Art ID" stands behind the details of a product or the content of an artwork. The owner
	 * may move or remove it in the site editor.
	 *
	 * @param mixed $types
	 * @param mixed $position
	 * @param mixed $anchor
	 * @param mixed $context
	 * @return mixed
	 */
	public static function hook_block( $types, $position = '', $anchor = '', $context = null ) {
		if (
			is_array( $types ) && 'after' === $position && in_array( $anchor, self::ANCHORS, true )
			&& $context instanceof WP_Block_Template && 0 === strpos( (string) $context->slug, 'single' )
			&& ( 'core/post-content' !== $anchor || 0 !== strpos( (string) $context->slug, 'single-product' ) ) && self::is_wanted()
		) {
			$types[] = self::BLOCK;
		}
		return $types;
	}

	private static function line( ?WP_Post $post ): string {
		return Art_Id_Line::element( Art_Id_Line::items( $post ), 'class="artwork-registry-art-id"' );
	}

	private static function is_wanted(): bool {
		return 'yes' === Settings::get()['show_art_id'];
	}
}
