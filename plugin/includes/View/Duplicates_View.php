<?php
/**
 * Groups of possible duplicates as our screen and the command line show them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Duplicates;
use ArtworkRegistry\Work\Work_Builder;

final class Duplicates_View {
	public const FIRST_WORKS = 5;

	/**
	 * @return list<array{
	 *     group: string, title: string, artist: string, works: int,
	 *     known: array{external_id: string, edit_url: string|null}|null,
	 *     first: list<array{external_id: string, edit_url: string|null}>,
	 * }>
	 */
	public static function page( int $page, int $per_page ): array {
		return self::of_groups( Duplicates::list( $page, $per_page, self::FIRST_WORKS ) );
	}

	/**
	 * @param list<array{group: string, works: int, known: int|null, first: list<int>}> $groups
	 * @return list<array{
	 *     group: string, title: string, artist: string, works: int,
	 *     known: array{external_id: string, edit_url: string|null}|null,
	 *     first: list<array{external_id: string, edit_url: string|null}>,
	 * }>
	 */
	public static function of_groups( array $groups ): array {
		$ids = array_merge( array(), ...array_column( $groups, 'first' ) );
		Work_Names::prime( $ids );
		return array_map( array( self::class, 'of' ), $groups );
	}

	/**
	 * @param array{group: string, works: int, known: int|null, first: list<int>} $group
	 * @return array{
	 *     group: string, title: string, artist: string, works: int,
	 *     known: array{external_id: string, edit_url: string|null}|null,
	 *     first: list<array{external_id: string, edit_url: string|null}>,
	 * }
	 */
	private static function of( array $group ): array {
		$oldest = $group['first'][0] ?? 0;
		$source = Sources::of_type( (string) get_post_type( $oldest ) );
		return array(
			'group'  => $group['group'],
			'title'  => Work_Names::title( $oldest ),
			'artist' => null === $source ? '' : Work_Builder::artist( $source, $oldest ),
			'works'  => $group['works'],
			'known'  => null === $group['known'] ? null : self::link( $group['known'] ),
			'first'  => array_map( array( self::class, 'link' ), $group['first'] ),
		);
	}

	/** @return array{external_id: string, edit_url: string|null} */
	private static function link( int $id ): array {
		return array(
			'external_id' => (string) $id,
			'edit_url'    => Work_Names::edit_url( $id ),
		);
	}
}
