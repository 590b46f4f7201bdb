<?php
/**
 * What tests of the choice "what is a work" share, on WordPress alone and in a shop. A theme's post type `portfolio` with a taxonomy of
 * its own is there in each of them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Source_Orders;
use ArtworkRegistry\Source\Choice_Form;
use ArtworkRegistry\Source\Eligibility;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;

trait Sources_Case {
	/** @var array<int, string> Category → its taxonomy. */
	private $rooms = array();

	/** @before */
	public function register_portfolio(): void {
		register_post_type( 'portfolio', array( 'public' => true, 'label' => 'Portfolio', 'supports' => array( 'title', 'editor', 'thumbnail', 'custom-fields' ) ) );
		register_taxonomy( 'portfolio_room', array( 'portfolio', 'areg_artwork' ), array( 'hierarchical' => true, 'public' => true ) );
	}

	/** @after */
	public function unregister_portfolio(): void {
		foreach ( $this->rooms as $id => $taxonomy ) {
			wp_delete_term( $id, $taxonomy );
		}
		unregister_taxonomy( 'portfolio_room' );
		unregister_post_type( 'portfolio' );
	}

	/**
	 * Changes the choice as the owner does.
	 *
	 * @param array<string, array<string, list<int>>|bool|null> $sources Source id → categories, null: all works; false: not chosen.
	 */
	protected function choose_sources( array $sources ): void {
		Source_Orders::save( $this->choice( $sources ) );
	}

	/** @param array<string, array<string, list<int>>|bool|null> $sources */
	protected function choice( array $sources ): Source_Choice {
		$given = array();
		foreach ( $sources as $id => $categories ) {
			$given[ $id ] = array(
				'is_chosen'  => false !== $categories,
				'categories' => is_array( $categories ) ? $categories : null,
			);
		}
		$choice = Choice_Form::read( $given );
		$this->assertInstanceOf( Source_Choice::class, $choice );
		return $choice;
	}

	protected function room( string $name, int $parent = 0, string $taxonomy = 'portfolio_room' ): int {
		$term = wp_insert_term( $name, $taxonomy, array( 'parent' => $parent ) );
		$this->assertIsArray( $term );
		$this->rooms[ (int) $term['term_id'] ] = $taxonomy;
		return (int) $term['term_id'];
	}

	/** @param array<string, mixed> $fields */
	protected function portfolio( array $fields = array(), int ...$rooms ): int {
		$id = $this->artwork( $fields + array( 'post_type' => 'portfolio' ) );
		wp_set_object_terms( $id, $rooms, 'portfolio_room' );
		return $id;
	}

	/** Chosen, told and confirmed by the registry at the revision it has. */
	protected function publish_to_registry( int ...$ids ): void {
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		foreach ( $ids as $id ) {
			Outbox::touch( array( $id => Sources::id_ever_of( (string) get_post_type( $id ) ) ) );
			Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
			Status::save_reports( array( $this->report( $id, 'published', $this->revision( $id ) ) ) );
		}
		$this->end_jobs();
	}

	protected function end_jobs(): void {
		Jobs::remove_all();
	}

	/**
	 * All that the sync service would read until nothing waits, acknowledged page by page.
	 *
	 * @return array<int, array{0: string, 1: string|null}> Work → state and reason as told last.
	 */
	protected function pull(): array {
		Change_Collector::flush();
		$told = array();
		for ( $round = 0; $round < 50; $round++ ) {
			$page = Change_Page::read( 50 );
			foreach ( $page['changes'] as $change ) {
				$told[ (int) $change['external_id'] ] = array( $change['state'], $change['error']['code'] ?? $change['reason'] );
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
			}
			if ( ! $page['changes'] && ! $page['sweeping'] ) {
				return $told;
			}
		}
		$this->fail( 'It does not end.' );
	}

	/** List, counts and pages go by SQL, a single work by PHP: both must say the same of every public post of the site. */
	protected function assert_same_verdict_everywhere( string $when = '' ): void {
		global $wpdb;
		$by_sql = array_map(
			'intval',
			array_column(
				Sql::rows_of(
					"SELECT p.ID FROM $wpdb->posts p WHERE p.post_status = 'publish' AND p.post_password = '' AND "
					. Sources::sql_shareable( 'p' ) . ' ORDER BY p.ID'
				),
				'ID'
			)
		);
		$by_php = array();
		foreach ( Sql::rows_of( "SELECT ID FROM $wpdb->posts WHERE post_status = 'publish' AND post_password = '' ORDER BY ID" ) as $row ) {
			$post   = get_post( (int) $row['ID'] );
			$source = Sources::of_type( $post->post_type );
			if ( null !== $source && null === Eligibility::reason( $post, $source, Status::CHOSEN ) ) {
				$by_php[] = $post->ID;
			}
		}
		$this->assertSame( $by_php, $by_sql, $when );
	}

	protected function reason_of( int $id, int $chosen = Status::CHOSEN ): ?string {
		$post = get_post( $id );
		return Eligibility::reason( $post, Sources::of_type( $post->post_type ), $chosen );
	}

	/** @return array{0: array<string, int>, 1: array<string, int>} Rooms below each other, and works in them. */
	protected function house(): array {
		$house  = $this->room( 'House' );
		$floor  = $this->room( 'Floor', $house );
		$room   = $this->room( 'Room', $floor );
		$corner = $this->room( 'Corner', $room );
		$cellar = $this->room( 'Cellar' );
		$ids    = array(
			'floor'   => $this->portfolio( array(), $floor ),
			'room'    => $this->portfolio( array( 'post_title' => 'In the room' ), $room ),
			'corner'  => $this->portfolio( array( 'post_title' => 'In the corner' ), $corner ),
			'cellar'  => $this->portfolio( array( 'post_title' => 'In the cellar' ), $cellar ),
			'nowhere' => $this->portfolio( array( 'post_title' => 'Nowhere' ) ),
			'both'    => $this->portfolio( array( 'post_title' => 'Up and down' ), $floor, $cellar ),
			'draft'   => $this->portfolio( array( 'post_status' => 'draft' ), $floor ),
		);
		return array( compact( 'house', 'floor', 'room', 'corner', 'cellar' ), $ids );
	}

	protected function count_waiting(): int {
		Change_Collector::flush();
		return Outbox::count_waiting();
	}

	protected function open_jobs(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'jobs' ) );
	}
}
