<?php
/**
 * The mapping as it is stored and sent: {"version":1,"sources":{"woocommerce":{"artist_name":{"steps":[…]}}}}. Validates
 * one field by field, and reads the stored one in a way that never stops a sync.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Text;

/**
 * @phpstan-import-type Field from Mapping
 * @phpstan-import-type Step from Mapping
 * @phpstan-type Problem array{source: string, field: string, step: int|null, message: string}
 * @phpstan-type Chains array<string, array<string, Field>>
 */
final class Mapping_Document {
	public const VERSION = 1;

	public const SIZES  = array( 'height_cm', 'width_cm', 'depth_cm' );
	public const FIELDS = array(
		'title',
		'artist_name',
		'year_created',
		'medium',
		'height_cm',
		'width_cm',
		'depth_cm',
		'availability',
		'price',
		'cover_image_url',
		'inventory_ref',
	);

	public const FROMS       = array( 'standard', 'property', 'attribute', 'taxonomy', 'meta', 'fixed', 'pattern', 'nothing' );
	public const PLACES      = array( 'property', 'attribute', 'taxonomy', 'meta' );
	public const COMPARISONS = array( 'any_of', 'none_of', 'filled', 'empty' );
	public const PROPERTIES  = array( 'title', 'excerpt', 'content', 'slug', 'id', 'author' );

	private const STEPS_MAX  = 20;
	private const VALUES_MAX = 50;
	private const KEY_MAX    = 190;
	private const VALUE_MAX  = 500;

	/** @return array<string, mixed> For REST: the outer shape; the rest is judged by `read`, in the owner's words. */
	public static function schema(): array {
		return array(
			'type'                 => 'object',
			'required'             => true,
			'additionalProperties' => array(
				'type'                 => 'object',
				'additionalProperties' => array( 'type' => 'object' ),
			),
		);
	}

	/**
	 * The stored mapping; if it cannot be read, the copy that was made with it; else the standard one. `state` says which.
	 *
	 * @return array{chains: Chains, state: 'saved'|'copy'|'standard'}
	 */
	public static function stored(): array {
		$saved = Mapping_Store::read();
		$found = null === $saved ? array() : self::chains_of( $saved );
		if ( null !== $found ) {
			return array(
				'chains' => $found,
				'state'  => 'saved',
			);
		}
		$found = self::chains_of( Mapping_Store::read_copy() );
		return array(
			'chains' => $found ?? array(),
			'state'  => null === $found ? 'standard' : 'copy',
		);
	}

	/**
	 * @param Chains $chains
	 * @return array{version: int, sources: Chains}
	 */
	public static function write( array $chains ): array {
		return array(
			'version' => self::VERSION,
			'sources' => $chains,
		);
	}

	/**
	 * @param array<mixed> $sources As the screen sends them.
	 * @return array{chains: Chains, problems: list<Problem>} Chains of all fields that are right.
	 */
	public static function read( array $sources ): array {
		$chains   = array();
		$problems = array();
		foreach ( $sources as $source_id => $fields ) {
			foreach ( is_array( $fields ) ? $fields : array() as $name => $field ) {
				$found = self::problems_of( (string) $source_id, (string) $name, $field );
				if ( $found ) {
					$problems = array_merge( $problems, $found );
					continue;
				}
				$chain = self::chain( $field );
				if ( ! self::is_standard( $chain ) ) {
					$chains[ (string) $source_id ][ (string) $name ] = $chain;
				}
			}
		}
		return array(
			'chains'   => $chains,
			'problems' => $problems,
		);
	}

	/**
	 * @param mixed $stored
	 * @return Chains|null Null: not one that this version understands as a whole.
	 */
	private static function chains_of( $stored ): ?array {
		if ( ! is_array( $stored ) || self::VERSION !== ( $stored['version'] ?? null ) || ! is_array( $stored['sources'] ?? null ) ) {
			return null;
		}
		$read = self::read( $stored['sources'] );
		return $read['problems'] ? null : $read['chains'];
	}

	/**
	 * @param mixed $field
	 * @return list<Problem>
	 */
	private static function problems_of( string $source_id, string $name, $field ): array {
		$problem = static function ( ?int $step, string $message ) use ( $source_id, $name ): array {
			return array(
				'source'  => $source_id,
				'field'   => $name,
				'step'    => $step,
				'message' => $message,
			);
		};
		if ( ! preg_match( '/^[a-z0-9_-]{1,40}$/', $source_id ) || ! in_array( $name, self::FIELDS, true ) ) {
			return array( $problem( null, __( 'There is no such field.', 'artwork-registry-connector' ) ) );
		}
		if ( ! is_array( $field ) || ! is_array( $field['steps'] ?? null ) || ! $field['steps'] || count( $field['steps'] ) > self::STEPS_MAX ) {
			/* translators: %d: number. */
			return array( $problem( null, sprintf( __( 'Choose at least one source, and at most %d.', 'artwork-registry-connector' ), self::STEPS_MAX ) ) );
		}
		$problems = array();
		if ( ! in_array( $field['unit'] ?? 'shop', Length::UNITS, true ) || ! in_array( $field['order'] ?? Size_Text::ORDERS[0], Size_Text::ORDERS, true ) ) {
			$problems[] = $problem( null, __( 'Choose one of the units and orders offered.', 'artwork-registry-connector' ) );
		}
		if (
			! self::is_text( $field['currency'] ?? '', 3 )
			|| ( '' !== ( $field['currency'] ?? '' ) && '' === Artwork_Post_Type::sanitize_currency( $field['currency'] ) )
		) {
			$problems[] = $problem( null, __( 'Write the currency as three letters, such as EUR.', 'artwork-registry-connector' ) );
		}
		foreach ( array_values( $field['steps'] ) as $at => $step ) {
			$message = is_array( $step ) ? self::problem_of_step( $step, $name ) : __( 'Choose where the value comes from.', 'artwork-registry-connector' );
			if ( null !== $message ) {
				$problems[] = $problem( $at, $message );
			}
		}
		return $problems;
	}

