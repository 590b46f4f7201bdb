<?php
/**
 * Our fields in WooCommerce's product abilities. WooCommerce 11.3 is not at hand: its way to register a field is known from its stubs
 * (php-stubs/woocommerce-stubs 11.3) alone, and a stand-in takes the fields here. What WooCommerce does with them was not run.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Status;
use WC_Product_Simple;

final class Product_Abilities_Test extends Woocommerce_Case {
	/** @var array<string, array<string, mixed>> */
	public static $fields = array();

	public function test_art_id_and_state_are_registered_as_the_stubs_of_woocommerce_11_3_describe_it_which_was_not_run(): void {
		if ( ! class_exists( 'Automattic\WooCommerce\Abilities\ExtensibleAbilities' ) ) {
			// phpcs:ignore Squiz.PHP.Eval -- a class of WooCommerce's name must not be loaded before.
			eval(
				'namespace Automattic\WooCommerce\Abilities; class ExtensibleAbilities {'
				. ' public static function register_field( array $args ): void {'
				. ' \ArtworkRegistry\Tests\Product_Abilities_Test::$fields[ $args["field"] ] = $args; } }'
			);
		}
		$this->assertNotFalse( has_action( 'woocommerce_extensible_abilities_init' ) );
		do_action( 'woocommerce_extensible_abilities_init' );
		$this->assertSame( array( 'art_id', 'state' ), array_keys( self::$fields ) );
		foreach ( self::$fields as $field ) {
			$this->assertSame( array( 'product', 'artwork-registry' ), array( $field['resource'], $field['namespace'] ) );
			$this->assertArrayNotHasKey( 'update_callback', $field, 'it is only read' );
			$this->assertArrayNotHasKey( 'required', $field['schema'], 'WooCommerce allows none' );
		}

		$product = $this->product();
		$id      = $this->taken_over( $product );
		$report  = $this->report( $id, 'published', 1 );
		Status::save_reports( array( $report ) );
		Art_Ids::follow( array( $report ) );
		$this->assertSame( array( 'art_id' => 'AREG-1', 'state' => null ), $this->values( $product ), 'a visitor' );
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertNull( $this->values( $product )['state'] );
		wp_set_current_user( $this->user( 'shop_manager' ) );
		$this->assertSame( array( 'art_id' => 'AREG-1', 'state' => 'published' ), $this->values( $product ) );
		$this->assertSame( array( 'art_id' => null, 'state' => 'not_shared' ), $this->values( $this->product() ) );
		$this->assertSame( array( 'art_id' => null, 'state' => null ), $this->values( new WC_Product_Simple() ), 'not saved yet' );
	}

	/** @return array<string, mixed> */
	private function values( \WC_Product $product ): array {
		$values = array();
		foreach ( self::$fields as $name => $field ) {
			$values[ $name ] = call_user_func( $field['get_callback'], $product );
			$this->assertTrue( rest_validate_value_from_schema( $values[ $name ], $field['schema'], $name ) );
		}
		return $values;
	}
}
