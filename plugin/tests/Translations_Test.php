<?php
/**
 * A site in several languages: the original is the work.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\List_Column;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\Sync\Source_Watch;
use ArtworkRegistry\View\Works_Query;

require_once __DIR__ . '/languages-fake.php';

final class Translations_Test extends Wordpress_Case {
	use With_Languages;

	/** @dataProvider plugins */
	public function test_a_translation_is_in_no_page_count_list_or_report( string $plugin ): void {
		list( $original, $german, $french ) = $this->trio( $plugin );
		$this->assertSame( 1, Job_Walker::count( Jobs::REGISTER_ALL ) );
		Owner_Orders::register_many( array( $original, $german, $french ) );
		$page = Change_Page::read( 50 );
		$this->assertSame( array( (string) $original ), array_column( $page['changes'], 'external_id' ) );
		$this->assertStringNotContainsString( 'Schwertlilien', (string) wp_json_encode( $page ) );
		$this->assertSame( array( 1, 2 ), array( Works_Query::counts()['waiting'], Works_Query::counts()['not_shared'] ) );
		$this->assertSame( 1, Outbox::count_waiting(), 'the translations have settled themselves' );
		Check_Run::step();
		$looked_at = \ArtworkRegistry\Store\Sql::rows_of( 'SELECT external_id FROM ' . \ArtworkRegistry\Store\Tables::name( 'checks' ) . ' WHERE eligible = 1' );
		$this->assertSame( array( (string) $original ), array_map( 'strval', array_column( $looked_at, 'external_id' ) ) );
	}

	/** @dataProvider plugins */
	public function test_the_owner_reads_which_work_it_translates( string $plugin ): void {
		list( , $german ) = $this->trio( $plugin );
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array(
			$this->screen( 'GET', "works/$german" )->get_data(),
			$this->screen( 'GET', 'works', array( 'search' => 'Schwert' ) )->get_data()['works'][0],
		) as $work ) {
			$this->assertSame( array( 'not_shared', 'translation', 'Irises & roses' ), array( $work['state'], $work['reason'], $work['original'] ) );
		}
		$html = '';
		$this->assertSame( 1, $this->queries_of( function () use ( $german, &$html ): void {
			$html = $this->column( array( $german ) );
		} ) );
		$this->assertStringContainsString( 'A translation of Irises &amp; roses: the original is what the registry shows.', $html );
	}

	/** @dataProvider plugins */
	public function test_editing_a_translation_marks_nothing_also_where_new_works_are_automatic( string $plugin ): void {
		list( $original, $german ) = $this->trio( $plugin );
		Outbox::acknowledge( array( $original => $this->revision( $original ), $german => $this->revision( $german ) ) );
		Settings::update( array( 'register_mode' => 'automatic' ) );
		wp_update_post( array( 'ID' => $german, 'post_title' => 'Die Schwertlilien' ) );
		update_post_meta( $german, 'artwork_registry_artist', 'Vincent' );
		Change_Collector::flush();
		$this->assertSame( 0, Outbox::count_waiting() );
		$this->assertArrayNotHasKey( $german, Status::choices( array( $german ) ) );
		wp_update_post( array( 'ID' => $original, 'post_title' => 'The Irises' ) );
		Change_Collector::flush();
		$this->assertSame( 1, Outbox::count_waiting() );
	}

	/** @dataProvider plugins */
	public function test_a_picture_that_only_translations_share_is_not_shared( string $plugin ): void {
		list( $original, $german ) = $this->trio( $plugin );
		$picture                   = $this->attachment();
		set_post_thumbnail( $original, $picture );
		set_post_thumbnail( $german, $picture );
		$this->assertArrayHasKey( 'cover_image_url', $this->shared( $original ) );
	}

	/** @dataProvider plugins */
	public function test_without_its_original_a_post_is_a_work_and_a_draft_original_is_still_the_work( string $plugin ): void {
		list( $original, $german, $french ) = $this->trio( $plugin );
		wp_update_post( array( 'ID' => $original, 'post_status' => 'draft' ) );
		$this->assertSame( 'translation', $this->reason( $german ) );
		$this->assertSame( 'draft', $this->reason( $original ) );
		wp_delete_post( $original, true );
		$this->assertNull( $this->reason( $german ), 'the oldest of what is left' );
		$this->assertSame( 'translation', $this->reason( $french ) );
	}

	public function test_the_original_is_what_wpml_says_and_with_polylang_the_language_of_the_site(): void {
		foreach ( array( 'wpml' => 0, 'polylang' => 1 ) as $plugin => $original ) {
			Languages_Fake::switch_on( $plugin );
			$posts = array( $this->artwork(), $this->artwork() );
			Languages_Fake::link( array( 'de' => $posts[0], 'en' => $posts[1] ) );
			$this->assertNull( $this->reason( $posts[ $original ] ), $plugin );
			$this->assertSame( 'translation', $this->reason( $posts[ 1 - $original ] ), $plugin );
			Languages_Fake::remove();
		}
	}

	/** @dataProvider plugins */
	public function test_a_translation_with_an_art_id_stays_until_the_owner_decides( string $plugin ): void {
		$pairing = $this->pair();
		$posts   = array( $this->taken_over_artwork(), $this->taken_over_artwork() );
		Status::save_reports( array( $this->report( $posts[0], 'published', 1 ), $this->report( $posts[1], 'published', 1 ) ) );
		$this->call( $pairing, 'poll' );
		$this->assertCount( 2, $this->changes(), 'a new pairing reads everything once' );
		foreach ( $posts as $id ) {
			Outbox::acknowledge( array( $id => $this->revision( $id ) ) );
		}
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		Languages_Fake::switch_on( $plugin );
		Languages_Fake::link( array( 'en' => $posts[0], 'de' => $posts[1] ) );
		Change_Collector::flush();
		$this->call( $pairing, 'poll' );
		$changes = $this->changes();
		$this->assertSame(
			array( 'broken', 'known_translation', null ),
			array( $changes[ $posts[1] ]['state'], $changes[ $posts[1] ]['error']['code'], $changes[ $posts[1] ]['artwork'] )
		);
		$this->assertSame( 'shared', $changes[ $posts[0] ]['state'] ?? 'shared' );
		Status::save_reports( array( array( 'error' => '{"code":"known_translation"}' ) + $this->report( $posts[1], 'attention', 99 ) ) );
		Outbox::acknowledge( array( $posts[1] => $this->revision( $posts[1] ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$work = $this->screen( 'GET', "works/$posts[1]" )->get_data();
		$this->assertSame( array( 'attention', 'translation' ), array( $work['state'], $work['reason'] ) );
		$this->assertStringContainsString( 'stop updating it', $work['error']['text'] );
		$this->assertFalse( $work['error']['can_retry'] );

		Owner_Orders::stop_updating( $posts[1] );
		$change = $this->changes()[ $posts[1] ];
		$this->assertSame( array( 'not_shared', 'excluded' ), array( $change['state'], $change['reason'] ) );
	}

	/** @dataProvider plugins */
	public function test_it_leaves_with_all_others_when_the_owner_removes_everything( string $plugin ): void {
		list( , $german ) = $this->trio( $plugin );
		Status::choose( array( $german ), Status::CHOSEN );
		Status::save_reports( array( $this->report( $german, 'published', 1 ) ) );
		Outbox::touch( array( $german => 'artwork' ) );
		$this->assertSame( 'broken', $this->changes()[ $german ]['state'] );
		Offboarding::begin( 'stop' );
		$this->assertSame( 'not_shared', $this->changes()[ $german ]['state'] );
	}

	/** @dataProvider plugins */
	public function test_switching_the_language_plugin_off_removes_and_registers_nothing( string $plugin ): void {
		$pairing                   = $this->pair();
		list( $original, $german ) = $this->trio( $plugin );
		Owner_Orders::register( $original );
		$this->call( $pairing, 'poll' );
		Outbox::acknowledge( array( $original => $this->revision( $original ), $german => $this->revision( $german ) ) );
		Languages_Fake::switch_off();
		$this->call( $pairing, 'poll' );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] ?? '' );
		$changes = $this->changes();
		$this->assertSame( array( $original ), array_keys( $changes ) );
		$this->assertSame( 'shared', $changes[ $original ]['state'] );
		$this->assertSame( 'not_chosen', $this->reason( $german, Status::NOT_CHOSEN ) );
	}

	public function test_a_failed_query_for_languages_turns_no_translation_into_a_work(): void {
		global $wpdb;
		list( $original ) = $this->trio( 'wpml' );
		Owner_Orders::register( $original );
		$wpdb->query( "DROP TABLE {$wpdb->prefix}icl_translations" );
		$wpdb->suppress_errors( true );
		try {
			Change_Page::read( 50 );
			$this->fail( 'The page must not come.' );
		} catch ( \RuntimeException $error ) {
			$this->assertStringContainsString( 'could not be read', $error->getMessage() );
		} finally {
			$wpdb->suppress_errors( false );
		}
	}

	/** @dataProvider plugins */
	public function test_a_page_of_fifty_costs_one_query_more( string $plugin ): void {
		Languages_Fake::switch_on( $plugin );
		$ids = array();
		for ( $n = 0; $n < 50; $n++ ) {
			$ids[] = $this->artwork( array( 'post_title' => "Work $n" ) );
			Languages_Fake::link( array( 'en' => $ids[ $n ], 'de' => $this->artwork() ) );
		}
		Change_Collector::flush();
		// Those that a flush in between wrote down before they were linked settle themselves.
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		Owner_Orders::register_many( $ids );
		list( $page, $queries ) = $this->page_and_queries();
		$this->assertCount( 50, $page['changes'] );
		$this->assertLessThanOrEqual( 15, $queries );
	}

	public function test_without_a_language_plugin_no_query_asks_for_one(): void {
		$id    = $this->artwork();
		$asked = $this->asked_in( static function () use ( $id ): void {
			Change_Collector::flush();
			Owner_Orders::register( $id );
			Change_Page::read( 50 );
			Works_Query::counts();
		} );
		$this->assertNotSame( array(), $asked );
		$this->assertDoesNotMatchRegularExpression( '/icl_translations|post_translations/', implode( "\n", array_column( $asked, 'sql' ) ) );
	}

	/** @return array{0: int, 1: int, 2: int} The original, in German, in French. */
	private function trio( string $plugin ): array {
		Languages_Fake::switch_on( $plugin );
		Source_Watch::look();
		$posts = array(
			$this->artwork( array( 'post_title' => 'Irises &amp; roses' ) ),
			$this->artwork( array( 'post_title' => 'Schwertlilien' ) ),
			$this->artwork( array( 'post_title' => 'Iris et roses' ) ),
		);
		Languages_Fake::link( array( 'en' => $posts[0], 'de' => $posts[1], 'fr' => $posts[2] ) );
		Change_Collector::flush();
		return $posts;
	}

	/** @return array<string, mixed> */
	private function shared( int $id ): array {
		Owner_Orders::register( $id );
		$change = $this->changes()[ $id ];
		$this->assertSame( 'shared', $change['state'] );
		return $change['artwork'];
	}

	private function reason( int $id, int $chosen = Status::CHOSEN ): ?string {
		return \ArtworkRegistry\Source\Eligibility::reason( get_post( $id ), \ArtworkRegistry\Source\Sources::get( 'artwork' ), $chosen );
	}

	/** @return array<int, array<string, mixed>> */
	private function changes(): array {
		Change_Collector::flush();
		while ( null !== Jobs::find() ) {
			Job_Walker::step();
		}
		return array_column( Change_Page::read( 50 )['changes'], null, 'external_id' );
	}

	/** @param list<int> $ids */
	private function column( array $ids ): string {
		global $wp_query;
		$wp_query        = new \WP_Query();
		$wp_query->posts = array_map( 'get_post', $ids );
		$rows            = new \ReflectionProperty( List_Column::class, 'rows' );
		$rows->setAccessible( true );
		$rows->setValue( null, null );
		ob_start();
		foreach ( $ids as $id ) {
			List_Column::show( 'artwork_registry', $id );
		}
		$html = (string) ob_get_clean();
		// The next test shows another list.
		$rows->setValue( null, null );
		return $html;
	}
}
