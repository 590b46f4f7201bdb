<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Text;
use PHPUnit\Framework\TestCase;

final class Text_Test extends TestCase {
	public function test_letters_of_any_script_are_lowercased(): void {
		$this->assertSame( array( 'künstler', 'ελλας', 'strasse' ), array( Text::lower( 'KÜNSTLER' ), Text::fold( 'ΕΛΛΑΣ' ), Text::fold( 'Straße' ) ) );
		$this->assertSame( array( true, false ), array( Text::is_utf8( 'Ü' ), Text::is_utf8( "\xDC" ) ) );
	}

	public function test_where_php_lacks_mbstring_the_plugin_still_runs(): void {
		$code    = 'require ' . var_export( dirname( __DIR__ ) . '/includes/Text.php', true )
			. '; use ArtworkRegistry\Text; echo function_exists( "mb_strtolower" ) ? "there" : Text::lower( "ABC" ) . Text::fold( "Def" ) . ( Text::is_utf8( "Ü" ) ? "!" : "?" );';
		$command = array( PHP_BINARY, '-d', 'disable_functions=mb_strtolower,mb_strtoupper,mb_check_encoding,mb_convert_encoding', '-r', $code );
		$this->assertSame( 'abcdef!', shell_exec( implode( ' ', array_map( 'escapeshellarg', $command ) ) ) );
	}
}
