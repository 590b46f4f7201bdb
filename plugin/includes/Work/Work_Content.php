<?php
/**
 * The content of a work for the registry: what its source and the mapping build, with the number of a copy where the owner chose numbers
 * for possible duplicates. Used by the page of changes and by the preview on our screens.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Work;

use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Store\Status;
use WP_Post;

/**
 * @phpstan-import-type Choice from Status
 */
final class Work_Content {
	/**
	 * @param Choice $choice
	 * @return array<string, mixed> The registry's artwork create body without `integration`.
	 */
	public static function of( Source $source, WP_Post $post, array $choice ): array {
		$work = Work_Builder::build( $source, $post );
		return self::numbered( $work, $choice );
	}

	/**
	 * @param array<string, mixed> $work
	 * @param Choice               $choice
	 * @return array<string, mixed>
	 */
	public static function numbered( array $work, array $choice ): array {
		if ( null !== $choice['copy_number'] && null !== $choice['copy_size'] && isset( $work['title'] ) ) {
			$work['title'] .= ', ' . $choice['copy_number'] . '/' . $choice['copy_size'];
		}
		return $work;
	}
}
