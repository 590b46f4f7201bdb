<?php
/**
 * A test on a real WordPress: begins with empty tables and default options, and deletes the posts it made.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Protocol\Daemon_Api;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Protocol\Signature;
use ArtworkRegistry\Protocol\Signed_Request;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Source\Woocommerce\Doubled_Skus;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Store\Slow_Looks;
use ArtworkRegistry\Store\Source_Choices;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Missed_Changes;
use ArtworkRegistry\Work\Work_Builder;
use PHPUnit\Framework\TestCase;
use WP_REST_Request;
use WP_REST_Response;

abstract class Wordpress_Case extends TestCase {
	/** @var list<int> */
	protected $posts = array();
	/** @var list<int> */
	private $users = array();

	protected function setUp(): void {
		parent::setUp();
		// An exception that the test before let through a hook left that hook as the current one.
		$GLOBALS['wp_current_filter'] = array();
		self::empty_tables();
		Mapping_Store::remove();
		Source_Choices::remove();
		Checks::remove();
		Compared::remove();
		Offboarding::remove();
		Mapping::forget();
		Source_Choice::forget();
		Categories::forget();
		Variation_Choice::remove();
		Schema::install();
		Pictures::remove();
		Doubled_Skus::remove();
		Slow_Looks::remove();
		Slow_Looks::prepare();
		Failed_Calls::prepare();
		Counts::remove();
		Mail_Log::remove();
		Connection::remove();
		Left_Services::remove_all();
		Identity::remove();
		Setup::remove();
		Settings::remove();
		Background_Progress::remove();
		Missed_Changes::remove();
		wp_set_current_user( 0 );
	}

	/** How many reports were sent: each has a number of its own. */
	private static int $reports = 0;

	/** Rows go, tables stay: making eight of them again takes longer than most tests. */
	private static function empty_tables(): void {
		global $wpdb;
		if ( array() !== Tables::missing() ) {
			Schema::drop();
			Schema::install();
		}
		foreach ( Tables::names() as $name ) {
			$wpdb->query( "DELETE FROM $name" );
		}
	}

	protected function tearDown(): void {
		foreach ( $this->posts as $id ) {
			if ( null !== get_post( $id ) ) {
				wp_delete_post( $id, true );
			}
		}
		foreach ( $this->users as $id ) {
			wp_delete_user( $id );
		}
		Change_Collector::flush();
		Clock::freeze( null );
		remove_all_filters( 'pre_http_request' );
		remove_all_filters( 'artwork_registry_trusted_origins' );
		parent::tearDown();
	}

	/** @param array<string, mixed> $fields meta_input of our own post type by the plain names of its fields. */
	protected function artwork( array $fields = array() ): int {
		$fields += array(
			'post_type'   => Source_Names::ARTWORK_TYPE,
			'post_status' => 'publish',
			'post_title'  => 'Irises',
			'meta_input'  => array( 'artist' => 'Vincent van Gogh' ),
		);
		if ( Source_Names::ARTWORK_TYPE === $fields['post_type'] ) {
			$fields['meta_input'] = self::with_own_keys( $fields['meta_input'] );
		}
		$id = wp_insert_post( wp_slash( $fields ) );
		$this->posts[] = $id;
		return $id;
	}

	/**
	 * @param array<string, mixed> $meta
	 * @return array<string, mixed>
	 */
	private static function with_own_keys( array $meta ): array {
		$own = array();
		foreach ( $meta as $name => $value ) {
			$own[ in_array( $name, Artwork_Post_Type::names(), true ) ? Artwork_Post_Type::key( $name ) : $name ] = $value;
		}
		return $own;
	}

	/** A work the owner has published and the sync service has taken over at revision 1. */
	protected function taken_over_artwork(): int {
		$id = $this->artwork();
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		return $id;
	}

	/** A taken-over artwork that the registry has. */
	protected function registered_artwork(): int {
		$id = $this->taken_over_artwork();
		Status::save_reports( array( $this->report( $id, 'published', 1 ) ) );
		return $id;
	}

	/** Whether this is the long form, `npm run test:long`. */
	protected static function is_long(): bool {
		return '1' === getenv( 'ARTWORK_REGISTRY_LONG' );
	}

	/** Works on a page whose queries are counted: as many as it may have in the long form, else so many that a query for each is over every limit. */
	protected static function page_size(): int {
		return self::is_long() ? 50 : 16;
	}

	/**
	 * The first of those that differ in their numbers alone.
	 *
	 * @param list<string> $statements
	 * @return list<int> Their places.
	 */
	protected static function one_of_each_kind( array $statements ): array {
		return array_keys( array_unique( preg_replace( '/\d+/', '', $statements ) ) );
	}

	/**
	 * All of them in the long form, else one of each kind.
	 *
	 * @param list<string> $statements
	 * @return list<int>
	 */
	protected static function those_that_fail( array $statements ): array {
		return self::is_long() ? array_keys( $statements ) : self::one_of_each_kind( $statements );
	}

	protected function attachment( string $file = 'irises.jpg' ): int {
		$id = wp_insert_attachment(
			array(
				'post_title'     => 'Picture',
				'post_mime_type' => 'image/jpeg',
			),
			$file
		);
		wp_update_attachment_metadata(
			$id,
			array(
				'width'  => 2000,
				'height' => 1000,
				'file'   => $file,
				'sizes'  => array(
					'large' => array(
						'file'      => 'irises-1024x512.jpg',
						'width'     => 1024,
						'height'    => 512,
						'mime-type' => 'image/jpeg',
					),
				),
			)
		);
		$this->posts[] = $id;
		return $id;
	}

	protected function user( string $role ): int {
		$id            = (int) wp_insert_user(
			array(
				'user_login' => $role . wp_generate_password( 8, false ),
				'user_pass'  => 'x',
				'role'       => $role,
			)
		);
		$this->users[] = $id;
		return $id;
	}

	protected function revision( int $id ): int {
		Change_Collector::flush();
		return Outbox::find( $id )['revision'] ?? 0;
	}

	/** @return array{site_id: string, secret: string} A finished pairing. */
	protected function pair(): array {
		$code    = Pairing::new_code()['code'];
		$pairing = $this->call_unsigned( 'pair', array( 'code' => $code ) )[1];
		$this->call( $pairing, 'poll' );
		return $pairing;
	}

	/**
	 * @param array<string, mixed> $data
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	protected function call_unsigned( string $name, array $data, bool $is_secure = true ): array {
		$answer = Daemon_Api::answer(
			new Signed_Request(
				$name,
				(string) wp_json_encode( $data ),
				static function (): string {
					return '';
				}
			),
			$is_secure
		);
		return array( $answer->status, (array) json_decode( $answer->body, true ) );
	}

	/**
	 * A signed call whose answer must be signed for it, too.
	 *
	 * @param array<string, mixed> $pairing
	 * @param array<string, mixed> $data
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	protected function call( array $pairing, string $name, array $data = array() ): array {
		$request = $this->signed( $pairing, $name, $data );
		$answer  = Daemon_Api::answer( $request, true );
		$this->assertSame(
			Signature::sign(
				$pairing['secret'],
				'site-to-daemon',
				(string) $answer->status,
				$request->route(),
				$pairing['site_id'],
				(int) $answer->headers['X-Areg-Timestamp'],
				$request->nonce,
				$answer->body
			),
			$answer->headers['X-Areg-Signature']
		);
		return array( $answer->status, (array) json_decode( $answer->body, true ) );
	}

	/** @return array<string, mixed> What every poll says of the service. */
	protected static function poll_of_service(): array {
		return array(
			'daemon_version' => '0.1.0',
			'time'           => Clock::iso( Clock::now() ),
			'service'        => array( 'name' => 'Test', 'instance' => 'i-1', 'hosted' => false ),
			'carrier'        => 'direct',
			'next_poll_by'   => Clock::iso( Clock::now() + 35 ),
			'compares'       => 'list',
		);
	}

	/** @return array{beat: int, number: int} Of a report that is the latest. */
	protected static function order_of_report(): array {
		return array(
			'beat'   => Connection::beat(),
			'number' => ++self::$reports,
		);
	}

	/**
	 * @param array<string, mixed> $pairing
	 * @param array<string, mixed> $data
	 */
	protected function signed( array $pairing, string $name, array $data = array(), ?int $timestamp = null ): Signed_Request {
		$facts     = array(
			'poll'   => array( self::class, 'poll_of_service' ),
			'report' => array( self::class, 'order_of_report' ),
		);
		$body      = (string) wp_json_encode( (object) ( $data + ( isset( $facts[ $name ] ) ? $facts[ $name ]() : array() ) ) );
		$timestamp = $timestamp ?? Clock::now();
		$nonce     = bin2hex( random_bytes( 16 ) );
		$headers   = array(
			'X-Areg-Site'      => $pairing['site_id'],
			'X-Areg-Timestamp' => (string) $timestamp,
			'X-Areg-Nonce'     => $nonce,
			'X-Areg-Signature' => Signature::sign(
				$pairing['secret'],
				'daemon-to-site',
				'POST',
				'/artwork-registry/v1/daemon/' . $name,
				$pairing['site_id'],
				$timestamp,
				$nonce,
				$body
			),
		);
		return new Signed_Request(
			$name,
			$body,
			static function ( string $header ) use ( $headers ): string {
				return $headers[ $header ] ?? '';
			}
		);
	}

	/**
	 * @return array{
	 *     external_id: int, revision: int, state: string, registry_id: string|null, public_page: string|null,
	 *     confirmed_at: int|null, matched_on: string|null, shows: string|null, error: string|null,
	 *     held: array{reason: string, group: string|null, size: int|null, known: int|null}|null,
	 * }
	 */
	protected function report( int $id, string $state, int $revision = 0 ): array {
		return array(
			'external_id'  => $id,
			'revision'     => $revision,
			'state'        => $state,
			'registry_id'  => 'AREG-1',
			'public_page'  => 'https://registry.example/AREG-1',
			'confirmed_at' => 1700000000,
			'matched_on'   => null,
			'shows'        => null,
			'error'        => null,
			'held'         => null,
		);
	}

	/** What `wp artwork-registry …` prints, in a process of its own. */
	protected function wp( string ...$args ): string {
		return $this->wp_cli( 'artwork-registry', ...$args );
	}

	protected function wp_cli( string ...$args ): string {
		$command = array_merge(
			array(
				PHP_BINARY,
				'-d',
				'error_reporting=0',
				'-d',
				'memory_limit=512M',
				dirname( __DIR__ ) . '/vendor/bin/wp',
				'--allow-root',
				'--path=' . untrailingslashit( ABSPATH ),
			),
			$args
		);
		$output  = (string) shell_exec( implode( ' ', array_map( 'escapeshellarg', $command ) ) . ' 2>/dev/null' );
		wp_cache_flush();
		return $output;
	}

	/**
	 * A request of our own screens.
	 *
	 * @param array<string, mixed> $params
	 */
	protected function screen( string $method, string $path, array $params = array() ): WP_REST_Response {
		$request = new WP_REST_Request( $method, '/artwork-registry/v1/screen/' . $path );
		foreach ( $params as $name => $value ) {
			$request->set_param( $name, $value );
		}
		return rest_do_request( $request );
	}

	/** @return int Queries in the callback that this plugin is to blame for: it stands in their call stack. */
	protected function own_queries_of( callable $act ): int {
		return count(
			array_filter(
				$this->asked_in( $act ),
				static function ( array $query ): bool {
					return 1 === preg_match( '/ArtworkRegistry\\\\(?!Tests)/', $query['stack'] );
				}
			)
		);
	}

	/**
	 * What the callback asked of the database. Not by SAVEQUERIES: for a whole run it keeps each query with its call stack, which is slow.
	 *
	 * @return list<array{sql: string, stack: string}>
	 */
	protected function asked_in( callable $act ): array {
		$asked = array();
		$note  = static function ( string $sql ) use ( &$asked ): string {
			$asked[] = array(
				'sql'   => $sql,
				'stack' => (string) wp_debug_backtrace_summary(),
			);
			return $sql;
		};
		$this->with_query_filter( $note, $act );
		return $asked;
	}

	/** @return list<string> Each statement of the callback. */
	protected function statements_in( callable $act ): array {
		return array_column( $this->asked_in( $act ), 'sql' );
	}

	/**
	 * Runs the callback while the filter is given each statement. A test that fails meanwhile leaves no filter to the tests behind it.
	 *
	 * @param callable(string): string $filter
	 * @return mixed What the callback answers.
	 */
	protected function with_query_filter( callable $filter, callable $act ) {
		add_filter( 'query', $filter );
		try {
			return $act();
		} finally {
			remove_filter( 'query', $filter );
		}
	}

	/** @return int Queries this plugin and WordPress made in the callback. */
	protected function queries_of( callable $act ): int {
		global $wpdb;
		$before = $wpdb->num_queries;
		$act();
		return $wpdb->num_queries - $before;
	}

	/** @return array<string, string> The code of each file of includes/, by its name there. */
	protected function sources(): array {
		$root    = dirname( __DIR__ ) . '/includes/';
		$sources = array();
		foreach ( new \RecursiveIteratorIterator( new \RecursiveDirectoryIterator( $root, \FilesystemIterator::SKIP_DOTS ) ) as $file ) {
			$sources[ substr( (string) $file, strlen( $root ) ) ] = (string) file_get_contents( (string) $file );
		}
		return $sources;
	}

	/**
	 * The next page as the sync service reads it, with nothing in the caches but what WordPress loads for every request.
	 *
	 * @param callable|null $loaded_anyway
	 * @return array{0: array<string, mixed>, 1: int} The page, and the queries it took.
	 */
	protected function page_and_queries( ?callable $loaded_anyway = null ): array {
		// What the first page of a large job reads for all of them.
		Work_Builder::prime_all( array(), Mapping::current() );
		Pictures::read_catalogue();
		wp_cache_flush();
		get_option( 'siteurl' );
		if ( null !== $loaded_anyway ) {
			$loaded_anyway();
		}
		$begun = $_SERVER['REQUEST_TIME_FLOAT'];
		// A request of its own, which begins after the works were touched.
		$_SERVER['REQUEST_TIME_FLOAT'] = microtime( true ) + 5;

		$page    = array();
		$queries = $this->queries_of( static function () use ( &$page ): void {
			$page = Change_Page::read( 50 );
		} );

		$_SERVER['REQUEST_TIME_FLOAT'] = $begun;
		return array( $page, $queries );
	}
}
