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
		$this->known = count( self::failures( 0 ) );
	}

	/**
	 * @throws Read_Failed Where a statement on the tables of works failed since this was made. A table of another plugin's own is not
	 *                     ours to judge.
	 */
	public function refuse_failures(): void {
		global $wpdb;
		$failures = self::failures( $this->known );
		if ( ! $failures ) {
			return;
		}
		$tables  = array_merge( self::tables_of_works(), array( $wpdb->termmeta, $wpdb->users, $wpdb->options ) );
		$ours    = preg_quote( $wpdb->prefix, '/' ) . '(?:artwork_registry|woocommerce|wc)_\w+';
		$pattern = '/\b(?:' . implode( '|', array_map( 'preg_quote', $tables ) ) . '|' . $ours . ')\b/';
		foreach ( $failures as $failure ) {
			if ( 1 === preg_match( $pattern, (string) ( $failure['query'] ?? '' ) ) ) {
				// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, never printed.
				throw new Read_Failed( 'The works could not be read: ' . (string) ( $failure['error_str'] ?? '' ) );
			}
		}
	}

	/**
	 * Runs it, and fails where it failed or a statement in it did: WordPress's own functions say nothing of that.
	 *
	 * @template Result
	 * @param callable(): Result $act
	 * @return Result
	 * @throws \Throwable What failed.
	 */
	public static function run( callable $act ) {
		$check  = new self();
		$result = $act();
		$check->refuse_failures();
		return $result;
	}

	/**
	 * An option as get_option has it: one that could not be read is not none.
	 *
	 * @return mixed
	 * @throws Read_Failed Where it could not be read.
	 */
	public static function option( string $name ) {
		return self::run(
			static function () use ( $name ) {
				return get_option( $name );
			}
		);
	}

	/** @return list<string> WordPress's own that works are read from. */
	public static function tables_of_works(): array {
		global $wpdb;
		return array( $wpdb->posts, $wpdb->postmeta, $wpdb->terms, $wpdb->term_taxonomy, $wpdb->term_relationships );
	}

	/** @return list<array<string, mixed>> "query" and "error_str" of each, as wpdb notes them. */
	private static function failures( int $from ): array {
		$noted = $GLOBALS['EZSQL_ERROR'] ?? array();
		return is_array( $noted ) ? array_values( array_slice( $noted, $from ) ) : array();
	}
}
