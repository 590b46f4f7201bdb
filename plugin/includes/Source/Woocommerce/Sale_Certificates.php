<?php
/**
 * Where the owner wants it, a paid order asks for a certificate of each registered artwork in it: one for each copy, however often the
 * shop says that the order was paid. The customer finds them in later e-mails of the order and under My Account.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Orders\Certificate_Orders;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\View\Papers;
use WC_Order;
use WC_Order_Item_Product;

final class Sale_Certificates {
	/** An order line of more copies than that is no sale of art; the owner issues certificates by hand. */
	private const MOST_COPIES = 20;

	/**
	 * woocommerce_payment_complete, woocommerce_order_status_changed
	 *
	 * @param mixed $order_id
	 */
	public static function paid( $order_id ): void {
		$order = 'yes' === Settings::get()['certify_sales'] && is_numeric( $order_id ) ? wc_get_order( (int) $order_id ) : null;
		if ( ! $order instanceof WC_Order || null === $order->get_date_paid( 'edit' ) || ! $order->has_status( wc_get_is_paid_statuses() ) ) {
			return;
		}
		foreach ( $order->get_items() as $item ) {
			$copies = $item instanceof WC_Order_Item_Product ? (int) $item->get_quantity() : 0;
			for ( $copy = 1; $item instanceof WC_Order_Item_Product && $copies <= self::MOST_COPIES && $copy <= $copies; $copy++ ) {
				Certificate_Orders::issue_for_sale( Paid_Orders::work_of( $item ), $order->get_id(), $item->get_id(), $copy );
			}
		}
	}

	/**
	 * woocommerce_order_item_meta_end: the certificates of this artwork in this order that hold.
	 *
	 * @param mixed $item_id
	 * @param mixed $item
	 * @param mixed $order
	 * @param mixed $is_plain_text
	 */
	public static function for_customer( $item_id, $item = null, $order = null, $is_plain_text = false ): void {
		if ( ! $item instanceof WC_Order_Item_Product || ! $order instanceof WC_Order ) {
			return;
		}
		$work = Paid_Orders::work_of( $item );
		foreach ( Certificates::list_of_order( $order->get_id() ) as $certificate ) {
			$pdf = Papers::pdf( $certificate['public_page'] );
			if ( $certificate['external_id'] !== $work || 'issued' !== $certificate['state'] || '' === $pdf ) {
				continue;
			}
			$words = __( 'Certificate', 'artwork-registry-connector' );
			echo true === $is_plain_text
				? "\n" . esc_html( $words . ': ' . $pdf )
				: '<p class="artwork-registry-certificate"><a href="' . esc_url( $pdf ) . '">' . esc_html( $words ) . '</a></p>';
		}
	}
}
