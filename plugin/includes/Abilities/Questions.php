<?php
/**
 * What each changing ability asks before it acts: the question, and beside it what else must be as it was when the order is confirmed.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\View\Fix_View;
use ArtworkRegistry\View\Works_Query;
use WP_Error;

/**
 * @phpstan-import-type WorkRow from Works_Query
 */
final class Questions {
	/** Of a value in a question. */
	private const LONGEST = 120;

	/**
	 * @param WorkRow $row
	 * @return array{0: string, 1: mixed}|WP_Error
	 */
	public static function register( array $row ) {
		$id      = $row['external_id'];
		$preview = Reading::preview( $id );
		if ( null === $preview ) {
			return Reading::no_work();
		}
		$values = array();
		$issues = array();
		foreach ( $preview['fields'] as $field ) {
			$value = self::text( $field['value'] );
			if ( '' !== $value ) {
				$values[] = $field['label'] . ': ' . $value;
			}
			$issues[] = $field['issue'];
		}
		$is_out = ! in_array( $preview['reason'], array( null, 'not_chosen', 'excluded' ), true );
		$parts  = array(
			/* translators: %s: title of a work. */
			sprintf( __( 'Register %s?', 'artwork-registry-connector' ), self::name( $row ) ),
			null === $row['registry_id'] ? __( 'An Art ID is a permanent record. It proves neither authenticity nor title.', 'artwork-registry-connector' ) : '',
			$is_out ? __( 'It is not sent now:', 'artwork-registry-connector' ) . ' ' . $preview['why'] : '',
			(string) $preview['error'],
			implode( ' ', array_filter( $issues ) ),
			/* translators: %s: list such as "Title: Irises; Artist: Vincent van Gogh". */
			sprintf( __( 'The registry gets: %s.', 'artwork-registry-connector' ), implode( '; ', $values ) ),
		);
		return array( implode( ' ', array_filter( $parts ) ), array( $row['registry_id'], $preview['payload'], self::orders_so_far( $id ) ) );
	}

	/**
	 * @param WorkRow $row
	 * @return array{0: string, 1: mixed}
	 */
	public static function stop_updating( array $row ): array {
		return array(
			/* translators: %s: title of a work. */
			sprintf( __( 'Stop updating %s?', 'artwork-registry-connector' ), self::name( $row ) ) . ' '
			. ( null === $row['registry_id']
				? __( 'It is not in the registry, and is not registered before somebody registers it again.', 'artwork-registry-connector' )
				: __( 'Its registry page changes for everybody as your settings say for an artwork that leaves, usually to “not for sale”. It keeps its Art ID, and you can register it again at any time.', 'artwork-registry-connector' ) ),
			array( $row['registry_id'], self::orders_so_far( $row['external_id'] ) ),
		);
	}

	/**
	 * @param WorkRow $row
	 * @return array{0: string, 1: mixed}|null Null: it needs nothing, or was tried again already.
	 */
	public static function retry( array $row ): ?array {
		if ( 'attention' !== $row['view'] ) {
			return null;
		}
		/* translators: %s: title of a work. */
		return array( sprintf( __( 'Send %s to the registry again?', 'artwork-registry-connector' ), self::name( $row ) ) . ' ' . Work_Output::many( array( $row ) )[0]['why'], $row['error'] );
	}

	/**
	 * @param WorkRow $row
	 * @return array{0: string, 1: mixed}|WP_Error
	 */
	public static function update( array $row ) {
		if ( null === $row['registry_id'] ) {
			return new WP_Error( 'artwork_registry_not_registered', __( 'This artwork is not in the registry, so there is nothing to update there. Register it first, or name the fields to correct.', 'artwork-registry-connector' ), array( 'status' => 409 ) );
		}
		return array(
			/* translators: %s: title of a work. */
			sprintf( __( 'Update the registry entry of %s?', 'artwork-registry-connector' ), self::name( $row ) ) . ' '
			. __( 'The sync service compares it with this site, and puts right in the registry what differs.', 'artwork-registry-connector' ),
			array( $row['registry_id'], Reading::preview( $row['external_id'] )['payload'] ?? null ),
		);
	}

	/**
	 * @param WorkRow               $row
	 * @param array<string, string> $fields
	 * @return array{0: string, 1: mixed}|WP_Error
	 */
	public static function correct( array $row, array $fields ) {
		$work = Fix_View::many( array( $row['external_id'] ) )[0] ?? null;
		if ( null === $work ) {
			return Reading::no_work();
		}
		/* translators: %s: title of a work. */
		$lines  = array( sprintf( __( 'Change %s on this site?', 'artwork-registry-connector' ), self::name( $row ) ) );
		$former = array();
		foreach ( $fields as $field => $text ) {
			if ( ! $work['fields'][ $field ]['can_edit'] ) {
				return new WP_Error( 'artwork_registry_field_refused', __( 'This field cannot be changed here. Open the artwork, or change where it comes from under Fields.', 'artwork-registry-connector' ) . " ($field)", array( 'status' => 422 ) );
			}
			$was      = $work['fields'][ $field ]['value'];
			$former[] = $was;
			/* translators: 1: name of a field, 2: its value now, 3: its new value. */
			$lines[] = sprintf( __( '%1$s: “%3$s” instead of “%2$s”.', 'artwork-registry-connector' ), $field, self::text( $was ), $text );
		}
		if ( null !== $row['registry_id'] ) {
			$lines[] = __( 'The registry entry follows.', 'artwork-registry-connector' );
		}
		// The fields beside the text: a value can be written so that it reads as two.
		return array( implode( ' ', $lines ), array( $row['registry_id'], $fields, $former ) );
	}

	/**
	 * Moves with each order about the work, as with each change: without it, an order that somebody has taken back since could be given
	 * again with the word of the first time.
	 */
	private static function orders_so_far( int $id ): ?int {
		return Outbox::find( $id )['revision'] ?? null;
	}

	/** @param mixed $value */
	private static function text( $value ): string {
		if ( is_array( $value ) ) {
			// A price has an amount and a currency.
			$value = implode( ' ', array_filter( $value, 'is_scalar' ) );
		}
		return mb_substr( is_scalar( $value ) ? (string) $value : '', 0, self::LONGEST );
	}

	/** @param WorkRow $row */
	private static function name( array $row ): string {
		return self::text( Work_Output::many( array( $row ) )[0]['title'] ) . ' (#' . $row['external_id'] . ')';
	}
}
