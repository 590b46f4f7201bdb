<?php
/**
 * Artists as the screen "Artists" shows them: the name on this site, how many works have it, the registry's spelling, and names that are
 * probably meant for the same artist.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Store\Artists;
use ArtworkRegistry\Work\Fingerprint;

/**
 * @phpstan-import-type Artist from Artists
 * @phpstan-type Row array{key: string, name: string, works: int, registered: int, kind: string, similar: list<array{key: string, name: string, works: int}>,
 *     there: array{name: string, id: string|null}|null}
 */
final class Artists_View {
	/** Names that are compared with each other. */
	private const COMPARED = 2000;
	/** In shorter names one letter makes another person. */
	private const SHORTEST = 6;

	/** Beginnings that say that somebody else made it. The registry keeps them: "after X" is another artist than X. */
	private const ROLES = 'after|attributed to|circle of|follower of|school of|studio of|workshop of|manner of|imitator of|'
		. 'nach|zugeschrieben|umkreis|werkstatt|schule|nachfolger|d\'après|attribué à|atelier de|da|attribuito a|bottega di';

	/** @return list<Row> */
	public static function page( string $search, string $order, int $page, int $per_page ): array {
		$artists = Artists::list( $search, $order, $page, $per_page );
		$shown   = Artists::shown( array_column( $artists, 'key' ) );
		$similar = self::similar( array_column( $artists, 'name', 'key' ), array_column( Artists::list( '', 'works', 1, self::COMPARED ), null, 'key' ) );
		$rows    = array();
		foreach ( $artists as $artist ) {
			$rows[] = $artist + array(
				'kind'    => self::kind( $artist['name'] ),
				'similar' => $similar[ $artist['key'] ] ?? array(),
				'there'   => self::there( $shown[ $artist['key'] ] ?? null ),
			);
		}
		return $rows;
	}

	/** @return 'one'|'several'|'role' */
	public static function kind( string $name ): string {
		if ( 1 === preg_match( '/^(?:' . self::ROLES . ')\b/iu', $name ) ) {
			return 'role';
		}
		$parts = explode( ',', $name );
		return 1 === preg_match( '/[;&+\/|]|\s(?:and|und|et|e|y|en|with|mit|avec)\s/iu', $name ) || count( $parts ) > 2
			|| ( 2 === count( $parts ) && false !== strpos( trim( $parts[0] ), ' ' ) && false !== strpos( trim( $parts[1] ), ' ' ) ) ? 'several' : 'one';
	}

	/** @return array{name: string, id: string|null}|null */
	private static function there( ?string $shows ): ?array {
		$record = null === $shows ? null : json_decode( $shows, true );
		if ( ! is_array( $record ) || ! is_string( $record['artist_name'] ?? null ) || '' === $record['artist_name'] ) {
			return null;
		}
		return array(
			'name' => $record['artist_name'],
			'id'   => is_string( $record['artist_id'] ?? null ) ? $record['artist_id'] : null,
		);
	}

	/**
	 * @param array<string, string> $names Key → name.
	 * @param array<string, Artist> $all   All artists by key, the commonest first.
	 * @return array<string, list<array{key: string, name: string, works: int}>> Key → names that are the same to the registry, or differ by one or two letters.
	 */
	private static function similar( array $names, array $all ): array {
		$folded  = array_map( array( Fingerprint::class, 'name' ), array_column( $all, 'name', 'key' ) );
		$similar = array();
		foreach ( $names as $key => $name ) {
			$own = Fingerprint::name( $name );
			foreach ( $folded as $other => $word ) {
				if ( (string) $other !== (string) $key && self::is_similar( $own, $word ) ) {
					$similar[ $key ][] = array(
						'key'   => (string) $other,
						'name'  => $all[ $other ]['name'],
						'works' => $all[ $other ]['works'],
					);
				}
			}
		}
		return $similar;
	}

	private static function is_similar( string $one, string $other ): bool {
		if ( $one === $other ) {
			return true;
		}
		$lengths = array( strlen( $one ), strlen( $other ) );
		if ( min( $lengths ) < self::SHORTEST || max( $lengths ) > 100 || abs( $lengths[0] - $lengths[1] ) > 2 ) {
			return false;
		}
		return levenshtein( $one, $other ) <= ( min( $lengths ) < 12 ? 1 : 2 );
	}
}
