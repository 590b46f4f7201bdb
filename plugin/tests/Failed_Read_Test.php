<?php
/**
 * A table that cannot be read is not an empty table: nothing leaves the registry, no screen says "0", and the checks say so. The tables are
 * really away, as in the middle of a restore.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;

final class Failed_Read_Test extends Wordpress_Case {
	/** @var string|null The table that is away. */
	private $away;
	/** @var string|null The server from which this site is cut off. */
	private static $host;

	protected function tearDown(): void {
		$this->put_back();
		parent::tearDown();
	}

	/** @return array<string, array{0: string}> */
	public function tables_of_works(): array {
		return array(
			'posts'         => array( 'posts' ),
			'fields'        => array( 'postmeta' ),
			'terms'         => array( 'terms' ),
			'taxonomies'    => array( 'term_taxonomy' ),
			'relationships' => array( 'term_relationships' ),
		);
	}

	/** @dataProvider tables_of_works */
	public function test_no_work_leaves_while_a_table_cannot_be_read( string $table ): void {
		$pairing = $this->pair();
		$ids     = array( $this->registered_artwork(), $this->registered_artwork() );
		Outbox::touch( array_fill_keys( $ids, 'artwork' ) );
		$before = $this->call( $pairing, 'changes', array( 'limit' => 50 ) );
		$this->assertSame( array( 200, array( 'shared', 'shared' ) ), array( $before[0], array_column( $before[1]['changes'], 'state' ) ) );

		$this->take_away( $table );
		list( $status, $answer ) = $this->call( $pairing, 'changes', array( 'limit' => 50 ) );
		$this->assertSame( array( 500, 'internal_error' ), array( $status, $answer['error']['code'] ) );
		$this->put_back();

		list( , $after ) = $this->call( $pairing, 'changes', array( 'limit' => 50 ) );
		$this->assertSame( $before[1]['changes'], $after['changes'], 'nothing was settled, and no cache kept "none"' );
		foreach ( $ids as $id ) {
			$this->assertNull( Outbox::find( $id )['tombstone'] );
		}
	}

	public function test_a_pairing_that_cannot_be_read_is_not_none(): void {
		$pairing = $this->pair();
		Identity::renew( 7 );
		wp_cache_flush();
		$this->take_away( 'options' );
		list( $status, $answer ) = $this->unsigned_answer( $pairing );
		$this->put_back();
		$this->assertSame( array( 500, 'internal_error' ), array( $status, $answer['error']['code'] ) );
		$this->assertSame( 7, Identity::generation(), 'and which site this is was not made again' );
		$this->assertSame( 200, $this->call( $pairing, 'poll' )[0] );
	}

	/** @dataProvider tables_of_works */
	public function test_the_background_check_leaves_everything_while_a_table_cannot_be_read( string $table ): void {
		$pairing = $this->pair();
		$id      = $this->registered_artwork();
		Outbox::acknowledge( array( $id => Outbox::find( $id )['revision'] ) );
		\ArtworkRegistry\Clock::freeze( \ArtworkRegistry\Clock::now() + 86400 );
		$this->take_away( $table );
		$this->assertSame( 500, $this->call( $pairing, 'changes', array( 'limit' => 50 ) )[0] );
		$this->put_back();
		$this->assertNull( Outbox::find( $id )['tombstone'] );
	}

	/** @return array<string, array{0: string}> */
	public function screens(): array {
		$screens = array();
		foreach ( array( 'overview', 'works', 'activity', 'fix', 'artists', 'duplicates', 'report', 'sources', 'mapping' ) as $path ) {
			$screens[ $path ] = array( $path );
		}
		return $screens;
	}

	/** @dataProvider screens */
	public function test_a_screen_says_that_the_database_could_not_be_read_and_never_zero( string $path ): void {
		global $wpdb;
		$this->pair();
		$this->registered_artwork();
		wp_set_current_user( $this->user( 'administrator' ) );
		// Screens say what time it is.
		Clock::freeze( time() );
		$before = $this->screen( 'GET', $path );
		$this->assertSame( 200, $before->get_status() );
		foreach ( array( 'posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships' ) as $table ) {
			wp_cache_flush();
			get_option( 'siteurl' );
			wp_set_current_user( get_current_user_id() );
			$this->take_away( $table );
			$answer = $this->screen( 'GET', $path );
			$this->put_back();
			if ( 503 === $answer->get_status() ) {
				$this->assertStringContainsString( 'could not be read', $answer->get_data()['message'] );
			} else {
				// A screen that does not read this table says what it said before.
				$this->assertSame( 200, $answer->get_status(), "$path without $table" );
				$this->assertSame( wp_json_encode( $before->get_data() ), wp_json_encode( $answer->get_data() ), "$path without $table" );
			}
		}
	}

	/** @dataProvider tables_of_works */
	public function test_the_checks_say_that_the_database_cannot_be_read( string $table ): void {
		$this->pair();
		$this->registered_artwork();
		$this->take_away( $table );
		$check = Checks::run( 'database' );
		$this->put_back();
		$this->assertSame( 'critical', $check['status'] );
		$this->assertStringContainsString( 'could not be read', $check['text'] );
		$this->assertSame( 'good', Checks::run( 'database' )['status'] );
	}

	public function test_the_command_line_says_it_in_one_sentence_and_fails(): void {
		if ( 'WP_SQLite_DB' === get_class( $GLOBALS['wpdb'] ) ) {
			$this->assertTrue( true, 'another process has its own statements' );
			return;
		}
		$this->pair();
		$this->registered_artwork();
		$this->take_away( 'term_relationships' );
		$said = $this->wp( 'doctor' );
		$this->put_back();
		$this->assertStringContainsString( 'could not be read', $said );
		$this->assertStringContainsString( '✗', $said );
	}

	public function test_the_weekly_email_waits_instead_of_saying_nothing_happened(): void {
		$this->pair();
		Mail_Log::update( array( 'summary_at' => 1 ) );
		$this->take_away( 'posts' );
		do_action( \ArtworkRegistry\Health\Failure_Notice::EVENT );
		$this->put_back();
		$this->assertSame( 1, Mail_Log::get()['summary_at'], 'it is tried again at the next hour' );
	}

	/** A server that is restarted refuses the statement, and then the list of tables as well. */
	public function test_a_list_of_tables_that_cannot_be_read_takes_no_table_for_lost(): void {
		global $wpdb;
		$this->pair();
		$break = static function ( string $sql ): string {
			return 0 === strpos( $sql, 'SHOW TABLES' ) || false !== strpos( $sql, 'FROM ' . Tables::name( 'outbox' ) ) ? "FAILING $sql" : $sql;
		};
		$was   = $wpdb->suppress_errors( false );
		$wpdb->hide_errors();
		$meet  = function () use ( $wpdb ): void {
			foreach ( array( 'rows_of' => 'SELECT * FROM ', 'write' => 'DELETE FROM ' ) as $act => $sql ) {
				try {
					Sql::$act( $sql . Tables::name( 'outbox' ) );
					$this->fail( 'An answer without a database.' );
				} catch ( Read_Failed $failed ) {
					$this->assertFalse( $wpdb->suppress_errors, 'what others ask next is told as before' );
				}
			}
			$this->assertSame( Checks::CRITICAL, Checks::run( 'database' )['status'] );
			$this->assertStringNotContainsString( 'lost', Checks::run( 'table' )['text'] );
		};
		try {
			$this->with_query_filter( $break, $meet );
		} finally {
			$wpdb->suppress_errors( $was );
		}
		$this->assertNull( Identity::doubt(), 'the owner is not asked whether this is a restored site' );
		$this->assertSame( Checks::GOOD, Checks::run( 'table' )['status'] );
	}

	/**
	 * @testWith ["SELECT 1 FROM", "read"]
	 *           ["DELETE FROM", "written"]
	 */
	public function test_a_refused_statement_is_called_what_it_is( string $statement, string $said ): void {
		global $wpdb;
		$was = $wpdb->suppress_errors( true );
		try {
			Read_Check::run( static function () use ( $wpdb, $statement ): void {
				$wpdb->query( "$statement {$wpdb->prefix}artwork_registry_nowhere" );
			} );
			$this->fail( 'Nothing was refused.' );
		} catch ( Read_Failed $failed ) {
			$this->assertStringContainsString( "The database could not be $said: ", $failed->getMessage() );
		} finally {
			$wpdb->suppress_errors( $was );
		}
	}

	/** @return array<string, array{0: callable(): mixed}> */
	public function readings(): array {
		return array(
			'a statement of ours'           => array( static function () {
				return Sql::rows_of( 'SELECT 1 AS one' );
			} ),
			'a function of WordPress'       => array( static function () {
				return Read_Check::run( static function () {
					return get_post_meta( 1, 'artist', true );
				} );
			} ),
			'one that is followed by more'  => array( static function () {
				return Read_Check::run( static function () {
					$read = get_post_meta( 1, 'artist', true );
					self::connect();
					return $read . get_option( 'never_there' );
				} );
			} ),
		);
	}

	/**
	 * The server goes away in the middle of a page, such as a checkout: WordPress answers "no rows" and notes no error.
	 *
	 * @dataProvider readings
	 */
	public function test_a_connection_that_is_lost_while_a_page_is_shown_is_no_answer( callable $read ): void {
		global $wpdb, $wp_actions;
		if ( 'WP_SQLite_DB' === get_class( $wpdb ) ) {
			$this->assertFalse( Read_Check::is_cut_off(), 'a file is never cut off' );
			return;
		}
		wp_cache_flush();
		$had                             = $wp_actions['template_redirect'] ?? 0;
		$wp_actions['template_redirect'] = 1;
		$this->cut();
		try {
			$read();
			$this->fail( 'An answer without a database.' );
		} catch ( Read_Failed $failed ) {
			$this->assertStringContainsString( 'could not be read', $failed->getMessage() );
		} finally {
			self::connect();
			$wp_actions['template_redirect'] = $had;
		}
		$this->assertSame( array( array( 'one' => '1' ) ), Sql::rows_of( 'SELECT 1 AS one' ) );
	}

	private function cut(): void {
		global $wpdb;
		self::$host = $wpdb->dbhost;
		$id         = (int) $wpdb->get_var( 'SELECT CONNECTION_ID()' );
		$second     = new \wpdb( $wpdb->dbuser, $wpdb->dbpassword, $wpdb->dbname, $wpdb->dbhost );
		$second->query( "KILL $id" );
		$second->close();
		$wpdb->dbhost = '127.0.0.1:1';
		( function (): void {
			$this->reconnect_retries = 1;
		} )->call( $wpdb );
		set_error_handler( '__return_true' );
	}

	private static function connect(): void {
		global $wpdb;
		if ( null !== self::$host ) {
			restore_error_handler();
			$wpdb->dbhost = self::$host;
			self::$host   = null;
			$wpdb->db_connect( false );
		}
	}

	/** Every reading that ends in a catch of anything lets a failed read pass, or is one of these, where less is shown and nothing is said. */
	public function test_no_part_takes_a_failed_read_for_the_fault_of_another_plugin(): void {
		$may  = array(
			'Cli/Failures.php',
			'Frontend/Work_Facts.php',
			'Installation.php',
			'Listener.php',
			'Protocol/Daemon_Api.php',
			'Protocol/Outbound_Calls.php',
			'Rest/Fix_Routes.php',
			'Rest/Webhook_Routes.php',
			'Orders/Missed_Orders.php', 'Store/Schema.php',
			'Sync/Announcements.php',
			'Sync/Change_Collector.php',
			'Sync/Missed_Changes.php',
			'Sync/Variation_Pages.php',
			'Uninstaller.php',
			'View/Catalogue_Counts.php',
			'View/Guarded_Answer.php',
			'View/Inbox_Address.php',
			'View/Work_Names.php',
		);
		$bad = array();
		foreach ( $this->sources() as $name => $code ) {
			if ( substr_count( $code, 'catch ( \Throwable' ) > substr_count( $code, 'catch ( Read_Failed' ) && ! in_array( $name, $may, true ) ) {
				$bad[] = $name;
			}
			if ( 1 === preg_match( '/[^`]\$wpdb->last_error/', $code ) && 'Store/Sql.php' !== $name ) {
				$bad[] = "$name reads last_error, which knows the last query alone";
			}
		}
		$this->assertSame( array(), $bad );
	}

	public function test_a_failed_read_says_the_first_words_of_the_database_not_its_page_of_html(): void {
		$check = new Read_Check();
		$was   = $GLOBALS['EZSQL_ERROR'] ?? array();

		$GLOBALS['EZSQL_ERROR'][] = array(
			'query'     => 'SELECT 1 FROM ' . $GLOBALS['wpdb']->posts,
			'error_str' => '<p>Broken.</p><pre>' . str_repeat( "#1 a\n", 500 ),
		);
		try {
			$check->refuse_failures();
			$this->fail( 'An answer without a table.' );
		} catch ( Read_Failed $failed ) {
			$this->assertStringContainsString( 'could not be read: Broken.', $failed->getMessage() );
			$this->assertLessThan( 400, strlen( $failed->getMessage() ) );
		} finally {
			$GLOBALS['EZSQL_ERROR'] = $was;
		}
	}

	public function test_an_option_that_could_not_be_read_is_not_remembered_as_none(): void {
		$token = Inbox::token();
		wp_cache_delete( 'artwork_registry_inbox_token', 'options' );
		$this->take_away( 'options' );
		try {
			Inbox::token();
			$this->fail( 'An answer without a table.' );
		} catch ( Read_Failed $failed ) {
			$this->assertStringContainsString( 'could not be read', $failed->getMessage() );
		}
		// Without what put_back() does for other tests.
		$cache                      = $GLOBALS['wp_object_cache'];
		$GLOBALS['wp_object_cache'] = clone $cache;
		$this->put_back();
		$GLOBALS['wp_object_cache'] = $cache;
		$this->assertSame( $token, Inbox::token(), 'the registry delivers to that address' );
		wp_cache_flush();
	}

	/** Options that WordPress does not load by itself are asked for one by one, and get_option() takes a failure for "none". */
	public function test_no_part_takes_an_option_that_could_not_be_read_for_none(): void {
		$bad   = array();
		$found = 0;
		foreach ( $this->sources() as $name => $code ) {
			preg_match_all( '/(?:(?:update|add)_option|Options::(?:save|add|note))\(\s*(self::\w+),([^;]*)\);/', $code, $written );
			$loaded = preg_grep( '/,\s*true\s*$/', $written[2] );
			foreach ( array_unique( array_diff_key( $written[1], $loaded ) ) as $option ) {
				++$found;
				if ( 1 === preg_match( '/\bget_option\( ' . $option . '\b/', $code ) ) {
					$bad[] = "$name reads $option";
				}
			}
		}
		$this->assertSame( array(), $bad );
		$this->assertGreaterThan( 10, $found );
	}

	/**
	 * @param array<string, mixed> $pairing
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	private function unsigned_answer( array $pairing ): array {
		$answer = \ArtworkRegistry\Protocol\Daemon_Api::answer( $this->signed( $pairing, 'poll' ), true );
		return array( $answer->status, (array) json_decode( $answer->body, true ) );
	}

	/** Really away, as in the middle of a restore; the SQLite drop-in cannot rename a table, so there its statements name one that is not there. */
	private function take_away( string $table ): void {
		global $wpdb;
		$this->away = $wpdb->$table;
		$wpdb->suppress_errors( true );
		if ( 'WP_SQLite_DB' === get_class( $wpdb ) ) {
			add_filter( 'query', array( $this, 'ask_for_another' ) );
			return;
		}
		$wpdb->query( "ALTER TABLE $this->away RENAME TO {$this->away}_away" );
	}

	public function ask_for_another( string $sql ): string {
		return (string) preg_replace( "/`?\\b$this->away\\b`?/", "nowhere.$this->away", $sql );
	}

	private function put_back(): void {
		global $wpdb;
		if ( null === $this->away ) {
			return;
		}
		if ( 'WP_SQLite_DB' === get_class( $wpdb ) ) {
			remove_filter( 'query', array( $this, 'ask_for_another' ) );
		} else {
			$wpdb->query( "ALTER TABLE {$this->away}_away RENAME TO $this->away" );
		}
		$wpdb->suppress_errors( false );
		wp_cache_flush();
		$this->away = null;
	}
}
