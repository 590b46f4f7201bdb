<?php
/**
 * Reads posts and their fields past WordPress's cache: a persistent object cache may hold what an import or a restore has changed since, and
 * "none" for what could not be read once.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Post_Cache {
	/**
	 * Fills the cache with two queries. Terms are Term_Cache's.
	 *
	 * @param array<int> $ids
	 */
	public static function prime( array $ids ): void {
		self::forget( $ids );
		_prime_post_caches( $ids, false, true );
	}

	/** @param array<int> $ids */
	private static function forget( array $ids ): void {
		wp_cache_delete_multiple( $ids, 'posts' );
		wp_cache_delete_multiple( $ids, 'post_meta' );
	}

	/**
	 * WordPress has cached "none" for what it could not read, for visitors, too.
	 *
	 * @param array<int> $ids What was read since the check began.
	 * @throws Read_Failed Where a statement failed since then.
	 */
	public static function refuse_failures( Read_Check $check, array $ids ): void {
		try {
			$check->refuse_failures();
		} catch ( Read_Failed $failed ) {
			self::forget( $ids );
			throw $failed;
		}
	}
}
