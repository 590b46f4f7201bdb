<?php
/**
 * The review before registering as a CSV file: every artwork that nobody has decided about, what will happen to it, and why.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Long_Run;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Report_View;

final class Report_Export {
	public const ACTION = 'artwork_registry_export_report';

	private const PIECE = 500;

	/** admin_post_artwork_registry_export_report */
	public static function send(): void {
		check_admin_referer( self::ACTION );
		if ( ! Access::is_staff() ) {
			wp_die( esc_html( Access::refusal() ), '', array( 'response' => 403 ) );
		}
		Csv::begin( 'review' );
		self::write();
		exit;
	}

	public static function write(): void {
		Csv::mark();
		Csv::line(
			array(
				__( 'Title', 'artwork-registry-connector' ),
				__( 'Artist', 'artwork-registry-connector' ),
				__( 'Result', 'artwork-registry-connector' ),
				__( 'What to do', 'artwork-registry-connector' ),
				__( 'Art ID', 'artwork-registry-connector' ),
				__( 'In the registry', 'artwork-registry-connector' ),
				__( 'Registry page', 'artwork-registry-connector' ),
				__( 'Number on this site', 'artwork-registry-connector' ),
			)
		);
		$written = 0;
		foreach ( self::lines() as $line => $result ) {
			$rows = Checks::list_after( (string) $line, 0, self::PIECE );
			while ( $rows ) {
				foreach ( Report_View::many( $rows ) as $work ) {
					Csv::line(
						array(
							$work['title'],
							$work['artist'],
							$result,
							implode( ' ', $work['problems'] ),
							$work['there']['registry_id'] ?? '',
							$work['there']['words'] ?? '',
							(string) ( $work['there']['page'] ?? '' ),
							$work['external_id'],
						)
					);
				}
				$written += count( $rows );
				$after    = end( $rows )['external_id'];
				Long_Run::next_piece();
				$rows = Checks::list_after( (string) $line, $after, self::PIECE );
			}
		}
		Csv::complete( $written );
	}

	/** @return array<string, string> Line of the review → what will happen to its works. Those that need the owner come first. */
	private static function lines(): array {
		return array_fill_keys( array_keys( Checks::count()['lacking'] ), __( 'Needs a correction', 'artwork-registry-connector' ) ) + array(
			'alike'  => __( 'Possible duplicate on this site', 'artwork-registry-connector' ),
			'joined' => __( 'Check the artist: several values became one', 'artwork-registry-connector' ),
			'near'   => __( 'Perhaps in the registry already', 'artwork-registry-connector' ),
			'other'  => __( 'Probably registered by another profile', 'artwork-registry-connector' ),
			'own'    => __( 'In the registry already: keeps its Art ID', 'artwork-registry-connector' ),
			''       => __( 'Ready', 'artwork-registry-connector' ),
		);
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
