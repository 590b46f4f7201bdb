<?php
/**
 * An answer to the sync service: the exact bytes that are signed and sent.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Exact_Output;

final class Answer {
	/** @var int */
	public $status;
	/** @var string */
	public $body;
	/** @var array<string, string> */
	public $headers;

	/**
	 * @param array<string, mixed> $data
	 * @throws \RuntimeException Where the data cannot be written as JSON: a signed empty 200 would look like a site that answers.
	 */
	public function __construct( int $status, array $data ) {
		$body = wp_json_encode( $data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		if ( false === $body ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
			throw new \RuntimeException( 'The answer cannot be written as JSON: ' . json_last_error_msg() );
		}
		$this->status  = $status;
		$this->body    = $body;
		$this->headers = array(
			'Content-Type'  => 'application/json; charset=utf-8',
			'Cache-Control' => 'no-store',
		);
	}

	public static function of_error( Protocol_Error $error ): self {
		return new self(
			$error->status,
			array(
				'error' => array(
					'code'    => $error->error_code,
					'message' => $error->getMessage(),
				),
			)
		);
	}

	public function sign( string $secret, Signed_Request $request ): self {
		$now           = Clock::now();
		$this->headers = array(
			'X-Areg-Version'   => '1',
			'X-Areg-Site'      => $request->site_id,
			'X-Areg-Timestamp' => (string) $now,
			'X-Areg-Nonce'     => $request->nonce,
			'X-Areg-Signature' => Signature::sign(
				$secret,
				Signature::TO_DAEMON,
				(string) $this->status,
				$request->route(),
				$request->site_id,
				$now,
				$request->nonce,
				$this->body
			),
		) + $this->headers;
		return $this;
	}

	/** Sends exactly these bytes. */
	public function send(): void {
		Exact_Output::discard();
		if ( ! headers_sent() ) {
			status_header( $this->status );
			foreach ( $this->headers as $name => $value ) {
				header( $name . ': ' . $value );
			}
		}
		Exact_Output::write( $this->body );
	}
}
