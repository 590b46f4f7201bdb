<?php
/**
 * Column and bulk actions in the list of each kind of work the owner has chosen, products and post types alike.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Sources;

final class List_Screens {
	/** admin_init: the post types are there, and no visitor's page pays for it. */
	public static function register(): void {
		foreach ( array_keys( Sources::chosen_by_type() ) as $type ) {
			// After WooCommerce, which makes its columns anew.
			add_filter( "manage_{$type}_posts_columns", array( List_Column::class, 'add' ), 20 );
			add_action( "manage_{$type}_posts_custom_column", array( List_Column::class, 'show' ), 10, 2 );
			add_filter( "bulk_actions-edit-$type", array( Bulk_Actions::class, 'add' ) );
			add_filter( "handle_bulk_actions-edit-$type", array( Bulk_Actions::class, 'handle' ), 10, 3 );
		}
	}
}
