<?php
/**
 * A test of a shop in which each variation of a product is a work.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Variation_Orders;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Missed_Changes;
use WC_Product;
use WC_Product_Attribute;
use WC_Product_Variable;
use WC_Product_Variation;
use WP_REST_Request;

abstract class Variations_Case extends Woocommerce_Case {
	/** @var list<int> */
	private $attributes = array();

	protected function tearDown(): void {
		foreach ( $this->attributes as $id ) {
			wc_delete_attribute( $id );
		}
		parent::tearDown();
	}

	/**
	 * A global attribute of the shop.
	 *
	 * @param array<string, string> $terms Slug → name.
	 * @return string Its taxonomy.
	 */
	protected function global_attribute( string $name, array $terms ): string {
		$this->attributes[] = (int) wc_create_attribute( array( 'name' => $name ) );
		$taxonomy           = wc_attribute_taxonomy_name_by_id( (int) end( $this->attributes ) );
		register_taxonomy( $taxonomy, 'product' );
		foreach ( $terms as $slug => $label ) {
			wp_insert_term( $label, $taxonomy, array( 'slug' => $slug ) );
		}
		return $taxonomy;
	}

	/**
	 * @param list<string> $slugs
	 * @return array{0: int, 1: list<int>} The product, and its variations, one for each.
	 */
	protected function product_with_global_attribute( string $taxonomy, array $slugs ): array {
		$terms = array();
		foreach ( $slugs as $slug ) {
			$terms[] = get_term_by( 'slug', $slug, $taxonomy )->term_id;
		}
		$attribute = new WC_Product_Attribute();
		$attribute->set_id( (int) end( $this->attributes ) );
		$attribute->set_name( $taxonomy );
		$attribute->set_options( $terms );
		$attribute->set_variation( true );
		$product = new WC_Product_Variable();
		$product->set_props( array( 'name' => 'Harbour', 'attributes' => array( $this->attribute( 'Artist', 'Anna Boch' ), $attribute ) ) );
		$product->save();
		$this->posts[] = $product->get_id();
		$variations    = array();
		foreach ( $slugs as $slug ) {
			$variations[] = $this->variation( $product->get_id(), $slug, $taxonomy );
		}
		return array( $product->get_id(), $variations );
	}

	protected function variation( int $product, string $option, string $attribute = 'frame' ): int {
		$variation = new WC_Product_Variation();
		$variation->set_props( array( 'parent_id' => $product, 'attributes' => array( $attribute => $option ), 'regular_price' => '20' ) );
		$variation->save();
		$this->posts[] = $variation->get_id();
		return $variation->get_id();
	}

	protected function each_is_a_work( string $title = '{title}, {attributes}' ): void {
		$this->assertNull( Variation_Orders::save( 'each', $title ) );
		$this->take();
	}

	/**
	 * Two frames of one print, published; nothing waits.
	 *
	 * @param array<string, mixed> $props Setters of the product.
	 * @return array{0: WC_Product, 1: int, 2: int} The product, the variation in oak, the one in ash.
	 */
	protected function prints( array $props = array() ): array {
		$product = $this->variable_product( array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '350' ) ), $props );
		Change_Collector::flush();
		Owner_Orders::register( $product->get_id() );
		$this->take();
		return array_merge( array( $product ), $product->get_children() );
	}

	/** Everything that waits is taken over, and confirmed by the registry where it is shared. */
	protected function take( bool $confirms = false ): void {
		Change_Collector::flush();
		for ( $page = 0; $page < 60 && ( Outbox::count_waiting() > 0 || null !== Jobs::find() ); $page++ ) {
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				$id = (int) $change['external_id'];
				Outbox::acknowledge( array( $id => $change['revision'] ) );
				if ( $confirms ) {
					Status::save_reports( array(
						array( 'registry_id' => "AREG-$id" )
						+ $this->report( $id, 'shared' === $change['state'] ? 'published' : 'stopped', $change['revision'] ),
					) );
				}
			}
		}
		$this->assertSame( 0, Outbox::count_waiting() );
		$this->assertNull( Jobs::find() );
	}

	/** @return array<int, array<string, mixed>> What the sync service is told now, by id; all of it taken over. */
	protected function told(): array {
		Change_Collector::flush();
		$this->assertSame( 0, Missed_Changes::find()['missed'], 'what could not be recorded is told later, and not by this' );
		$told = array();
		for ( $page = 0; $page < 60 && ( Outbox::count_waiting() > 0 || null !== Jobs::find() ); $page++ ) {
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				$this->assertNull( $change['error'] );
				$told[ (int) $change['external_id'] ] = $change;
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
			}
		}
		ksort( $told );
		return $told;
	}

	/** @return array<int, string> The same in short: id → title of what is shared, else the reason. */
	protected function told_in_short(): array {
		return array_map(
			static function ( array $change ): string {
				return (string) ( $change['artwork']['title'] ?? $change['reason'] );
			},
			$this->told()
		);
	}

	protected function forget_outbox(): void {
		global $wpdb;
		Change_Collector::flush();
		$wpdb->query( 'UPDATE ' . Tables::name( 'outbox' ) . ' SET waiting = 0, acked_revision = revision' );
	}

	/** @return list<int> The works that wait. */
	protected function waiting(): array {
		Change_Collector::flush();
		$ids = array_keys( Outbox::list_waiting( 500 ) );
		sort( $ids );
		return $ids;
	}

	/**
	 * @param array<string, mixed> $params
	 * @return mixed
	 */
	protected function rest( string $method, string $path, array $params = array(), int $status = 200 ) {
		wp_set_current_user( $this->user( 'administrator' ) );
		$request = new WP_REST_Request( $method, $path );
		$request->set_body_params( $params );
		$response = rest_do_request( $request );
		$this->assertSame( $status, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
		return $response->get_data();
	}
}
