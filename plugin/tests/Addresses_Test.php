<?php
/**
 * The plugin takes no address that the gallery uses itself.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Installation;
use ArtworkRegistry\Source\Artwork_Post_Type;

final class Addresses_Test extends Wordpress_Case {
	/** @var string */
	private $structure = '';

	protected function setUp(): void {
		parent::setUp();
		$this->structure = (string) get_option( 'permalink_structure' );
		$this->set_structure( '/%postname%/' );
	}

	protected function tearDown(): void {
		Artwork_Post_Type::register();
		$this->set_structure( $this->structure );
		parent::tearDown();
	}

	public function test_a_page_of_the_gallery_called_artworks_stays_what_visitors_see(): void {
		$page  = $this->page( 'artworks' );
		$child = $this->page( 'paintings', $page );
		$this->assertSame( array( $page, $child ), array( $this->shown_at( 'artworks/' ), $this->shown_at( 'artworks/paintings/' ) ) );
	}

	public function test_pages_below_a_page_called_artwork_and_works_live_side_by_side(): void {
		$page  = $this->page( 'artwork' );
		$child = $this->page( 'paintings', $page );
		$deep  = $this->page( 'oil', $child );
		$work  = $this->artwork( array( 'post_name' => 'irises' ) );
		$this->assertSame(
			array( $page, $child, $deep, $work ),
			array(
				$this->shown_at( 'artwork/' ),
				$this->shown_at( 'artwork/paintings/' ),
				$this->shown_at( 'artwork/paintings/oil/' ),
				$this->shown_at( 'artwork/irises/' ),
			)
		);
		$this->assertSame( 0, $this->shown_at( 'artwork/nowhere/' ) );
	}

	public function test_activation_and_deactivation_leave_the_rules_to_each_sites_next_request(): void {
		foreach ( array( array( Installation::class, 'set_up_site' ), array( Installation::class, 'deactivate' ) ) as $act ) {
			update_option( 'rewrite_rules', array( 'kunst/(.+)/?$' => 'index.php?product=$matches[1]' ) );
			$act();
			$this->assertFalse( get_option( 'rewrite_rules' ) );
		}
		$this->assertArrayNotHasKey( 'areg_artwork', $GLOBALS['wp_rewrite']->extra_permastructs, 'rules made within this request are made without ours' );
	}

	private function page( string $name, int $parent = 0 ): int {
		$id            = (int) wp_insert_post( array(
			'post_type' => 'page',
			'post_status' => 'publish',
			'post_title' => $name,
			'post_name' => $name,
			'post_parent' => $parent,
		) );
		$this->posts[] = $id;
		return $id;
	}

	private function set_structure( string $structure ): void {
		global $wp_rewrite;
		$wp_rewrite->set_permalink_structure( $structure );
		flush_rewrite_rules( false );
	}

	/** @return int The post that a visitor of this address gets; 0: none. */
	private function shown_at( string $path ): int {
		$_SERVER['REQUEST_URI'] = (string) wp_parse_url( home_url( $path ), PHP_URL_PATH );
		$was                    = $GLOBALS['wp'];
		$wp                     = clone $was;
		$GLOBALS['wp']          = $wp;
		$wp->parse_request();
		$query = new \WP_Query( $wp->query_vars );
		$GLOBALS['wp'] = $was;
		$post = $query->is_singular() ? $query->get_queried_object() : null;
		return $post instanceof \WP_Post ? $post->ID : 0;
	}
}
