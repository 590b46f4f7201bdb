<?php
/**
 * Plugin Name: Faults for tests
 * Description: A must-use plugin of the test site: while the file wp-content/answer-500 exists, every web request fails as a broken
 * site fails. The file wp-content/fault names what a host or another plugin does to the site. WP-CLI continues.
 */

if ( 'cli' === PHP_SAPI ) {
	return;
}
if ( file_exists( WP_CONTENT_DIR . '/answer-500' ) ) {
	http_response_code( 500 );
	exit( '<p>There has been a critical error on this website.</p>' );
}

$artwork_registry_fault = is_file( WP_CONTENT_DIR . '/fault' ) ? explode( ' ', trim( (string) file_get_contents( WP_CONTENT_DIR . '/fault' ) ) ) : array( '' );
switch ( $artwork_registry_fault[0] ) {
	case 'rest-closed':
		// As security plugins do: REST is for those who are logged in.
		add_filter(
			'rest_authentication_errors',
			static function ( $verdict ) {
				return is_user_logged_in() ? $verdict : new WP_Error( 'rest_not_logged_in', 'You are not logged in.', array( 'status' => 401 ) );
			}
		);
		break;
	case 'rest-blocked':
		// As a firewall in front of the site does.
		if ( preg_match( '#wp-json|rest_route#', (string) $_SERVER['REQUEST_URI'] ) ) {
			http_response_code( 403 );
			exit( '<html>Forbidden</html>' );
		}
		break;
	case 'headers-stripped':
		foreach ( array_keys( $_SERVER ) as $name ) {
			if ( 0 === strpos( (string) $name, 'HTTP_X_' ) ) {
				unset( $_SERVER[ $name ] );
			}
		}
		break;
	case 'basic-auth':
		if ( ( $_SERVER['PHP_AUTH_USER'] ?? '' ) . ':' . ( $_SERVER['PHP_AUTH_PW'] ?? '' ) !== $artwork_registry_fault[1] ) {
			header( 'WWW-Authenticate: Basic realm="Staging"' );
			http_response_code( 401 );
			exit( '<html>Staging</html>' );
		}
		break;
	case 'table-away':
		// As in the middle of a restore, or after a crash of the table.
		$artwork_registry_away = $GLOBALS['wpdb']->prefix . $artwork_registry_fault[1];
		$GLOBALS['wpdb']->hide_errors();
		add_filter(
			'query',
			static function ( $sql ) use ( $artwork_registry_away ) {
				return preg_replace( "/`?\\b$artwork_registry_away\\b`?/", "nowhere.$artwork_registry_away", $sql );
			}
		);
		break;
	case 'clock-off':
		add_action(
			'plugins_loaded',
			static function () use ( $artwork_registry_fault ): void {
				ArtworkRegistry\Clock::freeze( time() + (int) $artwork_registry_fault[1] );
			}
		);
		break;
	case 'throws':
		// Another plugin fails whenever the address of this one work is made.
		$artwork_registry_fails = static function ( $url, $post ) use ( $artwork_registry_fault ) {
			if ( (int) $artwork_registry_fault[1] === $post->ID ) {
				throw new TypeError( 'Unsupported operand types: string * int' );
			}
			return $url;
		};
		add_filter( 'post_type_link', $artwork_registry_fails, 10, 2 );
		break;
	case 'prints':
		// A message of PHP that is displayed, the byte order mark of a file, and what a cache appends.
		ini_set( 'display_errors', '1' );
		ob_start(
			static function ( $page ) {
				return $page . '<!-- Page generated in 0.2 s -->';
			}
		);
		echo "\xEF\xBB\xBF";
		add_action(
			'init',
			static function (): void {
				trigger_error( 'Something old', E_USER_WARNING );
			}
		);
		break;
	case 'prints-first':
		// Before the plugin is loaded, on a host without output_buffering: no header can be sent any more.
		echo "\xEF\xBB\xBF";
		while ( ob_get_level() > 0 ) {
			ob_end_flush();
		}
		flush();
		break;
	case 'chatty-end':
		// As tools for developers do: still printing when the visitor, who has the answer, has left.
		add_action(
			'shutdown',
			static function (): void {
				while ( ob_get_level() > 0 ) {
					ob_end_flush();
				}
				for ( $times = 0; $times < 5; $times++ ) {
					usleep( 100000 );
					echo "\n";
					flush();
				}
			},
			1
		);
		break;
}
