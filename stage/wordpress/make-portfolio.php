<?php
/**
 * Run by WP-CLI (wp eval-file): rooms and works of the post types of support-plugin/portfolio.php.
 */

$paintings = wp_insert_term( 'Paintings', 'portfolio_room' )['term_id'];
$oil       = wp_insert_term( 'Oil', 'portfolio_room', array( 'parent' => $paintings ) )['term_id'];
$drawings  = wp_insert_term( 'Drawings', 'portfolio_room' )['term_id'];
$works     = array(
	array( 'portfolio', 'Harbour at Dusk', $oil ),
	array( 'portfolio', 'Quiet Kitchen', $paintings ),
	array( 'portfolio', 'Study of Hands', $drawings ),
	array( 'sculpture', 'Torso', 0 ),
);
foreach ( $works as list( $type, $title, $room ) ) {
	$id = wp_insert_post(
		array(
			'post_type'   => $type,
			'post_status' => 'publish',
			'post_title'  => $title,
			'meta_input'  => array(
				'artist' => 'Elena Example',
				'year'   => '2021',
			),
		)
	);
	if ( $room > 0 ) {
		wp_set_object_terms( $id, array( $room ), 'portfolio_room' );
	}
}
