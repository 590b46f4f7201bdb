<?php
/**
 * The addresses of pictures and pages as they leave the site.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Web_Address;
use ArtworkRegistry\View\Preview;
use ArtworkRegistry\Work\Artwork_Check;
use ArtworkRegistry\Work\Work_Builder;

final class Web_Address_Test extends Wordpress_Case {
	/** @return array<string, array{0: string, 1: string|null}> */
	public function addresses(): array {
		$home  = untrailingslashit( (string) get_option( 'home' ) );
		$cases = array(
			array( 'https://a.example/irises/', 'https://a.example/irises/' ),
			array( 'https://a.example/x y.png', 'https://a.example/x%20y.png' ),
			array( 'https://a.example/1000 × 1000.png', 'https://a.example/1000%20%C3%97%201000.png' ),
			array( 'https://a.example/50% blue.png', 'https://a.example/50%25%20blue.png' ),
			array( 'https://a.example/%e6%97%a5/?a=1&amp;b=2', 'https://a.example/%e6%97%a5/?a=1&b=2' ),
			array( 'https://a.example/O\'Brien "red".png', 'https://a.example/O\'Brien%20%22red%22.png' ),
			array( '//cdn.example/a.jpg', wp_parse_url( $home, PHP_URL_SCHEME ) . '://cdn.example/a.jpg' ),
			array( '/wp-content/a.jpg', preg_replace( '~^(\w+://[^/]+).*~', '$1', $home ) . '/wp-content/a.jpg' ),
			array( '?p=12', $home . '/?p=12' ),
			array( 'data:image/gif;base64,R0lGOD', null ),
			array( 'javascript:alert(1)', null ),
			array( 'https://user:secret@a.example/x.jpg', null ),
			array( 'https://bucket.example/x.jpg?X-Amz-Expires=600&X-Amz-Signature=abc', null ),
			array( 'https://a.example/' . str_repeat( 'a', 2000 ), null ),
			array( '', null ),
		);
		return array_combine( array_column( $cases, 0 ), $cases );
	}

	/** @dataProvider addresses */
	public function test_an_address_leaves_the_site_as_a_browser_asks_for_it( string $address, ?string $sent ): void {
		$this->assertSame( $sent, Web_Address::of( $address ) );
		$this->assertSame( $sent, null === $sent ? null : Web_Address::of( $sent ), 'encoded once' );
	}

	/** @return array<string, array{0: string, 1: string}> Name of the file, and as an address ends with it. */
	public function files(): array {
		return array(
			'space and sign' => array( 'Untitled 1000 × 1000 px.png', 'Untitled%201000%20%C3%97%201000%20px.png' ),
			'percent'        => array( '50% blue.png', '50%25%20blue.png' ),
			'code'           => array( 'a%20b.png', 'a%2520b.png' ),
			'hash'           => array( 'Blatt #3.png', 'Blatt%20%233.png' ),
			'question'       => array( 'what?.png', 'what%3F.png' ),
			'quotes'         => array( 'O\'Brien "red".png', 'O\'Brien%20%22red%22.png' ),
		);
	}

	/** @dataProvider files */
	public function test_a_picture_of_any_file_name_is_registered_at_the_address_of_its_file( string $file, string $end ): void {
		$id      = $this->artwork();
		$picture = $this->attachment( $file );
		wp_update_attachment_metadata( $picture, array( 'width' => 800, 'height' => 400, 'file' => $file, 'sizes' => array() ) );
		set_post_thumbnail( $id, $picture );
		$work = $this->work( $id );
		$this->assertStringEndsWith( '/' . $end, $work['cover_image_url'] );
		$this->assertSame( array(), Artwork_Check::issues( array_diff_key( $work, array( 'external_id' => 1 ) ) ) );
	}

	public function test_a_picture_without_an_address_is_left_out_with_a_hint_and_the_work_is_registered(): void {
		$id = $this->artwork();
		set_post_thumbnail( $id, $this->attachment() );
		$lazy = static function (): array {
			return array( 'data:image/gif;base64,R0lGOD', 1, 1, true );
		};
		add_filter( 'wp_get_attachment_image_src', $lazy );
		$preview = Preview::of( Sources::of_type( 'areg_artwork' ), get_post( $id ), Mapping::current() );
		$work    = $this->work( $id );
		remove_filter( 'wp_get_attachment_image_src', $lazy );
		$this->assertArrayNotHasKey( 'cover_image_url', $work );
		$this->assertSame( array(), Artwork_Check::issues( array_diff_key( $work, array( 'external_id' => 1 ) ) ) );
		$fields = array_column( $preview['fields'], null, 'field' );
		$this->assertStringContainsString( 'Left out', $fields['cover_image_url']['hint'] );
		$this->assertSame( array( null, null ), array( $fields['cover_image_url']['issue'], $fields['source_url']['hint'] ) );
	}

	public function test_a_site_with_root_relative_permalinks_registers_its_works_with_whole_addresses(): void {
		$id       = $this->artwork();
		$whole    = (string) get_permalink( $id );
		$relative = static function ( string $url ): string {
			return str_replace( '&', '&amp;', wp_make_link_relative( $url ) );
		};
		add_filter( 'post_type_link', $relative );
		$work = $this->work( $id );
		remove_filter( 'post_type_link', $relative );
		$this->assertSame( $whole, $work['source_url'] );
	}

	public function test_an_address_that_another_plugin_gives_goes_the_same_way(): void {
		$id   = $this->artwork();
		$give = static function (): string {
			return '/files/a b.jpg';
		};
		add_filter( 'artwork_registry_field_cover_image_url', $give );
		$work = $this->work( $id );
		remove_filter( 'artwork_registry_field_cover_image_url', $give );
		$this->assertStringEndsWith( '/files/a%20b.jpg', $work['cover_image_url'] );
		$this->assertStringStartsWith( 'http', $work['cover_image_url'] );
	}

	/** @return array<string, mixed> */
	private function work( int $id ): array {
		return Work_Builder::build( Sources::of_type( 'areg_artwork' ), get_post( $id ) );
	}
}
