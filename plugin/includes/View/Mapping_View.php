<?php
/**
 * The mapping as the screen and the command line show it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Catalogue;
use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Mapping\Length;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Document;
use ArtworkRegistry\Mapping\Size_Text;
use ArtworkRegistry\Mapping\Standard_Words;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;

/**
 * @phpstan-import-type Field from Mapping
 */
final class Mapping_View {
	/** @return array{hash: string, notice: string|null, sources: list<array<string, mixed>>} */
	public static function read(): array {
		$stored  = Mapping_Document::stored();
		$mapping = new Mapping( $stored['chains'] );
		$sources = array();
		foreach ( Sources::chosen() as $source ) {
			$sources[] = self::source( $source, $mapping );
		}
		return array(
			'hash'    => $mapping->hash(),
			'notice'  => self::notice( $stored['state'] ),
			'sources' => $sources,
		);
	}

	/** Null: the mapping is as it was saved. */
	public static function notice( string $state ): ?string {
		$texts = array(
			'copy'     => __( 'The stored mapping cannot be read: it was damaged, or written by a newer version of this plugin. The last one that was saved here is used. Check it, then save it again.', 'artwork-registry-connector' ),
			'standard' => __( 'The stored mapping cannot be read: it was damaged, or written by a newer version of this plugin. The automatic one is used for now, so artworks may look different in the registry. Set your choices again and save.', 'artwork-registry-connector' ),
		);
		return $texts[ $state ] ?? null;
	}

	/** @return array<string, mixed> Places that hold something, and which of them would fill a gap. */
	public static function catalogue( Source $source ): array {
		$catalogue   = new Catalogue( $source );
		$places      = $catalogue->places();
		$labels      = array();
		$suggestions = array();
		foreach ( $places as $place ) {
			$labels[ $place['from'] . ' ' . $place['key'] ] = $place['label'];
		}
		$empty  = Suggestions::empty_now( $source, $catalogue );
		$filled = array();
		foreach ( Mapping::FIELDS as $field ) {
			$filled[ $field ] = count( $catalogue->ids ) - count( $empty[ $field ] ?? array() );
		}
		foreach ( Suggestions::find( $source, $catalogue, $empty ) as $suggestion ) {
			$suggestions[] = $suggestion + array( 'label' => $labels[ $suggestion['from'] . ' ' . $suggestion['key'] ] );
		}
		return array(
			'total'       => $catalogue->total,
			// Fewer than the total: a sample.
			'looked_at'   => count( $catalogue->ids ),
			'places'      => $places,
			// Under the mapping as it is saved: field → works of those looked at that have a value.
			'filled'      => $filled,
			'suggestions' => $suggestions,
		);
	}

	/** @return array<string, mixed> */
	private static function source( Source $source, Mapping $mapping ): array {
		$fields = array();
		foreach ( Mapping::FIELDS as $field ) {
			$fields[] = Standard_Words::field( $field ) + array(
				'field'    => $field,
				'standard' => Standard_Words::of( $source, $field ),
				'chain'    => $mapping->of( $source->id() )[ $field ] ?? self::standard(),
			);
		}
		return array(
			'id'         => $source->id(),
			'name'       => $source->name(),
			'unit'       => Length::resolve( 'shop', $source->id() ),
			'fields'     => $fields,
			'properties' => Chain_Words::properties(),
		);
	}

	/** @return Field */
	private static function standard(): array {
		return array(
			'steps'    => array(
				array(
					'from'  => 'standard',
					'key'   => '',
					'value' => '',
					'when'  => null,
				),
			),
			'unit'     => 'shop',
			'order'    => Size_Text::ORDERS[0],
			'currency' => '',
		);
	}
}
