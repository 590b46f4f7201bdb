<?php
/**
 * At each call of the sync service, notices that a source or a taxonomy of the mapping is back after it was switched off. Its works were
 * reported as "source missing" meanwhile, and activating a plugin saves none of them. The same for language plugins.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Options;
use ArtworkRegistry\Store\Settings;

final class Source_Watch {
	private const LANGUAGES = 'languages:';

	/** Costs no query while nothing has changed. */
	public static function look(): void {
		$now = array_keys( Sources::all() );
		foreach ( Sources::all() as $source ) {
			foreach ( Mapping_Cache::taxonomies( $source ) as $taxonomy ) {
				$now[] = 'taxonomy:' . $taxonomy;
			}
		}
		$languages = Translations::plugin();
		if ( '' !== $languages ) {
			$now[] = self::LANGUAGES . $languages;
		}
		$now = array_values( array_unique( $now ) );
		if ( Settings::sources() === $now ) {
			return;
		}
		$before = Options::read_to_change( array( Settings::class, 'sources' ) );
		// Without the language plugin, translations are works of their own again.
		if ( $before && ( array_diff( $now, $before ) || self::languages( $now ) !== self::languages( $before ) ) ) {
			Jobs::start( Jobs::LOOK_AGAIN, Job_Walker::count( Jobs::LOOK_AGAIN ) );
		}
		// At the end: a look that was refused is begun by the next poll.
		Settings::set_sources( $now );
	}

	/**
	 * @param list<string> $sources
	 * @return list<string>
	 */
	private static function languages( array $sources ): array {
		return array_values(
			array_filter(
				$sources,
				static function ( string $source ): bool {
					return 0 === strpos( $source, self::LANGUAGES );
				}
			)
		);
	}
}
