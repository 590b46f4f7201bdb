<?php
/**
 * Collects in memory which works a request touched and writes them in one upsert: at shutdown, and every 100 works or 2 s,
 * so that a killed import loses at most that. Never builds a payload, never talks to the network.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Variation_Summaries;
use WP_Post;

final class Change_Collector {
	private const FLUSH_WORKS = 100;
	private const FLUSH_MS    = 2000;

	/** @var array<int, string> external_id → source id */
	private static $touched = array();
	/** @var array<int, string> external_id → title of a deleted work */
	private static $deleted = array();
	/** @var array<int, true> Touched products all of whose variations may be other works now. */
	private static $wholes = array();
	/** @var array<int, int> Variations that visitors do not see now → their product. */
	private static $hidden = array();
	/** @var array<int, bool> Products of hidden variations → whether their variations are the works. */
	private static $split = array();
	/** @var array<int, true> Attachments that changed. */
	private static $pictures = array();
	/** @var int Unix milliseconds of the oldest entry; 0: there is none. */
	private static $since = 0;

	public static function add( int $external_id, string $source ): void {
		// What is no work by the owner's choice is nobody's business; only its end is, for it may have been one.
		if ( ! isset( self::$deleted[ $external_id ] ) && ! Source_Choice::current()->is_chosen( $source ) ) {
			return;
		}
		self::$touched[ $external_id ] = $source;
		self::flush_if_due();
	}

	/**
	 * A post that is a work, or a part of one, or both: with a variation its product is looked at, with a product its variations.
	 *
	 * @param bool $concerns_parts Whether the change of a product may be one of its variations.
	 */
	public static function add_post( WP_Post $post, bool $concerns_parts = true ): void {
		$work = Sources::work_of( $post );
		if ( null === $work ) {
			return;
		}
		if ( Variations::is_used() && Product_Source::ID === $work[1] ) {
			if ( Variations::is_variation( $post ) ) {
				self::$touched[ (int) $post->post_parent ] = $work[1];
				if ( 'publish' !== $post->post_status ) {
					self::hide( $post );
				}
			} elseif ( $concerns_parts ) {
				self::$wholes[ $post->ID ] = true;
			}
		}
		self::add( $work[0], $work[1] );
	}

	/** A variation that is switched off, in the trash or gone: the page of its product says nothing of it from this request on. */
	public static function hide( WP_Post $variation ): void {
		if ( ! Variations::is_used() ) {
			return;
		}
		self::$hidden[ $variation->ID ] = (int) $variation->post_parent;
		if ( Settings::is_automatic() && ! isset( self::$split[ $variation->post_parent ] ) ) {
			// Asked here, where the product is loaded; at the end of the request it may no longer be.
			$product = Variations::product_of( $variation );
			self::$split[ $variation->post_parent ] = null !== $product && Variations::is_split( $product );
		}
	}

	public static function add_deleted( int $external_id, string $source, string $title ): void {
		self::$deleted[ $external_id ] = $title;
		self::add( $external_id, $source );
	}

	public static function add_picture( int $attachment_id ): void {
		self::$pictures[ $attachment_id ] = true;
		self::flush_if_due();
	}

	public static function flush(): void {
		$touched        = self::$touched;
		$deleted        = self::$deleted;
		$pictures       = array_keys( self::$pictures );
		$wholes         = array_keys( self::$wholes );
		$hidden         = self::$hidden;
		$split          = self::$split;
		self::$hidden   = array();
		self::$split    = array();
		self::$wholes   = array();
		self::$touched  = array();
		self::$deleted  = array();
		self::$pictures = array();
		self::$since    = 0;
		if ( ! $touched && ! $pictures ) {
			// Every page of every visitor ends here: not even an option is looked up for it.
			return;
		}
		try {
			self::write( $touched, $deleted, $pictures, $wholes, $hidden, $split );
		} catch ( \RuntimeException $error ) {
			// The owner's save has succeeded; it must not look as if it had not.
			error_log( 'artwork-registry-connector: ' . $error->getMessage() ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions
		}
	}

	private static function flush_if_due(): void {
		$now         = Clock::now_ms();
		self::$since = self::$since > 0 ? self::$since : $now;
		if ( count( self::$touched ) + count( self::$pictures ) >= self::FLUSH_WORKS || $now - self::$since >= self::FLUSH_MS ) {
			self::flush();
		}
	}

	/**
	 * @param array<int, string> $touched
	 * @param array<int, string> $deleted
	 * @param list<int>          $pictures
	 * @param list<int>          $wholes
	 * @param array<int, int>    $hidden
	 * @param array<int, bool>   $split
	 */
	private static function write( array $touched, array $deleted, array $pictures, array $wholes, array $hidden, array $split ): void {
		if ( $pictures ) {
			Outbox::touch_by_thumbnail( $pictures, Sources::chosen_by_type() );
		}
		$touched = self::without_translations( $touched, $deleted );
		$wholes  = array_values( array_intersect( $wholes, array_keys( array_diff_key( $touched, $deleted ) ) ) );
		// Nothing is chosen that cannot be a work now: variations that are switched off, and their products where the others are the works,
		// which had their turn when they were saved. So a save that takes something off the page stays within two queries, too.
		$no_works = array_diff_key( $hidden, $deleted ) + array_filter( $split );
		if ( $wholes ) {
			$touched = self::write_with_parts( $touched, $deleted, $wholes, $no_works );
		}
		if ( Settings::is_automatic() ) {
			Status::choose_new( array_keys( array_diff_key( $touched, $deleted, $no_works ) ) );
		}
		// A deleted work that nobody ever chose or heard of leaves no tombstone.
		if ( $deleted ) {
			$touched = array_diff_key( $touched, array_diff_key( $deleted, self::worth_a_tombstone( array_keys( $deleted ) ) ) );
		}
		Outbox::touch( $touched, $deleted );
		if ( $hidden ) {
			Variation_Summaries::hide( $hidden );
		}
	}

	/**
	 * Products with all their variations: a statement each, whether they have three or sixty.
	 *
	 * @param array<int, string> $touched
	 * @param array<int, string> $deleted
	 * @param list<int>          $wholes
	 * @param array<int, mixed>  $no_works   Not chosen by this save: see `write`.
	 * @return array<int, string> What is left to be written.
	 */
	private static function write_with_parts( array $touched, array $deleted, array $wholes, array $no_works ): array {
		$ids  = array_keys( array_diff_key( $touched, $deleted ), Product_Source::ID, true );
		$open = array_values( array_diff( $ids, array_keys( $no_works ) ) );
		if ( $open && Settings::is_automatic() ) {
			Status::choose_new_with_parts( $open, array_values( array_intersect( $wholes, $open ) ) );
		}
		Outbox::touch_with_parts( $ids, $wholes, Product_Source::ID );
		return array_diff_key( $touched, array_flip( $ids ) );
	}

	/**
	 * A translation's edits are nothing to the registry, unless it has an Art ID of its own, which its owner may now be ending.
	 *
	 * @param array<int, string> $touched
	 * @param array<int, string> $deleted
	 * @return array<int, string>
	 */
	private static function without_translations( array $touched, array $deleted ): array {
		$translations = array();
		foreach ( Translations::groups( array_keys( array_diff_key( $touched, $deleted ) ) ) as $id => $group ) {
			if ( $group[0] !== $id ) {
				$translations[ $id ] = true;
			}
		}
		foreach ( $translations ? Status::choices( array_keys( $translations ) ) : array() as $id => $choice ) {
			if ( $choice['known'] ) {
				unset( $translations[ $id ] );
			}
		}
		return array_diff_key( $touched, $translations );
	}

	/**
	 * @param list<int> $ids
	 * @return array<int, true>
	 */
	private static function worth_a_tombstone( array $ids ): array {
		$worth = array();
		foreach ( Status::choices( $ids ) as $id => $choice ) {
			if ( $choice['known'] || Status::CHOSEN === $choice['chosen'] ) {
				$worth[ $id ] = true;
			}
		}
		$unheard = array();
		foreach ( Outbox::list_of( array_values( array_diff( $ids, array_keys( $worth ) ) ) ) as $id => $row ) {
			if ( $row['told'] ) {
				$worth[ $id ] = true;
			} else {
				$unheard[] = $id;
			}
		}
		Outbox::remove( ...$unheard );
		return $worth;
	}
}
