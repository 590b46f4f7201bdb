<?php
/**
 * Reads works with their state, for screens and command line: posts, the owner's choice, the outbox and what the registry
 * confirmed, joined (Works_Sql).
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Sql;

/**
 * @phpstan-import-type Counted from Counts
 * @phpstan-type WorkRow array{
 *     external_id: int, title: string, post_type: string|null, post_status: string|null, view: string, chosen: int,
 *     registry_id: string|null, public_page: string|null, confirmed_at: int|null, matched_on: string|null,
 *     shows: string|null, error: string|null, held_reason: string|null, duplicate_group: string|null,
 *     duplicate_size: int|null, duplicate_choice: string|null, duplicate_keeper: int|null, original_title: string|null,
 * }
 */
final class Works_Query {
	/** Every state a work can be seen in, in the order of the screen. */
	public const VIEWS = array(
		'attention',
		'held',
		'waiting',
		'sending',
		'published',
		'published_waiting',
		'matched',
		'elsewhere',
		'stopped',
		'hidden',
		'private',
		'sold',
		'moved',
		'not_shared',
	);

	/** What a list can be ordered by; the last are columns of the registry's confirmation. */
	public const ORDERS = array( 'external_id', 'title', 'view', 'registry_id', 'confirmed_at' );

	/** Views that are not states of the registry's; all others are found by the index of states. */
	private const MOVING = array( 'waiting', 'sending', 'published_waiting', 'not_shared' );
	/** A view is rare that has fewer works than one in so many. */
	private const RARE = 5;

	/** @return array<string, int> view → number of works; views without works have 0. */
	public static function counts(): array {
		$counts = array_fill_keys( self::VIEWS, 0 );
		foreach ( Sql::rows_of( 'SELECT view, COUNT(*) AS works FROM (' . Works_Sql::slim( array( 'view' ) ) . ') w GROUP BY view' ) as $row ) {
			$counts[ (string) $row['view'] ] = (int) $row['works'];
		}
		return $counts;
	}

	/**
	 * @param list<string> $views Empty: all.
	 * @param string       $order One of ORDERS.
	 * @return list<WorkRow>
	 */
	public static function list( array $views, string $search, int $page, int $per_page, string $order = self::ORDERS[0], bool $is_ascending = false ): array {
		$kept   = Counts::find();
		$offset = ( $page - 1 ) * $per_page;
		return self::in_order(
			null === $kept || '' !== $search
			? self::ids( Sql::rows_of( self::ordered( $views, $search, $order, $is_ascending, $kept['gone'] ?? null ) . " LIMIT $per_page OFFSET $offset" ) )
			: self::ids_of_large( $views, $order, $is_ascending, $offset, $per_page, $kept )
		);
	}

	/**
	 * As `list`, with the number of all works that fit: of a search, as its one statement counts them; of a large catalogue, as counted last,
	 * but never fewer than a page shows, and as many as there are where the list ends on it. Works that came or left since the count are left
	 * out, or shown twice, where the pages read from the start meet those read from the end.
	 *
	 * @param list<string> $views Empty: all.
	 * @param string       $order One of ORDERS.
	 * @return array{works: list<WorkRow>, total: int}
	 */
	public static function page( array $views, string $search, int $page, int $per_page, string $order = self::ORDERS[0], bool $is_ascending = false ): array {
		$kept   = Counts::find();
		$offset = ( $page - 1 ) * $per_page;
		if ( null === $kept || '' !== $search ) {
			$found = Sql::page_of( self::ordered( $views, $search, $order, $is_ascending, $kept['gone'] ?? null ), $per_page, $offset );
			return array(
				'works' => self::in_order( self::ids( $found['rows'] ) ),
				'total' => $found['total'],
			);
		}
		$total = array_sum( $views ? array_intersect_key( $kept['counts'], array_flip( $views ) ) : $kept['counts'] );
		$left  = $total - $offset;
		if ( 0 === $total && ! array_diff( $views, self::MOVING ) && ! Counts::is_old( $kept ) ) {
			// No index finds these, so a screen that is asked every few seconds would read the whole catalogue each time.
			$ids = array();
		} elseif ( $left <= 0 || $offset <= $left ) {
			// With one more, which tells that the list continues.
			$ids   = self::ids_of_large( $views, $order, $is_ascending, $offset, $per_page + 1, $kept );
			$found = $offset + count( $ids );
			if ( count( $ids ) > $per_page ) {
				$total = max( $total, $found );
			} elseif ( $ids || 0 === $offset ) {
				$total = $found;
			}
			$ids = array_slice( $ids, 0, $per_page );
		} else {
			// From the end of the list: the database reads all that it skips.
			$most = min( $per_page, $left );
			$ids  = array_reverse( self::ids_of_large( $views, $order, $is_ascending, $left - $most, $most, $kept, true ) );
		}
		return array(
			'works' => self::in_order( $ids ),
			'total' => $total,
		);
	}

