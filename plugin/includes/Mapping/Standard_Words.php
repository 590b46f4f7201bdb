<?php
/**
 * What "automatic" means, field by field, for each source; and what each field of the registry is for.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

use ArtworkRegistry\Source\Artwork_Source;
use ArtworkRegistry\Source\Post_Type_Source;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Woocommerce\Product_Source;

final class Standard_Words {
	public static function of( Source $source, string $field ): string {
		$words = Product_Source::ID === $source->id() ? self::of_products() : ( Artwork_Source::ID === $source->id() ? array() : self::of_posts() );
		/* translators: %s: name of a field, such as Medium. */
		return $words[ $field ] ?? sprintf( __( 'The field “%s” of the artwork', 'artwork-registry-connector' ), $source->field_labels()[ $field ] ?? $field );
	}

	/** @return array{name: string, help: string} */
	public static function field( string $field ): array {
		$fields = array(
			'title'           => array( __( 'Title', 'artwork-registry-connector' ), __( 'What the artwork is called. Needed for an Art ID.', 'artwork-registry-connector' ) ),
			'artist_name'     => array( __( 'Artist', 'artwork-registry-connector' ), __( 'Who made it, such as “Claude Monet”. Needed for an Art ID.', 'artwork-registry-connector' ) ),
			'year_created'    => array( __( 'Year', 'artwork-registry-connector' ), __( 'When it was made: “1907”, “c. 1907” or “1907–1909”.', 'artwork-registry-connector' ) ),
			'medium'          => array( __( 'Medium', 'artwork-registry-connector' ), __( 'What it is made of, such as “Oil on canvas”.', 'artwork-registry-connector' ) ),
			'height_cm'       => array( __( 'Height', 'artwork-registry-connector' ), __( 'In centimetres. A text such as “30 × 40 cm” is understood.', 'artwork-registry-connector' ) ),
			'width_cm'        => array( __( 'Width', 'artwork-registry-connector' ), __( 'In centimetres.', 'artwork-registry-connector' ) ),
			'depth_cm'        => array( __( 'Depth', 'artwork-registry-connector' ), __( 'In centimetres; flat artworks have none.', 'artwork-registry-connector' ) ),
			'availability'    => array( __( 'Availability', 'artwork-registry-connector' ), __( 'For sale, sold, on loan … A sale, or an availability you set on the artwork, always takes precedence.', 'artwork-registry-connector' ) ),
			'price'           => array( __( 'Price', 'artwork-registry-connector' ), __( 'Shown only while the artwork is for sale or open to offers.', 'artwork-registry-connector' ) ),
			'cover_image_url' => array( __( 'Picture', 'artwork-registry-connector' ), __( 'In the large size. A picture that several artworks use is not sent.', 'artwork-registry-connector' ) ),
			'unreadable'      => array( __( 'Another plugin fails', 'artwork-registry-connector' ), __( 'The artwork could not be put together.', 'artwork-registry-connector' ) ),
			'inventory_ref'   => array( __( 'Inventory number', 'artwork-registry-connector' ), __( 'Your own number for the artwork. It is not shown to the public.', 'artwork-registry-connector' ) ),
		);
		return array(
			'name' => $fields[ $field ][0] ?? $field,
			'help' => $fields[ $field ][1] ?? '',
		);
	}

	/** @return array<string, string> Of a post type that is not ours. */
	private static function of_posts(): array {
		$words = array(
			'title'           => __( 'Title', 'artwork-registry-connector' ),
			'cover_image_url' => __( 'Featured image', 'artwork-registry-connector' ),
		);
		$keys  = Post_Type_Source::FIELDS + array(
			'availability' => 'availability',
			'price'        => 'price_amount',
		);
		foreach ( $keys as $field => $key ) {
			/* translators: %s: name of a custom field. */
			$words[ $field ] = sprintf( __( 'Custom field “%s”', 'artwork-registry-connector' ), $key );
		}
		return $words;
	}

	/** @return array<string, string> */
	private static function of_products(): array {
		$sizes = __( 'Shipping, Dimensions (length and width alone count as height and width)', 'artwork-registry-connector' );
		return array(
			'title'           => __( 'Product name', 'artwork-registry-connector' ),
			'artist_name'     => __( 'Attribute Artist, Painter, Photographer, Künstler …; else the custom field “artist”', 'artwork-registry-connector' ),
			'year_created'    => __( 'Attribute Year, Date, Jahr, Année …; else the custom field “year”', 'artwork-registry-connector' ),
			'medium'          => __( 'Attribute Medium, Technique, Material, Technik …; else the custom field “medium” or “technique”', 'artwork-registry-connector' ),
			'height_cm'       => $sizes,
			'width_cm'        => $sizes,
			'depth_cm'        => $sizes,
			'availability'    => __( 'Stock, price and paid orders', 'artwork-registry-connector' ),
			'price'           => __( 'Regular or sale price, in the currency of the shop', 'artwork-registry-connector' ),
			'cover_image_url' => __( 'Product image', 'artwork-registry-connector' ),
			'inventory_ref'   => __( 'SKU', 'artwork-registry-connector' ),
		);
	}
}
