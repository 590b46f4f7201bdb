<?php
/**
 * wp artwork-registry …: the screen's orders and answers, for the command line.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Long_Run;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Overview;
use ArtworkRegistry\View\State_Words;
use ArtworkRegistry\View\Summary_Text;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;
use WP_CLI;

use function WP_CLI\Utils\format_items;

/**
 * Registers the artworks of this site and shows their state.
 */
final class Command {
	private const PIECE = 500;

	public function __construct() {
		Schema::upgrade();
	}

	/**
	 * Says how many artworks are registered, waiting or need attention, and whether the sync service is running.
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
	public function status( $args, $options ): void {
		$overview = Overview::read();
		if ( 'json' === ( $options['format'] ?? 'text' ) ) {
			WP_CLI::line( (string) wp_json_encode( $overview ) );
			return;
		}
		WP_CLI::line( Summary_Text::sentence( Summary_Text::of( $overview['counts'] ) ) );
		$connection = $overview['connection'];
		if ( ! $connection['is_paired'] ) {
			WP_CLI::line( __( 'No sync service is connected. Run: wp artwork-registry connect --registry=URL', 'artwork-registry-connector' ) );
		} elseif ( $connection['is_alive'] ) {
			WP_CLI::line( __( 'The sync service is connected.', 'artwork-registry-connector' ) );
		} else {
			/* translators: %s: time. */
			WP_CLI::line( sprintf( __( 'The sync service hasn’t responded since %s.', 'artwork-registry-connector' ), $connection['seen_at'] ?? '–' ) );
		}
		if ( null !== $connection['account_notice'] ) {
			WP_CLI::line( $connection['account_notice'] );
		}
	}

	/**
	 * Makes a pairing code for the sync service, valid ten minutes.
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
	 * @subcommand pairing-code
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function pairing_code( $args, $options ): void {
		$code = Pairing::new_code();
		if ( 'json' === ( $options['format'] ?? 'text' ) ) {
			WP_CLI::line(
				(string) wp_json_encode(
					array(
						'code'       => $code['code'],
						'expires_at' => Clock::iso( $code['expires_at'] ),
						'site_url'   => home_url(),
					)
				)
			);
			return;
		}
		WP_CLI::line( $code['code'] );
	}

	/**
	 * Registers every artwork that can be registered, except those the owner stopped updating.
	 *
	 * @subcommand register-all
	 */
	public function register_all(): void {
		$total = Owner_Orders::register_all();
		/* translators: %d: number of works. */
		WP_CLI::success( sprintf( _n( '%d artwork will be registered.', '%d artworks will be registered.', $total, 'artwork-registry-connector' ), $total ) );
	}

	/**
	 * Asks the sync service to do everything now.
	 */
	public function sync(): void {
		Owner_Orders::sync();
		WP_CLI::success( __( 'The sync service will check now.', 'artwork-registry-connector' ) );
	}

	/**
	 * Lists the works with their state and Art ID.
	 *
	 * ## OPTIONS
	 *
	 * [--state=<state>]
	 * : Only works in this state, such as attention.
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
	public function works( $args, $options ): void {
		$views   = isset( $options['state'] ) ? array( $options['state'] ) : array();
		$is_json = 'json' === ( $options['format'] ?? 'table' );
		$json    = array();
		$rows    = array();
		$before  = PHP_INT_MAX;
		do {
			$works = Work_View::many( Works_Query::list_before( $views, '', $before, self::PIECE ) );
			foreach ( $works as $work ) {
				$before = (int) $work['external_id'];
				if ( $is_json ) {
					$json[] = (string) wp_json_encode( $work );
					continue;
				}
				$rows[] = array(
					'id'      => $work['external_id'],
					'state'   => State_Words::of( $work['state'] ),
					'art_id'  => $work['registry_id'] ?? '–',
					'title'   => $work['title'],
					'problem' => null === $work['error'] ? '' : $work['error']['text'],
				);
			}
			Long_Run::next_piece();
		} while ( $works );
		if ( $is_json ) {
			WP_CLI::line( '[' . implode( ',', $json ) . ']' );
			return;
		}
		format_items( $options['format'] ?? 'table', $rows, array( 'id', 'state', 'art_id', 'title', 'problem' ) );
	}
}
