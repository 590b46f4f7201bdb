<?php
/**
 * The checks on WordPress's own page Tools, Site Health.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Health;

use ArtworkRegistry\Admin\Screen;

final class Site_Health {
	/**
	 * The filter site_status_tests.
	 *
	 * @param array<string, array<string, mixed>> $tests
	 * @return array<string, array<string, mixed>>
	 */
	public static function add( $tests ): array {
		foreach ( Checks::IDS as $id ) {
			$tests['direct'][ 'artwork_registry_' . $id ] = array(
				'label' => __( 'Artwork registry', 'artwork-registry-connector' ),
				'test'  => static function () use ( $id ): array {
					return self::result( $id );
				},
			);
		}
		return $tests;
	}

	/** @return array<string, mixed> */
	private static function result( string $id ): array {
		$check = Checks::run( $id );
		return array(
			'label'       => $check['label'],
			'status'      => $check['status'],
			'badge'       => array(
				'label' => __( 'Artwork registry', 'artwork-registry-connector' ),
				'color' => 'blue',
			),
			'description' => '' === $check['text'] ? '' : '<p>' . esc_html( $check['text'] ) . '</p>',
			'actions'     => Checks::GOOD === $check['status']
				? ''
				: '<p><a href="' . esc_url( Screen::url() ) . '">' . esc_html__( 'Open Artwork Registry', 'artwork-registry-connector' ) . '</a></p>',
			'test'        => 'artwork_registry_' . $id,
		);
	}
}
