<?php
/**
  * "Register artwork", "Stop updating the registry entry" and "Try again" for the works ticked in their lists.
 * WordPress checks the nonce of the list before it calls us. Each work is checked for the right to publish its post.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Access;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\View\Works_Query;

final class Bulk_Actions {
	private const PREFIX  = 'artwork_registry_';
	private const DONE    = 'artwork_registry_done';
	private const WORKS   = 'artwork_registry_works';
	private const LATER   = 'artwork_registry_later';
	private const REFUSED = 'artwork_registry_refused';

	/**
	 * bulk_actions-edit-{type}
	 *
	 * @param array<string, string> $actions
	 * @return array<string, string>
	 */
	public static function add( $actions ): array {
		return $actions + array(
			self::PREFIX . 'register' => __( 'Register artwork', 'artwork-registry-connector' ),
			self::PREFIX . 'stop_updating' => __( 'Stop updating the registry entry', 'artwork-registry-connector' ),
			self::PREFIX . 'retry'   => __( 'Try again in the registry', 'artwork-registry-connector' ),
		);
	}

	/**
	 * handle_bulk_actions-edit-{type}
	 *
	 * @param string            $address Where the list is shown again.
	 * @param string            $action
	 * @param array<int|string> $ids
	 */
	public static function handle( $address, $action, $ids ): string {
		$orders = array(
			self::PREFIX . 'register' => array( Owner_Orders::class, 'register_many' ),
			self::PREFIX . 'stop_updating' => array( Owner_Orders::class, 'stop_updating_many' ),
			self::PREFIX . 'retry'   => array( Owner_Orders::class, 'retry_many' ),
		);
		if ( ! isset( $orders[ $action ] ) ) {
			return $address;
		}
		$ids     = array_map( 'intval', $ids );
		$allowed = array_values(
			array_filter(
				$ids,
				static function ( int $id ): bool {
					return Owner_Orders::may_order( $id );
				}
			)
		);
		$works = call_user_func( $orders[ $action ], $allowed );
		return add_query_arg(
			array(
				self::DONE    => substr( $action, strlen( self::PREFIX ) ),
				self::WORKS   => $works,
				// Drafts, translations and hidden products are chosen, but not registered before they are public.
				self::LATER   => self::PREFIX . 'register' === $action ? $works - min( $works, Works_Query::count_public( $allowed ) ) : 0,
				self::REFUSED => count( $ids ) - count( $allowed ),
			),
			$address
		);
	}

	/**
	 * removable_query_args: so that a reload of the list does not repeat the message.
	 *
	 * @param array<string> $names
	 * @return array<string>
	 */
	public static function forget( $names ): array {
		return array_merge( $names, array( self::DONE, self::WORKS, self::LATER, self::REFUSED ) );
	}

	/** admin_notices */
	public static function show(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- only says what was done; numbers and a word of a fixed list
		$done = isset( $_GET[ self::DONE ] ) && is_string( $_GET[ self::DONE ] ) ? sanitize_key( $_GET[ self::DONE ] ) : '';
		if ( '' === $done || ! List_Column::is_shown() ) {
			return;
		}
		$works   = absint( $_GET[ self::WORKS ] ?? 0 );
		$later   = absint( $_GET[ self::LATER ] ?? 0 );
		$refused = absint( $_GET[ self::REFUSED ] ?? 0 );
		// phpcs:enable
		$text = self::words( $done, max( 0, $works - $later ) );
		if ( '' === $text ) {
			return;
		}
		if ( $later > 0 ) {
			/* translators: %d: number of works. */
			$text .= ' ' . sprintf( _n( '%d more goes there once it is public on the site and not a translation.', '%d more go there once they are public on the site and not translations.', $later, 'artwork-registry-connector' ), $later );
		}
		if ( $refused > 0 ) {
			/* translators: %d: number of works. */
			$text .= ' ' . sprintf( _n( '%d artwork was left unchanged: you are not allowed to register it.', '%d artworks were left unchanged: you are not allowed to register them.', $refused, 'artwork-registry-connector' ), $refused );
		}
		$link = Access::is_staff()
			? ' <a href="' . esc_url( Screens::url( 'artworks' ) ) . '">' . esc_html__( 'See how it goes', 'artwork-registry-connector' ) . '</a>'
			: '';
		// phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
		echo '<div class="notice notice-success is-dismissible"><p>' . esc_html( $text ) . $link . '</p></div>';
	}

	private static function words( string $done, int $works ): string {
		switch ( $done ) {
			case 'register':
				/* translators: %d: number of works. */
				return sprintf( _n( '%d artwork goes to the registry.', '%d artworks go to the registry.', $works, 'artwork-registry-connector' ), $works );
			case 'stop_updating':
				/* translators: %d: number of works. */
				return sprintf( _n( '%d artwork is no longer updated.', '%d artworks are no longer updated.', $works, 'artwork-registry-connector' ), $works );
			case 'retry':
				/* translators: %d: number of works. */
				return sprintf( _n( '%d artwork is tried again.', '%d artworks are tried again.', $works, 'artwork-registry-connector' ), $works );
			default:
				return '';
		}
	}
}
