<?php
/**
 * The abilities that only read: the state of a work and why, the works that need the user, what the registry would get, the doctor.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Bulk_Removal;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Catalogue_Counts;
use ArtworkRegistry\View\Guarded_Answer;
use ArtworkRegistry\View\Overview;
use ArtworkRegistry\View\Preview;
use ArtworkRegistry\View\Works_Query;
use WP_Error;
use WP_Post;

final class Reading {
	/** States in which nothing happens before the gallery decides or corrects something, as the screens count them. */
	private const NEED_YOU = array( 'attention', 'held', 'elsewhere' );
	private const PER_PAGE = 20;
	private const MOST     = 50;

	private const READS = array(
		'readonly'    => true,
		'destructive' => false,
		'idempotent'  => true,
	);

	private const TEXT = array( 'type' => 'string' );

	/** @return array<lowercase-string, array<string, mixed>> Name → arguments of wp_register_ability(), with the annotations apart. */
	public static function all(): array {
		return array(
			'get-work'             => array(
				'label'               => __( 'State of an artwork', 'artwork-registry-connector' ),
				'description'         => 'Returns the state of one artwork in the artwork registry, the reason and what to do, with its Art ID once it has one.',
				'input_schema'        => Work_Input::schema(),
				'output_schema'       => Work_Output::schema(),
				'permission_callback' => array( self::class, 'may_see' ),
				'execute_callback'    => array( self::class, 'get_work' ),
				'annotations'         => self::READS,
			),
			'list-needs-attention' => array(
				'label'               => __( 'Artworks that need you', 'artwork-registry-connector' ),
				'description'         => 'Lists the artworks that wait for the gallery: refused by the registry, on hold, or registered by another profile. Each has its reason. Also returns what concerns all of them, such as a problem with the account.',
				'input_schema'        => self::schema_of_page(),
				'output_schema'       => Work_Output::object(
					array(
						'works'            => array(
							'type'     => 'array',
							'items'    => Work_Output::schema(),
							'maxItems' => self::MOST,
						),
						'total'            => array( 'type' => 'integer' ),
						'pages'            => array( 'type' => 'integer' ),
						'is_connected'     => array( 'type' => 'boolean' ),
						'account_notice'   => Work_Output::TEXT_OR_NULL,
						'removals_on_hold' => array(
							'type'        => 'integer',
							'description' => 'Artworks that left the site together and wait for a yes under Artwork Registry, Overview.',
						),
					)
				),
				'permission_callback' => array( self::class, 'may_list' ),
				'execute_callback'    => array( self::class, 'list_needs_attention' ),
				'annotations'         => self::READS,
			),
			'preview-work'         => array(
				'label'               => __( 'Preview as registered', 'artwork-registry-connector' ),
				'description'         => 'Returns what the registry would receive of one artwork now, field by field, with what is wrong. Sends nothing.',
				'input_schema'        => Work_Input::schema(),
				'output_schema'       => Work_Output::object(
					array(
						'id'     => array( 'type' => 'integer' ),
						'title'  => self::TEXT,
						'why'    => array(
							'description' => 'Why it is not sent now although it can be looked at; null: nothing keeps it out, or only that it was not chosen.',
						) + Work_Output::TEXT_OR_NULL,
						'error'  => array( 'description' => 'Why it could not be put together.' ) + Work_Output::TEXT_OR_NULL,
						'fields' => array(
							'type'  => 'array',
							'items' => Work_Output::object(
								array(
									'field' => self::TEXT,
									'label' => self::TEXT,
									'value' => array( 'type' => array( 'string', 'number', 'boolean', 'array', 'object', 'null' ) ),
									'issue' => array( 'description' => 'Why the registry would refuse it.' ) + Work_Output::TEXT_OR_NULL,
									'hint'  => Work_Output::TEXT_OR_NULL,
								)
							),
						),
					)
				),
				'permission_callback' => array( self::class, 'may_see' ),
				'execute_callback'    => array( self::class, 'preview_work' ),
				'annotations'         => self::READS,
			),
			'doctor'               => array(
				'label'               => __( 'Check the connection to the registry', 'artwork-registry-connector' ),
				'description'         => 'Checks the tables, the database, the sync service, the account and the queue of this site, each with advice where it fails.',
				'input_schema'        => array(
					'type'                 => 'object',
					'additionalProperties' => false,
					'default'              => array(),
				),
				'output_schema'       => Work_Output::object(
					array(
						'ok'     => array( 'type' => 'boolean' ),
						'checks' => array(
							'type'  => 'array',
							'items' => Work_Output::object(
								array(
									'id'     => self::TEXT,
									'status' => array(
										'type' => 'string',
										'enum' => array( Checks::GOOD, Checks::RECOMMENDED, Checks::CRITICAL ),
									),
									'label'  => self::TEXT,
									'text'   => self::TEXT,
								)
							),
						),
					)
				),
				'permission_callback' => array( self::class, 'may_own' ),
				'execute_callback'    => array( self::class, 'doctor' ),
				'annotations'         => self::READS,
			),
		);
	}

	/**
	 * @param mixed $input
	 * @return bool|WP_Error
	 */
	public static function may_see( $input = null ) {
		return Guarded_Answer::permit(
			static function () use ( $input ): bool {
				return self::may_see_work( Work_Input::id( $input ) );
			}
		);
	}

	/**
	 * Only an owner learns that there is no such post: others are refused in the same way as for a post that they may not see. Staff are not
	 * refused for an input without a work, so that they learn what is wrong with it: no ability does anything with it.
	 */
	public static function may_see_work( int $id ): bool {
		if ( 0 === $id ) {
			return Access::is_staff();
		}
		return Access::may_see_work( $id ) && ( Access::is_owner() || false !== get_post_type( $id ) || null !== Works_Query::find( $id ) );
	}

	/** @return bool|WP_Error */
	public static function may_list() {
		return Guarded_Answer::permit( array( Access::class, 'is_staff' ) );
	}

	public static function may_own(): bool {
		return Access::is_owner();
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>|WP_Error
	 */
	public static function get_work( $input ) {
		$id = Work_Input::id( $input );
		return Guarded_Answer::read(
			'get-work',
			static function () use ( $id ) {
				Schema::upgrade();
				return self::work( $id );
			}
		);
	}

	/** @return array<string, mixed>|WP_Error */
	public static function work( int $id ) {
		$row = Works_Query::find( $id );
		return null === $row ? self::no_work() : Work_Output::many( array( $row ) )[0];
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>|WP_Error
	 */
	public static function list_needs_attention( $input ) {
		return Guarded_Answer::read(
			'list-needs-attention',
			static function () use ( $input ): array {
				Schema::upgrade();
				$per_page = (int) ( $input['per_page'] ?? self::PER_PAGE );
				// An agent reads page after page, and believes the number of pages.
				Catalogue_Counts::renew();
				$found = Works_Query::page( self::NEED_YOU, '', (int) ( $input['page'] ?? 1 ), $per_page, Works_Query::ORDERS[0], false );
				return array(
					'works'            => Work_Output::many( $found['works'] ),
					'total'            => $found['total'],
					'pages'            => (int) ceil( $found['total'] / $per_page ),
					'is_connected'     => null !== Connection::find(),
					'account_notice'   => Overview::account_notice(),
					'removals_on_hold' => Bulk_Removal::count(),
				);
			}
		);
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>|WP_Error
	 */
	public static function preview_work( $input ) {
		$id = Work_Input::id( $input );
		return Guarded_Answer::read(
			'preview-work',
			static function () use ( $id ) {
				$preview = self::preview( $id );
				if ( null === $preview ) {
					return self::no_work();
				}
				return array(
					'id'     => $id,
					'title'  => $preview['title'],
					'why'    => $preview['why'],
					'error'  => $preview['error'],
					'fields' => array_map(
						static function ( array $field ): array {
							unset( $field['step'] );
							return $field;
						},
						$preview['fields']
					),
				);
			}
		);
	}

	/** @return array<string, mixed>|null As Preview has it; null: there is no such work. */
	public static function preview( int $id ): ?array {
		// 0 would be the post that WordPress shows at the moment.
		$post   = $id > 0 ? get_post( $id ) : null;
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		return $post instanceof WP_Post && null !== $source ? Preview::of( $source, $post, Mapping::current() ) : null;
	}

	/** @return array<string, mixed>|WP_Error */
	public static function doctor() {
		return Guarded_Answer::read(
			'doctor',
			// The tables are not brought up to date first: that would repair them before they are checked.
			static function (): array {
				$checks = Checks::all();
				return array(
					'ok'     => array( Checks::GOOD ) === array_values( array_unique( array_column( $checks, 'status' ) ) ),
					'checks' => $checks,
				);
			}
		);
	}

	public static function no_work(): WP_Error {
		return new WP_Error( 'artwork_registry_no_work', __( 'There is no such artwork.', 'artwork-registry-connector' ), array( 'status' => 404 ) );
	}

	/** @return array<string, mixed> */
	private static function schema_of_page(): array {
		return array(
			'type'                 => 'object',
			'properties'           => array(
				'page'     => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 100000,
				),
				'per_page' => array(
					'type'        => 'integer',
					'minimum'     => 1,
					'maximum'     => self::MOST,
					'description' => 'Default ' . self::PER_PAGE . '.',
				),
			),
			'additionalProperties' => false,
			'default'              => array(),
		);
	}
}
