<?php
/**
 * The helpers of WP-CLI this plugin calls, for PHPStan only.
 *
 * @package ArtworkRegistry
 */

namespace WP_CLI\Utils;

/**
 * @param iterable<array<string, mixed>> $items
 * @param list<string>                   $fields
 */
function format_items( string $format, iterable $items, array $fields ): void {}
