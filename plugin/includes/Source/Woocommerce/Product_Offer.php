<?php
/**
 * The offers of a product: whether it is for sale, at which price, and when that changes by itself. A simple product has one offer,
 * a variable one has one for each public variation. Reads stored values, so that filters of currency and discount
 * plugins never reach the registry.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Settings;

/**
 * @phpstan-type Offer array{price: float, in_stock: bool, from: int, to: int}
 */
final class Product_Offer {
	/** The availability that the owner set; overrules the shop. */
	public const MARK  = '_artwork_registry_availability';
	public const MARKS = array( 'not_for_sale', 'open_to_offers', 'on_loan', 'private_collection', 'sold' );

	/**
	 * @param list<int> $variations Public variations; empty for a simple product.
	 * @param int       $work       The product, or the one of its variations that is a work of its own.
	 */
	public static function availability( int $id, array $variations, int $work ): string {
		$own  = self::mark( $work );
		$mark = '' === $own ? self::mark( $id ) : $own;
		if ( '' !== $mark ) {
			return $mark;
		}
		$offers      = self::offers( $id, $variations );
		$is_in_stock = in_array( true, array_column( $offers, 'in_stock' ), true );
		if ( Paid_Orders::is_sold( $work ) && ! self::is_back( $id, $variations ) ) {
			return 'sold';
		}
		if ( ( ! $is_in_stock || self::is_one_without_stock( $id, $variations ) ) && Reserved_Works::is_reserved( $work ) ) {
			$shown = Settings::get()['reserved_as'];
			return 'for_sale' === $shown && null === self::price( $id, $variations ) ? 'not_for_sale' : $shown;
		}
		foreach ( $offers as $offer ) {
			if ( $offer['in_stock'] && $offer['price'] > 0 ) {
				return 'for_sale';
			}
		}
		return 'not_for_sale';
	}

	/**
	 * The price asked now. Variations with different prices have no single price, so the work is shown without one.
	 *
	 * @param list<int> $variations
	 * @return array{amount: float, currency: string}|null
	 */
	public static function price( int $id, array $variations ): ?array {
		$currency = (string) get_option( 'woocommerce_currency', '' );
		$prices   = array_unique( array_filter( array_column( self::offers( $id, $variations ), 'price' ) ) );
		return 1 !== count( $prices ) || ! preg_match( '/^[A-Z]{3}$/', $currency ) ? null : array(
			'amount'   => reset( $prices ),
			'currency' => $currency,
		);
	}

	/**
	 * When a planned sale price begins or has ended: WooCommerce announces neither to the minute.
	 *
	 * @param list<int> $variations
	 */
	public static function recheck_at( int $id, array $variations ): ?int {
		$moments = array();
		foreach ( self::offers( $id, $variations ) as $offer ) {
			$moments[] = $offer['from'];
			$moments[] = $offer['to'] > 0 ? $offer['to'] + 1 : 0;
		}
		$now    = Clock::now();
		$coming = array_filter(
			$moments,
			static function ( int $at ) use ( $now ): bool {
				return $at > $now;
			}
		);
		return $coming ? min( $coming ) : null;
	}

	/** '' where the owner has set nothing. */
	public static function mark( int $id ): string {
		$mark = get_post_meta( $id, self::MARK, true );
		return is_string( $mark ) && in_array( $mark, self::MARKS, true ) ? $mark : '';
	}

	/**
	 * Whether a sold work came back: its stock was counted up, or another variation of the product can be bought. Switching the counting off,
	 * or allowing backorders, is an edit and no second sale.
	 *
	 * @param list<int> $variations
	 */
	private static function is_back( int $id, array $variations ): bool {
		foreach ( $variations ? $variations : array( $id ) as $one ) {
			$parent = $one === $id ? 0 : $id;
			if ( Stock::manages_stock( $one ) || ( $parent > 0 && Stock::manages_stock( $parent ) ) ) {
				if ( Stock::is_counted_in( $one, $parent ) ) {
					return true;
				}
			} elseif ( $parent > 0 && ! Stock::is_sold_individually( $id ) && Stock::is_in_stock( $one, $parent ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * "Sold individually" without counting stock: the shop itself would sell it twice, so only the order tells that it is sold.
	 *
	 * @param list<int> $variations
	 */
	private static function is_one_without_stock( int $id, array $variations ): bool {
		foreach ( array_merge( array( $id ), $variations ) as $one ) {
			if ( Stock::manages_stock( $one ) ) {
				return false;
			}
		}
		return Stock::is_sold_individually( $id );
	}

	/**
	 * @param list<int> $variations
	 * @return list<Offer>
	 */
	private static function offers( int $id, array $variations ): array {
		$offers = array();
		foreach ( $variations ? $variations : array( $id ) as $one ) {
			$from     = Stored::time( $one, '_sale_price_dates_from' );
			$to       = Stored::time( $one, '_sale_price_dates_to' );
			$offers[] = array(
				'price'    => self::price_now( $one, $from, $to ),
				'in_stock' => Stock::is_in_stock( $one, $one === $id ? 0 : $id ),
				'from'     => $from,
				'to'       => $to,
			);
		}
		return $offers;
	}

	/** From the dates and not from `_price`, which WooCommerce renews once a day. 0: no price, "on request" is often written so. */
	private static function price_now( int $id, int $from, int $to ): float {
		$regular = Stored::price( $id, '_regular_price' ) ?? Stored::price( $id, '_price' ) ?? 0.0;
		$sale    = Stored::price( $id, '_sale_price' );
		$now     = Clock::now();
		$is_sale = null !== $sale && $sale < $regular && ( 0 === $from || $from <= $now ) && ( 0 === $to || $now <= $to );
		return max( 0.0, $is_sale ? $sale : $regular );
	}
}
