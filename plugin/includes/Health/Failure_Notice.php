<?php
/**
 * Sends one email for a problem that lasts, no second one before the problem was over, and at most one email a day about all of them. An
 * hourly event of WordPress runs the check, because a silent sync service cannot report its own silence.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Health;

use ArtworkRegistry\Admin\Screen;
use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Cron_Times;
use ArtworkRegistry\Store\Failure_Log;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Sync\Clone_Guard;

final class Failure_Notice {
	public const EVENT = Cron_Times::FAILURE_CHECK;

	/** Between two emails, in seconds. Problems that begin meanwhile are in the next one, if they still last. */
	private const PAUSE = 86400;

	/** How long each must last, in seconds: longer than a restart, a night without power at the gallery, or a queue that empties by itself. */
	private const LASTING = array(
		'table'    => 3600,
		'database' => 3600,
		'clone'    => 3600,
		'service'  => 43200,
		'account'  => 3600,
		'printed'  => 3600,
		'answers'  => 3600,
		'lag'      => 86400,
		'inbox'    => 43200,
	);

	public static function schedule(): void {
		if ( ! wp_next_scheduled( self::EVENT ) ) {
			wp_schedule_event( time() + 3600, 'hourly', self::EVENT );
		}
	}

	public static function unschedule(): void {
		wp_clear_scheduled_hook( self::EVENT );
	}

	/** The hourly event. */
	public static function look(): void {
		if ( null === Connection::find() || Clone_Guard::ADDRESS === Clone_Guard::look() ) {
			// A staging copy knows the gallery's e-mail address and must not use it. Another database under the same web address is still the
			// gallery's: it sends nothing until somebody answers, so it has to write.
			return;
		}
		$known = Failure_Log::get();
		$now   = array();
		$fresh = array();
		$may   = Clock::now() - Mail_Log::get()['problem_at'] >= self::PAUSE;
		foreach ( array_keys( self::LASTING ) as $id ) {
			$check = Checks::run( $id );
			if ( Checks::GOOD === $check['status'] ) {
				continue;
			}
			$now[ $id ] = $known[ $id ] ?? array(
				'since'  => Clock::now(),
				'mailed' => false,
			);
			// A clock that was ahead may have recorded it.
			$now[ $id ]['since'] = min( $now[ $id ]['since'], Clock::now() );
			if ( $may && ! $now[ $id ]['mailed'] && Clock::now() - $now[ $id ]['since'] >= self::LASTING[ $id ] ) {
				$now[ $id ]['mailed'] = true;
				$fresh[]              = $check;
			}
		}
		$is_sent = $fresh && 'yes' === Settings::get()['mail_on'];
		// Saved before sending: a crash then loses one message instead of sending it every hour. A problem that could not be saved waits for a day.
		if ( $is_sent ) {
			Mail_Log::update( array( 'problem_at' => Clock::now() ) );
		}
		Failure_Log::save( $now );
		if ( $is_sent ) {
			self::send( $fresh );
		}
	}

	/** @param list<array{id: string, status: string, label: string, text: string}> $checks */
	private static function send( array $checks ): void {
		$sections = array();
		foreach ( $checks as $check ) {
			$sections[] = array(
				'heading' => count( $checks ) > 1 ? $check['label'] : '',
				'lines'   => array( $check['text'] ),
			);
		}
		Mail::send(
			$checks[0]['label'],
			$sections,
			__( 'Open Artwork Registry', 'artwork-registry-connector' ),
			Screen::url(),
			__( 'You get one email per problem, and at most one a day. You can switch this off under Artwork Registry, Settings.', 'artwork-registry-connector' )
		);
	}
}
