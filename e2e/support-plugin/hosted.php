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
