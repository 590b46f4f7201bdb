<?php
/**
 * A hosted sync service as docs/site-protocol.md describes it, in the place of the network: keeps one site, checks its signatures, and
 * hands out the calls that a test has put into it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Signature;

final class Service_Stand_In {
	public const REGISTRY = 'http://127.0.0.1:8787';
	public const URL      = 'http://127.0.0.1:8788/host';

	/** @var string */
	public $site_id = '00000000-0000-4000-8000-0000000000aa';
	/** @var string */
	public $secret = '';
	/** @var string */
	public $token = 'first';
	/** @var string */
	public $previous = '';
	/** @var string */
	public $carrier = 'mailbox';
	/** @var int Seconds that its clock is ahead. */
	public $ahead = 0;
	/** @var list<array{0: string, 1: array<string, mixed>}> Calls that wait: name and body. */
	public $calls = array();
	/** @var list<array{status: int, data: array<string, mixed>}> What the site answered. */
	public $answers = array();
	/** @var list<array{url: string, method: string, data: array<string, mixed>, headers: array<string, string>}> */
	public $requests = array();
	/** @var array<string, mixed>|null What it answers instead, once: status, code, headers. */
	public $refusal = null;
	/** @var array<string, mixed> */
	public $descriptor = array(
		'object'            => 'registry',
		'name'              => 'Art ID',
		'operator'          => 'Registry Foundation',
		'api'               => self::REGISTRY . '/api/v1',
		'sync_service'      => self::URL,
		'documentation_url' => self::REGISTRY . '/docs',
		'terms_url'         => self::REGISTRY . '/terms',
		'privacy_url'       => self::REGISTRY . '/privacy',
		'test'              => false,
	);
	/** @var int */
	private $number = 0;
	/** @var array<string, mixed>|null */
	private $outstanding = null;

	public function listen(): void {
		add_filter( 'block_local_requests', '__return_false' );
		add_filter( 'artwork_registry_trusted_origins', static function (): array {
			return array( 'http://127.0.0.1:8787', 'http://127.0.0.1:8788' );
		} );
		add_filter( 'pre_http_request', array( $this, 'answer' ), 10, 3 );
	}

	/**
	 * @param mixed                $_before
	 * @param array<string, mixed> $args
	 * @return array<string, mixed>|\WP_Error
	 */
	public function answer( $_before, array $args, string $url ) {
		$data             = (array) json_decode( (string) ( $args['body'] ?? '' ), true );
		$headers          = array_change_key_case( (array) $args['headers'] );
		$this->requests[] = array( 'url' => $url, 'method' => $args['method'] ?? 'GET', 'data' => $data, 'headers' => $headers );
		if ( null !== $this->refusal ) {
			$refusal       = $this->refusal;
			$this->refusal = null;
			$error         = array( 'error' => array( 'code' => $refusal['code'] ?? '', 'message' => '' ) );
			return $refusal['error'] ?? $this->reply( $refusal['status'], $error, $refusal['headers'] ?? array() );
		}
		if ( self::REGISTRY . '/.well-known/artwork-registry' === $url ) {
			return $this->reply( 200, $this->descriptor );
		}
		if ( self::URL . '/sites' === $url ) {
			$this->secret = (string) $data['secret'];
			return $this->reply( 201, array(
				'site_id'      => $this->site_id,
				'service'      => array( 'name' => 'Sync of the registry', 'instance' => 'i-1' ),
				'turn'         => $this->token,
				'next_poll_by' => Clock::iso( Clock::now() + 30 ),
			) );
		}
		$route = substr( $url, strlen( self::URL ) );
		if ( ! $this->is_signed( $route, $headers, (string) $args['body'] ) ) {
			return $this->reply( 401, array( 'error' => array( 'code' => 'bad_signature', 'message' => '' ) ) );
		}
		if ( abs( Clock::now() + $this->ahead - (int) $headers['x-areg-timestamp'] ) > 300 ) {
			return $this->signed( $route, $headers, 401, array( 'error' => array( 'code' => 'clock_skew', 'message' => '' ) ) );
		}
		return '/turn' === substr( $route, -5 ) ? $this->turn( $route, $headers, $data ) : $this->signed( $route, $headers, 200, array( 'left' => true ) );
	}

	/** @return list<string> What was called, without the address. */
	public function paths(): array {
		return array_map( static function ( array $request ): string {
			return (string) preg_replace( '#^.*/#', '', $request['url'] );
		}, $this->requests );
	}

	/**
	 * @param array<string, string> $headers
	 * @param array<string, mixed>  $turn
	 * @return array<string, mixed>
	 */
	private function turn( string $route, array $headers, array $turn ): array {
		if ( ! in_array( $turn['turn'], array( $this->token, $this->previous ), true ) ) {
			return $this->signed( $route, $headers, 409, array( 'error' => array( 'code' => 'forked', 'message' => '' ) ) );
		}
		if ( is_array( $turn['answer'] ) && null !== $this->outstanding && $turn['answer']['number'] === $this->outstanding['number'] ) {
			$given    = $turn['answer'];
			$expected = Signature::sign(
				$this->secret, 'site-to-daemon', (string) $given['status'], '/artwork-registry/v1/daemon/' . $this->outstanding['name'],
				$this->site_id, $given['timestamp'], $this->outstanding['nonce'], $given['body']
			);
			if ( hash_equals( $expected, $given['signature'] ) ) {
				$this->answers[]   = array( 'status' => $given['status'], 'data' => (array) json_decode( $given['body'], true ) );
				$this->outstanding = null;
				array_shift( $this->calls );
			}
		}
		$this->previous = $this->token;
		$this->token    = bin2hex( random_bytes( 16 ) );
		$call           = $this->issue();
		return $this->signed( $route, $headers, 200, array(
			'turn'         => $this->token,
			'carrier'      => $this->carrier,
			'next_turn_in' => null === $call ? 30 : 0,
			'next_poll_by' => Clock::iso( Clock::now() + $this->ahead + 30 ),
			'call'         => $call,
		) );
	}

	/** @return array<string, mixed>|null */
	private function issue(): ?array {
		if ( ! $this->calls ) {
			return null;
		}
		list( $name, $data ) = $this->calls[0];
		$body              = (string) wp_json_encode( (object) $data );
		$timestamp         = Clock::now();
		$nonce             = bin2hex( random_bytes( 16 ) );
		$this->outstanding = array(
			'number'    => ++$this->number,
			'name'      => $name,
			'timestamp' => $timestamp,
			'nonce'     => $nonce,
			'signature' => Signature::sign( $this->secret, 'daemon-to-site', 'POST', '/artwork-registry/v1/daemon/' . $name, $this->site_id, $timestamp, $nonce, $body ),
			'body'      => $body,
		);
		return $this->outstanding;
	}

	/** @param array<string, string> $headers */
	private function is_signed( string $route, array $headers, string $body ): bool {
		return hash_equals(
			Signature::sign( $this->secret, 'site-to-daemon', 'POST', $route, $this->site_id, (int) $headers['x-areg-timestamp'], $headers['x-areg-nonce'], $body ),
			$headers['x-areg-signature']
		);
	}

	/**
	 * @param array<string, string> $headers
	 * @param array<string, mixed>  $data
	 * @return array<string, mixed>
	 */
	private function signed( string $route, array $headers, int $status, array $data ): array {
		$body      = (string) wp_json_encode( $data );
		$timestamp = Clock::now() + $this->ahead;
		$signature = Signature::sign( $this->secret, 'daemon-to-site', (string) $status, $route, $this->site_id, $timestamp, $headers['x-areg-nonce'], $body );
		return $this->reply( $status, $data, array( 'x-areg-timestamp' => (string) $timestamp, 'x-areg-signature' => $signature ) );
	}

	/**
	 * @param array<string, mixed>  $data
	 * @param array<string, string> $headers
	 * @return array<string, mixed>
	 */
	private function reply( int $status, array $data, array $headers = array() ): array {
		return array(
			'response' => array( 'code' => $status, 'message' => '' ),
			'headers'  => $headers,
			'body'     => (string) wp_json_encode( $data ),
			'cookies'  => array(),
			'filename' => null,
		);
	}
}
