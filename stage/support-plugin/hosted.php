<?php
/**
 * Plugin Name: A registry in our own network
 * Description: A must-use plugin of the test site: lets it call the registry and the hosted sync service of the test, which are on loopback.
 */

add_filter(
	'artwork_registry_trusted_origins',
	static function (): array {
		return explode( ',', ARTWORK_REGISTRY_TEST_ORIGINS );
	}
);

// WordPress never blocks calls to its own host name, which registry and service share with the site here. They count as other hosts.
add_filter(
	'block_local_requests',
	static function (): bool {
		return ! in_array( '127.0.0.1', explode( ',', WP_ACCESSIBLE_HOSTS ), true );
	}
);
