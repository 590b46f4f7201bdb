<?php
/**
 * The tables of the plugin: their names, their columns and their version. Nobody else creates or drops one.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Tables {
	/** Raised with each change of a column; `upgrade` then runs dbDelta. */
	private const VERSION = 8;
	private const OPTION  = 'artwork_registry_schema';
	private const NAMES   = array( 'outbox', 'status', 'sweeps', 'commands', 'events', 'nonces', 'inbox', 'checks' );

	public static function name( string $table ): string {
		global $wpdb;
		return $wpdb->prefix . 'artwork_registry_' . $table;
	}

	/** Runs on admin, REST and command line requests: the version stands in an autoloaded option, so it costs no query. */
	public static function upgrade(): void {
		if ( self::VERSION !== (int) get_option( self::OPTION, 0 ) ) {
			self::install();
		}
	}

	/** Makes the tables where one is missing; says whether it did. */
	public static function heal(): bool {
		$missing = self::missing();
		if ( ! $missing ) {
			return false;
		}
		self::install();
		if ( in_array( self::name( 'outbox' ), $missing, true ) ) {
			// What waited in it is not known any more: every chosen work is read once more.
			Sweeps::start( Sweeps::LOOK_AGAIN, 0 );
		}
		return true;
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
		return $name === $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $name ) ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a table of our own.
	}

	public static function install(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php'; // @phpstan-ignore requireOnce.fileNotFound
		$was = $wpdb->suppress_errors( true );
		foreach ( self::definitions() as $table => $columns ) {
			dbDelta( 'CREATE TABLE ' . self::name( $table ) . " (\n" . $columns . "\n) " . $wpdb->get_charset_collate() . ';' );
		}
		$wpdb->suppress_errors( $was );
		Art_Ids::fill();
		// Where new works are published by themselves since before this was noted, they are new from now on.
		Settings::update( array() );
		Mapping_Store::prepare();
		Source_Choices::prepare();
		Farewell::prepare();
		Variation_Choice::prepare();
		update_option( self::OPTION, self::VERSION, true );
	}

	public static function drop(): void {
		global $wpdb;
		foreach ( self::NAMES as $table ) {
			$wpdb->query( 'DROP TABLE IF EXISTS ' . self::name( $table ) ); // phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- tables of our own, with fixed names.
		}
		delete_option( self::OPTION );
	}

	/**
	 * Columns per table, in the exact spelling dbDelta wants (two spaces after PRIMARY KEY).
	 *
	 * @return array<string, string>
	 */
	private static function definitions(): array {
		return array(
			// A row: "look at this work again". Written on save, read by the sync service; `revision` only grows and
			// `acked_revision` only follows it. `waiting` is revision > acked_revision, kept for the index. `told`: the
			// sync service has had this work once. `tombstone` is "deleted" once the post is gone, `title` then names it.
			// `recheck_at`: the unix second at which the work waits again by itself, because a planned price begins or ends.
			'outbox'   => 'external_id bigint(20) unsigned NOT NULL,
source varchar(40) NOT NULL,
revision bigint(20) unsigned NOT NULL DEFAULT 1,
acked_revision bigint(20) unsigned NOT NULL DEFAULT 0,
waiting tinyint(1) NOT NULL DEFAULT 1,
told tinyint(1) NOT NULL DEFAULT 0,
changed_at bigint(20) unsigned NOT NULL,
tombstone varchar(20) DEFAULT NULL,
title varchar(255) DEFAULT NULL,
recheck_at bigint(20) unsigned DEFAULT NULL,
PRIMARY KEY  (external_id),
KEY waiting_changed (waiting, changed_at),
KEY recheck_at (recheck_at)',
			// A row: what the owner chose (chosen -1 excluded, 0 not said, 1 publish) and what the registry confirmed
			// (state, for confirmed_revision). `activity` is queued or sending while the sync service has it in hand.
			// look_*: the group of look-alikes a held work belongs to, its size, one of it that the registry has, and the owner's choice for it (one, number,
			// exclude), when it was made (unix ms) and which work it kept; they stay after the choice, so that it can be
			// undone and a number once given is kept; look_was: what was chosen before it, where it was made before the first publication. copy_*: "3 of 300", added to the title.
			'status'   => 'external_id bigint(20) unsigned NOT NULL,
chosen tinyint(2) NOT NULL DEFAULT 0,
state varchar(20) DEFAULT NULL,
activity varchar(20) DEFAULT NULL,
registry_id varchar(64) DEFAULT NULL,
public_page text DEFAULT NULL,
confirmed_revision bigint(20) unsigned NOT NULL DEFAULT 0,
confirmed_at bigint(20) unsigned DEFAULT NULL,
matched_on varchar(40) DEFAULT NULL,
shows longtext DEFAULT NULL,
error longtext DEFAULT NULL,
held_reason varchar(20) DEFAULT NULL,
look_group varchar(40) DEFAULT NULL,
look_size int(10) unsigned DEFAULT NULL,
look_known bigint(20) unsigned DEFAULT NULL,
look_choice varchar(20) DEFAULT NULL,
look_chosen_at bigint(20) unsigned DEFAULT NULL,
look_keeper bigint(20) unsigned DEFAULT NULL,
look_was tinyint(2) DEFAULT NULL,
copy_number int(10) unsigned DEFAULT NULL,
copy_size int(10) unsigned DEFAULT NULL,
PRIMARY KEY  (external_id),
KEY chosen_id (chosen, external_id),
KEY look_group (look_group, external_id)',
			// A row: one large job; `changes` walks it by post id. It is deleted at its end.
			'sweeps'   => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
kind varchar(20) NOT NULL,
cursor_id bigint(20) unsigned NOT NULL DEFAULT 0,
done bigint(20) unsigned NOT NULL DEFAULT 0,
total bigint(20) unsigned NOT NULL DEFAULT 0,
PRIMARY KEY  (id)',
			// A row: an order of the owner that the sync service has not done yet. external_id 0: all works.
			'commands' => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
name varchar(20) NOT NULL,
external_id bigint(20) unsigned NOT NULL DEFAULT 0,
created_at bigint(20) unsigned NOT NULL,
PRIMARY KEY  (id),
UNIQUE KEY order_once (name, external_id)',
			// A row: one line of the activity list, newest 500 kept. delivery_id makes a repeated delivery one line.
			'events'   => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
delivery_id varchar(100) NOT NULL,
type varchar(60) NOT NULL,
created_at bigint(20) unsigned NOT NULL,
external_id bigint(20) unsigned NOT NULL DEFAULT 0,
registry_id varchar(64) DEFAULT NULL,
detail text DEFAULT NULL,
PRIMARY KEY  (id),
UNIQUE KEY delivery_id (delivery_id)',
			// A row: a delivery of the registry, as it came (body in base64), until the sync service has it. `seal` is the hash of
			// its id and signature: a repeated delivery is one row.
			'inbox'    => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
seal char(64) NOT NULL,
headers text NOT NULL,
body mediumtext NOT NULL,
received_at bigint(20) unsigned NOT NULL,
PRIMARY KEY  (id),
UNIQUE KEY seal (seal)',
			// A row: what a look at a work before its first publication found. `problems`: fields the registry would refuse, by
			// commas; '' none. `look`: the beginning of its fingerprint, the same for look-alikes. Looked at again when the outbox
			// says that the work changed after `checked_at` (unix ms).
			'checks'   => 'external_id bigint(20) unsigned NOT NULL,
eligible tinyint(1) NOT NULL DEFAULT 0,
problems varchar(255) NOT NULL,
look char(16) DEFAULT NULL,
checked_at bigint(20) unsigned NOT NULL,
PRIMARY KEY  (external_id),
KEY look (look, external_id)',
			// A row: a nonce of a signed request, refused for ten minutes.
			'nonces'   => 'nonce char(32) NOT NULL,
seen_at bigint(20) unsigned NOT NULL,
PRIMARY KEY  (nonce),
KEY seen_at (seen_at)',
		);
	}
}
