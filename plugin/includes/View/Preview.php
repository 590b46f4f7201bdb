<?php
/**
 * What the registry would get of one work under a mapping, saved or not, with what is wrong with it. Writes nothing.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Mapping\Place_Missing;
use ArtworkRegistry\Source\Eligibility;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Work\Artwork_Check;
use ArtworkRegistry\Work\Work_Builder;
use ArtworkRegistry\Work\Work_Content;
use WP_Post;

final class Preview {
	/**
	 * @return array{
	 *     external_id: string, title: string, reason: string|null, why: string|null, payload: array<string, mixed>|null,
	 *     fields: list<array{field: string, label: string, value: mixed, step: int|null, issue: string|null, hint: string|null}>,
	 *     error: string|null,
	 * }
	 */
	public static function of( Source $source, WP_Post $post, Mapping $mapping ): array {
		$choice  = Status::choices( array( $post->ID ) )[ $post->ID ] ?? Status::no_choice();
		$preview = array(
			'external_id' => (string) $post->ID,
			'title'       => $post->post_title,
			'reason'      => null,
			'why'         => null,
			'payload'     => null,
			'fields'      => array(),
			'error'       => null,
		);
		try {
			// Why it would not be sent, although the preview shows it.
			$preview['reason'] = Eligibility::reason( $post, $source, $choice['chosen'] );
			$preview['why']    = Why_Text::of_reason( $preview['reason'] );
			Variations::load_products( array( $post ) );
			Mapping_Cache::prime_terms( $source, array( $post ), $mapping );
			Work_Builder::prime( $source, array( $post ), $mapping );
			$traced = Work_Builder::trace( $source, $post, $mapping );
		} catch ( Place_Missing $error ) {
			return array( 'error' => __( 'A category or tag that the fields use is missing: its plugin or theme is switched off. The registry keeps its artworks as they are until it is back. Switch the plugin or theme on again, or choose another place.', 'artwork-registry-connector' ) ) + $preview;
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			return array( 'error' => Why_Text::of_reason( Why_Text::UNREADABLE ) ) + $preview;
		}
		$payload = Work_Content::numbered( $traced['work'], $choice );
		$issues  = Artwork_Check::issues( $payload );
		$labels  = $source->field_labels() + array( 'external_id' => Chain_Words::properties()['id'] );
		foreach ( array_merge( Mapping::FIELDS, array( 'source_url', 'external_id' ) ) as $field ) {
			$preview['fields'][] = array(
				'field' => $field,
				'label' => $labels[ $field ] ?? $field,
				'value' => $payload[ $field ] ?? null,
				'step'  => $traced['steps'][ $field ] ?? null,
				'issue' => isset( $issues[ $field ] ) ? self::sentence( $labels[ $field ] ?? $field, $issues[ $field ] ) : null,
				// It is registered all the same.
				'hint'  => in_array( $field, $traced['left_out'], true )
					? __( 'Left out: its address cannot be opened from outside this site, or only for a short time.', 'artwork-registry-connector' ) : null,
			);
		}
		return array(
			'title'   => (string) ( $payload['title'] ?? '' ),
			'payload' => $payload,
		) + $preview;
	}

	private static function sentence( string $label, string $issue ): string {
		/* translators: 1: name of a field, such as Artist, 2: what is wrong, such as "is empty". */
		return sprintf( __( '%1$s %2$s.', 'artwork-registry-connector' ), $label, $issue );
	}
}
