<?php
/**
 * Owns the table `certificates`: what this site asked the registry to certify, and what became of it. A row is an order until the sync
 * service has answered: it reads the same order again until then, under a `wire_id` by which the registry knows it.
 *
 *   waiting -> issued (the registry issued it) or refused; refused -> waiting (the owner tries again)
 *   issued -> withdrawing (the owner withdraws it) -> withdrawn, or issued again where the registry refused
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

/**
 * @phpstan-type Certificate array{
 *     id: int, external_id: int, order_id: int, state: string, edition_number: int|null, edition_size: int|null, note: string|null,
 *     code: string|null, certificate_id: string|null, public_page: string|null, registry_id: string|null, created_at: int,
 *     issued_at: int|null, withdrawn_at: int|null, reason: string|null,
 * }
 * @phpstan-type Outcome array{
 *     id: string, ok: bool, code: string|null, certificate_id: string|null, public_page: string|null, registry_id: string|null,
 *     issued_at: int|null, withdrawn_at: int|null,
 * }
 */
final class Certificates {
	/** Of one poll. */
	private const PAGE = 20;

	private const WITHDRAW = 'w-';

	private const COLUMNS = 'id, external_id, order_id, state, edition_number, edition_size, note, code, certificate_id, public_page, registry_id,
		created_at, issued_at, withdrawn_at, reason';

	/**
	 * Asks for a certificate.
	 *
	 * @param string $once  Names the occasion, such as a line of an order: the same one again asks for nothing.
	 * @param int    $order The shop's order that it belongs to; 0: none.
	 * @return bool Whether it is new.
	 */
	public static function insert( string $once, int $external_id, int $order, ?int $number, ?int $size, ?string $note ): bool {
		$row = array( $once, wp_generate_uuid4(), $external_id, $order, 'waiting', $number, $size, $note, Clock::now() );
		return Sql::write(
			'INSERT IGNORE INTO ' . Tables::name( 'certificates' )
			. ' (once, wire_id, external_id, order_id, state, edition_number, edition_size, note, created_at) VALUES ' . Sql::rows( array( $row ) )
		) > 0;
	}

	/** @return bool False where it is not valid, so that there is nothing to withdraw. */
	public static function withdraw( int $id, string $reason ): bool {
		return Sql::write(
			'UPDATE ' . Tables::name( 'certificates' ) . " SET state = 'withdrawing', code = NULL, reason = " . Sql::literal( $reason )
			. " WHERE id = $id AND state = 'issued'"
		) > 0;
	}

	/** Asks again for one that was refused: under another id, because the registry has settled the former. */
	public static function retry( int $id ): bool {
		return Sql::write(
			'UPDATE ' . Tables::name( 'certificates' ) . " SET state = 'waiting', code = NULL, wire_id = " . Sql::literal( wp_generate_uuid4() )
			. " WHERE id = $id AND state = 'refused'"
		) > 0;
	}

	/**
	 * What the sync service is to do, those that it was asked least often first: one that cannot be done yet holds up no other.
	 *
	 * @return list<array{
	 *     id: string, kind: string, external_id: string|null, edition_number: int|null, edition_size: int|null, note: string|null,
	 *     certificate_id: string|null, reason: string|null,
	 * }>
	 */
	public static function list_open(): array {
		$open = array();
		$ids  = array();
		foreach ( Sql::rows_of(
			'SELECT wire_id, ' . self::COLUMNS . ' FROM ' . Tables::name( 'certificates' )
			. " WHERE state IN ('waiting', 'withdrawing') ORDER BY asked, id LIMIT " . self::PAGE
		) as $stored ) {
			$row         = self::row( $stored );
			$is_withdraw = 'withdrawing' === $row['state'];
			$ids[]       = $row['id'];
			$open[]      = array(
				'id'             => ( $is_withdraw ? self::WITHDRAW : '' ) . $stored['wire_id'],
				'kind'           => $is_withdraw ? 'withdraw' : 'issue',
				'external_id'    => $is_withdraw ? null : (string) $row['external_id'],
				'edition_number' => $is_withdraw ? null : $row['edition_number'],
				'edition_size'   => $is_withdraw ? null : $row['edition_size'],
				'note'           => $is_withdraw ? null : $row['note'],
				'certificate_id' => $is_withdraw ? $row['certificate_id'] : null,
				'reason'         => $is_withdraw ? $row['reason'] : null,
			);
		}
		if ( count( $ids ) === self::PAGE ) {
			Sql::write( 'UPDATE ' . Tables::name( 'certificates' ) . ' SET asked = asked + 1 WHERE id IN (' . Sql::ids( $ids ) . ')' );
		}
		return $open;
	}

