<?php
/**
 * Plugin Name:       Artwork Registry Connector
 * Description:       Gives each artwork a permanent Art ID and keeps its registry entry up to date.
 * Version:           0.1.0
 * Requires at least: 6.6
 * Requires PHP:      7.4
 * Author:            Artwork Registry contributors
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * WC requires at least: 9.0
 * WC tested up to:   10.5
 * Text Domain:       artwork-registry-connector
 *
 * Table of contents of the plugin:
 *   includes/Hooks.php  every hook of WordPress this plugin listens to, on one page
 *   includes/Admin      menu, list column, notices, scripts          includes/Frontend   blocks, structured data
 *   includes/Cli        wp artwork-registry …                         includes/Health     Site Health, e-mail
 *   includes/Rest       the routes: /daemon for the sync service, /screen for our own screens
 *   includes/Orders     what the owner may order, from a screen or the command line
 *   includes/Protocol   signed requests of the sync service (docs/site-protocol.md)
 *   includes/View       what screens and commands show: states, lists, error texts
 *   includes/Sync       from a saved work to a page of changes for the sync service
 *   includes/Work       one work as the registry gets it, and what is wrong with it
 *   includes/Mapping    the owner's mapping: where each field of the registry comes from
 *   includes/Source     where works come from (products, our own post type, other post types), one interface; which the owner chose
 *   includes/Store      the only code that knows tables and option names
 * Each folder refers only to folders below it (tools/layers.php checks that).
 *   src                 the screens (TypeScript), built into build/
 *
 * @package ArtworkRegistry
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

define( 'ARTWORK_REGISTRY_VERSION', '0.1.0' );
define( 'ARTWORK_REGISTRY_FILE', __FILE__ );

require_once __DIR__ . '/includes/Autoloader.php';

ArtworkRegistry\Autoloader::register();
ArtworkRegistry\Exact_Output::begin();
ArtworkRegistry\Hooks::register();
