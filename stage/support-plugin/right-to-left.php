<?php
/**
 * Plugin Name: Right to left for tests
 * Description: A must-use plugin of the test site: with the cookie areg_direction=rtl its screens run from right to left, as in Arabic or
 * Hebrew, without a language pack.
 */

add_action(
	'after_setup_theme',
	static function (): void {
		if ( 'rtl' === ( $_COOKIE['areg_direction'] ?? '' ) ) {
			$GLOBALS['wp_locale']->text_direction = 'rtl';
		}
	},
	0
);
