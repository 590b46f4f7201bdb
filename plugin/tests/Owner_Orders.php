<?php
/**
 * What buyers of a shop do, and what their orders come to. For Random_Owner_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

trait Owner_Orders {
	private function do_order(): void {
		if ( ! $this->orders_of || 0 === mt_rand( 0, 2 ) ) {
			$free = array_filter( $this->works(), static function ( array $work ): bool {
				return ( 1 === $work['stock'] || ( ! $work['counted'] && $work['single'] ) ) && 'trash' !== $work['status'];
			} );
			$free = array_diff_key( $free, array_flip( $this->orders_of ), $this->model->sold, $this->model->reserved );
			if ( $free ) {
				$id    = (int) array_rand( $free );
				$order = $this->order( wc_get_product( $id ) );

				$this->doing .= ' new ' . $order->get_id() . " of $id";

				$this->orders_of[ $order->get_id() ] = $id;
				if ( 0 === mt_rand( 0, 1 ) ) {
					$this->pay( $order->get_id(), $id );
				}
				$this->doubt_sale( $id );
			}
			return;
		}
		$order_id = (int) array_rand( $this->orders_of );
		$id       = $this->orders_of[ $order_id ];
		$order    = wc_get_order( $order_id );

		$this->doing .= " $order_id of $id";
		if ( ! $order ) {
			unset( $this->orders_of[ $order_id ] );
			return;
		}
		switch ( $this->way( 7 ) ) {
			case 1:
			case 2:
				$this->pay( $order_id, $id );
				break;
			case 3:
				if ( 'pending' === $order->get_status() ) {
					$this->model->reserved[ $id ] = true;
					$order->update_status( 'on-hold' );
				}
				break;
			case 4:
				$order->update_status( 'cancelled' );
				$this->end_sale( $order_id, $id );
				break;
			case 5:
			case 6:
				if ( $order->is_paid() ) {
					$this->give_back( $order, 0 === mt_rand( 0, 1 ) );
					$this->end_sale( $order_id, $id );
				}
				break;
			default:
				// An old order is tidied up: that sells nothing back.
				$order->delete( true );
				unset( $this->orders_of[ $order_id ] );
				// Whether an order still waits is read with the work: nothing tells that it is gone.
				$this->is_silent = isset( $this->model->reserved[ $id ] );
				unset( $this->model->reserved[ $id ] );
		}
		$this->doubt_sale( $id );
	}

	private function pay( int $order_id, int $id ): void {
		$order = wc_get_order( $order_id );
		if ( ! $order || ! in_array( $order->get_status(), array( 'pending', 'on-hold' ), true ) || ! isset( $this->works()[ $id ] ) ) {
			return;
		}
		$this->model->sold[ $id ] = true;
		unset( $this->model->unsure[ $id ], $this->model->reserved[ $id ] );
		$order->payment_complete();
	}

	private function end_sale( int $order_id, int $id ): void {
		unset( $this->model->sold[ $id ], $this->model->reserved[ $id ], $this->orders_of[ $order_id ] );
	}

	private function give_back( \WC_Order $order, bool $restock ): void {
		$lines = array();
		foreach ( $order->get_items() as $item ) {
			$lines[ $item->get_id() ] = array( 'qty' => $item->get_quantity(), 'refund_total' => (float) $item->get_total() );
		}
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => (string) $order->get_total(), 'restock_items' => $restock, 'line_items' => $lines ) );
	}

	/** Where the plugin did not see it, or the shop itself did not finish it, the work may be sold or not. */
	private function doubt_sale( int $id ): void {
		if ( $this->removed || $this->is_cut ) {
			$this->model->unsure[ $id ] = true;
		} elseif ( $this->has_failed ) {
			$this->model->late[ $id ] = true;
		}
	}
}
