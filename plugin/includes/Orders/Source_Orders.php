<?php
/**
 * The owner's orders about what counts as a work. A changed choice is one job that the sync service walks page by page. Works that leave
 * by it leave like any other work, so a bulk removal goes on hold.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Source_Choices;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Post_Watcher;

final class Source_Orders {
	/** @return array{leaving: int, coming: int} Works that the registry shows and that would leave; works that would go there by themselves. */
	public static function consequences( Source_Choice $next ): array {
		$is_now  = Sources::sql_shareable( 'p' );
		$is_then = Sources::sql_shareable( 'p', $next );
		// Works that the owner registered before they left come back; new works only where registering is automatic.
		$comes = Settings::is_automatic() ? '(s.chosen = 1 OR (COALESCE(s.chosen, 0) = 0 AND ' . Status::sql_new( 'p' ) . '))' : 's.chosen = 1';
		return array(
			'leaving' => self::count(
				$next,
				's.chosen = 1 AND s.registry_id IS NOT NULL AND ' . Status::sql_not_left( 's' ) . " AND $is_now AND NOT ($is_then)"
			),
			'coming'  => self::count( $next, "$comes AND NOT ($is_now) AND $is_then" ),
		);
	}

	public static function save( Source_Choice $next ): void {
		if ( $next->hash() === Source_Choice::current()->hash() ) {
			return;
		}
		// Start the job before saving the choice: if the process dies in between, works are checked for nothing. In the other order they
		// would stay as they were. Start it again afterwards for the works that were walked meanwhile.
		Post_Watcher::all_changed();
		Source_Choices::write( $next->document() );
		Source_Choice::forget();
		Categories::forget();
		Post_Watcher::all_changed();
		Events::record( 'sources.saved' );
		Wake_Up::send();
	}

	private static function count( Source_Choice $next, string $which ): int {
		global $wpdb;
		$types = array();
		foreach ( Sources::all( $next ) as $source ) {
			$types = array_merge( $types, $source->post_types() );
		}
		return Sql::number(
			"SELECT COUNT(*) FROM $wpdb->posts p LEFT JOIN " . Tables::name( 'status' ) . ' s ON s.external_id = p.ID
			WHERE p.post_type IN (' . Sql::words( $types ) . ") AND p.post_status = 'publish' AND p.post_password = '' AND $which"
		);
	}
}