	/**
	 * @param list<string> $views
	 * @param Counted      $kept
	 * @param bool         $is_backward From the end of the list, last first.
	 * @return list<int>
	 */
	private static function ids_of_large( array $views, string $order, bool $is_ascending, int $skip, int $most, array $kept, bool $is_backward = false ): array {
		return 'external_id' === $order
			? self::ids_by_id( $views, $is_ascending !== $is_backward, $skip, $most, $kept )
			: self::ids( Sql::rows_of( self::ordered( $views, '', $order, $is_ascending, $kept['gone'], $is_backward ) . " LIMIT $most OFFSET $skip" ) );
	}

	/**
	 * SQL: the ids of these works in this order, and newest first where it is the same. Only ids: with long texts in the list, the database
	 * would write those of the whole catalogue to disk.
	 *
	 * @param list<string>   $views
	 * @param list<int>|null $gone        As in `Works_Sql::slim`.
	 * @param bool           $is_backward From the end.
	 */
	private static function ordered( array $views, string $search, string $order, bool $is_ascending, ?array $gone, bool $is_backward = false ): string {
		$order = in_array( $order, self::ORDERS, true ) ? $order : self::ORDERS[0];
		return 'SELECT w.external_id FROM (' . Works_Sql::slim( array_merge( array( $order ), $views ? array( 'view' ) : array() ), $search, $gone ) . ') w'
			. self::in_views( $views ) . " ORDER BY $order " . ( $is_ascending !== $is_backward ? 'ASC' : 'DESC' )
			. ', external_id ' . ( $is_backward ? 'ASC' : 'DESC' );
	}

	/**
	 * The next works by id, newest first, for a run over the whole catalogue: by the last id and not by a number of rows, which would be
	 * read again for each piece, and would leave out works where one was deleted meanwhile.
	 *
	 * @param list<string> $views Empty: all.
	 * @return list<WorkRow>
	 */
	public static function list_before( array $views, string $search, int $before, int $most ): array {
		$kept = Counts::find();
		$ids  = null === $kept || '' !== $search
			? self::ids(
				Sql::rows_of(
					'SELECT w.external_id FROM (' . Works_Sql::slim( $views ? array( 'view' ) : array(), $search, $kept['gone'] ?? null ) . ') w'
					. ( $views ? self::in_views( $views ) . ' AND' : ' WHERE' ) . " external_id < $before ORDER BY external_id DESC LIMIT $most"
				)
			)
			: self::ids_by_id( $views, false, 0, $most, $kept, $before );
		return self::in_order( $ids );
	}

	/**
	 * @param list<int> $ids
	 * @return list<WorkRow>
	 */
	private static function in_order( array $ids ): array {
		$of   = $ids ? self::find_many( $ids ) : array();
		$list = array();
		foreach ( $ids as $id ) {
			if ( isset( $of[ $id ] ) ) {
				$list[] = $of[ $id ];
			}
		}
		return $list;
	}

	/**
	 * As `list` by id, of a large catalogue: reads it from its end, or by the index of states, only until the page is full.
	 *
	 * @param list<string> $views
	 * @param Counted      $kept   Of the whole catalogue, as counted last. A hint which index is quicker: there may be more works, or fewer, by now.
	 * @param int|null     $before Only those with a smaller id.
	 * @return list<int>
	 */
	private static function ids_by_id( array $views, bool $is_ascending, int $skip, int $most, array $kept, ?int $before = null ): array {
		$counts    = $kept['counts'];
		$gone      = $kept['gone'];
		$works     = array_sum( array_intersect_key( $counts, array_flip( $views ) ) );
		$is_rare   = $views && ! array_intersect( $views, self::MOVING ) && $works * self::RARE < array_sum( $counts );
		$parts     = Works_Sql::parts( '', array(), array(), $views ? array( 'view' ) : array() );
		$direction = $is_ascending ? 'ASC' : 'DESC';
		// Of what is skipped, as many may be works without a post as there are; null: all of it.
		$apart = null === $gone ? $skip : min( $skip, count( $gone ) );
		$ids   = self::ids(
			Sql::rows_of(
				$parts['posts'] . ( $views ? ' AND ' . $parts['posts_view'] . ' IN (' . Sql::words( $views ) . ')' : '' )
				. ( $is_rare ? ' AND s.state IN (' . Sql::words( $views ) . ')' : '' ) . ( null === $before ? '' : " AND p.ID < $before" )
				. " ORDER BY p.ID $direction LIMIT " . ( $most + $apart ) . ' OFFSET ' . ( $skip - $apart )
			)
		);
		if ( array() !== $gone ) {
			$ids = array_merge(
				$ids,
				self::ids(
					Sql::rows_of(
						$parts['gone'] . Works_Sql::among( $gone )
						. ( $views ? ' AND ' . $parts['gone_view'] . ' IN (' . Sql::words( $views ) . ')' : '' )
						. ( null === $before ? '' : " AND s.external_id < $before" ) . " ORDER BY s.external_id $direction LIMIT " . ( $most + $skip )
					)
				)
			);
			if ( $is_ascending ) {
				sort( $ids );
			} else {
				rsort( $ids );
			}
		}
		return array_slice( $ids, $apart, $most );
	}

