<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Work\Fingerprint;
use PHPUnit\Framework\TestCase;

final class Fingerprint_Test extends TestCase {
	public function test_600_records_of_a_museum_have_the_fingerprints_of_the_contract(): void {
		$this->need_intl();
		$works = array();
		foreach ( (array) file( dirname( __DIR__, 3 ) . '/registry-server/tests/data/labelled-pairs.ndjson' ) as $line ) {
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

	/** @return array<string, array{0: string, 1: string}> Title → what packages/contract/fingerprint.ts makes of it. */
	public function titles_of_other_scripts(): array {
		return array(
			'Greek, in small letters' => array( 'Ελλάς', 'fc067874395979f731a01d09212c017e034eb1ca840a65ead97a16347dcf2c91' ),
			'Greek, in capitals'      => array( 'ΕΛΛΆΣ', 'fc067874395979f731a01d09212c017e034eb1ca840a65ead97a16347dcf2c91' ),
			'Greek, in a sentence'    => array( 'ο σοφός’α ΣΟΦΟΣ. Ας', '237f93054d6f55174c91d2a70ad308ec76d93e839ef27574e415c468480e8ef1' ),
			'German'                  => array( 'Straße ÄÖÜ', '4f5848c4e2bcba54bb41f1c4f14f0f0945c4dd166c9ab0fa71969e286c2454cc' ),
		);
	}

	/** @dataProvider titles_of_other_scripts */
	public function test_case_is_folded_as_the_contract_folds_it( string $title, string $wanted ): void {
		$this->need_intl();
		$this->assertSame(
			$wanted,
			Fingerprint::of(
				array(
					'title'        => $title,
					'artist_name'  => 'Νίκος Ένγκονόπουλος',
					'year_created' => '1939',
					'height_cm'    => 10,
					'width_cm'     => 20,
				)
			)
		);
	}

	public function test_text_is_folded_as_the_contract_folds_it(): void {
		$this->need_intl();
		$wanted = json_decode( (string) file_get_contents( dirname( __DIR__ ) . '/folded.json' ), true );
		$this->assertNotEmpty( $wanted );
		foreach ( $wanted as $text => $folded ) {
			$this->assertSame( $folded, Fingerprint::name( (string) $text ), (string) $text );
		}
	}

	public function test_a_work_by_nobody_in_particular_without_year_or_size_has_no_fingerprint(): void {
		$work = array(
			'title'        => 'Landscape',
			'artist_name'  => 'Unbekannt',
			'year_created' => '1890',
			'height_cm'    => 1.0,
			'width_cm'     => 1.0,
		);
		$this->assertNotNull( Fingerprint::of( $work ) );
		$this->assertNull( Fingerprint::of( array( 'year_created' => 'undated' ) + $work ) );
		$this->assertNull(
			Fingerprint::of(
				array(
					'artist_name' => '???',
					'width_cm'    => null,
				) + $work
			)
		);
	}

	private function need_intl(): void {
		if ( ! class_exists( \Normalizer::class ) ) {
			$this->markTestSkipped( 'PHP has no intl here: accents are folded by WordPress then, which is close and not the same.' );
		}
	}

	public function test_a_generic_title_without_year_or_size_has_no_fingerprint(): void {
		$this->assertNull(
			Fingerprint::of(
				array(
					'title'        => 'Ohne Titel',
					'artist_name'  => 'A',
					'year_created' => 'o. J.',
					'height_cm'    => 1.0,
					'width_cm'     => 1.0,
				)
			)
		);
		$this->assertNull(
			Fingerprint::of(
				array(
					'title'        => 'Untitled',
					'artist_name'  => 'A',
					'year_created' => '1950',
				)
			)
		);
		$this->assertNotNull(
			Fingerprint::of(
				array(
					'title'        => 'Untitled',
					'artist_name'  => 'A',
					'year_created' => '1950',
					'height_cm'    => 1.0,
					'width_cm'     => 1.0,
				)
			)
		);
	}
}
