<?php
/**
 * Run by `wp eval-file import-works.php FILE.ndjson`: makes a published `areg_artwork` post of each line.
 * A line: {title, artist, year, medium, height_cm, width_cm, depth_cm, availability, price: {amount, currency}, inventory_number, picture}.
 * Works whose inventory number is there already are left alone, so that a killed import may simply run again.
 */

require_once __DIR__ . '/import-lines.php';
require_once __DIR__ . '/import-picture.php';

$count = 0;
foreach ( artwork_registry_lines( $args[0] ) as $work ) {
	if ( get_posts(
		array(
			'post_type'   => 'areg_artwork',
			'post_status' => 'any',
			'meta_key'    => 'artwork_registry_inventory_number',
			'meta_value'  => $work['inventory_number'],
			'fields'      => 'ids',
		)
	) ) {
		continue;
	}
	$meta = array_filter(
		array(
			'artwork_registry_artist'           => $work['artist'] ?? '',
			'artwork_registry_year'             => $work['year'] ?? '',
			'artwork_registry_medium'           => $work['medium'] ?? '',
			'artwork_registry_height_cm'        => $work['height_cm'] ?? null,
			'artwork_registry_width_cm'         => $work['width_cm'] ?? null,
			'artwork_registry_depth_cm'         => $work['depth_cm'] ?? null,
			'artwork_registry_availability'     => $work['availability'] ?? 'not_for_sale',
			'artwork_registry_price_amount'     => $work['price']['amount'] ?? null,
			'artwork_registry_price_currency'   => $work['price']['currency'] ?? '',
			'artwork_registry_inventory_number' => $work['inventory_number'],
		),
		static function ( $value ) {
			return null !== $value && '' !== $value;
		}
	);
	$id   = wp_insert_post(
		wp_slash(
			array(
				'post_type'    => 'areg_artwork',
				'post_status'  => 'publish',
				'post_title'   => $work['title'],
				'post_content' => $work['text'] ?? '',
				'meta_input'   => $meta,
			)
		),
		true
	);
	if ( is_wp_error( $id ) ) {
		WP_CLI::error( $work['title'] . ': ' . $id->get_error_message() );
	}
	if ( ! empty( $work['picture'] ) ) {
		set_post_thumbnail( $id, artwork_registry_import_picture( $work['picture'], $id ) );
	}
	++$count;
}
WP_CLI::line( (string) $count );
