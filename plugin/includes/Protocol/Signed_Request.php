<?php
/**
 * A request of the sync service as it came in: raw body and our own headers, whichever of the three ways it took.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

final class Signed_Request {
	/** @var string pair, poll, changes, ack, report or event */
	public $name;
	/** @var string */
	public $body;
	/** @var string */
	public $site_id;
	/** @var int */
	public $timestamp;
	/** @var string */
	public $nonce;
	/** @var string */
	public $signature;

	/** @param callable(string): string $header Value of "X-Areg-…", "" where it is missing. */
	public function __construct( string $name, string $body, callable $header ) {
		$timestamp       = $header( 'X-Areg-Timestamp' );
		$this->name      = $name;
		$this->body      = $body;
		$this->site_id   = $header( 'X-Areg-Site' );
		$this->timestamp = ctype_digit( $timestamp ) ? (int) $timestamp : 0;
		$this->nonce     = $header( 'X-Areg-Nonce' );
		$this->signature = $header( 'X-Areg-Signature' );
	}

	/** The canonical route, whatever address the host made necessary. */
	public function route(): string {
		return '/artwork-registry/v1/daemon/' . $this->name;
	}

	public function is_signed_with( string $secret ): bool {
		if ( ! preg_match( '/^[0-9a-f]{32}$/', $this->nonce ) ) {
			return false;
		}
		$expected = Signature::sign( $secret, Signature::TO_SITE, 'POST', $this->route(), $this->site_id, $this->timestamp, $this->nonce, $this->body );
		return hash_equals( $expected, $this->signature );
	}
}
