<?php
/**
 * The abilities that change something: register, update, stop updating, retry. Each is about one work, asks before it acts
 * (Confirmation), and then gives the order that a screen would give.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

use ArtworkRegistry\Mapping\Place_Writer;
use ArtworkRegistry\Orders\Fix_Orders;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Guarded_Answer;
use ArtworkRegistry\View\Works_Query;
use WP_Error;

/**
 * @phpstan-import-type WorkRow from Works_Query
 */
final class Ordering {
	/** As the registry takes them. */
	private const LONGEST = 500;

	/** @return array<lowercase-string, array<string, mixed>> Name → arguments of wp_register_ability(), with the annotations apart. */
	public static function all(): array {
		return array(
			'register-work'      => self::ability(
				__( 'Register artwork', 'artwork-registry-connector' ),
				'Registers one artwork in the public registry, where it gets an Art ID, a permanent record that cannot be taken back. The sync service carries it out; get-work shows when the registry has confirmed it.',
				'register',
				// Only additive, but permanent: clients ask before they call what is destructive.
				true
			),
			'update-work'        => self::ability(
				__( 'Update registry entry', 'artwork-registry-connector' ),
				'Without fields: compares one artwork with what the registry shows, and puts right what differs. With fields: corrects them on this site, where they come from; the registry entry follows.',
				'update',
				true,
				array(
					'fields' => array(
						'type'                 => 'object',
						'properties'           => array_fill_keys(
							Place_Writer::FIELDS,
							array(
								'type'      => 'string',
								'maxLength' => self::LONGEST,
							)
						),
						'additionalProperties' => false,
						'description'          => 'Fields to correct on this site; an empty text empties one. size is written as 30 × 40 cm, height first.',
					),
				)
			),
			'stop-updating-work' => self::ability(
				__( 'Stop updating', 'artwork-registry-connector' ),
				'Ends the updates of one artwork. Its registry page stays public and usually says “not for sale”; it keeps its Art ID and can be registered again.',
				'stop_updating',
				true
			),
			'retry-work'         => self::ability(
				__( 'Try again', 'artwork-registry-connector' ),
				'Sends one artwork that needs attention to the registry again. It does not help while a field is wrong: correct it with update-work.',
				'retry',
				false
			),
		);
	}

	/**
	 * @param array<string, array<string, mixed>> $more Further input.
	 * @return array<string, mixed>
	 */
	private static function ability( string $label, string $description, string $method, bool $is_destructive, array $more = array() ): array {
		return array(
			'label'               => $label,
			'description'         => $description,
			'input_schema'        => Work_Input::schema( $more + array( 'confirm' => Confirmation::schema() ) ),
			'output_schema'       => Work_Output::schema(),
			'permission_callback' => array( self::class, 'may_order' ),
			'execute_callback'    => array( self::class, $method ),
			'annotations'         => array(
				'readonly'    => false,
				'destructive' => $is_destructive,
				'idempotent'  => false,
			),
		);
	}

	/**
	 * @param mixed $input
	 * @return bool|WP_Error
	 */
	public static function may_order( $input = null ) {
		return Guarded_Answer::permit(
			static function () use ( $input ): bool {
				$id = Work_Input::id( $input );
				return Reading::may_see_work( $id ) && ( 0 === $id || Owner_Orders::may_order( $id ) );
			}
		);
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>|WP_Error
	 */
	public static function register( $input ) {
		return self::carry_out( 'register-work', $input, array( Questions::class, 'register' ), 'register' );
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>|WP_Error
	 */
	public static function stop_updating( $input ) {
		return self::carry_out( 'stop-updating-work', $input, array( Questions::class, 'stop_updating' ), 'stop-updating' );
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>|WP_Error
	 */
	public static function retry( $input ) {
		return self::carry_out( 'retry-work', $input, array( Questions::class, 'retry' ), 'retry' );
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>|WP_Error
	 */
	public static function update( $input ) {
		return array() === self::fields( $input )
			? self::carry_out( 'update-work', $input, array( Questions::class, 'update' ), 'recheck' )
			: self::carry_out( 'update-work', $input, array( Questions::class, 'correct' ), null );
	}

	/**
	 * @param array<string, mixed>                                           $input
	 * @param callable(WorkRow, array<string, string>): (array{0: string, 1: mixed}|WP_Error|null) $ask Null: there is nothing to do.
	 * @param string|null                                                    $order One of Owner_Orders::ORDERS; null: the fields are corrected.
	 * @return array<string, mixed>|WP_Error
	 */
	private static function carry_out( string $ability, $input, callable $ask, ?string $order ) {
		$id     = Work_Input::id( $input );
		$fields = self::fields( $input );
		$answer = Guarded_Answer::read(
			$ability,
			static function () use ( $ability, $input, $ask, $id, $fields ) {
				Schema::upgrade();
				Change_Collector::flush();
				$row = Works_Query::find( $id );
				if ( null === $row ) {
					return Reading::no_work();
				}
				$question = $ask( $row, $fields );
				if ( null === $question ) {
					return Reading::work( $id );
				}
				return $question instanceof WP_Error ? $question
					: Confirmation::refusal( $ability, array( $id, $question ), $question[0], $input['confirm'] ?? null );
			}
		);
		if ( null !== $answer ) {
			return $answer;
		}
		return Guarded_Answer::change(
			$ability,
			static function () use ( $order, $id, $fields ) {
				$problem = null;
				// The program asks for the state next.
				Connection::set_watched();
				if ( null === $order ) {
					$problem = Fix_Orders::save( $id, $fields );
					Change_Collector::flush();
				} else {
					Owner_Orders::order( $order, $id );
				}
				return null === $problem ? Reading::work( $id ) : new WP_Error( 'artwork_registry_field_refused', $problem, array( 'status' => 422 ) );
			}
		);
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, string>
	 */
	private static function fields( $input ): array {
		return array_map( 'strval', (array) ( $input['fields'] ?? array() ) );
	}
}
