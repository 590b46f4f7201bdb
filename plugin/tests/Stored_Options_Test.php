<?php
/**
 * What the plugin stores in an option is in the database, whatever a persistent object cache knows: after a backup was put back, the cache may
 * know an option that the database has not, or has with an older value, and update_option() writes nothing then.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Failure_Log;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Store\Source_Choices;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Sync\Missed_Changes;
use ArtworkRegistry\Sync\Source_Watch;

final class Stored_Options_Test extends Wordpress_Case {
	use Broken_Statements;

	/** @var string */
	private $option = '';

	protected function tearDown(): void {
		if ( '' !== $this->option ) {
			delete_option( $this->option );
		}
		wp_cache_flush();
		parent::tearDown();
	}

	/** @return array<string, array{0: string, 1: callable(): void, 2: callable(): void}> Option, a write, and one of another value. */
	public function options(): array {
		$document = static function ( string $version ): array {
			return array( 'version' => $version, 'sources' => array() );
		};
		$run      = static function ( int $cursor ): void {
			Checks::save_run( array( 'mapping' => 'a', 'passed' => $cursor, 'is_done' => false ) );
		};
		$progress = static function ( int $cursor ): void {
			Background_Progress::save( array(
				'cursor_id'   => $cursor,
				'since'       => 1,
				'total'       => 2,
				'counted_at'  => 1,
				'next_cursor' => 0,
				'visited'     => 0,
				'last_id'     => 0,
			) );
		};
		$counted  = static function ( int $unregistered ): array {
			return array(
				'at'           => 1,
				'took_ms'      => 1,
				'counts'       => array(),
				'unregistered' => $unregistered,
				'sourceless'   => 0,
				'gone'         => array(),
			);
		};
		$writers  = array(
			'offboarding'      => array( array( Offboarding::class, 'begin' ), 'stop', 'hide' ),
			'settings'         => array( array( Settings::class, 'update' ), array( 'mail_to' => 'a@example.com' ), array( 'mail_to' => 'b@example.com' ) ),
			'sources'          => array( array( Settings::class, 'set_sources' ), array( 'a' ), array( 'b' ) ),
			'mapping'          => array( array( Mapping_Store::class, 'write' ), $document( 'a' ), $document( 'b' ) ),
			'mapping_copy'     => array( array( Mapping_Store::class, 'write' ), $document( 'a' ), $document( 'b' ) ),
			'source_choices'   => array( array( Source_Choices::class, 'write' ), $document( 'a' ), $document( 'b' ) ),
			'checks'           => array( $run, 1, 2 ),
			'background_check' => array( $progress, 1, 2 ),
			'failures'         => array( array( Failure_Log::class, 'save' ), array( 'lag' => array( 'since' => 1, 'mailed' => true ) ), array() ),
			'counts'           => array( array( Counts::class, 'save' ), $counted( 1 ), $counted( 2 ) ),
			'mails'            => array( array( Mail_Log::class, 'update' ), array( 'attention' => 1 ), array( 'attention' => 2 ) ),
		);
		$options  = array();
		foreach ( $writers as $name => list( $write, $first, $second ) ) {
			$options[ $name ] = array(
				"artwork_registry_$name",
				static function () use ( $write, $first ): void {
					$write( $first );
				},
				static function () use ( $write, $second ): void {
					$write( $second );
				},
			);
		}
		return $options + array(
			'variations'     => array(
				'artwork_registry_variations',
				static function (): void {
					Variation_Choice::save( 'product', '{title}' );
				},
				static function (): void {
					Variation_Choice::save( 'each', '{title}' );
				},
			),
			'setup'          => array(
				'artwork_registry_setup',
				static function (): void {
					Setup::mark( 'profile', false );
				},
				static function (): void {
					Setup::mark( 'profile', true );
				},
			),
			'missed_changes' => array(
				'artwork_registry_missed_changes',
				static function (): void {
					update_option( 'artwork_registry_missed_changes', array( 'missed' => 0, 'looked' => 1 ), true );
				},
				array( Missed_Changes::class, 'record' ),
			),
		);
	}

	/** @dataProvider options */
	public function test_an_option_is_stored_although_only_an_object_cache_knew_it( string $option, callable $first, callable $second ): void {
		global $wpdb;
		$after = $this->stored_by( $option, $first, $second )[1];
		$first();
		get_option( $option );
		$wpdb->delete( $wpdb->options, array( 'option_name' => $option ) );
		$second();
		$this->assertEquals( $after, Sql::option( $option ) );
	}

	/** @dataProvider options */
	public function test_an_option_is_stored_although_an_object_cache_knows_that_value_already( string $option, callable $first, callable $second ): void {
		global $wpdb;
		list( $before, $after ) = $this->stored_by( $option, $first, $second );
		get_option( $option );
		$wpdb->update( $wpdb->options, array( 'option_value' => maybe_serialize( $before ) ), array( 'option_name' => $option ) );
		$second();
		$this->assertEquals( $after, Sql::option( $option ) );
	}

	public function test_what_is_written_once_is_neither_lost_nor_written_again_because_of_an_object_cache(): void {
		global $wpdb;
		$this->option = 'artwork_registry_platform';
		delete_option( $this->option );
		Settings::fix_platform();
		$fixed = Sql::option( $this->option );
		$this->assertNotNull( $fixed );
		get_option( $this->option );
		$wpdb->delete( $wpdb->options, array( 'option_name' => $this->option ) );
		Settings::fix_platform();
		$this->assertSame( $fixed, Sql::option( $this->option ) );
		$wpdb->update( $wpdb->options, array( 'option_value' => 'another' ), array( 'option_name' => $this->option ) );
		wp_cache_delete( $this->option, 'options' );
		wp_cache_set( 'notoptions', array( $this->option => true ), 'options' );
		Settings::fix_platform();
		$this->assertSame( 'another', Sql::option( $this->option ) );
	}

	/** @return array<string, array{0: string, 1: callable(): void, 2: callable(): void}> A missed change is noted elsewhere then, and counts are counted again. */
	public function options_of_one_place(): array {
		return array_diff_key( $this->options(), array( 'missed_changes' => true, 'counts' => true ) );
	}

	/** @dataProvider options_of_one_place */
	public function test_a_write_that_the_database_refuses_is_not_taken_for_done( string $option, callable $first, callable $second ): void {
		$this->stored_by( $option, $second, $first );
		try {
			$this->failing( "/^\s*(?:INSERT|UPDATE|REPLACE).*'$option'/s", $second );
			$failed = null;
		} catch ( \Throwable $error ) {
			$failed = $error;
		}
		$this->assertInstanceOf( Read_Failed::class, $failed );
	}

	/** @dataProvider options */
	public function test_a_write_that_the_database_refuses_once_is_done_by_the_second( string $option, callable $first, callable $second ): void {
		global $wpdb;
		$after = $this->stored_by( $option, $first, $second )[1];
		$first();
		$refused = 0;
		$refuse  = static function ( string $sql ) use ( $option, &$refused ): string {
			return 1 === preg_match( "/^\s*(?:INSERT|UPDATE|REPLACE).*'$option'/s", $sql ) && 1 === ++$refused ? "FAILING $sql" : $sql;
		};
		$was     = $wpdb->suppress_errors( true );
		try {
			$this->with_query_filter( $refuse, static fn() => \ArtworkRegistry\Store\Read_Check::run( $second ) );
		} finally {
			$wpdb->suppress_errors( $was );
		}
		$this->assertGreaterThan( 1, $refused );
		$this->assertEquals( $after, Sql::option( $option ) );
	}

	/** @return array<string, array{0: string, 1: array<string, mixed>, 2: callable(): void}> Option, what it has, and an act that writes it. */
	public function options_to_change(): array {
		$set_up   = array( Installation::class, 'set_up_site' );
		$document = array( 'version' => 1, 'sources' => array( 'away' => array( 'title' => array( array( 'from' => 'post_title' ) ) ) ) );
		$failed   = array( 'pull' => array( 'since' => 1, 'message' => 'Away.' ) );
		return array(
			'a setting, by another setting'        => array(
				'artwork_registry_settings',
				array( 'mail_to' => 'owner@example.com' ),
				static function (): void {
					Settings::update( array( 'summary_on' => 'no' ) );
				},
			),
			'the settings, by an activation'       => array( 'artwork_registry_settings', array( 'mail_to' => 'owner@example.com' ), $set_up ),
			'the mapping, by an activation'        => array( 'artwork_registry_mapping', $document, $set_up ),
			'the choice, by an activation'         => array( 'artwork_registry_source_choices', $document, $set_up ),
			'the variations, by an activation'     => array( 'artwork_registry_variations', array( 'mode' => 'each' ), $set_up ),
			'a disconnection, by an activation'    => array( 'artwork_registry_offboarding', array( 'mode' => 'stop' ), $set_up ),
			'a missed change, by an activation'    => array( 'artwork_registry_missed_changes', array( 'missed' => 1 ), $set_up ),
			'a mapping, by that of another source' => array(
				'artwork_registry_mapping',
				$document,
				static function (): void {
					Mapping_Orders::save( array() );
				},
			),
			'that variations were works'           => array(
				'artwork_registry_variations',
				array( 'is_used' => true ),
				static function (): void {
					Variation_Choice::save( 'product', '{title}' );
				},
			),
			'a call that fails, by another one'    => array(
				'artwork_registry_failed_calls',
				$failed,
				static function (): void {
					Failed_Calls::record( 'poll', 'The database is away.' );
				},
			),
			'the sources that were there'          => array( 'artwork_registry_sources', array( 'languages:away' ), array( Source_Watch::class, 'look' ) ),
		);
	}

	/**
	 * @param array<string, mixed> $kept
	 * @dataProvider options_to_change
	 */
	public function test_what_cannot_be_read_is_not_written_over( string $option, array $kept, callable $act ): void {
		global $wpdb;
		$this->option = $option;
		update_option( $option, $kept, true );
		wp_cache_flush();
		try {
			$this->failing( "/^\s*SELECT.*\b$wpdb->options\b/s", $act );
		} catch ( Read_Failed $failed ) {
			$this->assertStringContainsString( 'could not be read', $failed->getMessage() );
		}
		$this->assertEquals( $kept, Sql::option( $option ) );
	}

	/**
	 * @param array<string, mixed> $kept
	 * @dataProvider options_to_change
	 */
	public function test_what_could_not_be_read_earlier_in_the_request_is_read_before_it_is_changed( string $option, array $kept, callable $act ): void {
		$this->option = $option;
		update_option( $option, $kept, true );
		$act();
		$changed = Sql::option( $option );
		update_option( $option, $kept, true );
		wp_cache_delete( 'alloptions', 'options' );
		wp_cache_delete( $option, 'options' );
		// As WordPress leaves them where its reads fail.
		wp_cache_set( 'alloptions', array( 'siteurl' => get_option( 'siteurl' ) ), 'options' );
		wp_cache_set( 'notoptions', array( $option => true ), 'options' );
		$act();
		$this->assertEquals( $changed, Sql::option( $option ) );
	}

	public function test_only_what_can_be_read_again_is_written_by_a_function_of_wordpress(): void {
		$folder  = dirname( __DIR__ ) . '/includes';
		$writing = array();
		foreach ( new \RecursiveIteratorIterator( new \RecursiveDirectoryIterator( $folder, \FilesystemIterator::SKIP_DOTS ) ) as $file ) {
			if ( 1 === preg_match( '/\b(?:add|update)_option\(/', (string) file_get_contents( $file->getPathname() ) ) ) {
				$writing[] = strtr( substr( $file->getPathname(), strlen( $folder ) + 1 ), '\\', '/' );
			}
		}
		$this->assertEqualsCanonicalizing( array( 'Store/Options.php' ), $writing );
	}

	/** @return array{0: mixed, 1: mixed} What the database has after the first and after the second. */
	private function stored_by( string $option, callable $first, callable $second ): array {
		Clock::freeze( time() );
		$this->option = $option;
		$first();
		$before = Sql::option( $option );
		$second();
		$after = Sql::option( $option );
		$this->assertNotNull( $before );
		$this->assertNotEquals( $before, $after );
		return array( $before, $after );
	}
}
