<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Mapping;

use ArtworkRegistry\Admin\Mapping_Notice;
use ArtworkRegistry\Frontend\Work_Facts;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use ArtworkRegistry\Tests\Mapping_Case;
use ArtworkRegistry\View\Mapping_View;

final class Mapping_Test extends Mapping_Case {
	protected function tearDown(): void {
		foreach ( array( 'gallery_artist', 'gallery_room' ) as $taxonomy ) {
			if ( taxonomy_exists( $taxonomy ) ) {
				unregister_taxonomy( $taxonomy );
			}
		}
		parent::tearDown();
	}

	public function test_a_work_is_the_same_with_the_automatic_mapping_written_out(): void {
		$id      = $this->artwork( array( 'meta_input' => array(
			'artist' => 'Rosa Bonheur',
			'year' => '1853',
			'height_cm' => '244,5',
			'price_amount' => '100',
			'price_currency' => 'EUR',
			'inventory_number' => 'B-7',
		) ) );
		$before  = $this->change_of( $id )['artwork'];
		$written = array();
		foreach ( Mapping::FIELDS as $field ) {
			$written[ $field ] = array( 'steps' => array( array( 'from' => 'standard' ), array( 'from' => 'meta', 'key' => 'nobody_has_this' ) ) );
		}
		$this->map_fields( $written );
		$this->assertSame( $before, $this->change_of( $id )['artwork'] );
	}

	public function test_the_first_place_that_is_filled_counts(): void {
		$this->map( 'artist_name', $this->meta( 'painter' ), $this->meta( 'sculptor' ), array( 'from' => 'standard' ) );
		$painter  = $this->artwork( array( 'meta_input' => array( 'painter' => 'Claude <b>Monet</b>', 'sculptor' => 'Rodin', 'artist' => 'Nobody' ) ) );
		$sculptor = $this->artwork( array( 'meta_input' => array( 'painter' => ' ', 'sculptor' => 'Camille Claudel' ) ) );
		$other    = $this->artwork();
		$this->assertSame( 'Claude Monet', $this->change_of( $painter )['artwork']['artist_name'] );
		$this->assertSame( 'Camille Claudel', $this->change_of( $sculptor )['artwork']['artist_name'] );
		$this->assertSame( 'Vincent van Gogh', $this->change_of( $other )['artwork']['artist_name'] );
	}

	public function test_each_kind_of_place_is_read(): void {
		register_taxonomy( 'gallery_artist', 'areg_artwork' );
		$author = $this->user( 'editor' );
		wp_update_user( array( 'ID' => $author, 'display_name' => 'Berthe Morisot' ) );
		$id = $this->artwork( array(
			'post_author' => $author,
			'post_excerpt' => 'A meadow',
			'post_name' => 'a-meadow',
			'meta_input' => array( 'first' => 'Anna', 'last' => 'Boch' ),
		) );
		wp_set_object_terms( $id, array( 'Anna Ancher', 'Anna Boch' ), 'gallery_artist' );
		$cases = array(
			array( array( 'from' => 'taxonomy', 'key' => 'gallery_artist' ), 'Anna Ancher, Anna Boch' ),
			array( array( 'from' => 'property', 'key' => 'author' ), 'Berthe Morisot' ),
			array( array( 'from' => 'property', 'key' => 'excerpt' ), 'A meadow' ),
			array( array( 'from' => 'property', 'key' => 'slug' ), 'a-meadow' ),
			array( array( 'from' => 'fixed', 'value' => 'Paula Example' ), 'Paula Example' ),
			array( array( 'from' => 'pattern', 'value' => '{meta:last}, {meta:first} ({taxonomy:gallery_artist})' ), 'Boch, Anna (Anna Ancher, Anna Boch)' ),
		);
		foreach ( $cases as list( $step, $wanted ) ) {
			$this->map( 'artist_name', $step );
			$this->assertSame( $wanted, $this->change_of( $id )['artwork']['artist_name'] );
		}
	}

	public function test_a_pattern_with_an_empty_placeholder_is_passed_over(): void {
		$this->map( 'artist_name', array( 'from' => 'pattern', 'value' => '{meta:first} {meta:last}' ), array( 'from' => 'fixed', 'value' => 'Unknown artist' ) );
		$this->assertSame( 'Unknown artist', $this->change_of( $this->artwork( array( 'meta_input' => array( 'last' => 'Boch' ) ) ) )['artwork']['artist_name'] );
	}

