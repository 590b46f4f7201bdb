<?php
/**
 * Prices and sizes that people type, and what becomes of one that is not understood.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Artwork_Quick_Edit;
use ArtworkRegistry\Mapping\Field_Value;
use ArtworkRegistry\Source\Amount;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Source\Post_Type_Source;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Source_Names;
use ArtworkRegistry\Source\Sources;
use WP_REST_Request;
use WP_REST_Response;

final class Amount_Test extends Wordpress_Case {
	/** @return array<string, array{0: string, 1: string|null, 2: string|null}> Text → as a price, as centimetres; null: not understood. */
	public function texts(): array {
		$file = json_decode( (string) file_get_contents( __DIR__ . '/amounts.json' ), true );
		return array_combine( array_column( $file, 0 ), $file );
	}

	/** @dataProvider texts */
	public function test_an_amount_is_understood_as_it_is_written_and_reading_it_again_changes_nothing( string $text, ?string $price, ?string $size ): void {
		$this->assertSame( array( $price, $size ), array( Amount::price( $text ), Amount::centimetres( $text ) ) );
		$this->assertSame( $price, null === $price ? null : Amount::price( $price ) );
		$this->assertSame( $size, null === $size ? null : Amount::centimetres( $size ) );
	}

	/** @dataProvider texts */
	public function test_a_price_is_the_same_in_our_own_post_type_in_a_custom_field_and_from_a_mapping( string $text, ?string $price ): void {
		$amount = (float) $price > 0 ? (float) $price : null;
		$own    = $this->artwork( array( 'meta_input' => array( 'artist' => 'A', 'price_amount' => $text, 'price_currency' => 'EUR' ) ) );
		$this->assertSame( $amount, $this->price_of( $own ) );
		register_post_type( 'portfolio', array( 'public' => true ) );
		$source  = new Post_Type_Source( 'portfolio' );
		$foreign = get_post( $this->artwork( array(
			'post_type'  => 'portfolio',
			'meta_input' => array( 'price_amount' => $text, 'price_currency' => 'EUR' ),
		) ) );
		$this->assertSame( $amount, $source->build( $foreign )['price']['amount'] ?? null );
		unregister_post_type( 'portfolio' );
		$chain = array( 'steps' => array(), 'unit' => 'cm', 'order' => 'height_first', 'currency' => 'EUR' );
		$this->assertSame( $amount, Field_Value::of( 'price', array( $text ), $chain, Source_Names::ARTWORK )['amount'] ?? null );
	}

	public function test_a_size_of_another_post_type_keeps_its_decimal_comma(): void {
		register_post_type( 'portfolio', array( 'public' => true ) );
		$source = new Post_Type_Source( 'portfolio' );
		$post   = get_post( $this->artwork( array(
			'post_type'  => 'portfolio',
			'meta_input' => array( 'height_cm' => '30,5', 'width_cm' => '12 in', 'depth_cm' => '0' ),
		) ) );
		$facts  = $source->facts( $post );
		unregister_post_type( 'portfolio' );
		$this->assertSame( array( 30.5, false, false ), array( $facts['height_cm'] ?? null, isset( $facts['width_cm'] ), isset( $facts['depth_cm'] ) ) );
	}

	public function test_rest_refuses_what_is_not_understood_with_a_sentence_and_saves_nothing(): void {
		wp_set_current_user( $this->user( 'editor' ) );
		$id = $this->artwork( array( 'meta_input' => array( 'artist' => 'Before', 'price_amount' => '900' ) ) );
		foreach ( array(
			'price_amount'   => 'twelve hundred',
			'height_cm'      => '12 in',
			'price_currency' => 'Euro',
			'edition_size'   => 'many',
		) as $name => $text ) {
			$answer = $this->save_in_rest( $id, array( $name => $text, 'artist' => 'After' ) );
			$this->assertSame( array( 400, 'artwork_registry_field' ), array( $answer->get_status(), $answer->get_data()['code'] ), $name );
			$this->assertStringContainsString( Artwork_Post_Type::labels()[ $name ] . ': “' . $text . '”', $answer->get_data()['message'] );
			$this->assertSame( 'Before', $this->field( $id, 'artist' ) );
		}
		$this->assertSame( '900', $this->field( $id, 'price_amount' ) );
		$this->assertSame( 200, $this->save_in_rest( $id, array( 'price_amount' => '12.500', 'height_cm' => '12.500', 'price_currency' => 'eur' ) )->get_status() );
		$this->assertSame( array( '12500', '12.500' ), array( $this->field( $id, 'price_amount' ), $this->field( $id, 'height_cm' ) ) );
		$this->assertSame( 'EUR', $this->field( $id, 'price_currency' ) );
		$this->assertSame( 200, $this->save_in_rest( $id, array( 'price_amount' => '' ) )->get_status() );
		$this->assertSame( '', $this->field( $id, 'price_amount' ) );
	}

	public function test_quick_edit_refuses_what_is_not_understood_with_a_sentence_before_wordpress_saves(): void {
		$id    = $this->artwork( array( 'meta_input' => array( 'price_amount' => '900' ) ) );
		$said  = array();
		$die   = static function () use ( &$said ): callable {
			return static function ( $message ) use ( &$said ): void {
				$said[] = $message;
			};
		};
		add_filter( 'wp_doing_ajax', '__return_true' );
		add_filter( 'wp_die_ajax_handler', $die );
		foreach ( array( 'on <b>request</b>', '12.500' ) as $text ) {
			$_POST = array( 'post_ID' => (string) $id, 'artwork_registry_fields' => wp_slash( array( 'price_amount' => $text, 'artist' => 'x' ) ) );
			Artwork_Quick_Edit::refuse();
		}
		$_POST = array();
		remove_filter( 'wp_die_ajax_handler', $die );
		remove_filter( 'wp_doing_ajax', '__return_true' );
		$this->assertCount( 1, $said );
		$this->assertStringContainsString( 'Price: “on &lt;b&gt;request&lt;/b&gt;” is not understood', $said[0] );
		$this->assertNotFalse( has_action( 'wp_ajax_inline-save' ) );
	}

	public function test_a_price_that_another_program_writes_and_that_is_not_understood_stays_and_goes_nowhere(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'artist' => 'A', 'price_amount' => 'on request', 'price_currency' => 'EUR', 'height_cm' => '2 ft' ) ) );
		$this->assertSame( array( 'on request', '2 ft' ), array( $this->field( $id, 'price_amount' ), $this->field( $id, 'height_cm' ) ) );
		$this->assertSame( array( null, null ), array( $this->price_of( $id ), $this->source_of( $id )->facts( get_post( $id ) )['height_cm'] ?? null ) );
	}

	/** @param array<string, string> $fields */
	private function save_in_rest( int $id, array $fields ): WP_REST_Response {
		$request = new WP_REST_Request( 'POST', '/wp/v2/' . get_post_type_object( Artwork_Post_Type::NAME )->rest_base . "/$id" );
		$meta    = array();
		foreach ( $fields as $name => $text ) {
			$meta[ Artwork_Post_Type::key( $name ) ] = $text;
		}
		$request->set_body_params( array( 'meta' => $meta ) );
		return rest_do_request( $request );
	}

	private function field( int $id, string $name ): string {
		return (string) get_post_meta( $id, Artwork_Post_Type::key( $name ), true );
	}

	private function price_of( int $id ): ?float {
		return $this->source_of( $id )->build( get_post( $id ) )['price']['amount'] ?? null;
	}

	private function source_of( int $id ): Source {
		return Sources::of_type( (string) get_post_type( $id ) );
	}
}
