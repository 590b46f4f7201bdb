<?php
/**
 * The address of this site's inbox, which the owner gives to the registry: the REST route, or admin-ajax.php where a plugin closes REST
 * for visitors.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Store\Inbox;
use WP_Error;

final class Inbox_Address {
	private const CLOSED         = 'artwork_registry_rest_closed';
	private const CLOSED_SECONDS = 3600;

	/** The address to give to the registry. Where REST is closed for visitors, that of admin-ajax.php. */
	public static function url(): string {
		$token = Inbox::token();
		if ( self::is_rest_closed() ) {
			return add_query_arg(
				array(
					'action' => 'artwork_registry_webhook',
					'token'  => $token,
				),
				admin_url( 'admin-ajax.php' )
			);
		}
		return rest_url( 'artwork-registry/v1/webhook/' . $token );
	}

	/**
	 * Whether REST is closed for visitors: security plugins answer 401 to everybody who is not logged in. Runs their filters once an hour, and
	 * when the filters change, because some count or log each call and the overview is read every few seconds.
	 */
	private static function is_rest_closed(): bool {
		$judges = self::judges();
		$known  = get_transient( self::CLOSED );
		if ( ! is_string( $known ) || 0 !== strpos( $known, $judges . ' ' ) ) {
			$known = $judges . ' ' . ( self::judge_rest() ? 'yes' : 'no' );
			set_transient( self::CLOSED, $known, self::CLOSED_SECONDS );
		}
		return $judges . ' yes' === $known;
	}

	public static function forget(): void {
		delete_transient( self::CLOSED );
	}

	/** The names of these filters, as far as they are known without calling them. */
	private static function judges(): string {
		$names = array();
		foreach ( $GLOBALS['wp_filter']['rest_authentication_errors']->callbacks ?? array() as $priority => $callbacks ) {
			foreach ( $callbacks as $callback ) {
				$judge   = $callback['function'];
				$names[] = $priority . ' '
					. (
						is_string( $judge )
						? $judge
						: ( is_array( $judge ) ? ( is_object( $judge[0] ) ? get_class( $judge[0] ) : $judge[0] ) . '::' . $judge[1] : 'closure' )
					);
			}
		}
		return hash( 'crc32b', implode( "\n", $names ) );
	}

	private static function judge_rest(): bool {
		$user = get_current_user_id();
		// WordPress's own filters check the cookie and password of the current request, which is not the visitor's.
		$own = array(
			'rest_cookie_check_errors'               => 100,
			'rest_application_password_check_errors' => 90,
		);
		foreach ( $own as $judge => $priority ) {
			remove_filter( 'rest_authentication_errors', $judge, $priority );
		}
		wp_set_current_user( 0 );
		try {
			$verdict = apply_filters( 'rest_authentication_errors', null ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own.
		} catch ( \Throwable $error ) {
			// A filter that throws lets no visitor in.
			$verdict = new WP_Error();
		} finally {
			wp_set_current_user( $user );
			foreach ( $own as $judge => $priority ) {
				add_filter( 'rest_authentication_errors', $judge, $priority );
			}
		}
		return is_wp_error( $verdict );
	}
}
