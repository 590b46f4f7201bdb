<?php
/**
 * The checks of this site's connection to the registry, each with advice for when it fails. For Site Health, for
 * "wp artwork-registry doctor" and for the e-mail about a lasting problem. Asks the database and nobody else.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Health;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Printed_Early;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\Sync\Missed_Changes;
use ArtworkRegistry\View\Error_Texts;
use ArtworkRegistry\View\Works_Query;

/**
 * @phpstan-type Check array{id: string, status: string, label: string, text: string}
 */
final class Checks {
	public const GOOD        = 'good';
	public const RECOMMENDED = 'recommended';
	public const CRITICAL    = 'critical';

	/** Causes before effects: the first check that fails usually explains the others. */
	public const IDS = array( 'table', 'database', 'clone', 'service', 'account', 'clock', 'printed', 'answers', 'lag', 'inbox' );

	private const SKEW_SECONDS = 60;
	private const LAG_SECONDS  = 3600;
	private const INBOX_MANY   = 500;

	/** @return list<Check> */
	public static function all(): array {
		return array_map( array( self::class, 'run' ), self::IDS );
	}

	/** @return Check A check that cannot read what it asks for is not good. */
	public static function run( string $id ): array {
		$check = new Read_Check();
		try {
			$found = self::look( $id );
			$check->refuse_failures();
			return $found;
		} catch ( Read_Failed $failed ) {
			return self::check( $id, self::CRITICAL, __( 'The artwork registry cannot read the database of this site', 'artwork-registry-connector' ), Error_Texts::of_unreadable() );
		}
	}

	/** @return Check */
	private static function look( string $id ): array {
		switch ( $id ) {
			case 'table':
				return self::table();
			case 'database':
				return self::database();
			case 'clone':
				return self::clone_of();
			case 'service':
				return self::service();
			case 'account':
				return self::account();
			case 'clock':
				return self::clock();
			case 'printed':
				return self::printed();
			case 'answers':
				return self::answers();
			case 'lag':
				return self::lag();
			default:
				return self::inbox();
		}
	}

	/** @return Check */
	private static function table(): array {
		if ( Schema::is_newer() ) {
			return self::check( 'table', self::CRITICAL, __( 'The data of the artwork registry is of a newer version of the plugin', 'artwork-registry-connector' ), Error_Texts::of_newer_data() );
		}
		$missing = Tables::lacking();
		return $missing
			? self::check(
				'table',
				self::CRITICAL,
				__( 'A table of the artwork registry is missing, or a part of it', 'artwork-registry-connector' ),
				sprintf(
				/* translators: %s: names of tables and columns. */
					__( 'Missing: %s. It is created again at the next change, but its contents are lost. If it stays missing, the database refuses it: ask your host, or restore a backup.', 'artwork-registry-connector' ),
					implode( ', ', $missing )
				)
			)
			: self::check( 'table', self::GOOD, __( 'The tables of the artwork registry are there', 'artwork-registry-connector' ) );
	}

	/**
	 * Each table that works are read from, and the list of all works, which reads several of them together.
	 *
	 * @return Check
	 */
	private static function database(): array {
		// The check of the tables speaks of one that is missing; to read it would make it again, empty.
		if ( array() === Tables::missing() ) {
			foreach ( array_merge( Tables::names(), Read_Check::tables_of_works() ) as $table ) {
				Sql::rows_of( "SELECT 1 FROM $table LIMIT 1" );
			}
			Works_Query::list( array(), '', 1, 1 );
		}
		$missed = Missed_Changes::find()['missed'];
		return 0 === $missed
			? self::check( 'database', self::GOOD, __( 'The artwork registry can read the database of this site', 'artwork-registry-connector' ) )
			: self::check(
				'database',
				self::RECOMMENDED,
				__( 'Changes of artworks could not be recorded', 'artwork-registry-connector' ),
				sprintf(
				/* translators: %s: a length of time. */
					__( 'The database refused it %s ago. All artworks are looked at once more when the sync service next calls; if this comes again, show your host the error log of the site.', 'artwork-registry-connector' ),
					human_time_diff( $missed, Clock::now() )
				)
			);
	}

	/** @return Check */
	private static function clone_of(): array {
		return null === Clone_Guard::look()
			? self::check( 'clone', self::GOOD, __( 'This is the site that was connected to the artwork registry', 'artwork-registry-connector' ) )
			: self::check( 'clone', self::CRITICAL, __( 'Is this a copy of the site that was connected to the artwork registry?', 'artwork-registry-connector' ), __( 'It has another address or another database, or was put back to an earlier state. Nothing is sent until you say which it is: open Artwork Registry and choose.', 'artwork-registry-connector' ) );
	}

	/** @return Check */
	private static function service(): array {
		if ( null === Connection::find() ) {
			return self::check( 'service', self::RECOMMENDED, __( 'The gallery is not connected to the artwork registry', 'artwork-registry-connector' ), __( 'Artworks get no Art IDs before it is. Open Artwork Registry, Connect.', 'artwork-registry-connector' ) );
		}
		$status  = Connection::find_status();
		$is_host = null !== ( Connection::find()['service_url'] ?? null );
		return Connection::is_alive()
			? self::check( 'service', self::GOOD, __( 'The sync service of the artwork registry runs', 'artwork-registry-connector' ) )
			: self::check(
				'service',
				self::CRITICAL,
				__( 'The sync service of the artwork registry isn’t responding', 'artwork-registry-connector' ),
				sprintf(
					$is_host
					/* translators: %s: a length of time, such as "3 hours". */
					? __( 'The sync service hasn’t responded for %s. Changes wait here and are sent when it responds again; its operator looks after it. If this stays, ask your host whether this site may be called from outside, and may call others.', 'artwork-registry-connector' )
					/* translators: %s: a length of time, such as "3 hours". */
					: __( 'The sync service hasn’t responded for %s. Changes wait here and are sent when it runs again; start it where it is installed (artwork-registry-daemon doctor says what is wrong).', 'artwork-registry-connector' ),
					null === $status ? '–' : human_time_diff( $status['seen_at'], Clock::now() )
				)
			);
	}

