<?php
/**
 * What editors and importers of a shop do: ways in which WordPress and WooCommerce change a product. For Random_Owner_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Tables;
use WP_REST_Request;

trait Owner_Edits {
	private function way( int $ways ): int {
		$way          = mt_rand( 1, $ways );
		$this->doing .= " way $way";
		return $way;
	}

	private function pick(): int {
		$works        = $this->works();
		$id           = $works ? (int) array_rand( $works ) : 0;
		$this->doing .= " $id";
		return $id;
	}

	/** @return array<int, array<string, mixed>> Read while nothing fails. */
	private function works(): array {
		$fault       = $this->fault;
		$this->fault = null;
		$works       = $this->model->works();
		$this->fault = $fault;
		return $works;
	}

	private function new_product(): void {
		static $number = 0;
		$product = new \WC_Product_Simple();
		// Where no stock is counted, only the orders say that it is sold.
		$is_counted = 1 !== mt_rand( 1, 4 );
		$product->set_props(
			array(
				'name'           => 'Work ' . ( ++$number ),
				'regular_price'  => (string) mt_rand( 100, 9999 ),
				'category_ids'   => array( $this->shelves['art'] ),
				'tag_ids'        => array( $this->tags[ mt_rand( 0, 2 ) ] ),
				'attributes'     => array( $this->attribute( 'Artist', 'Claude Monet' ) ),
				'status'         => 1 === mt_rand( 1, 5 ) ? 'draft' : 'publish',
			) + ( $is_counted ? array( 'manage_stock' => true, 'stock_quantity' => 1 ) : array( 'sold_individually' => true ) )
		);
		$product->save();
	}

	private function do_create(): void {
		$this->new_product();
	}

	private function do_edit(): void {
		$id = $this->pick();
		if ( 0 === $id ) {
			return;
		}
		$title = 'Renamed ' . mt_rand( 1, 99999 );
		$price = 1 === mt_rand( 1, 8 ) ? '' : (string) mt_rand( 100, 9999 );
		switch ( $this->way( 9 ) ) {
			case 1:
				$this->set_props( $id, array( 'name' => $title, 'regular_price' => $price ) );
				break;
			case 2:
				$this->set_props( $id, array( 'image_id' => $this->pictures[ mt_rand( 0, 11 ) ] ) );
				break;
			case 3:
				$this->stock_by_hand( $id );
				break;
			case 4:
				wp_update_post( array( 'ID' => $id, 'post_title' => $title, 'post_content' => 'A description.' ) );
				break;
			case 5:
				$this->rest( 'PUT', "/wc/v3/products/$id", array( 'name' => $title, 'regular_price' => $price ) );
				break;
			case 6:
				$this->rest( 'POST', "/wp/v2/product/$id", array( 'title' => $title ) );
				break;
			case 7:
				// The form has all of its fields.
				$stock = array( '_manage_stock' => 'yes', '_stock' => (string) ( $this->works()[ $id ]['stock'] ?? 1 ) );
				$this->edit_in_list( $id, $stock + array( 'woocommerce_quick_edit' => '1', '_regular_price' => $price, '_backorders' => 'no' ) );
				break;
			case 8:
				$this->edit_in_list( $id, array( 'woocommerce_bulk_edit' => '1', 'change_regular_price' => '1', 'change_stock' => '', '_regular_price' => '66' ) );
				break;
			default:
				set_post_thumbnail( $id, $this->pictures[ mt_rand( 0, 11 ) ] );
		}
	}

	private function stock_by_hand( int $id ): void {
		if ( 0 === mt_rand( 0, 1 ) ) {
			$this->set_props( $id, array( 'stock_quantity' => mt_rand( 0, 1 ) ) );
		} else {
			wc_update_product_stock( $id, mt_rand( 0, 1 ) );
		}
		$this->doubt_sale( $id );
	}

	private function do_status(): void {
		$id = $this->pick();
		switch ( $this->way( 9 ) ) {
			case 1:
				wp_update_post( array( 'ID' => $id, 'post_status' => array( 'private', 'draft' )[ mt_rand( 0, 1 ) ] ) );
				break;
			case 2:
				wp_update_post( array( 'ID' => $id, 'post_password' => array( 'secret', '' )[ mt_rand( 0, 1 ) ] ) );
				break;
			case 3:
			case 4:
				wp_update_post( array( 'ID' => $id, 'post_status' => 'publish', 'post_password' => '' ) );
				break;
			case 5:
				wp_trash_post( $id );
				break;
			case 6:
				foreach ( $this->works() as $one => $work ) {
					if ( 'trash' === $work['status'] ) {
						wp_untrash_post( $one );
						wp_publish_post( $one );
						break;
					}
				}
				break;
			case 7:
				if ( 0 === mt_rand( 0, 2 ) ) {
					wp_delete_post( $id, true );
				}
				break;
			case 8:
				$this->rest( 'PUT', "/wc/v3/products/$id", array( 'status' => array( 'publish', 'private' )[ mt_rand( 0, 1 ) ] ) );
				break;
			default:
				// As the form "Bulk edit" of the list.
				bulk_edit_posts( array( 'post' => array( $id, $this->pick() ), 'post_type' => 'product', '_status' => 'publish', 'bulk_edit' => 'Update' ) );
		}
	}

	/** As a plugin that copies posts, with all of their fields. */
	private function do_copy(): void {
		$post = get_post( $this->pick() );
		if ( ! $post instanceof \WP_Post ) {
			return;
		}
		$id = (int) wp_insert_post( wp_slash( array( 'post_title' => "$post->post_title, copied", 'post_type' => 'product', 'post_status' => 'publish' ) ) );
		foreach ( (array) get_post_meta( $post->ID ) as $key => $values ) {
			foreach ( $values as $value ) {
				add_post_meta( $id, $key, wp_slash( maybe_unserialize( $value ) ) );
			}
		}
		foreach ( array( 'product_cat', 'product_tag', 'product_type', 'product_visibility' ) as $taxonomy ) {
			wp_set_object_terms( $id, wp_get_object_terms( $post->ID, $taxonomy, array( 'fields' => 'ids' ) ), $taxonomy );
		}
	}

	/** A term whose name the works carry. */
	private function do_rename(): void {
		wp_update_term( $this->tags[ mt_rand( 0, 2 ) ], 'product_tag', array( 'name' => 'Linen ' . mt_rand( 1, 99999 ) ) );
	}

	private function do_shelf(): void {
		$id = $this->pick();
		switch ( $this->way( 6 ) ) {
			case 1:
				wp_set_object_terms( $id, array( $this->shelves['mugs'] ), 'product_cat' );
				break;
			case 4:
				// Only one hook tells of it, and of the next.
				wp_remove_object_terms( $id, array( $this->shelves['art'] ), 'product_cat' );
				break;
			case 5:
				wp_add_object_terms( $id, array( $this->shelves['art'] ), 'product_cat' );
				break;
			case 2:
				$this->set_props( $id, array( 'category_ids' => array( $this->shelves['art'] ), 'catalog_visibility' => 'visible' ) );
				break;
			case 3:
				wp_set_object_terms( $id, array( $this->shelves['art'] ), 'product_cat' );
				break;
			default:
				$this->set_props( $id, array( 'catalog_visibility' => 'hidden' ) );
		}
	}

	/** As WordPress's and WooCommerce's importers: many in one request, with counting and caches put off. */
	private function do_import(): void {
		wp_defer_term_counting( true );
		wp_suspend_cache_invalidation( true );
		try {
			for ( $n = mt_rand( 1, 4 ); $n > 0; $n-- ) {
				$this->new_product();
				$this->set_props( $this->pick(), array( 'name' => 'Imported ' . mt_rand( 1, 99999 ) ) );
			}
		} finally {
			wp_suspend_cache_invalidation( false );
			wp_defer_term_counting( false );
		}
	}

	/** The owner's word on a work. */
	private function do_owner(): void {
		$id = $this->pick();
		// The screens list no work from the trash that has no Art ID.
		if ( $this->removed || 'trash' === ( $this->works()[ $id ]['status'] ?? 'trash' ) ) {
			return;
		}
		$this->decide( $id, 0 === mt_rand( 0, 2 ) );
	}

	private function decide( int $id, bool $stops ): void {
		global $wpdb;
		$status = $this->rest( 'POST', "/artwork-registry/v1/screen/works/$id/" . ( $stops ? 'stop-updating' : 'register' ) );
		if ( 200 === $status ) {
			$this->model->choices[ $id ] = $stops ? Owner_Model::STOPPED : Owner_Model::REGISTERED;
			return;
		}
		// The owner sees an error and looks: either is right, and was perhaps not told.
		$this->is_silent = true;
		$this->fault = null;
		$chosen      = (int) $wpdb->get_var( 'SELECT chosen FROM ' . Tables::name( 'status' ) . " WHERE external_id = $id" );

		if ( 0 !== $chosen || ! $this->model->asks ) {
			$this->model->choices[ $id ] = Owner_Model::STOPPED === $chosen ? Owner_Model::STOPPED : Owner_Model::REGISTERED;
		}
		if ( ! $this->has_failed ) {
			$this->wrong[] = "$this->doing: the owner was answered $status for " . wp_json_encode( $this->works()[ $id ] ?? null );
		}
	}

	/** @param array<string, mixed> $params */
	private function rest( string $method, string $path, array $params = array() ): int {
		$request = new WP_REST_Request( $method, $path );
		$request->set_body_params( $params );
		return rest_do_request( $request )->get_status();
	}
}
