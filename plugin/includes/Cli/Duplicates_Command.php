<?php
/**
 * wp artwork-registry duplicates …: the choices of the card "Possible duplicates", for the command line.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Orders\Duplicate_Orders;
use ArtworkRegistry\Store\Duplicates;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Duplicates_View;
use WP_CLI;

use function WP_CLI\Utils\format_items;

/**
 * Works the registry could not tell apart, and what to do with them.
 */
final class Duplicates_Command {
	private const PER_PAGE = 100;

	public function __construct() {
		Schema::upgrade();
	}

	/**
	 * Lists the groups that wait for a choice, largest first.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : How to print; json has every detail.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 *   - count
	 * ---
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function list( $args, $options ): void {
		$groups = array();
		$page   = 0;
		do {
			$rows  = Duplicates_View::page( ++$page, self::PER_PAGE );
			$found = count( $rows );
			array_push( $groups, ...$rows );
		} while ( self::PER_PAGE === $found );
		if ( 'json' === ( $options['format'] ?? 'table' ) ) {
			WP_CLI::line( (string) wp_json_encode( $groups ) );
			return;
		}
		format_items( $options['format'] ?? 'table', $groups, array( 'group', 'works', 'artist', 'title' ) );
	}

	/**
	 * Chooses for one group: one artwork for the edition, a number for each, or none of them.
	 *
	 * ## OPTIONS
	 *
	 * <group>
	 * : The group, from the list.
	 *
	 * <choice>
	 * : What to do.
	 * ---
	 * options:
	 *   - one
	 *   - number
	 *   - none
	 * ---
	 *
	 * @param array<string> $args
	 */
	public function choose( $args ): void {
		list( $group, $choice ) = $args;
		if ( ! in_array( $choice, Duplicates::CHOICES, true ) ) {
			/* translators: %s: list of choices. */
			WP_CLI::error( sprintf( __( 'The choice must be one of: %s.', 'artwork-registry-connector' ), implode( ', ', Duplicates::CHOICES ) ) );
		}
		self::say( Duplicate_Orders::choose( $group, $choice ) );
	}

	/**
	 * Takes the last choice for a group back. Works that have an Art ID by now stay as they are.
	 *
	 * ## OPTIONS
	 *
	 * <group>
	 * : The group.
	 *
	 * @param array<string> $args
	 */
	public function undo( $args ): void {
		self::say( Duplicate_Orders::undo( $args[0] ) );
	}

	private static function say( int $works ): void {
		if ( 0 === $works ) {
			WP_CLI::error( __( 'No artwork in this group is waiting for that.', 'artwork-registry-connector' ) );
		}
		/* translators: %d: number of works. */
		WP_CLI::success( sprintf( _n( '%d artwork will be sent again.', '%d artworks will be sent again.', $works, 'artwork-registry-connector' ), $works ) );
	}
}
