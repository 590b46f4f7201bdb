<?php
/**
 * Plugin Name: A theme's portfolio for tests
 * Description: A must-use plugin of the test site, as themes for artists are: a post type with categories for the block editor, and one
 * that opens in the classic editor.
 */

add_action(
	'init',
	static function (): void {
		register_post_type(
			'portfolio',
			array(
				'public'       => true,
				'label'        => 'Portfolio',
				'show_in_rest' => true,
				'supports'     => array( 'title', 'editor', 'thumbnail', 'custom-fields' ),
			)
		);
		register_taxonomy(
			'portfolio_room',
			'portfolio',
			array(
				'public'       => true,
				'hierarchical' => true,
				'show_in_rest' => true,
				'label'        => 'Rooms',
			)
		);
		register_post_type(
			'sculpture',
			array(
				'public'   => true,
				'label'    => 'Sculptures',
				'supports' => array( 'title', 'editor', 'custom-fields' ),
			)
		);
	}
);
