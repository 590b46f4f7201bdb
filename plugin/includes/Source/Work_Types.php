<?php
/**
 * Which post types hold works, by the owner's choice and by what is active on this site. Used by everything that reads posts, without loading
 * the sources themselves.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Store\Variation_Choice;

final class Work_Types {
	/** @return array<string, string> Post type → source id, of all that are there; in the order of the screens. */
	public static function all( ?Source_Choice $choice = null ): array {
		$choice = $choice ?? Source_Choice::current();
		if ( ! $choice->is_readable() ) {
			return array();
		}
		$types = array( Source_Names::ARTWORK_TYPE => Source_Names::ARTWORK );
		foreach ( $choice->ids() as $id ) {
			$type = Source_Names::type_of( $id );
			if ( null !== $type && self::is_viewable( $type ) ) {
				$types[ $type ] = $id;
			}
		}
		if ( class_exists( 'WooCommerce', false ) ) {
			$types[ Source_Names::PRODUCT_TYPE ] = Source_Names::WOOCOMMERCE;
			if ( Variation_Choice::is_used() ) {
				$types[ Source_Names::VARIATION_TYPE ] = Source_Names::WOOCOMMERCE;
			}
		}
		return $types;
	}

	/** @return array<string, string> Post type → source id, of those the owner has chosen. */
	public static function chosen( ?Source_Choice $choice = null ): array {
		$choice = $choice ?? Source_Choice::current();
		return array_filter( self::all( $choice ), array( $choice, 'is_chosen' ) );
	}

	/** @return list<string> Post types whose posts are a part of the post that is their parent. */
	public static function parts_of( string $source_id ): array {
		return Source_Names::WOOCOMMERCE === $source_id ? array( Source_Names::VARIATION_TYPE ) : array();
	}

	/** Whether visitors can see posts of this type now. A type that is gone counts as a source that is switched off. */
	public static function is_viewable( string $type ): bool {
		return post_type_exists( $type ) && is_post_type_viewable( $type );
	}
}
