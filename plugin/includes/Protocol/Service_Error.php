<?php
/**
 * Why a registry or a hosted sync service could not be asked, or refused: a code, and what it is about (a host, an address, a message).
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

final class Service_Error extends \RuntimeException {
	/** @var string */
	public $error_code;
	/** @var string */
	public $detail;

	public function __construct( string $error_code, string $detail = '' ) {
		parent::__construct( $error_code . ( '' === $detail ? '' : ': ' . $detail ) );
		$this->error_code = $error_code;
		$this->detail     = $detail;
	}
}
