<?php
/**
 * What a hosted sync service answered to a call of this site. Status 0: nothing, or nothing that is to be trusted.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

final class Service_Answer {
	/** @var int */
	public $status;
	/** @var array<mixed> */
	public $data;
	/** @var bool Whether the service has signed it for this very call. */
	public $is_signed;
	/** @var int Its own time; 0 where it is not signed. */
	public $timestamp;
	/** @var int Seconds to wait, as it asked; 0: it did not. */
	public $retry_after;

	/** @param array<mixed> $data */
	public function __construct( int $status, array $data, bool $is_signed = false, int $timestamp = 0, int $retry_after = 0 ) {
		$this->status      = $status;
		$this->data        = $data;
		$this->is_signed   = $is_signed;
		$this->timestamp   = $timestamp;
		$this->retry_after = $retry_after;
	}

	public function is_good(): bool {
		return 200 === $this->status && $this->is_signed;
	}

	/** The code of a refusal; "unreachable" where there is no answer. */
	public function code(): string {
		$error = $this->data['error'] ?? null;
		$code  = is_array( $error ) ? $error['code'] ?? null : null;
		return is_string( $code ) ? substr( $code, 0, 64 ) : ( 0 === $this->status ? 'unreachable' : 'status_' . $this->status );
	}
}
