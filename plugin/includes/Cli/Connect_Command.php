<?php
/**
 * wp artwork-registry connect: what the screen "Connect" does, for agencies and scripts. Nobody waits for a page here, so the
 * command itself calls the sync service where that is due.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Orders\Connect_Orders;
use ArtworkRegistry\Orders\Hand_Over;
use ArtworkRegistry\Protocol\Outbound_Calls;
use ArtworkRegistry\Protocol\Service_Error;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Sealed;
use ArtworkRegistry\View\Connect_Texts;
use ArtworkRegistry\View\Hand_Over_View;
use ArtworkRegistry\View\Works_Query;
use WP_CLI;

/**
 * Connects this site to a registry and its sync service.
 */
final class Connect_Command {
	/** Longer than the site waits before it calls by itself. */
	private const WAIT_SECONDS = 90;

	/**
	 * Shows whom this site connects to, agrees to its terms in your name, connects, and hands over a key or asks for access.
	 *
	 * ## OPTIONS
	 *
	 * --registry=<url>
	 * : The address of the registry.
	 *
	 * [--ask]
	 * : Ask the registry for access; its operator decides, and the connection then continues by itself.
	 *
	 * [--name=<name>]
	 * : With --ask: your name.
	 *
	 * [--email=<email>]
	 * : With --ask: where the registry answers.
	 *
	 * [--gallery=<gallery>]
	 * : With --ask: the gallery. Default: the name of the site.
	 *
	 * [--key-stdin]
	 * : Read the registry's key from standard input. It is sealed for the sync service and not stored here.
	 *
	 * [--format=<format>]
	 * : text or json.
	 * ---
	 * default: text
	 * options:
	 *   - text
	 *   - json
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp artwork-registry connect --registry=https://registry.example --ask --name="Berthe Morisot" --email=berthe@gallery.example
	 *
	 *     wp artwork-registry connect --registry=https://registry.example --key-stdin < key.txt
	 *
	 * @param array<string>         $args
	 * @param array<string, string> $options
	 */
	public function __invoke( $args, $options ): void {
		Schema::upgrade();
		list( $kind, $fields ) = self::account( $options );
		$is_text               = 'json' !== ( $options['format'] ?? 'text' );
		try {
			$offer = Connect_Orders::look( (string) ( $options['registry'] ?? '' ) );
			if ( $is_text ) {
				/* translators: 1: name of the registry, 2: its operator. */
				WP_CLI::line( sprintf( __( 'Connecting to %1$s, operated by %2$s.', 'artwork-registry-connector' ), $offer['name'], $offer['operator'] ) );
				foreach ( array_filter( array( $offer['terms_url'], $offer['privacy_url'] ) ) as $url ) {
					WP_CLI::line( $url );
				}
			}
			Connect_Orders::agree( $offer['id'] );
		} catch ( Service_Error $error ) {
			WP_CLI::error( Connect_Texts::of( $error->error_code, $error->detail ) );
		}
		self::wait(
			static function (): bool {
				return null === Connection::find_pending() && null !== Connection::find_status();
			},
			__( 'The sync service has not called yet, and did not answer. It continues by itself; run "wp artwork-registry status" later.', 'artwork-registry-connector' )
		);
		if ( null !== $kind ) {
			self::hand_over( $kind, array( 'registry_url' => $offer['api'] ) + $fields );
		}
		$handed = null === $kind ? null : Hand_Over_View::handed();
		if ( null !== $handed && 'failed' === $handed['state'] ) {
			WP_CLI::error( $handed['text'] );
		}
		if ( ! $is_text ) {
			WP_CLI::line(
				(string) wp_json_encode(
					array(
						'registry'   => $offer['name'],
						'site_id'    => Connection::find()['site_id'] ?? null,
						'request_id' => Sealed::access_request()['request_id'] ?? null,
					)
				)
			);
			return;
		}
		WP_CLI::success( null === $handed ? __( 'The site is connected.', 'artwork-registry-connector' ) : $handed['text'] );
	}

	/**
	 * @param array<string, mixed> $options
	 * @return array{0: string|null, 1: array<string, mixed>} Kind of the order and its fields.
	 */
	private static function account( array $options ): array {
		if ( isset( $options['key-stdin'] ) ) {
			$key = trim( (string) stream_get_contents( STDIN ) );
			if ( '' === $key ) {
				WP_CLI::error( __( 'There is no key on standard input.', 'artwork-registry-connector' ) );
			}
			return array( 'api_key', array( 'api_key' => $key ) );
		}
		if ( ! isset( $options['ask'] ) ) {
			return array( null, array() );
		}
		$name  = trim( (string) ( $options['name'] ?? '' ) );
		$email = trim( (string) ( $options['email'] ?? '' ) );
		if ( strlen( $name ) < 2 || ! is_email( $email ) ) {
			WP_CLI::error( __( '--ask needs --name and --email: the registry’s operator answers there.', 'artwork-registry-connector' ) );
		}
		$gallery = (string) ( $options['gallery'] ?? wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) );
		$request = array(
			'name'            => $name,
			'email'           => $email,
			'organization'    => $gallery,
			'website'         => home_url(),
			'intended_use'    => "Register the artworks of $gallery from its website " . home_url() . ' (WordPress).',
			'expected_volume' => array_sum( Works_Query::counts() ) . ' artworks on the website now',
		);
		return array( 'access_request', array( 'request' => $request ) );
	}

	/** @param array<string, mixed> $fields */
	private static function hand_over( string $kind, array $fields ): void {
		self::wait(
			static function () use ( $kind, $fields ): bool {
				return Hand_Over::put( $kind, $fields );
			},
			__( 'The site is connected, but the sync service has not said how a key can be handed over. Try again in a minute.', 'artwork-registry-connector' )
		);
		self::wait(
			static function (): bool {
				return null !== ( Sealed::find()['outcome'] ?? null );
			},
			__( 'The sync service has not fetched it yet; it does so by itself. Run "wp artwork-registry status" later.', 'artwork-registry-connector' )
		);
	}

	/** @param callable(): bool $is_done */
	private static function wait( callable $is_done, string $given_up ): void {
		$ends_at = microtime( true ) + self::WAIT_SECONDS;
		while ( true ) {
			// What the web server's processes have written meanwhile.
			wp_cache_flush_runtime();
			if ( $is_done() ) {
				return;
			}
			if ( microtime( true ) > $ends_at ) {
				WP_CLI::error( $given_up );
			}
			Outbound_Calls::run( 'change', 5.0 );
			sleep( 1 );
		}
	}
}
