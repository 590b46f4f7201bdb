<?php
/**
 * The one function of Advanced Custom Fields that this plugin calls, for PHPStan only.
 *
 * @package ArtworkRegistry
 */

/** @return array<string, mixed>|false */
function acf_get_field( string $key ) {
	return false;
}
