<?php
/**
 * Where the owner wants it, a paid order asks for a certificate of each registered artwork in it: one for each copy, however often the
 * shop says that the order was paid.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Source\Woocommerce\Order_Lines;
use ArtworkRegistry\Store\Settings;

final class Sale_Certificates {
	/** An order line of more copies than that is not a sale of art; the owner issues certificates by hand. */
	private const MOST_COPIES = 20;

	/**
	 * woocommerce_payment_complete, woocommerce_order_status_changed
	 *
	 * @param mixed $order_id
	 */
	public static function paid( $order_id ): void {
		$order = 'yes' === Settings::get()['certify_sales'] ? Order_Lines::order( $order_id ) : null;
		if ( null === $order || null === $order->get_date_paid( 'edit' ) || ! $order->has_status( wc_get_is_paid_statuses() ) ) {
			return;
		}
		foreach ( Order_Lines::of( $order ) as $item ) {
			$copies = (int) $item->get_quantity();
			for ( $copy = 1; $copies <= self::MOST_COPIES && $copy <= $copies; $copy++ ) {
				Certificate_Orders::issue_for_sale( Order_Lines::work_of( $item ), $order->get_id(), $item->get_id(), $copy );
			}
		}
	}
}
