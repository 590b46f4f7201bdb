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
	public static function clear_site(): void {
		$keeps = 'keep' === Settings::get()['on_delete'];
		self::tell_service();
		Left_Services::remove_all();
		// Without the plugin nothing answers the sync service, so its secret has no use and must not stay.
		Connection::remove();
		Printed_Early::remove();
		Failed_Calls::remove();
		Identity::remove();
		Failure_Log::remove();
		Mail_Log::remove();
		Inbox_Address::forget();
		Pictures::remove();
		Doubled_Skus::remove();
		Slow_Looks::remove();
		Failure_Notice::unschedule();
		Summary_Text::forget();
		Counts::remove();
		Welcome_Notice::remove();
		Bulk_Question::remove();
		if ( 'pages' === Settings::get()['artworks_on_delete'] ) {
			Artwork_Pages::make( $keeps );
		}
		if ( $keeps ) {
			return;
		}
		Schema::drop();
		Setup::remove();
		Artwork_Address::remove();
		Offboarding::remove();
		Settings::remove();
		Mapping_Store::remove();
		Source_Choices::remove();
		Checks::remove();
		Background_Progress::remove();
		Missed_Changes::remove();
		Missed_Orders::remove();
		Variation_Choice::remove();
		Art_Ids::remove();
		Variation_Summaries::remove();
		delete_post_meta_by_key( Paid_Orders::META );
		delete_post_meta_by_key( Reserved_Works::META );
		delete_post_meta_by_key( Product_Offer::MARK );
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
