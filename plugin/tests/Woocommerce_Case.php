<?php
/**
 * A test on a real WooCommerce. Without one it is skipped, or fails where REQUIRE_WOOCOMMERCE=1 says that one must be there.
 * Products and orders are made and changed through WooCommerce's own public ways only.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use WC_Order;
use WC_Order_Refund;
use WC_Product;
use WC_Product_Attribute;
use WC_Product_Simple;
use WC_Product_Variable;
use WC_Product_Variation;

abstract class Woocommerce_Case extends Wordpress_Case {
	/** @var list<int> */
	protected $orders = array();

	protected function setUp(): void {
		if ( ! class_exists( 'WooCommerce', false ) ) {
			$reason = 'WooCommerce is not active on this site: set WC_DIR, or put it into the cache folder, and run npm test again.';
			if ( '1' === getenv( 'REQUIRE_WOOCOMMERCE' ) ) {
				$this->fail( $reason );
			}
			$this->markTestSkipped( $reason );
		}
		parent::setUp();
		update_option( 'woocommerce_currency', 'EUR' );
		update_option( 'woocommerce_dimension_unit', 'cm' );
		update_option( 'woocommerce_manage_stock', 'yes' );
		add_filter( 'pre_wp_mail', '__return_true' );
		Change_Collector::flush();
	}

	protected function tearDown(): void {
		foreach ( $this->orders as $id ) {
			$order = wc_get_order( $id );
			if ( $order ) {
				$order->delete( true );
			}
		}
		parent::tearDown();
	}

	/**
	 * A painting, one of one, as a gallery enters it.
	 *
	 * @param array<string, mixed> $props Setters of WC_Product, without "set_".
	 */
	protected function product( array $props = array() ): WC_Product {
		$product = new WC_Product_Simple();
		$product->set_props(
			$props + array(
				'name'           => 'Water Lilies',
				'regular_price'  => '1200',
				'manage_stock'   => true,
				'stock_quantity' => 1,
				'attributes'     => array( $this->attribute( 'Artist', 'Claude Monet' ) ),
			)
		);
		$product->save();
		$this->posts[] = $product->get_id();
		return $product;
	}

	/**
	 * @param array<string, array<string, mixed>> $variations Option → setters of the variation.
	 * @param array<string, mixed>                $props      Setters of the parent.
	 */
	protected function variable_product( array $variations, array $props = array() ): WC_Product {
		$frame = $this->attribute( 'Frame', ...array_map( 'strval', array_keys( $variations ) ) );
		$frame->set_variation( true );
		$product = new WC_Product_Variable();
		$product->set_props( $props + array( 'name' => 'Harbour', 'attributes' => array( $this->attribute( 'Artist', 'Anna Boch' ), $frame ) ) );
		$product->save();
		$this->posts[] = $product->get_id();
		foreach ( $variations as $option => $of_variation ) {
			$variation = new WC_Product_Variation();
			$variation->set_props( $of_variation + array( 'parent_id' => $product->get_id(), 'attributes' => array( 'frame' => (string) $option ) ) );
			$variation->save();
			$this->posts[] = $variation->get_id();
		}
		WC_Product_Variable::sync( $product->get_id() );
		return wc_get_product( $product->get_id() );
	}

	protected function attribute( string $name, string ...$values ): WC_Product_Attribute {
		$attribute = new WC_Product_Attribute();
		$attribute->set_name( $name );
		$attribute->set_options( $values );
		$attribute->set_visible( true );
		return $attribute;
	}

	/** An order of these products, waiting for its payment. */
	protected function order( WC_Product ...$products ): WC_Order {
		$order = wc_create_order();
		foreach ( $products as $product ) {
			$order->add_product( wc_get_product( $product->get_id() ), 1 );
		}
		$order->set_payment_method( 'bacs' );
		$order->calculate_totals();
		$order->save();
		$this->orders[] = $order->get_id();
		return $order;
	}

	/**
	 * The first line of an order, given back with its money.
	 *
	 * @param array<string, mixed> $more
	 */
	protected static function refund_of( WC_Order $order, array $more = array() ): WC_Order_Refund {
		$item = array_values( wc_get_order( $order->get_id() )->get_items() )[0];
		return wc_create_refund( $more + array(
			'order_id'   => $order->get_id(),
			'amount'     => '1200',
			'line_items' => array( $item->get_id() => array( 'qty' => 1, 'refund_total' => 1200 ) ),
		) );
	}

	/** What the sync service is told of a chosen work now. */
	protected function change_of( int $id ): ?array {
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		Outbox::touch( array( $id => 'woocommerce' ) );
		foreach ( Change_Page::read( 50 )['changes'] as $change ) {
			if ( (string) $id === $change['external_id'] ) {
				$this->assertNull( $change['error'] );
				return $change;
			}
		}
		return null;
	}

	/** @return array<string, mixed> */
	protected function artwork_of( int $id ): array {
		$change = $this->change_of( $id );
		$this->assertNotNull( $change, 'The work is not in the page.' );
		$this->assertSame( 'shared', $change['state'] );
		return $change['artwork'];
	}

	protected function availability( WC_Product $product ): string {
		return $this->artwork_of( $product->get_id() )['availability'];
	}

	/** A product whose row is taken over, so that the next change is the only one that waits. */
	protected function taken_over( WC_Product $product ): int {
		$id = $product->get_id();
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		Settings::update( array( 'register_mode' => 'ask' ) );
		return $id;
	}
}
