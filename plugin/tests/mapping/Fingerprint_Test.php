<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Mapping\Fingerprint;
use PHPUnit\Framework\TestCase;

final class Fingerprint_Test extends TestCase {
	public function test_600_records_of_a_museum_have_the_fingerprints_of_the_contract(): void {
		if ( ! class_exists( \Normalizer::class ) ) {
			$this->markTestSkipped( 'PHP has no intl here: accents are folded by WordPress then, which is close and not the same.' );
		}
		$works = array();
		foreach ( (array) file( dirname( __DIR__, 3 ) . '/registry-server/contract/labelled-pairs.ndjson' ) as $line ) {
			$pair    = json_decode( (string) $line, true );
			$works[] = $pair['a'];
			$works[] = $pair['b'];
		}
		$wanted = json_decode( (string) file_get_contents( dirname( __DIR__ ) . '/fingerprints.json' ), true );
		$this->assertCount( 600, $works );
		foreach ( $works as $at => $work ) {
			$this->assertSame( $wanted[ $at ], Fingerprint::of( $work ), (string) wp_json_encode( $work ) );
		}
	}

	public function test_a_generic_title_without_year_or_size_is_like_no_other(): void {
		$this->assertNull( Fingerprint::of( array( 'title' => 'Ohne Titel', 'artist_name' => 'A', 'year_created' => 'o. J.', 'height_cm' => 1.0, 'width_cm' => 1.0 ) ) );
		$this->assertNull( Fingerprint::of( array( 'title' => 'Untitled', 'artist_name' => 'A', 'year_created' => '1950' ) ) );
		$this->assertNotNull( Fingerprint::of( array( 'title' => 'Untitled', 'artist_name' => 'A', 'year_created' => '1950', 'height_cm' => 1.0, 'width_cm' => 1.0 ) ) );
	}
}
