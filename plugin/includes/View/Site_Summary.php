<?php
/**
 * One site in one line, for those who look after many. Reads tables and options only, because the sources of a site that the request has
 * switched to are not loaded.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;

final class Site_Summary {
	/** @return array{name: string, address: string, state: string, registered: int, waiting: int, attention: int, seen_at: int|null} */
	public static function read(): array {
		$status = Connection::find_status();
		return array(
			'name'       => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
			'address'    => Identity::address(),
			'state'      => self::state(),
			'registered' => Status::count_registered(),
			'waiting'    => Outbox::count_waiting(),
			'attention'  => Offboarding::count_stuck(),
			'seen_at'    => null === $status ? null : $status['seen_at'],
		);
	}

	private static function state(): string {
		if ( null === Connection::find() ) {
			return null === Connection::find_pending()
				? __( 'Not connected', 'artwork-registry-connector' )
				: __( 'Connecting', 'artwork-registry-connector' );
		}
		if ( null !== Identity::doubt() ) {
			return __( 'Asks whether it is a copy', 'artwork-registry-connector' );
		}
		if ( ! Connection::is_alive() ) {
			return __( 'Silent', 'artwork-registry-connector' );
		}
		$status  = Connection::find_status();
		$account = null === $status ? array() : (array) ( $status['status']['account'] ?? array() );
		$state   = is_string( $account['state'] ?? null ) ? $account['state'] : 'unknown';
		$access  = null === $status ? array() : (array) ( $status['status']['access'] ?? array() );
		if ( 'no_key' === $state && 'waiting' === ( $access['state'] ?? null ) ) {
			return __( 'Waits for the registry’s approval', 'artwork-registry-connector' );
		}
		return null === Error_Texts::of_account( $state, null )
			? __( 'Connected', 'artwork-registry-connector' )
			: __( 'Account problem', 'artwork-registry-connector' );
	}
}
