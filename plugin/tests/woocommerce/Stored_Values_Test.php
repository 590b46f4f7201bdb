<?php
/**
 * What importers write past WooCommerce's objects: the registry gets what the shop shows, in a shop with a decimal point and in one with a comma.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Mapping\Place_Reader;
use ArtworkRegistry\Tests\Woocommerce_Case;

final class Stored_Values_Test extends Woocommerce_Case {
	private const PRICES = array(
		'2,000', '1.250,50', '19,99', '1 250', '1\'250.00', '€ 90', '1250', '1250.50', '1,250.50',
		'833.333333333333', '840.3361', '0', '', '1.200', '0,004',
	);
	private const SIZES  = array( '30,5', '1.200,5', '30,5 cm', '30.5', '30', '0', '', '1,200' );

	/** @var array<string, mixed> */
	private $options = array();

	protected function setUp(): void {
		parent::setUp();
		foreach ( array( 'woocommerce_price_decimal_sep', 'woocommerce_price_thousand_sep', 'woocommerce_price_num_decimals', 'timezone_string' ) as $option ) {
			$this->options[ $option ] = get_option( $option );
		}
	}

	protected function tearDown(): void {
		foreach ( $this->options as $option => $value ) {
			update_option( $option, $value );
		}
		parent::tearDown();
	}

	/** @return array<string, array{0: string, 1: string, 2: int}> */
	public function shops(): array {
		return array(
			'decimal point'              => array( '.', ',', 2 ),
			'decimal comma'              => array( ',', '.', 2 ),
			'comma and whole amounts'    => array( ',', '.', 0 ),
		);
	}

	/** @dataProvider shops */
	public function test_every_stored_form_of_a_price_is_what_the_shop_shows( string $point, string $thousands, int $decimals ): void {
		$this->open_shop( $point, $thousands, $decimals );
		$id = $this->product()->get_id();
		foreach ( self::PRICES as $stored ) {
			$this->store( $id, array( '_regular_price' => $stored, '_price' => $stored ) );
			$shown = (float) number_format( (float) wc_get_product( $id )->get_price(), $decimals, '.', '' );
			$work  = $this->artwork_of( $id );
			$this->assertSame( $shown > 0 ? $shown : null, $work['price']['amount'] ?? null, "stored: $stored" );
			$this->assertSame( $shown > 0 ? 'for_sale' : 'not_for_sale', $work['availability'], "stored: $stored" );
		}
	}

	/** @dataProvider shops */
	public function test_every_stored_form_of_a_sale_price_is_what_the_shop_asks( string $point, string $thousands, int $decimals ): void {
		$this->open_shop( $point, $thousands, $decimals );
		$id = $this->product()->get_id();
		$prices = array( array( '2,000', '1,500' ), array( '1.250,50', '1.100,50' ), array( '900', '1.000' ), array( '900', '0' ) );
		foreach ( $prices as list( $regular, $sale ) ) {
			$this->store( $id, array( '_regular_price' => $regular, '_sale_price' => $sale, '_price' => $regular ) );
			$product = wc_get_product( $id );
			$asked   = (float) ( $product->is_on_sale() ? $product->get_sale_price() : $product->get_regular_price() );
			$asked   = (float) number_format( $asked, $decimals, '.', '' );
			$this->assertSame( $asked > 0 ? $asked : null, $this->artwork_of( $id )['price']['amount'] ?? null, "$regular, on sale for $sale" );
		}
	}

	/** @dataProvider shops */
	public function test_every_stored_form_of_a_size_is_what_the_shop_shows( string $point, string $thousands, int $decimals ): void {
		$this->open_shop( $point, $thousands, $decimals );
		$id = $this->product()->get_id();
		foreach ( self::SIZES as $stored ) {
			$this->store( $id, array( '_height' => $stored, '_width' => '10' ) );
			$shown = round( (float) wc_get_product( $id )->get_height(), 2 );
			$sent  = $this->artwork_of( $id )['height_cm'] ?? null;
			$this->assertSame( $shown > 0 ? $shown : null, $sent, "stored: $stored" );
		}
	}

	public function test_a_stock_that_is_stored_as_text_counts_as_the_shop_counts_it(): void {
		$id = $this->product()->get_id();
		foreach ( array( '1,0', '1.0', '0,9', '0.5', '', '2' ) as $stored ) {
			$this->store( $id, array( '_stock' => $stored ) );
			$shown = wc_get_product( $id )->get_stock_quantity() > 0 ? 'for_sale' : 'not_for_sale';
			$this->assertSame( $shown, $this->artwork_of( $id )['availability'], "stored: $stored" );
		}
		foreach ( array( 'yes', '1', 'true', 'no', '' ) as $stored ) {
			$this->store( $id, array( '_stock' => '0', '_manage_stock' => $stored, '_stock_status' => 'instock' ) );
			$shown = wc_get_product( $id )->get_manage_stock() ? 'not_for_sale' : 'for_sale';
			$this->assertSame( $shown, $this->artwork_of( $id )['availability'], "counted: $stored" );
		}
	}

	public function test_the_days_of_a_sale_that_are_stored_as_dates_count_in_the_time_zone_of_the_shop(): void {
		update_option( 'timezone_string', 'Pacific/Auckland' );
		$id = $this->product()->get_id();
		foreach ( array( '2026-01-31', '2026-01-31 12:00:00', '2026-01-31T10:00:00Z', '1769857200', '0000-00-00 00:00:00', 'soon' ) as $stored ) {
			$this->store( $id, array( '_sale_price' => '800', '_sale_price_dates_from' => $stored ) );
			$begins = wc_get_product( $id )->get_date_on_sale_from();
			$at     = null === $begins ? 1000000000 : $begins->getTimestamp();
			Clock::freeze( $at );
			$this->assertSame( 800.0, $this->artwork_of( $id )['price']['amount'], "from $stored" );
			Clock::freeze( $at - 1 );
			$this->assertSame( null === $begins ? 800.0 : 1200.0, $this->artwork_of( $id )['price']['amount'], "before $stored" );
		}
	}

	public function test_a_price_that_the_mapping_reads_from_the_shop_is_what_the_shop_shows(): void {
		$this->open_shop( ',', '.', 2 );
		$post = get_post( $this->product()->get_id() );
		foreach ( array( '1.250,50' => '1250.50', '833.333' => '833.33', '2,5' => '2.50' ) as $stored => $shown ) {
			$this->store( $post->ID, array( '_regular_price' => (string) $stored ) );
			$this->assertSame( array( $shown ), Place_Reader::values( $post, 'meta', '_regular_price' ) );
		}
	}

	private function open_shop( string $point, string $thousands, int $decimals ): void {
		update_option( 'woocommerce_price_decimal_sep', $point );
		update_option( 'woocommerce_price_thousand_sep', $thousands );
		update_option( 'woocommerce_price_num_decimals', (string) $decimals );
	}

	/**
	 * As an importer that knows the database only.
	 *
	 * @param array<string, string> $fields
	 */
	private function store( int $id, array $fields ): void {
		global $wpdb;
		foreach ( $fields as $key => $value ) {
			delete_post_meta( $id, $key );
			$wpdb->insert( $wpdb->postmeta, array( 'post_id' => $id, 'meta_key' => $key, 'meta_value' => $value ) );
		}
		wp_cache_delete( $id, 'post_meta' );
		clean_post_cache( $id );
	}
}
