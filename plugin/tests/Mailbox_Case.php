<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;

/** With a fake of a hosted service, and a frozen clock. */
abstract class Mailbox_Case extends Wordpress_Case {
	protected const NOW = 1700000000;

	/** @var Service_Stand_In */
	protected $service;

	protected function setUp(): void {
		parent::setUp();
		Clock::freeze( self::NOW );
		$this->service = new Service_Stand_In();
		$this->service->listen();
	}

	/** @return array{0: string, 1: array<string, mixed>} */
	protected function poll( string $carrier = 'mailbox' ): array {
		return array( 'poll', array(
			'daemon_version' => '0.2.0',
			'time'           => Clock::iso( Clock::now() ),
			'service'        => array( 'name' => 'Sync', 'instance' => 'i-1', 'hosted' => true ),
			'carrier'        => $carrier,
			'next_poll_by'   => Clock::iso( Clock::now() + 30 ),
			'compares'       => 'match',
		) );
	}

	/** What agreeing leaves behind. */
	protected function agree(): void {
		$this->service->secret   = base64_encode( random_bytes( 32 ) );
		$this->service->token    = 'first';
		$this->service->previous = '';
		Connection::save_pending( array(
			'site_id'     => $this->service->site_id,
			'secret'      => $this->service->secret,
			'wake_url'    => null,
			'paired_at'   => Clock::now(),
			'service_url' => Service_Stand_In::URL,
		) );
		Dialling::begin( $this->service->site_id, 'first', Clock::now() + 30 );
	}

	/** @return int A work that waits. */
	protected function connect( string $carrier = 'mailbox' ): int {
		$this->agree();
		if ( 'direct' === $carrier ) {
			Clock::freeze( Clock::now() + 10 );
			$this->call( array( 'site_id' => $this->service->site_id, 'secret' => $this->service->secret ), 'poll', $this->poll( 'direct' )[1] );
		} else {
			Clock::freeze( Clock::now() + 10 );
			$this->service->calls = array( $this->poll() );
			Outbound_Calls::run( null, 5 );
			Clock::freeze( self::NOW );
		}
		$this->service->requests = array();
		$this->service->answers  = array();
		return $this->taken_over_artwork();
	}
}
