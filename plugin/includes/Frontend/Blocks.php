<?php
/**
 * The blocks "Art ID" and "Artwork caption", for templates and posts, rendered on the server from data stored on the site; and "Artwork
 * card", for any artwork in the registry.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use WP_Block;
use WP_Post;

final class Blocks {
	public static function register(): void {
		$renderers = array(
			'art-id'  => array( self::class, 'art_id' ),
			'caption' => array( self::class, 'caption' ),
			'card'    => array( self::class, 'card' ),
		);
		foreach ( $renderers as $name => $renderer ) {
			$folder = plugin_dir_path( ARTWORK_REGISTRY_FILE ) . 'build/blocks/' . $name;
			if ( is_file( $folder . '/block.json' ) ) {
				register_block_type( $folder, array( 'render_callback' => $renderer ) );
			}
		}
	}

	/**
	 * @param array<string, mixed> $attributes
	 * @param string               $content
	 * @param WP_Block             $block
	 */
	public static function art_id( $attributes, $content, $block ): string {
		$post  = self::post( $block );
		$items = Art_Id_Line::items( $post );
		// Several Art IDs are those of variations, of which each has its own availability.
		if ( 1 === count( $items ) && Red_Dot::is_wanted( $attributes ) ) {
			$items[0] .= rtrim( ' ' . Red_Dot::html( $attributes, (string) ( Work_Facts::of( $post )['availability'] ?? '' ), false ) );
		}
		return $items
			? Art_Id_Line::element( $items, get_block_wrapper_attributes() )
			: self::placeholder( __( 'The Art ID appears here once the registry has confirmed this artwork.', 'artwork-registry-connector' ) );
	}

	/**
	 * @param array<string, mixed> $attributes
	 * @param string               $content
	 * @param WP_Block             $block
	 */
	public static function caption( $attributes, $content, $block ): string {
		$facts = Work_Facts::of( self::post( $block ) );
		if ( null === $facts ) {
			return self::placeholder( __( 'The caption appears here on the page of an artwork.', 'artwork-registry-connector' ) );
		}
		$year         = (string) ( $facts['year_created'] ?? '' );
		$availability = (string) ( $facts['availability'] ?? '' );
		$lines        = array(
			esc_html( (string) ( $facts['artist_name'] ?? '' ) ),
			'<cite>' . esc_html( (string) ( $facts['title'] ?? '' ) ) . '</cite>' . ( '' === $year ? '' : ', ' . esc_html( $year ) ),
			esc_html( (string) ( $facts['medium'] ?? '' ) ),
			esc_html( Work_Facts::size( $facts ) ),
			Red_Dot::html( $attributes, $availability, true ) . esc_html( Work_Facts::availability( $availability ) ),
		);
		return '<p ' . get_block_wrapper_attributes() . '>' . implode( '<br>', array_diff( $lines, array( '' ) ) ) . '</p>';
	}

	/** @param array<string, mixed> $attributes artId: an Art ID, or the address of its page. */
	public static function card( $attributes ): string {
		$wanted = is_string( $attributes['artId'] ?? null ) ? $attributes['artId'] : '';
		$card   = Registry_Cards::html( $wanted );
		if ( '' !== $card ) {
			$dot = Red_Dot::html( $attributes, Registry_Cards::is_sold( $card ) ? 'sold' : '', false );
			return '<div ' . get_block_wrapper_attributes() . '>' . ( '' === $dot ? $card : str_replace( '<p>', '<p>' . $dot, $card ) ) . '</div>';
		}
		return self::placeholder(
			'' === trim( $wanted )
			? __( 'Enter an Art ID, or paste the address of an artwork in the registry.', 'artwork-registry-connector' )
			: __( 'The registry has no public artwork with this Art ID.', 'artwork-registry-connector' )
		);
	}

	/** @param WP_Block $block */
	private static function post( $block ): ?WP_Post {
		$post = get_post( (int) ( $block->context['postId'] ?? 0 ) );
		return $post instanceof WP_Post ? $post : null;
	}

	/** Visitors see nothing. Editors of the page see the reason. */
	private static function placeholder( string $text ): string {
		$is_editor = defined( 'REST_REQUEST' ) && REST_REQUEST && current_user_can( 'edit_posts' );
		return $is_editor ? '<p ' . get_block_wrapper_attributes() . '>' . esc_html( $text ) . '</p>' : '';
	}
}
