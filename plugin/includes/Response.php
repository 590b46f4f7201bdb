<?php
/**
 * The end of a response before the end of the request: PHP continues to work while the visitor has the answer already. Not every server can do that.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Response {
	public static function can_finish(): bool {
		return function_exists( 'fastcgi_finish_request' ) || function_exists( 'litespeed_finish_request' );
	}

	/** The request ends as usual although its visitor has left. Some hosts switch the function off, and calling it is an error then. */
	public static function outlive_visitor(): void {
		if ( function_exists( 'ignore_user_abort' ) ) {
			ignore_user_abort( true );
		}
	}

	/** Nothing where PHP cannot. What is printed afterwards goes nowhere. */
	public static function finish(): void {
		if ( PHP_SESSION_ACTIVE === session_status() ) {
			// Else the visitor's next page waits for the session's lock.
			session_write_close();
		}
		if ( function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
		} elseif ( function_exists( 'litespeed_finish_request' ) ) {
			litespeed_finish_request();
		}
	}
}
