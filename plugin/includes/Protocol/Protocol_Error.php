<?php
/**
 * A refusal of docs/site-protocol.md: status, code, message.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

final class Protocol_Error extends \RuntimeException {
	/** @var int */
	public $status;
	/** @var string */
	public $error_code;

	public function __construct( int $status, string $error_code, string $message ) {
		parent::__construct( $message );
		$this->status     = $status;
		$this->error_code = $error_code;
	}
}
