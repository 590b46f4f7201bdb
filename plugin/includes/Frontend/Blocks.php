<?php
/**
 * The blocks "Art ID" and "Artwork caption", for templates and posts. Rendered on the server from data stored on the site.
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
		$post   = self::post( $block );
		$art_id = Work_Facts::art_id( $post );
		if ( null !== $art_id ) {
			return self::one_line( self::linked( $art_id['id'], $art_id['page'] ) );
		}
		$lines = array();
		foreach ( Work_Facts::variations( $post ) as $variation ) {
			$lines[] = sprintf(
				/* translators: 1: what the buyer of a variation chose, such as "Small, oak"; 2: its Art ID. */
				esc_html__( '%1$s: %2$s', 'artwork-registry-connector' ),
				esc_html( $variation['words'] ),
				self::linked( $variation['art_id'], $variation['page'] )
			);
		}
		return $lines ? self::variations( $lines ) : self::placeholder( __( 'The Art ID appears here once the registry has confirmed this artwork.', 'artwork-registry-connector' ) );
	}

	/** @param non-empty-list<string> $lines HTML, one for each variation that is a work. */
	private static function variations( array $lines ): string {
		if ( 1 === count( $lines ) ) {
			return self::one_line( $lines[0] );
		}
		return '<div ' . get_block_wrapper_attributes() . '><p>' . esc_html__( 'Art IDs', 'artwork-registry-connector' )
			. '</p><ul><li>' . implode( '</li><li>', $lines ) . '</li></ul></div>';
	}

	private static function one_line( string $html ): string {
		return '<p ' . get_block_wrapper_attributes() . '>' . esc_html__( 'Art ID', 'artwork-registry-connector' ) . ' ' . $html . '</p>';
	}

	private static function linked( string $art_id, string $page ): string {
		$id = '<span class="artwork-registry-id">' . esc_html( $art_id ) . '</span>';
		return '' === $page ? $id : '<a href="' . esc_url( $page ) . '" rel="external">' . $id . '</a>';
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
		$year  = (string) ( $facts['year_created'] ?? '' );
		$lines = array(
			esc_html( (string) ( $facts['artist_name'] ?? '' ) ),
			'<cite>' . esc_html( (string) ( $facts['title'] ?? '' ) ) . '</cite>' . ( '' === $year ? '' : ', ' . esc_html( $year ) ),
			esc_html( (string) ( $facts['medium'] ?? '' ) ),
			esc_html( Work_Facts::size( $facts ) ),
			esc_html( Work_Facts::availability( (string) ( $facts['availability'] ?? '' ) ) ),
		);
		return '<p ' . get_block_wrapper_attributes() . '>' . implode( '<br>', array_diff( $lines, array( '' ) ) ) . '</p>';
	}

	/** @param WP_Block $block */
	private static function post( $block ): ?WP_Post {
		$post = get_post( (int) ( $block->context['postId'] ?? 0 ) ?: null );
		return $post instanceof WP_Post ? $post : null;
	}

	/** Visitors see nothing. Editors of the page see the reason. */
	private static function placeholder( string $text ): string {
		$is_editor = defined( 'REST_REQUEST' ) && REST_REQUEST && current_user_can( 'edit_posts' );
		return $is_editor ? '<p ' . get_block_wrapper_attributes() . '>' . esc_html( $text ) . '</p>' : '';
	}
}
