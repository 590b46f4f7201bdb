<?php
/**
 * WordPress reads its options once, at the beginning of a request. A long page of changes that began before the owner saved something
 * would send works as they were, so the options are read anew, and so is everything worked out from them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;

final class Fresh_Options {
	public static function read(): void {
		wp_cache_delete( 'alloptions', 'options' );
		Mapping::forget();
		Source_Choice::forget();
		Categories::forget();
		Sources::forget();
		Translations::forget();
		Pictures::forget();
	}
}
