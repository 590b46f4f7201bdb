<?php
/**
 * Says on the plugins screen, before the plugin is deactivated or deleted, that the works stay in the registry as they are. Nobody would
 * update them any more, and works that are sold meanwhile would stay for sale.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Store\Status;
use ArtworkRegistry\View\Access;

final class Plugins_Screen {
	/** after_plugin_row_{plugin} */
	public static function show_row(): void {
		$text = is_network_admin() ? null : self::text();
		if ( null !== $text && current_user_can( 'activate_plugins' ) ) {
			echo '<tr class="plugin-update-tr active"><td colspan="4" class="plugin-update colspanchange"><div class="notice inline notice-warning notice-alt"><p>'
				. esc_html( $text )
				. (
					Access::is_owner()
					? ' <a href="' . esc_url( Screens::url( 'settings' ) ) . '">' . esc_html__( 'Disconnect', 'artwork-registry-connector' ) . '</a>'
					: ''
				)
				. '</p></div></td></tr>';
		}
	}

	/** admin_print_footer_scripts-plugins.php: asks the same as a question when somebody clicks Deactivate. */
	public static function ask(): void {
		$text = is_network_admin() ? null : self::text();
		if ( null !== $text ) {
			$row = wp_json_encode( '[data-plugin="' . plugin_basename( ARTWORK_REGISTRY_FILE ) . '"] .deactivate a' );
			wp_print_inline_script_tag(
				'document.querySelector( ' . $row . ' )?.addEventListener( "click", ( event ) => { if ( ! window.confirm( '
				. wp_json_encode( $text . "\n\n" . __( 'Deactivate all the same?', 'artwork-registry-connector' ) )
				. ' ) ) event.preventDefault(); }, true );'
			);
		}
	}

	/** @return string|null Null: the registry has no work of this site. */
	public static function text(): ?string {
		return ! Status::has_public() ? null : __(
			'Artworks of this site are in the artwork registry. They stay there as they are when this plugin is deactivated or deleted, and are no longer updated. To show them as not for sale, or to hide them, use Disconnect first.',
			'artwork-registry-connector'
		);
	}
}
