<?php
/**
 * Routes PHP's built-in server as a web server in front of WordPress would: files are served, folders get their index.php,
 * all else goes to WordPress; hidden files (the SQLite database is one) are refused.
 */

$site = rtrim( $_SERVER['DOCUMENT_ROOT'], '/' );
$path = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );

if ( preg_match( '#(^|/)\.#', $path ) || preg_match( '#\.(sqlite|log)$#', $path ) ) {
	http_response_code( 403 );
	return true;
}
if ( is_dir( $site . $path ) ) {
	if ( '/' !== substr( $path, -1 ) ) {
		header( 'Location: ' . $path . '/', true, 301 );
		return true;
	}
	$path .= 'index.php';
}
if ( ! is_file( $site . $path ) ) {
	$path = '/index.php';
}
if ( '.php' !== substr( $path, -4 ) ) {
	// As every web server in front of WordPress does; PHP's own sends no such header, and each page would load a hundred files again.
	$types = array( 'js' => 'text/javascript', 'css' => 'text/css' );
	$type  = $types[ strtolower( pathinfo( $path, PATHINFO_EXTENSION ) ) ] ?? null;
	if ( null === $type || ! isset( $_GET['ver'] ) ) {
		return false;
	}
	header( "Content-Type: $type; charset=UTF-8" );
	header( 'Cache-Control: public, max-age=86400' );
	readfile( $site . $path );
	return true;
}
$_SERVER['SCRIPT_NAME']     = $path;
$_SERVER['PHP_SELF']        = $path;
$_SERVER['SCRIPT_FILENAME'] = $site . $path;
chdir( dirname( $site . $path ) );
require $site . $path;
