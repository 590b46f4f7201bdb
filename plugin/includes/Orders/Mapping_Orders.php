<?php
/**
 * The owner's orders about the mapping. A changed mapping marks the works it touches as one job that the sync service walks page by
 * page; works whose content stays equal are not sent.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Document;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Store\Options;
use ArtworkRegistry\Sync\Post_Watcher;

/**
 * @phpstan-import-type Problem from Mapping_Document
 */
final class Mapping_Orders {
	/**
	 * @param array<mixed> $sources As Mapping_Document::read takes them.
	 * @return list<Problem> Empty: saved. Else nothing has changed.
	 */
	public static function save( array $sources ): array {
		$read = Mapping_Document::read( $sources );
		if ( $read['problems'] ) {
			return $read['problems'];
		}
		$stored = Options::read_to_change( array( Mapping_Document::class, 'stored' ) );
		// A source that is switched off or not chosen keeps its part, because the form does not show it.
		$read['chains'] += array_diff_key( $stored['chains'], Sources::chosen() );
		if ( 'saved' === $stored['state'] && $stored['chains'] === $read['chains'] ) {
			return array();
		}
		// Start the job before saving the mapping: if the process dies in between, works are checked for nothing. In the other order they
		// would keep the old mapping. Start it again afterwards for the works that were walked meanwhile.
		Post_Watcher::all_changed();
		Mapping_Store::write( Mapping_Document::write( $read['chains'] ) );
		Mapping::forget();
		Post_Watcher::all_changed();
		Events::record( 'mapping.saved' );
		Wake_Up::send();
		return array();
	}
}
