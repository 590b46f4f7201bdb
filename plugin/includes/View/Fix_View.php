<?php
/**
 * Works as rows of the editable list: what each field says now, whether it can be changed there, and what the registry would refuse.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Place_Missing;
use ArtworkRegistry\Mapping\Place_Reader;
use ArtworkRegistry\Mapping\Place_Writer;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Work\Work_Builder;
use WP_Post;

final class Fix_View {
	private const SUGGESTED = 300;
	/** Works that are read for suggestions. */
	private const READ = 500;

	/**
	 * Without works that the user may not edit: their fields may hold what is private.
	 *
	 * @param list<int> $ids
	 * @return list<array<string, mixed>>
	 */
	public static function many( array $ids ): array {
		Work_Names::prime( $ids );
		$rows = array();
		foreach ( $ids as $id ) {
			$post   = get_post( $id );
			$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
			if ( $post instanceof WP_Post && null !== $source && current_user_can( 'edit_post', $id ) ) {
				$rows[] = self::row( $source, $post );
			}
		}
		return $rows;
	}

	/** @return array<string, mixed> */
	private static function row( Source $source, WP_Post $post ): array {
		try {
			$work = Work_Builder::build( $source, $post );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			$work = array();
		}
		$issues = Check_Run::issues_of( $post, $source );
		$fields = array();
		foreach ( Place_Writer::FIELDS as $field ) {
			try {
				$place = Place_Writer::find( $source, $post, $field );
			} catch ( Place_Missing $error ) {
				$place = null;
			}
			$fields[ $field ] = array(
				'value'    => 'size' === $field ? self::size( $work, $post, $place ) : (string) ( $work[ $field ] ?? '' ),
				'can_edit' => null !== $place,
				'issue'    => 'size' === $field ? $issues['height_cm'] ?? $issues['width_cm'] ?? $issues['depth_cm'] ?? null : $issues[ $field ] ?? null,
			);
		}
		return array(
			'external_id' => (string) $post->ID,
			'title'       => Work_Names::title( $post->ID ),
			'image'       => Pictures::of_attachment( Work_Names::picture( $post->ID ), 'thumbnail' ),
			'edit_url'    => Work_Names::edit_url( $post->ID ),
			'fields'      => $fields,
			// What is wrong that this list cannot change.
			'others'      => array_values( array_diff( array_keys( $issues ), Place_Writer::FIELDS, array( 'height_cm', 'width_cm', 'depth_cm' ) ) ),
		);
	}

	/**
	 * As it is written where it comes from, else in centimetres.
	 *
	 * @param array<string, mixed>                                             $work
	 * @param array{from: string, key: string, unit: string, order: string}|null $place
	 */
	private static function size( array $work, WP_Post $post, ?array $place ): string {
		$text = null === $place || 'standard' === $place['from'] ? '' : Place_Reader::text( $post, $place['from'], $place['key'] );
		if ( '' !== $text ) {
			return $text;
		}
		$sizes = array();
		foreach ( array(
			'H' => 'height_cm',
			'W' => 'width_cm',
			'D' => 'depth_cm',
		) as $label => $field ) {
			if ( isset( $work[ $field ] ) && is_numeric( $work[ $field ] ) ) {
				$sizes[ $label ] = (string) round( (float) $work[ $field ], 3 );
			}
		}
		if ( ! $sizes ) {
			return '';
		}
		if ( isset( $sizes['H'], $sizes['W'] ) ) {
			return implode( ' × ', $sizes ) . ' cm';
		}
		$parts = array();
		foreach ( $sizes as $label => $number ) {
			$parts[] = "$label $number";
		}
		return implode( ' × ', $parts ) . ' cm';
	}

	/**
	 * The artists that the registry shows for this gallery, in its spelling, then those of the newest works here.
	 *
	 * @return list<string>
	 */
	public static function artists(): array {
		global $wpdb;
		$names = array();
		foreach ( Sql::rows_of(
			'SELECT shows FROM ' . Tables::name( 'status' ) . ' WHERE shows IS NOT NULL ORDER BY external_id DESC LIMIT ' . self::READ
		) as $row ) {
			$shows   = json_decode( (string) $row['shows'], true );
			$names[] = is_array( $shows ) ? (string) ( $shows['artist_name'] ?? '' ) : '';
		}
		$types = array_keys( Sources::chosen_by_type() );
		$ids   = ! $types ? array() : array_map(
			'intval',
			array_column(
				Sql::rows_of(
					"SELECT ID FROM $wpdb->posts WHERE post_type IN (" . Sql::words( $types ) . ") AND post_status = 'publish' ORDER BY ID DESC LIMIT " . self::READ
				),
				'ID'
			)
		);
		Work_Names::prime( $ids );
		foreach ( $ids as $id ) {
			$source  = Sources::of_type( (string) get_post_type( $id ) );
			$names[] = null === $source ? '' : Work_Builder::artist( $source, $id );
		}
		$unique = array();
		foreach ( $names as $name ) {
			$key = remove_accents( strtolower( trim( $name ) ) );
			if ( '' !== $key && ! isset( $unique[ $key ] ) ) {
				$unique[ $key ] = trim( $name );
			}
		}
		sort( $unique, SORT_NATURAL | SORT_FLAG_CASE );
		return array_slice( $unique, 0, self::SUGGESTED );
	}
}
