<?php
/**
 * review: takes what the sync service found of the works that are reviewed before registering, and hands out those to compare next.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\Work\Work_Content;
use ArtworkRegistry\Work\Work_Loader;

/** @phpstan-import-type Result from Compared */
final class Review_Handler {
	/** @return array{saved: int, works: list<array<string, mixed>>, sample: list<array<string, mixed>>} */
	public static function handle( Body $body ): array {
		if ( null !== Clone_Guard::look() ) {
			throw new Protocol_Error( 409, 'site_in_doubt', 'This site looks like a copy, or like a restored backup, of the one that was paired.' );
		}
		$results = array_map( array( self::class, 'result' ), $body->list_of( 'results', 1000 ) );
		Compared::save( $results );
		$works = Compared::list_to_compare( $body->integer( 'limit', 0, 500, 0 ) );
		if ( $results && ! $works ) {
			Compared::settle();
		}
		return array(
			'saved'  => count( $results ),
			'works'  => $works,
			'sample' => self::sample( $body->integer( 'sample', 0, 10, 0 ) ),
		);
	}

	/** @return Result */
	private static function result( Body $result ): array {
		return array(
			'external_id' => $result->external_id(),
			'mark'        => $result->integer( 'mark', 0, PHP_INT_MAX ),
			'found'       => self::word( $result, 'found', Compared::FOUND ),
			'by'          => self::word( $result, 'by', Compared::BY ),
			'matched_on'  => $result->text_or_null( 'matched_on', 40 ),
			'registry_id' => $result->text_or_null( 'registry_id', 64 ),
			'public_page' => Report_Handler::web_address( $result->text_or_null( 'public_page', 2000 ) ),
			'shows'       => $result->json( 'shows' ),
		);
	}

	/** @param list<string> $known */
	private static function word( Body $result, string $field, array $known ): string {
		$word = $result->text( $field, 20 );
		if ( ! in_array( $word, $known, true ) ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- answered as JSON, never printed.
			throw new Protocol_Error( 400, 'invalid_body', 'The field ' . $field . ' has a value this version does not know: ' . $word );
		}
		return $word;
	}

	/**
	 * Each work is marked before it is built: one that ends the process twice is not looked up, and the others are. Where the database
	 * failed, none is left out for it: a work without its fields looks like one that cannot be looked up.
	 *
	 * @return list<array{external_id: string, mark: int, artwork: array<string, mixed>}>
	 */
	private static function sample( int $limit ): array {
		$sample = array();
		foreach ( Compared::list_sample( $limit ) as $id => $mark ) {
			Compared::begin_sample( $id, $mark );
			try {
				$artwork = self::artwork( $id );
			} catch ( Read_Failed $failed ) {
				Compared::keep_sample( $id, $mark );
				throw $failed;
			} catch ( \Throwable $error ) {
				$artwork = null;
			}
			if ( null === $artwork ) {
				Compared::skip_sample( $id, $mark );
				continue;
			}
			Compared::keep_sample( $id, $mark );
			$sample[] = array(
				'external_id' => (string) $id,
				'mark'        => $mark,
				'artwork'     => $artwork,
			);
		}
		return $sample;
	}

	/** @return array<string, mixed>|null Null: the registry could not look it up. */
	private static function artwork( int $id ): ?array {
		$check   = new Read_Check();
		$choice  = Status::choices( array( $id ) )[ $id ] ?? Status::no_choice();
		$artwork = null;
		foreach ( Work_Loader::load( array( $id ) ) as list( $post, $source ) ) {
			if ( array() === Check_Run::issues_of( $post, $source ) ) {
				$artwork = Work_Content::of( $source, $post, $choice );
			}
		}
		$check->refuse_failures();
		return $artwork;
	}
}
