<?php
/**
 * Places of this shop that would fill a field which the mapping leaves empty now: "attribute Artist fits 142 of 151 works". Names
 * make a place a candidate, its values decide.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Catalogue;
use ArtworkRegistry\Mapping\Field_Value;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Size_Text;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Term_Place;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Work\Artwork_Check;
use ArtworkRegistry\Work\Work_Builder;
use ArtworkRegistry\Work\Work_Loader;
use WP_Post;

/**
 * @phpstan-import-type Field from Mapping
 * @phpstan-type Suggestion array{fields: list<string>, from: string, key: string, fits: int, adds: int}
 */
final class Suggestions {
	/** Beginnings of names, as `fold` writes them. */
	private const NAMES      = array(
		'artist_name'   => 'artist|painter|photographer|sculptor|printmaker|maker|kunstler|kuenstler|kunstenaar|autor|author|creator|vendor',
		'year_created'  => 'year|jahr|entstehungsjahr|annee|anno|ano$|jaar|date|creationyear|datecreated',
		'medium'        => 'medium|media$|techni|tecni|material|support',
		'inventory_ref' => 'inventory|inventar|accession|catalog|workno|artworkno|lagernummer',
	);
	private const SIZE_NAMES = array(
		'height_cm' => 'height|hohe|hoehe|hauteur|altezza|hoogte',
		'width_cm'  => 'width|breite|largeur|larghezza|breedte',
		'depth_cm'  => 'depth|tiefe|profondeur|profondita|diepte',
	);

	/** At least this share of the filled values must fit the field, or a field "date" full of opening hours would count as a year. */
	private const SHARE = 0.6;
	private const CHUNK = 100;

	/**
	 * @param array<string, list<int>> $empty As `empty_now` says.
	 * @return list<Suggestion> One per field at most, the one that helps most works.
	 */
	public static function find( Source $source, Catalogue $catalogue, array $empty ): array {
		$best = array();
		foreach ( $catalogue->places() as $place ) {
			foreach ( self::fields_for( $place['from'], $place['key'], $place['label'], $catalogue ) as $fields ) {
				$fits = self::fits( $fields[0], $catalogue->values( $place['from'], $place['key'] ), $source->id() );
				$adds = count( array_intersect( $fits, $empty[ $fields[0] ] ?? array() ) );
				$name = $fields[0];
				if ( $adds > 0 && count( $fits ) >= self::SHARE * $place['works'] && $adds > ( $best[ $name ]['adds'] ?? 0 ) ) {
					$best[ $name ] = array(
						'fields' => $fields,
						'from'   => $place['from'],
						'key'    => $place['key'],
						'fits'   => count( $fits ),
						'adds'   => $adds,
					);
				}
			}
		}
		return array_values( $best );
	}

	/**
	 * @return list<list<string>> Fields that one place could fill together: one text "30 × 40 cm" fills three.
	 */
	private static function fields_for( string $from, string $key, string $label, Catalogue $catalogue ): array {
		$parent = 'taxonomy' === $from ? Term_Place::parent( $key ) : null;
		$names  = array( self::fold( $key ), self::fold( null === $parent ? $label : $parent->name ) );
		$found  = array();
		foreach ( array_merge( self::NAMES, self::SIZE_NAMES ) as $field => $pattern ) {
			if ( preg_grep( '/^(?:' . $pattern . ')/', $names ) || ( 'artist_name' === $field && preg_grep( '/artist/', $names ) ) ) {
				$found[] = array( $field );
			}
		}
		$values = array_slice( $catalogue->values( $from, $key ), 0, 20 );
		$sizes  = 0;
		foreach ( $values as $of_work ) {
			$sizes += isset( Size_Text::parse( implode( ' ', $of_work ), 'cm' )['width'] ) ? 1 : 0;
		}
		if ( $values && $sizes >= self::SHARE * count( $values ) ) {
			$found[] = Mapping::SIZES;
		}
		return $found;
	}

	/**
	 * @param array<int, list<string>> $values
	 * @return list<int> The works whose value is one for this field.
	 */
	private static function fits( string $field, array $values, string $source_id ): array {
		$chain = array(
			'steps'    => array(),
			'unit'     => 'shop',
			'order'    => Size_Text::ORDERS[0],
			'currency' => '',
		);
		$fits  = array();
		foreach ( $values as $id => $of_work ) {
			$value = Field_Value::of( $field, $of_work, $chain, $source_id );
			if ( null === $value || '' === $value || ( 'year_created' === $field && ! preg_match( '/\d{4}/', (string) implode( ' ', $of_work ) ) ) ) {
				continue;
			}
			if ( ! isset( Artwork_Check::issues( array( $field => $value ) )[ $field ] ) ) {
				$fits[] = $id;
			}
		}
		return $fits;
	}

	/** @return array<string, list<int>> Field → works of the sample that have none now. */
	public static function empty_now( Source $source, Catalogue $catalogue ): array {
		$empty = array();
		foreach ( array_chunk( $catalogue->ids, self::CHUNK ) as $ids ) {
			foreach ( Work_Loader::load( $ids ) as list( $post ) ) {
				$work = self::build( $source, $post );
				foreach ( Mapping::FIELDS as $field ) {
					if ( ! isset( $work[ $field ] ) ) {
						$empty[ $field ][] = $post->ID;
					}
				}
			}
		}
		return $empty;
	}

	/** @return array<string, mixed> */
	private static function build( Source $source, WP_Post $post ): array {
		try {
			return Work_Builder::build( $source, $post );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			return array();
		}
	}

	private static function fold( string $name ): string {
		return (string) preg_replace( '/^(?:pa|product|artwork|work|acf|wpcf)[\s_-]+|[^a-z0-9]+/', '', strtolower( remove_accents( $name ) ) );
	}
}
