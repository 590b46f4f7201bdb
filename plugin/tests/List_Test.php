<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Bulk_Actions;
use ArtworkRegistry\Admin\Bulk_Question;
use ArtworkRegistry\Store\Commands;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Works_Query;

final class List_Test extends Wordpress_Case {
	public function test_works_ticked_in_the_list_are_registered_and_counted_with_few_statements(): void {
		$ids = array( $this->artwork(), $this->artwork( array( 'post_title' => 'The Cradle' ) ) );
		Change_Collector::flush();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertStringContainsString( 'artwork_registry_works=2', $this->order( 'register', $ids ) );
		Bulk_Question::carry_out();
		foreach ( $ids as $id ) {
			$this->assertSame( 'waiting', Works_Query::find( $id )['view'] ?? '' );
		}
		$this->order( 'stop_updating', $ids );
		$this->assertSame( Status::EXCLUDED, Status::choices( $ids )[ $ids[0] ]['chosen'] );
	}

	public function test_a_work_the_user_may_not_edit_and_a_post_that_is_no_work_are_left_alone(): void {
		$id   = $this->artwork();
		$page = (int) wp_insert_post(
			array(
				'post_type'   => 'page',
				'post_title'  => 'About us',
				'post_status' => 'publish',
			)
		);
		$this->posts[] = $page;
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertStringContainsString( 'artwork_registry_refused=2', $this->order( 'register', array( $id, $page ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertStringContainsString( 'artwork_registry_done=ask', $this->order( 'register', array( $id, $page ) ) );
		$this->assertSame( array(), Status::choices( array( $id ) ), 'nothing happens before the answer' );
		$this->assertSame( 1, Bulk_Question::carry_out()['artwork_registry_works'] );
		$this->assertSame( 0, Bulk_Question::carry_out()['artwork_registry_works'], 'an answer counts once' );
		$this->assertArrayNotHasKey( $page, Status::choices( array( $page ) ) );
	}

	public function test_stop_updating_in_a_list_can_be_undone_and_registering_again_is_not_asked_about(): void {
		$registered = $this->taken_over_artwork();
		$undecided  = $this->artwork();
		Change_Collector::flush();
		Status::save_reports( array( $this->report( $registered, 'published', 1 ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->order( 'stop_updating', array( $registered, $undecided ) );
		$this->assertStringContainsString( 'Undo', Bulk_Question::form( 'Undo', 'button-link' ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( '', Bulk_Question::form( 'Undo', 'button-link' ), 'another user has ticked nothing' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->order( 'stop_updating', array( $undecided ) );
		$this->assertSame( '', Bulk_Question::form( 'Undo', 'button-link' ), 'nothing was registered before' );
		$this->assertStringContainsString( 'artwork_registry_done=register&', $this->order( 'register', array( $registered ) ) );
		$this->assertSame( Status::CHOSEN, Status::choices( array( $registered ) )[ $registered ]['chosen'] );
	}

	public function test_only_works_that_need_attention_are_tried_again(): void {
		$ids = array( $this->artwork(), $this->artwork( array( 'post_title' => 'The Cradle' ) ) );
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		$this->take_over( $ids );
		Status::save_reports( array( $this->report( $ids[0], 'attention', 9 ), $this->report( $ids[1], 'published', 9 ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertStringContainsString( 'artwork_registry_works=1', $this->order( 'retry', $ids ) );
		$this->assertSame( array( (string) $ids[0] ), array_column( Commands::list_open(), 'external_id' ) );
	}

	public function test_an_action_of_somebody_else_is_passed_on_untouched(): void {
		$this->assertSame( 'edit.php', Bulk_Actions::handle( 'edit.php', 'trash', array( $this->artwork() ) ) );
	}

	public function test_the_list_is_narrowed_to_one_state(): void {
		$published = $this->artwork();
		$waiting   = $this->artwork( array( 'post_title' => 'The Cradle' ) );
		Change_Collector::flush();
		Status::choose( array( $published, $waiting ), Status::CHOSEN );
		$this->take_over( array( $published ) );
		Status::save_reports( array( $this->report( $published, 'published', 9 ) ) );
		global $wpdb;
		$ids = array_map( 'intval', $wpdb->get_col( Works_Query::sql_ids( 'published' ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL
		$this->assertContains( $published, $ids );
		$this->assertNotContains( $waiting, $ids );
	}

	/** @param list<int> $ids */
	private function take_over( array $ids ): void {
		foreach ( $ids as $id ) {
			Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		}
	}

	/** @param list<int> $ids */
	private function order( string $order, array $ids ): string {
		return Bulk_Actions::handle( 'http://127.0.0.1/wp-admin/edit.php?post_type=areg_artwork', 'artwork_registry_' . $order, $ids );
	}

	public function test_users_who_may_not_publish_on_the_site_register_nothing(): void {
		$contributor = $this->user( 'contributor' );
		$id          = $this->artwork( array( 'post_status' => 'pending', 'post_author' => $contributor ) );
		Change_Collector::flush();
		wp_set_current_user( $contributor );
		$this->assertTrue( current_user_can( 'edit_post', $id ) );
		$work = $this->screen( 'GET', "works/$id" )->get_data();
		$this->assertSame( array( false, false ), array( $work['can_order'], $work['can_manage'] ) );
		foreach ( array( 'register', 'stop-updating', 'retry', 'recheck' ) as $order ) {
			$this->assertSame( 403, $this->screen( 'POST', "works/$id/$order" )->get_status(), $order );
		}
		$this->assertStringContainsString( 'artwork_registry_refused=1', Bulk_Actions::handle( 'edit.php', 'artwork_registry_register', array( $id ) ) );
		$this->assertSame( array(), Status::choices( array( $id ) ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame(
			array( true, true ),
			array_values( array_intersect_key( $this->screen( 'GET', "works/$id" )->get_data(), array( 'can_order' => 1, 'can_manage' => 1 ) ) )
		);
		$this->assertSame( 200, $this->screen( 'POST', "works/$id/register" )->get_status() );
	}

	public function test_the_notice_counts_registered_works_and_links_only_for_users_who_may_open_the_screen(): void {
		$public = $this->artwork();
		$draft  = $this->artwork( array( 'post_status' => 'draft' ) );
		Change_Collector::flush();
		$only_owners = static function (): array {
			return array( 'manage_options' );
		};
		foreach ( array( 0, 1 ) as $links ) {
			wp_set_current_user( $this->user( 'editor' ) );
			0 === $links ? add_filter( 'artwork_registry_staff_capabilities', $only_owners ) : remove_filter( 'artwork_registry_staff_capabilities', $only_owners );
			Status::choose( array( $public, $draft ), 0 );
			wp_parse_str( (string) wp_parse_url( Bulk_Actions::handle( 'edit.php?', 'artwork_registry_register', array( $public, $draft ) ), PHP_URL_QUERY ), $_GET );
			set_current_screen( 'edit-areg_artwork' );
			ob_start();
			Bulk_Actions::show();
			$question = (string) ob_get_clean();
			$this->assertStringContainsString( 'An Art ID is a permanent record.', $question );
			$this->assertStringContainsString( 'Register 2 artworks</button>', $question );
			$_GET = Bulk_Question::carry_out();
			set_current_screen( 'edit-areg_artwork' );
			ob_start();
			Bulk_Actions::show();
			$notice = (string) ob_get_clean();
			$this->assertStringContainsString( '1 artwork goes to the registry. 1 more goes there once it is public', $notice );
			$this->assertSame( $links, substr_count( $notice, 'page=artwork-registry' ) );
		}
		$_GET = array();
		unset( $GLOBALS['current_screen'] );
	}
}
