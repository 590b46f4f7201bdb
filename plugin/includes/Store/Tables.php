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
	/** Option: with the number of a post, it ends that field, so that a copy of the post has no Art ID. */
	public const SITE_MARK = 'artwork_registry_site_mark';

	private const NAMES = array( 'outbox', 'status', 'jobs', 'commands', 'events', 'nonces', 'inbox', 'checks', 'days', 'pictures', 'certificates' );

	public static function name( string $table ): string {
		global $wpdb;
		return $wpdb->prefix . 'artwork_registry_' . $table;
	}

	/**
	 * Creates missing tables, and compares text as WordPress's own tables do where the database refuses to compare both; returns whether
	 * the statement may be tried again.
	 *
	 * @param string $error Of the statement that failed.
	 * @throws Read_Failed Where the table of the owner's choices was among them, because an empty one would answer wrongly; also as `exists`.
	 */
	public static function heal( string $error ): bool {
		if ( false !== stripos( $error, 'mix of collations' ) ) {
			return self::follow_collation();
		}
		$missing = self::missing();
		if ( ! $missing ) {
			return false;
		}
		$is_choices_lost = in_array( self::name( 'status' ), $missing, true );
		if ( $is_choices_lost ) {
			self::ask_owner();
		}
		self::make();
		if ( in_array( self::name( 'outbox' ), $missing, true ) ) {
			// The changes that waited in it are lost, so every chosen work is read once more.
			self::read_all_again();
		}
		if ( $is_choices_lost ) {
			self::choose_known_works();
			throw new Read_Failed( 'The table of the choices was lost, and is made again.' );
		}
		return true;
	}

	/**
	 * A work that the sync service has had has no row of its own any more: an older copy of the table was put back.
	 *
	 * @throws Read_Failed Always: what the owner chose is not known.
	 */
	public static function refuse_lost_choices(): void {
		self::ask_owner();
		self::choose_known_works();
		throw new Read_Failed( 'The table of the choices is older than the works that were told, so its owner has to look.' );
	}

	/** What the owner chose is lost, so nothing is sent before the owner has looked: an empty table would take all works out. */
	public static function ask_owner(): void {
		$identity = Identity::find();
		if ( null !== $identity ) {
			Identity::set_doubt( $identity, $identity['doubt'] ?? Identity::RESTORED );
		}
	}

	/** A site that was moved or converted may have tables of two collations, which the database does not compare. */
	private static function follow_collation(): bool {
		global $wpdb;
		$collation = self::collation_of_posts();
		$is_done   = null !== $collation;
		foreach ( null === $collation ? array() : self::names() as $name ) {
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own, with fixed names; the name of the collation is checked.
			$is_done = false !== $wpdb->query( "ALTER TABLE $name CONVERT TO CHARACTER SET utf8mb4 COLLATE $collation" ) && $is_done;
		}
		return $is_done;
	}

	/** Where they hold all letters; null: our tables are made as WordPress makes new ones. */
	private static function collation_of_posts(): ?string {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- a table of WordPress.
		$column    = $wpdb->get_row( "SHOW FULL COLUMNS FROM $wpdb->posts LIKE 'post_title'" );
		$collation = is_object( $column ) ? (string) ( $column->Collation ?? '' ) : ''; // phpcs:ignore WordPress.NamingConventions.ValidVariableName
		return 1 === preg_match( '/^utf8mb4_[a-z0-9_]+$/', $collation ) ? $collation : null;
	}

	/** Works that the sync service has had count as chosen, those that the owner had stopped among them: nothing tells them apart. */
	private static function choose_known_works(): void {
		global $wpdb;
		$table = self::name( 'status' );
		$site  = get_option( self::SITE_MARK );
		$mark  = is_string( $site ) ? preg_replace( '/\W/', '', $site ) : '';
		foreach ( array(
			'external_id, 1 FROM ' . self::name( 'outbox' ) . ' WHERE was_sent = 1',
			"post_id, 1 FROM $wpdb->postmeta WHERE meta_key = '" . self::ART_ID_FIELD . "' AND meta_value LIKE CONCAT('% ', post_id, '.$mark')",
		) as $known ) {
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables and a field of our own, with fixed names.
			$wpdb->query( "INSERT IGNORE INTO $table (external_id, chosen) SELECT $known" );
		}
	}

	/** Sql repairs tables through this class, so the row is written here and not by the class Jobs. */
	private static function read_all_again(): void {
		global $wpdb;
		$job  = array( 'kind' => self::READ_ALL_AGAIN );
		$last = $wpdb->get_var( "SELECT MAX(ID) FROM $wpdb->posts" ); // phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- a fixed name.
		// In this order: a crash in between must not leave none.
		$is_in = $wpdb->insert( self::name( 'jobs' ), $job + array( 'last_id' => (int) $last ) ); // phpcs:ignore WordPress.DB -- a table of our own.
		if ( $is_in ) {
			$before = "kind = '" . self::READ_ALL_AGAIN . "' AND id < " . (int) $wpdb->insert_id;
			$wpdb->query( 'DELETE FROM ' . self::name( 'jobs' ) . " WHERE $before" ); // phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- as above.
		}
	}

	/**
	 * @return list<string> Full names of the tables that are not there.
	 * @throws Read_Failed As `exists`.
	 */
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

	/** @return list<string> Tables, and columns as "table.column", that this version needs and the database does not have. */
	public static function lacking(): array {
		global $wpdb;
		$lacking = self::missing();
		foreach ( Table_Columns::all() as $table => $columns ) {
			$name = self::name( $table );
			if ( in_array( $name, $lacking, true ) ) {
				continue;
			}
			preg_match_all( '/^(?!PRIMARY|KEY|UNIQUE)(\w+) /m', $columns, $wanted );
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- a table of our own, with a fixed name.
			$found = array_map( 'strtolower', $wpdb->get_col( "SHOW COLUMNS FROM $name" ) );
			foreach ( array_diff( $wanted[1], $found ) as $column ) {
				$lacking[] = "$name.$column";
			}
		}
		return $lacking;
	}

	/** @throws Read_Failed Where the database does not say it: a table that is taken for lost makes the owner look at the whole site. */
	private static function exists( string $table ): bool {
		global $wpdb;
		$name  = self::name( $table );
		$check = new Read_Check();
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a table of our own.
		$found = (string) $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $name ) ) );
		$check->refuse_failures( Read_Check::ANY );
		// A database may keep its names in small letters.
		return 0 === strcasecmp( $name, $found );
	}

	/** Adds missing columns and changes old ones; never touches rows. */
	public static function make(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php'; // @phpstan-ignore requireOnce.fileNotFound
		$was       = $wpdb->suppress_errors( true );
		$collation = self::collation_of_posts();
		$letters   = null === $collation ? $wpdb->get_charset_collate() : "DEFAULT CHARACTER SET utf8mb4 COLLATE $collation";
		foreach ( Table_Columns::all() as $table => $columns ) {
			dbDelta( 'CREATE TABLE ' . self::name( $table ) . " (\n" . $columns . "\n) $letters;" );
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
