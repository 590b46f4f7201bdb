<?php
/**
 * After activation: one notice on the dashboard and the plugins screen that leads to Connect. It goes when the user dismisses it, and for
 * everybody once the site is connected.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\View\Access;

final class Welcome_Notice {
	public const ACTION = 'artwork_registry_dismiss';

	private const META = 'artwork_registry_welcome_dismissed';

	/** admin_notices */
	public static function show(): void {
		$screen = get_current_screen();
		if ( null === $screen || ! in_array( $screen->id, array( 'dashboard', 'plugins' ), true ) || ! Access::is_owner() || ! Screens::is_new()
			|| '1' === get_user_meta( get_current_user_id(), self::META, true ) ) {
			return;
		}
		echo '<div class="notice notice-info is-dismissible" id="artwork-registry-welcome"><p><strong>'
			. esc_html__( 'Artwork Registry is active.', 'artwork-registry-connector' ) . '</strong> '
			. esc_html__( 'Connect your gallery to give its artworks permanent Art IDs. Nothing is sent before you agree.', 'artwork-registry-connector' )
			. '</p><p><a class="button button-primary" href="' . esc_url( Screens::url( 'connect' ) ) . '">'
			. esc_html__( 'Connect', 'artwork-registry-connector' ) . '</a></p></div>';
		wp_print_inline_script_tag(
			sprintf(
				'document.getElementById("artwork-registry-welcome").addEventListener("click",function(e){if(e.target.closest(".notice-dismiss"))fetch(%s,{method:"POST",keepalive:true,credentials:"same-origin",body:new URLSearchParams(%s)});});',
				wp_json_encode( admin_url( 'admin-ajax.php' ) ),
				wp_json_encode(
					array(
						'action'      => self::ACTION,
						'_ajax_nonce' => wp_create_nonce( self::ACTION ),
					)
				)
			)
		);
	}

	/** wp_ajax_artwork_registry_dismiss */
	public static function dismiss(): void {
		check_ajax_referer( self::ACTION );
		update_user_meta( get_current_user_id(), self::META, '1' );
		wp_die( '', '', array( 'response' => 204 ) );
	}

	public static function remove(): void {
		delete_metadata( 'user', 0, self::META, '', true );
	}
}
