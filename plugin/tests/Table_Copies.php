<?php
/**
 * The whole database of a test site as it was at one moment, to begin from it again and again. For MariaDB.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

trait Table_Copies {
	/** @var array<string, string> Table → checksum of its copy. */
	private $sums = array();
	/** Tables whose next row is to have the same number again. */
	private static $counting = array( 'posts', 'terms', 'woocommerce_order_items', 'artwork_registry_certificates' );


	private function copy_tables(): void {
		global $wpdb;
		foreach ( $wpdb->get_col( "SHOW TABLES LIKE '" . $wpdb->esc_like( $wpdb->prefix ) . "%'" ) as $table ) {
			$this->execute( "DROP TABLE IF EXISTS copy_of_$table" );
			$this->execute( "CREATE TABLE copy_of_$table AS SELECT * FROM $table" );
			$this->sums[ $table ] = '';
		}
		$this->sums = $this->checksums();
	}

	private function put_tables_back(): void {
		global $wpdb;
		$changed = array_keys( array_diff_assoc( $this->checksums(), $this->sums ) );
		$this->execute( 'START TRANSACTION' );
		foreach ( $changed as $table ) {
			$this->execute( "DELETE FROM $table" );
			$this->execute( "INSERT INTO $table SELECT * FROM copy_of_$table" );
		}
		$this->execute( 'COMMIT' );
		foreach ( $changed as $table ) {
			if ( in_array( substr( $table, strlen( $wpdb->prefix ) ), self::$counting, true ) ) {
				$this->execute( "ALTER TABLE $table AUTO_INCREMENT = 1" );
			}
		}
	}

	private function drop_copies(): void {
		foreach ( array_keys( $this->sums ) as $table ) {
			$this->execute( "DROP TABLE IF EXISTS copy_of_$table" );
		}
	}

	/** @return array<string, string> */
	private function checksums(): array {
		global $wpdb;
		$sums = array();
		foreach ( $wpdb->get_results( 'CHECKSUM TABLE ' . implode( ', ', array_keys( $this->sums ) ), ARRAY_A ) as $row ) {
			$sums[ (string) preg_replace( '/^.*\./', '', $row['Table'] ) ] = (string) $row['Checksum'];
		}
		return $sums;
	}

	private function execute( string $sql ): void {
		global $wpdb;
		if ( false === $wpdb->query( $sql ) ) {
			throw new \LogicException( "$sql: $wpdb->last_error" );
		}
	}
}
