<?php
/**
 * What changes works of a shop, and what its orders come to, while a statement fails. For Failing_Statements_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Settings;

trait Failing_Saves {
	/**
	 * What the owner, editors, importers and other plugins change. The site's own work must be done, whatever fails of ours.
	 *
	 * @return array<string, array{0: callable(): mixed, 1?: callable(): mixed}> The act, and what is made before it.
	 */
	private function saves(): array {
		$at   = $this->at;
		$post = static function ( string $name, array $fields ) use ( $at ): callable {
			return static function () use ( $at, $name, $fields ) {
				return wp_update_post( array( 'ID' => $at[ $name ] ) + $fields );
			};
		};
		return array(
			'a new artwork'             => array( function () {
				return $this->new_artwork( 'New' );
			} ),
			'an artwork edited'         => array( $post( 'artwork', array( 'post_title' => 'Edited' ) ) ),
			'an artwork over REST'      => array( function () use ( $at ) {
				$meta = array( 'artwork_registry_year' => '1890' );
				return $this->ask( 'POST', "/wp/v2/areg-artworks/{$at['artwork']}", array( 'title' => 'Edited', 'meta' => $meta ) )[0];
			} ),
			'classic editor'            => array( static function () use ( $at ) {
				return edit_post( array( 'post_ID' => $at['artwork'], 'post_type' => 'areg_artwork', 'post_title' => 'Edited', 'content' => 'Text' ) );
			} ),
			'quick edit'                => array( function () use ( $at ) {
				return $this->quick_edit( $at['artwork'], array( 'post_title' => 'Edited', '_status' => 'publish' ) );
			} ),
			'bulk edit'                 => array( static function () use ( $at ) {
				$ids = array( $at['artwork'], $at['doomed'] );
				return bulk_edit_posts( array( 'post_type' => 'areg_artwork', 'post' => $ids, '_status' => 'draft' ) );
			} ),
			'made private'              => array( $post( 'artwork', array( 'post_status' => 'private' ) ) ),
			'given a password'          => array( $post( 'artwork', array( 'post_password' => 'secret' ) ) ),
			'put in the trash'          => array( static function () use ( $at ) {
				return (bool) wp_trash_post( $at['artwork'] );
			} ),
			'out of the trash'          => array( static function () use ( $at ) {
				wp_untrash_post( $at['trashed_artwork'] );
				wp_publish_post( $at['trashed_artwork'] );
				return get_post_status( $at['trashed_artwork'] );
			} ),
			'deleted for good'          => array( static function () use ( $at ) {
				return (bool) wp_delete_post( $at['doomed'], true );
			} ),
			'a field'                   => array( static function () use ( $at ) {
				return (bool) update_post_meta( $at['artwork'], 'artwork_registry_year', '1889' );
			} ),
			'a field removed'           => array( static function () use ( $at ) {
				return delete_post_meta( $at['artwork'], 'artwork_registry_artist' );
			} ),
			'a field removed from all'  => array( static function () {
				return delete_post_meta_by_key( 'artwork_registry_artist' );
			} ),
			'another picture'           => array( static function () use ( $at ) {
				return (bool) set_post_thumbnail( $at['pictured'], $at['other_picture'] );
			} ),
			'a picture renamed'         => array( static function () use ( $at ) {
				return wp_update_post( array( 'ID' => $at['picture'], 'post_title' => 'Renamed' ) );
			} ),
			'a picture replaced'        => array( static function () use ( $at ) {
				return (bool) wp_update_attachment_metadata( $at['picture'], array( 'width' => 800, 'height' => 800, 'file' => 'one.jpg', 'sizes' => array() ) );
			} ),
			'a picture deleted'         => array( static function () use ( $at ) {
				return (bool) wp_delete_attachment( $at['picture'], true );
			} ),
			'a category set'            => array( function () use ( $at ) {
				return is_array( wp_set_object_terms( $at['edited'], array( $this->shelves['mugs'] ), 'product_cat' ) );
			} ),
			// One hook tells of it, and of the next, not one for each term that is replaced.
			'a category added'          => array( function () use ( $at ) {
				return is_array( wp_add_object_terms( $at['edited'], array( $this->shelves['oil'] ), 'product_cat' ) );
			} ),
			'a category taken away'     => array( function () use ( $at ) {
				return wp_remove_object_terms( $at['edited'], array( $this->shelves['art'] ), 'product_cat' );
			} ),
			'a category renamed'        => array( function () {
				return is_array( wp_update_term( $this->shelves['art'], 'product_cat', array( 'name' => 'Arts' ) ) );
			} ),
			'a category deleted'        => array( function () {
				return wp_delete_term( $this->shelves['oil'], 'product_cat' );
			} ),
			'an author renamed'         => array( function () {
				return wp_update_user( array( 'ID' => $this->administrator, 'display_name' => 'Another name' ) );
			} ),
			'other addresses'           => array( static function () {
				$GLOBALS['wp_rewrite']->set_permalink_structure( '/works/%postname%/' );
			} ),
			'another currency'          => array( static function () {
				return update_option( 'woocommerce_currency', 'CHF' );
			} ),
			'a new product'             => array( function () {
				return $this->on_shelf( 'new' )->get_id();
			} ),
			'a product edited'          => array( function () use ( $at ) {
				return $this->set_props( $at['edited'], array( 'name' => 'Edited', 'regular_price' => '99', 'image_id' => $at['other_picture'] ) );
			} ),
			'a product over REST'       => array( function () use ( $at ) {
				return $this->ask( 'PUT', "/wc/v3/products/{$at['edited']}", array( 'name' => 'Edited', 'regular_price' => '99' ) )[0];
			} ),
			'a product trashed'         => array( function () use ( $at ) {
				return $this->ask( 'DELETE', "/wc/v3/products/{$at['edited']}" )[0];
			} ),
			'a product deleted'         => array( function () use ( $at ) {
				return $this->ask( 'DELETE', "/wc/v3/products/{$at['edited']}", array( 'force' => true ) )[0];
			} ),
			'a product untrashed'       => array( static function () use ( $at ) {
				return (bool) wp_untrash_post( $at['trashed'] );
			} ),
			'a draft published'         => array( static function () use ( $at ) {
				wp_publish_post( $at['draft'] );
				return get_post_status( $at['draft'] );
			} ),
			'quick edit of a product'   => array( function () use ( $at ) {
				$stock = array( '_manage_stock' => 'yes', '_stock' => '1', '_backorders' => 'no' );
				return $this->edit_in_list( $at['edited'], $stock + array( 'woocommerce_quick_edit' => '1', '_regular_price' => '77' ) );
			} ),
			'bulk edit of a product'    => array( function () use ( $at ) {
				$price = array( 'change_regular_price' => '1', 'change_stock' => '', '_regular_price' => '66' );
				return $this->edit_in_list( $at['edited'], $price + array( 'woocommerce_bulk_edit' => '1' ) );
			} ),
			'a stock by hand'           => array( static function () use ( $at ) {
				return wc_update_product_stock( $at['edited'], 0 );
			} ),
			'a variation edited'        => array( function () use ( $at ) {
				return $this->ask( 'PUT', "/wc/v3/products/{$at['variable']}/variations/{$at['oak']}", array( 'regular_price' => '310' ) )[0];
			} ),
			'a variation deleted'       => array( function () use ( $at ) {
				return $this->ask( 'DELETE', "/wc/v3/products/{$at['variable']}/variations/{$at['oak']}", array( 'force' => true ) )[0];
			} ),
			'an import from a file'     => array( function () use ( $at ) {
				return $this->import( "SKU,Name,Regular price\nedited,Imported,990\nnever-there,Imported too,991\n" );
			} ),
			'an import of artworks'     => array( function () use ( $at ) {
				wp_defer_term_counting( true );
				wp_suspend_cache_invalidation( true );
				try {
					$this->new_artwork( 'Imported' );
					return array( $this->new_artwork( 'Imported too' ), wp_update_post( array( 'ID' => $at['artwork'], 'post_title' => 'Imported again' ) ) );
				} finally {
					wp_suspend_cache_invalidation( false );
					wp_defer_term_counting( false );
				}
			} ),
		);
	}

	/**
	 * What buyers and staff of the shop do with orders.
	 *
	 * @return array<string, array{0: callable(): mixed, 1?: callable(): mixed}>
	 */
	private function orders(): array {
		$at    = $this->at;
		$order = static function ( string $name ) use ( $at ): \WC_Order {
			return wc_get_order( $at[ "order_$name" ] );
		};
		// An order that is followed once more gets the certificates at once that its next status would ask for.
		$without = static function (): void {
			Settings::update( array( 'certify_sales' => 'no' ) );
		};
		return array(
			'an order'                  => array( function () use ( $at ) {
				return $this->order( wc_get_product( $at['bought'] ) )->get_status();
			} ),
			'paid'                      => array( static function () use ( $order ) {
				return $order( 'pending' )->payment_complete();
			} ),
			'reserved'                  => array( static function () use ( $order ) {
				return $order( 'pending' )->update_status( 'on-hold' );
			} ),
			'cancelled'                 => array( static function () use ( $order ) {
				return $order( 'held_order' )->update_status( 'cancelled' );
			} ),
			'a sale cancelled'          => array( static function () use ( $order ) {
				return $order( 'paid' )->update_status( 'cancelled' );
			} ),
			'a refund with the work'    => array( static function () use ( $order ) {
				$lines = array();
				foreach ( $order( 'paid' )->get_items() as $item ) {
					$lines[ $item->get_id() ] = array( 'qty' => 1, 'refund_total' => (float) $item->get_total() );
				}
				$refund = array( 'order_id' => $order( 'paid' )->get_id(), 'amount' => '1200', 'restock_items' => true, 'line_items' => $lines );
				return wc_create_refund( $refund ) instanceof \WC_Order_Refund;
			} ),
			'a line added'              => array( static function () use ( $order, $at ) {
				$paid = $order( 'paid' );
				require_once WC_ABSPATH . 'includes/admin/wc-admin-functions.php';
				wc_maybe_adjust_line_item_product_stock( $paid->get_item( $paid->add_product( wc_get_product( $at['bought'] ), 1 ) ) );
				return $paid->save();
			}, $without ),
			'a line removed'            => array( static function () use ( $order ) {
				require_once WC_ABSPATH . 'includes/admin/wc-admin-functions.php';
				foreach ( $order( 'paid' )->get_items() as $id => $item ) {
					wc_maybe_adjust_line_item_product_stock( $item, 0 );
					wc_delete_order_item( $id );
				}
				return $order( 'paid' )->save();
			}, $without ),
			'an order deleted'          => array( static function () use ( $order ) {
				return $order( 'paid' )->delete( true );
			} ),
		);
	}
}
