<?php
/**
 * Collects in memory which works a request touched and writes them in one upsert: at shutdown, and every 100 works or 2 s,
 * so that a killed import loses at most that. Never builds a payload, never talks to the network.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Network;
use ArtworkRegistry\Source\Site_Rules;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Picture_Index;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Variation_Summaries;
use WP_Post;

final class Change_Collector {
	private const FLUSH_WORKS = 100;
	private const FLUSH_MS    = 2000;

	/** @var array<int, Site_Changes> By site of the network: what is saved while another site is switched to belongs there. */
	private static $sites = array();
	/** @var array<int, int> */
	private static $written = array();

	/** @return array<int, int> Site → how many times this request has written changes of it. */
	public static function times_written(): array {
		return self::$written;
	}

	public static function add( int $external_id, string $source ): void {
		// Ignores posts that are not works by the owner's choice, except their deletion, because they may have been works.
		if ( ! isset( self::here()->deleted[ $external_id ] ) && ! Source_Choice::current()->is_chosen( $source ) ) {
			return;
		}
		self::here()->touched[ $external_id ] = $source;
		self::flush_if_due();
	}

	/**
	 * Notes a post that is a work, a part of one, or both: with a variation also its product, with a product also its variations.
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
				self::here()->touched[ (int) $post->post_parent ] = $work[1];
				if ( 'publish' !== $post->post_status ) {
					self::hide( $post );
				}
			} elseif ( $concerns_parts ) {
				self::here()->products[ $post->ID ] = true;
			}
		}
		self::add( $work[0], $work[1] );
	}

	/** A variation that is disabled, in the trash or gone: the page of its product leaves it out from this request on. */
	public static function hide( WP_Post $variation ): void {
		if ( ! Variations::is_used() ) {
			return;
		}
		self::here()->hidden[ $variation->ID ] = (int) $variation->post_parent;
		if ( Settings::is_automatic() && ! isset( self::here()->split[ $variation->post_parent ] ) ) {
			// Checked here, because the product may no longer be loaded at the end of the request.
			$product                                       = Variations::product_of( $variation );
			self::here()->split[ $variation->post_parent ] = null !== $product && Variations::is_split( $product );
		}
	}

	public static function add_deleted( int $external_id, string $source, string $title ): void {
		self::here()->deleted[ $external_id ] = $title;
		self::add( $external_id, $source );
	}

	/** Notes a fresh upload, which no work can show yet. Searching for such works would read the pictures of the whole site. */
	public static function add_upload( int $attachment_id ): void {
		self::here()->uploaded[ $attachment_id ] = true;
	}

	/** A post shows this picture from now on; 0: none. */
	public static function use_picture( int $post_id, int $attachment_id ): void {
		unset( self::here()->uploaded[ $attachment_id ] );
		self::here()->shown[ $post_id ] = $attachment_id;
		self::flush_if_due();
	}

	public static function add_picture( int $attachment_id ): void {
		if ( isset( self::here()->uploaded[ $attachment_id ] ) ) {
			return;
		}
		self::here()->pictures[ $attachment_id ] = true;
		self::flush_if_due();
	}

	/** Writes what this site's part of the request has touched. */
	public static function flush(): void {
		$id = get_current_blog_id();
		if ( ! isset( self::$sites[ $id ] ) ) {
			// Every page of every visitor ends here, so nothing is read, not even an option.
			return;
		}
		$changes = self::$sites[ $id ];
		unset( self::$sites[ $id ] );
		if ( ( ! $changes->touched && ! $changes->pictures && ! $changes->shown && ! $changes->hidden ) || ! Network::is_active_here() ) {
			return;
		}
		try {
			self::write( $changes );
			self::$written[ $id ] = ( self::$written[ $id ] ?? 0 ) + 1;
		} catch ( \Throwable $error ) {
			// The owner's save has succeeded, and an error here must not make it look failed.
			Log::error( 'A change could not be recorded: ' . $error->getMessage() );
			Missed_Changes::record();
		}
	}

	/** shutdown: also for the sites of a network that the request has switched to. */
	public static function flush_all(): void {
		self::flush();
		foreach ( array_keys( self::$sites ) as $id ) {
			switch_to_blog( $id );
			self::flush();
			restore_current_blog();
		}
	}

	private static function here(): Site_Changes {
		$id = get_current_blog_id();
		if ( ! isset( self::$sites[ $id ] ) ) {
			self::$sites[ $id ] = new Site_Changes();
		}
		return self::$sites[ $id ];
	}

	private static function flush_if_due(): void {
		$now            = Clock::now_ms();
		$changes        = self::here();
		$changes->since = $changes->since > 0 ? $changes->since : $now;
		if ( max( count( $changes->touched ), count( $changes->shown ) ) + count( $changes->pictures ) >= self::FLUSH_WORKS
			|| $now - $changes->since >= self::FLUSH_MS ) {
			self::flush();
		}
	}

	private static function write( Site_Changes $changes ): void {
		$pictures = array_keys( $changes->pictures );
		$touched  = $changes->touched;
		$deleted  = $changes->deleted;
		$hidden   = $changes->hidden;
		if ( $changes->shown ) {
			Picture_Index::save( $changes->shown );
		}
		if ( $pictures ) {
			Outbox::touch_by_thumbnail( $pictures, Sources::chosen_by_type() );
		}
		$touched  = self::without_translations( $touched, $deleted );
		$products = array_values( array_intersect( array_keys( $changes->products ), array_keys( array_diff_key( $touched, $deleted ) ) ) );
		// Chooses nothing that cannot be a work now: disabled variations, and products whose variations are the works. This keeps a save that
		// takes something off the page within two queries, too.
		$no_works = array_diff_key( $hidden, $deleted ) + array_filter( $changes->split );
		// Before choosing: a work that a rule keeps out is not chosen.
		Site_Rules::remember( array_keys( array_diff_key( $touched, $deleted ) ) );
		if ( $products ) {
			$touched = self::write_with_parts( $touched, $deleted, $products, $no_works );
		}
		if ( Settings::is_automatic() ) {
			Status::choose_new( array_keys( array_diff_key( $touched, $deleted, $no_works ) ) );
		}
		// A deleted work that was never chosen nor sent leaves no tombstone.
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
	 * @param list<int>          $products
	 * @param array<int, mixed>  $no_works   Not chosen by this save: see `write`.
	 * @return array<int, string> What is left to be written.
	 */
	private static function write_with_parts( array $touched, array $deleted, array $products, array $no_works ): array {
		$ids  = array_keys( array_diff_key( $touched, $deleted ), Product_Source::ID, true );
		$open = array_values( array_diff( $ids, array_keys( $no_works ) ) );
		if ( $open && Settings::is_automatic() ) {
			Status::choose_new_with_parts( $open, array_values( array_intersect( $products, $open ) ) );
		}
		Outbox::touch_with_parts( $ids, $products, Product_Source::ID );
		return array_diff_key( $touched, array_flip( $ids ) );
	}

	/**
	 * Leaves out translations, except those with an Art ID of their own, whose updates the owner may be stopping.
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
			if ( $row['was_sent'] ) {
				$worth[ $id ] = true;
			} else {
				$unheard[] = $id;
			}
		}
		Outbox::remove( ...$unheard );
		return $worth;
	}
}
