<?php
/**
 * wp artwork-registry map …: the screen "Mapping", for the command line.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Document;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Mapping_View;
use ArtworkRegistry\View\Preview;
use WP_CLI;
use function WP_CLI\Utils\format_items;

use WP_Post;

/**
 * Where each field of the registry comes from.
 */
final class Map_Command {
	public function __construct() {
		Schema::upgrade();
	}

	/**
	 * Shows where each field comes from.
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
	public function show( $args, $options ): void {
		$stored = Mapping_Document::stored();
		$view   = Mapping_View::read();
		if ( 'json' === ( $options['format'] ?? 'table' ) ) {
			WP_CLI::line( (string) wp_json_encode( Mapping_Document::write( $stored['chains'] ) + array( 'notice' => $view['notice'] ) ) );
			return;
		}
		if ( null !== $view['notice'] ) {
			WP_CLI::line( $view['notice'] );
		}
		$rows = array();
		foreach ( $view['sources'] as $source ) {
			foreach ( $source['fields'] as $field ) {
				$rows[] = array(
					'source'     => $source['id'],
					'field'      => $field['field'],
					'comes_from' => implode( '; ', array_map( array( Chain_Words::class, 'of' ), $field['chain']['steps'] ) ),
				);
			}
		}
		format_items( $options['format'] ?? 'table', $rows, array( 'source', 'field', 'comes_from' ) );
	}

	/**
	 * Shows exactly what the registry gets of one work, and what is wrong with it. Sends nothing.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The number of the work on this site.
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
	public function preview( $args, $options ): void {
		$post   = get_post( (int) $args[0] );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		if ( ! $post instanceof WP_Post || null === $source ) {
			WP_CLI::error( __( 'There is no such artwork.', 'artwork-registry-connector' ) );
		}
		$preview = Preview::of( $source, $post, Mapping::current() );
		if ( 'json' === ( $options['format'] ?? 'table' ) ) {
			WP_CLI::line( (string) wp_json_encode( $preview ) );
			return;
		}
		$rows = array();
		foreach ( $preview['fields'] as $field ) {
			$rows[] = array(
				'field'   => $field['field'],
				'value'   => is_array( $field['value'] ) ? implode( ' ', $field['value'] ) : (string) $field['value'],
				'problem' => (string) $field['issue'],
			);
		}
		format_items( $options['format'] ?? 'table', $rows, array( 'field', 'value', 'problem' ) );
		if ( null !== $preview['error'] ) {
			WP_CLI::error( $preview['error'] );
		}
	}

	/**
	 * Sets where a field comes from: the first place in this order that has a value counts.
	 *
	 * ## OPTIONS
	 *
	 * <field>
	 * : A field of the registry, such as artist_name.
	 *
	 * [<place>...]
	 * : standard, nothing, property:<name>, attribute:<name>, taxonomy:<name>, meta:<name>, fixed:<text> or pattern:<text>.
	 *
	 * [--chain=<json>]
	 * : The chain as JSON instead, as `show --format=json` writes it: for rules, units and currency.
	 *
	 * [--source=<source>]
	 * : One of `wp artwork-registry sources list`. Default: the shop where there is one.
	 *
	 * ## EXAMPLES
	 *
	 *     wp artwork-registry map set artist_name meta:painter standard
	 *     wp artwork-registry map set height_cm --chain='{"unit":"in","steps":[{"from":"meta","key":"size"}]}'
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function set( $args, $options ): void {
		$field = (string) array_shift( $args );
		$chain = isset( $options['chain'] ) ? json_decode( $options['chain'], true ) : array( 'steps' => array_map( array( self::class, 'step' ), $args ) );
		if ( ! is_array( $chain ) ) {
			WP_CLI::error( __( 'The chain is not valid JSON.', 'artwork-registry-connector' ) );
		}
		$sources = Mapping_Document::stored()['chains'];
		$sources[ self::source( $options )->id() ][ $field ] = $chain;
		self::save( $sources );
	}

	/**
	 * Makes a field, or all fields, automatic again.
	 *
	 * ## OPTIONS
	 *
	 * [<field>]
	 * : A field of the registry. Default: all.
	 *
	 * [--source=<source>]
	 * : One of `wp artwork-registry sources list`. Default: the shop where there is one.
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function reset( $args, $options ): void {
		$sources = Mapping_Document::stored()['chains'];
		if ( isset( $args[0] ) ) {
			unset( $sources[ self::source( $options )->id() ][ $args[0] ] );
		} else {
			$sources = array();
		}
		self::save( $sources );
	}

	/**
	 * Finds places in the catalogue that would fill what is empty now.
	 *
	 * ## OPTIONS
	 *
	 * [--source=<source>]
	 * : One of `wp artwork-registry sources list`. Default: the shop where there is one.
	 *
	 * [--format=<format>]
	 * : table or json.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 * ---
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function suggest( $args, $options ): void {
		$found = Mapping_View::catalogue( self::source( $options ) );
		if ( 'json' === ( $options['format'] ?? 'table' ) ) {
			WP_CLI::line( (string) wp_json_encode( $found ) );
			return;
		}
		foreach ( $found['suggestions'] as $suggestion ) {
			WP_CLI::line(
				sprintf(
				/* translators: 1: fields, 2: place, 3: number of works that fit, 4: number of works looked at. */
					__( '%1$s: %2$s fits %3$d of %4$d artworks', 'artwork-registry-connector' ),
					implode( ', ', $suggestion['fields'] ),
					$suggestion['from'] . ':' . $suggestion['key'],
					$suggestion['fits'],
					$found['looked_at']
				)
			);
		}
	}

	/** @return array{from: string, key: string, value: string} "meta:painter" */
	private static function step( string $place ): array {
		$parts = explode( ':', $place, 2 );
		return array(
			'from'  => $parts[0],
			'key'   => $parts[1] ?? '',
			'value' => $parts[1] ?? '',
		);
	}

	/** @param array<string, string> $options */
	private static function source( array $options ): Source {
		$all    = Sources::chosen();
		$source = isset( $options['source'] ) ? ( $all[ $options['source'] ] ?? null ) : end( $all );
		if ( ! $source instanceof Source ) {
			/* translators: %s: list of names. */
			WP_CLI::error( sprintf( __( 'The source must be one of: %s.', 'artwork-registry-connector' ), implode( ', ', array_keys( $all ) ) ) );
		}
		return $source;
	}

	/** @param array<mixed> $sources */
	private static function save( array $sources ): void {
		$problems = Mapping_Orders::save( $sources );
		if ( $problems ) {
			WP_CLI::error( $problems[0]['field'] . ': ' . $problems[0]['message'] );
		}
		WP_CLI::success( __( 'Saved. The sync service is checking the artworks again.', 'artwork-registry-connector' ) );
	}
}
