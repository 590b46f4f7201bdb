<?php
/**
 * The button in the notice above a list of works: registers the works that were ticked or issues their certificates, after a question
 * because both are permanent, or takes back "Stop updating". Remembers the works for the user who ticked them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Orders\Certificate_Orders;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\View\Works_Query;

final class Bulk_Question {
	public const ACTION  = 'artwork_registry_bulk';
	private const TICKED = 'artwork_registry_ticked_';

	/** What its button carries out beside REGISTER, which also takes back "Stop updating". */
	public const CERTIFICATES  = 'certificates';
	private const REGISTER     = 'register';
	private const KEPT_SECONDS = 3600;

	/**
	 * The works of these that get an Art ID once they are registered.
	 *
	 * @param list<int> $ids
	 * @return list<int>
	 */
	public static function permanent( array $ids ): array {
		$known = Status::choices( $ids );
		return array_values(
			array_filter(
				$ids,
				static function ( int $id ) use ( $known ): bool {
					return ! isset( $known[ $id ] ) || ( ! $known[ $id ]['known'] && Status::CHOSEN !== $known[ $id ]['chosen'] );
				}
			)
		);
	}

	/**
	 * The works of these that the owner has registered.
	 *
	 * @param list<int> $ids
	 * @return list<int>
	 */
	public static function registered( array $ids ): array {
		return array_keys(
			array_filter(
				Status::choices( $ids ),
				static function ( array $choice ): bool {
					return Status::CHOSEN === $choice['chosen'];
				}
			)
		);
	}

	/**
	 * @param list<int> $ids
	 * @param string    $action What the button carries out for them.
	 */
	public static function keep( array $ids, string $action = self::REGISTER ): void {
		if ( ! $ids ) {
			delete_transient( self::name() );
			return;
		}
		// The request names the order: sent twice, it issues one certificate for each work.
		set_transient(
			self::name(),
			array(
				'action'  => $action,
				'request' => wp_generate_uuid4(),
				'ids'     => $ids,
			),
			self::KEPT_SECONDS
		);
	}

	/** @return list<int> The works remembered for this. */
	public static function kept( string $action ): array {
		$kept = self::read();
		return null !== $kept && $action === $kept['action'] ? $kept['ids'] : array();
	}

	/** @return array{action: string, request: string, ids: list<int>}|null */
	private static function read(): ?array {
		$kept = get_transient( self::name() );
		return is_array( $kept ) && isset( $kept['action'], $kept['request'], $kept['ids'] ) ? array(
			'action'  => (string) $kept['action'],
			'request' => (string) $kept['request'],
			'ids'     => array_values( array_map( 'intval', (array) $kept['ids'] ) ),
		) : null;
	}

	/** A form with one button that posts the answer; '' where nothing is remembered. */
	public static function form( string $label, string $class ): string {
		if ( null === self::read() ) {
			return '';
		}
		return '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '" style="display:inline">'
			. '<input type="hidden" name="action" value="' . esc_attr( self::ACTION ) . '">'
			. wp_nonce_field( self::ACTION, '_wpnonce', true, false )
			. '<button type="submit" class="' . esc_attr( $class ) . '">' . esc_html( $label ) . '</button></form>';
	}

	/** admin_post_artwork_registry_bulk */
	public static function answer(): void {
		check_admin_referer( self::ACTION );
		$address = wp_get_referer();
		wp_safe_redirect( add_query_arg( self::carry_out(), remove_query_arg( Bulk_Outcome::ALL, false === $address ? admin_url( 'edit.php' ) : $address ) ) );
		exit;
	}

	/** @return array<string, int|string> What the list says afterwards. */
	public static function carry_out(): array {
		$kept = self::read();
		delete_transient( self::name() );
		$ids     = $kept['ids'] ?? array();
		$allowed = array_values( array_filter( $ids, array( Owner_Orders::class, 'may_order' ) ) );
		if ( null !== $kept && self::CERTIFICATES === $kept['action'] ) {
			$issued = Certificate_Orders::issue_many( $allowed, $kept['request'] );
			return Bulk_Outcome::arguments( self::CERTIFICATES, $issued, 0, count( $ids ) - $issued );
		}
		$works = Owner_Orders::register_many( $allowed );
		return Bulk_Outcome::arguments( 'register', $works, $works - min( $works, Works_Query::count_public( $allowed ) ), count( $ids ) - count( $allowed ) );
	}

	/** What users had ticked and not answered for. */
	public static function remove(): void {
		global $wpdb;
		$like = $wpdb->esc_like( '_transient_' . self::TICKED ) . '%';
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a list of names that WordPress has no function for.
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $like ) ) as $name ) {
			delete_transient( substr( (string) $name, strlen( '_transient_' ) ) );
		}
	}

	private static function name(): string {
		return self::TICKED . get_current_user_id();
	}
}
