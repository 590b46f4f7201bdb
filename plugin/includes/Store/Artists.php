<?php
/**
 * Reads the artists of the works in the table `checks`: a name as the works have it, how many have it, and how the registry spells it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

/**
 * @phpstan-type Artist array{key: string, name: string, works: int, registered: int}
 */
final class Artists {
	public const ORDERS = array( 'works', 'name' );

	public static function count( string $search ): int {
		return Sql::number( 'SELECT COUNT(DISTINCT c.artist_key) FROM ' . self::table() . ' WHERE ' . self::fitting( $search ) );
	}

	/**
	 * @param string $order One of ORDERS.
	 * @return list<Artist>
	 */
	public static function list( string $search, string $order, int $page, int $per_page ): array {
		$offset  = ( $page - 1 ) * $per_page;
		$artists = array();
		foreach ( Sql::rows_of(
			'SELECT c.artist_key, MIN(c.artist) AS name, COUNT(*) AS works, SUM(CASE WHEN s.registry_id IS NULL THEN 0 ELSE 1 END) AS registered FROM '
			. self::table() . ' WHERE ' . self::fitting( $search ) . ' GROUP BY c.artist_key ORDER BY '
			. ( 'name' === $order ? 'MIN(c.artist)' : 'COUNT(*) DESC, MIN(c.artist)' ) . ", c.artist_key LIMIT $per_page OFFSET $offset"
		) as $row ) {
			$artists[] = array(
				'key'        => (string) $row['artist_key'],
				'name'       => (string) $row['name'],
				'works'      => (int) $row['works'],
				'registered' => (int) $row['registered'],
			);
		}
		return $artists;
	}

	public static function count_without(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'checks' ) . " WHERE eligible = 1 AND (artist IS NULL OR artist = '')" );
	}

	/**
	 * What the registry shows of one registered work of each artist.
	 *
	 * @param list<string> $keys
	 * @return array<string, string> Key → JSON.
	 */
	public static function shown( array $keys ): array {
		$shown = array();
		foreach ( Sql::rows_of(
			'SELECT w.artist_key, s.shows FROM (SELECT c.artist_key, MAX(c.external_id) AS id FROM ' . self::table()
			. ' WHERE s.shows IS NOT NULL AND c.eligible = 1 AND c.artist_key IN (' . Sql::words( $keys ) . ') GROUP BY c.artist_key) w JOIN '
			. Tables::name( 'status' ) . ' s ON s.external_id = w.id'
		) as $row ) {
			$shown[ (string) $row['artist_key'] ] = (string) $row['shows'];
		}
		return $shown;
	}

	/** @return list<int> Works after this one, oldest first. */
	public static function works( string $key, int $after, int $limit ): array {
		return array_map(
			'intval',
			array_column(
				Sql::rows_of(
					'SELECT external_id FROM ' . Tables::name( 'checks' ) . ' WHERE eligible = 1 AND artist_key = ' . Sql::literal( $key )
					. " AND external_id > $after ORDER BY external_id LIMIT $limit"
				),
				'external_id'
			)
		);
	}

	private static function table(): string {
		return Tables::name( 'checks' ) . ' c LEFT JOIN ' . Tables::name( 'status' ) . ' s ON s.external_id = c.external_id';
	}

	/** Each word is looked for by itself: last names may stand first. */
	private static function fitting( string $search ): string {
		global $wpdb;
		$fitting = "c.eligible = 1 AND c.artist_key IS NOT NULL AND c.artist <> ''";
		foreach ( array_slice( (array) preg_split( '/[\s,]+/', $search, -1, PREG_SPLIT_NO_EMPTY ), 0, 5 ) as $word ) {
			$fitting .= ' AND c.artist LIKE ' . Sql::literal( '%' . $wpdb->esc_like( (string) $word ) . '%' );
		}
		return $fitting;
	}
}
