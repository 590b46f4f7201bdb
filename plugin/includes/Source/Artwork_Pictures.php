<?php
/**
 * More pictures of an artwork of our own post type: the owner's order, shown below its text as WordPress shows a gallery. The registry gets
 * the featured image only.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Artwork_Pictures {
	public const NAME = 'pictures';
	/** More would make a slow page, and no gallery shows one work so often. */
	private const MOST = 30;

	public static function register(): void {
		register_post_meta(
			Artwork_Post_Type::NAME,
			Artwork_Post_Type::key( self::NAME ),
			array(
				'type'              => 'array',
				'single'            => true,
				'description'       => __( 'More pictures', 'artwork-registry-connector' ),
				'default'           => array(),
				'show_in_rest'      => array(
					'schema' => array(
						'type'  => 'array',
						'items' => array( 'type' => 'integer' ),
					),
				),
				'sanitize_callback' => array( self::class, 'sanitize' ),
				'auth_callback'     => array( Artwork_Post_Type::class, 'may_edit' ),
			)
		);
	}

	/**
	 * @param mixed $value
	 * @return list<int>
	 */
	public static function sanitize( $value ): array {
		$ids = array_filter( array_map( 'absint', is_array( $value ) ? $value : array() ) );
		return array_slice( array_values( array_unique( $ids ) ), 0, self::MOST );
	}

	/** @return list<int> Attachments that are still there. */
	public static function ids( int $post_id ): array {
		$ids = self::sanitize( get_post_meta( $post_id, Artwork_Post_Type::key( self::NAME ), true ) );
		if ( $ids ) {
			_prime_post_caches( $ids, false );
		}
		return array_values( array_filter( $ids, 'wp_attachment_is_image' ) );
	}

	/**
	 * the_content, after paragraphs are made and before pictures are loaded lazily.
	 *
	 * @param mixed $content
	 * @return mixed
	 */
	public static function add( $content ) {
		if ( ! is_string( $content ) || ! is_singular( Artwork_Post_Type::NAME ) || ! in_the_loop() || ! is_main_query() ) {
			return $content;
		}
		if ( Artwork_Post_Type::NAME !== get_post_type() || post_password_required() ) {
			return $content;
		}
		$ids = self::ids( (int) get_the_ID() );
		return $ids ? $content . "\n" . gallery_shortcode(
			array(
				'ids'  => implode( ',', $ids ),
				'link' => 'none',
			)
		) : $content;
	}
}
