<?php
/**
 * Walks a large job one page further, by post id. Writes the works to the outbox first and the cursor afterwards.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;

/** @phpstan-import-type Job from Jobs */
final class Job_Walker {
	public const PAGE = 100;

	/**
	 * @param Job|null $job The job as the caller has just read it; null: read here.
	 * @return bool Whether a job is still open.
	 */
	public static function step( ?array $job = null ): bool {
		$job = $job ?? Jobs::find();
		if ( null === $job ) {
			return false;
		}
		if ( 0 === $job['cursor_id'] ) {
			// A job that has not begun may belong to a choice that this request has not read yet.
			Fresh_Options::read();
		}
		if ( Jobs::VARIATIONS === $job['kind'] ) {
			$products = Variation_Walk::page( $job['cursor_id'] );
			if ( $products ) {
				Variation_Walk::look_at( $products );
				Jobs::advance( $job['id'], max( $products ), count( $products ) );
				return true;
			}
		}
		$page = Jobs::VARIATIONS === $job['kind'] ? array() : self::page( $job['kind'], $job['cursor_id'] );
		if ( ! $page && self::lacks_posts( $job ) ) {
			return true;
		}
		if ( Jobs::LOOK_AGAIN === $job['kind'] && ! $page && ( Background_Check::bury_gone() > 0 || Background_Check::choose_missed() ) ) {
			return true;
		}
		if ( ! $page ) {
			Jobs::remove( $job['id'] );
			return null !== Jobs::find();
		}
		if ( Jobs::REGISTER_ALL === $job['kind'] ) {
			Status::choose_undecided( array_keys( $page ) );
		}
		Outbox::touch( $page );
		Jobs::advance( $job['id'], (int) max( array_keys( $page ) ), count( $page ) );
		return true;
	}

	/**
	 * Posts that were there when the order was given are being put back from a backup.
	 *
	 * @param Job $job At its end, as it seems.
	 */
	private static function lacks_posts( array $job ): bool {
		global $wpdb;
		Sql::refuse_empty_posts( $job['total'] > 0 );
		// Not by how many are done: works that were chosen meanwhile count, and those that were deleted before count in the total. One that was
		// given while there was no post knows of none.
		$lacks = 0 === $job['last_id'] || Sql::number( "SELECT MAX(ID) FROM $wpdb->posts" ) < $job['last_id'];
		return $lacks && Jobs::hold( $job );
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
		if ( Jobs::REGISTER_ALL === $kind ) {
			return "FROM $wpdb->posts p LEFT JOIN $status s ON s.external_id = p.ID WHERE p.ID > $after AND p.post_type IN ($types)
				AND p.post_status = 'publish' AND p.post_password = ''
				AND COALESCE(s.chosen, 0) = 0 AND " . Sources::sql_shareable( 'p' ) . ' AND NOT ' . Compared::sql_is_question( 'p.ID' );
		}
		return "FROM $wpdb->posts p JOIN $status s ON s.external_id = p.ID WHERE p.ID > $after AND p.post_type IN ($types)
			AND (s.chosen = 1 OR (s.chosen = " . Status::EXCLUDED . ' AND ' . Status::sql_not_left( 's' ) . '
			AND EXISTS (SELECT 1 FROM ' . Tables::name( 'outbox' ) . ' o WHERE o.external_id = p.ID AND o.was_sent = 1)))';
	}
}
