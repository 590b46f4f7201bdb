<?php
/**
 * wp artwork-registry retry|audit|doctor|site: to maintain a site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Site_Orders;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\View\Works_Query;
use WP_CLI;

final class Maintenance_Command {
	private const PAGE = 500;

	/**
	 * Tries works that need attention once more.
	 *
	 * ## OPTIONS
	 *
	 * [<id>...]
	 * : Numbers of works; without them all that need attention.
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
	public static function retry( $args, $options ): void {
		self::start();
		$ids = array();
		foreach ( $args as $arg ) {
			if ( ! ctype_digit( (string) $arg ) ) {
				/* translators: %s: what was typed. */
				WP_CLI::error( sprintf( __( 'No artwork has the number "%s". "wp artwork-registry works" lists them.', 'artwork-registry-connector' ), $arg ) );
			}
			$ids[] = (int) $arg;
		}
		$tried = 0;
		foreach ( $ids ? array( $ids ) : self::pages_with_problems() as $page ) {
			$tried += Owner_Orders::retry_many( $page );
		}
		/* translators: %d: number of works. */
		self::say( $options, array( 'retried' => $tried ), sprintf( _n( '%d artwork is tried again.', '%d artworks are tried again.', $tried, 'artwork-registry-connector' ), $tried ) );
	}

	/**
	 * Asks the sync service to compare this site, its journal and the registry.
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
	public static function audit( $args, $options ): void {
		self::start();
		if ( null === Connection::find() ) {
			WP_CLI::error( __( 'No sync service is connected. Run: wp artwork-registry pairing-code', 'artwork-registry-connector' ) );
		}
		Owner_Orders::audit();
		self::say( $options, array( 'requested' => 'audit' ), __( 'The sync service compares everything; what differs is put right.', 'artwork-registry-connector' ) );
	}

	/**
	 * Checks everything that must be right, and says what to do where it is not. Exits with 1 if something is wrong.
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
	public static function doctor( $args, $options ): void {
		// Not start(), which would repair the tables before they are checked.
		$checks = Checks::all();
		$bad    = 0;
		$lines  = array();
		foreach ( $checks as $check ) {
			$bad    += Checks::GOOD === $check['status'] ? 0 : 1;
			$lines[] = ( Checks::GOOD === $check['status'] ? '✓ ' : '✗ ' ) . $check['label'] . ( '' === $check['text'] ? '' : "\n  " . $check['text'] );
		}
		WP_CLI::line(
			'json' === ( $options['format'] ?? 'text' )
				? (string) wp_json_encode(
					array(
						'ok'     => 0 === $bad,
						'checks' => $checks,
					)
				)
				: implode( "\n", $lines )
		);
		WP_CLI::halt( 0 === $bad ? 0 : 1 );
	}

	/**
	 * Answers whether this is still the site that was connected.
	 *
	 * ## OPTIONS
	 *
	 * <answer>
	 * : same: it moved, or was restored on purpose. copy: it is a copy.
	 * ---
	 * options:
	 *   - same
	 *   - copy
	 * ---
	 *
	 * @param array<string> $args
	 */
	public static function site( $args ): void {
		self::start();
		if ( null === Clone_Guard::look() ) {
			WP_CLI::success( __( 'Nothing to answer: this is the connected site, or no site is connected.', 'artwork-registry-connector' ) );
			return;
		}
		Site_Orders::answer( (string) $args[0] );
		WP_CLI::success(
			'copy' === $args[0]
				? __( 'This copy is disconnected and sends nothing.', 'artwork-registry-connector' )
				: __( 'This site continues; everything is compared again.', 'artwork-registry-connector' )
		);
	}

	/** @return iterable<list<int>> */
	private static function pages_with_problems(): iterable {
		$ids  = array();
		$page = 0;
		do {
			$rows  = Works_Query::list( array( 'attention' ), '', ++$page, self::PAGE );
			$ids   = array_merge( $ids, array_column( $rows, 'external_id' ) );
			$found = count( $rows );
		} while ( self::PAGE === $found );
		// Read all pages first, because a work that is tried leaves the list.
		return array_chunk( $ids, self::PAGE );
	}

	/**
	 * @param array<string, string> $options
	 * @param array<string, mixed>  $data
	 */
	private static function say( array $options, array $data, string $words ): void {
		if ( 'json' === ( $options['format'] ?? 'text' ) ) {
			WP_CLI::line( (string) wp_json_encode( $data ) );
		} else {
			WP_CLI::success( $words );
		}
	}

	private static function start(): void {
		Schema::upgrade();
	}
}
