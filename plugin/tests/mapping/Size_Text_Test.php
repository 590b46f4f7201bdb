<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Mapping\Size_Text;
use PHPUnit\Framework\TestCase;

final class Size_Text_Test extends TestCase {
	/** @return array<string, array{0: string, 1: array<int, float>|null}> Text → height, width, depth in cm; null: no size. */
	public function texts(): array {
		$cases = array(
			array( '30 × 40 cm', array( 30, 40 ) ),
			array( '30x40', array( 30, 40 ) ),
			array( '30 X 40', array( 30, 40 ) ),
			array( '30 * 40 cm', array( 30, 40 ) ),
			array( '30 by 40 cm', array( 30, 40 ) ),
			array( '30cm x 40cm', array( 30, 40 ) ),
			array( '30 cm x 40', array( 30, 40 ) ),
			array( '30 x 40 x 5 cm', array( 30, 40, 5 ) ),
			array( '30,5 × 40,2 cm', array( 30.5, 40.2 ) ),
			array( '30.5 × 40.2 cm', array( 30.5, 40.2 ) ),
			array( '30 x 40 (cm)', array( 30, 40 ) ),
			array( "30\u{00A0}×\u{202F}40\u{00A0}cm", array( 30, 40 ) ),
			array( '12 x 16 3/4 in', array( 30.48, 42.545 ) ),
			array( '3/4 x 1/2 in', array( 1.905, 1.27 ) ),
			array( '12″ × 16½″', array( 30.48, 41.91 ) ),
			array( '12" x 16"', array( 30.48, 40.64 ) ),
			array( '12” × 16”', array( 30.48, 40.64 ) ),
			array( '12 in. × 16 in.', array( 30.48, 40.64 ) ),
			array( '12 × 16 inches', array( 30.48, 40.64 ) ),
			array( '30 X 40 Zoll', array( 76.2, 101.6 ) ),
			array( '5\' x 4\'', array( 152.4, 121.92 ) ),
			array( '5\'6" x 4\'', array( 167.64, 121.92 ) ),
			array( '5 ft 6 in x 4 ft', array( 167.64, 121.92 ) ),
			array( '1.2 x 0.8 m', array( 120, 80 ) ),
			array( '300 x 400 mm', array( 30, 40 ) ),
			array( '1.200 x 800 mm', array( 120, 80 ) ),
			array( 'H 30 x W 40 x D 5 cm', array( 30, 40, 5 ) ),
			array( 'W 40 x H 30 cm', array( 30, 40 ) ),
			array( 'H: 30 cm B: 40 cm T: 5 cm', array( 30, 40, 5 ) ),
			array( 'H 30 x W 40 (cm)', array( 30, 40 ) ),
			array( 'h30xw40', array( 30, 40 ) ),
			array( '100h x 70w', array( 100, 70 ) ),
			array( '76.2H x 101.6W x 3.8D cm', array( 76.2, 101.6, 3.8 ) ),
			array( '100 cm (H) x 70 cm (W)', array( 100, 70 ) ),
			array( 'Höhe 30 cm, Breite 40 cm', array( 30, 40 ) ),
			array( 'Hauteur : 30 cm, largeur : 40 cm, profondeur : 2 cm', array( 30, 40, 2 ) ),
			array( 'L 40 x W 30 x H 5 cm', array( 5, 30, 40 ) ),
			array( 'Height: 12 in, Width: 16 in', array( 30.48, 40.64 ) ),
			array( '30 × 40 cm (12 × 16 in)', array( 30, 40 ) ),
			array( '12 x 16 in (30.5 x 40.6 cm)', array( 30.5, 40.6 ) ),
			array( 'Sheet: 24 1/4 × 18 1/8 inches (61.6 × 46 cm)', array( 61.6, 46 ) ),
			array( '73.7 x 92.1 cm (29 x 36 1/4 in.)', array( 73.7, 92.1 ) ),
			array( '120 x 80 (framed 130 x 90) cm', array( 120, 80 ) ),
			array( 'Image 30 x 40 cm; sheet 50 x 60 cm', array( 30, 40 ) ),
			array( 'framed 50x70', null ),
			array( 'Framed: 50 x 70 cm', null ),
			array( '50 x 70 cm (framed)', null ),
			array( 'gerahmt 50 x 70 cm', null ),
			array( 'Rahmenmaß 50 × 70 cm', null ),
			array( '50 x 70 cm mit Rahmen', null ),
			array( 'encadré 50 x 70 cm', null ),
			array( 'avec cadre : 50 x 70 cm', null ),
			array( 'incorniciato 50 x 70', null ),
			array( 'Passepartout 50 x 70 cm', null ),
			array( 'Framed H 50 cm, W 70 cm', null ),
			array( 'H 50 cm, W 70 cm framed', null ),
			array( 'framed 50 x 70 cm (20 x 28 in)', null ),
			array( '30 x 40 framed 50 x 70 cm', null ),
			array( 'framed 100 cm', null ),
			array( 'with base 35 x 20 x 20 cm', null ),
			array( 'Verpackung 60 x 80 x 10 cm', null ),
			array( '20 x 30 cm (unframed), 35 x 45 cm (framed)', array( 20, 30 ) ),
			array( '35 x 45 cm (framed), 20 x 30 cm (unframed)', array( 20, 30 ) ),
			array( '50 x 70 cm framed, 30 x 40 cm', array( 30, 40 ) ),
			array( '50 x 70 cm (30 x 40 cm ohne Rahmen)', array( 30, 40 ) ),
			array( 'framed 50 x 70 cm (image 30 x 40 cm)', array( 30, 40 ) ),
			array( '30 x 40 cm, gerahmt 50 x 70 cm', array( 30, 40 ) ),
			array( '30 x 40 cm; mit Rahmen: 50 x 70 cm', array( 30, 40 ) ),
			array( 'sans cadre 30 x 40 cm', array( 30, 40 ) ),
			array( 'H 30 x W 20 x D 10 cm (with base 35 x 20 x 20 cm)', array( 30, 20, 10 ) ),
			array( '30 x 40 cm, framed', array( 30, 40 ) ),
			array( 'image 20 x 30 cm, sheet 40 x 50 cm', array( 20, 30 ) ),
			array( 'Sheet 40 x 50 cm, image 20 x 30 cm', array( 20, 30 ) ),
			array( 'Blatt 40 x 50 cm; Motiv 20 x 30 cm', array( 20, 30 ) ),
			array( 'sheet 40 x 50 cm, 20 x 30 cm', array( 20, 30 ) ),
			array( 'Blatt: Höhe 30 cm, Breite 40 cm', array( 30, 40 ) ),
			array( 'Oil on paper 30 x 40 cm', array( 30, 40 ) ),
			array( 'C-print mounted on dibond, 100 x 150 cm', array( 100, 150 ) ),
			array( 'Leinwand auf Keilrahmen 50 x 70 cm', array( 50, 70 ) ),
			array( 'Bildmaß 20 x 30 cm Rahmenmaß 40 x 50 cm', null ),
			array( 'ca. 30 x 40 cm', array( 30, 40 ) ),
			array( '29.7 x 42 cm, edition of 30', array( 29.7, 42 ) ),
			array( 'Öl auf Leinwand, 80 x 60 cm, 1998', array( 80, 60 ) ),
			array( 'ø 30 cm', array( 30, 30 ) ),
			array( '30 cm diameter', array( 30, 30 ) ),
			array( 'Dimensions variable', null ),
			array( 'A4', null ),
			array( 'Oil on canvas, 1998', null ),
			array( 'Painted in 2019', null ),
			array( '0 x 0 cm', null ),
			array( '10 - 20 cm', null ),
			array( 'cm', null ),
			array( '', null ),
		);
		return array_combine( array_column( $cases, 0 ), $cases );
	}

