<?php
/**
 * The question before an ability changes something. The first call changes nothing and is answered with what would happen and a word that
 * stands for exactly this: the user, the order, the work and what it says now. Only a call with that word is carried out. So a program
 * cannot confirm what it was not shown, and what has changed meanwhile is asked about again.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

use WP_Error;

final class Confirmation {
	private const LENGTH = 16;

	/** @return array<string, mixed> The property `confirm` of an input. */
	public static function schema(): array {
		return array(
			// A program that guesses sends true: it is shown the question instead of an error of the schema.
			'type'        => array( 'string', 'boolean' ),
			'maxLength'   => 64,
			'description' => 'Leave it out at first: nothing is changed then, and the error explains what would happen and names the word to send here. Show that to the person you act for, and send the word only after they agreed.',
		);
	}

	/**
	 * @param string $order    Name of the ability.
	 * @param mixed  $subject  All that the question is about; JSON can hold it.
	 * @param string $question What would happen.
	 * @param mixed  $given    The input's `confirm`.
	 * @return WP_Error|null Null: it is confirmed.
	 */
	public static function refusal( string $order, $subject, string $question, $given ): ?WP_Error {
		// With the address: a copy of the site may have the same keys, users and works.
		$about = wp_json_encode( array( home_url(), get_current_user_id(), $order, $subject ) );
		if ( false === $about ) {
			throw new \UnexpectedValueException( 'A question is not JSON.' );
		}
		$word = substr( wp_hash( $about ), 0, self::LENGTH );
		if ( is_string( $given ) && hash_equals( $word, $given ) ) {
			return null;
		}
		$parts = array(
			is_string( $given ) && '' !== $given ? __( 'The artwork has changed since this was confirmed, or the confirmation belongs to something else.', 'artwork-registry-connector' ) : '',
			$question,
			/* translators: %s: a word to send. */
			sprintf( __( 'Nothing has been changed yet. If this is wanted, send the same again with "confirm": "%s".', 'artwork-registry-connector' ), $word ),
		);
		return new WP_Error(
			'artwork_registry_confirm',
			implode( ' ', array_filter( $parts ) ),
			array(
				'status'  => 409,
				'confirm' => $word,
			)
		);
	}
}
