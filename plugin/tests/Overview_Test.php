<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Dashboard_Widget;
use ArtworkRegistry\Admin\Welcome_Notice;
use ArtworkRegistry\Store\Days;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\View\Summary_Text;

final class Overview_Test extends Wordpress_Case {
	protected function setUp(): void {
		parent::setUp();
		Summary_Text::forget();
	}

	protected function tearDown(): void {
		unset( $GLOBALS['current_screen'] );
		Welcome_Notice::remove();
		parent::tearDown();
	}

	public function test_days_count_what_the_registry_confirmed_and_a_repeated_report_counts_once(): void {
		$first  = $this->taken_over_artwork();
		$second = $this->taken_over_artwork();
		Status::save_reports( array( $this->confirmed( $first, 'published', 100 ), $this->confirmed( $second, 'sold', 100 ) ) );
		Status::save_reports( array( $this->confirmed( $first, 'published', 100 ), $this->report( $second, 'attention', 1 ) ) );
		$this->assertSame( array( 2, 0, 0 ), $this->today(), 'sold before it was registered is not a sale of today' );
		Status::save_reports( array( $this->confirmed( $first, 'published', 200 ) ) );
		Status::save_reports( array( $this->confirmed( $first, 'sold', 300 ) ) );
		$this->assertSame( array( 2, 1, 1 ), $this->today() );
		$days = Days::list_last( 30 );
		$this->assertCount( 30, $days );
		$this->assertSame( array( wp_date( 'Y-m-d' ), 0 ), array( $days[29]['day'], $days[0]['registered'] ) );
	}

	public function test_the_dashboard_says_the_sentence_of_the_overview_to_those_who_work_with_artworks(): void {
		$id = $this->taken_over_artwork();
		Status::save_reports( array( $this->confirmed( $id, 'published', 100 ) ) );
		ob_start();
		Dashboard_Widget::show();
		$widget = (string) ob_get_clean();
		$this->assertStringContainsString( '1 of 1 artwork is registered.', $widget );
		$this->assertStringNotContainsString( 'Show what needs you', $widget );
		$this->assertSame( '1 of 3 artworks is registered; 1 waits; 2 need you.', Summary_Text::sentence( array(
			'works'      => 3,
			'registered' => 1,
			'waiting'    => 1,
			'attention'  => 2,
		) ) );
	}

	public function test_after_activation_an_owner_is_led_to_connect_until_he_dismisses_it_or_the_site_is_connected(): void {
		$owner = $this->user( 'administrator' );
		wp_set_current_user( $owner );
		$this->assertStringContainsString( 'page=artwork-registry-connect', $this->notice( 'plugins' ) );
		$this->assertSame( '', $this->notice( 'edit-post' ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( '', $this->notice( 'dashboard' ), 'an editor cannot connect' );
		wp_set_current_user( $owner );
		update_user_meta( $owner, 'artwork_registry_welcome_dismissed', '1' );
		$this->assertSame( '', $this->notice( 'dashboard' ) );
		delete_user_meta( $owner, 'artwork_registry_welcome_dismissed' );
		$this->pair();
		$this->assertSame( '', $this->notice( 'dashboard' ) );
	}

	private function notice( string $screen ): string {
		set_current_screen( $screen );
		ob_start();
		Welcome_Notice::show();
		return (string) ob_get_clean();
	}

	/** @return array<string, mixed> */
	private function confirmed( int $id, string $state, int $at ): array {
		return array( 'confirmed_at' => $at ) + $this->report( $id, $state, 1 );
	}

	/** @return array{0: int, 1: int, 2: int} */
	private function today(): array {
		$today = Days::list_last( 1 )[0];
		return array( $today['registered'], $today['sold'], $today['updated'] );
	}
}
