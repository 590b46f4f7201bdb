<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Tests\Mapping_Case;
use ArtworkRegistry\View\Mapping_View;

final class Mapping_Routes_Test extends Mapping_Case {
	protected function tearDown(): void {
		if ( taxonomy_exists( 'gallery_artist' ) ) {
			unregister_taxonomy( 'gallery_artist' );
		}
		parent::tearDown();
	}

	/** @return array<string, array{0: string, 1: string, 2: array<string, mixed>, 3: int}> */
	public function routes(): array {
		return array(
			'read'      => array( 'GET', 'mapping', array(), 200 ),
			'save'      => array( 'POST', 'mapping', array( 'sources' => array(), 'base' => str_repeat( '0', 16 ) ), 409 ),
			'catalogue' => array( 'GET', 'mapping/catalogue/artwork', array(), 200 ),
			'preview'   => array( 'POST', 'mapping/preview', array( 'id' => 987654321 ), 404 ),
		);
	}

	/**
	 * @dataProvider routes
	 *
	 * @param array<string, mixed> $params
	 */
	public function test_only_those_who_work_with_artworks_may_use( string $method, string $path, array $params, int $status ): void {
		$this->assertSame( 401, $this->rest( $method, $path, $params )->get_status() );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( 403, $this->rest( $method, $path, $params )->get_status() );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( $status, $this->rest( $method, $path, $params )->get_status() );
	}

