<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Frontend\Art_Id_Places;
use ArtworkRegistry\Frontend\Registry_Cards;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use WP_Block;
use WP_Block_Template;
use WP_Query;

final class Art_Id_Places_Test extends Wordpress_Case {
	private const PAGE = 'https://registry.example/artworks/AREG-1';

	public function test_the_shortcode_shows_the_art_id_inside_a_sentence_and_nothing_without_one(): void {
		$id              = $this->artwork();
		$GLOBALS['post'] = get_post( $id );
		// WordPress's own list of shortcodes is lost where it is loaded inside a function, as here.
		add_shortcode( 'art_id', array( Art_Id_Places::class, 'shortcode' ) );
		$this->assertSame( 'See .', do_shortcode( 'See [art_id].' ) );
		$this->confirm( $id );
		$this->assertSame( 'See <a href="' . self::PAGE . '" rel="external"><span class="artwork-registry-id">AREG-1</span></a>.', do_shortcode( 'See [art_id].' ) );
		$GLOBALS['post'] = null;
		$this->assertStringContainsString( 'AREG-1', do_shortcode( '[art_id post="' . $id . '"]' ) );
		wp_update_post( array(
			'ID'          => $id,
			'post_status' => 'draft',
		) );
		$this->assertSame( '', do_shortcode( '[art_id post="' . $id . '"]' ) );
	}

	public function test_any_block_can_be_bound_to_the_art_id_and_its_page(): void {
		$id = $this->artwork();
		$this->confirm( $id );
		$bound = function ( string $key ) use ( $id ): string {
			$block = parse_blocks( '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"artwork-registry/art-id","args":{"key":"'
				. $key . '"}}}}} --><p></p><!-- /wp:paragraph -->' )[0];
			return ( new WP_Block( $block, array( 'postId' => $id ) ) )->render();
		};
		$this->assertStringContainsString( '>AREG-1</p>', $bound( 'id' ) );
		$this->assertStringContainsString( '>' . self::PAGE . '</p>', $bound( 'page' ) );
	}

	public function test_the_public_rest_api_has_the_art_id_of_what_visitors_may_see(): void {
		wp_set_current_user( 0 );
		$id = $this->artwork();
		do_action( 'rest_api_init', rest_get_server() );
		$field = static function () use ( $id ) {
			return rest_do_request( new \WP_REST_Request( 'GET', '/wp/v2/areg-artworks/' . $id ) )->get_data()['art_id'] ?? null;
		};
		$this->assertNull( $field() );
		$this->confirm( $id );
		$this->assertSame(
			array(
				'id'   => 'AREG-1',
				'page' => self::PAGE,
			),
			$field()
		);
	}

	public function test_graphql_has_the_art_id_of_what_visitors_may_see(): void {
		require_once __DIR__ . '/stubs/graphql.php';
		do_action( 'graphql_register_types' );
		$field = $GLOBALS['graphql_types']['aregArtwork']['fields']['artId'];
		$this->assertSame( array( 'id', 'page' ), array_keys( $GLOBALS['graphql_types'][ $field['type'] ]['fields'] ) );
		$id    = $this->artwork();
		$art_id = static function () use ( $field, $id ): ?array {
			return call_user_func( $field['resolve'], (object) array( 'databaseId' => $id ) );
		};
		$this->assertNull( $art_id() );
		$this->confirm( $id );
		$this->assertSame( array( 'id' => 'AREG-1', 'page' => self::PAGE ), $art_id() );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
		$this->assertNull( $art_id() );
	}

	public function test_a_block_theme_gets_the_block_where_the_owner_wants_it_and_only_on_pages_of_one_work(): void {
		$hooked = static function ( string $slug, string $anchor, string $position = 'after' ): array {
			$template       = new WP_Block_Template();
			$template->slug = $slug;
			return apply_filters( 'hooked_block_types', array(), $position, $anchor, $template );
		};
		$this->assertNotContains( 'artwork-registry/art-id', $hooked( 'single-artwork', 'core/post-content' ) );
		Settings::update( array( 'show_art_id' => 'yes' ) );
		$this->assertContains( 'artwork-registry/art-id', $hooked( 'single-artwork', 'core/post-content' ) );
		$this->assertContains( 'artwork-registry/art-id', $hooked( 'single-product', 'woocommerce/product-meta' ) );
		foreach ( array( array( 'archive', 'core/post-content' ), array( 'single-product', 'core/post-content' ),
			array( 'single', 'core/post-content', 'before' ) ) as $other ) {
			$this->assertNotContains( 'artwork-registry/art-id', $hooked( ...$other ) );
		}
	}

