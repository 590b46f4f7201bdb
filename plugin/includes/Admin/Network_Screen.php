<?php
/**
 * The overview of a network's administrator: each site where the plugin is active, whether it is connected, how many artworks are
 * registered, waiting or need somebody, and the way to its screen. Each site is connected by itself.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Network;
use ArtworkRegistry\View\Site_Summary;

final class Network_Screen {
	private const PER_PAGE = 50;

	public static function register(): void {
		add_menu_page(
			__( 'Artwork Registry', 'artwork-registry-connector' ),
			__( 'Artwork Registry', 'artwork-registry-connector' ),
			'manage_network',
			Screen::SLUG,
			array( self::class, 'show' ),
			'dashicons-awards',
			58
		);
	}

	public static function show(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- a page number, which changes nothing.
		$page = max( 1, absint( $_GET['paged'] ?? 1 ) );
		$rows = self::rows( $page );
		echo '<div class="wrap"><h1>' . esc_html__( 'Artwork Registry', 'artwork-registry-connector' ) . '</h1>'
			. '<table class="wp-list-table widefat striped"><thead><tr>';
		foreach ( self::headings() as $heading ) {
			echo '<th scope="col">' . esc_html( $heading ) . '</th>';
		}
		echo '</tr></thead><tbody>';
		foreach ( $rows as $row ) {
			echo '<tr><td><a href="' . esc_url( $row['url'] ) . '">' . esc_html( $row['name'] ) . '</a>'
				. '<br><span dir="ltr">' . esc_html( $row['address'] ) . '</span></td><td>'
				. esc_html( $row['state'] ) . '</td><td>' . esc_html( number_format_i18n( $row['registered'] ) ) . '</td><td>'
				. esc_html( number_format_i18n( $row['waiting'] ) ) . '</td><td>' . esc_html( number_format_i18n( $row['attention'] ) ) . '</td><td>'
				. esc_html( null === $row['seen_at'] ? '–' : human_time_diff( $row['seen_at'], Clock::now() ) ) . '</td></tr>';
		}
		echo '</tbody></table>';
		if ( ! $rows ) {
			echo '<p>' . esc_html__( 'The plugin is not active on any of the sites on this page.', 'artwork-registry-connector' ) . '</p>';
		}
		echo wp_kses_post(
			(string) paginate_links(
				array(
					'base'    => add_query_arg( 'paged', '%#%' ),
					'format'  => '',
					'current' => $page,
					'total'   => max( 1, (int) ceil( (int) get_sites( array( 'count' => true ) ) / self::PER_PAGE ) ),
				)
			)
		) . '</div>';
	}

	/** @return list<array{name: string, address: string, url: string, state: string, registered: int, waiting: int, attention: int, seen_at: int|null}> */
	public static function rows( int $page ): array {
		$rows = array();
		$ids  = get_sites(
			array(
				'fields' => 'ids',
				'number' => self::PER_PAGE,
				'offset' => ( $page - 1 ) * self::PER_PAGE,
			)
		);
		foreach ( $ids as $id ) {
			switch_to_blog( (int) $id );
			if ( Network::is_active_here() ) {
				$rows[] = Site_Summary::read() + array( 'url' => Screen::url() );
			}
			restore_current_blog();
		}
		return $rows;
	}

	/** @return list<string> */
	private static function headings(): array {
		return array(
			__( 'Site', 'artwork-registry-connector' ),
			__( 'Connection', 'artwork-registry-connector' ),
			__( 'Registered', 'artwork-registry-connector' ),
			__( 'Waiting', 'artwork-registry-connector' ),
			__( 'Needs attention', 'artwork-registry-connector' ),
			__( 'Last contact', 'artwork-registry-connector' ),
		);
	}
}
