<?php
/**
 * From a code that the owner reads out to a shared secret. The code is stored as a hash and expires after ten minutes or
 * five wrong tries. The secret is sent once, over HTTPS or the machine's own loopback.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Sync\Clone_Guard;

final class Pairing {
	private const ROUTE     = '/artwork-registry/v1/daemon/pair';
	private const MAX_TRIES = 5;
	/** Crockford base32: no I, L, O, U. */
	private const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

	/** @return array{code: string, expires_at: int} A new code; an older one no longer works. */
	public static function new_code(): array {
		$letters = '';
		for ( $i = 0; $i < 8; $i++ ) {
			$letters .= self::ALPHABET[ random_int( 0, 31 ) ];
		}
		$expires_at = Clock::now() + Connection::CODE_SECONDS;
		Connection::save_code(
			array(
				'hash'       => self::hash( $letters ),
				'expires_at' => $expires_at,
				'tries'      => 0,
			)
		);
		return array(
			'code'       => substr( $letters, 0, 4 ) . '-' . substr( $letters, 4 ),
			'expires_at' => $expires_at,
		);
	}

	/** @return array<string, mixed> What the sync service needs to talk to this site. */
	public static function take( Body $body, bool $is_secure ): array {
		if ( ! $is_secure ) {
			self::refuse( __( 'Pairing needs HTTPS: the address of the site must begin with https://.', 'artwork-registry-connector' ), 'https_required' );
		}
		$code = $body->text( 'code', 40 );
		self::check_code( $code );
		// The new pairing continues the one before, also under another address. A copy has none to continue.
		$former  = null === Clone_Guard::look() ? Connection::find() : null;
		$pairing = array(
			'site_id'     => wp_generate_uuid4(),
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- The site protocol carries keys and boxes as base64.
			'secret'      => base64_encode( random_bytes( 32 ) ),
			'wake_url'    => Wake_Up::clean_url( $body->raw( 'wake_url' ) ),
			'paired_at'   => Clock::now(),
			'service_url' => null,
		);
		Read_Check::run(
			static function () use ( $pairing ): void {
				Connection::save_pending( $pairing );
				Settings::fix_platform();
			}
		);
		// At the end: a code that was spent for nothing would have to be read out once more.
		Connection::save_code( null );
		return array(
			'site_id'        => $pairing['site_id'],
			'secret'         => $pairing['secret'],
			'site_url'       => home_url(),
			'ajax_path'      => self::ajax_path(),
			'name'           => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
			'plugin_version' => ARTWORK_REGISTRY_VERSION,
			'former_site_id' => null === $former ? null : $former['site_id'],
			'former_proof'   => null === $former ? null : self::prove( $former, $pairing, $code ),
		);
	}

	/** Path of admin-ajax.php at the origin of the site: not below its home where WordPress lies in a folder of its own. Empty: not known. */
	public static function ajax_path(): string {
		return (string) wp_parse_url( admin_url( 'admin-ajax.php' ), PHP_URL_PATH );
	}

	/**
	 * Only the site that had the former pairing can make this: an address or an id inherits nothing.
	 *
	 * @param array{site_id: string, secret: string} $former
	 * @param array{site_id: string, secret: string} $next
	 */
	private static function prove( array $former, array $next, string $code ): string {
		$said = $next['site_id'] . "\n" . $next['secret'] . "\n" . $code;
		return Signature::sign( $former['secret'], Signature::TO_DAEMON, 'PAIR', self::ROUTE, $former['site_id'], 0, '', $said );
	}

	private static function check_code( string $given ): void {
		$code = Connection::find_code();
		if ( null === $code ) {
			Connection::save_code( null );
			self::refuse( __( 'There is no valid pairing code. Get a new one in WordPress under Artwork Registry.', 'artwork-registry-connector' ) );
		}
		if ( hash_equals( $code['hash'], self::hash( $given ) ) ) {
			return;
		}
		++$code['tries'];
		if ( $code['tries'] >= self::MAX_TRIES ) {
			Connection::save_code( null );
			self::refuse( __( 'The pairing code was wrong five times and is cancelled. Get a new one in WordPress under Artwork Registry.', 'artwork-registry-connector' ) );
		}
		Connection::save_code( $code );
		self::refuse( __( 'The pairing code is wrong. Compare it with the one shown in WordPress.', 'artwork-registry-connector' ) );
	}

	private static function hash( string $code ): string {
		$letters = strtr( strtoupper( (string) preg_replace( '/[\s\-]/', '', $code ) ), 'OIL', '011' );
		return hash_hmac( 'sha256', $letters, wp_salt( 'auth' ) );
	}

	/**
	 * @return never
	 * @throws Protocol_Error
	 */
	private static function refuse( string $message, string $code = 'pairing_refused' ): void {
		throw new Protocol_Error( 403, $code, $message ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- answered as JSON, never printed.
	}
}
