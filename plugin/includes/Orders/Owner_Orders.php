<?php
/**
 * What the owner may order, from a screen or the command line. Each order writes rows; the sync service carries it out.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Bulk_Removal;
use ArtworkRegistry\Store\Commands;
use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Variation_Summaries;
use ArtworkRegistry\Sync\Background_Check;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Works_Query;

final class Owner_Orders {
	/** About one work. */
	public const ORDERS = array( 'register', 'stop-updating', 'retry', 'recheck' );

	/** Whether the user may edit this post and publish posts of its type. */
	public static function may_order( int $id ): bool {
		return false === get_post_type( $id )
			? Access::is_staff()
			: current_user_can( 'edit_post', $id ) && current_user_can( 'publish_post', $id );
	}

	/** @param string $name One of ORDERS. */
	public static function order( string $name, int $external_id ): void {
		switch ( $name ) {
			case 'register':
				self::register( $external_id );
				break;
			case 'stop-updating':
				self::stop_updating( $external_id );
				break;
			case 'retry':
				self::retry( $external_id );
				break;
			default:
				self::recheck( $external_id );
		}
	}

	public static function register( int $external_id ): void {
		self::choose_one( $external_id, Status::CHOSEN, 'work.register' );
	}

	/** The registry page stays, marked as not for sale if the owner's setting says so. */
	public static function stop_updating( int $external_id ): void {
		self::choose_one( $external_id, Status::EXCLUDED, 'work.stop_updating' );
	}

	/** Sends the same content once more, for a work that was refused for a reason outside of it. */
	public static function retry( int $external_id ): void {
		self::order_retry( array( $external_id ) );
	}

	/**
	 * @param list<int> $ids
	 * @return int How many of them are works.
	 */
	public static function register_many( array $ids ): int {
		return self::choose_many( $ids, Status::CHOSEN, 'works.register' );
	}

	/**
	 * @param list<int> $ids
	 * @return int How many of them are works.
	 */
	public static function stop_updating_many( array $ids ): int {
		return self::choose_many( $ids, Status::EXCLUDED, 'works.stop_updating' );
	}

	/**
	 * Orders a retry only for works that need one, so a list of works without problems orders nothing.
	 *
	 * @param list<int> $ids
	 * @return int How many are tried again.
	 */
	public static function retry_many( array $ids ): int {
		$problem_ids = array();
		foreach ( Works_Query::find_many( Variations::with_variations( $ids ) ) as $id => $row ) {
			if ( 'attention' === $row['view'] ) {
				$problem_ids[] = $id;
			}
		}
		if ( $problem_ids ) {
			self::order_retry( $problem_ids );
		}
		return count( $problem_ids );
	}

	/** Ask the registry what it shows of this work, and compare. */
	public static function recheck( int $external_id ): void {
		Commands::insert( Commands::RECHECK, $external_id );
		Wake_Up::send();
	}

	/** @return int Works that will be looked at. */
	public static function register_all(): int {
		$total = Job_Walker::count( Jobs::REGISTER_ALL );
		Jobs::start( Jobs::REGISTER_ALL, $total );
		Events::record( 'works.register_all', 0, (string) $total );
		Wake_Up::send();
		return $total;
	}

	/**
	 * Compares this site, the sync service's journal and the registry. The sync service compares what it is shown, so works that are gone
	 * without a word are looked for here.
	 */
	public static function audit(): void {
		$last = 0;
		do {
			$last = Background_Check::bury_gone( $last );
		} while ( $last > 0 );
		Commands::insert( Commands::AUDIT );
		Wake_Up::send();
	}

	public static function sync(): void {
		Commands::insert( Commands::SYNC );
		Wake_Up::send();
	}

	/**
	 * @param string $answer One of Bulk_Removal::ANSWERS.
	 * @return int Works that it is about.
	 */
	public static function answer_bulk_removal( string $answer ): int {
		$works = Bulk_Removal::count();
		if ( $works > 0 ) {
			Bulk_Removal::answer( $answer );
			Events::record( 'removal.' . $answer, 0, (string) $works );
			Wake_Up::send();
		}
		return $works;
	}

	/** @param list<int> $ids */
	private static function order_retry( array $ids ): void {
		foreach ( $ids as $id ) {
			Commands::insert( Commands::RETRY, $id );
		}
		// A work that could not be built here has to be read once more, too.
		Outbox::touch( Sources::of_posts( $ids ) );
		// At the end: a work without an error is not tried again where the order is repeated.
		array_map( array( Status::class, 'clear_error' ), $ids );
		Wake_Up::send();
	}

	private static function choose_one( int $external_id, int $chosen, string $event ): void {
		if ( self::choose( array( $external_id ), $chosen ) > 0 ) {
			Events::record( $event, $external_id );
			Wake_Up::send();
		}
	}

	/**
	 * @param list<int> $ids
	 * @return int How many of them are works.
	 */
	private static function choose_many( array $ids, int $chosen, string $event ): int {
		$works = self::choose( $ids, $chosen );
		if ( $works > 0 ) {
			Events::record( $event, 0, (string) $works );
			Wake_Up::send();
		}
		return $works;
	}

	/**
	 * @param list<int> $ids
	 * @return int How many of them are works; the others are left alone.
	 */
	private static function choose( array $ids, int $chosen ): int {
		$sources = Sources::of_posts( Variations::with_variations( $ids ) );
		Status::choose( array_keys( $sources ), $chosen );
		if ( Status::CHOSEN === $chosen ) {
			Status::let_products_in( $ids );
		} elseif ( Variations::is_used() ) {
			Variation_Summaries::forget( array_keys( $sources ) );
		}
		Outbox::touch( $sources );
		return Variations::count_works( array_keys( $sources ) );
	}
}
