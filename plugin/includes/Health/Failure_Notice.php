<?php
/**
 * One email for a problem that lasts: not for what passes, and not again before it was over. Checked by an hourly
 * event of WordPress, because a sync service that is silent cannot say so.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Health;

use ArtworkRegistry\Admin\Screen;
use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Failure_Log;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Sync\Clone_Guard;

final class Failure_Notice {
	public const EVENT = 'artwork_registry_failure_check';

	/** How long each must last, in seconds: a restart, a night without power at the gallery, a queue that empties by itself. */
	private const LASTING = array(
		'table'   => 3600,
		'clone'   => 3600,
		'service' => 43200,
		'account' => 3600,
		'reading' => 3600,
		'lag'     => 86400,
		'inbox'   => 43200,
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
			// A staging copy has the gallery's e-mail address, too. It must not write to it. Under the gallery's own web address another database
			// is the gallery's: nothing is sent from it before somebody says so, and nobody would know.
			return;
		}
		$known = Failure_Log::get();
		$now   = array();
		$fresh = array();
		foreach ( array_keys( self::LASTING ) as $id ) {
			$check = Checks::run( $id );
			if ( Checks::GOOD === $check['status'] ) {
				continue;
			}
			$now[ $id ] = $known[ $id ] ?? array(
				'since'  => Clock::now(),
				'mailed' => false,
			);
			if ( ! $now[ $id ]['mailed'] && Clock::now() - $now[ $id ]['since'] >= self::LASTING[ $id ] ) {
				$now[ $id ]['mailed'] = true;
				$fresh[]              = $check;
			}
		}
		// Written first: a crash costs a message rather than sending it every hour.
		Failure_Log::save( $now );
		if ( $fresh && 'yes' === Settings::get()['mail_on'] ) {
			self::send( $fresh );
		}
	}

	/** @param list<array{id: string, status: string, label: string, text: string}> $checks */
	private static function send( array $checks ): void {
		$site  = wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
		$lines = array();
		foreach ( $checks as $check ) {
			$lines[] = $check['label'] . "\n" . $check['text'];
		}
		$lines[] = Screen::url();
		$lines[] = __( 'You get one email per problem. You can switch this off under Artwork Registry, Settings.', 'artwork-registry-connector' );
		$to      = Settings::get()['mail_to'];
		wp_mail(
			'' === $to ? (string) get_option( 'admin_email' ) : $to,
			/* translators: 1: name of the site, 2: what is wrong. */
			sprintf( __( '[%1$s] %2$s', 'artwork-registry-connector' ), $site, $checks[0]['label'] ),
			implode( "\n\n", $lines )
		);
	}
}