	public function test_a_rule_names_the_artist_by_category(): void {
		register_taxonomy( 'gallery_room', 'areg_artwork' );
		$monet = $this->artwork();
		$other = $this->artwork();
		wp_set_object_terms( $monet, 'Room Monet', 'gallery_room' );
		wp_set_object_terms( $other, 'Cellar', 'gallery_room' );
		foreach ( array( 'room monet', 'room-monet', 'Room Monet' ) as $written ) {
			$this->map(
				'artist_name',
				array(
					'from' => 'fixed',
					'value' => 'Claude Monet',
					'when' => array( 'from' => 'taxonomy', 'key' => 'gallery_room', 'is' => 'any_of', 'values' => array( $written ) ),
				),
				array( 'from' => 'standard' )
			);
			$this->assertSame( 'Claude Monet', $this->change_of( $monet )['artwork']['artist_name'], $written );
			$this->assertSame( 'Vincent van Gogh', $this->change_of( $other )['artwork']['artist_name'] );
		}
	}

	/** @return array<string, array{0: string, 1: list<string>, 2: list<bool>}> Comparison, values → fits for "loan", "sale", nothing. */
	public function comparisons(): array {
		return array(
			'any of'  => array( 'any_of', array( 'Loan', 'gift' ), array( true, false, false ) ),
			'none of' => array( 'none_of', array( 'loan' ), array( false, true, true ) ),
			'filled'  => array( 'filled', array(), array( true, true, false ) ),
			'empty'   => array( 'empty', array(), array( false, false, true ) ),
		);
	}

	/**
	 * @dataProvider comparisons
	 *
	 * @param list<string> $values
	 * @param list<bool>   $wanted
	 */
	public function test_a_rule_compares( string $is, array $values, array $wanted ): void {
		$this->map(
			'medium',
			array( 'from' => 'fixed', 'value' => 'Fits', 'when' => array( 'from' => 'meta', 'key' => 'status', 'is' => $is, 'values' => $values ) )
		);
		$fits = array();
		foreach ( array( 'loan', 'sale', '' ) as $status ) {
			$fits[] = isset( $this->change_of( $this->artwork( array( 'meta_input' => array( 'status' => $status ) ) ) )['artwork']['medium'] );
		}
		$this->assertSame( $wanted, $fits );
	}

	public function test_one_text_fills_height_width_and_depth(): void {
		$field = array( 'steps' => array( $this->meta( 'dimensions' ) ), 'unit' => 'in' );
		$this->map_fields( array( 'height_cm' => $field, 'width_cm' => $field, 'depth_cm' => $field ) );
		$artwork = $this->change_of( $this->artwork( array( 'meta_input' => array( 'dimensions' => '12 x 16 3/4' ) ) ) )['artwork'];
		$this->assertSame( array( 30.48, 42.545, false ), array( $artwork['height_cm'], $artwork['width_cm'], isset( $artwork['depth_cm'] ) ) );
		$artwork = $this->change_of( $this->artwork( array( 'meta_input' => array( 'dimensions' => 'H 30 x W 40 x D 5 cm' ) ) ) )['artwork'];
		$this->assertSame( array( 30.0, 40.0, 5.0 ), array( $artwork['height_cm'], $artwork['width_cm'], $artwork['depth_cm'] ) );
	}

	/** @return array<string, array{0: string, 1: float|null}> */
	public function prices(): array {
		return array(
			'plain'          => array( '1200', 1200.0 ),
			'Swiss'          => array( 'CHF 1\'200.–', 1200.0 ),
			'German'         => array( '1.200,50 €', 1200.5 ),
			'English'        => array( '$1,200', 1200.0 ),
			'English, cents' => array( 'US$ 1,200.50', 1200.5 ),
			'cents'          => array( '12,50', 12.5 ),
			'millions'       => array( '1,200,000', 1200000.0 ),
			'on request'     => array( 'Price on request', null ),
			'nothing'        => array( '0', null ),
			'two prices'     => array( '100 / 200', null ),
		);
	}

