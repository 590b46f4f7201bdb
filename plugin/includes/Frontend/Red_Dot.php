<?php
/**
 * The red dot of a sold artwork, as galleries put it beside a work: a choice of each block, off by default.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

final class Red_Dot {
	private const ATTRIBUTE = 'redDot';

	/**
	 * HTML with a space behind it; '' where the block wants none or the artwork is not sold.
	 *
	 * @param array<string, mixed> $attributes   Of the block.
	 * @param string               $availability Of the artwork, in the registry's words.
	 * @param bool                 $is_said      Whether the word "Sold" stands beside it, so that the dot says nothing to a screen reader.
	 */
	public static function html( array $attributes, string $availability, bool $is_said ): string {
		if ( ! self::is_wanted( $attributes ) || 'sold' !== $availability ) {
			return '';
		}
		$words = $is_said ? 'aria-hidden="true"' : 'role="img" aria-label="' . esc_attr__( 'Sold', 'artwork-registry-connector' ) . '"';
		return '<span class="artwork-registry-red-dot" style="color:#d00" ' . $words . '>●</span> ';
	}

	/** @param array<string, mixed> $attributes */
	public static function is_wanted( array $attributes ): bool {
		return true === ( $attributes[ self::ATTRIBUTE ] ?? null );
	}
}