	public function test_a_search_in_wp_admin_for_an_art_id_finds_the_work_and_its_picture(): void {
		$picture = $this->attachment();
		$id      = $this->artwork();
		$this->artwork( array( 'post_title' => 'Another' ) );
		set_post_thumbnail( $id, $picture );
		$this->confirm( $id );
		$found = static function ( string $type, string $term ): array {
			$query = new WP_Query( array(
				'post_type'   => $type,
				'post_status' => 'any',
				's'           => $term,
				'fields'      => 'ids',
			) );
			return $query->posts;
		};
		$this->assertSame( array(), $found( Artwork_Post_Type::NAME, 'AREG-1' ), 'visitors search texts' );
		set_current_screen( 'edit-' . Artwork_Post_Type::NAME );
		$this->assertSame( array( $id ), $found( Artwork_Post_Type::NAME, ' areg-1' ) );
		$this->assertSame( array( $picture ), $found( 'attachment', 'AREG-1' ) );
		$this->assertSame( array(), $found( Artwork_Post_Type::NAME, 'AREG-2' ) );
		$this->assertSame( array(), $found( 'page', 'AREG-1' ) );
		set_current_screen( 'front' );
	}

	public function test_a_card_comes_from_the_connected_registry_only_and_carries_nothing_but_a_quotation(): void {
		$this->assertSame( '', Registry_Cards::html( 'AREG-7' ), 'no registry is connected' );
		$this->connect_to( 'https://registry.example/api/v1' );
		$asked = array();
		$serve = static function ( $answer, $args, $url ) use ( &$asked ) {
			$asked[] = $url;
			$html    = '<blockquote class="artwork-registry-card" onclick="evil()"><script>evil()</script><p><a href="javascript:evil()">x</a><a href="https://registry.example/artworks/AREG-7">Irises</a></p></blockquote><iframe src="https://evil.example"></iframe>';
			return array(
				'headers'  => array(),
				'body'     => (string) wp_json_encode( array(
					'version' => '1.0',
					'type'    => 'rich',
					'html'    => $html,
					'width'   => 600,
					'height'  => 220,
				) ),
				'response' => array(
					'code'    => 200,
					'message' => 'OK',
				),
				'cookies'  => array(),
				'filename' => null,
			);
		};
		add_filter( 'pre_http_request', $serve, 10, 3 );
		$html = Registry_Cards::html( 'AREG-7' );
		remove_filter( 'pre_http_request', $serve, 10 );
		$this->assertStringStartsWith( 'https://registry.example/oembed?', $asked[0] ?? '' );
		$this->assertStringContainsString( rawurlencode( 'https://registry.example/artworks/AREG-7' ), $asked[0] ?? '' );
		$this->assertStringContainsString( '<a href="https://registry.example/artworks/AREG-7">Irises</a>', $html );
		foreach ( array( 'script', 'onclick', 'javascript', 'iframe' ) as $danger ) {
			$this->assertStringNotContainsString( $danger, $html );
		}
	}

	private function connect_to( string $api ): void {
		$this->pair();
		Agreement::save(
			array(
				'id'                => 'o',
				'address'           => 'https://registry.example',
				'name'              => 'Registry',
				'operator'          => 'Society',
				'api'               => $api,
				'sync_service'      => null,
				'terms_url'         => null,
				'privacy_url'       => null,
				'documentation_url' => null,
				'test'              => false,
			),
			'owner'
		);
		$this->assertNotNull( Connection::find() );
		// WordPress makes its list of providers once a request.
		require_once ABSPATH . WPINC . '/class-wp-oembed.php';
		_wp_oembed_get_object()->providers = apply_filters( 'oembed_providers', _wp_oembed_get_object()->providers );
	}

	private function confirm( int $id ): void {
		$report = array( 'public_page' => self::PAGE ) + $this->report( $id, 'published' );
		Status::save_reports( array( $report ) );
		Art_Ids::follow( array( $report ) );
	}
}
