<?php
/**
 * "Register artwork", "Stop updating the registry entry" and "Try again" for the works ticked in their lists. Bulk_Printables has the words for
 * labels and certificates.
 * WordPress checks the nonce of the list before it calls us. Each work is checked for the right to publish its post.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Works_Query;

final class Bulk_Actions {
	private const PREFIX = 'artwork_registry_';

	/**
	 * bulk_actions-edit-{type}
	 *
	 * @param array<string, string> $actions
	 * @return array<string, string>
	 */
	public static function add( $actions ): array {
		$printables = array();
		foreach ( Bulk_Printables::actions() as $name => $label ) {
			$printables[ self::PREFIX . $name ] = $label;
		}
		return $actions + array(
			self::PREFIX . 'register'      => __( 'Register artwork', 'artwork-registry-connector' ),
			self::PREFIX . 'stop_updating' => __( 'Stop updating the registry entry', 'artwork-registry-connector' ),
			self::PREFIX . 'retry'         => __( 'Try again in the registry', 'artwork-registry-connector' ),
		) + $printables;
	}

	/**
	 * handle_bulk_actions-edit-{type}
	 *
	 * @param string            $address Where the list is shown again.
	 * @param string            $action
	 * @param array<int|string> $ids
	 */
	public static function handle( $address, $action, $ids ): string {
		$ids  = array_map( 'intval', array_values( $ids ) );
		$name = (string) substr( $action, strlen( self::PREFIX ) );
		if ( 0 === strpos( $action, self::PREFIX ) && isset( Bulk_Printables::actions()[ $name ] ) ) {
			return add_query_arg( Bulk_Printables::ask( $name, $ids ), $address );
		}
		$orders = array(
			self::PREFIX . 'register'      => array( Owner_Orders::class, 'register_many' ),
			self::PREFIX . 'stop_updating' => array( Owner_Orders::class, 'stop_updating_many' ),
			self::PREFIX . 'retry'         => array( Owner_Orders::class, 'retry_many' ),
		);
		if ( ! isset( $orders[ $action ] ) ) {
			return $address;
		}
		$allowed = array_values(
			array_filter(
				$ids,
				static function ( int $id ): bool {
					return Owner_Orders::may_order( $id );
				}
			)
		);
		$refused = count( $ids ) - count( $allowed );
		if ( 'register' === $name && Bulk_Question::permanent( $allowed ) ) {
			// Nothing is registered before the owner has read that it is permanent.
			Bulk_Question::keep( $allowed );
			return add_query_arg( Bulk_Outcome::arguments( 'ask', count( $allowed ), 0, $refused ), $address );
		}
		if ( 'stop_updating' === $name ) {
			Bulk_Question::keep( Bulk_Question::registered( $allowed ) );
		}
		$works = call_user_func( $orders[ $action ], $allowed );
		$later = 'register' === $name ? $works - min( $works, Works_Query::count_public( $allowed ) ) : 0;
		return add_query_arg( Bulk_Outcome::arguments( $name, $works, $later, $refused ), $address );
	}

	/**
	 * removable_query_args: so that a reload of the list does not repeat the message.
	 *
	 * @param array<string> $names
	 * @return array<string>
	 */
	public static function forget( $names ): array {
		return array_merge( $names, Bulk_Outcome::ALL );
	}

	/** admin_notices */
	public static function show(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- only says what was done; numbers and a word of a fixed list
		$done = isset( $_GET[ Bulk_Outcome::DONE ] ) && is_string( $_GET[ Bulk_Outcome::DONE ] ) ? sanitize_key( $_GET[ Bulk_Outcome::DONE ] ) : '';
		if ( '' === $done || ! List_Column::is_shown() ) {
			return;
		}
		$works   = absint( $_GET[ Bulk_Outcome::WORKS ] ?? 0 );
		$later   = absint( $_GET[ Bulk_Outcome::LATER ] ?? 0 );
		$refused = absint( $_GET[ Bulk_Outcome::REFUSED ] ?? 0 );
		// phpcs:enable
		$printables = Bulk_Printables::words( $done, $works, $refused );
		if ( '' !== $printables ) {
			$offer = Bulk_Printables::offer( $done, $works );
			// phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
			echo '<div class="notice notice-info is-dismissible"><p>' . esc_html( $printables ) . '</p>' . ( '' === $offer ? '' : "<p>$offer</p>" ) . '</div>';
			return;
		}
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
		if ( 'ask' === $done ) {
			/* translators: %d: number of works. */
			$form = Bulk_Question::form( sprintf( _n( 'Register %d artwork', 'Register %d artworks', $works, 'artwork-registry-connector' ), $works ), 'button button-primary' );
			// phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
			echo '' === $form ? '' : '<div class="notice notice-warning is-dismissible"><p>' . esc_html( $text ) . '</p><p>' . $form . '</p></div>';
			return;
		}
		$undo = 'stop_updating' === $done ? ' ' . Bulk_Question::form( __( 'Undo', 'artwork-registry-connector' ), 'button-link' ) : '';
		$link = Access::is_staff()
			? ' <a href="' . esc_url( Screens::url( 'artworks' ) ) . '">' . esc_html__( 'See how it goes', 'artwork-registry-connector' ) . '</a>'
			: '';
		// phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
		echo '<div class="notice notice-success is-dismissible"><p>' . esc_html( $text ) . $undo . $link . '</p></div>';
	}

	private static function words( string $done, int $works ): string {
		switch ( $done ) {
			case 'ask':
				/* translators: %d: number of works. */
				return sprintf( _n( 'Register %d artwork? It gets an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.', 'Register %d artworks? Each gets an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.', $works, 'artwork-registry-connector' ), $works );
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
