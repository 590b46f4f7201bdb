<?php
/**
 * A must-use plugin of the benchmark's own site: runs a request with or without the connector, as the request says, and writes
 * down what it cost. Each line of wp-content/meter.jsonl: queries, CPU and elapsed time in milliseconds, HTTP requests made.
 */

$artwork_registry_meter = isset( $_SERVER['HTTP_X_METER'] ) ? (string) $_SERVER['HTTP_X_METER'] : '';
if ( '' === $artwork_registry_meter ) {
	return;
}

$artwork_registry_usage = static function (): float {
	$usage = getrusage();
	return ( $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] ) * 1000 + ( $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'] ) / 1000;
};
$artwork_registry_began = array( $artwork_registry_usage(), microtime( true ) );
$artwork_registry_http  = 0;

if ( 'without' === $artwork_registry_meter ) {
	add_filter( 'option_active_plugins', static function ( $plugins ) {
		return array_diff( (array) $plugins, array( 'artwork-registry-connector/artwork-registry-connector.php' ) );
	} );
}
add_filter( 'pre_http_request', static function ( $answer ) use ( &$artwork_registry_http ) {
	++$artwork_registry_http;
	return $answer;
} );
add_action( 'shutdown', static function () use ( $artwork_registry_usage, $artwork_registry_began, &$artwork_registry_http ): void {
	global $wpdb;
	$line = array(
		'queries' => $wpdb->num_queries,
		'cpuMs'   => $artwork_registry_usage() - $artwork_registry_began[0],
		'ms'      => ( microtime( true ) - $artwork_registry_began[1] ) * 1000,
		'http'    => $artwork_registry_http,
	);
	file_put_contents( WP_CONTENT_DIR . '/meter.jsonl', wp_json_encode( $line ) . "\n", FILE_APPEND | LOCK_EX );
}, PHP_INT_MAX );
