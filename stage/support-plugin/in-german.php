<?php
/**
 * Plugin Name: In German for tests
 * Description: A must-use plugin of the test site: with the cookie areg_language=de its screens are in German, as far as plugins bring their
 * own translations, without a language pack of WordPress.
 */

add_filter(
	'locale',
	static function ( string $locale ): string {
		return 'de' === ( $_COOKIE['areg_language'] ?? '' ) ? 'de_DE' : $locale;
	}
);
