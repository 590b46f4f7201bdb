<?php
/**
 * Advanced Custom Fields is not a public package, so its one function that we call is faked, as its documentation describes it.
 *
 * @package ArtworkRegistry
 */

/** @return array<string, mixed>|false */
function acf_get_field( string $key ) {
	$fields = array(
		'field_relationship' => array( 'type' => 'relationship' ),
		'field_choices'      => array( 'type' => 'checkbox', 'choices' => array( 'oil' => 'Oil on canvas' ) ),
		'field_date'         => array( 'type' => 'date_picker' ),
	);
	return $fields[ $key ] ?? false;
}
