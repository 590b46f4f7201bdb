<?php
/**
 * Sends rows as a CSV file that spreadsheets read as it is meant.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Exact_Output;

final class Csv {
	public static function begin( string $name ): void {
		Exact_Output::discard();
		nocache_headers();
		header( 'Content-Type: text/csv; charset=utf-8' );
		header( 'Content-Disposition: attachment; filename="' . $name . '-' . gmdate( 'Y-m-d' ) . '.csv"' );
	}

	/** Spreadsheets read a file as UTF-8 by this mark. */
	public static function mark(): void {
		echo "\xEF\xBB\xBF"; // phpcs:ignore WordPress.Security.EscapeOutput -- a fixed mark.
	}

	/** @param list<string> $cells */
	public static function line( array $cells ): void {
		$line = implode( ',', array_map( array( self::class, 'cell' ), $cells ) ) . "\r\n";
		echo $line; // phpcs:ignore WordPress.Security.EscapeOutput -- a CSV file, whose cells are quoted.
	}

	/** The last line. A file without it was cut: by the time or the memory of the server, or by a database that did not answer. */
	public static function complete( int $lines ): void {
		/* translators: %d: number of lines in a file. */
		self::line( array( sprintf( _n( 'Complete: %d line', 'Complete: %d lines', $lines, 'artwork-registry-connector' ), $lines ) ) );
		Exact_Output::end();
	}

	/** Quoted, and with a mark before what a spreadsheet would take for a formula. */
	private static function cell( string $text ): string {
		$mark = 1 === preg_match( '/^[=+\-@\t\r]/', $text ) ? "'" : '';
		return '"' . str_replace( '"', '""', $mark . $text ) . '"';
	}
}
