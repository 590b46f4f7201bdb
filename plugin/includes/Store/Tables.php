<?php
/**
 * The tables of the plugin: makes, heals and drops them. Their columns are in Table_Columns, their version in Schema.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Tables {
	/** The kind of job that reads every chosen work once more. */
	public const READ_ALL_AGAIN = 'look_again';

	/** The custom field "AREG-1 12.site": the Art ID, and which post of which site it belongs to. */
	public const ART_ID_FIELD = '_artwork_registry_art_id';

	private const NAMES = array( 'outbox', 'status', 'jobs', 'commands', 'events', 'nonces', 'inbox', 'checks', 'days', 'pictures', 'certificates' );

	public static function name( string $table ): string {
		global $wpdb;
		return $wpdb->prefix . 'artwork_registry_' . $table;
	}

	/**
	 * Creates missing tables; returns whether one was missing.
	 *
	 * @throws Read_Failed Where that with the owner's choices was among them: what it is asked for is no answer.
	 */
	public static function heal(): bool {
		$missing = self::missing();
		if ( ! $missing ) {
			return false;
		}
		$identity = in_array( self::name( 'status' ), $missing, true ) ? Identity::find() : null;
		if ( null !== $identity ) {
			// What the owner chose is lost, so nothing is sent before the owner has looked: an empty table would take all works out.
			Identity::set_doubt( $identity, $identity['doubt'] ?? Identity::RESTORED );
		}
		self::make();
		if ( in_array( self::name( 'outbox' ), $missing, true ) ) {
			// The changes that waited in it are lost, so every chosen work is read once more.
			self::read_all_again();
		}
		if ( in_array( self::name( 'status' ), $missing, true ) ) {
			self::choose_known_works();
			throw new Read_Failed( 'The table of the choices was lost, and is made again.' );
		}
		return true;
	}

	/** Works that the sync service has had count as chosen, those that the owner had stopped among them: nothing tells them apart. */
	private static function choose_known_works(): void {
		global $wpdb;
		$table = self::name( 'status' );
		foreach ( array(
			'external_id, 1 FROM ' . self::name( 'outbox' ) . ' WHERE was_sent = 1',
			"post_id, 1 FROM $wpdb->postmeta WHERE meta_key = '" . self::ART_ID_FIELD . "'",
		) as $known ) {
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables and a field of our own, with fixed names.
			$wpdb->query( "INSERT IGNORE INTO $table (external_id, chosen) SELECT $known" );
		}
	}

	/** Sql repairs tables through this class, so the row is written here and not by the class Jobs. */
	private static function read_all_again(): void {
		global $wpdb;
		$job = array( 'kind' => self::READ_ALL_AGAIN );
		$wpdb->delete( self::name( 'jobs' ), $job ); // phpcs:ignore WordPress.DB -- a table of our own.
		$wpdb->insert( self::name( 'jobs' ), $job + array( 'total' => 0 ) ); // phpcs:ignore WordPress.DB -- a table of our own.
	}

	/** @return list<string> Full names of the tables that are not there. */
	public static function missing(): array {
		$missing = array();
		foreach ( self::NAMES as $table ) {
			if ( ! self::exists( $table ) ) {
				$missing[] = self::name( $table );
			}
		}
		return $missing;
	}

	/** @return list<string> Full names, of the current site. */
	public static function names(): array {
		return array_map( array( self::class, 'name' ), self::NAMES );
	}

	public static function exists( string $table ): bool {
		global $wpdb;
		$name = self::name( $table );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a table of our own.
		return $name === $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $name ) ) );
	}

	/** Adds missing columns and changes old ones; never touches rows. */
	public static function make(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php'; // @phpstan-ignore requireOnce.fileNotFound
		$was = $wpdb->suppress_errors( true );
		foreach ( Table_Columns::all() as $table => $columns ) {
			dbDelta( 'CREATE TABLE ' . self::name( $table ) . " (\n" . $columns . "\n) " . $wpdb->get_charset_collate() . ';' );
		}
		$wpdb->suppress_errors( $was );
	}

	public static function drop(): void {
		global $wpdb;
		foreach ( self::NAMES as $table ) {
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own, with fixed names.
			$wpdb->query( 'DROP TABLE IF EXISTS ' . self::name( $table ) );
		}
	}
}
