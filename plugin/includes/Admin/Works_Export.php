<?php
/**
 * The artworks as a CSV file: those that the screen Artworks is narrowed to, or those that are selected there. Written piece by piece, so
 * that a catalogue of any size is exported.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Long_Run;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\State_Words;
use ArtworkRegistry\View\Work_Names;
use ArtworkRegistry\View\Works_Query;
use ArtworkRegistry\Work\Work_Builder;

/**
 * @phpstan-import-type WorkRow from Works_Query
 */
final class Works_Export {
	public const ACTION = 'artwork_registry_export';

	private const PIECE = 500;

	/** admin_post_artwork_registry_export */
	public static function send(): void {
		check_admin_referer( self::ACTION );
		if ( ! Access::is_staff() ) {
			wp_die( esc_html( Access::refusal() ), '', array( 'response' => 403 ) );
		}
		$views  = array_values( array_intersect( Works_Query::VIEWS, self::words( 'view' ) ) );
		$search = isset( $_GET['search'] ) && is_string( $_GET['search'] ) ? sanitize_text_field( wp_unslash( $_GET['search'] ) ) : '';
		$ids    = array_values( array_filter( array_map( 'absint', self::words( 'ids' ) ) ) );
		Csv::begin( 'artworks' );
		self::write( $views, $search, $ids );
		exit;
	}

	/**
	 * @param list<string> $views  Empty: all.
	 * @param list<int>    $ids    Empty: all that fit.
	 */
	public static function write( array $views, string $search, array $ids ): void {
		Csv::mark();
		Csv::line(
			array(
				__( 'Title', 'artwork-registry-connector' ),
				__( 'Artist', 'artwork-registry-connector' ),
				__( 'State', 'artwork-registry-connector' ),
				__( 'Art ID', 'artwork-registry-connector' ),
				__( 'Registry page', 'artwork-registry-connector' ),
				__( 'Last confirmed', 'artwork-registry-connector' ),
				__( 'Number on this site', 'artwork-registry-connector' ),
			)
		);
		$written = 0;
		if ( $ids ) {
			$rows = array_values( Works_Query::find_many( $ids ) );
			self::lines( $rows );
			$written = count( $rows );
		}
		$before = PHP_INT_MAX;
		$rows   = $ids ? array() : Works_Query::list_before( $views, $search, $before, self::PIECE );
		while ( $rows ) {
			self::lines( $rows );
			$written += count( $rows );
			$before   = end( $rows )['external_id'];
			Long_Run::next_piece();
			$rows = Works_Query::list_before( $views, $search, $before, self::PIECE );
		}
		Csv::complete( $written );
	}

	/** @param list<WorkRow> $rows */
	private static function lines( array $rows ): void {
		Work_Names::prime( array_column( $rows, 'external_id' ) );
		foreach ( $rows as $row ) {
			$id     = $row['external_id'];
			$source = Sources::of_type( (string) get_post_type( $id ) );
			Csv::line(
				array(
					Work_Names::title( $id, $row['title'] ),
					null === $source ? '' : Work_Builder::artist( $source, $id ),
					State_Words::of( $row['view'] ),
					(string) $row['registry_id'],
					(string) $row['public_page'],
					(string) Clock::iso( $row['confirmed_at'] ),
					(string) $id,
				)
			);
		}
	}

	/** @return list<string> Of a parameter with words by commas. */
	private static function words( string $name ): array {
		// phpcs:ignore WordPress.Security -- the nonce was checked; each word is compared with a list or made a number.
		$value = isset( $_GET[ $name ] ) && is_string( $_GET[ $name ] ) ? wp_unslash( $_GET[ $name ] ) : '';
		return '' === $value ? array() : explode( ',', $value );
	}

	public static function url(): string {
		return add_query_arg(
			array(
				'action'   => self::ACTION,
				'_wpnonce' => wp_create_nonce( self::ACTION ),
			),
			admin_url( 'admin-post.php' )
		);
	}
}
