<?php
/**
 * Requests of a shop in one process: what begins and ends each of them, and forms that WooCommerce has no function for.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Listener;
use ArtworkRegistry\Sync\Fresh_Options;

trait Shop_Requests {
	/** @var int */
	private $administrator;

	private function begin_request(): void {
		wp_cache_flush();
		Fresh_Options::read();
		// Else WordPress keeps the one of the request before, with what could be read of it.
		wp_set_current_user( 0 );
		wp_set_current_user( $this->administrator );
	}

	/** What runs at shutdown, without what would end PHPUnit. */
	private function end_request(): void {
		$callbacks = $GLOBALS['wp_filter']['shutdown']->callbacks ?? array();
		ksort( $callbacks );
		foreach ( $callbacks as $of_priority ) {
			foreach ( $of_priority as $callback ) {
				if ( $callback['function'] instanceof Listener ) {
					$this->safely( $callback['function'] );
				}
			}
		}
	}

	/** Nothing of ours may reach WordPress. */
	abstract protected function safely( callable $act ): void;

	/** @param array<string, mixed> $props */
	private function set_props( int $id, array $props ): int {
		$product = wc_get_product( $id );
		if ( ! $product ) {
			return 0;
		}
		$product->set_props( $props );
		return $product->save();
	}

	/** @param array<string, string> $fields What WooCommerce does with the fields of the product list. */
	private function edit_in_list( int $id, array $fields ): void {
		require_once WC_ABSPATH . 'includes/admin/class-wc-admin-post-types.php';
		$_REQUEST = $fields + array( 'woocommerce_quick_edit_nonce' => wp_create_nonce( 'woocommerce_quick_edit_nonce' ) );
		try {
			( new \WC_Admin_Post_Types() )->bulk_and_quick_edit_save_post( $id, get_post( $id ) );
		} finally {
			$_REQUEST = array();
		}
	}
}
