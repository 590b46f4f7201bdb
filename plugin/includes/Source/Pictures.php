<?php
/**
 * The picture that a work is registered with: its featured image in the large size. A work whose picture several works show, or is
 * the shop's placeholder, is registered without one, because such a picture identifies no work.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Options;
use ArtworkRegistry\Store\Picture_Index;
use ArtworkRegistry\Store\Pictures_Unread;
use ArtworkRegistry\Store\Post_Cache;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Slow_Looks;
use ArtworkRegistry\Store\Sql;
use RuntimeException;

final class Pictures {
	private const FEATURED = Picture_Index::FIELD;

	private const STILL_READING = 'The pictures of this site are still being read, which the next visits of the sync service continue.';
	/** A table that was corrected is read so often in all until it says what was written. */
	private const TRIES = 3;
	/** Pixels a side: what WordPress itself scales an upload down to. */
	private const LARGEST_ORIGINAL = 2560;

	private const CATALOGUE    = 'artwork_registry_shared_pictures';
	private const KEPT_SECONDS = 300;
	/** From this many pictures on, a page belongs to a large job. */
	private const MANY = 40;
	/** In a shop that shares more pictures than that, each page is queried by itself. */
	private const MOST_KEPT = 5000;

	/**
	 * Of the works primed last.
	 *
	 * @var array<int, array<string, bool>> Site of the network → custom field and value → whether more than one public work shows it.
	 */
	private static $is_shared = array();
	/** @var array<int, list<string>> Site → custom fields of pictures that the owner's mapping reads beside the featured one. */
	private static $mapped = array();
	/** @var array<int, list<string>> The same of all sources, not only of those primed last. */
	private static $mapped_anywhere = array();

	public static function forget(): void {
		unset( self::$is_shared[ get_current_blog_id() ] );
	}

	public static function remove(): void {
		Options::remove( self::CATALOGUE );
	}

	/**
	 * The mapping is in a layer above and registers here which fields it reads.
	 *
	 * @param list<string> $keys     Of the works that are primed next.
	 * @param list<string> $anywhere Of the works of all sources.
	 */
	public static function set_mapped( array $keys, array $anywhere ): void {
		self::$mapped[ get_current_blog_id() ]          = $keys;
		self::$mapped_anywhere[ get_current_blog_id() ] = $anywhere;
	}

	/** @return list<string> Custom fields of pictures beside the featured one. */
	private static function mapped(): array {
		return array_values( array_diff( self::$mapped[ get_current_blog_id() ] ?? array(), array( self::FEATURED ) ) );
	}

	/**
	 * Three queries for any number of works, four where the mapping reads other fields. Does not use the object cache, which an import may have left stale.
	 *
	 * @param array<int> $post_ids
	 */
	public static function prime( array $post_ids ): void {
		$featured = array();
		$values   = array();
		$mapped   = array();
		foreach ( $post_ids as $post_id ) {
			$value                      = self::value( (int) $post_id, self::FEATURED );
			$featured[ (int) $post_id ] = is_numeric( $value ) ? max( 0, (int) $value ) : 0;
			$values[ self::name( self::FEATURED, $value ) ] = $value;
			foreach ( self::mapped() as $key ) {
				$value                                = self::value( (int) $post_id, $key );
				$mapped[ self::name( $key, $value ) ] = $value;
			}
		}
		$mapped = array_filter( $mapped );
		$values = array_filter( $values ) + $mapped;
		$ids    = array_values( array_unique( array_map( 'intval', array_filter( $values, 'is_numeric' ) ) ) );
		Post_Cache::prime( $ids );
		$site = get_current_blog_id();

		$shared = $featured ? self::shared_featured( $featured ) : array();
		if ( $mapped ) {
			// In a large catalogue even a few values would be looked for in the fields of the whole site.
			$is_few  = count( $mapped ) < self::MANY && ! Slow_Looks::is_slow( Slow_Looks::PICTURES );
			$shared += $is_few ? self::shared( self::mapped(), array_values( $mapped ) ) : self::shared_in_catalogue( array_values( $mapped ) );
		}
		// After all reads: where one fails, nothing is known of these.
		$none                     = array_fill_keys( array_keys( $values ), false );
		self::$is_shared[ $site ] = array_intersect_key( $shared, $none ) + $none;
	}

	/**
	 * As `shared`, for a page of a large job. WordPress has no index on the values of custom fields, so each page would read the pictures of the
	 * whole site: they are read once for all pages of some minutes. The background check finds pictures that become shared in between.
	 *
	 * @param list<string> $values
	 * @return array<string, true>
	 */
	private static function shared_in_catalogue( array $values ): array {
		return self::read_catalogue() ?? self::shared( self::mapped(), $values );
	}

	/** @return array<string, true>|null Null: too many to be kept. */
	public static function read_catalogue(): ?array {
		$fields = array_values( array_diff( array_unique( self::$mapped_anywhere[ get_current_blog_id() ] ?? array() ), array( self::FEATURED ) ) );
		if ( ! $fields ) {
			return array();
		}
		$known = Read_Check::option( self::CATALOGUE );
		$age   = is_array( $known ) ? Clock::now() - Clock::bounded( (int) ( $known['at'] ?? 0 ), 0 ) : self::KEPT_SECONDS;
		if ( ! is_array( $known ) || ( $known['fields'] ?? null ) !== $fields || $age >= self::KEPT_SECONDS ) {
			$shared = self::shared( $fields, null );
			$known  = array(
				'fields' => $fields,
				'at'     => Clock::now(),
				'shared' => count( $shared ) > self::MOST_KEPT ? null : $shared,
			);
			Options::note( self::CATALOGUE, $known );
		}
		return is_array( $known['shared'] ) ? $known['shared'] : null;
	}

	/**
	 * @param list<string>      $fields
	 * @param list<string>|null $values Of these; null: of all works.
	 * @return array<string, true> Those that more than one public work shows.
	 */
	private static function shared( array $fields, ?array $values ): array {
		global $wpdb;
		$condition = null === $values ? "m.meta_value NOT IN ('', '0')" : 'm.meta_value IN (' . Sql::words( $values ) . ')';
		$shared    = array();
		$sql       = self::sql_shown_twice(
			$wpdb->postmeta,
			'm.meta_key IN (' . Sql::words( $fields ) . ") AND $condition",
			'm.meta_key AS field, m.meta_value AS value'
		);
		foreach ( Slow_Looks::run( Slow_Looks::PICTURES, fn() => Sql::rows_of( $sql ) ) as $row ) {
			$shared[ self::name( (string) $row['field'], (string) $row['value'] ) ] = true;
		}
		return $shared;
	}

	/**
	 * One query, which also reads what the table says of these posts, and whether it is whole: another process may have begun to fill it.
	 *
	 * @param array<int, int> $featured Post → attachment, as read; 0: none.
	 * @return array<string, true>
	 * @throws Pictures_Unread Where the table is not whole, or is not what was written just now: a replica of the database lags behind.
	 */
	private static function shared_featured( array $featured, int $tries = self::TRIES ): array {
		$attachments = array_values( array_unique( array_filter( $featured ) ) );
		$sql         = self::sql_shown_twice( Picture_Index::sql_fields( $attachments ), '1 = 1', 'NULL AS post_id, m.meta_value AS picture' )
			. ' UNION ALL ' . Picture_Index::sql_of( array_keys( $featured ) );
		$rows        = Sql::rows_of( $sql );
		if ( $attachments && ! Picture_Index::was_filled( $rows ) ) {
			// The table was lost, perhaps just now: without the other works each picture would be shown by one alone.
			self::fill_index();
			$rows = Sql::rows_of( $sql );
			if ( ! Picture_Index::was_filled( $rows ) ) {
				throw new Pictures_Unread( self::STILL_READING, true );
			}
		}
		$known  = array();
		$shared = array();
		foreach ( $rows as $row ) {
			if ( null === $row['post_id'] ) {
				$shared[ self::name( self::FEATURED, (string) $row['picture'] ) ] = true;
			} else {
				$known[ (int) $row['post_id'] ] = (int) $row['picture'];
			}
		}
		$is_corrected = self::refused_for_all( static fn(): bool => Picture_Index::correct( $known, $featured ) );
		if ( ! $is_corrected ) {
			return $shared;
		}
		if ( 1 === $tries ) {
			throw new Pictures_Unread( 'The pictures of this site could not be read: the database answers with what it had before it was written to.', false );
		}
		return self::shared_featured( $featured, $tries - 1 );
	}

	/** @throws Pictures_Unread Where the table of pictures is not whole afterwards. */
	private static function fill_index(): void {
		if ( ! self::refused_for_all( array( Picture_Index::class, 'continue_filling' ) ) ) {
			throw new Pictures_Unread( self::STILL_READING, true );
		}
	}

	/**
	 * A refused row is said of the pictures of the site, so that no work is blamed for it.
	 *
	 * @param callable(): bool $write
	 * @throws Pictures_Unread Where the database refuses it.
	 */
	private static function refused_for_all( callable $write ): bool {
		$check = new Read_Check();
		try {
			return $write();
		} catch ( RuntimeException $refused ) {
			// Told by this: works that leave are answered all the same.
			$check->forgive();
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, or answered as JSON.
			throw new Pictures_Unread( 'The pictures of this site could not be read. ' . $refused->getMessage(), false );
		}
	}

	private static function sql_shown_twice( string $fields, string $condition, string $columns ): string {
		global $wpdb;
		return "SELECT $columns FROM $fields m JOIN $wpdb->posts p ON p.ID = m.post_id
			WHERE $condition AND p.post_status = 'publish' AND p.post_type IN (" . Sql::words( array_keys( Work_Types::all() ) ) . ')
			AND ' . Translations::sql_original( 'p' ) . '
			GROUP BY m.meta_key, m.meta_value HAVING SUM(' . Variations::sql_works_with_picture() . ') > 1';
	}

	/** Whether several public works have the same picture in this custom field, so that it identifies none of them. */
	public static function is_shared( int $post_id, string $key ): bool {
		$site  = get_current_blog_id();
		$value = self::value( $post_id, $key );
		$name  = self::name( $key, $value );
		if ( '' !== $value && ! isset( self::$is_shared[ $site ][ $name ] ) ) {
			// Not primed: a single work.
			self::$mapped[ $site ] = array_values( array_diff( array_unique( array_merge( self::mapped(), array( $key ) ) ), array( self::FEATURED ) ) );
			self::prime( array( $post_id ) );
		}
		return self::$is_shared[ $site ][ $name ] ?? false;
	}

	/** Whether the work has a picture of its own. A variation without one shows its product's. */
	public static function has_own( int $post_id ): bool {
		return self::id( $post_id ) > 0;
	}

	/** Of an attachment; null where there is none. Not left to WordPress, which would take the current post for id 0. */
	public static function of_attachment( int $id, string $size ): ?string {
		foreach ( $id > 0 ? array( $size, 'medium_large', 'medium' ) : array() as $one ) {
			$found = wp_get_attachment_image_src( $id, $one );
			if ( is_array( $found ) && '' !== $found[0] && ( $found[3] || ! self::is_huge( $id ) ) ) {
				return self::with_encoded_name( $id, $found[0] );
			}
		}
		return null;
	}

	/** WordPress puts the name of the file into the address as it is, and only the file says that "#" in it begins no fragment. */
	private static function with_encoded_name( int $id, string $address ): string {
		$name = pathinfo( wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) ), PATHINFO_FILENAME );
		return '' === $name ? $address : str_replace( $name, Web_Address::file( $name ), $address );
	}

	/** Where a size was never made, WordPress returns the original. One larger than WordPress scales uploads to is a scan and not handed out. */
	private static function is_huge( int $id ): bool {
		$metadata = wp_get_attachment_metadata( $id );
		return is_array( $metadata ) && max( (int) ( $metadata['width'] ?? 0 ), (int) ( $metadata['height'] ?? 0 ) ) > self::LARGEST_ORIGINAL;
	}

	/** The large size, because the original may be a 60 MB scan that the gallery does not hand out. */
	public static function url( int $post_id ): ?string {
		$id = self::id( $post_id );
		if ( 0 === $id || (int) get_option( 'woocommerce_placeholder_image', 0 ) === $id || self::is_shared( $post_id, self::FEATURED ) ) {
			return null;
		}
		return self::of_attachment( $id, 'large' );
	}

	private static function id( int $post_id ): int {
		return (int) self::value( $post_id, self::FEATURED );
	}

	private static function value( int $post_id, string $key ): string {
		$value = get_post_meta( $post_id, $key, true );
		return is_scalar( $value ) ? trim( (string) $value ) : '';
	}

	private static function name( string $key, string $value ): string {
		return $key . ' ' . $value;
	}
}
