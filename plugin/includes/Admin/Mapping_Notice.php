<?php
/**
 * Says on our screens that the stored mapping cannot be read, and what is used instead.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Mapping\Mapping_Document;
use ArtworkRegistry\View\Mapping_View;

final class Mapping_Notice {
	public static function show(): void {
		if ( ! Screen::is_shown() || ! current_user_can( 'manage_options' ) ) {
			return;
		}
		$notice = Mapping_View::notice( Mapping_Document::stored()['state'] );
		if ( null !== $notice ) {
			echo '<div class="notice notice-warning"><p>' . esc_html( $notice ) . ' <a href="' . esc_url( Screen::url() . '-mapping' )
				. '">' . esc_html__( 'Open Mapping', 'artwork-registry-connector' ) . '</a></p></div>';
		}
	}
}
