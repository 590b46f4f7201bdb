<?php
/**
 * What became of an order for the works ticked in a list, as arguments of the list's address.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

final class Bulk_Outcome {
	public const DONE    = 'artwork_registry_done';
	public const WORKS   = 'artwork_registry_works';
	public const LATER   = 'artwork_registry_later';
	public const REFUSED = 'artwork_registry_refused';
	public const ALL     = array( self::DONE, self::WORKS, self::LATER, self::REFUSED );

	/**
	 * @param int $later Of the works: drafts, translations and hidden products, which are chosen, but not registered before they are public.
	 * @return array<string, int|string>
	 */
	public static function arguments( string $done, int $works, int $later, int $refused ): array {
		return array(
			self::DONE    => $done,
			self::WORKS   => $works,
			self::LATER   => $later,
			self::REFUSED => $refused,
		);
	}
}