	/** @dataProvider prices */
	public function test_a_price_is_read_as_it_is_written( string $text, ?float $amount ): void {
		$this->map_fields( array( 'price' => array( 'steps' => array( $this->meta( 'price_text' ) ), 'currency' => 'chf' ) ) );
		$artwork = $this->change_of( $this->artwork( array( 'meta_input' => array( 'price_text' => $text ) ) ) )['artwork'];
		$this->assertSame( null === $amount ? null : array( 'amount' => $amount, 'currency' => 'CHF' ), $artwork['price'] ?? null );
	}

	public function test_availability_is_understood_and_a_sold_work_stays_sold(): void {
		$this->map( 'availability', $this->meta( 'state' ), array( 'from' => 'standard' ) );
		foreach ( array(
			'For sale' => 'for_sale',
			'Leihgabe' => 'on_loan',
			'NFS' => 'not_for_sale',
			'verkauft' => 'sold',
			'who knows' => 'not_for_sale',
		) as $text => $wanted ) {
			$this->assertSame( $wanted, $this->change_of( $this->artwork( array( 'meta_input' => array( 'state' => $text ) ) ) )['artwork']['availability'] );
		}
		$sold = $this->artwork( array( 'meta_input' => array( 'state' => 'for sale', 'availability' => 'sold' ) ) );
		$this->assertSame( 'sold', $this->change_of( $sold )['artwork']['availability'] );
	}

	public function test_a_picture_from_a_custom_field_unless_two_works_share_it(): void {
		$this->map( 'cover_image_url', $this->meta( 'photo' ) );
		$picture = $this->attachment();
		$first   = $this->artwork( array( 'meta_input' => array( 'photo' => (string) $picture ) ) );
		$this->assertStringContainsString( 'irises-1024x512.jpg', $this->change_of( $first )['artwork']['cover_image_url'] );
		$this->artwork( array( 'meta_input' => array( 'photo' => (string) $picture ) ) );
		$this->assertArrayNotHasKey( 'cover_image_url', $this->change_of( $first )['artwork'] );
		$url = $this->artwork( array( 'meta_input' => array( 'photo' => 'https://cdn.example/a.jpg' ) ) );
		$this->assertSame( 'https://cdn.example/a.jpg', $this->change_of( $url )['artwork']['cover_image_url'] );
		$script = $this->artwork( array( 'meta_input' => array( 'photo' => 'javascript:alert(1)' ) ) );
		$this->assertArrayNotHasKey( 'cover_image_url', $this->change_of( $script )['artwork'] );
	}

	public function test_nothing_leaves_the_field_out(): void {
		$this->map( 'price', array( 'from' => 'nothing' ), array( 'from' => 'standard' ) );
		$this->assertArrayNotHasKey(
			'price',
			$this->change_of( $this->artwork( array( 'meta_input' => array( 'price_amount' => '5', 'price_currency' => 'EUR' ) ) ) )['artwork']
		);
	}

	public function test_fields_of_advanced_custom_fields_are_read_as_the_owner_sees_them(): void {
		require_once __DIR__ . '/acf-fake.php';
		$artist = $this->artwork( array( 'post_type' => 'page', 'post_title' => 'Gabriele Münter' ) );
		$id     = $this->artwork( array( 'meta_input' => array(
			'made_by'   => array( (string) $artist ), '_made_by' => 'field_relationship',
			'technique' => array( 'oil', 'gold' ), '_technique' => 'field_choices',
			'finished'  => '19070401', '_finished' => 'field_date',
		) ) );
		$this->map_fields( array(
			'artist_name' => array( 'steps' => array( $this->meta( 'made_by' ) ) ),
			'medium' => array( 'steps' => array( $this->meta( 'technique' ) ) ),
			'year_created' => array( 'steps' => array( $this->meta( 'finished' ) ) ),
		) );
		$artwork = $this->change_of( $id )['artwork'];
		$this->assertSame(
			array( 'Gabriele Münter', 'Oil on canvas, gold', '1907' ),
			array( $artwork['artist_name'], $artwork['medium'], $artwork['year_created'] )
		);
	}

