<?php
/**
 * wp artwork-registry sources list|set: what is a work, for the command line.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Orders\Source_Orders;
use ArtworkRegistry\Source\Choice_Form;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Sources_View;
use WP_CLI;
use function WP_CLI\Utils\format_items;

use WP_Error;

/**
 * Shows and sets what counts as an artwork: which post types, and for each all posts or only some categories.
 */
final class Sources_Command {
	public function __construct() {
		Schema::upgrade();
	}

	/**
	 * Lists the post types of this site, which of them count as artworks, and in which categories.
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
	 * @subcommand list
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function list_( $args, $options ): void {
		$view = Sources_View::read();
		if ( 'json' === ( $options['format'] ?? 'table' ) ) {
			WP_CLI::line( (string) wp_json_encode( $view['kinds'] ) );
			return;
		}
		$rows = array();
		foreach ( $view['kinds'] as $kind ) {
			$rows[] = array(
				'id'         => $kind['id'],
				'name'       => $kind['name'],
				'counts'     => $kind['is_chosen'] ? 'on' : 'off',
				'categories' => null === $kind['categories'] ? 'all' : (string) wp_json_encode( $kind['categories'] ),
				'works'      => $kind['works'],
			);
		}
		format_items( $options['format'] ?? 'table', $rows, array( 'id', 'name', 'counts', 'categories', 'works' ) );
	}

	/**
	 * Sets whether posts of a type are artworks. Asks first where registered artworks would leave the registry.
	 *
	 * ## OPTIONS
	 *
	 * <source>
	 * : As `list` names it, such as woocommerce, artwork or type-portfolio.
	 *
	 * <state>
	 * : on or off.
	 * ---
	 * options:
	 *   - on
	 *   - off
	 * ---
	 *
	 * [--categories=<slugs>]
	 * : Only works in these categories or below them: slugs, by commas. "all": all works. Default: as it is.
	 *
	 * [--yes]
	 * : Do not ask.
	 *
	 * ## EXAMPLES
	 *
	 *     wp artwork-registry sources set woocommerce on --categories=paintings,prints
	 *     wp artwork-registry sources set type-portfolio on
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function set( $args, $options ): void {
		$source = Choice_Form::source( $args[0] );
		if ( null === $source ) {
			/* translators: %s: what was typed. */
			WP_CLI::error( sprintf( __( 'This site has no post type "%s". "wp artwork-registry sources list" lists them.', 'artwork-registry-connector' ), $args[0] ) );
		}
		$next = Choice_Form::read(
			array(
				$source->id() => array(
					'is_chosen'  => 'on' === $args[1],
					'categories' => isset( $options['categories'] )
						? self::categories( $source, $options['categories'] )
						: Source_Choice::current()->categories( $source->id() ),
				),
			)
		);
		if ( $next instanceof WP_Error ) {
			WP_CLI::error( $next->get_error_message() );
		}
		$leaving = Source_Orders::consequences( $next )['leaving'];
		if ( $leaving > 0 ) {
			/* translators: %d: number of works. */
			WP_CLI::confirm( sprintf( _n( '%d registered artwork leaves the registry. Continue?', '%d registered artworks leave the registry. Continue?', $leaving, 'artwork-registry-connector' ), $leaving ), $options );
		}
		Source_Orders::save( $next );
		WP_CLI::success( __( 'Saved. The sync service is checking the artworks again.', 'artwork-registry-connector' ) );
	}

	/** @return array<string, list<int>>|null */
	private static function categories( Source $source, string $slugs ): ?array {
		if ( 'all' === $slugs ) {
			return null;
		}
		$categories = array();
		foreach ( array_map( 'trim', explode( ',', $slugs ) ) as $slug ) {
			$found = get_terms(
				array(
					'taxonomy'   => $source->category_taxonomies(),
					'slug'       => $slug,
					'hide_empty' => false,
				)
			);
			if ( ! is_array( $found ) || ! $found ) {
				/* translators: %s: what was typed. */
				WP_CLI::error( sprintf( __( 'There is no category "%s" for these artworks.', 'artwork-registry-connector' ), $slug ) );
			}
			foreach ( $found as $term ) {
				$categories[ $term->taxonomy ][] = $term->term_id;
			}
		}
		return $categories;
	}
}
