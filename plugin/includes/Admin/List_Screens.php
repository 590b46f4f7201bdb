<?php
/**
 * Column and bulk actions in the list of each post type that the owner has chosen, products included.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Listener;
use ArtworkRegistry\Source\Sources;

final class List_Screens {
	/** admin_init: post types are registered by then, and visitors' pages do not run it. */
	public static function register(): void {
		foreach ( array_keys( Sources::chosen_by_type() ) as $type ) {
			// After WooCommerce, which replaces all columns.
			Listener::filter( "manage_{$type}_posts_columns", array( List_Column::class, 'add' ), 20 );
			Listener::on( "manage_{$type}_posts_custom_column", array( List_Column::class, 'show' ), 10, 2 );
			Listener::filter( "bulk_actions-edit-$type", array( Bulk_Actions::class, 'add' ) );
			Listener::filter( "handle_bulk_actions-edit-$type", array( Bulk_Actions::class, 'handle' ), 10, 3 );
		}
	}
}
