<?php
/**
 * Run by `wp eval-file import-works.php FILE.ndjson`: makes a published `artwork` post of each line.
 * A line: {title, artist, year, medium, height_cm, width_cm, depth_cm, availability, price: {amount, currency}, inventory_number, picture}.
 * Works whose inventory number is there already are left alone, so that a killed import may simply run again.
 */

require_once __DIR__ . '/import-picture.php';

$handle = fopen( $args[0], 'r' );
$count  = 0;
$line   = fgets( $handle );
while ( false !== $line ) {
	$work = json_decode( $line, true );
	$line = fgets( $handle );
	if ( get_posts(
		array(
			'post_type'   => 'artwork',
			'post_status' => 'any',
			'meta_key'    => 'inventory_number',
			'meta_value'  => $work['inventory_number'],
			'fields'      => 'ids',
		)
	) ) {
		continue;
	}
	$meta = array_filter(
		array(
			'artist'           => $work['artist'] ?? '',
			'year'             => $work['year'] ?? '',
			'medium'           => $work['medium'] ?? '',
			'height_cm'        => $work['height_cm'] ?? null,
			'width_cm'         => $work['width_cm'] ?? null,
			'depth_cm'         => $work['depth_cm'] ?? null,
			'availability'     => $work['availability'] ?? 'not_for_sale',
			'price_amount'     => $work['price']['amount'] ?? null,
			'price_currency'   => $work['price']['currency'] ?? '',
			'inventory_number' => $work['inventory_number'],
		),
		static function ( $value ) {
			return null !== $value && '' !== $value;
		}
	);
	$id   = wp_insert_post(
		wp_slash(
			array(
				'post_type'    => 'artwork',
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
