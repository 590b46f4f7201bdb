<?php
/**
 * Notices queries that failed while something was read through WordPress's own functions, which answer "no rows" then.
 * WordPress keeps a list of them for the request; `$wpdb->last_error` knows the last query alone.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Read_Check {
	/** @var int Failures of this request that were there before. */
	private $known;

	public function __construct() {
		$this->known = count( self::failures() );
	}

	/**
	 * @throws Read_Failed Where a query on the tables of works failed since this was made. A table of another plugin's own is not
	 *                     ours to judge.
	 */
	public function refuse_failures(): void {
		global $wpdb;
		$tables  = array_merge( Tables::of_works(), array( $wpdb->termmeta, $wpdb->users, $wpdb->options ) );
		$ours    = preg_quote( $wpdb->prefix, '/' ) . '(?:artwork_registry|woocommerce|wc)_\w+';
		$pattern = '/\b(?:' . implode( '|', array_map( 'preg_quote', $tables ) ) . '|' . $ours . ')\b/';
		foreach ( array_slice( self::failures(), $this->known ) as $failure ) {
			if ( 1 === preg_match( $pattern, $failure['query'] ) ) {
				// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
				throw new Read_Failed( 'The works could not be read: ' . $failure['error_str'] );
			}
		}
	}

	/** @return list<array{query: string, error_str: string}> */
	private static function failures(): array {
		$failures = array();
		foreach ( (array) ( $GLOBALS['EZSQL_ERROR'] ?? array() ) as $failure ) {
			$failures[] = array(
				'query'     => (string) ( $failure['query'] ?? '' ),
				'error_str' => (string) ( $failure['error_str'] ?? '' ),
			);
		}
		return $failures;
	}
}
