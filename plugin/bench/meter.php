<?php
/**
 * A must-use plugin of the benchmark's own site: runs a request with or without the connector, as the request says, and writes
 * down what it cost. Each line of wp-content/meter.jsonl: queries, CPU and elapsed time in milliseconds, HTTP requests made, and, where
 * the request asks for it, milliseconds of SQL and rows that the database read (MariaDB's own count).
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

if ( isset( $_SERVER['HTTP_X_METER_SQL'] ) ) {
	define( 'SAVEQUERIES', true );
	add_action( 'muplugins_loaded', static function (): void {
		global $wpdb;
		$wpdb->query( 'FLUSH LOCAL STATUS' );
	} );
}
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
	$sql  = array();
	$rows = 0;
	if ( isset( $_SERVER['HTTP_X_METER_SQL'] ) ) {
		$sql = (array) $wpdb->queries;
		foreach ( (array) $wpdb->get_results( "SHOW LOCAL STATUS LIKE 'Handler_read%'", ARRAY_N ) as $count ) {
			$rows += (int) $count[1];
		}
		usort( $sql, static function ( $one, $other ) {
			return $other[1] <=> $one[1];
		} );
	}
	$line = array(
		'sqlMs'   => array_sum( array_column( $sql, 1 ) ) * 1000,
		'rows'    => $rows,
		'slowest' => $sql ? round( $sql[0][1] * 1000, 1 ) . ' ms ' . substr( (string) preg_replace( '/\s+/', ' ', $sql[0][0] ), 0, 160 ) : '',
		'queries' => $wpdb->num_queries,
		'cpuMs'   => $artwork_registry_usage() - $artwork_registry_began[0],
		'ms'      => ( microtime( true ) - $artwork_registry_began[1] ) * 1000,
		'http'    => $artwork_registry_http,
	);
	file_put_contents( WP_CONTENT_DIR . '/meter.jsonl', wp_json_encode( $line ) . "\n", FILE_APPEND | LOCK_EX );
}, PHP_INT_MAX );