	/** @return list<int>|null Works that the registry has and this site has no more; null: more than can be kept. */
	public static function gone(): ?array {
		$ids = self::ids( Sql::rows_of( Works_Sql::parts( '', array(), array(), array() )['gone'] . ' LIMIT ' . ( Counts::MOST_GONE + 1 ) ) );
		return count( $ids ) > Counts::MOST_GONE ? null : $ids;
	}

	/**
	 * @param list<array<string, string|null>> $rows
	 * @return list<int>
	 */
	private static function ids( array $rows ): array {
		return array_map( 'intval', array_column( $rows, 'external_id' ) );
	}

	/** @param list<string> $views */
	public static function count( array $views, string $search ): int {
		return Sql::number( 'SELECT COUNT(*) FROM (' . Works_Sql::slim( $views ? array( 'view' ) : array(), $search ) . ') w' . self::in_views( $views ) );
	}

	/** @return WorkRow|null */
	public static function find( int $external_id ): ?array {
		return self::find_many( array( $external_id ) )[ $external_id ] ?? null;
	}

	/**
	 * @param array<int> $ids
	 * @return array<int, WorkRow>
	 */
	public static function find_many( array $ids ): array {
		$found = array();
		foreach ( Sql::rows_of( 'SELECT w.* FROM (' . Works_Sql::works( $ids ) . ') w' ) as $row ) {
			$found[ (int) $row['external_id'] ] = self::row( $row );
		}
		return $found;
	}

	/** A subquery for lists of WordPress's own: the ids of the works in this state, a word of VIEWS. Variations are listed as their product. */
	public static function sql_ids( string $view ): string {
		$is_split = Variations::is_used();
		$id       = $is_split ? 'CASE WHEN w.post_type = \'' . Product_Source::PART . '\' THEN w.post_parent ELSE w.external_id END' : 'w.external_id';
		$columns  = $is_split ? array( 'view', 'post_type', 'post_parent' ) : array( 'view' );
		return "SELECT $id FROM (" . Works_Sql::slim( $columns ) . ') w' . self::in_views( array( $view ) );
	}

	/**
	 * The states of the variations of these products, where they are works; one query.
	 *
	 * @param array<int> $products
	 * @return array<int, array<string, int>> Product → view → works.
	 */
	public static function count_variations( array $products ): array {
		$counts = array();
		if ( ! $products || ! Variations::is_used() ) {
			return $counts;
		}
		foreach ( Sql::rows_of(
			'SELECT w.post_parent, w.view, COUNT(*) AS works FROM (' . Works_Sql::works( array(), $products )
			. ') w GROUP BY w.post_parent, w.view'
		) as $row ) {
			$counts[ (int) $row['post_parent'] ][ (string) $row['view'] ] = (int) $row['works'];
		}
		return $counts;
	}

	/** @return list<WorkRow> The variations of a product that are works, or were. */
	public static function list_variations( int $product_id ): array {
		return array_map(
			array( self::class, 'row' ),
			Sql::rows_of( 'SELECT w.* FROM (' . Works_Sql::works( array(), array( $product_id ) ) . ') w ORDER BY w.external_id' )
		);
	}

	/**
	 * How many of these are public works that can be registered. Products whose variations are works count as these.
	 *
	 * @param list<int> $ids
	 */
	public static function count_public( array $ids ): int {
		global $wpdb;
		return ! $ids ? 0 : Sql::number(
			"SELECT COUNT(*) FROM $wpdb->posts p WHERE p.ID IN (" . Sql::ids( Variations::with_variations( $ids ) )
				. ") AND p.post_status = 'publish' AND p.post_password = '' AND "
			. Variations::sql_is_work( 'p' ) . ' AND ' . Sources::sql_shareable( 'p' )
		);
	}

	/** @param list<string> $views */
	private static function in_views( array $views ): string {
		return $views ? ' WHERE view IN (' . Sql::words( $views ) . ')' : '';
	}

	/**
	 * @param array<string, string|null> $row
	 * @return WorkRow
	 */
	private static function row( array $row ): array {
		return array(
			'external_id'      => (int) $row['external_id'],
			'title'            => (string) $row['title'],
			'post_type'        => $row['post_type'],
			'post_status'      => $row['post_status'],
			'view'             => (string) $row['view'],
			'chosen'           => (int) $row['chosen'],
			'registry_id'      => $row['registry_id'],
			'public_page'      => $row['public_page'],
			'confirmed_at'     => null === $row['confirmed_at'] ? null : (int) $row['confirmed_at'],
			'matched_on'       => $row['matched_on'],
			'shows'            => $row['shows'],
			'error'            => $row['error'],
			'held_reason'      => $row['held_reason'],
			'duplicate_group'  => $row['duplicate_group'],
			'duplicate_size'   => null === $row['duplicate_size'] ? null : (int) $row['duplicate_size'],
			'duplicate_choice' => $row['duplicate_choice'],
			'duplicate_keeper' => null === $row['duplicate_keeper'] ? null : (int) $row['duplicate_keeper'],
			// Of a translation: the work that it translates.
			'original_title'   => $row['original_title'],
		);
	}
}
