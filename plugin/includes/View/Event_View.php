<?php
/**
 * Lines of the activity list as our screens show them. What looks like a key, a secret or an e-mail address in a message is taken
 * out: the owner copies these lines to others.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Events;

/**
 * @phpstan-import-type Line from Events
 */
final class Event_View {
	/**
	 * @param list<Line> $lines
	 * @return list<array<string, mixed>>
	 */
	public static function many( array $lines ): array {
		Work_Names::prime( array_filter( array_column( $lines, 'external_id' ) ) );
		return array_map( array( self::class, 'of' ), $lines );
	}

	/**
	 * @param Line $line
	 * @return array<string, mixed>
	 */
	private static function of( array $line ): array {
		$id = $line['external_id'];
		return array(
			'id'          => $line['id'],
			'type'        => $line['type'],
			'created_at'  => Clock::iso( $line['created_at'] ),
			'external_id' => $id > 0 ? (string) $id : null,
			'title'       => $id > 0 ? Work_Names::title( $id ) : '',
			'edit_url'    => $id > 0 ? Work_Names::edit_url( $id ) : null,
			'registry_id' => $line['registry_id'],
			'detail'      => null === $line['detail'] ? null : Log::redact( $line['detail'] ),
		);
	}
}
