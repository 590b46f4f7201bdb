<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Work\Artwork_Check;
use PHPUnit\Framework\TestCase;

final class Artwork_Check_Test extends TestCase {
	/** @return array<string, array{0: array<string, mixed>, 1: list<string>}> The table that scripts/plugin-schema.test.ts holds the contract against. */
	public function cases(): array {
		$cases = array();
		foreach ( (array) json_decode( (string) file_get_contents( dirname( __DIR__ ) . '/artwork-cases.json' ), true ) as $case ) {
			$cases[ $case['why'] ] = array( $case['artwork'], $case['wrong'] );
		}
		return $cases;
	}

	/**
	 * @dataProvider cases
	 *
	 * @param array<string, mixed> $artwork
	 * @param list<string>         $wrong
	 */
	public function test_it_accepts_and_refuses_as_the_registry_does( array $artwork, array $wrong ): void {
		$fields = array_keys( Artwork_Check::issues( $artwork ) );
		sort( $fields );
		$this->assertSame( $wrong, $fields );
	}

	public function test_text_that_is_no_utf8_is_refused(): void {
		$this->assertSame( array( 'title' ), array_keys( Artwork_Check::issues( array( 'title' => "\xC3\x28", 'artist_name' => 'A' ) ) ) );
	}

	public function test_the_reason_is_said_in_plain_words(): void {
		$issues = Artwork_Check::issues( array( 'title' => 'T', 'height_cm' => 0.0, 'source_url' => 'x', 'year_created' => str_repeat( '1', 51 ) ) );
		$this->assertSame( 'is empty', $issues['artist_name'] );
		$this->assertStringContainsString( 'greater than 0', $issues['height_cm'] );
		$this->assertSame( 'is not a web address', $issues['source_url'] );
		$this->assertSame( 'has more than 50 characters', $issues['year_created'] );
	}
}
