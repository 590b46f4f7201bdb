<?php
/**
 * Several values of a place that became one artist, title or year: registered only once the owner has said that this is meant.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Report_Export;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Job_Walker;

final class Joined_Values_Test extends Wordpress_Case {
	protected function setUp(): void {
		parent::setUp();
		register_taxonomy( 'gallery_tag', 'areg_artwork' );
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	protected function tearDown(): void {
		unregister_taxonomy( 'gallery_tag' );
		parent::tearDown();
	}

	public function test_an_artist_of_several_terms_is_registered_with_the_others_only_after_the_owners_word(): void {
		$this->map( 'artist_name', array( 'from' => 'taxonomy', 'key' => 'gallery_tag' ) );
		$one  = $this->work( 'Irises', 'Ravi S. Menon' );
		$list = $this->work( 'Roses', 'Edition', 'Ravi S. Menon', 'Sea' );
		$this->assertSame( array( 1, 1, 2 ), $this->sums() );
		$lines = $this->screen( 'GET', 'report/works', array( 'lacking' => 'joined' ) )->get_data();
		$this->assertSame( array( array( (string) $list ), 1 ), array( array_column( $lines['works'], 'external_id' ), $lines['total'] ) );
		$this->assertSame( 'Edition, Ravi S. Menon, Sea', $lines['works'][0]['artist'] );
		$this->assertSame( 1, $this->screen( 'GET', 'report/works' )->get_data()['total'], 'it is not among those that are ready' );
		$this->assertMatchesRegularExpression( '/"Roses","[^"]+","Check the artist/', $this->file() );
		$this->register_all();
		$this->assertSame( array( $one => Status::CHOSEN ), Status::decided( array( $one, $list ) ) );
		$this->accept( 'near', $list );
		$this->assertSame( 1, $this->sums()[1], 'a word about another question says nothing about this one' );
		$this->accept( 'joined', $list );
		$this->assertSame( array( 1, 0, 1 ), $this->sums() );
		$this->register_all();
		$this->assertSame( Status::CHOSEN, Status::decided( array( $list ) )[ $list ] );
	}

	public function test_a_work_that_changed_after_the_owners_word_is_asked_about_again(): void {
		$this->map( 'artist_name', array( 'from' => 'taxonomy', 'key' => 'gallery_tag' ) );
		$list = $this->work( 'Roses', 'Ravi S. Menon', 'sea' );
		$this->sums();
		$this->accept( 'joined', $list );
		wp_set_object_terms( $list, array( 'Ravi S. Menon', 'sea', 'edition' ), 'gallery_tag' );
		$this->assertSame( array( 0, 1, 1 ), $this->sums() );
		wp_set_object_terms( $list, array( 'Ravi S. Menon' ), 'gallery_tag' );
		$this->assertSame( array( 1, 0, 1 ), $this->sums() );
	}

	/** @return array<string, array{0: string, 1: array<string, mixed>, 2: int}> */
	public function fields(): array {
		$tags = array( 'from' => 'taxonomy', 'key' => 'gallery_tag' );
		return array(
			'a title of two terms'           => array( 'title', $tags, 1 ),
			'a year of two terms'            => array( 'year_created', $tags, 1 ),
			'a medium of two terms is right' => array( 'medium', $tags, 0 ),
			'a pattern with a list in it'    => array( 'artist_name', array( 'from' => 'pattern', 'value' => 'By {taxonomy:gallery_tag}' ), 1 ),
			'a custom field of two rows'     => array( 'artist_name', array( 'from' => 'meta', 'key' => 'painter' ), 1 ),
			'one text'                       => array( 'artist_name', array( 'from' => 'fixed', 'value' => 'Gilbert, George' ), 0 ),
			'a place that is not used'       => array( 'artist_name', $tags + array( 'when' => array( 'from' => 'meta', 'key' => 'none', 'is' => 'filled' ) ), 0 ),
		);
	}

	/**
	 * @dataProvider fields
	 * @param array<string, mixed> $step
	 */
	public function test_it_is_asked_of_artist_title_and_year_wherever_they_are_read_from( string $field, array $step, int $joined ): void {
		$this->map( $field, $step );
		$id = $this->work( 'Irises', '1890', '1891' );
		add_post_meta( $id, 'painter', 'Gilbert' );
		add_post_meta( $id, 'painter', 'George' );
		$this->assertSame( $joined, $this->sums()[1] );
	}

	private function work( string $title, string ...$terms ): int {
		$id = $this->artwork( array( 'post_title' => $title ) );
		wp_set_object_terms( $id, $terms, 'gallery_tag' );
		return $id;
	}

	/** @param array<string, mixed> $step */
	private function map( string $field, array $step ): void {
		$this->assertSame( array(), Mapping_Orders::save( array( 'artwork' => array( $field => array( 'steps' => array( $step ) ) ) ) ) );
	}

	/** @return array{0: int, 1: int, 2: int} Ready, joined, undecided. */
	private function sums(): array {
		Change_Collector::flush();
		do {
			$report = $this->screen( 'POST', 'report/step' )->get_data();
		} while ( ! $report['is_done'] );
		return array( $report['ready'], $report['joined'], $report['undecided'] );
	}

	private function accept( string $line, int $id ): void {
		$this->assertSame( 200, $this->screen( 'POST', 'report/accept', array( 'line' => $line, 'ids' => array( $id ) ) )->get_status() );
	}

	private function register_all(): void {
		Jobs::start( Jobs::REGISTER_ALL, Job_Walker::count( Jobs::REGISTER_ALL ) );
		while ( Job_Walker::step() ) {
			continue;
		}
	}

	private function file(): string {
		ob_start();
		Report_Export::write();
		return (string) ob_get_clean();
	}
}
