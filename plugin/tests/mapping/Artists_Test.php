<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Store\Artists;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Mapping_Case;
use ArtworkRegistry\View\Artists_View;

final class Artists_Test extends Mapping_Case {
	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	private function work( string $artist ): int {
		static $number = 0;
		++$number;
		return $this->artwork( array( 'post_title' => "Study $number", 'meta_input' => array( 'artist' => $artist ) ) );
	}

	/** @return array<string, array<string, mixed>> By name. */
	private function artists( string $search ): array {
		Change_Collector::flush();
		do {
			$report = $this->rest( 'POST', 'report/step' )->get_data();
		} while ( ! $report['is_done'] );
		return array_column( $this->rest( 'GET', 'artists', array( 'search' => $search ) )->get_data()['artists'], null, 'name' );
	}

	public function test_names_are_counted_as_they_are_written(): void {
		$this->work( 'Müller, Anna' );
		$this->work( 'Müller, Anna' );
		$this->work( 'Muller, Anna' );
		$found = $this->artists( 'ller, Anna' );
		$this->assertSame( array( 'Müller, Anna' => 2, 'Muller, Anna' => 1 ), array_column( $found, 'works', 'name' ) );
		$this->assertSame( array( 'Muller, Anna' ), array_column( $found['Müller, Anna']['similar'], 'name' ) );
	}

	public function test_the_registrys_spelling_and_id_stand_beside(): void {
		$id      = $this->work( 'Boch, Anna' );
		$pairing = $this->pair();
		$shows   = array( 'artist_name' => 'Anna Boch', 'artist_id' => '00000000-0000-4000-8000-000000000001' );
		$this->call(
			$pairing,
			'report',
			array( 'works' => array( array( 'external_id' => (string) $id, 'confirmed_at' => null, 'shows' => $shows ) + $this->report( $id, 'published' ) ) )
		);
		$found = $this->artists( 'Boch' )['Boch, Anna'];
		$this->assertSame( array( 1, array( 'name' => 'Anna Boch', 'id' => $shows['artist_id'] ) ), array( $found['registered'], $found['there'] ) );
	}

	public function test_works_of_an_artist_are_handed_out_page_by_page_and_those_of_others_not(): void {
		$ids = array( $this->work( 'Anna Boch' ), $this->work( 'Anna Boch' ) );
		$this->work( 'Anna B' );
		$key = $this->artists( 'Anna B' )['Anna Boch']['key'];
		$this->assertSame( $ids, Artists::works( $key, 0, 50 ) );
		$this->assertSame( array( $ids[1] ), Artists::works( $key, $ids[0], 50 ) );
		$page = $this->rest( 'GET', "artists/$key/works" )->get_data();
		$this->assertSame( array( array_map( 'strval', $ids ), array(), null ), array( $page['ids'], $page['left'], $page['after'] ) );
	}

	public function test_a_rename_saves_each_work_once_and_moves_it_in_the_list(): void {
		$ids   = array( $this->work( 'C. Monet' ), $this->work( 'C. Monet' ) );
		$key   = $this->artists( 'Monet' )['C. Monet']['key'];
		$saves = array();
		$note  = static function ( int $id ) use ( &$saves ): void {
			$saves[] = $id;
		};
		add_action( 'save_post_' . Source_Names::ARTWORK_TYPE, $note );
		$works = array_map(
			static fn( string $id ): array => array( 'id' => (int) $id, 'fields' => array( 'artist_name' => 'Claude Monet' ) ),
			$this->rest( 'GET', "artists/$key/works" )->get_data()['ids']
		);
		$this->rest( 'POST', 'fix', array( 'works' => $works ) );
		remove_action( 'save_post_' . Source_Names::ARTWORK_TYPE, $note );
		$this->assertSame( $ids, $saves );
		$this->assertSame( array( 'Claude Monet' => 2 ), array_column( $this->artists( 'Monet' ), 'works', 'name' ) );
	}

	public function test_several_artists_one_by_one_are_not_made_one(): void {
		register_taxonomy( 'painter', Source_Names::ARTWORK_TYPE );
		$this->map( 'artist_name', array( 'from' => 'taxonomy', 'key' => 'painter' ) );
		$one  = $this->artwork( array( 'post_title' => 'One', 'meta_input' => array() ) );
		$both = $this->artwork( array( 'post_title' => 'Both', 'meta_input' => array() ) );
		wp_set_object_terms( $one, array( 'Jeanne Claude' ), 'painter' );
		wp_set_object_terms( $both, array( 'Christo Javacheff', 'Jeanne Claude' ), 'painter' );
		$found = $this->artists( 'Jeanne' );
		$this->assertSame( array( 'one', 'several' ), array( $found['Jeanne Claude']['kind'], $found['Christo Javacheff, Jeanne Claude']['kind'] ) );
		$page = $this->rest( 'GET', 'artists/' . $found['Christo Javacheff, Jeanne Claude']['key'] . '/works' )->get_data();
		$this->assertSame( array( array(), array( array( (string) $both, 'Both' ) ) ), array( $page['ids'], array_map( static function ( array $work ): array {
			return array( $work['external_id'], $work['title'] );
		}, $page['left'] ) ) );
		$this->assertStringContainsString( "post=$both", (string) $page['left'][0]['edit_url'], 'it can be opened from here' );
		$this->assertCount( 1, $this->rest( 'GET', 'artists/' . $found['Jeanne Claude']['key'] . '/works' )->get_data()['ids'] );
		unregister_taxonomy( 'painter' );
	}

	/** @return array<string, array{0: string, 1: string}> */
	public function names(): array {
		return array(
			'a name'               => array( 'Claude Monet', 'one' ),
			'last name first'      => array( 'Monet, Claude', 'one' ),
			'and'                  => array( 'Gilbert and George', 'several' ),
			'ampersand'            => array( 'Gilbert & George', 'several' ),
			'semicolon'            => array( 'Boch; Monet', 'several' ),
			'two whole names'      => array( 'Anna Boch, Claude Monet', 'several' ),
			'three'                => array( 'A, B, C', 'several' ),
			'after'                => array( 'after Rembrandt', 'role' ),
			'attributed'           => array( 'Attributed to Rembrandt', 'role' ),
			'German'               => array( 'Umkreis Rembrandt', 'role' ),
			'a name that has "and"' => array( 'Andreas Gursky', 'one' ),
			'a name that has "da"' => array( 'Dalí', 'one' ),
		);
	}

	/** @dataProvider names */
	public function test_what_a_name_names( string $name, string $kind ): void {
		$this->assertSame( $kind, Artists_View::kind( $name ) );
	}

	public function test_only_those_who_work_with_artworks_may_use(): void {
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( array( 403, 403 ),
			array( $this->rest( 'GET', 'artists' )->get_status(), $this->rest( 'GET', 'artists/0000000000000000/works' )->get_status() ) );
	}
}
