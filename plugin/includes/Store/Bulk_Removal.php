<?php
/**
 * A removal on hold: works that leave in large numbers, and the owner's answer. The works are in the status
 * table; the answer is a command that the sync service pulls.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Bulk_Removal {
	/** release: the works leave. keep: the registry keeps them. */
	public const ANSWERS = array( 'release', 'keep' );

	/** Works that wait for the answer; none once it was given. */
	public static function count(): int {
		if ( Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'commands' ) . " WHERE name IN ('removals_release', 'removals_keep')" ) > 0 ) {
			return 0;
		}
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'status' ) . " WHERE state = 'held' AND held_reason = 'bulk_removal'" );
	}

	/** @return list<string> The sources of the works on hold: their posts may be gone, and with them what tells their type. */
	public static function sources(): array {
		return array_map(
			'strval',
			array_column(
				Sql::rows_of(
					'SELECT DISTINCT o.source FROM ' . Tables::name( 'status' ) . ' s JOIN ' . Tables::name( 'outbox' )
					. " o ON o.external_id = s.external_id WHERE s.state = 'held' AND s.held_reason = 'bulk_removal'"
				),
				'source'
			)
		);
	}

	public static function answer( string $answer ): void {
		Commands::insert( 'release' === $answer ? Commands::REMOVAL_RELEASE : Commands::REMOVAL_KEEP );
	}
}
