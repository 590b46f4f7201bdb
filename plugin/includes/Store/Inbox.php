<?php
/**
 * Owns the table `inbox` and the token of its address: deliveries of the registry that this site takes for a sync service
 * without a public address. Stored raw, because only the sync service can verify them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

final class Inbox {
	private const TOKEN     = 'artwork_registry_inbox_token';
	private const MOST_ROWS = 1000;
	/** Limit of one poll; the protocol allows 100 deliveries. */
	private const PAGE       = 100;
	private const PAGE_BYTES = 1000000;

	/** 128 bits that stand in the address: without them nobody can fill the inbox. */
	public static function token(): string {
		$token = Read_Check::option( self::TOKEN );
		if ( ! is_string( $token ) || 32 !== strlen( $token ) ) {
			$token = bin2hex( random_bytes( 16 ) );
			Options::save( self::TOKEN, $token );
		}
		return $token;
	}

	public static function is_token( string $given ): bool {
		$token = Read_Check::option( self::TOKEN );
		return is_string( $token ) && hash_equals( $token, $given );
	}

	public static function is_full(): bool {
		return self::count() >= self::MOST_ROWS;
	}

	public static function count(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'inbox' ) );
	}

	/**
	 * The signature is part of the key, so that a forged delivery cannot take the place of a genuine one.
	 *
	 * @param array<string, string> $headers
	 * @return bool Whether it is new.
	 */
	public static function insert( string $delivery_id, string $signature, array $headers, string $body ): bool {
		$row = array(
			hash( 'sha256', $delivery_id . "\n" . $signature ),
			(string) wp_json_encode( $headers ),
			// Base64, because the signature covers the bytes and a column of text may change them.
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- As above.
			base64_encode( $body ),
			Clock::now(),
		);
		return Sql::write( 'INSERT IGNORE INTO ' . Tables::name( 'inbox' ) . ' (seal, headers, body, received_at) VALUES ' . Sql::rows( array( $row ) ) ) > 0;
	}

	/**
	 * @return list<array{
	 *     id: int, headers: array<string, string>|\stdClass, body: string, received_at: string|null,
	 * }> Oldest first, as many as one answer can carry.
	 */
	public static function list_oldest(): array {
		$page  = array();
		$bytes = 0;
		foreach ( Sql::rows_of( 'SELECT * FROM ' . Tables::name( 'inbox' ) . ' ORDER BY id LIMIT ' . self::PAGE ) as $row ) {
			$bytes += strlen( (string) $row['body'] );
			if ( $page && $bytes > self::PAGE_BYTES ) {
				break;
			}
			$headers = json_decode( (string) $row['headers'], true );
			$page[]  = array(
				'id'          => (int) $row['id'],
				'headers'     => is_array( $headers ) && $headers ? $headers : new \stdClass(),
				'body'        => (string) $row['body'],
				'received_at' => Clock::iso( (int) $row['received_at'] ),
			);
		}
		return $page;
	}

	/** @param array<int> $ids Those that the sync service has stored, or found not to be genuine. */
	public static function remove( array $ids ): void {
		if ( $ids ) {
			Sql::write( 'DELETE FROM ' . Tables::name( 'inbox' ) . ' WHERE id IN (' . Sql::ids( $ids ) . ')' );
		}
	}

	/** Makes a new token; the old address no longer works. */
	public static function remove_token(): void {
		Options::remove( self::TOKEN );
	}
}
