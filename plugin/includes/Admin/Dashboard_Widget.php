<?php
/**
 * The widget on WordPress's dashboard: the sentence of the overview, and the way to it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Summary_Text;

final class Dashboard_Widget {
	/** wp_dashboard_setup */
	public static function add(): void {
		if ( Access::is_staff() && ! Screens::is_new() ) {
			wp_add_dashboard_widget( 'artwork_registry', __( 'Artwork Registry', 'artwork-registry-connector' ), array( self::class, 'show' ) );
		}
	}

	public static function show(): void {
		$counts = Summary_Text::counts();
		echo '<p>' . esc_html( Summary_Text::sentence( $counts ) ) . '</p>';
		if ( null !== Connection::find() && ! Connection::is_alive() ) {
			echo '<p>' . esc_html__( 'The sync service isn’t responding; changes wait here.', 'artwork-registry-connector' ) . '</p>';
		}
		echo '<p><a href="' . esc_url( Screens::url( 'overview' ) ) . '">' . esc_html__( 'Open Artwork Registry', 'artwork-registry-connector' ) . '</a>';
		if ( $counts['attention'] > 0 ) {
			echo ' | <a href="' . esc_url( Screens::url( 'artworks' ) . '&states=attention,held,elsewhere' ) . '">'
				. esc_html__( 'Show what needs you', 'artwork-registry-connector' ) . '</a>';
		}
		echo '</p>';
	}
}
