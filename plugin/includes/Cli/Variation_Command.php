<?php
/**
 * wp artwork-registry variations …: whether each variation of a product is a work, for the command line.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Work\Variation_Check;
use WP_CLI;

/**
 * Whether the variations of a product are works of their own.
 */
final class Variation_Command {
	public function __construct() {
		Schema::upgrade();
	}

	/**
	 * Shows the choice.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : text or json.
	 * ---
	 * default: text
	 * options:
	 *   - text
	 *   - json
	 * ---
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function get( $args, $options ): void {
		$choice = Variation_Choice::get();
		WP_CLI::line( 'json' === ( $options['format'] ?? 'text' ) ? (string) wp_json_encode( $choice ) : $choice['mode'] . "\t" . $choice['title'] );
	}

	/**
	 * Makes the choice, or says with --dry-run what it would do.
	 *
	 * ## OPTIONS
	 *
	 * <mode>
	 * : product: a product is one work. each: each variation is one. some: as each product says.
	 * ---
	 * options:
	 *   - product
	 *   - each
	 *   - some
	 * ---
	 *
	 * [--title=<pattern>]
	 * : How variations are named, such as "{title}, {attributes}".
	 *
	 * [--dry-run]
	 * : Change nothing.
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function set( $args, $options ): void {
		$mode  = (string) $args[0];
		$title = $options['title'] ?? Variation_Choice::get()['title'];
		if ( ! in_array( $mode, Variation_Choice::MODES, true ) ) {
			/* translators: %s: list of choices. */
			WP_CLI::error( sprintf( __( 'The choice must be one of: %s.', 'artwork-registry-connector' ), implode( ', ', Variation_Choice::MODES ) ) );
		}
		$count = Variation_Orders::count( $mode );
		/* translators: 1: number of works, 2: number of works. */
		$words = sprintf( __( 'Artworks that leave the registry: %1$d. Artworks that come: %2$d.', 'artwork-registry-connector' ), $count['leave'], $count['come'] );
		if ( isset( $options['dry-run'] ) ) {
			$problem = 'product' === $mode ? null : Variation_Check::of_shop( $mode, $title )['problem'];
		} else {
			$problem = Variation_Orders::save( $mode, $title );
		}
		if ( null !== $problem ) {
			WP_CLI::error( $problem );
		}
		WP_CLI::success( $words );
	}
}