	/** @param array<mixed> $step */
	private static function problem_of_step( array $step, string $field ): ?string {
		$from  = $step['from'] ?? null;
		$value = $step['value'] ?? '';
		if ( ! in_array( $from, self::FROMS, true ) ) {
			return __( 'Choose where the value comes from.', 'artwork-registry-connector' );
		}
		if ( in_array( $from, self::PLACES, true ) && ! self::is_key( $from, $step['key'] ?? null ) ) {
			return __( 'Choose which one it is.', 'artwork-registry-connector' );
		}
		if ( 'fixed' === $from || 'pattern' === $from ) {
			if ( 'cover_image_url' === $field ) {
				return __( 'A picture belongs to one artwork: choose a custom field instead.', 'artwork-registry-connector' );
			}
			if ( ! self::is_text( $value, self::VALUE_MAX ) || '' === trim( $value ) ) {
				return __( 'Write a value.', 'artwork-registry-connector' );
			}
			if ( 'pattern' === $from && ( ! Pattern::is_valid( $value ) || ! Pattern::placeholders( $value ) ) ) {
				return __( 'Write placeholders as {meta:name}, {attribute:Name}, {taxonomy:name} or {property:title}, at least one, and no other curly brackets.', 'artwork-registry-connector' );
			}
			if ( 'fixed' === $from && ! Field_Value::is_fixed_value( $field, $value ) ) {
				return 'availability' === $field ? __( 'Choose one of the words offered.', 'artwork-registry-connector' ) : __( 'Write a number greater than 0.', 'artwork-registry-connector' );
			}
		}
		return isset( $step['when'] ) ? self::problem_of_condition( $step['when'] ) : null;
	}

	/** @param mixed $when */
	private static function problem_of_condition( $when ): ?string {
		if (
			! is_array( $when )
			|| ! in_array( $when['from'] ?? null, self::PLACES, true )
			|| ! self::is_key( (string) $when['from'], $when['key'] ?? null )
			|| ! in_array( $when['is'] ?? null, self::COMPARISONS, true )
		) {
			return __( 'Choose what the rule checks.', 'artwork-registry-connector' );
		}
		$values = $when['values'] ?? array();
		if ( ! is_array( $values ) || count( $values ) > self::VALUES_MAX ) {
			/* translators: %d: number. */
			return sprintf( __( 'A rule compares with at most %d values.', 'artwork-registry-connector' ), self::VALUES_MAX );
		}
		foreach ( $values as $value ) {
			if ( ! self::is_text( $value, self::KEY_MAX ) || '' === trim( $value ) ) {
				return __( 'Write what the rule compares with.', 'artwork-registry-connector' );
			}
		}
		return ! $values && in_array( $when['is'], array( 'any_of', 'none_of' ), true ) ? __( 'Write what the rule compares with.', 'artwork-registry-connector' ) : null;
	}

	/**
	 * @param array<mixed> $field One without problems.
	 * @return Field
	 */
	private static function chain( array $field ): array {
		$steps = array();
		foreach ( $field['steps'] as $step ) {
			$when    = $step['when'] ?? null;
			$steps[] = array(
				'from'  => (string) $step['from'],
				'key'   => in_array( $step['from'], self::PLACES, true ) ? trim( (string) $step['key'] ) : '',
				'value' => in_array( $step['from'], array( 'fixed', 'pattern' ), true ) ? trim( (string) $step['value'] ) : '',
				'when'  => null === $when ? null : array(
					'from'   => (string) $when['from'],
					'key'    => trim( (string) $when['key'] ),
					'is'     => (string) $when['is'],
					'values' => array_values( array_map( 'trim', in_array( $when['is'], array( 'any_of', 'none_of' ), true ) ? $when['values'] : array() ) ),
				),
			);
		}
		return array(
			'steps'    => $steps,
			'unit'     => (string) ( $field['unit'] ?? 'shop' ),
			'order'    => (string) ( $field['order'] ?? Size_Text::ORDERS[0] ),
			'currency' => Artwork_Post_Type::sanitize_currency( $field['currency'] ?? '' ),
		);
	}

	/** @param Field $chain Whose first step is the standard without a rule; what follows it still counts where that is empty. */
	private static function is_standard( array $chain ): bool {
		return 1 === count( $chain['steps'] ) && 'standard' === $chain['steps'][0]['from'] && null === $chain['steps'][0]['when'];
	}

	/** @param mixed $key Our own fields are nobody's source: they say what the registry said. */
	private static function is_key( string $from, $key ): bool {
		if ( ! self::is_text( $key, self::KEY_MAX ) || '' === trim( $key ) || preg_match( '/[{}]/', $key ) ) {
			return false;
		}
		return 'property' === $from ? in_array( $key, self::PROPERTIES, true ) : 0 !== strpos( trim( $key ), '_artwork_registry_' );
	}

	/**
	 * @param mixed $text
	 * @phpstan-assert-if-true string $text
	 */
	private static function is_text( $text, int $max ): bool {
		return is_string( $text ) && Text::is_utf8( $text ) && mb_strlen( $text ) <= $max && ! preg_match( '/[\x00-\x1F\x7F]/', $text );
	}
}
