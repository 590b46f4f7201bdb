<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use WP_REST_Request;
use WP_REST_Response;

final class Screen_Test extends Wordpress_Case {
	/** @return array<string, array{0: string, 1: string}> */
	public function routes(): array {
		return array(
			'code'       => array( 'POST', 'pairing-code' ),
			'disconnect' => array( 'POST', 'disconnect' ),
			'settings'   => array( 'POST', 'settings' ),
		);
	}

	/** @return array<string, array{0: string, 1: string}> */
	public function routes_of_staff(): array {
		return array(
			'overview'   => array( 'GET', 'overview' ),
			'works'      => array( 'GET', 'works' ),
			'activity'   => array( 'GET', 'activity' ),
			'sync'       => array( 'POST', 'sync' ),
		);
	}

	/** @dataProvider routes_of_staff */
	public function test_staff_work_with_artworks( string $method, string $path ): void {
		$this->assertSame( 401, $this->screen( $method, $path )->get_status() );
		foreach ( array( 'subscriber', 'author' ) as $role ) {
			wp_set_current_user( $this->user( $role ) );
			$this->assertSame( 403, $this->screen( $method, $path )->get_status() );
		}
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 200, $this->screen( $method, $path )->get_status() );
	}

	public function test_only_users_who_may_publish_all_works_register_all(): void {
		$this->artwork();
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 200, $this->screen( 'POST', 'register-all' )->get_status(), 'products, which he may not edit, there are none' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 200, $this->screen( 'POST', 'register-all' )->get_status() );
	}

	public function test_who_owns_and_who_works_can_be_filtered(): void {
		$this->artwork();
		$authors = static function (): array {
			return array( 'publish_posts' );
		};
		add_filter( 'artwork_registry_staff_capabilities', $authors );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( 200, $this->screen( 'GET', 'works' )->get_status() );
		$this->assertSame( 403, $this->screen( 'POST', 'register-all' )->get_status(), 'works of others are not his to publish' );
		remove_filter( 'artwork_registry_staff_capabilities', $authors );
		$editors = static function (): string {
			return 'edit_others_posts';
		};
		add_filter( 'artwork_registry_owner_capability', $editors );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 200, $this->screen( 'POST', 'settings' )->get_status() );
		remove_filter( 'artwork_registry_owner_capability', $editors );
	}

	public function test_what_has_not_changed_is_not_sent_again(): void {
		$this->artwork();
		wp_set_current_user( $this->user( 'editor' ) );
		foreach ( array( 'overview', 'works', 'activity' ) as $path ) {
			$tag  = $this->screen( 'GET', $path )->get_headers()['ETag'];
			$same = $this->screen_with_tag( $path, $tag );
			$this->assertSame( array( 304, null ), array( $same->get_status(), $same->get_data() ), $path );
		}
		$tag = $this->screen( 'GET', 'overview' )->get_headers()['ETag'];
		$this->artwork();
		$this->assertSame( 200, $this->screen_with_tag( 'overview', $tag )->get_status() );
	}

	private function screen_with_tag( string $path, string $tag ): WP_REST_Response {
		$request = new WP_REST_Request( 'GET', "/artwork-registry/v1/screen/$path" );
		$request->set_header( 'If-None-Match', $tag );
		return rest_do_request( $request );
	}

	/** @dataProvider routes */
	public function test_only_those_who_manage_the_site_may_use( string $method, string $path ): void {
		$this->assertSame( 401, $this->screen( $method, $path )->get_status() );
		foreach ( array( 'subscriber', 'editor' ) as $role ) {
			wp_set_current_user( $this->user( $role ) );
			$this->assertSame( 403, $this->screen( $method, $path )->get_status() );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 200, $this->screen( $method, $path )->get_status() );
	}

	public function test_users_who_may_publish_a_work_may_register_it_and_stop_its_updates(): void {
		$id = $this->artwork();
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertSame( 403, $this->screen( 'POST', "works/$id/register" )->get_status() );
		$this->assertSame( 403, $this->screen( 'GET', "works/$id" )->get_status() );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 'waiting', $this->screen( 'POST', "works/$id/register" )->get_data()['state'] );
		$this->screen( 'POST', "works/$id/stop-updating" );
		$this->assertSame( Status::EXCLUDED, Status::choices( array( $id ) )[ $id ]['chosen'] );
	}

	public function test_a_page_is_no_work(): void {
		$page = $this->artwork( array( 'post_type' => 'page' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 403, $this->screen( 'POST', "works/$page/register" )->get_status() );
		$this->assertSame( 404, $this->screen( 'GET', 'works/987654321' )->get_status() );
	}

	public function test_parameters_are_checked(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 400, $this->screen( 'GET', 'works', array( 'view' => array( 'dreaming' ) ) )->get_status() );
		$this->assertSame( 400, $this->screen( 'GET', 'works', array( 'per_page' => 1000 ) )->get_status() );
		$this->assertSame( 400, $this->screen( 'POST', 'settings', array( 'on_leave' => 'burn' ) )->get_status() );
	}

	public function test_each_setting_is_saved_by_itself(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->screen( 'POST', 'settings', array( 'on_leave' => 'nothing' ) );
		$this->screen( 'POST', 'settings', array( 'register_mode' => 'automatic' ) );
		$this->assertSame( array( 'automatic', 'nothing' ), array( Settings::get()['register_mode'], Settings::get()['on_leave'] ) );
		$this->assertSame( 'nothing', $this->call( $this->pair(), 'poll' )[1]['settings']['on_leave'] );
	}

	public function test_works_that_wait_already_are_not_counted_again_for_a_large_job(): void {
		Owner_Orders::register_many( array( $this->artwork(), $this->artwork() ) );
		Jobs::start( Jobs::LOOK_AGAIN, 2 );
		wp_set_current_user( $this->user( 'administrator' ) );
		$overview = $this->screen( 'GET', 'overview' )->get_data();
		$this->assertSame( array( 2, 2 ), array( $overview['waiting'], $overview['progress']['total'] ) );
	}

	public function test_a_notice_about_the_account_is_in_the_owners_words(): void {
		$pairing = $this->pair();
		$notice  = function ( string $state ) use ( $pairing ): string {
			$this->call( $pairing, 'poll', array( 'status' => array( 'account' => array( 'state' => $state, 'message' => 'Set it with "key set".' ) ) ) );
			wp_set_current_user( $this->user( 'administrator' ) );
			return (string) $this->screen( 'GET', 'overview' )->get_data()['connection']['account_notice'];
		};
		$this->assertStringContainsString( 'enter it under Artwork Registry, Settings', $notice( 'unauthorized' ) );
		$this->assertStringNotContainsString( 'key set', $notice( 'unauthorized' ) );
		// Whether the key reads only or the organisation is paused, only the registry knows.
		$this->assertStringContainsString( 'key set', $notice( 'forbidden' ) );
		$this->assertSame( '', $notice( 'unreachable' ) );
	}

	public function test_an_open_screen_marks_the_site_as_watched(): void {
		$pairing = $this->pair();
		$this->assertFalse( $this->call( $pairing, 'poll' )[1]['watched'] );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->screen( 'GET', 'overview' );
		$this->assertTrue( $this->call( $pairing, 'poll' )[1]['watched'] );
	}

	public function test_register_all_is_one_row_and_shows_its_progress(): void {
		$this->artwork();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( array( 'works' => 1 ), $this->screen( 'POST', 'register-all' )->get_data() );
		$this->assertSame( Jobs::REGISTER_ALL, Jobs::find()['kind'] );
		$overview = $this->screen( 'GET', 'overview' )->get_data();
		$this->assertSame( $overview['job']['total'], $overview['progress']['total'] - $overview['progress']['done'] );
	}

	public function test_account_problem_is_one_sentence_and_never_the_secret(): void {
		$pairing = $this->pair();
		$this->call( $pairing, 'poll', array( 'status' => array( 'account' => array( 'state' => 'unauthorized', 'message' => null, 'since' => null ) ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$data = $this->screen( 'GET', 'overview' )->get_data();
		$this->assertStringContainsString( 'no longer accepts the key', $data['connection']['account_notice'] );
		$this->assertStringNotContainsString( $pairing['secret'], (string) wp_json_encode( $data, JSON_UNESCAPED_SLASHES ) );
	}

	public function test_fields_can_be_written_over_rest_and_are_cleaned(): void {
		wp_set_current_user( $this->user( 'editor' ) );
		$id      = $this->artwork();
		$request = new WP_REST_Request( 'POST', "/wp/v2/areg-artworks/$id" );
		$request->set_body_params( array( 'meta' => array(
			'artwork_registry_artist' => ' Berthe <b>Morisot</b> ',
			'artwork_registry_price_amount' => '12 500,50',
			'artwork_registry_price_currency' => 'eur',
			'artwork_registry_availability' => 'for_sale',
		) ) );
		$meta = rest_do_request( $request )->get_data()['meta'];
		$this->assertSame(
			array( 'Berthe Morisot', '12500.50', 'EUR', 'for_sale' ),
			array(
				$meta['artwork_registry_artist'],
				$meta['artwork_registry_price_amount'],
				$meta['artwork_registry_price_currency'],
				$meta['artwork_registry_availability'],
			)
		);
	}

	public function test_uninstalling_removes_tables_and_options_and_keeps_the_works(): void {
		global $wpdb;
		$id = $this->taken_over_artwork();
		$this->pair();
		// The owner had ticked works, and one was sold: removing that field is a change of a work.
		set_transient( 'artwork_registry_ticked_1', array( $id ) );
		update_post_meta( $id, \ArtworkRegistry\Source\Woocommerce\Paid_Orders::META, "1 $id" );
		Change_Collector::flush();
		Settings::update( array( 'on_delete' => 'remove' ) );
		$this->uninstall();
		$this->assertSame( array(), $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE 'artwork\\_registry%'" ) );
		$this->assertSame( array(), $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%artwork\\_registry\\_ticked%'" ) );
		$this->assertSame( Tables::names(), Tables::missing() );
		$this->assertNull( Connection::find() );
		$this->assertFalse( wp_next_scheduled( 'artwork_registry_failure_check' ) );
		$this->assertNotNull( get_post( $id ) );
		Schema::install();
	}

	public function test_uninstalling_keeps_art_ids_and_choices_unless_told_otherwise_but_never_the_secret(): void {
		global $wpdb;
		$id      = $this->taken_over_artwork();
		$pairing = $this->pair();
		Settings::update( array( 'register_mode' => 'automatic' ) );
		Status::save_reports( array( $this->report( $id, 'published', 1 ) ) );
		$this->uninstall();
		Schema::install();
		$this->assertSame( 'AREG-1', Status::find( $id )['registry_id'] );
		$this->assertSame( 'automatic', Settings::get()['register_mode'] );
		$this->assertNull( Connection::find() );
		$this->assertSame(
			'0',
			(string) $wpdb->get_var( $wpdb->prepare(
				"SELECT COUNT(*) FROM $wpdb->options WHERE option_value LIKE %s",
				'%' . $wpdb->esc_like( $pairing['secret'] ) . '%'
			) )
		);
	}

	private function uninstall(): void {
		if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
			define( 'WP_UNINSTALL_PLUGIN', 'artwork-registry-connector' );
		}
		require dirname( __DIR__ ) . '/uninstall.php';
	}
}
