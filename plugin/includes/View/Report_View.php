<?php
/**
 * Works of the review before registering as its tables and its CSV file show them: what is wrong with each and where to mend it, and what
 * the registry has that it may be.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Standard_Words;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Work\Artwork_Check;
use ArtworkRegistry\Work\Work_Builder;
use WP_Post;

/**
 * @phpstan-type Row array{external_id: int, problems: list<string>, registry_id: string|null, public_page: string|null, shows: string|null}
 * @phpstan-type Line array{external_id: string, title: string, artist: string, edit_url: string|null, image: string|null,
 *     problems: list<string>, there: array{registry_id: string, page: string|null, words: string}|null}
 */
final class Report_View {
	/**
	 * @param list<Row> $rows
	 * @return list<Line>
	 */
	public static function many( array $rows ): array {
		Work_Names::prime( array_column( $rows, 'external_id' ) );
		return array_map( array( self::class, 'of' ), $rows );
	}

	/**
	 * @param Row $row
	 * @return Line
	 */
	private static function of( array $row ): array {
		$id     = $row['external_id'];
		$post   = get_post( $id );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		// One that is unreadable is not read once more: it may end the process.
		$is_read = null !== $source && array( Check_Run::UNREADABLE ) !== $row['problems'];
		if ( $is_read ) {
			$problems = ! $row['problems'] ? array() : self::sentences( $row['problems'], $source, Check_Run::issues_of( $post, $source ) );
		} else {
			$problems = null === $source ? array() : array( Standard_Words::field( Check_Run::UNREADABLE )['help'] );
		}
		return array(
			'external_id' => (string) $id,
			'title'       => Work_Names::title( $id ),
			'artist'      => $is_read ? Work_Builder::artist( $source, $id ) : '',
			'edit_url'    => Work_Names::edit_url( $id ),
			'image'       => Pictures::of_attachment( Work_Names::picture( $id ), 'thumbnail' ),
			'problems'    => $problems,
			'there'       => null === $row['registry_id'] ? null : array(
				'registry_id' => $row['registry_id'],
				'page'        => $row['public_page'],
				'words'       => self::record( $row['shows'] ),
			),
		);
	}

	/**
	 * For an empty field, where to fill it in; for a filled one, what is wrong with it.
	 *
	 * @param list<string>          $problems
	 * @param array<string, string> $issues   Field → what is wrong with it now.
	 * @return list<string>
	 */
	private static function sentences( array $problems, Source $source, array $issues ): array {
		$places = Chain_Words::places( $source );
		$words  = array();
		foreach ( $problems as $field ) {
			$name = in_array( $field, Mapping::FIELDS, true ) ? Standard_Words::field( $field )['name'] : $field;
			if ( isset( $issues[ $field ] ) && Artwork_Check::is_empty() !== $issues[ $field ] ) {
				/* translators: 1: name of a field, such as Title, 2: what is wrong with it, such as "has more than 500 characters". */
				$words[] = sprintf( __( '%1$s %2$s. Open the artwork and correct it.', 'artwork-registry-connector' ), $name, $issues[ $field ] );
				continue;
			}
			/* translators: 1: name of a field, such as Artist, 2: what to do, such as "add it under Attributes". */
			$words[] = isset( $places[ $field ] ) ? sprintf( __( '%1$s: %2$s.', 'artwork-registry-connector' ), $name, $places[ $field ] )
				/* translators: %s: name of a field, such as Artist. */
				: sprintf( __( '%s is missing: open the artwork and fill it in.', 'artwork-registry-connector' ), $name );
		}
		return $words;
	}

	/** "Irises, Anna Boch, 1889, 30 × 40 cm": what the registry shows. */
	private static function record( ?string $shows ): string {
		$record = null === $shows ? null : json_decode( $shows, true );
		if ( ! is_array( $record ) ) {
			return '';
		}
		$sizes = array();
		foreach ( array( 'height_cm', 'width_cm', 'depth_cm' ) as $side ) {
			if ( isset( $record[ $side ] ) && is_numeric( $record[ $side ] ) ) {
				$sizes[] = (string) round( (float) $record[ $side ], 1 );
			}
		}
		$parts = array( $record['title'] ?? '', $record['artist_name'] ?? '', $record['year_created'] ?? '', $sizes ? implode( ' × ', $sizes ) . ' cm' : '' );
		return implode( ', ', array_diff( array_map( 'strval', array_filter( $parts, 'is_scalar' ) ), array( '' ) ) );
	}
}
