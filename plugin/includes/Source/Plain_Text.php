<?php
/**
 * The registry stores plain text: no tags, no entities, no control characters.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Plain_Text {
	/** @param mixed $value Anything but text and numbers becomes "". */
	public static function of( $value ): string {
		$text = is_scalar( $value ) ? (string) $value : '';
		$text = html_entity_decode( wp_strip_all_tags( $text ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return trim( (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]/', '', $text ) );
	}
}
