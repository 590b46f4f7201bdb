<?php
/**
 * Says on our screens and on the list of plugins that an older version was put back over the data of a newer one.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\View\Error_Texts;

final class Newer_Data_Notice {
	public static function show(): void {
		$screen  = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		$is_here = Screens::is_shown() || ( null !== $screen && 'plugins' === $screen->id );
		if ( $is_here && Schema::is_newer() ) {
			echo '<div class="notice notice-error"><p>' . esc_html( Error_Texts::of_newer_data() ) . '</p></div>';
		}
	}
}
