<?php
/**
 * Plugin Name: Hosted sync service for tests
 * Description: A must-use plugin of the test site: registry and host of a story listen on loopback, the host with a certificate of its own.
 */

add_filter(
	'artwork_registry_trusted_origins',
	static function () {
		return (array) get_option( 'artwork_registry_test_origins', array() );
	}
);
add_filter( 'artwork_registry_wake_sslverify', '__return_false' );