	public function test_a_mapped_field_or_term_that_changes_touches_the_work(): void {
		register_taxonomy( 'gallery_artist', 'areg_artwork' );
		$id   = $this->taken_over_artwork();
		$term = wp_insert_term( 'Marie Bracquemond', 'gallery_artist' );
		$was  = $this->revision( $id );
		update_post_meta( $id, 'painter', 'Somebody' );
		wp_update_term( $term['term_id'], 'gallery_artist', array( 'name' => 'Marie Quivoron' ) );
		$this->assertSame( array( $was, null ), array( $this->revision( $id ), Jobs::find() ), 'not mapped: not looked at' );
		$this->map(
			'artist_name',
			array( 'from' => 'fixed', 'value' => 'X', 'when' => array( 'from' => 'meta', 'key' => 'painter', 'is' => 'filled' ) ),
			array( 'from' => 'pattern', 'value' => 'By {taxonomy:gallery_artist}' )
		);
		Jobs::remove( Jobs::find()['id'] );
		update_post_meta( $id, 'painter', 'Somebody else' );
		$this->assertSame( $was + 1, $this->revision( $id ) );
		wp_update_term( $term['term_id'], 'gallery_artist', array( 'name' => 'M. Bracquemond' ) );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
		wp_delete_term( $term['term_id'], 'gallery_artist' );
	}

	public function test_a_changed_mapping_marks_the_registered_works_and_no_others(): void {
		$published = $this->taken_over_artwork();
		$other     = $this->artwork();
		$was       = array( $this->revision( $published ), $this->revision( $other ) );
		$this->map( 'artist_name', $this->meta( 'painter' ) );
		for ( $round = 0; $round < 20 && null !== Jobs::find(); $round++ ) {
			foreach ( Change_Page::read( 50 )['changes'] as $change ) {
				Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
			}
		}
		$this->assertSame( array( $was[0] + 1, $was[1] ), array( $this->revision( $published ), $this->revision( $other ) ) );
		$this->map( 'artist_name', $this->meta( 'painter' ) );
		$this->assertNull( Jobs::find(), 'the same mapping once more changes nothing' );
	}

	public function test_a_taxonomy_that_is_gone_holds_its_works_instead_of_emptying_them(): void {
		register_taxonomy( 'gallery_artist', 'areg_artwork' );
		$id = $this->artwork();
		wp_set_object_terms( $id, 'Anna Boch', 'gallery_artist' );
		$this->map( 'medium', array( 'from' => 'taxonomy', 'key' => 'gallery_artist' ) );
		$pairing = $this->pair();
		$this->assertSame( 'shared', $this->change_of( $id )['state'] );
		unregister_taxonomy( 'gallery_artist' );
		$this->call( $pairing, 'poll' );
		$change = $this->change_of( $id );
		$this->assertSame( array( 'broken', 'source_missing', null ), array( $change['state'], $change['error']['code'], $change['artwork'] ) );
		while ( null !== Jobs::find() ) {
			Jobs::remove( Jobs::find()['id'] );
		}
		register_taxonomy( 'gallery_artist', 'areg_artwork' );
		$this->call( $pairing, 'poll' );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'], 'back: looked at by itself' );
	}

	/** @return array<string, array{0: mixed}> */
	public function broken(): array {
		return array(
			'text'          => array( 'rubbish' ),
			'newer version' => array( array( 'version' => 99, 'sources' => array() ) ),
			'no version'    => array( array( 'artist_name' => 'painter' ) ),
			'broken field'  => array( array( 'version' => 1, 'sources' => array( 'artwork' => array( 'artist_name' => array( 'steps' => 'x' ) ) ) ) ),
		);
	}

	/**
	 * @dataProvider broken
	 *
	 * @param mixed $stored
	 */
	public function test_a_mapping_that_cannot_be_read_falls_back_and_says_so( $stored ): void {
		$id = $this->artwork( array( 'meta_input' => array( 'artist' => 'Standard', 'painter' => 'Mapped' ) ) );
		$this->map( 'artist_name', $this->meta( 'painter' ) );
		$this->assertNull( Mapping_View::read()['notice'] );
		update_option( 'artwork_registry_mapping', $stored );
		Mapping::forget();
		$this->assertSame( 'Mapped', $this->change_of( $id )['artwork']['artist_name'], 'the copy of what was saved' );
		$this->assertStringContainsString( 'The last one that was saved here is used', (string) Mapping_View::read()['notice'] );
		update_option( 'artwork_registry_mapping_copy', $stored );
		Mapping::forget();
		$this->assertSame( 'Standard', $this->change_of( $id )['artwork']['artist_name'] );
		$this->assertStringContainsString( 'automatic one is used', (string) Mapping_View::read()['notice'] );
		$this->assertStringContainsString( 'automatic one is used', $this->notice_on( 'toplevel_page_artwork-registry' ) );
		$this->assertSame( '', $this->notice_on( 'dashboard' ) );
		$this->map( 'artist_name', $this->meta( 'painter' ) );
		$this->assertNull( Mapping_View::read()['notice'], 'saved again' );
		$this->assertSame( '', $this->notice_on( 'toplevel_page_artwork-registry' ) );
	}

