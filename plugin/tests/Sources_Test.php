<?php
/**
 * What is a work: the owner chooses kinds of posts, and of each all or some categories.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\List_Screens;
use ArtworkRegistry\Frontend\Structured_Data;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Orders\Source_Orders;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Source_Watch;
use ArtworkRegistry\View\Works_Query;
use WP_Block;

final class Sources_Test extends Wordpress_Case {
	use Sources_Case;

	public function test_by_default_posts_of_a_theme_are_no_works(): void {
		$id = $this->portfolio();
		Change_Collector::flush();
		$this->assertNull( Outbox::find( $id ) );
		$this->assertNull( Works_Query::find( $id ) );
		$this->assertNull( Sources::of_type( 'portfolio' ) );
		$this->assertContains( 'artwork', array_keys( Sources::chosen() ) );
	}

	public function test_posts_of_a_chosen_type_are_sent_with_their_fields(): void {
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$picture = $this->attachment();
		$id      = $this->portfolio( array(
			'post_title' => 'The <b>Cradle</b>',
			'meta_input' => array(
				'artist' => 'Berthe Morisot',
				'year' => '1872',
				'height_cm' => '56',
				'price_amount' => '900',
				'price_currency' => 'CHF',
				'availability' => 'for_sale',
				'_thumbnail_id' => $picture,
			),
		) );
		Change_Collector::flush();
		Owner_Orders::register( $id );
		$this->assertSame( 'waiting', Works_Query::find( $id )['view'] );
		$change = array_column( Change_Page::read( 50 )['changes'], null, 'external_id' )[ $id ];
		$this->assertEquals(
			array(
				'title'           => 'The Cradle',
				'artist_name'     => 'Berthe Morisot',
				'year_created'    => '1872',
				'height_cm'       => 56.0,
				'availability'    => 'for_sale',
				'price'           => array( 'amount' => 900.0, 'currency' => 'CHF' ),
				'cover_image_url' => wp_get_attachment_image_url( $picture, 'large' ),
				'external_id'     => (string) $id,
				'source_url'      => get_permalink( $id ),
			),
			$change['artwork']
		);
	}

	public function test_its_fields_come_from_the_places_of_the_mapping(): void {
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$this->assertSame( array(), Mapping_Orders::save( array( 'type-portfolio' => array(
			'artist_name'  => array( 'steps' => array( array( 'from' => 'taxonomy', 'key' => 'portfolio_room' ) ) ),
			'medium'       => array( 'steps' => array( array( 'from' => 'property', 'key' => 'content' ) ) ),
			'year_created' => array( 'steps' => array( array( 'from' => 'meta', 'key' => 'made_in' ) ) ),
		) ) ) );
		$room    = $this->room( 'Anna Boch' );
		$id      = $this->portfolio(
			array( 'post_content' => '<!-- wp:paragraph --><p>Oil on canvas</p><!-- /wp:paragraph -->', 'meta_input' => array( 'made_in' => '1900' ) ),
			$room
		);
		$artwork = array( 'artist_name' => 'Anna Boch', 'medium' => 'Oil on canvas', 'year_created' => '1900' );
		$this->publish_to_registry( $id );
		Outbox::touch( array( $id => 'type-portfolio' ) );
		$this->assertSame( $artwork, array_intersect_key( Change_Page::read( 50 )['changes'][0]['artwork'], $artwork ) );
		$this->pull();
		update_post_meta( $id, 'made_in', '1901' );
		Change_Collector::flush();
		$this->assertSame( 1, Outbox::count_waiting() );
		wp_update_term( $room, 'portfolio_room', array( 'name' => 'A. Boch' ) );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
	}

	/** @return array<string, array{0: callable(int, self): mixed}> */
	public function ways_to_change_it(): array {
		return array(
			'saved again'       => array( static function ( int $id ) {
				return wp_update_post( array( 'ID' => $id, 'post_title' => 'Other' ) );
			} ),
			'to draft'          => array( static function ( int $id ) {
				return wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
			} ),
			'field changed'     => array( static function ( int $id ) {
				return update_post_meta( $id, 'artist', 'Rosa Bonheur' );
			} ),
			'picture set'       => array( static function ( int $id ) {
				return update_post_meta( $id, '_thumbnail_id', 99999 );
			} ),
			'category given'    => array( static function ( int $id, self $test ) {
				return wp_set_object_terms( $id, $test->room( 'Cellar' ), 'portfolio_room', true );
			} ),
			'category taken'    => array( static function ( int $id ) {
				return wp_remove_object_terms( $id, wp_get_object_terms( $id, 'portfolio_room', array( 'fields' => 'ids' ) ), 'portfolio_room' );
			} ),
			'put in the trash'  => array( static function ( int $id ) {
				return wp_trash_post( $id );
			} ),
			'deleted for good'  => array( static function ( int $id ) {
				return wp_delete_post( $id, true );
			} ),
			'over WP-CLI'       => array( static function ( int $id, self $test ) {
				return $test->wp_cli( 'post', 'meta', 'update', (string) $id, 'artist', 'Over the command line' );
			} ),
		);
	}

	/** @dataProvider ways_to_change_it */
	public function test_a_work_of_the_themes_post_type_waits_again_once_after_it_was( callable $change ): void {
		$this->choose_sources( array( 'type-portfolio' => null ) );
		// As a theme does in each request of its own; WP-CLI is one.
		$theme = $this->theme();
		$id    = $this->portfolio( array(), $this->room( 'Attic' ) );
		$this->publish_to_registry( $id );
		$before = $this->revision( $id );
		$change( $id, $this );
		$this->assertSame( $before + 1, $this->revision( $id ) );
		unlink( $theme );
	}

	public function test_lists_search_and_visitors_pages_include_it(): void {
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$id = $this->portfolio( array( 'post_title' => 'The Cradle', 'meta_input' => array( 'artist' => 'Berthe Morisot' ) ) );
		$this->publish_to_registry( $id );
		Art_Ids::follow( array( $this->report( $id, 'published', 1 ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 'Berthe Morisot', $this->screen( 'GET', 'works', array( 'search' => 'morisot' ) )->get_data()['works'][0]['artist'] );
		$this->assertSame( 'published', $this->screen( 'GET', "works/$id" )->get_data()['state'] );
		List_Screens::register();
		$this->assertContains( 'Registry', apply_filters( 'manage_portfolio_posts_columns', array( 'title' => 'Title', 'date' => 'Date' ) ) );
		$this->assertArrayHasKey( 'artwork_registry_register', apply_filters( 'bulk_actions-edit-portfolio', array() ) );
		$this->assertSame( 'Berthe Morisot', Structured_Data::of( get_post( $id ) )['creator']['name'] );
		$this->assertStringContainsString( 'The Cradle', $this->caption( $id ) );
		$this->choose_sources( array( 'type-portfolio' => false, 'artwork' => null ) );
		$this->assertSame( '', $this->caption( $id ), 'no work any more: the caption says nothing' );
		$this->assertSame( 403, $this->screen( 'GET', 'works/' . $this->artwork( array( 'post_type' => 'page' ) ) )->get_status() );
	}

	public function test_another_choice_is_one_job_and_counts_beforehand_what_leaves_and_comes(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$this->publish_to_registry( $ids['floor'], $ids['room'], $ids['cellar'] );
		Status::save_reports( array( $this->report( $ids['room'], 'stopped', 1 ) ) );
		Status::choose( array( $ids['nowhere'] ), Status::CHOSEN );
		$narrow = array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['cellar'] ) ) );
		$this->assertSame(
			array( 'leaving' => 1, 'coming' => 0 ),
			Source_Orders::consequences( $this->choice( $narrow ) ),
			'one has left before, one is not there yet'
		);
		$rows = $this->count_waiting();
		$this->choose_sources( $narrow );
		$this->assertSame( array( $rows, 1 ), array( $this->count_waiting(), $this->open_jobs() ) );
		$told = $this->pull();
		$this->assertSame( array( 'not_shared', 'category' ), $told[ $ids['floor'] ] );
		$this->assertSame( array( 'shared', null ), $told[ $ids['cellar'] ] );
		Status::save_reports( array( $this->report( $ids['floor'], 'stopped', $this->revision( $ids['floor'] ) ) ) );
		$wide = $this->choice( array( 'type-portfolio' => null ) );
		$this->assertSame( array( 'leaving' => 0, 'coming' => 3 ), Source_Orders::consequences( $wide ), 'what was published before comes back' );
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$this->assertSame( 3, Source_Orders::consequences( $wide )['coming'], 'what was here before new works went by themselves waits to be chosen' );
		$new = $this->portfolio();
		$this->assertSame( 4, Source_Orders::consequences( $wide )['coming'], 'a new one does not' );
		wp_delete_post( $new, true );
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$this->assertSame( array( 'shared', null ), $this->pull()[ $ids['floor'] ] );
		$this->end_jobs();
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$this->assertNull( Jobs::find(), 'the same once more changes nothing' );
	}

	public function test_a_post_type_that_is_no_longer_chosen_leaves_and_its_edits_are_ignored(): void {
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$published = $this->portfolio( array( 'post_title' => 'Secret' ) );
		$other     = $this->portfolio();
		$this->publish_to_registry( $published );
		$this->choose_sources( array( 'type-portfolio' => false ) );
		$this->assertSame( array( $published => array( 'not_shared', 'source' ) ), $this->pull() );
		$this->assertNotNull( Works_Query::find( $published ), 'the registry still has it' );
		$this->assertNull( Works_Query::find( $other ) );
		$this->assert_same_verdict_everywhere();
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$before = $this->revision( $published );
		wp_update_post( array( 'ID' => $published, 'post_title' => 'Still secret' ) );
		update_post_meta( $other, 'artist', 'Somebody' );
		$new = $this->portfolio();
		$this->assertSame( array( $before, 0 ), array( $this->revision( $published ), $this->revision( $new ) ) );
		$this->assertSame( array(), Status::choices( array( $new, $other ) ), 'not even chosen for later' );
		wp_delete_post( $published, true );
		Change_Collector::flush();
		$this->assertSame( 'deleted', Outbox::find( $published )['tombstone'], 'its end is told all the same' );
	}

	public function test_a_post_type_that_vanishes_with_its_theme_holds_its_works_until_it_is_back(): void {
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$id = $this->portfolio();
		$this->publish_to_registry( $id );
		Source_Watch::look();
		unregister_post_type( 'portfolio' );
		Source_Watch::look();
		Outbox::touch( array( $id => 'type-portfolio' ) );
		$this->assertSame( array( $id => array( 'broken', 'source_missing' ) ), $this->pull() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 1, $this->screen( 'GET', 'overview' )->get_data()['sourceless'] );
		$kinds = array_column( $this->screen( 'GET', 'sources' )->get_data()['kinds'], null, 'id' );
		$this->assertSame( array( false, true ), array( $kinds['type-portfolio']['is_there'], $kinds['type-portfolio']['is_chosen'] ) );
		$this->assertSame(
			422,
			$this->save_over_rest( array( 'type-portfolio' => array( 'is_chosen' => false, 'categories' => null ) ) )->get_status(),
			'nobody takes it away while nobody sees it'
		);
		register_post_type( 'portfolio', array( 'public' => false ) );
		Outbox::touch( array( $id => 'type-portfolio' ) );
		$this->assertSame( array( $id => array( 'broken', 'source_missing' ) ), $this->pull(), 'visitors cannot see it: as good as gone' );
		$this->register_portfolio();
		Source_Watch::look();
		$this->assertSame( array( $id => array( 'shared', null ) ), $this->pull(), 'looked at by itself' );
	}

	public function test_a_choice_that_cannot_be_read_holds_every_work(): void {
		$id = $this->taken_over_artwork();
		foreach ( array(
			'rubbish',
			array( 'version' => 99, 'sources' => array() ),
			array( 'version' => 1, 'sources' => array( 'artwork' => array( 'is_chosen' => 'no' ) ) ),
		) as $stored ) {
			update_option( 'artwork_registry_source_choices', $stored );
			Source_Choice::forget();
			Outbox::touch( array( $id => 'artwork' ) );
			$this->assertSame( array( 'broken', 'source_missing' ), $this->pull()[ $id ] );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertStringContainsString( 'choose again and save', $this->screen( 'GET', 'sources' )->get_data()['notice'] );
		$this->assertNull( $this->save_over_rest( array( 'artwork' => array( 'is_chosen' => true, 'categories' => null ) ) )->get_data()['notice'] );
		$this->assertSame( array( 'shared', null ), $this->pull()[ $id ], 'saved again' );
	}

	public function test_saving_costs_two_queries_and_a_visitor_none_whatever_is_chosen(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => array( 'portfolio_room' => array( $rooms['floor'] ) ), 'type-post' => null, 'type-page' => null ) );
		foreach ( Settings::REGISTER_MODES as $mode ) {
			Settings::update( array( 'register_mode' => $mode ) );
			wp_cache_flush();
			Source_Choice::forget();
			get_option( 'siteurl' );
			$this->assertLessThanOrEqual( 2, $this->own_queries_of( function () use ( $ids, $rooms ): void {
				wp_update_post( array( 'ID' => $ids['floor'], 'post_title' => 'Other' ) );
				wp_set_object_terms( $ids['floor'], array( $rooms['cellar'] ), 'portfolio_room' );
				wp_set_object_terms( $ids['floor'], array( $rooms['floor'] ), 'portfolio_room' );
				Change_Collector::flush();
			} ) );
		}
		Art_Ids::follow( array( $this->report( $ids['floor'], 'published', 1 ) ) );
		wp_cache_flush();
		Source_Choice::forget();
		get_option( 'siteurl' );
		$GLOBALS['wp_query'] = new \WP_Query( array( 'p' => $ids['floor'], 'post_type' => 'portfolio' ) );
		ob_start();
		$this->assertSame( 0, $this->own_queries_of( function () use ( $ids ): void {
			Structured_Data::show();
			$this->caption( $ids['floor'] );
		} ) );
		$this->assertStringContainsString( 'AREG-1', (string) ob_get_clean() );
	}

	public function test_a_page_of_fifty_works_of_seven_kinds_with_every_field_mapped_is_at_most_fifteen_queries(): void {
		global $wp_rewrite;
		$kinds = array( 'portfolio', 'areg_artwork', 'post', 'page' );
		foreach ( array( 'sculptures', 'prints', 'drawings' ) as $type ) {
			register_post_type( $type, array( 'public' => true, 'hierarchical' => 'prints' === $type ) );
			register_taxonomy( $type . '_kind', $type, array( 'hierarchical' => true ) );
			$kinds[] = $type;
		}
		$wp_rewrite->set_permalink_structure( '/%category%/%postname%/' );
		$sources = array();
		$fields  = array();
		$terms   = array();
		foreach ( $kinds as $type ) {
			$taxonomy           = array( 'portfolio' => 'portfolio_room', 'areg_artwork' => 'portfolio_room', 'post' => 'category' )[ $type ] ?? $type . '_kind';
			$terms[ $type ]     = 'page' === $type ? 0 : $this->room( "Kind $type", $this->room( "Above $type", 0, $taxonomy ), $taxonomy );
			$id                 = 'areg_artwork' === $type ? 'artwork' : 'type-' . $type;
			$sources[ $id ]     = 'page' === $type ? null : array( $taxonomy => array( $terms[ $type ] ) );
			$fields[ $id ]      = array( 'artist_name' => array( 'steps' => array( array(
				'from' => 'property',
				'key' => 'author',
				'when' => 'page' === $type ? null : array( 'from' => 'taxonomy', 'key' => $taxonomy, 'is' => 'filled' ),
			) ) ) );
			foreach ( array_diff( Mapping::FIELDS, array( 'artist_name' ) ) as $at => $field ) {
				$fields[ $id ][ $field ] = array( 'steps' => array( array( 'from' => 'meta', 'key' => "{$type}_$at" ), array( 'from' => 'standard' ) ) );
			}
		}
		$this->choose_sources( $sources );
		$this->assertSame( array(), Mapping_Orders::save( $fields ) );
		$above = $this->artwork( array( 'post_type' => 'page' ) );
		$ids   = array();
		for ( $n = 0; $n < 50; $n++ ) {
			$type  = $kinds[ $n % count( $kinds ) ];
			$meta  = array( "{$type}_9" => (string) $this->attachment( "g$n.jpg" ), '_thumbnail_id' => (string) $this->attachment( "f$n.jpg" ) );
			$ids[] = $id = $this->artwork( array(
				'post_type' => $type,
				'post_title' => "Work $n",
				'post_author' => $n % 4 ? 1 : $this->user( 'author' ),
				'post_parent' => 'page' === $type ? $above : 0,
				'meta_input' => $meta,
			) );
			if ( $terms[ $type ] > 0 ) {
				wp_set_object_terms( $id, array( $terms[ $type ] ), array_keys( $sources[ 'areg_artwork' === $type ? 'artwork' : 'type-' . $type ] )[0] );
			}
		}
		Change_Collector::flush();
		$this->end_jobs();
		Status::choose( $ids, Status::CHOSEN );
		Sql::write( 'DELETE FROM ' . Tables::name( 'outbox' ) . ' WHERE external_id NOT IN (' . Sql::ids( $ids ) . ')' );
		Source_Choice::forget();
		Categories::forget();
		list( $page, $queries ) = $this->page_and_queries();
		foreach ( array( 'sculptures', 'prints', 'drawings' ) as $type ) {
			unregister_post_type( $type );
		}
		$wp_rewrite->set_permalink_structure( '/%postname%/' );
		$this->assertCount( 50, $page['changes'] );
		$this->assertSame(
			array( 'shared' ),
			array_values( array_unique( array_column( $page['changes'], 'state' ) ) ),
			(string) wp_json_encode( array_column( $page['changes'], 'error' ) )
		);
		$this->assertLessThanOrEqual( 15, $queries );
	}

	/** @return array<string, array{0: array<string, mixed>, 1: string}> */
	public function wrong_choices(): array {
		return array(
			'a type that is not there' => array( array( 'type-nothing' => array( 'is_chosen' => true, 'categories' => null ) ), 'no longer available' ),
			'attachments'              => array( array( 'type-attachment' => array( 'is_chosen' => true, 'categories' => null ) ), 'no longer available' ),
			'a type that nobody sees'  => array( array( 'type-revision' => array( 'is_chosen' => true, 'categories' => null ) ), 'no longer available' ),
			'products twice'           => array( array( 'type-product' => array( 'is_chosen' => true, 'categories' => null ) ), 'no longer available' ),
			'no yes or no'             => array( array( 'artwork' => array( 'is_chosen' => 'perhaps' ) ), 'no longer available' ),
			'no category'              => array( array( 'artwork' => array( 'is_chosen' => true, 'categories' => array() ) ), 'at least one category' ),
			'a category of others'     => array(
				array( 'artwork' => array( 'is_chosen' => true, 'categories' => array( 'category' => array( 1 ) ) ) ),
				'at least one category',
			),
			'nothing at all'           => array(
				array( 'artwork' => array( 'is_chosen' => false, 'categories' => null ), 'woocommerce' => array( 'is_chosen' => false, 'categories' => null ) ),
				class_exists( 'WooCommerce', false ) ? 'select Disconnect' : 'no longer available',
			),
		);
	}

	/**
	 * @dataProvider wrong_choices
	 *
	 * @param array<string, mixed> $sources
	 */
	public function test_a_wrong_choice_is_refused_with_what_to_do_and_nothing_changes( array $sources, string $message ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$before = Source_Choice::current()->hash();
		$answer = $this->save_over_rest( $sources );
		$this->assertSame( 422, $answer->get_status() );
		$this->assertStringContainsString( $message, $answer->get_data()['message'] );
		$this->assertSame( array( $before, null ), array( Source_Choice::current()->hash(), Jobs::find() ) );
	}

	public function test_only_the_owner_chooses_and_only_after_seeing_what_leaves(): void {
		list( $rooms, $ids ) = $this->house();
		$this->choose_sources( array( 'type-portfolio' => null ) );
		$this->publish_to_registry( $ids['floor'], $ids['cellar'] );
		$narrow = array( 'type-portfolio' => array( 'is_chosen' => true, 'categories' => array( 'portfolio_room' => array( $rooms['floor'] ) ) ) );
		foreach ( array( 'subscriber', 'editor' ) as $role ) {
			wp_set_current_user( $this->user( $role ) );
			foreach ( array(
				$this->screen( 'GET', 'sources' ),
				$this->screen( 'POST', 'sources/look', array( 'sources' => $narrow ) ),
				$this->save_over_rest( $narrow ),
			) as $answer ) {
				$this->assertSame( 403, $answer->get_status() );
			}
		}
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( array( 'leaving' => 1, 'coming' => 0 ), $this->screen( 'POST', 'sources/look', array( 'sources' => $narrow ) )->get_data() );
		$this->assertSame( 409, $this->save_over_rest( $narrow )->get_status(), 'a page that does not ask changes nothing' );
		$this->assertSame( 409, $this->save_over_rest( $narrow, array( 'leaving' => 1, 'base' => str_repeat( '0', 16 ) ) )->get_status(), 'somebody else was first' );
		$answer = $this->save_over_rest( $narrow, array( 'leaving' => 1 ) );
		$kinds  = array_column( $answer->get_data()['kinds'], null, 'id' );
		$this->assertSame( array( 'portfolio_room' => array( $rooms['floor'] ) ), $kinds['type-portfolio']['categories'] );
		$this->assertSame( array( 'Cellar', 'House', 'Floor', 'Room', 'Corner' ), array_column( $kinds['type-portfolio']['taxonomies'][0]['terms'], 'name' ) );
		$this->assertSame( array( 0, 0, 1, 2, 3 ), array_column( $kinds['type-portfolio']['taxonomies'][0]['terms'], 'depth' ) );
		$this->assertSame( 6, $kinds['type-portfolio']['works'] );
	}

	public function test_the_command_line_lists_and_chooses(): void {
		$theme = $this->theme();
		$room  = $this->room( 'Attic' );
		$this->assertStringContainsString( 'Success', $this->wp( 'sources', 'set', 'type-portfolio', 'on', '--categories=attic' ) );
		Source_Choice::forget();
		$this->assertSame( array( 'portfolio_room' => array( $room ) ), Source_Choice::current()->categories( 'type-portfolio' ) );
		$kinds = array_column( (array) json_decode( $this->wp( 'sources', 'list', '--format=json' ), true ), null, 'id' );
		$this->assertTrue( $kinds['type-portfolio']['is_chosen'] );
		$this->assertFalse( $kinds['type-page']['is_chosen'] );
		$this->wp( 'sources', 'set', 'type-portfolio', 'off', '--yes' );
		Source_Choice::forget();
		$this->assertFalse( Source_Choice::current()->is_chosen( 'type-portfolio' ) );
		unlink( $theme );
	}

	/**
	 * @param array<string, mixed> $sources
	 * @param array<string, mixed> $params
	 */
	private function save_over_rest( array $sources, array $params = array() ): \WP_REST_Response {
		return $this->screen( 'POST', 'sources', $params + array( 'sources' => $sources, 'base' => Source_Choice::current()->hash() ) );
	}

	private function caption( int $id ): string {
		return ( new WP_Block( array( 'blockName' => 'artwork-registry/caption' ), array( 'postId' => $id ) ) )->render();
	}

	/** @return string A must-use plugin with the post type, for requests of their own. */
	private function theme(): string {
		wp_mkdir_p( WPMU_PLUGIN_DIR );
		$file = WPMU_PLUGIN_DIR . '/portfolio.php';
		file_put_contents( $file, "<?php add_action( 'init', static function () {
			register_post_type( 'portfolio', array( 'public' => true, 'label' => 'Portfolio' ) );
			register_taxonomy( 'portfolio_room', array( 'portfolio', 'areg_artwork' ), array( 'hierarchical' => true ) );
		} );" );
		return $file;
	}
}
