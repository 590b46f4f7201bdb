<?php
/**
 * Reads a JSON object field by field and refuses a field of the wrong type by its name.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Protocol;

use ArtworkRegistry\Clock;

final class Body {
	/** @var array<mixed> */
	private $data;

	/** @param array<mixed> $data */
	public function __construct( array $data ) {
		$this->data = $data;
	}

	public function text( string $field, int $max ): string {
		$value = $this->data[ $field ] ?? null;
		if ( ! is_string( $value ) || '' === $value || strlen( $value ) > $max ) {
			$this->refuse( $field );
		}
		return $value;
	}

	public function text_or_null( string $field, int $max ): ?string {
		$value = $this->data[ $field ] ?? null;
		return null === $value || '' === $value ? null : $this->text( $field, $max );
	}

	/** A text that is shown and decides nothing: a long one is cut, because the rest of the body must not be refused for it. */
	public function shown( string $field, int $max ): ?string {
		$value = $this->data[ $field ] ?? null;
		if ( null !== $value && ! is_string( $value ) ) {
			$this->refuse( $field );
		}
		return null === $value || '' === $value ? null : mb_substr( $value, 0, $max );
	}

	public function integer( string $field, int $min, int $max, ?int $fallback = null ): int {
		$value = $this->data[ $field ] ?? $fallback;
		if ( ! is_int( $value ) || $value < $min || $value > $max ) {
			$this->refuse( $field );
		}
		return $value;
	}

	/** A work's id on the wire is a text of digits; 0 for null where that is allowed. */
	public function external_id( string $field = 'external_id', bool $may_be_null = false ): int {
		$value = $this->data[ $field ] ?? null;
		if ( null === $value && $may_be_null ) {
			return 0;
		}
		if ( ! is_string( $value ) || ! ctype_digit( $value ) || strlen( $value ) > 18 ) {
			$this->refuse( $field );
		}
		return (int) $value;
	}

	/** @return list<int> */
	public function external_ids( string $field, int $max ): array {
		$value = $this->data[ $field ] ?? array();
		if ( ! is_array( $value ) || count( $value ) > $max ) {
			$this->refuse( $field );
		}
		$ids = array();
		foreach ( $value as $id ) {
			$ids[] = ( new self( array( $field => $id ) ) )->external_id( $field );
		}
		return $ids;
	}

	/** @return array<string, mixed> */
	public function object( string $field ): array {
		$value = $this->data[ $field ] ?? array();
		if ( ! is_array( $value ) ) {
			$this->refuse( $field );
		}
		return $value;
	}

	/** The field as JSON text for storage; null where it is null or unreasonably long. */
	public function json( string $field ): ?string {
		if ( ! is_array( $this->data[ $field ] ?? null ) ) {
			return null;
		}
		$json = (string) wp_json_encode( $this->data[ $field ] );
		return strlen( $json ) > 20000 ? null : $json;
	}

	/** @return list<Body> */
	public function list_of( string $field, int $max ): array {
		$value = $this->data[ $field ] ?? array();
		if ( ! is_array( $value ) || count( $value ) > $max ) {
			$this->refuse( $field );
		}
		$list = array();
		foreach ( $value as $entry ) {
			if ( ! is_array( $entry ) ) {
				$this->refuse( $field );
			}
			$list[] = new Body( $entry );
		}
		return $list;
	}

	/** Unix seconds of a moment in ISO 8601. */
	public function time( string $field ): int {
		$at = Clock::parse( $this->data[ $field ] ?? null );
		if ( null === $at ) {
			$this->refuse( $field );
		}
		return $at;
	}

	/** @param list<string> $words */
	public function word( string $field, array $words ): string {
		$value = $this->data[ $field ] ?? null;
		if ( ! is_string( $value ) || ! in_array( $value, $words, true ) ) {
			$this->refuse( $field );
		}
		return $value;
	}

	/** @return mixed */
	public function raw( string $field ) {
		return $this->data[ $field ] ?? null;
	}

	/**
	 * @return never
	 * @throws Protocol_Error
	 */
	private function refuse( string $field ): void {
		// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- answered as JSON, never printed.
		throw new Protocol_Error( 400, 'invalid_body', 'The field ' . $field . ' is missing or has the wrong form.' );
	}
}
