<?php
/**
 * Reads the file of an import, for the import scripts beside this file: one JSON object a line.
 */

/** @return Generator<int, array<string, mixed>> */
function artwork_registry_lines( string $file ) {
	$handle = fopen( $file, 'r' );
	for ( $line = fgets( $handle ); false !== $line; $line = fgets( $handle ) ) {
		yield json_decode( $line, true );
	}
}
