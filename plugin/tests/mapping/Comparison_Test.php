<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Admin\Report_Export;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Disconnection;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\Tests\Broken_Statements;
use ArtworkRegistry\Tests\Mapping_Case;

final class Comparison_Test extends Mapping_Case {
	use Broken_Statements;

	/** @var array{0: string, 1: string} */
	private $pairing;

	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->pairing = $this->pair();
		$this->call( $this->pairing, 'poll', $this->poll( 'match' ) );
		// What the site of the tests has anyway is settled.
		$this->settle_all();
	}

	/** @return array<string, mixed> */
	private function poll( string $compares, ?string $registry = null, string $slug = 'g' ): array {
		return array(
			'service'  => array( 'name' => 'Test', 'instance' => 'x', 'hosted' => false ),
			'compares' => $compares,
			'status'   => array(
				'account'  => array( 'state' => 'ok' ),
				'registry' => null === $registry ? null : array( 'url' => $registry, 'name' => 'A registry', 'organization' => array( 'slug' => $slug, 'name' => 'G' ) ),
			),
		);
	}

	private function settle_all(): void {
		$this->report_now();
		do {
			$works = Compared::list_to_compare( 500 );
			$this->answer( array_map( fn( array $work ): array => $this->result( $work['external_id'], 'none' ), $works ) );
		} while ( $works );
	}

	/** @return array<string, mixed> */
	private function report_now(): array {
		Change_Collector::flush();
		do {
			$report = $this->rest( 'POST', 'report/step' )->get_data();
		} while ( ! $report['is_done'] );
		return $report;
	}

	/**
	 * @param list<array<string, mixed>> $results
	 * @return array<string, mixed>
	 */
	private function answer( array $results, int $limit = 500, int $sample = 0 ): array {
		list( $status, $answer ) = $this->call( $this->pairing, 'review', compact( 'results', 'limit', 'sample' ) );
		$this->assertSame( 200, $status );
		return $answer;
	}

	/** @return array<string, mixed> */
	private function result( string $id, string $found, string $registry_id = 'AREG-1', string $by = 'list' ): array {
		$row = \ArtworkRegistry\Store\Sql::rows_of( 'SELECT checked_at FROM ' . \ArtworkRegistry\Store\Tables::name( 'checks' ) . " WHERE external_id = $id" );
		return array(
			'external_id' => $id,
			'mark'        => (int) $row[0]['checked_at'],
			'found'       => $found,
			'by'          => $by,
			'matched_on'  => 'none' === $found ? null : 'fingerprint',
			'registry_id' => 'none' === $found ? null : $registry_id,
			'public_page' => 'none' === $found ? null : 'https://registry.example/a',
			'shows'       => array( 'title' => 'Irises', 'artist_name' => 'Anna Boch', 'year_created' => '1889', 'height_cm' => 30, 'width_cm' => 40.5 ),
		);
	}

	private function work( string $title, string $year = '1889' ): string {
		return (string) $this->artwork( array( 'post_title' => $title,
			'meta_input' => array( 'artwork_registry_artist' => 'Anna Boch', 'artwork_registry_year' => $year ) ) );
	}

	public function test_the_service_gets_check_numbers_and_its_results_are_counted(): void {
		$before = $this->report_now();
		$ids    = array( $this->work( 'Irises' ), $this->work( 'Irises', '1890' ), $this->work( 'Roses' ), $this->work( 'Tulips' ) );
		$report = $this->report_now();
		$this->assertSame( array( 'under_way', 4 ), array( $report['comparison']['state'], $report['comparison']['waiting'] ) );
		$this->assertSame( 4, $this->call( $this->pairing, 'poll', $this->poll( 'match' ) )[1]['review'] );
		$works = $this->answer( array(), 2 )['works'];
		$this->assertSame( array_slice( $ids, 0, 2 ), array_column( $works, 'external_id' ) );
		$this->assertSame( array( 'external_id', 'mark', 'look', 'name_look' ), array_keys( $works[0] ) );
		$this->assertSame( $works[0]['name_look'], $works[1]['name_look'] );
		$this->assertNotSame( $works[0]['look'], $works[1]['look'] );
		$answer = $this->answer(
			array( $this->result( $ids[0], 'own' ), $this->result( $ids[1], 'near', 'AREG-2' ), $this->result( $ids[2], 'other', 'AREG-3' ),
				$this->result( $ids[3], 'none' ) )
		);
		$this->assertSame( array( 4, array() ), array( $answer['saved'], $answer['works'] ) );
		$report = $this->report_now();
		$this->assertSame( array( 1, 1, 1, 1 ), array( $report['own'], $report['near'], $report['other'], $report['ready'] - $before['ready'] ) );
		$this->assertSame( 'done', $report['comparison']['state'] );
		$this->assertSame( $before['undecided'] + 4, $report['undecided'] );
		$near = $this->rest( 'GET', 'report/works', array( 'lacking' => 'near' ) )->get_data();
		$this->assertSame( array( 1, $ids[1] ), array( $near['total'], $near['works'][0]['external_id'] ) );
		$this->assertSame( 'Irises, Anna Boch, 1889, 30 × 40.5 cm', $near['works'][0]['there']['words'] );
	}

	public function test_a_result_for_an_older_check_is_dropped(): void {
		$id   = $this->work( 'Irises' );
		$this->report_now();
		$late = $this->result( $id, 'own' );
		usleep( 2000 );
		wp_update_post( array( 'ID' => (int) $id, 'post_title' => 'Lilies' ) );
		$this->report_now();
		$this->answer( array( $late ), 0 );
		$this->assertSame( array( 0, 1 ), array( Checks::count()['own'], Compared::count_to_compare() ) );
	}

	public function test_a_work_that_may_be_there_is_registered_only_once_its_owner_says_that_it_is_another(): void {
		$near  = $this->work( 'Irises', '1890' );
		$ready = $this->work( 'Roses' );
		$this->report_now();
		$this->answer( array( $this->result( $near, 'near' ), $this->result( $ready, 'none' ) ) );
		$this->rest( 'POST', 'register' );
		$this->register_all();
		$chosen = Status::decided( array( (int) $near, (int) $ready ) );
		$this->assertSame( array( (int) $ready => Status::CHOSEN ), $chosen );
		$this->assertSame( 0, $this->rest( 'POST', 'report/accept', array( 'line' => 'near', 'ids' => array( (int) $near ) ) )->get_data()['near'] );
		$this->register_all();
		$this->assertSame( Status::CHOSEN, Status::decided( array( (int) $near ) )[ (int) $near ] );
	}

	public function test_what_was_found_in_another_registry_is_looked_for_again_in_the_present_one(): void {
		$this->call( $this->pairing, 'poll', $this->poll( 'match', 'https://one.example/api/v1' ) );
		$id = $this->work( 'Irises' );
		$this->report_now();
		$this->answer( array( $this->result( $id, 'near' ) ) );
		$this->assertSame( 0, $this->call( $this->pairing, 'poll', $this->poll( 'match', 'https://one.example/api/v1' ) )[1]['review'] );
		Disconnection::cut();
		$this->pairing = $this->pair();
		$this->call( $this->pairing, 'poll', $this->poll( 'match' ) );
		$this->assertSame( 0, Compared::count_to_compare(), 'a service without a key has no registry yet' );
		$this->call( $this->pairing, 'poll', $this->poll( 'match', 'https://one.example/api/v1' ) );
		$this->assertSame( 0, Compared::count_to_compare(), 'the same registry' );
		$this->call( $this->pairing, 'poll', $this->poll( 'match', 'http://one.example/api/v1/' ) );
		$this->assertSame( 0, Compared::count_to_compare(), 'the same registry, written otherwise' );
		$all = $this->call( $this->pairing, 'poll', $this->poll( 'match', 'https://two.example/api/v1' ) )[1]['review'];
		$this->assertSame( $all, Compared::count_to_compare() );
		$this->assertContains( $id, array_column( Compared::list_to_compare( 500 ), 'external_id' ) );
		$this->assertSame( 0, Checks::count()['near'] );
	}

	public function test_what_the_owner_answered_stays_where_the_organization_has_another_name(): void {
		$this->call( $this->pairing, 'poll', $this->poll( 'match', 'https://one.example/api/v1' ) );
		$answered = $this->work( 'Irises' );
		$asked    = $this->work( 'Wheatfield' );
		$this->report_now();
		$this->answer( array( $this->result( $answered, 'near' ), $this->result( $asked, 'near' ) ) );
		Compared::accept( array( (int) $answered ) );
		$this->call( $this->pairing, 'poll', $this->poll( 'match', 'https://one.example/api/v1', 'renamed' ) );
		$waiting = array_column( Compared::list_to_compare( 500 ), 'external_id' );
		$this->assertContains( $asked, $waiting );
		$this->register_all();
		$this->assertSame( array( (int) $answered ), array_keys( Status::decided( array( (int) $answered, (int) $asked ) ), Status::CHOSEN, true ) );
		$this->assertNotContains( $answered, $waiting );
	}

	public function test_a_work_that_could_not_be_read_is_looked_up_the_next_time(): void {
		global $wpdb;
		$id = $this->work( 'Irises' );
		$this->report_now();
		$this->answer( array( $this->result( $id, 'none' ) ) );
		Compared::want_sample();
		$asked  = array( 'results' => array(), 'limit' => 0, 'sample' => 10 );
		$status = $this->failing_once( "/FROM $wpdb->postmeta WHERE post_id IN/", fn(): int => $this->call( $this->pairing, 'review', $asked )[0] );
		$this->assertSame( 500, $status );
		$this->assertArrayHasKey( (int) $id, Compared::list_sample( 100 ) );
		$this->assertContains( $id, array_column( $this->answer( array(), 0, 10 )['sample'], 'external_id' ) );
	}

	private function register_all(): void {
		Jobs::start( Jobs::REGISTER_ALL, Job_Walker::count( Jobs::REGISTER_ALL ) );
		while ( Job_Walker::step() ) {
			continue;
		}
	}

	public function test_a_record_that_one_work_is_is_no_question_for_another_of_its_title(): void {
		$one = $this->work( 'Irises' );
		$two = $this->work( 'Irises', '1890' );
		$this->report_now();
		$this->answer( array( $this->result( $one, 'own' ), $this->result( $two, 'near' ) ) );
		$this->assertSame( array( 1, 0 ), array( Checks::count()['own'], Checks::count()['near'] ) );
	}

	public function test_a_sample_is_handed_out_once_with_content(): void {
		$ids = array( $this->work( 'Irises' ), $this->work( 'Roses' ) );
		$this->report_now();
		$this->answer( array( $this->result( $ids[0], 'none' ), $this->result( $ids[1], 'none' ) ) );
		$this->assertSame( array(), $this->answer( array(), 0, 5 )['sample'], 'nothing leaves before the owner asks' );
		$report = $this->rest( 'POST', 'report/sample' )->get_data();
		$asked  = $report['comparison']['sample']['asked'];
		$this->assertGreaterThanOrEqual( 2, $asked );
		$done = 0;
		do {
			$sample = $this->answer( array(), 0, 10 )['sample'];
			$this->answer( array_map( fn( array $work ): array => $this->result( $work['external_id'],
				'Irises' === $work['artwork']['title'] ? 'other' : 'none', 'AREG-9', 'match' ), $sample ) );
			$done += count( $sample );
		} while ( $sample );
		$this->assertSame( $asked, $done );
		$this->assertSame( array( 1, $asked ), array( Checks::count()['other'], Compared::sample()['done'] ) );
	}

	public function test_without_a_service_that_compares_nothing_waits_for_it(): void {
		Connection::remove();
		$this->work( 'Irises' );
		$this->assertSame( array( 'off', 0, null ), array_values( $this->report_now()['comparison'] ) );
	}

	public function test_unknown_words_are_refused(): void {
		$id = $this->work( 'Irises' );
		$this->report_now();
		$this->assertSame( 400,
			$this->call( $this->pairing, 'review', array( 'results' => array( array( 'found' => 'maybe' ) + $this->result( $id, 'own' ) ) ) )[0] );
	}

	public function test_the_file_says_what_becomes_of_each_work(): void {
		$ids = array( $this->work( 'Irises' ), $this->work( '=Roses' ), (string) $this->artwork( array( 'post_title' => 'Nobody', 'meta_input' => array() ) ) );
		$this->report_now();
		$this->answer( array( $this->result( $ids[0], 'own' ), $this->result( $ids[1], 'none' ) ) );
		ob_start();
		Report_Export::write();
		$file = (string) ob_get_clean();
		$this->assertMatchesRegularExpression( '/"Irises","Anna Boch","In the registry already[^"]*","","AREG-1","Irises, Anna Boch, 1889/', $file );
		$this->assertStringContainsString( "\"'=Roses\",\"Anna Boch\",\"Ready\"", $file );
		$this->assertMatchesRegularExpression( '/"Nobody","","Needs a correction","Artist[^"]+"/', $file );
		$this->assertStringEndsWith( "\"Complete: 3 lines\"\r\n", $file );
	}
}
