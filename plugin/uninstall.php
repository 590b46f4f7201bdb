<?php
/**
 * Removes what the plugin stored about the registry. The artworks themselves are the gallery's and stay.
 *
 * @package ArtworkRegistry
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

require_once __DIR__ . '/includes/Autoloader.php';

ArtworkRegistry\Autoloader::register();
ArtworkRegistry\Store\Tables::drop();
ArtworkRegistry\Store\Connection::remove();
ArtworkRegistry\Store\Settings::remove();
ArtworkRegistry\Store\Mapping_Store::remove();
ArtworkRegistry\Store\Checks::remove();
ArtworkRegistry\Store\Art_Ids::remove();
delete_post_meta_by_key( ArtworkRegistry\Source\Woocommerce\Paid_Orders::META );
delete_post_meta_by_key( ArtworkRegistry\Source\Woocommerce\Product_Offer::MARK );
