<?php
/** Runs what the connector adds to the plugins screen of WordPress; prints how many statements it asks, and how many of them count. */

wp_set_current_user( 1 );
$asked = array();
add_filter( 'query', static function ( string $sql ) use ( &$asked ): string {
	$asked[] = $sql;
	return $sql;
} );
ob_start();
do_action( 'after_plugin_row_' . plugin_basename( ARTWORK_REGISTRY_FILE ), plugin_basename( ARTWORK_REGISTRY_FILE ), array(), 'all' );
do_action( 'admin_print_footer_scripts-plugins.php' );
ob_end_clean();
echo wp_json_encode( array( 'queries' => count( $asked ), 'counts' => count( (array) preg_grep( '/\bCOUNT\s*\(/i', $asked ) ) ) );