	private function notice_on( string $screen ): string {
		wp_set_current_user( $this->user( 'administrator' ) );
		set_current_screen( $screen );
		ob_start();
		Mapping_Notice::show();
		unset( $GLOBALS['current_screen'] );
		return (string) ob_get_clean();
	}

	public function test_the_part_of_a_source_that_is_switched_off_is_kept(): void {
		Mapping_Store::write( array( 'version' => 1, 'sources' => array( 'gone_shop' => array( 'medium' => array( 'steps' => array( $this->meta( 'm' ) ) ) ) ) ) );
		Mapping::forget();
		$this->map( 'artist_name', $this->meta( 'painter' ) );
		$this->assertSame( array( 'm', 'painter' ), array( Mapping::current()->keys( 'meta', 'gone_shop' )[0], Mapping::current()->keys( 'meta', 'artwork' )[0] ) );
	}

	public function test_lists_search_and_visitors_pages_show_the_mapped_artist(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'painter' => 'Paula Modersohn-Becker', 'artist' => '' ) ) );
		$this->map( 'artist_name', $this->meta( 'painter' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$works = $this->rest( 'GET', 'works', array( 'search' => 'modersohn' ) )->get_data()['works'];
		$this->assertSame( array( array( (string) $id, 'Paula Modersohn-Becker' ) ), array( array( $works[0]['external_id'], $works[0]['artist'] ) ) );
		$this->assertSame( 'Paula Modersohn-Becker', Work_Facts::of( get_post( $id ) )['artist_name'] );
	}

	public function test_a_save_costs_no_more_queries_and_a_visitor_none(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'painter' => 'A' ) ) );
		Change_Collector::flush();
		$this->map( 'artist_name', $this->meta( 'painter' ), array( 'from' => 'standard' ) );
		$post = get_post( $id );
		get_post_meta( $id ); // As the page's own query does.
		$this->assertSame( 0, $this->own_queries_of( static function () use ( $post ): void {
			Work_Facts::of( $post );
		} ) );
		wp_cache_flush();
		get_option( 'siteurl' );
		get_post( $id );
		get_post_meta( $id );
		Mapping::forget();
		$this->assertSame( 0, $this->own_queries_of( static function () use ( $id ): void {
			update_post_meta( $id, 'unmapped', 'B' );
		} ), 'a field that nobody maps' );
		$this->assertLessThanOrEqual( 2, $this->own_queries_of( static function () use ( $id ): void {
			update_post_meta( $id, 'painter', 'B' );
			Change_Collector::flush();
		} ) );
	}

	public function test_a_page_of_works_with_every_field_mapped_is_at_most_fifteen_queries(): void {
		register_taxonomy( 'gallery_artist', 'areg_artwork' );
		register_taxonomy( 'gallery_room', 'areg_artwork' );
		$fields = array();
		foreach ( Mapping::FIELDS as $at => $field ) {
			$fields[ $field ] = array( 'steps' => array( $this->meta( "field_$at" ), array( 'from' => 'standard' ) ) );
		}
		$fields['artist_name'] = array( 'steps' => array(
			array( 'from' => 'property', 'key' => 'author', 'when' => array( 'from' => 'taxonomy', 'key' => 'gallery_room', 'is' => 'filled' ) ),
			array( 'from' => 'taxonomy', 'key' => 'gallery_artist' ),
		) );
		$this->map_fields( $fields );
		$ids = array();
		for ( $n = 0; $n < self::page_size(); $n++ ) {
			$meta = array( 'field_9' => (string) $this->attachment( "w$n.jpg" ) );
			foreach ( array( 0, 2, 3, 4 ) as $at ) {
				$meta[ "field_$at" ] = (string) ( 10 + $n );
			}
			$ids[] = $this->artwork( array( 'post_title' => "Work $n", 'post_author' => $n % 3 ? 1 : $this->user( 'author' ), 'meta_input' => $meta ) );
			wp_set_object_terms( end( $ids ), "Artist $n", 'gallery_artist' );
			wp_set_object_terms( end( $ids ), $n % 2 ? 'Cellar' : array(), 'gallery_room' );
		}
		while ( null !== Jobs::find() ) {
			Jobs::remove( Jobs::find()['id'] );
		}
		Status::choose( $ids, Status::CHOSEN );
		Change_Collector::flush();
		list( $page, $queries ) = $this->page_and_queries();
		$this->assertCount( self::page_size(), $page['changes'] );
		$this->assertSame( array( 'shared' ), array_unique( array_column( $page['changes'], 'state' ) ) );
		$this->assertStringStartsWith( 'Artist', $page['changes'][2]['artwork']['artist_name'] );
		$this->assertLessThanOrEqual( 15, $queries );
	}

	/** @return array<string, array{0: array<string, mixed>}> */
	public function wrong(): array {
		return array(
			'no steps'           => array( array( 'medium' => array( 'steps' => array() ) ) ),
			'no such place'      => array( array( 'medium' => array( 'steps' => array( array( 'from' => 'eval', 'key' => 'x' ) ) ) ) ),
			'no key'             => array( array( 'medium' => array( 'steps' => array( array( 'from' => 'meta', 'key' => ' ' ) ) ) ) ),
			'our own field'      => array( array( 'medium' => array( 'steps' => array( array( 'from' => 'meta', 'key' => '_artwork_registry_art_id' ) ) ) ) ),
			'password property'  => array( array( 'medium' => array( 'steps' => array( array( 'from' => 'property', 'key' => 'post_password' ) ) ) ) ),
			'broken placeholder' => array( array( 'medium' => array( 'steps' => array( array( 'from' => 'pattern', 'value' => '{meta:a' ) ) ) ) ),
			'no placeholder'     => array( array( 'medium' => array( 'steps' => array( array( 'from' => 'pattern', 'value' => 'oil' ) ) ) ) ),
			'fixed word'         => array( array( 'availability' => array( 'steps' => array( array( 'from' => 'fixed', 'value' => 'perhaps' ) ) ) ) ),
			'fixed size'         => array( array( 'height_cm' => array( 'steps' => array( array( 'from' => 'fixed', 'value' => 'tall' ) ) ) ) ),
			'fixed picture'      => array( array( 'cover_image_url' => array( 'steps' => array( array( 'from' => 'fixed', 'value' => 'https://x.example/a.jpg' ) ) ) ) ),
			'rule with nothing'  => array( array( 'medium' => array( 'steps' => array( array(
				'from' => 'standard',
				'when' => array( 'from' => 'meta', 'key' => 'a', 'is' => 'any_of', 'values' => array() ),
			) ) ) ) ),
			'unit'               => array( array( 'height_cm' => array( 'unit' => 'parsec', 'steps' => array( array( 'from' => 'standard' ) ) ) ) ),
			'currency'           => array( array( 'price' => array( 'currency' => '€', 'steps' => array( array( 'from' => 'standard' ) ) ) ) ),
			'unknown field'      => array( array( 'external_id' => array( 'steps' => array( array( 'from' => 'standard' ) ) ) ) ),
			'control character'  => array( array( 'medium' => array( 'steps' => array( array( 'from' => 'fixed', 'value' => "a\x07" ) ) ) ) ),
		);
	}

	/**
	 * @dataProvider wrong
	 *
	 * @param array<string, mixed> $fields
	 */
	public function test_a_wrong_mapping_is_refused_with_a_reason_and_nothing_changes( array $fields ): void {
		$this->map( 'artist_name', $this->meta( 'painter' ) );
		$before   = Mapping_Store::read();
		$problems = Mapping_Orders::save( array( 'artwork' => $fields ) );
		$this->assertSame( array( 'artwork', array_keys( $fields )[0] ), array( $problems[0]['source'], $problems[0]['field'] ) );
		$this->assertNotSame( '', $problems[0]['message'] );
		$this->assertSame( $before, Mapping_Store::read() );
	}
}
