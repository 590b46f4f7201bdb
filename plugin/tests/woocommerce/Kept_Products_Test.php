<?php
/**
 * Product objects that are kept for the request, as WooCommerce 11 does in new shops (product instance caching). Here each is kept through
 * every write that goes past it, longer than WooCommerce's own cache keeps one, so that whatever trusts such an object shows it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Orders\Fix_Orders;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Tests\Woocommerce_Case;
use WC_Product;
use WC_Product_Factory;

final class Kept_Products_Test extends Woocommerce_Case {
	/** @var WC_Product_Factory */
	private $factory;

	protected function setUp(): void {
		parent::setUp();
		$this->factory         = WC()->product_factory;
		WC()->product_factory = new class() extends WC_Product_Factory {
			/** @var array<int, WC_Product> */
			public $kept = array();

			/**
			 * @param mixed        $given
			 * @param array<mixed> $deprecated
			 */
			public function get_product( $given = false, $deprecated = array() ) {
				$id = is_object( $given ) && ! $given instanceof WC_Product ? $given->ID : $given;
				if ( ! is_numeric( $id ) ) {
					return parent::get_product( $given, $deprecated );
				}
				$this->kept[ (int) $id ] = $this->kept[ (int) $id ] ?? parent::get_product( $given, $deprecated );
				return $this->kept[ (int) $id ];
			}
		};
	}

	protected function tearDown(): void {
		WC()->product_factory = $this->factory;
		parent::tearDown();
	}

	/** @return array<string, array{0: callable(int): void, 1: string, 2: mixed}> */
	public function writes(): array {
		return array(
			'a price, as a custom field'        => array(
				static function ( int $id ): void {
					update_post_meta( $id, '_regular_price', '900' );
					update_post_meta( $id, '_price', '900' );
				},
				'price',
				array( 'amount' => '900.00', 'currency' => 'EUR' ),
			),
			'a size, as a custom field'         => array(
				static function ( int $id ): void {
					update_post_meta( $id, '_height', '30' );
					update_post_meta( $id, '_width', '40' );
				},
				'height_cm',
				30.0,
			),
			'an attribute, as a custom field'   => array(
				static function ( int $id ): void {
					$attributes                    = (array) get_post_meta( $id, '_product_attributes', true );
					$attributes['artist']['value'] = 'Berthe Morisot';
					update_post_meta( $id, '_product_attributes', $attributes );
				},
				'artist_name',
				'Berthe Morisot',
			),
			'the title, by SQL'                 => array(
				static function ( int $id ): void {
					$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_title' => 'Reeds' ), array( 'ID' => $id ) );
					wp_cache_delete( $id, 'posts' );
				},
				'title',
				'Reeds',
			),
			'the stock, by SQL'                 => array(
				static function ( int $id ): void {
					$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->postmeta, array( 'meta_value' => '0' ), array( 'post_id' => $id, 'meta_key' => '_stock' ) );
					$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->postmeta, array( 'meta_value' => 'outofstock' ), array( 'post_id' => $id, 'meta_key' => '_stock_status' ) );
					wp_cache_delete( $id, 'post_meta' );
				},
				'availability',
				'not_for_sale',
			),
		);
	}

	/**
	 * @dataProvider writes
	 * @param callable(int): void $write
	 * @param mixed               $wanted
	 */
	public function test_what_was_written_past_a_kept_product_is_what_the_registry_gets( callable $write, string $field, $wanted ): void {
		$id   = $this->product()->get_id();
		$kept = wc_get_product( $id );
		$this->artwork_of( $id );
		$write( $id );
		$this->assertSame( $kept, wc_get_product( $id ), 'the case is as it says' );
		$this->assertEquals( $wanted, $this->artwork_of( $id )[ $field ] ?? null );
	}

	public function test_a_sale_is_told_although_the_product_of_before_it_is_kept(): void {
		$product = $this->product();
		wc_get_product( $product->get_id() );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
		$order = $this->order( $product );
		$order->payment_complete();
		$this->assertSame( 'sold', $this->availability( $product ) );
		$order->update_status( 'cancelled' );
		$this->assertSame( 'for_sale', $this->availability( $product ) );
	}

	public function test_a_fix_keeps_an_attribute_and_saves_a_size_that_were_written_past_a_kept_product(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$id = $this->product( array( 'height' => '30', 'width' => '40' ) )->get_id();
		wc_get_product( $id );
		$attributes          = (array) get_post_meta( $id, '_product_attributes', true );
		$attributes['frame'] = array( 'name' => 'Frame', 'value' => 'Oak', 'position' => 1, 'is_visible' => 1, 'is_variation' => 0, 'is_taxonomy' => 0 );
		update_post_meta( $id, '_product_attributes', $attributes );
		update_post_meta( $id, '_height', '50' );
		$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => 'Anna Boch', 'size' => '30 × 40 cm' ), $former ) );
		$stored = (array) get_post_meta( $id, '_product_attributes', true );
		$this->assertSame( array( 'Anna Boch', 'Oak' ), array( $stored['artist']['value'], $stored['frame']['value'] ?? null ) );
		$this->assertSame( '30', get_post_meta( $id, '_height', true ) );
		$this->assertNull( Fix_Orders::undo( $id, (string) $former ) );
		$stored = (array) get_post_meta( $id, '_product_attributes', true );
		$this->assertSame( array( 'Claude Monet', 'Oak' ), array( $stored['artist']['value'], $stored['frame']['value'] ?? null ) );
		$this->assertSame( '50', get_post_meta( $id, '_height', true ) );
	}

	public function test_a_fix_of_an_own_attribute_and_of_terms_of_the_shop_saves_both(): void {
		wc_create_attribute( array( 'name' => 'Medium', 'slug' => 'medium' ) );
		register_taxonomy( 'pa_medium', 'product' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$term   = wp_insert_term( 'Oil', 'pa_medium' );
		$global = $this->attribute( 'pa_medium' );
		$global->set_id( wc_attribute_taxonomy_id_by_name( 'pa_medium' ) );
		$global->set_options( array( $term['term_id'] ) );
		$id    = $this->product( array( 'attributes' => array( $this->attribute( 'Artist', 'Claude Monet' ), $global ) ) )->get_id();
		$chain = array( 'steps' => array( array( 'from' => 'taxonomy', 'key' => 'pa_medium' ) ) );
		$this->assertSame( array(), Mapping_Orders::save( array( 'woocommerce' => array( 'medium' => $chain ) ) ) );
		try {
			$this->assertNull( Fix_Orders::save( $id, array( 'artist_name' => 'Anna Boch', 'medium' => 'Pastel' ), $former ) );
			$work = $this->artwork_of( $id );
			$this->assertSame( array( 'Anna Boch', 'Pastel' ), array( $work['artist_name'], $work['medium'] ) );
			$this->assertNull( Fix_Orders::undo( $id, (string) $former ) );
			$work = $this->artwork_of( $id );
			$this->assertSame( array( 'Claude Monet', 'Oil' ), array( $work['artist_name'], $work['medium'] ) );
		} finally {
			wc_delete_attribute( wc_attribute_taxonomy_id_by_name( 'pa_medium' ) );
			unregister_taxonomy( 'pa_medium' );
		}
	}
}
