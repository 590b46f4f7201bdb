<?php
/**
 * Who may open which of our screens. Owners connect, hold keys and delete; staff work with artworks. Registering a work also needs the
 * right to publish its post (Orders\Owner_Orders).
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Access {
	/** The capability that connecting, settings and deletion need. */
	public static function owner_capability(): string {
		/**
		 * Filters who may connect the site, change settings and delete what the plugin has stored.
		 *
		 * @param string $capability
		 */
		return (string) apply_filters( 'artwork_registry_owner_capability', 'manage_options' );
	}

	/** Of the capabilities that open the screens about artworks, one that the user has; of a user who has none, the last. */
	public static function staff_capability(): string {
		/**
		 * Filters who may work with artworks on our screens. One of these capabilities is enough.
		 *
		 * @param list<string> $capabilities
		 */
		$capabilities = (array) apply_filters( 'artwork_registry_staff_capabilities', array( 'manage_woocommerce', 'edit_others_posts' ) );
		array_unshift( $capabilities, self::owner_capability() );
		$last = self::owner_capability();
		foreach ( $capabilities as $capability ) {
			$last = (string) $capability;
			if ( current_user_can( $last ) ) {
				return $last;
			}
		}
		return $last;
	}

	public static function is_owner(): bool {
		return current_user_can( self::owner_capability() );
	}

	public static function is_staff(): bool {
		return current_user_can( self::staff_capability() );
	}
}
