<?php
/**
 * Removes the data of one site when the plugin is deleted.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

use ArtworkRegistry\Admin\Bulk_Question;
use ArtworkRegistry\Admin\Welcome_Notice;
use ArtworkRegistry\Health\Failure_Notice;
use ArtworkRegistry\Orders\Missed_Orders;
use ArtworkRegistry\Protocol\Leave_Notice;
use ArtworkRegistry\Source\Artwork_Address;
use ArtworkRegistry\Source\Artwork_Pages;
use ArtworkRegistry\Source\Pictures;
use ArtworkRegistry\Source\Woocommerce\Doubled_Skus;
use ArtworkRegistry\Source\Woocommerce\Paid_Orders;
use ArtworkRegistry\Source\Woocommerce\Product_Offer;
use ArtworkRegistry\Source\Woocommerce\Reserved_Works;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Failure_Log;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Left_Services;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Printed_Early;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Store\Slow_Looks;
use ArtworkRegistry\Store\Source_Choices;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Store\Variation_Summaries;
use ArtworkRegistry\Sync\Clone_Guard;
use ArtworkRegistry\Sync\Missed_Changes;
use ArtworkRegistry\View\Inbox_Address;
use ArtworkRegistry\View\Summary_Text;

final class Uninstaller {
	/**
	 * Whatever the database refuses to remove, the rest goes.
	 *
	 * @throws \RuntimeException At the end, where something stayed. What the owner chose stays, too, for the next attempt.
	 */
	public static function clear_site(): void {
		$failed = array();
		$keeps  = true;
		try {
			$keeps = Read_Check::run( array( self::class, 'keeps' ) );
		} catch ( \Throwable $error ) {
			$failed[] = $error->getMessage();
		}
		foreach ( self::parts( $keeps ) as $part ) {
			try {
				Read_Check::run( $part );
			} catch ( \Throwable $error ) {
				$failed[] = $error->getMessage();
			}
		}
		if ( $failed ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- escaped where it is printed.
			throw new \RuntimeException( implode( ' ', array_unique( $failed ) ) );
		}
		if ( ! $keeps ) {
			Read_Check::run( array( Settings::class, 'remove' ) );
		}
	}

	/** Whether a new installation is to have the data. */
	public static function keeps(): bool {
		return 'keep' === Settings::get()['on_delete'];
	}

	/**
	 * Each by itself, in this order.
	 *
	 * @return list<callable(): mixed>
	 */
	private static function parts( bool $keeps ): array {
		$always = array(
			array( self::class, 'tell_service' ),
			array( Left_Services::class, 'remove_all' ),
			// Without the plugin nothing answers the sync service, so its secret has no use and must not stay.
			array( Connection::class, 'remove' ),
			array( Connection::class, 'remove_told' ),
			array( Printed_Early::class, 'remove' ),
			array( Failed_Calls::class, 'remove' ),
			array( Identity::class, 'remove' ),
			array( Failure_Log::class, 'remove' ),
			array( Mail_Log::class, 'remove' ),
			array( Inbox_Address::class, 'forget' ),
			array( Pictures::class, 'remove' ),
			array( Doubled_Skus::class, 'remove' ),
			array( Slow_Looks::class, 'remove' ),
			array( Failure_Notice::class, 'unschedule' ),
			array( Summary_Text::class, 'forget' ),
			array( Counts::class, 'remove' ),
			array( Welcome_Notice::class, 'remove' ),
			array( Bulk_Question::class, 'remove' ),
			array( self::class, 'leave_pages' ),
		);
		return $keeps ? $always : array_merge(
			$always,
			array(
				array( Setup::class, 'remove' ),
				array( Artwork_Address::class, 'remove' ),
				array( Offboarding::class, 'remove' ),
				array( Mapping_Store::class, 'remove' ),
				array( Source_Choices::class, 'remove' ),
				array( Checks::class, 'remove' ),
				array( Compared::class, 'remove' ),
				array( Background_Progress::class, 'remove' ),
				array( Missed_Changes::class, 'remove' ),
				array( Missed_Orders::class, 'remove' ),
				array( Variation_Choice::class, 'remove' ),
				array( Art_Ids::class, 'remove' ),
				array( Variation_Summaries::class, 'remove' ),
				array( self::class, 'remove_marks' ),
				// Last: a statement that fails makes the tables again.
				array( Schema::class, 'drop' ),
			)
		);
	}

	public static function leave_pages(): void {
		if ( 'pages' === Settings::get()['artworks_on_delete'] ) {
			Artwork_Pages::make( self::keeps() );
		}
	}

	public static function remove_marks(): void {
		foreach ( array( Paid_Orders::META, Reserved_Works::META, Product_Offer::MARK ) as $field ) {
			delete_post_meta_by_key( $field );
		}
	}

	/** So that it destroys key and journal. */
	public static function tell_service(): void {
		$pairing = Connection::find();
		$base    = null === $pairing ? null : ( $pairing['service_url'] ?? $pairing['wake_url'] );
		// A copy shares the pairing of its original, which must not be cut off by it.
		if ( null !== $pairing && null !== $base && null === Clone_Guard::look() ) {
			Leave_Notice::send(
				array(
					'base'   => $base,
					'reason' => 'uninstalled',
				) + $pairing
			);
		}
	}
}
