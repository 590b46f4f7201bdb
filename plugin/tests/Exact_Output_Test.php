<?php
/**
 * Answers over real HTTP, from PHP's own web server, while another plugin prints what must not get into them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Protocol\Signature;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Printed_Early;

final class Exact_Output_Test extends Wordpress_Case {
	/** @var string The must-use plugin that prints; its name makes it the first. */
	private $printing;
	/** @var array<int, array{address: string, process: resource}> By output_buffering: they start once and keep what they compiled. */
	private static $servers = array();
	/** @var string */
	private $address;

	protected function setUp(): void {
		parent::setUp();
		Printed_Early::prepare();
		$this->printing = WPMU_PLUGIN_DIR . '/00-prints.php';
		wp_mkdir_p( WPMU_PLUGIN_DIR );
	}

	protected function tearDown(): void {
		if ( is_file( $this->printing ) ) {
			unlink( $this->printing );
		}
		parent::tearDown();
	}

	public static function tearDownAfterClass(): void {
		foreach ( self::$servers as $server ) {
			proc_terminate( $server['process'] );
			proc_close( $server['process'] );
		}
		self::$servers = array();
		parent::tearDownAfterClass();
	}

	/** @return array<string, array{0: string, 1: int}> Code of another plugin, and PHP's output_buffering. */
	public function printing(): array {
		$codes = array(
			'a warning of PHP on init'          =>
				'ini_set( "display_errors", "1" ); add_action( "init", static function () { trigger_error( "Old", E_USER_WARNING ); } );',
			'a byte order mark of a plugin'     =>
				'add_action( "plugins_loaded", static function () { echo "\xEF\xBB\xBF"; } );',
			'a notice in a filter of REST'      =>
				'add_filter( "rest_pre_dispatch", static function ( $r ) { echo "<b>Notice</b>: {closure}"; return $r; } );',
			'a buffer that appends a comment'   =>
				'ob_start( static function ( $page ) { return $page . "<!-- Page generated in 0.2 s -->"; } );',
			'a plugin that flushes at the end'  =>
				'add_action( "shutdown", static function () { while ( ob_get_level() ) { ob_end_flush(); } echo "<!-- {end} -->"; }, 0 );',
			'a buffer that compresses'          =>
				'ob_start( static function ( $page ) { header( "Content-Encoding: gzip" ); header( "Vary: Accept-Encoding" ); return gzencode( $page ); } );',
			'the compression of PHP'            =>
				'ob_start( "ob_gzhandler" );',
			'a length of something else'        =>
				'add_action( "init", static function () { header( "Content-Length: 5" ); ob_start( null, 0, 0 ); } );',
			'a buffer inside ours that is left' =>
				'add_action( "init", static function () { ob_start(); echo "left"; } );',
		);
		$cases = array();
		foreach ( $codes as $name => $code ) {
			foreach ( array( 0, 4096 ) as $size ) {
				$cases[ "$name, output_buffering $size" ] = array( $code, $size );
			}
		}
		$cases['a byte order mark before WordPress, output_buffering 4096'] = array( 'echo "\xEF\xBB\xBF";', 4096 );
		return $cases;
	}

	/** @dataProvider printing */
	public function test_an_answer_is_the_signed_bytes_whatever_others_print( string $code, int $buffering ): void {
		$pairing = $this->pair();
		$this->serve( $code, $buffering );
		$route = '/artwork-registry/v1/daemon/changes';
		foreach ( array( "/index.php?rest_route=$route", "/wp-admin/admin-ajax.php?action=artwork_registry&route=$route" ) as $way ) {
			list( $status, $headers, $body ) = $this->call_over_http( $pairing, $way );
			$this->assertSame( 200, $status, $body );
			$this->assertTrue( $this->is_signed( $pairing, $status, $headers, $body ), "$way answered: $body" );
			$this->assertArrayNotHasKey( 'content-encoding', $headers, 'the bytes are not encoded' );
		}
		wp_cache_flush();
		$this->assertNull( Printed_Early::find() );
	}

	/** Nothing of PHP can take back what was sent, so nothing is done for that call, and the owner learns which file it is. */
	public function test_a_file_that_prints_before_wordpress_without_buffering_is_named_and_its_polls_do_not_count(): void {
		$pairing = $this->pair();
		$this->serve( "\n" . 'echo "\xEF\xBB\xBF"; flush();', 0 );
		$seen = Connection::find_status()['seen_at'] ?? 0;
		sleep( 1 );
		list( , $headers, $body ) = $this->call_over_http( $pairing, '/index.php?rest_route=/artwork-registry/v1/daemon/poll' );
		$this->assertArrayNotHasKey( 'x-areg-signature', $headers );
		$this->assertStringContainsString( 'printed_early', $body );
		$this->assertStringNotContainsString( '00-prints', $body, 'strangers learn no path' );
		wp_cache_flush();
		$this->assertSame( $seen, Connection::find_status()['seen_at'] ?? 0 );
		$check = Checks::run( 'printed' );
		$this->assertSame( Checks::CRITICAL, $check['status'] );
		$this->assertStringStartsWith( basename( WP_CONTENT_DIR ) . '/mu-plugins/00-prints.php:2', $check['text'] );
		// Mended: the next answer clears it.
		file_put_contents( $this->printing, '<?php' );
		$this->call_over_http( $pairing, '/index.php?rest_route=/artwork-registry/v1/daemon/changes' );
		wp_cache_flush();
		$this->assertSame( Checks::GOOD, Checks::run( 'printed' )['status'] );
	}

	public function test_strangers_neither_make_the_site_record_who_prints_nor_clear_it(): void {
		$pairing = $this->pair();
		$prints  = "\n" . 'echo "\xEF\xBB\xBF"; flush();';
		$route   = '/index.php?rest_route=/artwork-registry/v1/daemon/';
		$this->serve( $prints, 0 );
		foreach ( array( 'poll', 'pair' ) as $name ) {
			$this->call_over_http( array( 'secret' => base64_encode( random_bytes( 32 ) ) ) + $pairing, $route . $name );
			$this->post( $route . $name, '{}', array() );
		}
		wp_cache_flush();
		$this->assertNull( Printed_Early::find() );
		$this->call_over_http( $pairing, $route . 'poll' );
		wp_cache_flush();
		$this->assertNotNull( Printed_Early::find() );
		file_put_contents( $this->printing, '<?php' );
		$this->post( $route . 'poll', '{}', array() );
		wp_cache_flush();
		$this->assertNotNull( Printed_Early::find(), 'a stranger may come by another way' );
	}

	public function test_the_file_that_prints_is_named_while_a_service_is_awaited(): void {
		\ArtworkRegistry\Protocol\Pairing::new_code();
		$this->serve( "\n" . 'echo "\xEF\xBB\xBF"; flush();', 0 );
		$this->post( '/index.php?rest_route=/artwork-registry/v1/daemon/pair', '{}', array() );
		wp_cache_flush();
		$this->assertNotNull( Printed_Early::find() );
	}

	public function test_a_delivery_that_is_refused_is_refused_although_another_plugin_prints(): void {
		$this->pair();
		$token = Inbox::token();
		$this->serve( 'add_action( "init", static function () { echo "noise"; } );', 0 );
		$ways = array(
			"/index.php?rest_route=/artwork-registry/v1/webhook/$token",
			"/wp-admin/admin-ajax.php?action=artwork_registry_webhook&token=$token",
		);
		foreach ( $ways as $way ) {
			list( $status, , $body ) = $this->post( $way, '{}', array( 'X-Registry-Timestamp: 1' ) );
			$this->assertSame( 401, $status, 'the registry would take 200 for delivered' );
			$this->assertSame( 'stale', json_decode( $body, true )['error']['code'] ?? $body );
		}
	}

	public function test_a_file_of_rows_has_nothing_of_another_plugin_in_it(): void {
		$this->artwork( array( 'post_title' => 'Irises' ) );
		$user = $this->user( 'administrator' );
		wp_set_current_user( $user );
		$prints = 'add_action( "init", static function () { echo "<b>Warning</b>"; } );';
		$this->serve( $prints . ' add_action( "shutdown", static function () { echo "<!-- end -->"; }, 0 );', 0 );
		$ends   = time() + 600;
		$token  = \WP_Session_Tokens::get_instance( $user )->create( $ends );
		$cookie = wp_generate_auth_cookie( $user, $ends, 'logged_in', $token );
		// The nonce is of the session in the cookie.
		$_COOKIE[ LOGGED_IN_COOKIE ] = $cookie;
		$nonce                       = wp_create_nonce( 'artwork_registry_export' );
		unset( $_COOKIE[ LOGGED_IN_COOKIE ] );
		$cookies = AUTH_COOKIE . '=' . rawurlencode( wp_generate_auth_cookie( $user, $ends, 'auth', $token ) )
			. '; ' . LOGGED_IN_COOKIE . '=' . rawurlencode( $cookie );
		$way     = "/wp-admin/admin-post.php?action=artwork_registry_export&_wpnonce=$nonce";

		list( $status, $headers, $body ) = $this->post( $way, '', array( "Cookie: $cookies" ), 'GET' );
		$this->assertSame( 200, $status, $body );
		$this->assertStringStartsWith( 'text/csv', $headers['content-type'] ?? '' );
		$this->assertStringStartsWith( "\xEF\xBB\xBF\"Title\"", $body );
		$this->assertMatchesRegularExpression( '/"Complete: \d+ lines?"\r\n$/', $body );
	}

	private function serve( string $code, int $buffering ): void {
		file_put_contents( $this->printing, '<?php ' . $code );
		$server = self::$servers[ $buffering ] ?? null;
		// One that has ended fails the test in which it did, and none of those after it.
		if ( null === $server || ! proc_get_status( $server['process'] )['running'] ) {
			$server = $this->start( $buffering );
		}
		self::$servers[ $buffering ] = $server;
		$this->address               = $server['address'];
	}

	/** @return array{address: string, process: resource} */
	private function start( int $buffering ): array {
		$socket = stream_socket_server( 'tcp://127.0.0.1:0' );
		$this->assertIsResource( $socket );
		$name = stream_socket_get_name( $socket, false );
		fclose( $socket );
		// A file that changes is read at once: within two seconds it is not kept, and later the time of its change is looked at.
		$options = array( 'opcache.enable_cli=1', 'opcache.revalidate_freq=0', 'opcache.file_update_protection=2', 'display_errors=1' );
		$command = array( PHP_BINARY );
		foreach ( array_merge( $options, array( "output_buffering=$buffering", 'memory_limit=512M' ) ) as $option ) {
			array_push( $command, '-d', $option );
		}
		array_push( $command, '-S', $name, '-t', untrailingslashit( ABSPATH ) );
		$nowhere = array( 'file', '/dev/null', 'w' );
		$process = proc_open( $command, array( 1 => $nowhere, 2 => $nowhere ), $pipes );
		$this->assertIsResource( $process );
		for ( $ends = time() + 20; time() < $ends; usleep( 50000 ) ) {
			// phpcs:ignore WordPress.PHP.NoSilencedErrors
			$open = @stream_socket_client( "tcp://$name" );
			if ( is_resource( $open ) ) {
				fclose( $open );
				return array(
					'address' => "http://$name",
					'process' => $process,
				);
			}
		}
		proc_terminate( $process );
		$this->fail( 'The web server does not start.' );
	}

	/**
	 * @param array{site_id: string, secret: string} $pairing
	 * @return array{0: int, 1: array<string, string>, 2: string}
	 */
	private function call_over_http( array $pairing, string $way ): array {
		$name    = substr( $way, (int) strrpos( $way, '/' ) + 1 );
		$body    = 'poll' === $name ? (string) wp_json_encode( self::poll_of_service() ) : '{"limit":5}';
		$nonce   = bin2hex( random_bytes( 16 ) );
		$now     = time();
		$headers = array(
			'X-Areg-Version: 1',
			'X-Areg-Site: ' . $pairing['site_id'],
			"X-Areg-Timestamp: $now",
			"X-Areg-Nonce: $nonce",
			'Accept-Encoding: gzip',
		);

		$route     = "/artwork-registry/v1/daemon/$name";
		$signature = Signature::sign( $pairing['secret'], Signature::TO_SITE, 'POST', $route, $pairing['site_id'], $now, $nonce, $body );
		$headers[] = "X-Areg-Signature: $signature";
		return $this->post( $way, $body, $headers );
	}

	/**
	 * @param list<string> $headers
	 * @return array{0: int, 1: array<string, string>, 2: string}
	 */
	private function post( string $way, string $body, array $headers, string $method = 'POST' ): array {
		$http   = array(
			'method'          => $method,
			'header'          => array_merge( array( 'Content-Type: application/json', 'Connection: close' ), $headers ),
			'content'         => $body,
			'ignore_errors'   => true,
			'timeout'         => 30,
			'follow_location' => 0,
		);
		$answer = (string) file_get_contents( $this->address . $way, false, stream_context_create( array( 'http' => $http ) ) );
		$read   = array();
		foreach ( array_slice( $http_response_header, 1 ) as $line ) {
			$parts                           = explode( ':', $line, 2 );
			$read[ strtolower( $parts[0] ) ] = trim( $parts[1] ?? '' );
		}
		// PHP's own client reads to the end of the connection.
		$body = isset( $read['content-length'] ) ? substr( $answer, 0, (int) $read['content-length'] ) : $answer;
		return array( (int) substr( $http_response_header[0], 9, 3 ), $read, $body );
	}

	/**
	 * @param array{site_id: string, secret: string} $pairing
	 * @param array<string, string>                  $headers
	 */
	private function is_signed( array $pairing, int $status, array $headers, string $body ): bool {
		$signature = Signature::sign(
			$pairing['secret'],
			Signature::TO_DAEMON,
			(string) $status,
			'/artwork-registry/v1/daemon/changes',
			$pairing['site_id'],
			(int) ( $headers['x-areg-timestamp'] ?? 0 ),
			$headers['x-areg-nonce'] ?? '',
			$body
		);
		return hash_equals( $signature, $headers['x-areg-signature'] ?? '' );
	}
}
