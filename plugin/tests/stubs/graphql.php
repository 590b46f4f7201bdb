<?php
/** What the plugin calls of WPGraphQL: for PHPStan, and for the test of what is registered. */

/** @param array<string, mixed> $config */
function register_graphql_object_type( string $type_name, array $config ): void {
	$GLOBALS['graphql_types'][ $type_name ] = $config;
}

/** @param array<string, mixed> $config */
function register_graphql_field( string $type_name, string $field_name, array $config ): void {
	$GLOBALS['graphql_types'][ $type_name ]['fields'][ $field_name ] = $config;
}