	/**
	 * @dataProvider texts
	 *
	 * @param array<int, float>|null $wanted
	 */
	public function test_a_size_is_read_as_it_is_written( string $text, ?array $wanted ): void {
		$found = Size_Text::parse( $text, 'cm' );
		$this->assertEquals(
			$wanted,
			null === $found ? null : array_values( array_filter( array( $found['height'] ?? null, $found['width'] ?? null, $found['depth'] ?? null ) ) )
		);
	}

	/** @return array<string, array{0: string, 1: float}> */
	public function units(): array {
		return array(
			'mm' => array( 'mm', 1.25 ),
			'cm' => array( 'cm', 12.5 ),
			'm'  => array( 'm', 1250.0 ),
			'in' => array( 'in', 31.75 ),
			'ft' => array( 'ft', 381.0 ),
		);
	}

	/** @dataProvider units */
	public function test_without_a_unit_in_the_text_the_chosen_one_counts( string $unit, float $cm ): void {
		$this->assertSame( array( 'single' => $cm ), Size_Text::parse( '12,5', $unit ) );
		$this->assertSame( array( 'single' => 12.5 ), Size_Text::parse( '12.5 cm', $unit ), 'the text wins' );
	}

	public function test_width_first_is_a_choice_that_labels_overrule(): void {
		$this->assertSame( array( 'width' => 30.0, 'height' => 40.0, 'depth' => 5.0 ), Size_Text::parse( '30 x 40 x 5', 'cm', 'width_first' ) );
		$this->assertSame( 30.0, Size_Text::parse( 'H 30 x W 40', 'cm', 'width_first' )['height'] );
	}
}
