<?php
/**
 * wp artwork-registry removals: the answer to "many works are leaving at once. Was this intended?"
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Bulk_Removal;
use ArtworkRegistry\Store\Schema;
use WP_CLI;

/**
 * Confirms or refuses a removal on hold: many works that left the site at once.
 */
final class Removals_Command {
	/**
	 * Says yes (the works leave the registry, too) or no (the registry keeps them as they are).
	 *
	 * ## OPTIONS
	 *
	 * <answer>
	 * : What to do with the held works.
	 * ---
	 * options:
	 *   - release
	 *   - keep
	 * ---
	 *
	 * @param array<string> $args
	 */
	public function __invoke( $args ): void {
		Schema::upgrade();
		if ( ! in_array( $args[0] ?? '', Bulk_Removal::ANSWERS, true ) ) {
			/* translators: %s: list of answers. */
			WP_CLI::error( sprintf( __( 'The answer must be one of: %s.', 'artwork-registry-connector' ), implode( ', ', Bulk_Removal::ANSWERS ) ) );
		}
		$works = Owner_Orders::answer_bulk_removal( $args[0] );
		if ( 0 === $works ) {
			WP_CLI::error( __( 'No artworks are on hold.', 'artwork-registry-connector' ) );
		}
		/* translators: %d: number of works. */
		WP_CLI::success( sprintf( _n( '%d artwork: the sync service has your answer.', '%d artworks: the sync service has your answer.', $works, 'artwork-registry-connector' ), $works ) );
	}
}
