<?php
/**
 * The column "Registry" in the lists of the chosen post types: state and Art ID.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\View\State_Words;
use ArtworkRegistry\View\Works_Query;

/**
 * @phpstan-import-type WorkRow from Works_Query
 */
final class List_Column {
	private const COLUMN = 'artwork_registry';

	/**
	 * @param array<string, string> $columns
	 * @return array<string, string>
	 */
	public static function add( $columns ): array {
		$at   = array_search( 'date', array_keys( $columns ), true );
		$date = array_splice( $columns, false === $at ? count( $columns ) : $at );
		return $columns + array( self::COLUMN => __( 'Registry', 'artwork-registry-connector' ) ) + $date;
	}

	public static function is_shown(): bool {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		return null !== $screen && 'edit' === $screen->base && Sources::is_work_type( $screen->post_type );
	}

	/**
	 * @param string $column
	 * @param int    $post_id
	 */
	public static function show( $column, $post_id ): void {
		$row = self::COLUMN === $column ? self::row( (int) $post_id ) : null;
		if ( self::COLUMN === $column && isset( self::$variations[ (int) $post_id ] ) ) {
			self::show_variations( self::$variations[ (int) $post_id ] );
		}
		if ( null === $row ) {
			return;
		}
		echo '<span class="areg-state areg-state-' . esc_attr( $row['view'] ) . '"><span class="dashicons dashicons-'
			. esc_attr( State_Words::symbol_of( $row['view'] ) )
			. '" aria-hidden="true"></span> <span>' . esc_html( State_Words::of( $row['view'] ) ) . '</span></span>';
		if ( null !== $row['original_title'] ) {
			/* translators: %s: title of another work. */
			echo '<br><small>' . esc_html( sprintf( __( 'A translation of %s: the original is what the registry shows.', 'artwork-registry-connector' ), Plain_Text::of( $row['original_title'] ) ) ) . '</small>';
		}
		if ( null !== $row['registry_id'] ) {
			$id = '<code>' . esc_html( $row['registry_id'] ) . '</code>';
			// phpcs:ignore WordPress.Security.EscapeOutput
			echo '<br>' . ( null === $row['public_page'] ? $id : '<a href="' . esc_url( $row['public_page'] ) . '">' . $id . '</a>' );
		}
	}

	/** @param array<string, int> $counts State → number of variations. Printed as "3 variations", then how many are in each state. */
	private static function show_variations( array $counts ): void {
		$works = array_sum( $counts );
		/* translators: %d: number of variations of a product, each a work. */
		echo '<span class="areg-variations">' . esc_html( sprintf( _n( '%d variation', '%d variations', $works, 'artwork-registry-connector' ), $works ) ) . '</span>';
		foreach ( array_intersect_key( array_merge( array_flip( Works_Query::VIEWS ), $counts ), $counts ) as $view => $number ) {
			echo '<br><span class="areg-state areg-state-' . esc_attr( $view ) . '"><span class="dashicons dashicons-' . esc_attr( State_Words::symbol_of( $view ) )
				. '" aria-hidden="true"></span> <span>' . esc_html( State_Words::of( $view ) . ': ' . number_format_i18n( $number ) ) . '</span></span>';
		}
		echo '<br>';
	}

	/** @var array<int, array<string, int>> Product → states of its variations, where they are works. Only for the list shown. */
	private static $variations = array();
	/** @var array<int, WorkRow>|null The rows of the list shown, read with one query. */
	private static $rows = null;

	/** @return WorkRow|null */
	private static function row( int $post_id ): ?array {
		global $wp_query;
		if ( null === self::$rows ) {
			$ids              = array_map( 'intval', wp_list_pluck( (array) $wp_query->posts, 'ID' ) );
			self::$rows       = Works_Query::find_many( $ids );
			self::$variations = Works_Query::count_variations( $ids );
		}
		return self::$rows[ $post_id ] ?? ( isset( self::$variations[ $post_id ] ) ? null : Works_Query::find( $post_id ) );
	}
}
