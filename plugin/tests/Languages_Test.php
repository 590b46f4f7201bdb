<?php
/**
 * The plugin speaks the language of its user, in PHP and in scripts, from the catalogues that it ships with.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Languages;

final class Languages_Test extends Wordpress_Case {
	private const DOMAIN = 'artwork-registry-connector';

	protected function setUp(): void {
		parent::setUp();
		add_filter( 'determine_locale', array( $this, 'german' ) );
		unload_textdomain( self::DOMAIN, true );
		Languages::load();
	}

	protected function tearDown(): void {
		remove_filter( 'determine_locale', array( $this, 'german' ) );
		unload_textdomain( self::DOMAIN, true );
		parent::tearDown();
	}

	public function german(): string {
		return 'de_DE';
	}

	public function test_php_says_it_in_german(): void {
		$this->assertSame( 'Kunstwerk-Register', __( 'Artwork Registry', 'artwork-registry-connector' ) );
	}

	public function test_scripts_are_given_the_catalogue_under_any_handle(): void {
		wp_register_script( 'artwork-registry-test', plugins_url( 'build/settings.js', ARTWORK_REGISTRY_FILE ), array(), '1', true );
		$catalogue = json_decode( (string) load_script_textdomain( 'artwork-registry-test', self::DOMAIN ), true );
		$this->assertIsArray( $catalogue );
		$this->assertSame( array( 'Registereinträge aktualisieren' ), $catalogue['locale_data'][ self::DOMAIN ]['Update registry entries'] );
	}

	public function test_scripts_of_others_are_left_alone(): void {
		$this->assertSame( '/somewhere.json', Languages::script_file( '/somewhere.json', 'wp-edit-post', 'default' ) );
		$this->assertFalse( Languages::script_file( false, 'wp-edit-post', 'default' ) );
	}
}
