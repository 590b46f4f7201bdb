<?php
/**
 * Corrects fields of a work from the editable list, at the place each comes from, with one save of the work. What was there before is
 * answered, so that it can be put back.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Mapping\Length;
use ArtworkRegistry\Mapping\Place_Writer;
use ArtworkRegistry\Mapping\Size_Text;
use ArtworkRegistry\Source\Field_Change;
use ArtworkRegistry\Source\Former_Values;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Term_Place;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Text;
use WP_Post;

final class Fix_Orders {
	/** As the registry takes them. */
	private const LONGEST = 500;

	/**
	 * @param array<string, string> $fields One of Place_Writer::FIELDS → text; '' empties it.
	 * @param string|null           $former What was there before, for `undo`; '' where it cannot be put back.
	 * @return string|null What is wrong; null: saved.
	 */
	public static function save( int $id, array $fields, ?string &$former = null ): ?string {
		$check  = new Read_Check();
		$post   = get_post( $id );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		if ( ! $post instanceof WP_Post || null === $source || ! current_user_can( 'edit_post', $id ) ) {
			return self::not_allowed();
		}
		$change = new Field_Change();
		foreach ( $fields as $field => $text ) {
			$problem = self::put( $change, $source, $post, $field, trim( sanitize_text_field( $text ) ) );
			if ( null !== $problem ) {
				return $problem;
			}
		}
		if ( ! $change->is_empty() ) {
			$former = $source->former( $post, $change )->seal( $id );
			// WordPress remembers what could not be read as empty, and the source would save it so.
			$check->refuse_failures();
			$source->save( $post, $change );
		}
		return null;
	}

	/**
	 * @param string $former As `save` gave it.
	 * @return string|null What is wrong; null: as it was before.
	 */
	public static function undo( int $id, string $former ): ?string {
		$check  = new Read_Check();
		$post   = get_post( $id );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		$values = Former_Values::open( $id, $former );
		if ( ! $post instanceof WP_Post || null === $source || null === $values || ! current_user_can( 'edit_post', $id ) ) {
			return self::not_allowed();
		}
		$check->refuse_failures();
		$source->restore( $post, $values );
		return null;
	}

	private static function not_allowed(): string {
		return __( 'You are not allowed to edit this artwork.', 'artwork-registry-connector' );
	}

	private static function put( Field_Change $change, Source $source, WP_Post $post, string $field, string $text ): ?string {
		$place = Place_Writer::find( $source, $post, $field );
		if ( null === $place ) {
			return __( 'This field cannot be changed here. Open the artwork, or change where it comes from under Fields.', 'artwork-registry-connector' );
		}
		if ( mb_strlen( $text ) > self::LONGEST ) {
			/* translators: %d: number of characters. */
			return sprintf( __( 'At most %d characters fit.', 'artwork-registry-connector' ), self::LONGEST );
		}
		$sizes = null;
		if ( 'size' === $field && '' !== $text ) {
			$sizes = Size_Text::parse( $text, Length::resolve( $place['unit'], $source->id() ), $place['order'] );
			if ( null === $sizes || isset( $sizes['single'] ) ) {
				return __( 'Write the size as 30 × 40 cm (height × width), with the depth after it if there is one.', 'artwork-registry-connector' );
			}
		}
		Place_Writer::put( $change, $source, $post, $field, $place, $text, $sizes );
		return self::unusable_term( $change );
	}

	/** A term that would be made or given without the right to, whether it is one of a place of terms or of an attribute of the shop. */
	private static function unusable_term( Field_Change $change ): ?string {
		// Two fields may have one list, so that neither may stand for the other.
		$typed = array();
		foreach ( $change->terms as $place => $text ) {
			$typed[] = array( $place, $text );
		}
		foreach ( $change->attributes as $name => $text ) {
			// The product's own attributes are compared without regard to case, and those of the shop have small letters only.
			$taxonomy = Text::lower( $name );
			if ( taxonomy_exists( $taxonomy ) ) {
				$typed[] = array( $taxonomy, $text );
			}
		}
		foreach ( $typed as list( $place, $text ) ) {
			if ( ! self::may_use_term( $place, $text ) ) {
				/* translators: %s: a name that was typed. */
				return sprintf( __( 'You are not allowed to add “%s” to the list it is chosen from.', 'artwork-registry-connector' ), $text );
			}
		}
		return null;
	}

	/** @param string $key As Term_Place says. */
	private static function may_use_term( string $key, string $name ): bool {
		list( $taxonomy, $parent ) = Term_Place::parts( $key );

		$object = get_taxonomy( $taxonomy );
		return false !== $object && current_user_can( $object->cap->assign_terms )
			&& ( '' === $name || null !== term_exists( $name, $taxonomy, $parent > 0 ? $parent : null ) || current_user_can( $object->cap->edit_terms ) );
	}
}
