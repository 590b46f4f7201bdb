<?php
/**
 * Walks a large job one page further: by post id, works into the outbox first, the cursor after.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Sweeps;
use ArtworkRegistry\Store\Tables;

/** @phpstan-import-type Sweep from Sweeps */
final class Sweeper {
	public const PAGE = 100;

	/**
	 * @param Sweep|null $sweep The job as the caller has just read it; null: read here.
	 * @return bool Whether a job is still open.
	 */
	public static function step( ?array $sweep = null ): bool {
		$sweep = $sweep ?? Sweeps::find();
		if ( null === $sweep ) {
			return false;
		}
		if ( 0 === $sweep['cursor_id'] ) {
			// A job that has not begun may be of a choice that this request does not know of yet.
			Fresh_Options::read();
		}
		if ( Sweeps::VARIATIONS === $sweep['kind'] ) {
			$products = Variation_Walk::page( $sweep['cursor_id'] );
			if ( $products ) {
				Variation_Walk::look_at( $products );
				Sweeps::advance( $sweep['id'], max( $products ), count( $products ) );
				return true;
			}
		}
		$page = Sweeps::VARIATIONS === $sweep['kind'] ? array() : self::page( $sweep['kind'], $sweep['cursor_id'] );
		if ( ! $page ) {
			Sweeps::remove( $sweep['id'] );
			return null !== Sweeps::find();
		}
		if ( Sweeps::PUBLISH_ALL === $sweep['kind'] ) {
			Status::choose_undecided( array_keys( $page ) );
		}
		Outbox::touch( $page );
		Sweeps::advance( $sweep['id'], (int) max( array_keys( $page ) ), count( $page ) );
		return true;
	}

	public static function count( string $kind ): int {
		return Sql::number( 'SELECT COUNT(*) ' . self::from( $kind, 0 ) );
	}

	/** @return array<int, string> external_id → source id */
	private static function page( string $kind, int $after ): array {
		$page    = array();
		$by_type = Sources::by_type();
		foreach ( Sql::rows_of( 'SELECT p.ID, p.post_type ' . self::from( $kind, $after ) . ' ORDER BY p.ID LIMIT ' . self::PAGE ) as $row ) {
			$page[ (int) $row['ID'] ] = $by_type[ (string) $row['post_type'] ];
		}
		return $page;
	}

	private static function from( string $kind, int $after ): string {
		global $wpdb;
		$status = Tables::name( 'status' );
		$types  = Sql::words( array_keys( Sources::by_type() ) );
		if ( Sweeps::PUBLISH_ALL === $kind ) {
			return "FROM $wpdb->posts p LEFT JOIN $status s ON s.external_id = p.ID WHERE p.ID > $after AND p.post_type IN ($types)
				AND p.post_status = 'publish' AND p.post_password = '' AND COALESCE(s.chosen, 0) = 0 AND " . Sources::sql_shareable( 'p' );
		}
		return "FROM $wpdb->posts p JOIN $status s ON s.external_id = p.ID WHERE p.ID > $after AND p.post_type IN ($types) AND s.chosen = 1";
	}
}
