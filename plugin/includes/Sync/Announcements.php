<?php
/**
 * Fires the actions that tell other code of this site about an artwork on its way to the registry. Code that throws, or that the database
 * refuses, is logged and changes nothing.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Read_Check;

/**
 * @phpstan-import-type Choice from \ArtworkRegistry\Store\Status
 * @phpstan-import-type Report from \ArtworkRegistry\Store\Status
 */
final class Announcements {
	/**
	 * @param array<string, mixed> $change One of a page of changes.
	 * @param Choice               $choice
	 */
	public static function of_change( array $change, array $choice ): void {
		if ( 'shared' === $change['state'] && ! $choice['has_art_id'] ) {
			/**
			 * Before an artwork without an Art ID goes to the sync service. Runs again until the registry has confirmed it.
			 *
			 * @param int                  $post_id
			 * @param array<string, mixed> $artwork What the registry gets.
			 */
			self::tell( 'artwork_registry_before_register', (int) $change['external_id'], $change['artwork'] );
		} elseif ( $choice['has_art_id'] && in_array( $change['state'], array( 'not_shared', 'gone' ), true ) ) {
			/**
			 * Before the sync service learns that a registered artwork leaves. A bulk removal may still be on hold.
			 *
			 * @param int    $post_id
			 * @param string $reason A word of docs/site-protocol.md: draft, deleted, excluded …
			 */
			self::tell( 'artwork_registry_leaving', (int) $change['external_id'], (string) ( $change['reason'] ?? 'deleted' ) );
		}
	}

	/**
	 * @param list<Report> $reports
	 * @param array<int>   $changed Works whose Art ID is new, or gone.
	 */
	public static function of_reports( array $reports, array $changed ): void {
		foreach ( $reports as $report ) {
			if ( null !== $report['registry_id'] && in_array( $report['external_id'], $changed, true ) ) {
				/**
				 * After the registry has confirmed an artwork under an Art ID that this site did not know yet.
				 *
				 * @param int    $post_id
				 * @param string $art_id      Such as AREG-100001.
				 * @param string $public_page Its page in the registry; '' where it has none.
				 */
				self::tell( 'artwork_registry_registered', $report['external_id'], $report['registry_id'], (string) $report['public_page'] );
			}
		}
	}

	/**
	 * @param non-empty-string $action
	 * @param mixed            ...$values
	 */
	private static function tell( string $action, ...$values ): void {
		$check = new Read_Check();
		try {
			Read_Check::run(
				static function () use ( $action, $values ): void {
					do_action( $action, ...$values ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- the callers' names begin with it.
				}
			);
		} catch ( \Throwable $error ) {
			Log::error( "Code on the action $action failed: " . $error->getMessage() );
		}
		// Nothing of ours is made of what it asked the database in vain.
		$check->forgive();
	}
}
