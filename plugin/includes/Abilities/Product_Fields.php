<?php
/**
 * Art ID and state of a product in WooCommerce's own product abilities (11.3, while its experimental feature "Extensible abilities" is
 * on), under `extensions.artwork-registry`. They are only read there: orders go through Ordering, which asks first.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\View\Works_Query;
use Automattic\WooCommerce\Abilities\ExtensibleAbilities;
use WC_Product;

final class Product_Fields {
	/** woocommerce_extensible_abilities_init */
	public static function add(): void {
		if ( ! class_exists( ExtensibleAbilities::class ) ) {
			return;
		}
		foreach ( array(
			'art_id' => array( __( 'Art ID', 'artwork-registry-connector' ), array( 'type' => array( 'string', 'null' ) ) ),
			'state'  => array(
				__( 'State in the artwork registry', 'artwork-registry-connector' ),
				array(
					'type' => array( 'string', 'null' ),
					'enum' => array_merge( Works_Query::VIEWS, array( null ) ),
				),
			),
		) as $field => list( $title, $schema ) ) {
			ExtensibleAbilities::register_field(
				array(
					'resource'     => 'product',
					'namespace'    => Registration::CATEGORY,
					'field'        => $field,
					'schema'       => array( 'title' => $title ) + $schema,
					'get_callback' => array( self::class, $field ),
				)
			);
		}
	}

	/**
	 * Nothing fails to be read in silence: WooCommerce leaves a field out that throws.
	 *
	 * @param WC_Product $product
	 */
	public static function art_id( $product ): ?string {
		return Read_Check::run(
			static function () use ( $product ): ?string {
				return Art_Ids::find( $product->get_id() )['id'] ?? null;
			}
		);
	}

	/** @param WC_Product $product */
	public static function state( $product ): ?string {
		return Read_Check::run(
			static function () use ( $product ): ?string {
				$id = $product->get_id();
				// Anybody may read an Art ID; what the gallery has still to do is for those who edit the product.
				return $id > 0 && current_user_can( 'edit_post', $id ) ? Works_Query::find( $id )['view'] ?? null : null;
			}
		);
	}
}
