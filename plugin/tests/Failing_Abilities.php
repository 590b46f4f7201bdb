<?php
/**
 * What programs ask and order through WordPress's abilities. For Failing_Statements_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use WP_REST_Request;

trait Failing_Abilities {
	/** @return array<string, array{0: callable(): mixed}> */
	private function abilities(): array {
		$at   = $this->at;
		$read = function ( string $name, array $input = array() ): array {
			return array(
				function () use ( $name, $input ): array {
					return $this->ask( 'GET', "/wp-abilities/v1/abilities/artwork-registry/$name/run", array( 'input' => $input ) );
				},
			);
		};
		// As a client does it: the question, and the same with its word.
		$order = function ( string $name, array $input ): array {
			return array(
				function () use ( $name, $input ): array {
					$asked = $this->order_by_ability( $name, $input );
					return 'artwork_registry_confirm' !== ( $asked[1]['code'] ?? '' ) ? $asked
						: $this->order_by_ability( $name, $input + array( 'confirm' => $asked[1]['data']['confirm'] ) );
				},
			);
		};
		return ! function_exists( 'wp_get_ability' ) ? array() : array(
			'GET get-work'             => $read( 'get-work', array( 'id' => $at['edited'] ) ),
			'GET list-needs-attention' => $read( 'list-needs-attention' ),
			'GET preview-work'         => $read( 'preview-work', array( 'id' => $at['edited'] ) ),
			'GET doctor'               => $read( 'doctor' ),
			'register-work'            => $order( 'register-work', array( 'id' => $at['stopped'] ) ),
			'stop-updating-work'       => $order( 'stop-updating-work', array( 'id' => $at['edited'] ) ),
			'retry-work'               => $order( 'retry-work', array( 'id' => $at['refused'] ) ),
			'update-work'              => $order( 'update-work', array( 'id' => $at['edited'] ) ),
			'update-work, fix'         => $order( 'update-work', array( 'id' => $at['refused'], 'fields' => array( 'artist_name' => 'Anna Boch' ) ) ),
		);
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array{0: int, 1: mixed}
	 */
	private function order_by_ability( string $name, array $input ): array {
		$request = new WP_REST_Request( 'POST', "/wp-abilities/v1/abilities/artwork-registry/$name/run" );
		$request->set_header( 'Content-Type', 'application/json' );
		$request->set_body( (string) wp_json_encode( array( 'input' => $input ) ) );
		$answer = rest_do_request( $request );
		return array( $answer->get_status(), $answer->get_data() );
	}
}
