<?php
/**
 * The way from an earlier version to this one, and back: an installation that the plugin of schema 10 left (older-installation.json).
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Newer_Data_Notice;
use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Table_Columns;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Overview;

final class Older_Installation_Test extends Wordpress_Case {
	private const VERSION = 'artwork_registry_schema';
	/** Longer than any version will be high. */
	private const NEWER = 999;

	/** @var array<string, mixed> */
	private $older = array();
	/** @var array<string, int> */
	private $works = array();

	protected function setUp(): void {
		parent::setUp();
		$json        = (string) file_get_contents( __DIR__ . '/older-installation.json' );
		$this->older = json_decode( $json, true );
		$this->works = $this->older['works'];
		$this->posts = array_merge( array_values( $this->works ), array( $this->older['picture'] ) );
		self::remove_all();
		$this->make_tables();
		$this->make_posts();
		foreach ( $this->older['options'] as $name => $option ) {
			add_option( $name, $option['value'], '', 'on' === $option['autoload'] );
		}
		// The same site as then, at the address and in the database of this test.
		Identity::renew( $this->older['options']['artwork_registry_identity']['value']['generation'] );
		wp_cache_flush();
		self::forget();
	}

	protected function tearDown(): void {
		delete_option( self::VERSION );
		Schema::drop();
		Schema::install();
		self::forget();
		parent::tearDown();
	}

	/** What is in memory from before. */
	private static function forget(): void {
		Mapping::forget();
		Source_Choice::forget();
		Categories::forget();
	}

	private static function remove_all(): void {
		global $wpdb;
		Schema::drop();
		foreach ( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE 'artwork\\_registry%'" ) as $name ) {
			delete_option( $name );
		}
	}

	private function make_tables(): void {
		global $wpdb;
		foreach ( $this->older['tables'] as $table => $older ) {
			$name = Tables::name( $table );
			dbDelta( "CREATE TABLE $name (\n" . $older['columns'] . "\n) " . $wpdb->get_charset_collate() . ';' );
			foreach ( $older['rows'] as $row ) {
				$this->assertSame( 1, $wpdb->insert( $name, $row ), $table );
			}
		}
	}

	private function make_posts(): void {
		global $wpdb;
		foreach ( $this->older['posts'] as $post ) {
			$wpdb->insert( $wpdb->posts, $post );
		}
		foreach ( $this->older['meta'] as $row ) {
			$wpdb->insert( $wpdb->postmeta, $row );
		}
	}

	/** @return array<string, list<array<string, string|null>>> The rows of the tables of then, by the columns of then. */
	private function rows_of_then(): array {
		global $wpdb;
		$rows = array();
		foreach ( $this->older['tables'] as $table => $older ) {
			$columns        = $older['rows'] ? implode( ', ', array_keys( $older['rows'][0] ) ) : '*';
			$rows[ $table ] = $wpdb->get_results( "SELECT $columns FROM " . Tables::name( $table ), ARRAY_A );
		}
		return $rows;
	}

	/** @return array<string, list<array<string, string|null>>> */
	private static function structure(): array {
		global $wpdb;
		$structure = array();
		foreach ( array_keys( Table_Columns::all() ) as $table ) {
			$columns = $wpdb->get_results( 'DESCRIBE ' . Tables::name( $table ), ARRAY_A );
			usort(
				$columns,
				static function ( array $one, array $other ): int {
					return strcmp( $one['Field'], $other['Field'] );
				}
			);
			$indexes = array_unique( $wpdb->get_col( 'SHOW INDEX FROM ' . Tables::name( $table ), 2 ) );
			sort( $indexes );
			$structure[ $table ] = array( 'columns' => $columns, 'indexes' => $indexes );
		}
		return $structure;
	}

	/** @return array{site_id: string, secret: string} */
	private function pairing(): array {
		return array_intersect_key( $this->older['pairing'], array( 'site_id' => 1, 'secret' => 1 ) );
	}

	/** @return array<int, array<string, mixed>> What the sync service is told, by work. */
	private function changes(): array {
		list( $status, $page ) = $this->call( $this->pairing(), 'changes', array( 'limit' => 50 ) );
		$this->assertSame( 200, $status );
		return array_column( $page['changes'], null, 'external_id' );
	}

	public function test_the_update_keeps_every_row_and_setting_and_makes_the_tables_of_a_new_installation(): void {
		$before = $this->rows_of_then();
		$this->assertContains( Tables::name( 'certificates' ), Tables::missing() );
		Schema::upgrade();
		$this->assertSame( array(), Tables::missing() );
		$this->assertGreaterThan( 10, (int) get_option( self::VERSION ) );
		$this->assertSame( $before, $this->rows_of_then() );
		$settings = Settings::get();
		$this->assertSame(
			array( 'fully_private', 'ana@gallery.example', 'site' ),
			array( $settings['on_leave'], $settings['mail_to'], $settings['deliveries'] )
		);
		foreach ( array( 'mapping', 'pairing', 'site_mark', 'source_choices', 'sync_status' ) as $name ) {
			$name = 'artwork_registry_' . $name;
			$this->assertEquals( $this->older['options'][ $name ]['value'], get_option( $name ), $name );
		}
		$updated = self::structure();
		Schema::drop();
		Schema::install();
		$this->assertEquals( self::structure(), $updated );
	}

	public function test_after_the_update_states_and_art_ids_are_true_and_what_waited_goes_out(): void {
		Schema::upgrade();
		$states = array();
		foreach ( $this->works as $name => $id ) {
			$states[ $name ] = array( Status::find( $id )['state'] ?? null, Art_Ids::find( $id )['id'] ?? null );
		}
		$this->assertSame(
			array(
				'registered' => array( 'published', 'AREG-900001' ),
				'sold'       => array( 'sold', 'AREG-900002' ),
				'attention'  => array( 'attention', null ),
				'held'       => array( 'held', null ),
				'excluded'   => array( null, null ),
				'waiting'    => array( 'published', 'AREG-900006' ),
				'new'        => array( null, null ),
				'gone'       => array( 'published', null ),
				'undecided'  => array( null, null ),
			),
			$states
		);
		$this->assertSame( 3, Outbox::count_waiting() );
		$overview = Overview::read();
		// The deleted work is registered until its departure went out.
		$this->assertSame( array( 4, 2, 3 ), array( $overview['registered'], $overview['attention'], $overview['waiting'] ) );
		// The pairing of then is good, and so are the mapping and the choices.
		list( $status, $poll ) = $this->call( $this->pairing(), 'poll' );
		$this->assertSame( array( 200, 'audit', 'd-2' ), array( $status, $poll['commands'][0]['name'], $poll['inbox'][0]['headers']['x-registry-delivery'] ) );
		$changes = $this->changes();
		// The site had just been connected then, so every chosen work is read once more.
		$this->assertEqualsCanonicalizing( array_values( array_diff_key( $this->works, array( 'excluded' => 1, 'undecided' => 1 ) ) ), array_keys( $changes ) );
		$this->assertSame( array( 'shared', 'Waiting, changed', 'Vincent van Gogh' ), self::told( $changes[ $this->works['waiting'] ] ) );
		$this->assertSame( array( 'shared', 'New', 'Vincent van Gogh' ), self::told( $changes[ $this->works['new'] ] ) );
		$this->assertSame( 'gone', $changes[ $this->works['gone'] ]['state'] );
	}

	/**
	 * @param array<string, mixed> $change
	 * @return list<string>
	 */
	private static function told( array $change ): array {
		return array( $change['state'], $change['artwork']['title'], $change['artwork']['artist_name'] );
	}

	public function test_the_update_knows_which_picture_belongs_to_which_work(): void {
		Schema::upgrade();
		foreach ( $this->works as $id ) {
			Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		}
		wp_update_post( array( 'ID' => $this->older['picture'], 'post_excerpt' => 'Another caption' ) );
		Change_Collector::flush();
		$this->assertSame( array( $this->works['registered'] ), array_map( 'intval', array_column( Outbox::list_waiting( 50 ), 'external_id' ) ) );
	}

	public function test_an_older_version_over_the_data_of_a_newer_one_sends_nothing_says_what_to_do_and_notes_changes(): void {
		Schema::upgrade();
		$known = get_option( self::VERSION );
		update_option( self::VERSION, self::NEWER );
		$before = self::structure();
		Schema::upgrade();
		Installation::activate();
		$this->assertSame( self::NEWER, (int) get_option( self::VERSION ) );
		$this->assertEquals( $before, self::structure() );
		foreach ( array( 'poll', 'changes', 'report' ) as $call ) {
			list( $status, $answer ) = $this->call( $this->pairing(), $call );
			$this->assertSame( array( 503, 'newer_data' ), array( $status, $answer['error']['code'] ) );
		}
		$this->assertSame( 503, $this->call_unsigned( 'pair', array( 'code' => 'ABCD-EFGH' ) )[0] );
		foreach ( array( 'toplevel_page_artwork-registry', 'plugins' ) as $screen ) {
			$this->assertStringContainsString( 'Update the plugin under Plugins, or put back a backup', $this->notice_on( $screen ) );
		}
		$this->assertSame( '', $this->notice_on( 'dashboard' ) );
		$this->assertSame( 'critical', Checks::run( 'table' )['status'] );
		$this->assertStringContainsString( 'Update the plugin under Plugins', Checks::run( 'table' )['text'] );
		wp_update_post( array( 'ID' => $this->works['registered'], 'post_title' => 'Changed meanwhile' ) );
		Change_Collector::flush();
		// The newer version is back.
		update_option( self::VERSION, $known );
		$this->assertSame( '', $this->notice_on( 'plugins' ) );
		$this->assertSame( 'Changed meanwhile', $this->changes()[ $this->works['registered'] ]['artwork']['title'] );
	}

	private function notice_on( string $screen ): string {
		wp_set_current_user( $this->user( 'administrator' ) );
		set_current_screen( $screen );
		ob_start();
		Newer_Data_Notice::show();
		unset( $GLOBALS['current_screen'] );
		return (string) ob_get_clean();
	}
}
