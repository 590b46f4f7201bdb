<?php
/**
 * A work as abilities show it: what Work_View has, of which only the fields named here leave.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

use ArtworkRegistry\View\State_Words;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;

/**
 * @phpstan-import-type WorkRow from Works_Query
 */
final class Work_Output {
	public const TEXT_OR_NULL = array( 'type' => array( 'string', 'null' ) );

	/** @return array<string, mixed> */
	public static function schema(): array {
		$properties = array(
			'id'            => array( 'type' => 'integer' ),
			'title'         => array( 'type' => 'string' ),
			'artist'        => array( 'type' => 'string' ),
			'state'         => array(
				'type' => 'string',
				'enum' => Works_Query::VIEWS,
			),
			'state_label'   => array( 'type' => 'string' ),
			'why'           => array(
				'description' => 'Why it is in this state and what to do, in the words of the screens; null where the state says it all.',
			) + self::TEXT_OR_NULL,
			'fields_to_fix' => array(
				'type'        => 'array',
				'items'       => array( 'type' => 'string' ),
				'description' => 'Fields of the registry that are missing or were refused.',
			),
			'can_retry'     => array(
				'type'        => 'boolean',
				'description' => 'Whether retry-work can help.',
			),
			'art_id'        => self::TEXT_OR_NULL,
			'registry_page' => self::TEXT_OR_NULL,
			'confirmed_at'  => array( 'description' => 'When the registry last confirmed what it shows, ISO 8601.' ) + self::TEXT_OR_NULL,
			'edit_url'      => self::TEXT_OR_NULL,
		);
		return self::object( $properties );
	}

	/**
	 * The schema of an output that has all of these properties and no other.
	 *
	 * @param array<string, array<string, mixed>> $properties
	 * @return array<string, mixed>
	 */
	public static function object( array $properties ): array {
		return array(
			'type'                 => 'object',
			'properties'           => $properties,
			'required'             => array_keys( $properties ),
			'additionalProperties' => false,
		);
	}

	/**
	 * @param list<WorkRow> $rows
	 * @return list<array<string, mixed>>
	 */
	public static function many( array $rows ): array {
		return array_map( array( self::class, 'of' ), Work_View::many( $rows ) );
	}

	/**
	 * @param array<string, mixed> $work As Work_View has it.
	 * @return array<string, mixed>
	 */
	private static function of( array $work ): array {
		return array(
			'id'            => (int) $work['external_id'],
			'title'         => $work['title'],
			'artist'        => $work['artist'],
			'state'         => $work['state'],
			'state_label'   => State_Words::of( $work['state'] ),
			'why'           => $work['why'],
			'fields_to_fix' => $work['error']['fields'] ?? array(),
			'can_retry'     => $work['error']['can_retry'] ?? false,
			'art_id'        => $work['registry_id'],
			'registry_page' => $work['public_page'],
			'confirmed_at'  => $work['confirmed_at'],
			'edit_url'      => $work['edit_url'],
		);
	}
}
