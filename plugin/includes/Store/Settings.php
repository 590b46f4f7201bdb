<?php
/**
 * Owns the option of the owner's settings and the one that fixes the platform. Autoloaded: read on every save.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

use ArtworkRegistry\Clock;

final class Settings {
	public const REGISTER_MODES = array( 'ask', 'automatic' );
	public const ON_LEAVE       = array( 'not_for_sale', 'fully_private', 'nothing' );

	/** auto: the sync service's own address where it is a public one, else this site's inbox. */
	public const DELIVERIES = array( 'auto', 'service', 'site' );

	/** keep: for a new installation; remove: nothing stays. Reinstalling must not lose data. */
	public const ON_DELETE = array( 'keep', 'remove' );
	/** Artworks of our own post type when the plugin is deleted: pages at the same addresses, or posts that nobody sees. */
	public const ARTWORKS_ON_DELETE = array( 'pages', 'hidden' );

	public const MAIL_ON = array( 'yes', 'no' );
	public const SHOW    = array( 'no', 'yes' );

	/** What the registry shows of a unique work whose order waits for its payment. */
	public const RESERVED_AS = array( 'not_for_sale', 'for_sale', 'sold' );

	private const OPTION   = 'artwork_registry_settings';
	private const PLATFORM = 'artwork_registry_platform';
	private const SOURCES  = 'artwork_registry_sources';
	private const FROM     = 'artwork_registry_automatic_from';

	/**
	 * @return array{
	 *     register_mode: string, on_leave: string, deliveries: string, mail_on: string, summary_on: string, mail_to: string,
	 *     on_delete: string, artworks_on_delete: string, archive_slug: string, show_art_id: string, certify_sales: string, reserved_as: string,
	 * }
	 */
	public static function get(): array {
		$stored = get_option( self::OPTION, array() );
		$stored = is_array( $stored ) ? $stored : array();
		return array(
			// ask: the owner registers each new work; automatic: every work that can be registered and is new from then on is.
			'register_mode'      => self::one_of( $stored['register_mode'] ?? null, self::REGISTER_MODES ),
			// What the registry shows of a work that left the shop.
			'on_leave'           => self::one_of( $stored['on_leave'] ?? null, self::ON_LEAVE ),
			// Which way updates from the registry come in.
			'deliveries'         => self::one_of( $stored['deliveries'] ?? null, self::DELIVERIES ),
			// Whether lasting problems and a weekly summary are emailed, and to whom; "" is the site's administrator.
			'mail_on'            => self::one_of( $stored['mail_on'] ?? null, self::MAIL_ON ),
			'summary_on'         => self::one_of( $stored['summary_on'] ?? null, self::MAIL_ON ),
			'mail_to'            => is_string( $stored['mail_to'] ?? null ) ? $stored['mail_to'] : '',
			'on_delete'          => self::one_of( $stored['on_delete'] ?? null, self::ON_DELETE ),
			'artworks_on_delete' => self::one_of( $stored['artworks_on_delete'] ?? null, self::ARTWORKS_ON_DELETE ),
			// Address of the list of all artworks of our own post type; "": there is none.
			'archive_slug'       => is_string( $stored['archive_slug'] ?? null ) ? $stored['archive_slug'] : '',
			// Whether the pages of products and artworks show the Art ID without a block.
			'show_art_id'        => self::one_of( $stored['show_art_id'] ?? null, self::SHOW ),
			// Whether a paid order asks for a certificate of each artwork in it.
			'certify_sales'      => self::one_of( $stored['certify_sales'] ?? null, self::SHOW ),
			'reserved_as'        => self::one_of( $stored['reserved_as'] ?? null, self::RESERVED_AS ),
		);
	}

	/**
	 * @param array<string, mixed> $changes
	 * @return array<string, string> The settings before.
	 * @throws Read_Failed Where the database did not tell them, or refused the new ones.
	 */
	public static function update( array $changes ): array {
		list( $before, $has_from ) = Options::read_to_change(
			static function (): array {
				return array( self::get(), null !== self::readable_from( get_option( self::FROM ) ) );
			}
		);

		$after = array_intersect_key( $changes, $before ) + $before;
		// First: without it every artwork of the site is new.
		if ( 'automatic' === $after['register_mode'] && ( 'automatic' !== $before['register_mode'] || ! $has_from ) ) {
			Options::save( self::FROM, self::from_now(), true );
		}
		Options::save( self::OPTION, $after, true );
		return $before;
	}

	public static function is_automatic(): bool {
		return 'automatic' === self::get()['register_mode'];
	}

	/**
	 * Works that existed when the owner chose "every new work" are not new: they keep their choice, or stay undecided.
	 *
	 * @return array{after_id: int, since: string} New are posts with a higher id, and posts that were published later (GMT, as WordPress stores it).
	 * @throws Read_Failed Where it could not be read: every artwork would be new.
	 */
	public static function automatic_from(): array {
		$from = self::readable_from( Read_Check::option( self::FROM ) );
		if ( null === $from ) {
			// Another program removed or spoiled it. Without it every artwork of the site is new.
			$from = self::from_now();
			Options::save( self::FROM, $from, true );
		}
		return $from;
	}

	/**
	 * @param mixed $stored
	 * @return array{after_id: int, since: string}|null
	 */
	private static function readable_from( $stored ): ?array {
		$after_id = is_array( $stored ) ? $stored['after_id'] ?? null : null;
		$since    = is_array( $stored ) ? $stored['since'] ?? null : null;
		$is_time  = is_string( $since ) && 1 === preg_match( '/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/D', $since );
		return is_int( $after_id ) && $is_time ? array(
			'after_id' => $after_id,
			'since'    => $since,
		) : null;
	}

	/** @return array{after_id: int, since: string} */
	private static function from_now(): array {
		global $wpdb;
		return array(
			'after_id' => Sql::number( "SELECT MAX(ID) FROM $wpdb->posts" ),
			'since'    => gmdate( 'Y-m-d H:i:s', Clock::now() ),
		);
	}

	/** Fixed at the first connection, so that switching WooCommerce on later never splits the installation in two. */
	public static function platform(): string {
		$platform = Read_Check::option( self::PLATFORM );
		return is_string( $platform ) && '' !== $platform ? $platform : self::platform_now();
	}

	public static function fix_platform(): void {
		Options::add( self::PLATFORM, self::platform_now() );
	}

	/** @return list<string> The sources that were there when the sync service called last; empty before the first call. */
	public static function sources(): array {
		$stored = get_option( self::SOURCES, array() );
		return is_array( $stored ) ? array_values( array_filter( $stored, 'is_string' ) ) : array();
	}

	/** @param list<string> $ids */
	public static function set_sources( array $ids ): void {
		Options::save( self::SOURCES, $ids, true );
	}

	public static function remove(): void {
		Options::remove( self::OPTION, self::FROM, self::SOURCES, self::PLATFORM );
	}

	private static function platform_now(): string {
		// phpcs:ignore WordPress.WP.CapitalPDangit -- The registry's name of the platform.
		return class_exists( 'WooCommerce', false ) ? 'woocommerce' : 'wordpress';
	}

	/**
	 * @param mixed         $value
	 * @param array<string> $allowed First one is the default.
	 */
	private static function one_of( $value, array $allowed ): string {
		return is_string( $value ) && in_array( $value, $allowed, true ) ? $value : $allowed[0];
	}
}