	/**
	 * What became of an order; one that was settled already, or asked for again since, stays as it is.
	 *
	 * @param Outcome $outcome
	 * @return int The certificate's id here; 0: it changed nothing.
	 */
	public static function finish( array $outcome ): int {
		$table       = Tables::name( 'certificates' );
		$is_withdraw = 0 === strpos( $outcome['id'], self::WITHDRAW );
		$wire_id     = $is_withdraw ? substr( $outcome['id'], strlen( self::WITHDRAW ) ) : $outcome['id'];
		$where       = ' WHERE wire_id = ' . Sql::literal( $wire_id ) . ' AND state = ' . Sql::literal( $is_withdraw ? 'withdrawing' : 'waiting' );
		$id          = Sql::number( "SELECT id FROM $table" . $where );
		if ( 0 === $id ) {
			return 0;
		}
		$values = array( 'code' => $outcome['ok'] ? null : ( $outcome['code'] ?? 'failed' ) );
		if ( $is_withdraw ) {
			$values += array(
				'state'        => $outcome['ok'] ? 'withdrawn' : 'issued',
				'withdrawn_at' => $outcome['ok'] ? $outcome['withdrawn_at'] ?? Clock::now() : null,
			);
		} elseif ( $outcome['ok'] ) {
			$values += array(
				'state'          => 'issued',
				'certificate_id' => $outcome['certificate_id'],
				'public_page'    => $outcome['public_page'],
				'registry_id'    => $outcome['registry_id'],
				'issued_at'      => $outcome['issued_at'] ?? Clock::now(),
			);
		} else {
			$values['state'] = 'refused';
		}
		$sets = array();
		foreach ( $values as $column => $value ) {
			$sets[] = $column . ' = ' . Sql::literal( $value );
		}
		Sql::write( "UPDATE $table SET " . implode( ', ', $sets ) . $where );
		return $id;
	}

	/** @return Certificate|null */
	public static function find( int $id ): ?array {
		return self::list_where( "id = $id" )[0] ?? null;
	}

	/**
	 * Newest first.
	 *
	 * @param array<int> $external_ids
	 * @return list<Certificate>
	 */
	public static function list_of_works( array $external_ids ): array {
		return self::list_where( 'external_id IN (' . Sql::ids( $external_ids ) . ')' );
	}

	/**
	 * Those of an order of the shop, newest first.
	 *
	 * @return list<Certificate>
	 */
	public static function list_of_order( int $order_id ): array {
		return $order_id > 0 ? self::list_where( "order_id = $order_id" ) : array();
	}

	/** The PDF of a certificate with this page; '' where it has none yet. */
	public static function pdf( ?string $page ): string {
		return null === $page || '' === $page ? '' : untrailingslashit( $page ) . '.pdf';
	}

	/** @return list<Certificate> */
	private static function list_where( string $where ): array {
		return array_map(
			array( self::class, 'row' ),
			Sql::rows_of( 'SELECT ' . self::COLUMNS . ' FROM ' . Tables::name( 'certificates' ) . " WHERE $where ORDER BY id DESC" )
		);
	}

	/**
	 * @param array<string, string|null> $row
	 * @return Certificate
	 */
	private static function row( array $row ): array {
		return array(
			'id'             => (int) $row['id'],
			'external_id'    => (int) $row['external_id'],
			'order_id'       => (int) $row['order_id'],
			'state'          => (string) $row['state'],
			'edition_number' => self::number( $row['edition_number'] ),
			'edition_size'   => self::number( $row['edition_size'] ),
			'note'           => $row['note'],
			'code'           => $row['code'],
			'certificate_id' => $row['certificate_id'],
			'public_page'    => $row['public_page'],
			'registry_id'    => $row['registry_id'],
			'created_at'     => (int) $row['created_at'],
			'issued_at'      => self::number( $row['issued_at'] ),
			'withdrawn_at'   => self::number( $row['withdrawn_at'] ),
			'reason'         => $row['reason'],
		);
	}

	private static function number( ?string $value ): ?int {
		return null === $value ? null : (int) $value;
	}
}
