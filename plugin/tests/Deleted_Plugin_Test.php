<?php
/**
 * The gallery deletes the plugin: its artworks of our own post type stay where visitors find them, and a new installation has them back.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Installation;
use ArtworkRegistry\Listener;
use ArtworkRegistry\Source\Artwork_Groups;
use ArtworkRegistry\Source\Artwork_Pages;
use ArtworkRegistry\Source\Artwork_Pictures;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Uninstaller;

final class Deleted_Plugin_Test extends Wordpress_Case {
	use Broken_Statements;

	private const TEXT = "<!-- wp:paragraph -->\n<p>Painted at Saint-Rémy. C:\\oil</p>\n<!-- /wp:paragraph -->";

	/** @var string */
	private $structure = '';

	protected function setUp(): void {
		parent::setUp();
		$this->structure = (string) get_option( 'permalink_structure' );
		$this->set_structure( '/%postname%/' );
	}

	protected function tearDown(): void {
		Artwork_Post_Type::register();
		Artwork_Groups::register();
		Artwork_Pages::take_back();
		$this->set_structure( $this->structure );
		parent::tearDown();
	}

	public function test_artworks_become_pages_at_the_addresses_they_had_with_their_details_and_pictures(): void {
		$picture = $this->attachment();
		$work    = $this->painting( array( 'post_name' => 'irises' ) );
		update_post_meta( $work, Artwork_Post_Type::key( Artwork_Pictures::NAME ), array( $picture ) );
		$draft = $this->artwork( array( 'post_status' => 'draft', 'post_name' => 'unfinished' ) );
		$was   = (string) get_permalink( $work );
		$this->delete_plugin();
		$this->assertSame( array( 'page', 'page' ), array( get_post_type( $work ), get_post_type( $draft ) ) );
		$this->assertSame( 'draft', get_post_status( $draft ), 'what nobody saw, nobody sees' );
		$this->assertSame( $was, get_permalink( $work ) );
		$this->assertSame( $work, url_to_postid( $was ) );
		$text = (string) get_post_field( 'post_content', $work );
		$this->assertStringStartsWith( self::TEXT, $text );
		$this->assertStringContainsString( 'Vincent van Gogh<br>1889<br>Oil on canvas<br>73.7 × 92.1 cm<br>Edition 3/25', $text );
		$this->assertStringContainsString( "[gallery ids=\"$picture\" link=\"none\"]", $text );
		$this->assertStringNotContainsString( '4200', $text, 'a price that the page did not show stays a custom field' );
		$parent = (int) wp_get_post_parent_id( $work );
		$this->assertSame( home_url( '/artwork/' ), get_permalink( $parent ) );
		$this->assertStringContainsString( 'Irises', do_blocks( (string) get_post_field( 'post_content', $parent ) ) );
	}

	/** @return array<string, array{0: string}> */
	public function statements_of_an_installation(): array {
		return array(
			'which pages were artworks' => array( '/^SELECT post_id, meta_value FROM wp_postmeta/' ),
			'a page'                    => array( '/^SELECT \* FROM wp_posts WHERE ID/' ),
			'that it is an artwork'     => array( '/^UPDATE `wp_posts` SET/' ),
			'what is below the page'    => array( '/FROM wp_posts\s+WHERE .*post_parent = \d/s' ),
		);
	}

	/** @dataProvider statements_of_an_installation */
	public function test_a_statement_that_fails_while_the_plugin_is_activated_leaves_no_artwork_a_page( string $pattern ): void {
		global $wpdb;
		$work = $this->painting( array( 'post_name' => 'irises' ) );
		$this->delete_plugin();
		$parent = (int) wp_get_post_parent_id( $work );
		wp_cache_flush();
		$this->failing( str_replace( 'wp_', $wpdb->prefix, $pattern ), array( Installation::class, 'set_up_site' ) );
		$this->assertFalse( get_option( 'rewrite_rules' ), 'the next request builds them' );
		$this->install_plugin();
		$this->assertSame( 'areg_artwork', get_post_type( $work ) );
		$this->assertNull( get_post( $parent ) );
	}

	public function test_a_new_installation_has_the_artworks_as_they_were_and_keeps_what_was_edited_meanwhile(): void {
		$work = $this->painting( array( 'post_name' => 'irises' ) );
		wp_set_object_terms( $work, array( 'Spring 2026' ), Artwork_Groups::EXHIBITION );
		$edited = $this->painting();
		$this->delete_plugin();
		$parent = (int) wp_get_post_parent_id( $work );
		wp_update_post( array( 'ID' => $edited, 'post_content' => wp_slash( 'A new text. ' . get_post_field( 'post_content', $edited ) ) ) );
		$this->install_plugin();
		$this->assertSame( array( 'areg_artwork', 'irises', 0, self::TEXT ), array(
			get_post_type( $work ),
			get_post_field( 'post_name', $work ),
			get_post( $work )->post_parent,
			get_post_field( 'post_content', $work ),
		) );
		$this->assertSame( 'A new text. ' . self::TEXT, get_post_field( 'post_content', $edited ) );
		$this->assertSame( array( 'Spring 2026' ), wp_get_object_terms( $work, Artwork_Groups::EXHIBITION, array( 'fields' => 'names' ) ) );
		$this->assertNull( get_post( $parent ), 'the page that listed them' );
		$this->install_plugin();
		$this->assertSame( 'areg_artwork', get_post_type( $work ) );
	}

	public function test_a_page_of_the_gallery_at_that_address_becomes_the_parent_and_is_left_as_it_is(): void {
		$own = $this->page( 'artwork', 'Our text' );
		$low = $this->page( 'irises', 'A page of its own', $own );
		$work = $this->painting( array( 'post_name' => 'irises' ) );
		$this->delete_plugin();
		$this->assertSame( $own, wp_get_post_parent_id( $work ) );
		$this->assertSame( 'irises-2', get_post_field( 'post_name', $work ), 'each address has one page' );
		$this->assertSame( array( 'irises', 'Our text' ), array( get_post_field( 'post_name', $low ), get_post_field( 'post_content', $own ) ) );
		$this->install_plugin();
		$this->assertSame( array( 'areg_artwork', 'page', 'page' ), array_map( 'get_post_type', array( $work, $low, $own ) ) );
	}

	public function test_who_removes_everything_keeps_the_pages_for_good(): void {
		Settings::update( array( 'on_delete' => 'remove' ) );
		$work = $this->painting();
		$this->delete_plugin();
		$this->posts[] = (int) wp_get_post_parent_id( $work );
		$this->install_plugin();
		$this->assertSame( 'page', get_post_type( $work ) );
	}

	public function test_who_wants_no_pages_gets_none(): void {
		Settings::update( array( 'artworks_on_delete' => 'hidden' ) );
		$work = $this->painting();
		$this->delete_plugin();
		$this->assertSame( array( 'areg_artwork', self::TEXT ), array( get_post_type( $work ), get_post_field( 'post_content', $work ) ) );
		$this->assertNull( get_page_by_path( 'artwork' ) );
	}

	public function test_a_site_without_artworks_of_its_own_gets_no_page(): void {
		$this->delete_plugin();
		$this->assertNull( get_page_by_path( 'artwork' ) );
	}

	/** @return array<string, array{0: string}> */
	public function statements_of_a_deletion(): array {
		return array(
			'the pairing'      => array( "/^DELETE FROM `wp_options` WHERE .*'artwork_registry_pairing'/" ),
			'the key'          => array( "/^DELETE FROM `wp_options` WHERE .*'artwork_registry_sealed'/" ),
			'a mark of a sale' => array( '/^DELETE FROM wp_postmeta/' ),
			'a table'          => array( '/^DROP TABLE .*artwork_registry_jobs/' ),
		);
	}

	/** @dataProvider statements_of_a_deletion */
	public function test_what_the_database_refuses_to_remove_is_said_at_the_end_and_all_else_is_removed( string $pattern ): void {
		global $wpdb;
		Settings::update( array( 'on_delete' => 'remove' ) );
		foreach ( array( 'pairing', 'sealed' ) as $name ) {
			update_option( "artwork_registry_$name", array( 'secret' => 'x' ), false );
		}
		// A step of the review was killed.
		Checks::claim_lease();
		Checks::ask_for_all();
		Compared::set_registry( 'https://registry.example', 'gallery' );
		update_post_meta( $this->painting(), \ArtworkRegistry\Source\Woocommerce\Paid_Orders::META, '1 2' );
		$said = '';
		try {
			$this->failing( str_replace( 'wp_', $wpdb->prefix, $pattern ), function (): void {
				Listener::hear_nothing_of( function (): void {
					$this->delete_plugin();
				} );
			} );
		} catch ( \RuntimeException $error ) {
			$said = $error->getMessage();
		}
		$this->assertStringContainsString( 'nowhere', $said );
		wp_cache_flush();
		$stays = '/^artwork_registry_(settings|automatic_from|sources|platform)$/';
		$left  = preg_grep( $stays, $this->left(), PREG_GREP_INVERT );
		$this->assertCount( 1, $left, 'what was refused: ' . implode( ', ', $left ) );
		Listener::hear_nothing_of( array( Uninstaller::class, 'clear_site' ) );
		$this->assertSame( array(), $this->left() );
		$this->install_plugin();
	}

	/** @return list<string> What of the plugin the database still has. */
	private function left(): array {
		global $wpdb;
		return array_merge(
			$wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE 'artwork\\_registry\\_%'" ),
			$wpdb->get_col( "SELECT meta_key FROM $wpdb->postmeta WHERE meta_key LIKE '\\_artwork\\_registry\\_sold%'" ),
			array_filter( \ArtworkRegistry\Store\Tables::names(), static function ( string $name ) use ( $wpdb ): bool {
				return null !== $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $name ) ) );
			} )
		);
	}

	/** @param array<string, mixed> $fields */
	private function painting( array $fields = array() ): int {
		$id = $this->artwork( $fields + array(
			'post_content' => self::TEXT,
			'meta_input'   => array(
				'artist'       => 'Vincent van Gogh',
				'year'         => '1889',
				'medium'       => 'Oil on canvas',
				'height_cm'    => '73.7',
				'width_cm'     => '92.1',
				'price_amount' => '4200',
			),
		) );
		update_post_meta( $id, Artwork_Post_Type::key( 'edition_number' ), '3' );
		update_post_meta( $id, Artwork_Post_Type::key( 'edition_size' ), '25' );
		return $id;
	}

	private function page( string $name, string $text, int $parent = 0 ): int {
		$id = (int) wp_insert_post( array(
			'post_type'    => 'page',
			'post_status'  => 'publish',
			'post_title'   => $name,
			'post_name'    => $name,
			'post_content' => $text,
			'post_parent'  => $parent,
		) );
		$this->posts[] = $id;
		return $id;
	}

	/** As WordPress does: the plugin is off when its uninstall.php runs. */
	private function delete_plugin(): void {
		global $wp_rewrite;
		unregister_taxonomy( Artwork_Groups::EXHIBITION );
		unregister_taxonomy( Artwork_Groups::COLLECTION );
		unregister_post_type( Artwork_Post_Type::NAME );
		// WordPress remembers the rules of the type until its next request.
		$wp_rewrite->extra_rules_top = array_filter( $wp_rewrite->extra_rules_top, static function ( string $rule ): bool {
			return 0 !== strpos( $rule, 'artwork/' );
		}, ARRAY_FILTER_USE_KEY );
		flush_rewrite_rules( false );
		Uninstaller::clear_site();
	}

	private function install_plugin(): void {
		Artwork_Post_Type::register();
		Artwork_Groups::register();
		Installation::set_up_site();
		flush_rewrite_rules( false );
	}

	private function set_structure( string $structure ): void {
		global $wp_rewrite;
		$wp_rewrite->set_permalink_structure( $structure );
		flush_rewrite_rules( false );
	}
}
