<?php
/**
 * A work as our screens and the command line show it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Eligibility;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Plain_Text;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Work\Work_Builder;
use WP_Post;

/**
 * @phpstan-import-type WorkRow from Works_Query
 */
final class Work_View {
	/**
	 * @param list<WorkRow> $rows
	 * @return list<array<string, mixed>>
	 */
	public static function many( array $rows ): array {
		$ids = array_column( $rows, 'external_id' );
		$all = Work_Names::prime( $ids );
		Translations::prime( $all );
		Categories::prime( Variations::posts( $all ) );
		_prime_post_caches( array_filter( array_map( array( Work_Names::class, 'picture' ), $ids ) ), false, true );
		return array_map( array( self::class, 'of' ), $rows );
	}

	/**
	 * @param WorkRow $row
	 * @return array<string, mixed>
	 */
	public static function of( array $row ): array {
		$id     = $row['external_id'];
		$post   = get_post( $id );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		$error  = null === $row['error'] || 'attention' !== $row['view'] ? null : json_decode( $row['error'], true );
		$work   = array(
			'external_id'  => (string) $id,
			'title'        => Work_Names::title( $id, $row['title'] ),
			'artist'       => null === $source ? '' : Work_Builder::artist( $source, $id ),
			'image'        => Pictures::of_attachment( Work_Names::picture( $id ), 'thumbnail' ),
			'edit_url'     => Work_Names::edit_url( $id ),
			'state'        => $row['view'],
			'chosen'       => $row['chosen'],
			'reason'       => $post instanceof WP_Post && null !== $source ? self::reason( $post, $source, $row['chosen'] ) : 'deleted',
			'registry_id'  => $row['registry_id'],
			'public_page'  => $row['public_page'],
			'confirmed_at' => Clock::iso( $row['confirmed_at'] ),
			'matched_on'   => $row['matched_on'],
			'shows'        => null === $row['shows'] ? null : json_decode( $row['shows'], true ),
			'error'        => is_array( $error ) ? Error_Texts::of_work( $error, $source, $post instanceof WP_Post ? $post : null ) : null,
			// The title of the work that this one translates; null: it is not a translation.
			'original'     => null === $row['original_title'] ? null : Plain_Text::of( $row['original_title'] ),
			'is_stopped'   => Status::EXCLUDED === $row['chosen'],
			'held'         => 'held' === $row['view'] ? array(
				'reason' => $row['held_reason'],
				'group'  => $row['duplicate_group'],
				'size'   => $row['duplicate_size'],
			) : null,
			// The work that stands for the edition this one is a part of.
			'edition_of'   => Status::EXCLUDED === $row['chosen'] && 'one' === $row['duplicate_choice'] ? (string) $row['duplicate_keeper'] : null,
		);
		return $work + array( 'why' => Why_Text::of_work( $work ) );
	}

	/** One work that another plugin fails over must not empty the whole list. */
	private static function reason( WP_Post $post, Source $source, int $chosen ): ?string {
		try {
			return Eligibility::reason( $post, $source, $chosen );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			return Why_Text::UNREADABLE;
		}
	}
}
