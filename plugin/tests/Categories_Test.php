<?php
/**
 * Works in chosen categories: which they are, and what happens to them when works or categories move.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Store\Background_Progress;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Sync\Job_Walker;

final class Categories_Test extends Wordpress_Case {
	use Sources_Case;

	public function test_a_work_counts_in_a_chosen_category_and_in_those_below_it(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ), 'artwork' => null ) );
		$reasons = array_map( array( $this, 'reason_of' ), $ids );
		$this->assertSame(
			array( 'floor' => null, 'room' => null, 'corner' => null, 'cellar' => 'category', 'nowhere' => 'category', 'both' => null, 'draft' => 'draft' ),
			$reasons
		);
		$this->assert_same_verdict_everywhere();
		$this->assertSame( 'category', $this->reason_of( $ids['cellar'], Status::NOT_CHOSEN ), 'said before what was not chosen: publishing it changes nothing' );
		$this->assertSame( 4, Job_Walker::count( Jobs::REGISTER_ALL ) );
		Owner_Orders::register_all();
		$told = $this->pull();
		$this->assertSame( array( $ids['floor'], $ids['room'], $ids['corner'], $ids['both'] ), array_keys( $told ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame(
			array( 'not_shared', 'category' ),
			array_values( array_intersect_key( $this->screen( 'GET', 'works/' . $ids['cellar'] )->get_data(), array( 'state' => 1, 'reason' => 1 ) ) )
		);
	}

	public function test_the_list_and_the_single_work_agree_under_any_choice(): void {
		list( $rooms ) = $this->house();
		$this->artwork();
		$choices = array(
			'all'                 => array( 'type-portfolio' => null ),
			'not this kind'       => array( 'type-portfolio' => false ),
			'the top'             => array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['house'] ) ) ),
			'the lowest'          => array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['corner'] ) ) ),
			'two branches'        => array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['corner'], $rooms['cellar'] ) ) ),
			'both kinds narrowed' => array(
				'type-portfolio' => array( 'portfolio_room' => array( $rooms['room'] ) ),
				'artwork' => array( 'portfolio_room' => array( $rooms['cellar'] ) ),
			),
			'posts and pages'     => array( 'type-post' => null, 'type-page' => null, 'artwork' => false ),
		);
		foreach ( $choices as $name => $choice ) {
			$this->choose_sources( $choice );
			$this->assert_same_verdict_everywhere( $name );
		}
		wp_delete_term( $rooms['room'], 'portfolio_room' );
		$this->assert_same_verdict_everywhere( 'a chosen category is gone' );
	}

	public function test_nothing_of_a_work_outside_the_chosen_categories_leaves_the_site(): void {
		$attic = $this->room( 'Attic' );
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $attic ) ) ) );
		$never = $this->portfolio( array( 'post_title' => 'Secret' ) );
		$told  = $this->portfolio( array( 'post_title' => 'Secret' ), $attic );
		$this->publish_to_registry( $told );
		Owner_Orders::register( $never );
		wp_set_object_terms( $told, array(), 'portfolio_room' );
		Change_Collector::flush();
		$page = Change_Page::read( 50 );
		$this->assertSame( array( (string) $told ), array_column( $page['changes'], 'external_id' ) );
		$this->assertSame(
			array( 'not_shared', 'category', null ),
			array( $page['changes'][0]['state'], $page['changes'][0]['reason'], $page['changes'][0]['artwork'] )
		);
		$this->assertStringNotContainsString( 'Secret', (string) wp_json_encode( $page ) );
		Outbox::acknowledge( array( $told => $page['changes'][0]['revision'] ) );
		wp_set_object_terms( $told, $attic, 'portfolio_room' );
		$this->assertSame( array( $told => array( 'shared', null ) ), $this->pull(), 'back by itself' );
	}

	public function test_a_category_that_moves_in_the_tree_is_one_job(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ) ) );
		$this->publish_to_registry( $ids['room'], $ids['corner'], $ids['floor'] );
		$rows = $this->count_waiting();
		wp_update_term( $rooms['room'], 'portfolio_room', array( 'parent' => $rooms['cellar'] ) );
		$this->assertSame(
			array( $rows, 1, Jobs::LOOK_AGAIN ),
			array( $this->count_waiting(), $this->open_jobs(), Jobs::find()['kind'] ),
			'one row, however many works'
		);
		$told = $this->pull();
		$this->assertSame(
			array( array( 'not_shared', 'category' ), array( 'not_shared', 'category' ), array( 'shared', null ) ),
			array( $told[ $ids['room'] ], $told[ $ids['corner'] ], $told[ $ids['floor'] ] )
		);
		wp_update_term( $rooms['room'], 'portfolio_room', array( 'parent' => $rooms['floor'] ) );
		$this->assertSame( array( 'shared', null ), $this->pull()[ $ids['corner'] ] );
		$this->assert_same_verdict_everywhere();
	}

	public function test_works_of_a_deleted_chosen_category_and_below_leave(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ) ) );
		$this->publish_to_registry( $ids['room'], $ids['floor'] );
		wp_delete_term( $rooms['floor'], 'portfolio_room' );
		$this->assertSame( array( 1, Jobs::LOOK_AGAIN ), array( $this->open_jobs(), Jobs::find()['kind'] ) );
		$told = $this->pull();
		$this->assertSame(
			array( array( 'not_shared', 'category' ), array( 'not_shared', 'category' ) ),
			array( $told[ $ids['room'] ], $told[ $ids['floor'] ] ),
			'never "all" because nothing chosen is left'
		);
		$this->assert_same_verdict_everywhere();
	}

	public function test_a_category_that_no_choice_names_starts_no_job(): void {
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$this->end_jobs();
		wp_update_term( $this->room( 'Attic' ), 'portfolio_room', array( 'name' => 'Loft' ) );
		$this->assertNull( Jobs::find() );
	}

	public function test_works_of_a_taxonomy_that_vanishes_stay_as_they_are(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ) ) );
		$this->publish_to_registry( $ids['corner'] );
		unregister_taxonomy( 'portfolio_room' );
		Outbox::touch( array( $ids['corner'] => 'type-portfolio', $ids['cellar'] => 'type-portfolio' ) );
		$this->assertSame( array( 'shared', null ), $this->pull()[ $ids['corner'] ] );
		$this->assertSame( 'category', $this->reason_of( $ids['cellar'] ) );
		$this->assert_same_verdict_everywhere();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ), 'artwork' => null ) );
		$this->register_portfolio();
		$this->assertNull( $this->reason_of( $ids['corner'] ), 'a save meanwhile has kept its part' );
	}

	public function test_what_direct_sql_does_to_categories_is_found_by_the_background_check(): void {
		global $wpdb;
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ) ) );
		$this->publish_to_registry( $ids['corner'] );
		$wpdb->update( $wpdb->term_taxonomy, array( 'parent' => $rooms['cellar'] ), array( 'term_id' => $rooms['room'] ) );
		Categories::forget(); // Another request.
		$this->move_check_to( $ids['corner'] );
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertSame( array( (string) $ids['corner'], 'not_shared', 'category' ), array( $change['external_id'], $change['state'], $change['reason'] ) );
	}

	public function test_new_works_without_a_hook_are_registered_automatically_only_in_chosen_categories(): void {
		Settings::update( array( 'register_mode' => 'automatic' ) );
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['cellar'] ) ), 'artwork' => false ) );
		$this->end_jobs();
		Sql::write( 'DELETE FROM ' . Tables::name( 'status' ) );
		Sql::write( 'DELETE FROM ' . Tables::name( 'outbox' ) );
		$this->move_check_to( 1 );
		Change_Page::read( 50 );
		$this->assertSame( array( $ids['cellar'], $ids['both'] ), array_keys( $this->pull() ) );
	}

	public function test_the_review_before_registering_starts_again_when_the_choice_of_works_changes(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ), 'artwork' => false ) );
		$this->assertSame( array( $ids['floor'], $ids['room'], $ids['corner'], $ids['both'] ), $this->looked_at() );
		wp_update_term( $rooms['room'], 'portfolio_room', array( 'parent' => 0 ) );
		$this->assertSame( array( $ids['floor'], $ids['both'] ), $this->looked_at() );
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['cellar'] ) ) ) );
		$this->assertSame( array( $ids['cellar'], $ids['both'] ), $this->looked_at() );
	}

	private function move_check_to( int $id ): void {
		Background_Progress::save( array(
			'cursor_id' => $id - 1,
			'since' => ( time() - 86400 ) * 1000,
			'total' => 30,
			'next_cursor' => 0,
			'visited' => 0,
			'last_id' => 0,
		) );
	}

	/** @return list<int> */
	private function looked_at(): array {
		Change_Collector::flush();
		Check_Run::step();
		return array_map(
			'intval',
			array_column( Sql::rows_of( 'SELECT external_id FROM ' . Tables::name( 'checks' ) . ' WHERE eligible = 1 ORDER BY external_id' ), 'external_id' )
		);
	}
}
