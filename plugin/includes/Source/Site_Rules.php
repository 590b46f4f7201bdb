<?php
/**
 * The rules of this site's own code about what may be registered: the filter artwork_registry_may_register. PHP is asked for one work at
 * a time, but lists and counts decide in SQL, so the verdict is stored with the work whenever it is saved, checked or sent. Where no code
 * listens, nothing is asked, stored or read.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use WP_Post;

final class Site_Rules {
	public const FILTER = 'artwork_registry_may_register';

	public static function is_used(): bool {
		return false !== has_filter( self::FILTER );
	}

	public static function allow( WP_Post $post ): bool {
		if ( ! self::is_used() ) {
			return true;
		}
		try {
			/**
			 * Whether this post may be registered. Asked for posts that WordPress and the owner's settings let through, and for those that were
			 * saved or that the review looks at; may be asked several times in a request.
			 *
			 * @param bool    $may_register True.
			 * @param WP_Post $post         The artwork: a product, a variation, a post.
			 */
			return (bool) apply_filters( self::FILTER, true, $post ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- prefixed
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			// A rule that throws must not make a registered work leave, so its last verdict counts.
			Log::error( 'A filter of artwork_registry_may_register failed: ' . $error->getMessage() );
			return array() === Status::barred( array( $post->ID ) );
		}
	}

	/**
	 * Stores the verdict of the rules on these posts: two queries, and a third where something changed.
	 *
	 * @param array<int> $ids
	 */
	public static function remember( array $ids ): void {
		if ( ! $ids || ! self::is_used() ) {
			return;
		}
		$verdicts = array();
		foreach ( $ids as $id ) {
			$post            = get_post( $id );
			$verdicts[ $id ] = ! $post instanceof WP_Post || self::allow( $post );
		}
		self::keep( $verdicts );
	}

	/** @param array<int, bool> $verdicts Post → whether the rules allow it. */
	public static function keep( array $verdicts ): void {
		if ( $verdicts && self::is_used() ) {
			Status::save_barred( array_keys( $verdicts ), array_keys( $verdicts, false, true ) );
		}
	}

	/** SQL condition: no rule keeps the post under this alias out. */
	public static function sql_allow( string $alias ): string {
		return self::is_used() ? Status::sql_not_barred( $alias ) : '1 = 1';
	}
}
