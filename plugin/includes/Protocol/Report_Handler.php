<?php
/**
 * ack, report and event: what the sync service has taken over, and what the registry said.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Announcements;
use ArtworkRegistry\Sync\Background_Check;
use ArtworkRegistry\Sync\Variation_Pages;

/** @phpstan-import-type Report from Status */
final class Report_Handler {
	private const STATES = array(
		'queued',
		'sending',
		'published',
		'matched',
		'elsewhere',
		'attention',
		'stopped',
		'hidden',
		'private',
		'sold',
		'moved',
		'held',
		'forgotten',
	);

	/** @return array{acked: int} */
	public static function acknowledge( Body $body ): array {
		$revisions = array();
		$as_before = array();
		foreach ( $body->list_of( 'acks', 1000 ) as $ack ) {
			$id               = $ack->external_id();
			$revisions[ $id ] = max( $revisions[ $id ] ?? 0, $ack->integer( 'revision', 1, PHP_INT_MAX ) );
			if ( true === $ack->raw( 'as_before' ) ) {
				$as_before[ $id ] = $revisions[ $id ];
			}
		}
		// First, because after a crash in between the sync service asks again for works that still wait.
		Status::confirm_as_before( $as_before );
		$acked = Outbox::acknowledge( $revisions );
		if ( 0 === $acked && $revisions ) {
			// Works that did not wait: the background check continues behind them.
			Background_Check::acknowledge( array_keys( $revisions ) );
		}
		return array( 'acked' => $acked );
	}

	/** @return array{saved: int} */
	public static function report( Body $body ): array {
		$reports = array();
		foreach ( $body->list_of( 'works', 1000 ) as $work ) {
			$state = $work->text( 'state', 20 );
			if ( ! in_array( $state, self::STATES, true ) ) {
				// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- answered as JSON, never printed.
				throw new Protocol_Error( 400, 'invalid_body', 'The field state has a value this version does not know: ' . $state );
			}
			$reports[] = array(
				'external_id'  => $work->external_id(),
				'revision'     => $work->integer( 'revision', 0, PHP_INT_MAX ),
				'state'        => $state,
				'registry_id'  => $work->text_or_null( 'registry_id', 64 ),
				'public_page'  => self::web_address( $work->text_or_null( 'public_page', 2000 ) ),
				'confirmed_at' => Clock::parse( $work->raw( 'confirmed_at' ) ),
				'matched_on'   => $work->text_or_null( 'matched_on', 40 ),
				'shows'        => $work->json( 'shows' ),
				'error'        => $work->json( 'error' ),
				'held'         => 'held' === $state ? self::held( $work ) : null,
			);
		}
		if ( ! Connection::take_report( $body->integer( 'beat', 0, PHP_INT_MAX ), $body->integer( 'number', 1, PHP_INT_MAX ) ) ) {
			throw new Protocol_Error( 409, 'late_report', 'A report that was made after this one is saved already.' );
		}
		self::keep_lost( $reports );
		$saved   = Status::save_reports( $reports );
		$changed = Art_Ids::follow( $reports );
		// Before what may fail: the next report finds nothing changed.
		Art_Ids::tell_page_caches( $changed );
		Announcements::of_reports( $reports, $changed );
		Art_Ids::tell_page_caches( Variation_Pages::confirmed( $changed ) );
		return array( 'saved' => $saved );
	}

	/**
	 * Works that the registry shows were chosen when they were told. Where they have no row, an older copy of the table was put back: they stay
	 * chosen, and their owner has to look before anything is sent.
	 *
	 * @param list<Report> $reports
	 */
	private static function keep_lost( array $reports ): void {
		$shown = array();
		foreach ( $reports as $report ) {
			if ( null !== $report['registry_id'] && in_array( $report['state'], Status::SHOWN, true ) ) {
				$shown[] = $report['external_id'];
			}
		}
		$lost = array_keys( Sources::of_posts( array_values( array_diff( $shown, array_keys( Status::choices( $shown ) ) ) ) ) );
		if ( $lost ) {
			Tables::ask_owner();
			Status::choose_undecided( $lost );
		}
	}

	/** @return array{saved: int} */
	public static function events( Body $body ): array {
		$events = array();
		foreach ( $body->list_of( 'events', 1000 ) as $event ) {
			$events[] = array(
				'delivery_id' => $event->text( 'delivery_id', 100 ),
				'type'        => $event->text( 'type', 60 ),
				'created_at'  => Clock::parse( $event->raw( 'created_at' ) ) ?? Clock::now(),
				'external_id' => $event->external_id( 'external_id', true ),
				'registry_id' => $event->text_or_null( 'registry_id', 64 ),
				'detail'      => $event->json( 'changed_fields' ),
			);
		}
		return array( 'saved' => Events::insert( $events ) );
	}

	/** @return array{reason: string, group: string|null, size: int|null, known: int|null} */
	private static function held( Body $work ): array {
		$held  = new Body( $work->object( 'held' ) );
		$group = $held->text_or_null( 'group', 40 );
		if ( null !== $group && ! preg_match( '/^[0-9a-f]{16}$/', $group ) ) {
			throw new Protocol_Error( 400, 'invalid_body', 'The field held.group is not 16 lower-case hex characters.' );
		}
		$known = $held->external_id( 'known', true );
		return array(
			'reason' => $held->text( 'reason', 20 ),
			'group'  => $group,
			'size'   => null === $group ? null : $held->integer( 'size', 1, 1000000, 1 ),
			'known'  => 0 === $known ? null : $known,
		);
	}

	public static function web_address( ?string $url ): ?string {
		return null !== $url && preg_match( '#^https?://#i', $url ) ? esc_url_raw( $url ) : null;
	}
}
