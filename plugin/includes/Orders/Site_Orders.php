<?php
/**
 * The owner says which site this is, after Clone_Guard asked.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Log;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Store\Commands;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\Sync\Job_Walker;

final class Site_Orders {
	/**
	 * Either answer removes the orders and jobs that came with the old data.
	 *
	 * @param string $answer One of Clone_Guard::ANSWERS.
	 */
	public static function answer( string $answer ): void {
		$record = Identity::find();
		if ( null === $record || null === Clone_Guard::look() ) {
			return;
		}
		Commands::remove_all();
		Jobs::remove_all();
		if ( 'copy' === $answer ) {
			Connection::remove();
			Setup::remove();
			Settings::update( array( 'register_mode' => 'ask' ) );
			// The choices for the original do not count for the copy, should it ever be connected itself.
			Status::forget_choices();
			$record['copy_of']   = $record['home'];
			$record['doubt']     = null;
			$record['is_forked'] = false;
			Identity::save( $record );
			Events::record( 'site.copy' );
			Log::info( 'The owner said that this site is a copy.' );
			return;
		}
		Connection::catch_up( $record['heard_beat'] );
		Identity::renew( max( $record['generation'], $record['heard_generation'] ) + 1 );
		Jobs::start( Jobs::LOOK_AGAIN, Job_Walker::count( Jobs::LOOK_AGAIN ) );
		Events::record( 'site.same' );
		Log::info( 'The owner said that this is still the same site.' );
		$pairing = Connection::find();
		if ( null !== $pairing && null !== $pairing['service_url'] ) {
			Dialling::want_introduction( $pairing['site_id'] );
		}
		Wake_Up::send();
	}
}
