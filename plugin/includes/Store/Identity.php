<?php
/**
 * Owns the option that says which site this is: its marks when it was paired, and any doubt that it still is
 * that site. A copied database contains this record, but not the address and the server that it is compared with.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Record array{
 *     home: string, database: string, generation: int, doubt: string|null, since: int|null, heard_generation: int,
 *     heard_beat: int, copy_of: string|null, is_forked: bool,
 * }
 */
final class Identity {
	/** The doubt whether this is the site that was paired: its data is older than what the sync service has seen, or was lost. */
	public const RESTORED = 'restored';

	private const OPTION = 'artwork_registry_identity';

	/** @return Record|null Null: never paired. */
	public static function find(): ?array {
		$stored = Read_Check::option( self::OPTION );
		if ( ! is_array( $stored ) || ! isset( $stored['home'], $stored['database'] ) ) {
			return null;
		}
		return array(
			'home'             => (string) $stored['home'],
			'database'         => (string) $stored['database'],
			'generation'       => max( 1, (int) ( $stored['generation'] ?? 1 ) ),
			'doubt'            => isset( $stored['doubt'] ) ? (string) $stored['doubt'] : null,
			'since'            => isset( $stored['since'] ) ? (int) $stored['since'] : null,
			'heard_generation' => (int) ( $stored['heard_generation'] ?? 0 ),
			'heard_beat'       => (int) ( $stored['heard_beat'] ?? 0 ),
			'copy_of'          => isset( $stored['copy_of'] ) ? (string) $stored['copy_of'] : null,
			// The sync service has seen another site with the same pairing.
			'is_forked'        => ! empty( $stored['is_forked'] ),
		);
	}

	/** @param Record $record */
	public static function save( array $record ): void {
		Options::save( self::OPTION, $record );
	}

	/**
	 * Records this site as the paired one. A generation above every one that the sync service has seen tells it that the owner
	 * has confirmed the site; a restored backup can only have a lower one.
	 */
	public static function renew( int $generation ): void {
		self::save(
			array(
				'home'             => self::encode( self::address() ),
				'database'         => self::database(),
				'generation'       => $generation,
				'doubt'            => null,
				'since'            => null,
				'heard_generation' => 0,
				'heard_beat'       => 0,
				'copy_of'          => null,
				'is_forked'        => false,
			)
		);
	}

	public static function generation(): int {
		$record = self::find();
		return null === $record ? 1 : $record['generation'];
	}

	public static function doubt(): ?string {
		$record = self::find();
		return null === $record ? null : $record['doubt'];
	}

	/** @param Record $record */
	public static function set_doubt( array $record, string $reason ): void {
		if ( $record['doubt'] !== $reason ) {
			$record['since'] = $record['since'] ?? Clock::now();
			$record['doubt'] = $reason;
			self::save( $record );
		}
	}

	/** The address as it is stored: translation plugins change what home_url() says from one request to the next. */
	public static function address(): string {
		$home = get_option( 'home' );
		return untrailingslashit( is_string( $home ) ? $home : '' );
	}

	/**
	 * https, "www." and spelling make no difference. An empty address counts as the same one: where wp-config.php takes the address from
	 * the request, the command line has none.
	 */
	public static function same_address( string $one, string $other ): bool {
		$plain = static function ( string $url ): string {
			return (string) preg_replace( array( '#^https?:/*#', '#^www\.#', '#/+$#' ), '', strtolower( $url ) );
		};
		return '' === $plain( $one ) || '' === $plain( $other ) || $plain( $one ) === $plain( $other );
	}

	/** Where the tables are; never leaves the site. Without the host of the database, because hosting firms move and rename it. */
	public static function database(): string {
		global $wpdb;
		$file = defined( 'FQDB' ) ? (string) constant( 'FQDB' ) : '';
		return hash( 'sha256', implode( "\n", array( DB_NAME, $file, $wpdb->prefix ) ) );
	}

	public static function is_database( string $recorded ): bool {
		return self::database() === $recorded;
	}

	/** "Search and replace" over a copied database must not make the copy look like the original. */
	public static function encode( string $url ): string {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- Encoded for this purpose.
		return base64_encode( strrev( $url ) );
	}

	public static function decode( string $code ): string {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- As above.
		return strrev( (string) base64_decode( $code, true ) );
	}

	public static function remove(): void {
		Options::remove( self::OPTION );
	}
}
