<?php
/**
 * Makes an attribute of a WooCommerce product, for the import scripts beside this file.
 */

/** @param bool $is_variation Whether each of the options is a variation of the product. */
function artwork_registry_attribute( string $name, array $options, bool $is_variation = false ): WC_Product_Attribute {
	$attribute = new WC_Product_Attribute();
	$attribute->set_name( $name );
	$attribute->set_options( $options );
	$attribute->set_visible( true );
	$attribute->set_variation( $is_variation );
	return $attribute;
}
