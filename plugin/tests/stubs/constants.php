<?php
/**
 * Constants PHPStan must know.
 *
 * @package ArtworkRegistry
 */

define( 'ABSPATH', '/' );
define( 'WP_CONTENT_DIR', '/wp-content' );
define( 'WP_PLUGIN_DIR', '/wp-content/plugins' );
define( 'WPMU_PLUGIN_DIR', '/wp-content/mu-plugins' );
define( 'ARRAY_A', 'ARRAY_A' );
define( 'OBJECT', 'OBJECT' );
define( 'ARTWORK_REGISTRY_VERSION', '0.0.0' );
define( 'ARTWORK_REGISTRY_FILE', '/artwork-registry-connector.php' );
define( 'DB_HOST', '' );
define( 'DB_NAME', '' );
