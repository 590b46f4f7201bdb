<?php
/**
 * Reads the options again within a request. WordPress reads them once at its beginning, so a long page of changes that began before the
 * owner saved something would send works under the old settings. Everything derived from the options is dropped, too.
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
