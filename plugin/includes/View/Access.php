<?php
/**
 * Who may open which of our screens. Owners connect, hold keys and delete; staff work with artworks. Our screens show and order all works
 * of the site, so they are for those who may edit every one of them. What is about one work asks for the right to that work
 * (Orders\Owner_Orders), and so do its editor and its list in WordPress, which remain for those who may edit only some.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Work_Types;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;

final class Access {
	/** Held by somebody who may not edit products, these open no screen that shows products. */
	private const STAFF = array( 'manage_woocommerce', 'edit_others_posts' );

	/** The rights over all works of a post type: to show them, private ones too, and to publish what they say. */
	private const OF_A_TYPE = array( 'edit_others_posts', 'edit_private_posts', 'publish_posts' );

	/** The capability that connecting, settings and deletion need. */
	public static function owner_capability(): string {
		/**
		 * Filters who may connect the site, change settings and delete what the plugin has stored.
		 *
		 * @param string $capability
		 */
		return (string) apply_filters( 'artwork_registry_owner_capability', 'manage_options' );
	}

	/** Of the capabilities that open the screens about artworks, one that the user has; of a user who has none, the owner's. */
	public static function staff_capability(): string {
		$owner = self::owner_capability();
		if ( current_user_can( $owner ) ) {
			return $owner;
		}
		/**
		 * Filters who may work with artworks on our screens. One of these capabilities is enough; those given count only for users who may
		 * edit and publish every artwork.
		 *
		 * @param list<string> $capabilities
		 */
		foreach ( (array) apply_filters( 'artwork_registry_staff_capabilities', self::STAFF ) as $capability ) {
			$capability = (string) $capability;
			if ( current_user_can( $capability ) && ( ! in_array( $capability, self::STAFF, true ) || self::may_edit_every_work() ) ) {
				return $capability;
			}
		}
		return $owner;
	}

	public static function is_owner(): bool {
		return current_user_can( self::owner_capability() );
	}

	public static function is_staff(): bool {
		return current_user_can( self::staff_capability() );
	}

	/** Whether the user may edit and publish all works there are, whatever their source. What is ordered for all of them needs it. */
	public static function may_edit_every_work(): bool {
		$types = array_keys( Work_Types::chosen() );
		foreach ( $types as $type ) {
			if ( ! self::may_edit_all_of( $type ) && self::has_posts( $type ) ) {
				return false;
			}
		}
		// A damaged choice of sources says of no work what it is.
		return array() !== $types || self::is_owner();
	}

	/** Whether the user may see all that the works of this source hold, and say which of it becomes public: those to come, too. */
	public static function may_edit_source( string $source_id ): bool {
		$types = array_keys( Work_Types::all(), $source_id, true );
		foreach ( $types as $type ) {
			if ( ! self::may_edit_all_of( $type ) ) {
				return false;
			}
		}
		// What a source that is not there would hold, only an owner may say.
		return array() !== $types || self::is_owner();
	}

	/** Whether the user may read what this site and the registry say of the work with this number. Of one that is gone, staff may. */
	public static function may_see_work( int $id ): bool {
		$type = get_post_type( $id );
		return false === $type ? self::is_staff() : null !== Sources::of_type( $type ) && current_user_can( 'edit_post', $id );
	}

	/** For a user who may edit some works or none: what to do. */
	public static function refusal(): string {
		return __( 'This is about all artworks of the site, and you are not allowed to edit all of them. Ask an administrator or a shop manager. You can still register your own where you edit them.', 'artwork-registry-connector' );
	}

	private static function may_edit_all_of( string $type ): bool {
		if ( self::is_owner() ) {
			return true;
		}
		$object = get_post_type_object( $type );
		foreach ( self::OF_A_TYPE as $name ) {
			// A post type with rules of its own may know no private posts.
			if ( null !== $object && isset( $object->cap->$name ) && ! current_user_can( $object->cap->$name ) ) {
				return false;
			}
		}
		return null !== $object;
	}

	private static function has_posts( string $type ): bool {
		global $wpdb;
		try {
			return array() !== Sql::rows_of( "SELECT ID FROM $wpdb->posts WHERE post_type = " . Sql::literal( $type ) . " AND post_status <> 'auto-draft' LIMIT 1" );
		} catch ( Read_Failed $failed ) {
			// Nobody sees more because the database does not answer.
			return true;
		}
	}
}
