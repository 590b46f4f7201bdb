<?php
/**
 * What old catalogues, CSV files and copied text contain, and what the registry gets of it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Source\Plain_Text;
use PHPUnit\Framework\TestCase;

final class Plain_Text_Test extends TestCase {
	/** @return array<string, array{0: string, 1: string}> */
	public function texts(): array {
		return array(
			'tags that a browser knows'             => array( 'The <em>Kiss</em><br/>, <span class="x">study</span>', 'The Kiss, study' ),
			'a heart and a comparison'              => array( 'I <3 New York', 'I <3 New York' ),
			'a title in brackets'                   => array( '<Untitled>', '<Untitled>' ),
			'a less-than sign between words'        => array( 'a < b and b > c', 'a < b and b > c' ),
			'entities'                              => array( 'L&rsquo;&eacute;t&eacute; &amp; l&#039;hiver, I &lt;3 you', 'L’été & l\'hiver, I <3 you' ),
			'scripts with what is in them'          => array( 'Dog<script>alert("1")</script><style>p{}</style>', 'Dog' ),
			'tags of Word'                          => array( 'Dog<o:p></o:p>, <st1:place w:st="on">Paris</st1:place>', 'Dog, Paris' ),
			'a comment'                             => array( 'Before<!-- a --> after', 'Before after' ),
			'quotes of Windows taken for Unicode'   => array( "\u{93}Dock\u{94} \u{96} 1932", '“Dock” – 1932' ),
			'bytes of Windows that are not UTF-8'    => array( "\x93Dock\x94 \x96 Z\xFCrich", '“Dock” – Zürich' ),
			'control characters'                    => array( "The\x00 Kiss\x07\u{81}", 'The Kiss' ),
			'line ends and tabs'                    => array( "One\r\ntwo\rthree\tfour", "One\ntwo\nthree\tfour" ),
			'a title turned round'                  => array( "\u{202E}gnp.egami\u{202C}\u{2066}x\u{2069}", 'gnp.egamix' ),
			'invisible characters'                  => array( "Ki\u{200B}ss\u{FEFF}\u{AD}\u{E0041}", 'Kiss' ),
			'a joiner that joins'                   => array(
				"\u{646}\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645} \u{1F469}\u{200D}\u{1F3A8}",
				"\u{646}\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645} \u{1F469}\u{200D}\u{1F3A8}",
			),
			'a joiner that joins nothing'           => array( "\u{200D}Kiss \u{200C}!", 'Kiss !' ),
			'white space around'                    => array( "  Kiss \n", 'Kiss' ),
		);
	}

	/** @dataProvider texts */
	public function test_it_is_read_as_it_was_meant( string $given, string $meant ): void {
		$this->assertSame( $meant, Plain_Text::of( $given ) );
	}

	public function test_what_is_no_text_is_empty(): void {
		$this->assertSame( array( '', '', '7' ), array( Plain_Text::of( array( 'a' ) ), Plain_Text::of( null ), Plain_Text::of( 7 ) ) );
	}
}
