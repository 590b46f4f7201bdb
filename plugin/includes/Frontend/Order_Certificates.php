<?php
/**
 * The certificates of a paid order, beside each artwork in the customer's later e-mails of the order and under My Account.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Frontend;

use ArtworkRegistry\Source\Woocommerce\Order_Lines;
use ArtworkRegistry\Store\Certificates;
use WC_Order;
use WC_Order_Item_Product;

final class Order_Certificates {
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
		$work = Order_Lines::work_of( $item );
		foreach ( Certificates::list_of_order( $order->get_id() ) as $certificate ) {
			$pdf = Certificates::pdf( $certificate['public_page'] );
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
