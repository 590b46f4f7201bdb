<?php
/**
 * The plugin takes no address that the gallery uses itself.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Installation;
use ArtworkRegistry\Listener;
use ArtworkRegistry\Orders\Setting_Orders;
use ArtworkRegistry\Source\Artwork_Address;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Settings;

final class Addresses_Test extends Wordpress_Case {
	/** @var string */
	private $structure = '';

	protected function setUp(): void {
		parent::setUp();
		$this->structure = (string) get_option( 'permalink_structure' );
		$this->set_structure( '/%postname%/' );
	}

	protected function tearDown(): void {
		Settings::remove();
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

	/** @return array<string, array{0: bool, 1: array<string, mixed>}> */
	public function types_of_others(): array {
		$theirs = array( 'public' => true, 'show_in_rest' => true, 'rest_base' => 'artworks', 'rewrite' => array( 'slug' => 'artwork' ) );
		return array(
			'registered before ours'                => array( true, $theirs ),
			'registered after ours'                 => array( false, $theirs ),
			'with a list at artwork, after ours'    => array( false, array( 'has_archive' => 'artwork', 'rewrite' => array( 'slug' => 'piece' ) ) + $theirs ),
			'below artwork, registered before ours' => array( true, array( 'rewrite' => array( 'slug' => 'artwork/paintings' ) ) + $theirs ),
		);
	}

	/**
	 * @dataProvider types_of_others
	 *
	 * @param array<string, mixed> $theirs
	 */
	public function test_another_post_type_with_artworks_keeps_its_addresses_and_ours_have_others( bool $is_first, array $theirs ): void {
		unregister_post_type( 'areg_artwork' );
		self::forget_built_rules();
		if ( $is_first ) {
			register_post_type( 'art_piece', $theirs );
			Artwork_Post_Type::register();
		} else {
			Artwork_Post_Type::register();
			register_post_type( 'art_piece', $theirs );
		}
		try {
			$this->run_last_of_init();
			flush_rewrite_rules( false );
			$id   = $this->artwork( array( 'post_type' => 'art_piece', 'post_name' => 'theirs' ) );
			$work = $this->artwork( array( 'post_name' => 'irises' ) );
			$slug = $theirs['rewrite']['slug'];
			$ours = 0 === strpos( $slug, 'artwork' ) ? 'areg-artwork' : 'artwork';
			$this->assertSame( home_url( "/$ours/irises/" ), get_permalink( $work ) );
			$this->assertSame( array( $id, $work ), array( $this->shown_at( "$slug/theirs/" ), $this->shown_at( "$ours/irises/" ) ) );
			$GLOBALS['wp_rest_server'] = null;
			wp_set_current_user( $this->user( 'administrator' ) );
			$this->assertSame( $id, rest_do_request( new \WP_REST_Request( 'GET', "/wp/v2/artworks/$id" ) )->get_data()['id'] ?? null );
			$this->assertSame( $work, rest_do_request( new \WP_REST_Request( 'GET', "/wp/v2/areg-artworks/$work" ) )->get_data()['id'] ?? null );
			Artwork_Address::follow();
			$this->assertSame( $ours, get_option( 'artwork_registry_slug' ) );
		} finally {
			unregister_post_type( 'art_piece' );
			self::forget_built_rules();
			$GLOBALS['wp_rest_server'] = null;
		}
		$this->assertSame( 'artwork', Artwork_Address::slug() );
		Artwork_Address::follow();
		$this->assertSame( 'areg-artwork' !== $ours, (bool) get_option( 'rewrite_rules' ), 'built again where the address is free again' );
	}

	/** WordPress remembers the rules that it has built until its next request. */
	private static function forget_built_rules(): void {
		global $wp_rewrite;
		$wp_rewrite->extra_rules_top = array_filter( $wp_rewrite->extra_rules_top, static function ( string $rule ): bool {
			return 1 !== preg_match( '#^(areg-)?(artwork|piece)/#', $rule );
		}, ARRAY_FILTER_USE_KEY );
	}

	private function run_last_of_init(): void {
		foreach ( $GLOBALS['wp_filter']['init']->callbacks[ PHP_INT_MAX ] ?? array() as $callback ) {
			if ( $callback['function'] instanceof Listener ) {
				call_user_func( $callback['function'] );
			}
		}
	}

	public function test_there_is_no_list_of_artworks_until_the_owner_chooses_its_address(): void {
		$this->artwork( array( 'post_name' => 'irises' ) );
		$this->assertFalse( $this->query_of( 'artworks/' )->is_post_type_archive );
		Setting_Orders::save( array( 'archive_slug' => 'artworks' ) );
		$this->assertFalse( get_option( 'rewrite_rules' ), 'built again at the next request' );
		$this->register_anew();
		$this->assertTrue( $this->query_of( 'artworks/' )->is_post_type_archive( 'areg_artwork' ) );
		$this->assertTrue( $this->query_of( 'artworks/page/2/' )->is_post_type_archive );
		$this->assertStringEndsWith( '/artworks/', (string) get_post_type_archive_link( 'areg_artwork' ) );
	}

	public function test_a_page_or_post_made_later_takes_the_address_of_the_list(): void {
		$work = $this->artwork( array( 'post_name' => 'irises' ) );
		Setting_Orders::save( array( 'archive_slug' => 'artworks' ) );
		$this->register_anew();
		$post = $this->page( 'artworks', 0, 'post' );
		$this->assertSame( $post, $this->shown_at( 'artworks/' ) );
		wp_delete_post( $post, true );
		$page  = $this->page( 'artworks' );
		$child = $this->page( 'paintings', $page );
		$this->assertSame(
			array( $page, $page, $child, $work ),
			array_map( array( $this, 'shown_at' ), array( 'artworks/', 'artworks/page/2/', 'artworks/paintings/', 'artwork/irises/' ) )
		);
		wp_update_post( array( 'ID' => $page, 'post_status' => 'draft' ) );
		$this->assertTrue( $this->query_of( 'artworks/' )->is_post_type_archive, 'nobody sees a draft' );
	}

	/** @return array<string, array{string, string|null}> */
	public static function addresses(): array {
		return array(
			'none'               => array( '', null ),
			'free'               => array( 'unsere-werke', null ),
			'that of each work'  => array( 'artwork', null ),
			'of a page'          => array( 'artworks', 'page or post' ),
			'of a folder'        => array( basename( home_url() === site_url() ? WP_CONTENT_DIR : ABSPATH ), 'something else' ),
			'of WordPress'       => array( 'author', 'something else' ),
			'of categories'      => array( 'category', 'something else' ),
			'with a folder'      => array( 'our/works', 'small letters' ),
			'with a space'       => array( 'our works', 'small letters' ),
		);
	}

	/** @dataProvider addresses */
	public function test_the_owner_is_told_which_address_the_list_cannot_have( string $slug, ?string $told ): void {
		$this->page( 'artworks' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$request = new \WP_REST_Request( 'POST', '/artwork-registry/v1/screen/settings' );
		$request->set_param( 'archive_slug', $slug );
		$answer = rest_do_request( $request );
		if ( null === $told ) {
			$this->assertSame( array( 200, $slug ), array( $answer->get_status(), Settings::get()['archive_slug'] ) );
		} else {
			$this->assertSame( array( 400, '' ), array( $answer->get_status(), Settings::get()['archive_slug'] ) );
			$this->assertStringContainsString( $told, (string) wp_json_encode( $answer->get_data() ) );
		}
	}

	public function test_activation_and_deactivation_leave_the_rules_to_each_sites_next_request(): void {
		foreach ( array( array( Installation::class, 'set_up_site' ), array( Installation::class, 'deactivate' ) ) as $act ) {
			update_option( 'rewrite_rules', array( 'kunst/(.+)/?$' => 'index.php?product=$matches[1]' ) );
			$act();
			$this->assertFalse( get_option( 'rewrite_rules' ) );
		}
		$this->assertArrayNotHasKey( 'areg_artwork', $GLOBALS['wp_rewrite']->extra_permastructs, 'rules made within this request are made without ours' );
	}

	private function register_anew(): void {
		Artwork_Post_Type::register();
		flush_rewrite_rules( false );
	}

	private function page( string $name, int $parent = 0, string $type = 'page' ): int {
		$id            = (int) wp_insert_post( array(
			'post_type' => $type,
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
		$query = $this->query_of( $path );
		$post  = $query->is_singular() ? $query->get_queried_object() : null;
		return $post instanceof \WP_Post ? $post->ID : 0;
	}

	private function query_of( string $path ): \WP_Query {
		$_SERVER['REQUEST_URI'] = (string) wp_parse_url( home_url( $path ), PHP_URL_PATH );
		$was                    = $GLOBALS['wp'];
		$wp                     = clone $was;
		$GLOBALS['wp']          = $wp;
		$wp->parse_request();
		$query = new \WP_Query( $wp->query_vars );
		$GLOBALS['wp'] = $was;
		return $query;
	}
}
