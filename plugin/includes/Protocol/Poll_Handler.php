<?php
/**
 * poll: stores the status of the sync service, and answers with the owner's orders and settings.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Commands;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Cron_Times;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Picture_Index;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Sealed;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\Sync\Disconnection;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\Sync\Missed_Changes;
use ArtworkRegistry\Sync\Source_Watch;
use RuntimeException;

final class Poll_Handler {
	private const REFUSALS = array( 'unauthorized', 'forbidden', 'no_write_target' );

	/** @return array<string, mixed> */
	public static function handle( Body $body ): array {
		$seen = new Body( $body->object( 'seen' ) );
		Clone_Guard::compare_with( $seen->integer( 'generation', 0, PHP_INT_MAX, 0 ), $seen->integer( 'beat', 0, PHP_INT_MAX, 0 ), Connection::beat() );
		$doubt   = Clone_Guard::look();
		$before  = Connection::find_status();
		$service = self::service( $body, $before['service'] ?? null );
		$beat    = Connection::save_status(
			$body->text( 'daemon_version', 40 ),
			array( 'site_ahead_seconds' => Clock::now() - $body->time( 'time' ) ) + self::recorded( $body->object( 'status' ) ),
			$service
		);
		self::record_registry( $body->object( 'status' ) );
		self::record_wake_address( $body );
		Cron_Times::put_right();
		Source_Watch::look();
		Missed_Changes::look_for();
		$fills = self::fill_pictures();
		// What healed a lost table may be in doubt of the owner's choices.
		$doubt = $doubt ?? Clone_Guard::look();
		self::look_again( $body );
		Outbox::touch_due( Clock::now() );
		$done = array();
		foreach ( $body->list_of( 'commands_done', 1000 ) as $command ) {
			$done[] = $command->integer( 'id', 1, PHP_INT_MAX );
			if ( false === $command->raw( 'ok' ) ) {
				Events::record( 'command.failed', 0, $command->shown( 'message', 500 ) );
				Log::error( 'The sync service could not do an order: ' . $command->shown( 'message', 500 ) );
			}
		}
		Commands::remove( $done );
		Inbox::remove( self::ids( $body, 'inbox_done' ) );
		foreach ( $body->list_of( 'sealed_done', 20 ) as $outcome ) {
			Sealed::finish( self::outcome( $outcome ) );
		}
		foreach ( $body->list_of( 'certificates_done', 100 ) as $outcome ) {
			Certificates::finish( self::certificate( $outcome ) );
		}
		$pairing = Connection::find();
		if ( null !== $pairing && null !== $pairing['service_url'] ) {
			// A plugin that cleans up may have removed it.
			Dialling::schedule();
		}
		if ( null === $doubt ) {
			Disconnection::step();
		}
		return array(
			'protocol'          => 1,
			'time'              => Clock::iso( Clock::now() ),
			'site_id'           => null === $pairing ? '' : $pairing['site_id'],
			'site_url'          => Identity::address(),
			'ajax_path'         => Pairing::ajax_path(),
			'name'              => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
			'generation'        => Identity::generation(),
			'beat'              => $beat,
			'instance_before'   => $before['service']['instance'] ?? null,
			'doubt'             => $doubt,
			'platform'          => Settings::platform(),
			'plugin_version'    => ARTWORK_REGISTRY_VERSION,
			'wordpress_version' => get_bloginfo( 'version' ),
			'watched'           => Connection::is_watched(),
			'waiting'           => Outbox::count_waiting(),
			'sweeping'          => $fills || null !== Jobs::find(),
			'review'            => null === $doubt ? Compared::count_waiting() : 0,
			'settings'          => array( 'on_leave' => self::on_leave() ),
			// Nobody gave the orders in a copied or restored database.
			'commands'          => null === $doubt ? Commands::list_open() : array(),
			'sealed'            => null === $doubt ? Sealed::list_open() : array(),
			'certificates'      => null === $doubt ? Certificates::list_open() : array(),
			'inbox'             => Inbox::list_oldest(),
		);
	}

	/**
	 * Who polls and how.
	 *
	 * @param array<string, mixed>|null $before
	 * @return array{name: string, instance: string, hosted: bool, carrier: string, carrier_since: int, next_poll_by: int, compares: string}
	 */
	private static function service( Body $body, ?array $before ): array {
		$service = new Body( $body->object( 'service' ) );
		$carrier = $body->word( 'carrier', array( 'direct', 'mailbox' ) );
		$is_same = null !== $before && $before['carrier'] === $carrier;
		return array(
			'name'          => (string) $service->shown( 'name', 200 ),
			'instance'      => $service->text( 'instance', 64 ),
			'hosted'        => true === $service->raw( 'hosted' ),
			'carrier'       => $carrier,
			'carrier_since' => $is_same ? (int) $before['carrier_since'] : Clock::now(),
			// On the clock of this site: that of the service may be wrong.
			'next_poll_by'  => Clock::now() + $body->time( 'next_poll_by' ) - $body->time( 'time' ),
			'compares'      => $body->word( 'compares', array( 'list', 'match' ) ),
		);
	}

	/**
	 * A table of pictures that is not whole, or that the database refuses, keeps no order waiting.
	 *
	 * @return bool Whether the next call reads it further.
	 */
	private static function fill_pictures(): bool {
		$check = new Read_Check();
		try {
			return ! Picture_Index::continue_filling();
		} catch ( RuntimeException $refused ) {
			$check->forgive();
			Log::error( $refused->getMessage() );
			return false;
		}
	}

	/** @param array<string, mixed> $status Its registry is null while the service has no valid key, which changes nothing. */
	private static function record_registry( array $status ): void {
		$registry = (array) ( $status['registry'] ?? array() );
		$slug     = ( (array) ( $registry['organization'] ?? array() ) )['slug'] ?? null;
		if ( is_string( $registry['url'] ?? null ) && is_string( $slug ) ) {
			Compared::set_registry( $registry['url'], $slug );
		}
	}

	/** A hosted service is called at the address that the owner agreed to, whatever it says later. */
	private static function record_wake_address( Body $body ): void {
		$pairing = Connection::find();
		if ( null !== $pairing && null !== $pairing['service_url'] ) {
			Dialling::allow_wake();
			return;
		}
		Connection::set_wake_url( Wake_Up::clean_url( $body->raw( 'wake_url' ) ) );
	}

	/**
	 * The log has a line when the registry account changes, not one for each poll.
	 *
	 * @param array<string, mixed> $status
	 * @return array<string, mixed>
	 */
	private static function recorded( array $status ): array {
		$before = Connection::find_status();
		$was    = null === $before ? null : ( (array) ( $before['status']['account'] ?? array() ) )['state'] ?? null;
		$is     = ( (array) ( $status['account'] ?? array() ) )['state'] ?? null;
		if ( is_string( $is ) && $is !== $was ) {
			Log::info( 'The registry account is now: ' . $is );
			// "Unreachable" comes and goes and makes no line. What the owner must fix does, and so does its end.
			if ( in_array( $is, self::REFUSALS, true ) || ( 'ok' === $is && in_array( $was, self::REFUSALS, true ) ) ) {
				Events::record( 'account.' . $is );
			}
		}
		return $status;
	}

	/** While the site disconnects, the owner's answer decides how works leave. */
	private static function on_leave(): string {
		$modes = array(
			'stop' => 'not_for_sale',
			'hide' => 'fully_private',
		);
		if ( isset( $modes[ (string) Offboarding::mode() ] ) ) {
			return $modes[ (string) Offboarding::mode() ];
		}
		$setting = Settings::get()['on_leave'];
		/**
		 * What the registry shows of an artwork that leaves the site.
		 *
		 * @param string $on_leave not_for_sale, fully_private or nothing; another value is ignored.
		 */
		$filtered = apply_filters( 'artwork_registry_on_leave', $setting );
		return in_array( $filtered, Settings::ON_LEAVE, true ) ? $filtered : $setting;
	}

	/** @return array{id: string, ok: bool, code: string, message: string|null, fields: list<string>} */
	private static function outcome( Body $outcome ): array {
		$fields = $outcome->raw( 'fields' );
		return array(
			'id'      => $outcome->text( 'id', 64 ),
			'ok'      => true === $outcome->raw( 'ok' ),
			'code'    => $outcome->text( 'code', 40 ),
			'message' => $outcome->shown( 'message', 2000 ),
			'fields'  => is_array( $fields ) ? array_slice( array_values( array_filter( $fields, 'is_string' ) ), 0, 20 ) : array(),
		);
	}

	/**
	 * @return array{
	 *     id: string, ok: bool, code: string|null, certificate_id: string|null, public_page: string|null, registry_id: string|null,
	 *     issued_at: int|null, withdrawn_at: int|null,
	 * }
	 */
	private static function certificate( Body $outcome ): array {
		$page = $outcome->text_or_null( 'public_page', 2000 );
		return array(
			'id'             => $outcome->text( 'id', 64 ),
			'ok'             => true === $outcome->raw( 'ok' ),
			'code'           => $outcome->text_or_null( 'code', 60 ),
			'certificate_id' => $outcome->text_or_null( 'certificate_id', 64 ),
			'public_page'    => null !== $page && 1 === preg_match( '#^https?://#i', $page ) ? $page : null,
			'registry_id'    => $outcome->text_or_null( 'registry_id', 64 ),
			'issued_at'      => Clock::parse( $outcome->raw( 'issued_at' ) ),
			'withdrawn_at'   => Clock::parse( $outcome->raw( 'withdrawn_at' ) ),
		);
	}

	/** @return list<int> */
	private static function ids( Body $body, string $field ): array {
		$ids = $body->raw( $field );
		return is_array( $ids ) ? array_values( array_filter( $ids, 'is_int' ) ) : array();
	}

	/** The sync service lost its journal or runs a full check: sends all works again, or those it names. */
	private static function look_again( Body $body ): void {
		if ( 'all' === $body->raw( 'look_again' ) ) {
			Jobs::start( Jobs::LOOK_AGAIN, Job_Walker::count( Jobs::LOOK_AGAIN ) );
		} elseif ( is_array( $body->raw( 'look_again' ) ) ) {
			$sources = array();
			foreach ( $body->external_ids( 'look_again', 1000 ) as $id ) {
				// A deleted post has no source, but its row still says "deleted".
				$sources[ $id ] = Sources::id_ever_of( (string) get_post_type( $id ) ) ?? 'unknown';
			}
			// Those without a row were not chosen when this database was. One that it has told of itself has lost its row: its owner is asked.
			$told = array_filter(
				Outbox::list_of( array_keys( $sources ) ),
				static function ( array $row ): bool {
					return $row['was_sent'];
				}
			);
			Status::add_undecided( array_keys( array_diff_key( array_diff( $sources, array( 'unknown' ) ), $told ) ) );
			Outbox::look_again( $sources );
		}
	}
}