	public function test_a_preview_is_the_exact_payload_with_its_problems_and_writes_nothing(): void {
		$id      = $this->artwork( array( 'post_status' => 'draft', 'meta_input' => array( 'artist' => '', 'painter' => 'Anna Boch', 'size' => '30 × 40 cm' ) ) );
		$this->revision( $id );
		$before  = Outbox::find( $id );
		$sources = array( 'artwork' => array(
			'artist_name' => array( 'steps' => array( $this->meta( 'painter' ) ) ),
			'height_cm' => array( 'steps' => array( $this->meta( 'nothing_here' ), $this->meta( 'size' ) ) ),
		) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$bare = $this->rest( 'POST', 'mapping/preview', array( 'id' => $id ) )->get_data();
		$this->assertSame( 'Artist is empty.', array_column( $bare['fields'], 'issue', 'field' )['artist_name'] );
		$data   = $this->rest( 'POST', 'mapping/preview', array( 'id' => $id, 'sources' => $sources ) )->get_data();
		$fields = array_column( $data['fields'], null, 'field' );
		$this->assertSame( array( 'Anna Boch', 0, null ), array( $fields['artist_name']['value'], $fields['artist_name']['step'], $fields['artist_name']['issue'] ) );
		$this->assertSame( array( 30.0, 1 ), array( $fields['height_cm']['value'], $fields['height_cm']['step'] ) );
		$this->assertSame( 'draft', $data['reason'], 'a draft can be looked at, and says that it is not sent' );
		$this->assertSame( array( $before, null, array() ), array( Outbox::find( $id ), Jobs::find(), Mapping::current()->of( 'artwork' ) ) );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'publish' ) );
		$this->map_fields( $sources['artwork'] );
		$data = $this->rest( 'POST', 'mapping/preview', array( 'id' => $id ) )->get_data();
		$this->assertSame( $this->change_of( $id )['artwork'], $data['payload'], 'what is shown is what is sent' );
	}

	public function test_a_draft_mapping_with_mistakes_previews_what_is_right_and_names_the_rest(): void {
		$id = $this->artwork();
		wp_set_current_user( $this->user( 'administrator' ) );
		$data = $this->rest(
			'POST',
			'mapping/preview',
			array(
				'id' => $id,
				'sources' => array( 'artwork' => array(
					'medium' => array( 'steps' => array( array( 'from' => 'fixed', 'value' => 'Oil' ) ) ),
					'height_cm' => array( 'steps' => array( array( 'from' => 'meta', 'key' => '' ) ) ),
				) ),
			)
		)->get_data();
		$this->assertSame( 'Oil', $data['payload']['medium'] );
		$this->assertSame( array( 'height_cm', 0 ), array( $data['problems'][0]['field'], $data['problems'][0]['step'] ) );
	}

	public function test_a_page_cannot_be_previewed_as_a_work(): void {
		$page = $this->artwork( array( 'post_type' => 'page' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 404, $this->rest( 'POST', 'mapping/preview', array( 'id' => $page ) )->get_status() );
	}

	public function test_a_work_that_this_person_may_not_edit_is_not_shown(): void {
		$id = $this->artwork( array( 'post_status' => 'private', 'post_title' => 'Secret' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$refuse = static function ( array $all, array $caps, array $args ): array {
			return 'edit_post' === $args[0] ? array_fill_keys( $caps, false ) + $all : $all;
		};
		add_filter( 'user_has_cap', $refuse, 10, 3 );
		$answer = $this->rest( 'POST', 'mapping/preview', array( 'id' => $id ) );
		remove_filter( 'user_has_cap', $refuse, 10 );
		$this->assertSame( 404, $answer->get_status() );
		$this->assertStringNotContainsString( 'Secret', (string) wp_json_encode( $answer->get_data() ) );
	}

	public function test_saving_answers_with_the_new_mapping_and_refuses_what_somebody_else_has_overtaken(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$base    = $this->rest( 'GET', 'mapping' )->get_data()['hash'];
		$sources = array( 'artwork' => array( 'artist_name' => array( 'steps' => array( $this->meta( 'painter' ) ) ) ) );
		$saved   = $this->rest( 'POST', 'mapping', array( 'sources' => $sources, 'base' => $base ) )->get_data();
		$fields  = array_column( array_column( $saved['sources'], null, 'id' )['artwork']['fields'], null, 'field' );
		$this->assertSame( 'painter', $fields['artist_name']['chain']['steps'][0]['key'] );
		$this->assertNotSame( $base, $saved['hash'] );
		$late = $this->rest( 'POST', 'mapping', array( 'sources' => array(), 'base' => $base ) );
		$this->assertSame( 409, $late->get_status() );
		$this->assertSame( array( 'painter' ), Mapping::current()->keys( 'meta' ) );
		$this->rest( 'POST', 'mapping', array( 'sources' => array(), 'base' => $saved['hash'] ) );
		$this->assertSame( array(), Mapping::current()->keys( 'meta' ), 'back to automatic' );
	}

	public function test_a_wrong_mapping_names_field_and_step(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$base   = $this->rest( 'GET', 'mapping' )->get_data()['hash'];
		$answer = $this->rest(
			'POST',
			'mapping',
			array(
				'base' => $base,
				'sources' => array( 'artwork' => array( 'title' => array( 'steps' => array( array( 'from' => 'standard' ), array( 'from' => 'meta', 'key' => '' ) ) ) ) ),
			)
		);
		$this->assertSame( 422, $answer->get_status() );
		$this->assertSame( array( 'artwork', 'title', 1 ), array_slice( array_values( $answer->get_data()['data']['problems'][0] ), 0, 3 ) );
		$this->assertSame( 400, $this->rest( 'POST', 'mapping', array( 'base' => $base, 'sources' => 'x' ) )->get_status() );
	}

	public function test_places_that_fill_a_gap_are_suggested_with_counts(): void {
		register_taxonomy( 'gallery_artist', 'areg_artwork', array( 'labels' => array( 'singular_name' => 'Artist' ) ) );
		for ( $n = 0; $n < 6; $n++ ) {
			$id = $this->artwork( array( 'meta_input' => array(
				'artist' => $n < 2 ? 'Has one' : '',
				'dimensions' => '30 × 40 cm',
				'opening_date' => 'Mondays',
				'_edit_lock' => '1:1',
			) ) );
			wp_set_object_terms( $id, $n < 5 ? 'Anna Boch' : array(), 'gallery_artist' );
		}
		$this->artwork( array( 'post_status' => 'draft', 'meta_input' => array( 'secret_field' => 'x' ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$data  = $this->rest( 'GET', 'mapping/catalogue/artwork' )->get_data();
		$found = array_column( $data['suggestions'], null, 'key' );
		$this->assertSame(
			array( array( 'artist_name' ), 'taxonomy', 5, 3 ),
			array( $found['gallery_artist']['fields'], $found['gallery_artist']['from'], $found['gallery_artist']['fits'], $found['gallery_artist']['adds'] )
		);
		$this->assertSame( Mapping::SIZES, $found['dimensions']['fields'] );
		$this->assertArrayNotHasKey( 'opening_date', $found );
		$this->assertSame( $data['total'], $data['looked_at'], 'few works: all of them' );
		$places = array_column( $data['places'], 'works', 'key' );
		$this->assertSame( array( 6, 5 ), array( $places['dimensions'], $places['gallery_artist'] ) );
		$this->assertSame( array(), array_intersect( array( 'secret_field', '_edit_lock' ), array_keys( $places ) ) );
		$this->map( 'artist_name', array( 'from' => 'standard' ), array( 'from' => 'taxonomy', 'key' => 'gallery_artist' ) );
		$after = $this->rest( 'GET', 'mapping/catalogue/artwork' )->get_data()['suggestions'];
		$this->assertNotContains( 'gallery_artist', array_column( $after, 'key' ), 'what is mapped is not suggested again' );
	}

	public function test_a_large_catalogue_is_looked_at_by_a_sample_with_a_bounded_number_of_queries(): void {
		global $wpdb;
		// Written past WordPress: what counts is the number of rows.
		for ( $chunk = 0; $chunk < 4; $chunk++ ) {
			$rows = array();
			for ( $n = 0; $n < 500; $n++ ) {
				$rows[] = "(1, 'Bulk', '', '', '', '', '', '', 'publish', 'areg_artwork', '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01')";
			}
			$wpdb->query(
				"INSERT INTO $wpdb->posts (post_author, post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered, post_password, post_status, post_type, post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES "
				. implode( ',', $rows )
			);
		}
		$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) SELECT ID, 'painter', 'Anna Boch' FROM $wpdb->posts WHERE post_title = 'Bulk'" );
		$data    = array();
		$queries = $this->queries_of( static function () use ( &$data ): void {
			$data = Mapping_View::catalogue( Sources::get( 'artwork' ) );
		} );
		$wpdb->query( "DELETE FROM $wpdb->postmeta WHERE meta_key = 'painter' AND meta_value = 'Anna Boch'" );
		$wpdb->query( "DELETE FROM $wpdb->posts WHERE post_title = 'Bulk'" );
		$this->assertGreaterThanOrEqual( 2000, $data['total'] );
		$this->assertGreaterThan( 300, $data['looked_at'] );
		$this->assertLessThanOrEqual( 500, $data['looked_at'] );
		$this->assertSame( array( 'artist_name' ), $data['suggestions'][0]['fields'] );
		$this->assertLessThanOrEqual( 60, $queries );
	}

	public function test_the_command_line_shows_sets_previews_suggests_and_resets(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'painter' => 'Anna Boch', 'artist' => '' ) ) );
		$this->assertStringContainsString( 'painter fits', $this->wp( 'map', 'suggest', '--source=artwork' ) );
		$this->assertStringContainsString( 'Saved', $this->wp( 'map', 'set', 'artist_name', 'meta:painter', 'standard', '--source=artwork' ) );
		$preview = json_decode( $this->wp( 'map', 'preview', (string) $id, '--format=json' ), true );
		$this->assertSame( 'Anna Boch', $preview['payload']['artist_name'] );
		$shown = json_decode( $this->wp( 'map', 'show', '--format=json' ), true );
		$this->assertSame( array( 'meta', 'standard' ), array_column( $shown['sources']['artwork']['artist_name']['steps'], 'from' ) );
		$this->assertSame( '', trim( $this->wp( 'map', 'set', 'artist_name', 'eval:x', '--source=artwork' ) ), 'an error, on stderr' );
		$this->assertStringContainsString(
			'Saved',
			$this->wp( 'map', 'set', 'height_cm', '--source=artwork', '--chain={"unit":"in","steps":[{"from":"meta","key":"size"}]}' )
		);
		$this->assertStringContainsString( 'Saved', $this->wp( 'map', 'reset', 'artist_name', '--source=artwork' ) );
		Mapping::forget();
		$this->assertSame( array( 'height_cm' ), array_keys( Mapping::current()->of( 'artwork' ) ) );
		$this->wp( 'map', 'reset' );
		$this->assertSame( array(), Mapping_Store::read()['sources'] );
	}
}
