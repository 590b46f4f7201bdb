<?php
/**
 * The examples of docs/hooks.md, run as they are printed there.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Protocol\Body;
use ArtworkRegistry\Protocol\Report_Handler;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\Sync\Job_Walker;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Service_View;
use ArtworkRegistry\View\Works_Query;

final class Hooks_Test extends Wordpress_Case {
	protected function tearDown(): void {
		foreach ( array_keys( $GLOBALS['wp_filter'] ) as $name ) {
			if ( 0 === strpos( (string) $name, 'artwork_registry_' ) && 'artwork_registry_check_again' !== $name && 'artwork_registry_failure_check' !== $name ) {
				remove_all_filters( (string) $name );
			}
		}
		Source_Choice::forget();
		parent::tearDown();
	}

	public function test_every_example_is_tried_here(): void {
		$this->assertCount( 15, self::examples() );
	}

	public function test_the_page_names_what_the_rest_api_has_of_our_artworks(): void {
		$section  = explode( "\n## ", explode( "\n## Artworks in WordPress's REST API\n", self::page() )[1] )[0];
		$in_rest  = array_filter( get_registered_meta_keys( 'post', 'areg_artwork' ), static fn ( array $field ): bool => (bool) $field['show_in_rest'] );
		$in_table = array();
		foreach ( preg_grep( '/^\| `artwork_registry_/', explode( "\n", $section ) ) as $row ) {
			preg_match_all( '/`(artwork_registry_\w+)`/', explode( ' | ', $row )[0], $found );
			$in_table = array_merge( $in_table, $found[1] );
		}
		// Without those of WordPress, such as footnotes.
		$this->assertEqualsCanonicalizing( preg_grep( '/^artwork_registry_/', array_keys( $in_rest ) ), $in_table );
		foreach ( array( 'areg_artwork', 'wp/v2/' . get_post_type_object( 'areg_artwork' )->rest_base, ...get_object_taxonomies( 'areg_artwork' ) ) as $name ) {
			$this->assertStringContainsString( $name . '`', $section );
		}
	}

	public function test_a_site_says_who_works_with_artworks_and_who_owns(): void {
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( array( false, false ), array( Access::is_staff(), Access::is_owner() ) );
		$this->example( 'artwork_registry_staff_capabilities' );
		$this->assertSame( array( true, false ), array( Access::is_staff(), Access::is_owner() ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertTrue( Access::is_owner() );
		$this->example( 'artwork_registry_owner_capability' );
		$this->assertSame( is_multisite() && is_super_admin(), Access::is_owner() );
	}

	public function test_a_site_can_suggest_its_registry_and_trust_one_in_its_own_network(): void {
		$this->example( 'artwork_registry_url' );
		$this->example( 'artwork_registry_trusted_origins' );
		$this->assertSame( 'https://registry.example', Service_View::registry()['suggested'] );
		$this->assertSame( array( 'http://registry.internal:8787' ), apply_filters( 'artwork_registry_trusted_origins', array() ) );
	}

	public function test_a_rule_keeps_an_artwork_out_of_pages_lists_and_counts(): void {
		$ours  = $this->artwork();
		$lent  = $this->artwork( array( 'post_title' => 'Lent', 'meta_input' => array( 'artist' => 'Anna Boch', 'on_consignment' => '1' ) ) );
		Change_Collector::flush();
		$this->assertSame( 2, Job_Walker::count( Jobs::REGISTER_ALL ) );
		$this->example( 'artwork_registry_may_register' );
		do_action( 'artwork_registry_check_again', $lent );
		Change_Collector::flush();
		$this->assertSame( 1, Job_Walker::count( Jobs::REGISTER_ALL ), 'counted by SQL' );
		$this->assertSame( 1, Works_Query::count_public( array( $ours, $lent ) ) );
		Status::choose( array( $ours, $lent ), Status::CHOSEN );
		$this->assertSame( array( $lent => 'not_shared', $ours => 'waiting' ), $this->views( $ours, $lent ) );
		$this->assertSame( array( (string) $ours ), array_column( Change_Page::read( 50 )['changes'], 'external_id' ), 'nothing of the other leaves the site' );
		update_post_meta( $lent, 'on_consignment', '' );
		do_action( 'artwork_registry_check_again', $lent );
		Change_Collector::flush();
		$this->assertSame( 2, Works_Query::count_public( array( $ours, $lent ) ), 'the rule lets it in again' );
	}

	public function test_a_registered_artwork_leaves_by_a_rule_and_stays_while_the_rule_fails(): void {
		$id = $this->taken_over_artwork();
		Status::save_reports( array( $this->report( $id, 'published', 1 ) ) );
		add_filter( 'artwork_registry_may_register', static function (): bool {
			throw new \RuntimeException( 'broken' );
		} );
		do_action( 'artwork_registry_check_again', $id );
		Change_Collector::flush();
		$this->assertSame( 'shared', Change_Page::read( 50 )['changes'][0]['state'] );
		remove_all_filters( 'artwork_registry_may_register' );
		add_filter( 'artwork_registry_may_register', '__return_false' );
		$this->example( 'artwork_registry_leaving' );
		$change = Change_Page::read( 50 )['changes'][0];
		$this->assertSame( array( 'not_shared', 'site_rule', null ), array( $change['state'], $change['reason'], $change['artwork'] ) );
		$this->assertSame( "$id: site_rule", get_option( 'last_artwork_that_left' ) );
		$this->assertSame( array( $id ), Status::barred( array( $id ) ) );
		delete_option( 'last_artwork_that_left' );
	}

	public function test_a_rule_that_was_added_later_is_known_after_the_review_before_registering(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'artist' => 'Anna Boch', 'on_consignment' => '1' ) ) );
		Change_Collector::flush();
		$this->example( 'artwork_registry_may_register' );
		Check_Run::step();
		$this->assertSame( 0, Works_Query::count_public( array( $id ) ) );
	}

	public function test_what_only_members_may_see_stays_out(): void {
		require_once __DIR__ . '/stubs/memberships.php';
		$open    = $this->artwork();
		$members = $this->artwork( array( 'meta_input' => array( 'artist' => 'Anna Boch', 'members_only' => '1' ) ) );
		$this->example( 'artwork_registry_may_register', 'wc_memberships_' );
		do_action( 'artwork_registry_check_again', $members );
		Change_Collector::flush();
		Status::choose( array( $open, $members ), Status::CHOSEN );
		$this->assertSame( array( (string) $open ), array_column( Change_Page::read( 50 )['changes'], 'external_id' ) );
	}

	public function test_without_a_rule_no_query_runs(): void {
		$this->assertStringNotContainsString( 'barred', Sources::sql_shareable( 'p' ) );
		$this->example( 'artwork_registry_may_register' );
		$this->assertStringContainsString( 'barred', Sources::sql_shareable( 'p' ) );
	}

	public function test_a_post_type_is_added_and_stays_out_of_the_owners_choice(): void {
		register_post_type( 'sculpture', array( 'public' => true ) );
		$this->assertFalse( Sources::is_work_type( 'sculpture' ) );
		$this->example( 'artwork_registry_post_types' );
		Source_Choice::forget();
		$this->assertTrue( Sources::is_work_type( 'sculpture' ) );
		$this->assertFalse( Source_Choice::to_edit()->is_chosen( 'type-sculpture' ) );
		remove_all_filters( 'artwork_registry_post_types' );
		add_filter( 'artwork_registry_post_types', static function ( array $types ): array {
			return array_diff( $types, array( 'areg_artwork' ) );
		} );
		Source_Choice::forget();
		$this->assertFalse( Sources::is_work_type( 'areg_artwork' ) );
		unregister_post_type( 'sculpture' );
	}

	public function test_fields_are_changed_before_they_are_sent(): void {
		$id = $this->artwork( array(
			'post_name' => 'irises',
			'meta_input' => array( 'artist' => 'Monet, Claude', 'price_amount' => '900', 'price_currency' => 'EUR', 'framing' => '150', 'availability' => 'for_sale' ),
		) );
		foreach ( array( 'artist_name', 'price', 'cover_image_url' ) as $field ) {
			$this->example( "artwork_registry_field_$field" );
		}
		$this->example( 'artwork_registry_before_register' );
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		$work = Change_Page::read( 50 )['changes'][0]['artwork'];
		$this->assertSame(
			array( 'Claude Monet', 750.0, 'EUR', 'https://press.example/irises.jpg' ),
			array( $work['artist_name'], $work['price']['amount'], $work['price']['currency'], $work['cover_image_url'] )
		);
		$this->assertSame( 'Irises', get_post_meta( $id, 'sent_to_registry_as', true ) );
		add_filter( 'artwork_registry_field_price', '__return_null', 20 );
		Outbox::touch( array( $id => 'artwork' ) );
		$this->assertArrayNotHasKey( 'price', Change_Page::read( 50 )['changes'][0]['artwork'] );
	}

	public function test_an_artwork_that_got_its_art_id_is_announced_once(): void {
		$id = $this->taken_over_artwork();
		$this->example( 'artwork_registry_registered' );
		$works = array( 'works' => array( array(
			'external_id' => (string) $id,
			'revision' => 1,
			'state' => 'published',
			'registry_id' => 'AREG-1',
			'public_page' => 'https://registry.example/AREG-1',
		) ) );
		Report_Handler::report( new Body( $works + self::order_of_report() ) );
		$this->assertSame( 'AREG-1', get_post_meta( $id, 'art_id_for_the_label', true ) );
		update_post_meta( $id, 'art_id_for_the_label', 'printed' );
		Report_Handler::report( new Body( $works + self::order_of_report() ) );
		$this->assertSame( 'printed', get_post_meta( $id, 'art_id_for_the_label', true ) );
	}

	public function test_code_can_decide_what_the_registry_shows_of_a_work_that_left(): void {
		$pairing = $this->pair();
		Settings::update( array( 'on_leave' => 'nothing' ) );
		$this->assertSame( 'nothing', $this->call( $pairing, 'poll' )[1]['settings']['on_leave'] );
		$this->example( 'artwork_registry_on_leave' );
		$this->assertSame( 'fully_private', $this->call( $pairing, 'poll' )[1]['settings']['on_leave'] );
		add_filter( 'artwork_registry_on_leave', '__return_empty_string', 20 );
		$this->assertSame( 'nothing', $this->call( $pairing, 'poll' )[1]['settings']['on_leave'], 'another value is ignored' );
	}

	/** @return array<int, string> */
	private function views( int ...$ids ): array {
		$views = array_map(
			static function ( array $row ): string {
				return $row['view'];
			},
			Works_Query::find_many( $ids )
		);
		krsort( $views );
		return $views;
	}

	/** @return list<string> */
	private static function examples(): array {
		preg_match_all( '/```php\n(.*?)```/s', self::page(), $found );
		return $found[1];
	}

	private static function page(): string {
		return (string) file_get_contents( dirname( __DIR__, 2 ) . '/docs/hooks.md' );
	}

	/** Runs the first example that listens to this hook and has this word. */
	private function example( string $hook, string $word = '' ): void {
		foreach ( self::examples() as $code ) {
			if ( false !== strpos( $code, "'$hook'" ) && ( '' === $word || false !== strpos( $code, $word ) ) ) {
				eval( $code ); // phpcs:ignore Squiz.PHP.Eval -- our own page.
				return;
			}
		}
		$this->fail( "docs/hooks.md has no example of $hook." );
	}
}
