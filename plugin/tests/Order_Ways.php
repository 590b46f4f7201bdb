<?php
/**
 * The ways in which WooCommerce makes an order and takes its money, each through the door that a buyer, an agent, a program or the shop's
 * staff uses. For Order_Ways_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use WC_Meta_Box_Order_Data;
use WC_Payment_Gateway;
use WC_Product;
use WP_REST_Request;
use WP_REST_Response;

trait Order_Ways {
	/** A payment by card: done when it is asked for, also by an agent. */
	private static function card(): WC_Payment_Gateway {
		return new class() extends WC_Payment_Gateway {
			public function __construct() {
				$this->id       = 'card';
				$this->enabled  = 'yes';
				$this->title    = 'Card';
				$this->supports = array( 'products', 'refunds', 'agentic_commerce' );
			}

			/** @param int $order_id */
			public function process_payment( $order_id ): array {
				wc_get_order( $order_id )->payment_complete( 'ch_1' );
				return array( 'result' => 'success', 'redirect' => wc_get_checkout_url() );
			}

			public function get_agentic_commerce_provider(): string {
				return 'stripe';
			}

			/** @return list<string> */
			public function get_agentic_commerce_payment_methods(): array {
				return array( 'card' );
			}
		};
	}

	/** A new request: no cart, no session, and routes that know nothing of the request before. */
	private static function begin(): void {
		if ( WC()->session ) {
			WC()->session->save_data();
		}
		if ( WC()->cart ) {
			// Its hooks stay, and would take part in the next checkout.
			WC()->cart->empty_cart( false );
		}
		remove_all_filters( 'woocommerce_session_handler' );
		unset( $_SERVER['HTTP_CART_TOKEN'], $GLOBALS['wp_rest_server'], $GLOBALS['wp_actions']['woocommerce_load_cart_from_session'] );
		WC()->session  = null;
		WC()->cart     = null;
		WC()->customer = null;
	}

	/**
	 * @param array<string, mixed>  $body
	 * @param array<string, string> $headers
	 */
	private function ask( string $method, string $path, array $body = array(), array $headers = array() ): WP_REST_Response {
		$request = new WP_REST_Request( $method, $path );
		foreach ( $headers + array( 'Content-Type' => 'application/json' ) as $name => $value ) {
			$request->set_header( $name, $value );
		}
		if ( isset( $headers['Cart-Token'] ) ) {
			$_SERVER['HTTP_CART_TOKEN'] = $headers['Cart-Token'];
		}
		$request->set_body( (string) wp_json_encode( $body ) );
		$response = rest_do_request( $request );
		$this->assertContains( $response->get_status(), array( 200, 201 ), "$method $path " . wp_json_encode( $response->get_data() ) );
		return $response;
	}

	/** @return array<string, mixed> What a checkout sends beside the cart. */
	private static function checkout( string $method ): array {
		$place   = array( 'address_1' => 'Rheinsprung 1', 'city' => 'Basel', 'state' => 'BS', 'postcode' => '4051', 'country' => 'CH' );
		$address = array( 'first_name' => 'Ida', 'last_name' => 'Meier' ) + $place;
		return array(
			'billing_address'  => $address + array( 'email' => 'ida@example.com', 'phone' => '061' ),
			'shipping_address' => $address,
			'payment_method'   => $method,
		);
	}

	/** The block checkout, in the buyer's browser. */
	private function by_blocks( WC_Product $product, string $method = 'card', string $coupon = '' ): int {
		wp_set_current_user( 0 );
		$nonce = array( 'Nonce' => wp_create_nonce( 'wc_store_api' ) );
		$this->ask( 'POST', '/wc/store/v1/cart/add-item', array( 'id' => $product->get_id(), 'quantity' => 1 ), $nonce );
		if ( '' !== $coupon ) {
			$this->ask( 'POST', '/wc/store/v1/cart/apply-coupon', array( 'code' => $coupon ), $nonce );
		}
		// The page of the checkout may make a draft of an order.
		$this->orders[] = $this->ask( 'GET', '/wc/store/v1/checkout', array(), $nonce )->get_data()['order_id'];
		return $this->ask( 'POST', '/wc/store/v1/checkout', self::checkout( $method ), $nonce )->get_data()['order_id'];
	}

	private function by_blocks_and_bank_transfer( WC_Product $product ): int {
		$order = $this->by_blocks( $product, 'bacs' );
		$this->assertSame( 'on-hold', wc_get_order( $order )->get_status() );
		wc_get_order( $order )->update_status( 'processing' );
		return $order;
	}

	private function by_blocks_for_nothing( WC_Product $product ): int {
		$coupon = new \WC_Coupon();
		$coupon->set_props( array( 'code' => 'friend' . $product->get_id(), 'discount_type' => 'percent', 'amount' => 100 ) );
		$this->posts[] = $coupon->save();
		return $this->by_blocks( $product, '', $coupon->get_code() );
	}

	/** A program that keeps a cart by its token and has neither cookie nor nonce, each call a request of its own. */
	private function by_an_agent_with_a_cart_token( WC_Product $product ): int {
		wp_set_current_user( 0 );
		$token = array( 'Cart-Token' => $this->ask( 'GET', '/wc/store/v1/cart' )->get_headers()['Cart-Token'] );
		self::begin();
		$this->ask( 'POST', '/wc/store/v1/cart/add-item', array( 'id' => $product->get_id(), 'quantity' => 1 ), $token );
		self::begin();
		return $this->ask( 'POST', '/wc/store/v1/checkout', self::checkout( 'card' ), $token )->get_data()['order_id'];
	}

	/** WooCommerce's agentic checkout. 10.5 has it, the signatures of 11.3 do not: there an agent finds works in a catalogue, and has a cart token. */
	private function by_an_agent_with_a_checkout_session( WC_Product $product ): int {
		if ( ! class_exists( 'Automattic\WooCommerce\StoreApi\Routes\V1\Agentic\CheckoutSessionsComplete' ) ) {
			$this->markTestSkipped( 'This WooCommerce has no agentic checkout; 10.5 has one.' );
		}
		update_option( 'woocommerce_feature_agentic_checkout_enabled', 'yes' );
		update_option( 'woocommerce_agentic_agent_registry', array( 'agent' => array( 'bearer_token' => wp_hash_password( 'secret' ) ) ) );
		$agent   = array( 'Authorization' => 'Bearer secret' );
		$place   = array( 'city' => 'Basel', 'state' => 'BS', 'country' => 'CH', 'postal_code' => '4051' );
		$address = array( 'name' => 'Ida Meier', 'line_one' => 'Rheinsprung 1' ) + $place;
		$session = $this->ask( 'POST', '/wc/agentic/v1/checkout_sessions', array(
			'items'               => array( array( 'id' => (string) $product->get_id(), 'quantity' => 1 ) ),
			'buyer'               => array( 'first_name' => 'Ida', 'last_name' => 'Meier', 'email' => 'ida@example.com', 'phone_number' => '061' ),
			'fulfillment_address' => $address,
		), $agent )->get_data();
		self::begin();
		$this->ask( 'POST', "/wc/agentic/v1/checkout_sessions/{$session['id']}/complete", array(
			'payment_data' => array( 'token' => 'spt_1', 'provider' => 'stripe', 'billing_address' => $address ),
		), $agent );
		update_option( 'woocommerce_feature_agentic_checkout_enabled', 'no' );
		return wc_get_orders( array( 'limit' => 1, 'orderby' => 'ID', 'order' => 'DESC', 'return' => 'ids' ) )[0];
	}

	/** The checkout of the shortcode, as its script calls it. */
	private function by_shortcode( WC_Product $product ): int {
		wp_set_current_user( 0 );
		wc_load_cart();
		WC()->cart->add_to_cart( $product->get_id() );
		$_POST = array( 'payment_method' => 'card', 'terms' => '1' );
		foreach ( self::checkout( 'card' )['billing_address'] as $field => $value ) {
			$_POST[ "billing_$field" ] = $value;
		}
		$_REQUEST = array( 'woocommerce-process-checkout-nonce' => wp_create_nonce( 'woocommerce-process_checkout' ) );
		add_filter( 'wp_doing_ajax', '__return_true' );
		$end = static function (): callable {
			return static function (): void {
				// Not an exception, which the checkout would take for a refusal.
				throw new \Error( 'the request ends' );
			};
		};
		add_filter( 'wp_die_ajax_handler', $end );
		ob_start();
		try {
			WC()->checkout()->process_checkout();
		} catch ( \Error $ended ) {
			$this->assertSame( 'the request ends', $ended->getMessage() );
		} finally {
			$said     = json_decode( (string) ob_get_clean(), true );
			$_POST    = array();
			$_REQUEST = array();
			remove_filter( 'wp_doing_ajax', '__return_true' );
			remove_filter( 'wp_die_ajax_handler', $end );
		}
		$this->assertSame( 'success', $said['result'], (string) wp_json_encode( $said ) );
		return $said['order_id'];
	}

	/** @return array<string, mixed> */
	private static function lines( WC_Product $product ): array {
		return array( 'payment_method' => 'card', 'line_items' => array( array( 'product_id' => $product->get_id(), 'quantity' => 1 ) ) );
	}

	private function by_rest( WC_Product $product ): int {
		return $this->ask( 'POST', '/wc/v3/orders', self::lines( $product ) + array( 'set_paid' => true ) )->get_data()['id'];
	}

	private function by_rest_completed_at_once( WC_Product $product ): int {
		return $this->ask( 'POST', '/wc/v3/orders', self::lines( $product ) + array( 'status' => 'completed' ) )->get_data()['id'];
	}

	/** As the app for phones does it. */
	private function by_rest_paid_later( WC_Product $product ): int {
		$id = $this->ask( 'POST', '/wc/v3/orders', self::lines( $product ) )->get_data()['id'];
		$this->ask( 'PUT', "/wc/v3/orders/$id", array( 'status' => 'completed' ) );
		return $id;
	}

	private function by_rest_in_a_batch( WC_Product $product ): int {
		$orders = array( 'create' => array( self::lines( $product ) + array( 'set_paid' => true ) ) );
		return $this->ask( 'POST', '/wc/v3/orders/batch', $orders )->get_data()['create'][0]['id'];
	}

	private function by_wp_cli( WC_Product $product ): int {
		$items   = (string) wp_json_encode( self::lines( $product )['line_items'] );
		$command = array( PHP_BINARY, dirname( __DIR__ ) . '/vendor/bin/wp', 'wc', 'shop_order', 'create', '--user=' . get_current_user_id(), '--set_paid=true' );
		array_push( $command, '--payment_method=bacs', "--line_items=$items", '--porcelain', '--path=' . ABSPATH, '--allow-root' );
		$pipes = array();
		$wp    = proc_open( $command, array( 1 => array( 'pipe', 'w' ), 2 => array( 'pipe', 'w' ) ), $pipes );
		$said  = stream_get_contents( $pipes[1] );
		$error = stream_get_contents( $pipes[2] );
		$this->assertSame( 0, proc_close( $wp ), "$said $error" );
		wp_cache_flush();
		return (int) $said;
	}

	/** The link in the email of an order that the shop wrote. */
	private function by_the_link_to_pay( WC_Product $product ): int {
		$order = $this->order( $product );
		$order->set_billing_email( 'ida@example.com' );
		$order->save();
		wp_set_current_user( 0 );
		$checkout = self::checkout( 'card' ) + array( 'key' => $order->get_order_key(), 'billing_email' => 'ida@example.com' );
		$this->ask( 'POST', "/wc/store/v1/checkout/{$order->get_id()}", $checkout, array( 'Nonce' => wp_create_nonce( 'wc_store_api' ) ) );
		return $order->get_id();
	}

	/** The form of the order in wp-admin. */
	private function by_staff( WC_Product $product ): int {
		require_once WC_ABSPATH . 'includes/admin/wc-meta-box-functions.php';
		$order = $this->order( $product );
		$_POST = array( 'order_status' => 'wc-completed', '_payment_method' => 'bacs' );
		WC_Meta_Box_Order_Data::save( $order->get_id() );
		$_POST = array();
		return $order->get_id();
	}

	private function by_a_program( WC_Product $product ): int {
		$order = $this->order( $product );
		$order->payment_complete( 'ch_1' );
		return $order->get_id();
	}

	private function by_a_program_that_sets_the_status( WC_Product $product ): int {
		$order = $this->order( $product );
		$order->update_status( 'processing' );
		return $order->get_id();
	}

	private function by_a_program_that_adds_the_work_last( WC_Product $product ): int {
		require_once WC_ABSPATH . 'includes/admin/wc-admin-functions.php';
		$order = wc_create_order( array( 'status' => 'completed' ) );
		$order->add_product( wc_get_product( $product->get_id() ) );
		$order->calculate_totals();
		// As the screen of the order does after a line was added.
		wc_maybe_adjust_line_item_product_stock( array_values( $order->get_items() )[0] );
		return $order->get_id();
	}

	private function by_a_draft_of_the_checkout( WC_Product $product ): int {
		$order = $this->order( $product );
		$order->set_status( 'checkout-draft' );
		$order->save();
		$order->set_status( 'processing' );
		$order->save();
		return $order->get_id();
	}

	/** A shop whose paid orders have a status of its own. */
	private function by_a_status_of_the_shop( WC_Product $product ): int {
		$statuses = static function ( array $known ): array {
			return $known + array( 'wc-packing' => 'Packing' );
		};
		$packing = static function (): string {
			return 'packing';
		};
		add_filter( 'wc_order_statuses', $statuses );
		add_filter( 'woocommerce_payment_complete_order_status', $packing );
		$order = $this->order( $product );
		$order->payment_complete( 'ch_1' );
		remove_filter( 'woocommerce_payment_complete_order_status', $packing );
		$this->assertSame( 'packing', wc_get_order( $order->get_id() )->get_status() );
		// A status that is not one of the paid takes no stock.
		wc_maybe_reduce_stock_levels( $order->get_id() );
		return $order->get_id();
	}
}
