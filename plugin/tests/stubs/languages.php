<?php
/**
 * The one function of Polylang that this plugin calls, for PHPStan only.
 *
 * @package ArtworkRegistry
 */

/** @return string|false */
function pll_default_language( string $field = 'slug' ) {
	return false;
}
