<?php
/**
 * Notices queries that failed while something was read through WordPress's own functions, which answer "no rows" then.
 * WordPress keeps a list of them for the request; `$wpdb->last_error` knows the last query alone.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Read_Check {
	/** Pattern of every statement. */
	public const ANY = '//';

	/** @var array<int, array<string, mixed>> Failures, by their place in WordPress's list, after which the same statement succeeded. */
	private static $mended = array();

	/** @var int Failures of this request that were there before. */
	private $known;
	/** @var object|null */
	private $connection;

	public function __construct() {
		$this->known      = count( (array) ( $GLOBALS['EZSQL_ERROR'] ?? array() ) );
		$this->connection = self::connection();
	}

	/**
	 * Whether the connection to the database was lost, and could not be made again. While a page is shown, WordPress neither ends the request
	 * then nor notes an error, and each query has no rows.
	 */
	public static function is_cut_off(): bool {
		global $wpdb;
		return null === $wpdb->dbh;
	}

	/** @return object|null Null where a drop-in uses several connections in turn. */
	private static function connection() {
		global $wpdb;
		$found = isset( $wpdb->dbhs ) ? null : $wpdb->dbh;
		return is_object( $found ) ? $found : null;
	}

	/** @throws Read_Failed Where it was lost since this was made, also where there is another one now: what was asked in between has no answer. */
	private function refuse_lost_connection(): void {
		if ( self::is_cut_off() || self::connection() !== $this->connection ) {
			throw new Read_Failed( 'The database could not be read: the connection was lost.' );
		}
	}

	/**
	 * @param string|null $statements Pattern of those that count; null: those on the tables of works. A table of another plugin's own is
	 *                                not ours to judge.
	 * @throws Read_Failed Where one of them failed since this was made, or the connection was lost.
	 */
	public function refuse_failures( ?string $statements = null ): void {
		$this->refuse_lost_connection();
		$failures = self::failures( $this->known );
		if ( ! $failures ) {
			return;
		}
		$pattern = $statements ?? self::on_works();
		foreach ( $failures as $failure ) {
			if ( 1 === preg_match( $pattern, (string) ( $failure['query'] ?? '' ) ) ) {
				$is_write = 1 === preg_match( '/^\s*(?:INSERT|UPDATE|REPLACE|DELETE|DROP)\b/i', (string) $failure['query'] );
				// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, or escaped where it is printed.
				throw new Read_Failed( 'The database could not be ' . ( $is_write ? 'written' : 'read' ) . ': ' . self::plain( (string) ( $failure['error_str'] ?? '' ) ) );
			}
		}
	}

	/** The first words of the database: a driver may put a whole page of HTML into its message. */
	public static function plain( string $error ): string {
		return mb_substr( wp_strip_all_tags( $error, true ), 0, 300 );
	}

	/** Pattern of the statements on the tables of works. */
	private static function on_works(): string {
		global $wpdb;
		$tables = array_merge( self::tables_of_works(), array( $wpdb->termmeta, $wpdb->users, $wpdb->options ) );
		$ours   = preg_quote( $wpdb->prefix, '/' ) . '(?:artwork_registry|woocommerce|wc)_\w+';
		return '/\b(?:' . implode( '|', array_map( 'preg_quote', $tables ) ) . '|' . $ours . ')\b/';
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
		$check = new self();
		try {
			$result = $act();
			$check->refuse_failures();
			return $result;
		} finally {
			$check->forget_missing_options();
		}
	}

	/**
	 * WordPress remembers an option as missing where it could not be read, and where it could not be deleted: in a persistent object cache also for
	 * the requests to come.
	 */
	private function forget_missing_options(): void {
		if ( self::connection() !== $this->connection || self::failures( $this->known ) ) {
			wp_cache_delete( 'notoptions', 'options' );
		}
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

	/** What failed since this was made was tried again, and done, or is not ours to judge. */
	public function forgive(): void {
		self::$mended = self::failures( $this->known ) + self::$mended;
	}

	/** @return array<int, array<string, mixed>> "query" and "error_str" of each, as wpdb notes them, by their place in its list. */
	private static function failures( int $from ): array {
		$noted = $GLOBALS['EZSQL_ERROR'] ?? array();
		return array_filter(
			is_array( $noted ) ? array_slice( $noted, $from, null, true ) : array(),
			static function ( $failure, int $place ): bool {
				return ( self::$mended[ $place ] ?? null ) !== $failure;
			},
			ARRAY_FILTER_USE_BOTH
		);
	}
}
