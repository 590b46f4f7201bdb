<?php
/**
 * A step of the review in which Deadly_Review_Test ends the process: run by `wp eval-file`, with the works that end the process, how they do it, and what
 * is asked: "step" or "sample".
 *
 * @package ArtworkRegistry
 */

list( $artwork_registry_deadly, $artwork_registry_how, $artwork_registry_asked ) = $args;
$artwork_registry_deadly = array_map( 'intval', explode( ',', $artwork_registry_deadly ) );

add_filter(
	'artwork_registry_field_title',
	static function ( $title, WP_Post $post ) use ( $artwork_registry_deadly, $artwork_registry_how ) {
		if ( in_array( $post->ID, $artwork_registry_deadly, true ) ) {
			if ( 'kill' === $artwork_registry_how ) {
				posix_kill( getmypid(), SIGKILL );
			}
			exit;
		}
		return $title;
	},
	10,
	2
);

if ( 'step' === $artwork_registry_asked ) {
	ArtworkRegistry\Sync\Check_Run::step();
} else {
	ArtworkRegistry\Protocol\Review_Handler::handle( new ArtworkRegistry\Protocol\Body( array( 'results' => array(), 'sample' => 10 ) ) );
}
echo 'ended by itself';
