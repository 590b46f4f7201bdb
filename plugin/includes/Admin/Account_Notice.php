<?php
/**
 * One notice about a problem with the account, for those who can solve it, on the dashboard and the plugins screen. Our own screens show it inside.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Overview;

final class Account_Notice {
	public static function show(): void {
		$screen = get_current_screen();
		if ( null === $screen || ! in_array( $screen->id, array( 'dashboard', 'plugins' ), true ) || ! Access::is_owner() ) {
			return;
		}
		$text = Overview::account_notice();
		if ( is_string( $text ) ) {
			echo '<div class="notice notice-error"><p><strong>' . esc_html__( 'Artwork Registry:', 'artwork-registry-connector' ) . '</strong> '
				. esc_html( $text ) . ' <a href="' . esc_url( Screen::url() ) . '">'
				. esc_html__( 'Open Artwork Registry', 'artwork-registry-connector' ) . '</a></p></div>';
		}
	}
}
