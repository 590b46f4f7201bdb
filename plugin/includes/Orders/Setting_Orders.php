<?php
/**
 * Saves the owner's settings, and sends the works again that a setting changes in the registry.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Orders;

use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Artwork_Archive;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Reserved_Works;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;

final class Setting_Orders {
	/** @param array<string, mixed> $changes Checked; names that are not settings are left out. */
	public static function save( array $changes ): void {
		$before = Settings::update( $changes );
		if ( Settings::get()['archive_slug'] !== $before['archive_slug'] ) {
			Artwork_Archive::forget_rules();
		}
		$reserved = Settings::get()['reserved_as'] === $before['reserved_as'] ? array() : Reserved_Works::list();
		if ( $reserved ) {
			Outbox::touch( Sources::of_posts( $reserved ) );
			Wake_Up::send();
		}
	}
}
