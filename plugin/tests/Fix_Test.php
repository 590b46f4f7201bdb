<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Fix_View;
use WP_REST_Request;
use WP_REST_Response;

final class Fix_Test extends Mapping_Case {
	public function test_fields_are_saved_with_one_save_of_each_work_and_come_back_as_they_are_now(): void {
		$first  = $this->artwork( array( 'meta_input' => array( 'artwork_registry_artist' => '' ) ) );
		$second = $this->artwork( array( 'meta_input' => array( 'artwork_registry_artist' => '' ) ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$saves = array();
		$count = static function ( int $id ) use ( &$saves ): void {
			$saves[ $id ] = ( $saves[ $id ] ?? 0 ) + 1;
		};
		add_action( 'save_post', $count );
		$answer = $this->save( array(
			$first  => array( 'artist_name' => 'Anna Boch', 'year_created' => '1889', 'size' => '12 x 16 in' ),
			$second => array( 'artist_name' => 'Anna Boch' ),
		) )->get_data();
		remove_action( 'save_post', $count );
		// Revisions are posts of their own.
		$this->assertSame( array( 1, 1 ), array( $saves[ $first ], $saves[ $second ] ) );
		$this->assertSame( array(), (array) $answer['errors'] );
		$this->assertSame( 'Anna Boch', get_post_meta( $first, 'artwork_registry_artist', true ) );
		$this->assertSame( '30.48 × 40.64 cm', $answer['works'][0]['fields']['size']['value'] );
		$this->assertNull( $answer['works'][0]['fields']['artist_name']['issue'] );
		$this->assertNotNull( Outbox::find( $first ), 'the change is on its way' );
	}

	public function test_a_taxonomy_whose_name_has_capitals_is_written_by_its_name(): void {
		register_taxonomy( 'Atelier_Artist', 'areg_artwork', array( 'public' => true ) );
		$id = $this->artwork();
		$this->map( 'artist_name', array( 'from' => 'taxonomy', 'key' => 'Atelier_Artist' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$answer = $this->save( array( $id => array( 'artist_name' => 'Anna Boch' ) ) )->get_data();
		$this->assertSame( array(), (array) $answer['errors'] );
		$this->assertSame( array( 'Anna Boch' ), wp_get_object_terms( $id, 'Atelier_Artist', array( 'fields' => 'names' ) ) );
		unregister_taxonomy( 'Atelier_Artist' );
	}

	public function test_undo_restores_what_was_stored_and_not_what_was_shown(): void {
		register_taxonomy( 'gallery_artist', 'areg_artwork', array( 'public' => true ) );
		$id = $this->artwork( array( 'meta_input' => array( 'width_cm' => '40', 'depth_cm' => '2 ft' ) ) );
		wp_set_object_terms( $id, array( 'Anna Boch', 'Théo van Rysselberghe' ), 'gallery_artist' );
		$this->map( 'artist_name', array( 'from' => 'taxonomy', 'key' => 'gallery_artist' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$sizes  = array( 'artwork_registry_height_cm', 'artwork_registry_width_cm', 'artwork_registry_depth_cm' );
		$stored = static function () use ( $id, $sizes ): array {
			$meta = array_map( static function ( string $key ) use ( $id ): array {
				return get_post_meta( $id, $key );
			}, $sizes );
			return array( $meta, wp_get_object_terms( $id, 'gallery_artist', array( 'fields' => 'names' ) ) );
		};
		$before = $stored();
		$answer = $this->save( array( $id => array( 'artist_name' => 'Anna Boch', 'size' => '30 × 41 cm' ) ) )->get_data();
		$this->assertSame( array( array( array( '30' ), array( '41' ), array( '2 ft' ) ), array( 'Anna Boch' ) ), $stored() );
		$undone = $this->send( array( array( 'id' => $id, 'undo' => ( (array) $answer['former'] )[ (string) $id ] ) ) );
		$this->assertSame( array( array(), array() ), array( (array) $undone->get_data()['errors'], (array) $undone->get_data()['former'] ) );
		$this->assertEquals( $before, $stored() );
		unregister_taxonomy( 'gallery_artist' );
	}

	public function test_what_was_there_before_can_be_saved_again(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'artwork_registry_artist' => 'Boch', 'artwork_registry_width_cm' => '40' ) ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$before = array_map(
			static function ( array $cell ): string {
				return $cell['value'];
			},
			Fix_View::many( array( $id ) )[0]['fields']
		);
		$this->assertSame( 'W 40 cm', $before['size'] );
		$this->save( array( $id => array( 'artist_name' => 'Anna Boch', 'medium' => 'Oil', 'size' => '30 × 40 × 2 cm' ) ) );
		$this->assertSame( '30 × 40 × 2 cm', Fix_View::many( array( $id ) )[0]['fields']['size']['value'] );
		$this->save( array( $id => array_diff_key( $before, array( 'year_created' => 1 ) ) ) );
		$this->assertSame( 'Boch', get_post_meta( $id, 'artwork_registry_artist', true ) );
		$this->assertSame( array( '', '40', '', '' ), array(
			get_post_meta( $id, 'artwork_registry_height_cm', true ),
			get_post_meta( $id, 'artwork_registry_width_cm', true ),
			get_post_meta( $id, 'artwork_registry_depth_cm', true ),
			get_post_meta( $id, 'artwork_registry_medium', true ),
		) );
	}

	public function test_a_text_goes_where_the_mapping_reads_it(): void {
		$this->map( 'artist_name', array( 'from' => 'standard' ), $this->meta( 'painter' ) );
		$with    = $this->artwork( array( 'meta_input' => array( 'artwork_registry_artist' => '', 'painter' => 'A. Boch' ) ) );
		$without = $this->artwork( array( 'meta_input' => array( 'artwork_registry_artist' => '' ) ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->save( array( $with => array( 'artist_name' => 'Anna Boch' ), $without => array( 'artist_name' => 'Anna Boch' ) ) );
		$this->assertSame( array( 'Anna Boch', '' ), array( get_post_meta( $with, 'painter', true ), get_post_meta( $with, 'artwork_registry_artist', true ) ) );
		$this->assertSame( 'Anna Boch', get_post_meta( $without, 'artwork_registry_artist', true ) );
		$this->map( 'artist_name', array( 'from' => 'fixed', 'value' => 'Anna Boch' ) );
		$this->assertFalse( Fix_View::many( array( $with ) )[0]['fields']['artist_name']['can_edit'] );
		$errors = (array) $this->save( array( $with => array( 'artist_name' => 'Other' ) ) )->get_data()['errors'];
		$this->assertStringContainsString( 'cannot be changed here', $errors[ (string) $with ] );
	}

	public function test_a_size_that_says_nothing_is_refused_and_the_others_are_saved(): void {
		$bad  = $this->artwork();
		$good = $this->artwork();
		wp_set_current_user( $this->user( 'editor' ) );
		$errors = (array) $this->save( array( $bad => array( 'size' => 'large' ), $good => array( 'size' => '30 × 40' ) ) )->get_data()['errors'];
		$this->assertSame( array( $bad ), array_keys( $errors ) );
		$this->assertSame( '40', get_post_meta( $good, 'artwork_registry_width_cm', true ) );
	}

	public function test_users_change_only_works_that_they_may_edit(): void {
		$id = $this->artwork();
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( 403, $this->save( array( $id => array( 'artist_name' => 'Other' ) ) )->get_status() );
		$authors = static function (): array {
			return array( 'publish_posts' );
		};
		add_filter( 'artwork_registry_staff_capabilities', $authors );
		$errors = (array) $this->save( array( $id => array( 'artist_name' => 'Other' ) ) )->get_data()['errors'];
		remove_filter( 'artwork_registry_staff_capabilities', $authors );
		$this->assertArrayHasKey( (string) $id, $errors );
	}

	public function test_the_list_has_works_that_the_registry_refused_and_the_artists_in_its_spelling(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'artwork_registry_artist' => '' ) ) );
		$this->artwork( array( 'meta_input' => array( 'artwork_registry_artist' => 'anna boch' ) ) );
		Change_Collector::flush();
		$report = $this->report( $id, 'attention', 1 );

		$report['shows'] = (string) wp_json_encode( array( 'artist_name' => 'Anna Boch' ) );
		Status::choose( array( $id ), Status::CHOSEN );
		Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		Status::save_reports( array( array( 'revision' => $this->revision( $id ) ) + $report ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$page = rest_do_request( new WP_REST_Request( 'GET', '/artwork-registry/v1/screen/fix' ) )->get_data();
		$this->assertSame( array( (string) $id ), array_column( $page['works'], 'external_id' ) );
		$this->assertContains( 'Anna Boch', $page['artists'] );
		$this->assertNotContains( 'anna boch', $page['artists'] );
	}

	/** @param array<int, array<string, string>> $fields */
	private function save( array $fields ): WP_REST_Response {
		$works = array();
		foreach ( $fields as $id => $texts ) {
			$works[] = array(
				'id'     => $id,
				'fields' => $texts,
			);
		}
		return $this->send( $works );
	}

	/** @param list<array<string, mixed>> $works */
	private function send( array $works ): WP_REST_Response {
		$request = new WP_REST_Request( 'POST', '/artwork-registry/v1/screen/fix' );
		$request->set_body_params( array( 'works' => $works ) );
		return rest_do_request( $request );
	}
}
