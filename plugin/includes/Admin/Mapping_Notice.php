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
		if ( ! Screens::is_shown() ) {
			return;
		}
		$notice = Mapping_View::notice( Mapping_Document::stored()['state'] );
		if ( null !== $notice ) {
			echo '<div class="notice notice-warning"><p>' . esc_html( $notice ) . ' <a href="' . esc_url( Screens::url( 'fields' ) )
				. '">' . esc_html__( 'Open Fields', 'artwork-registry-connector' ) . '</a></p></div>';
		}
	}
}