	/** @return Check */
	private static function account(): array {
		$status  = Connection::find_status();
		$account = null === $status ? array() : (array) ( $status['status']['account'] ?? array() );
		$state   = is_string( $account['state'] ?? null ) ? $account['state'] : 'unknown';
		$text    = null === Connection::find() || in_array( $state, array( 'copy', 'two_services' ), true ) ? null : Error_Texts::of_account( $state, null );
		return null === $text
			? self::check( 'account', self::GOOD, __( 'The artwork registry has not refused anything', 'artwork-registry-connector' ) )
			: self::check( 'account', self::CRITICAL, __( 'The artwork registry refuses this gallery', 'artwork-registry-connector' ), $text );
	}

	/** @return Check */
	private static function clock(): array {
		$status = Connection::find_status();
		$ahead  = null === $status ? 0 : (int) ( $status['status']['site_ahead_seconds'] ?? 0 );
		return abs( $ahead ) <= self::SKEW_SECONDS
			? self::check( 'clock', self::GOOD, __( 'The clocks of site and sync service agree', 'artwork-registry-connector' ) )
			: self::check(
				'clock',
				self::RECOMMENDED,
				__( 'The clocks of site and sync service differ', 'artwork-registry-connector' ),
				sprintf(
				/* translators: %d: number of seconds. */
					__( 'They differ by %d seconds. Artworks are still sent, but times are shown wrong and registry updates may be refused. Ask your host to set the clock (NTP).', 'artwork-registry-connector' ),
					abs( $ahead )
				)
			);
	}

	/** @return Check */
	private static function printed(): array {
		$found = Printed_Early::find();
		return null === $found
			? self::check( 'printed', self::GOOD, __( 'The sync service gets the answers of this site as they are', 'artwork-registry-connector' ) )
			: self::check(
				'printed',
				self::CRITICAL,
				__( 'Something on this site prints before its answers to the sync service', 'artwork-registry-connector' ),
				sprintf(
				/* translators: 1: a file and a line, such as wp-config.php:1, 2: a length of time. */
					__( '%1$s has printed something, seen for %2$s: often a blank line or an invisible mark before the first <?php of the file, or an error message of PHP. The sync service cannot read such answers. Have the file corrected, or ask your host to turn off display_errors and to turn on output_buffering.', 'artwork-registry-connector' ),
					$found['place'],
					human_time_diff( $found['since'], Clock::now() )
				)
			);
	}

	/** @return Check */
	private static function answers(): array {
		$failure = Failed_Calls::find();
		return null === $failure
			? self::check( 'answers', self::GOOD, __( 'This site answers the sync service', 'artwork-registry-connector' ) )
			: self::check(
				'answers',
				self::CRITICAL,
				__( 'This site cannot answer the sync service', 'artwork-registry-connector' ),
				sprintf(
				/* translators: 1: a length of time, 2: the message of the error. */
					__( 'For %1$s this site has answered with an error: %2$s Check its error log, or deactivate the plugin that was installed last.', 'artwork-registry-connector' ),
					human_time_diff( $failure['since'], Clock::now() ),
					rtrim( $failure['message'], '.' ) . '.'
				)
			);
	}

	/** @return Check */
	private static function lag(): array {
		$oldest = Outbox::oldest_waiting_at();
		$lag    = null === $oldest || null === Connection::find() ? 0 : Clock::now() - $oldest;
		if ( $lag < self::LAG_SECONDS ) {
			return self::check( 'lag', self::GOOD, __( 'Changes reach the artwork registry in time', 'artwork-registry-connector' ) );
		}
		$waiting = Outbox::count_waiting();
		return self::check(
			'lag',
			self::RECOMMENDED,
			__( 'Changes have been waiting too long', 'artwork-registry-connector' ),
			sprintf(
				/* translators: 1: number of works, 2: a length of time. */
				_n(
					'%1$d artwork has been waiting for %2$s. Check the other artwork registry tests; if they pass, select Update registry entries under Artwork Registry.',
					'%1$d artworks are waiting, the oldest for %2$s. Check the other artwork registry tests; if they pass, select Update registry entries under Artwork Registry.',
					$waiting,
					'artwork-registry-connector'
				),
				$waiting,
				human_time_diff( (int) $oldest, Clock::now() )
			)
		);
	}

	/** @return Check */
	private static function inbox(): array {
		$count = Inbox::count();
		return $count < self::INBOX_MANY
			? self::check( 'inbox', self::GOOD, __( 'Registry updates are being received', 'artwork-registry-connector' ) )
			: self::check(
				'inbox',
				self::RECOMMENDED,
				__( 'Registry updates are backing up', 'artwork-registry-connector' ),
				sprintf(
				/* translators: %d: number of messages. */
					__( '%d updates from the registry are waiting for the sync service; at most 1000 are kept. Start the sync service, or give the registry its own address (Artwork Registry, Settings, Updates from the registry).', 'artwork-registry-connector' ),
					$count
				)
			);
	}

	/** @return Check */
	private static function check( string $id, string $status, string $label, string $text = '' ): array {
		return array(
			'id'     => $id,
			'status' => $status,
			'label'  => $label,
			'text'   => $text,
		);
	}
}
