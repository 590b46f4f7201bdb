<?php
/**
 * The list of our own post type: its columns, what it can be sorted by, and exhibitions and collections.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Artwork_Columns;
use ArtworkRegistry\Source\Artwork_Caption;
use ArtworkRegistry\Source\Artwork_Groups;
use ArtworkRegistry\Source\Artwork_Pictures;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\View\Printables;
use WP_Query;

class Artwork_List_Test extends Wordpress_Case {
	public function test_artist_year_and_availability_stand_after_the_title_in_the_owners_words(): void {
		$columns = apply_filters( 'manage_areg_artwork_posts_columns', array( 'cb' => '', 'title' => 'Title', 'date' => 'Date' ) );
		$this->assertSame( array( 'cb', 'title', 'areg_artist', 'areg_year', 'areg_availability' ), array_slice( array_keys( $columns ), 0, 5 ) );
		$this->assertSame( 'date', array_key_last( $columns ) );
		$id = $this->artwork( array( 'meta_input' => array( 'artist' => 'A & <b>B</b>', 'availability' => 'on_loan' ) ) );
		$this->assertSame( 'A &amp; B', str_replace( array( '&lt;b&gt;', '&lt;/b&gt;' ), '', $this->cell( 'areg_artist', $id ) ) );
		$this->assertSame( 'On loan', $this->cell( 'areg_availability', $id ) );
		$this->assertStringContainsString( '–', $this->cell( 'areg_year', $id ) );
		$this->assertSame( '', $this->cell( 'title', $id ) );
	}

	public function test_the_list_is_sorted_by_artist_and_loses_no_artwork_without_one(): void {
		set_current_screen( 'edit-areg_artwork' );
		$ids = array(
			$this->artwork( array( 'meta_input' => array( 'artist' => 'Zoe' ) ) ),
			$this->artwork( array( 'meta_input' => array( 'artist' => 'Ada' ) ) ),
			$this->artwork( array( 'meta_input' => array() ) ),
		);
		delete_post_meta( $ids[2], Artwork_Post_Type::key( 'artist' ) );
		$found = $this->sorted( 'ASC' );
		sort( $ids );
		$same = $found;
		sort( $same );
		$this->assertSame( $ids, $same );
		$this->assertLessThan( array_search( $ids[0], $found, true ), array_search( $ids[1], $found, true ), 'Ada before Zoe' );
		$found = $this->sorted( 'DESC' );
		$this->assertLessThan( array_search( $ids[1], $found, true ), array_search( $ids[0], $found, true ), 'Zoe before Ada' );
		set_current_screen( 'front' );
	}

	public function test_an_artwork_has_exhibitions_and_collections_which_take_no_pages_address(): void {
		$id = $this->artwork();
		wp_set_object_terms( $id, array( 'Spring 2026' ), Artwork_Groups::EXHIBITION );
		wp_set_object_terms( $id, array( 'Estate' ), Artwork_Groups::COLLECTION );
		$query = new WP_Query( array( 'post_type' => Artwork_Post_Type::NAME, 'areg_exhibition' => 'spring-2026', 'fields' => 'ids' ) );
		$this->assertSame( array( $id ), $query->posts );
		foreach ( array( Artwork_Groups::EXHIBITION, Artwork_Groups::COLLECTION ) as $name ) {
			$taxonomy = get_taxonomy( $name );
			$this->assertTrue( $taxonomy->show_admin_column && $taxonomy->show_in_quick_edit && $taxonomy->show_in_rest );
			$this->assertFalse( $taxonomy->rewrite );
			foreach ( get_terms( array( 'taxonomy' => $name, 'hide_empty' => false, 'fields' => 'ids' ) ) as $term ) {
				wp_delete_term( $term, $name );
			}
		}
	}

	public function test_quick_edit_offers_the_fields_and_the_row_holds_their_values(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'artist' => 'A & B', 'price_amount' => '1200' ) ) );
		ob_start();
		do_action( 'quick_edit_custom_box', 'areg_artist', 'areg_artwork', '' );
		do_action( 'quick_edit_custom_box', 'areg_year', 'areg_artwork', '' );
		do_action( 'quick_edit_custom_box', 'areg_artist', 'post', '' );
		$form = (string) ob_get_clean();
		foreach ( array( 'artist', 'year', 'availability', 'price_amount', 'price_currency' ) as $name ) {
			$this->assertSame( 1, substr_count( $form, "name=\"artwork_registry_fields[$name]\"" ), $name );
		}
		ob_start();
		do_action( 'add_inline_data', get_post( $id ), get_post_type_object( 'areg_artwork' ) );
		$row = (string) ob_get_clean();
		$this->assertStringContainsString( 'data-name="artwork_registry_fields[artist]">A &amp; B<', $row );
		$this->assertStringContainsString( 'data-name="artwork_registry_fields[price_amount]">1200<', $row );
	}

	public function test_quick_edit_saves_the_fields_as_the_editor_does_and_only_for_those_who_may_edit(): void {
		$id = $this->artwork( array( 'meta_input' => array( 'artist' => 'Before', 'year' => '1888' ) ) );
		$this->save_quickly( $id, 'subscriber' );
		$this->assertSame( 'Before', get_post_meta( $id, Artwork_Post_Type::key( 'artist' ), true ) );
		$this->save_quickly( $id, 'editor' );
		$this->assertSame(
			array( 'O\'Keeffe \\ Co', '', '1234.50', 'EUR', 'sold' ),
			array_map( static function ( string $name ) use ( $id ): string {
				return (string) get_post_meta( $id, Artwork_Post_Type::key( $name ), true );
			}, array( 'artist', 'year', 'price_amount', 'price_currency', 'availability' ) )
		);
		$this->assertSame( '', get_post_meta( $id, Artwork_Post_Type::key( 'other' ), true ) );
	}

	public function test_more_pictures_stand_below_the_text_in_the_owners_order(): void {
		$first  = $this->attachment( 'a.jpg' );
		$second = $this->attachment( 'b.jpg' );
		$id     = $this->artwork( array( 'post_content' => 'About it.' ) );
		update_post_meta( $id, Artwork_Post_Type::key( Artwork_Pictures::NAME ), array( $second, 'x', 999999, $first, $second ) );
		$this->assertSame( array( $second, $first ), Artwork_Pictures::ids( $id ) );
		$shown = $this->shown( $id );
		$this->assertLessThan( strpos( $shown, 'b.jpg' ), strpos( $shown, 'About it.' ) );
		$this->assertLessThan( strpos( $shown, 'a.jpg' ), strpos( $shown, 'b.jpg' ) );
		delete_post_meta( $id, Artwork_Post_Type::key( Artwork_Pictures::NAME ) );
		$this->assertStringNotContainsString( 'gallery', $this->shown( $id ) );
	}

	public function test_an_edition_is_kept_as_numbers_and_named_on_certificates(): void {
		$id = $this->artwork();
		foreach ( array( array( '3', '25', 'Edition 3/25', 3, 25 ), array( '', '25', 'Edition of 25', null, null ), array( '30', '25', 'Edition 30/25', null, null ),
			array( '2', 'many', 'Copy 2', 2, null ), array( '0', '', '', null, null ) ) as list( $number, $size, $words, $copy, $copies ) ) {
			update_post_meta( $id, Artwork_Post_Type::key( 'edition_number' ), $number );
			update_post_meta( $id, Artwork_Post_Type::key( 'edition_size' ), $size );
			$this->assertSame( $words, Artwork_Caption::edition( $id ) );
			$this->assertSame( array( 'number' => $copy, 'size' => $copies ), Printables::of( $id )['copy'] );
		}
	}

	private function save_quickly( int $id, string $role ): void {
		wp_set_current_user( $this->user( $role ) );
		$_POST = array(
			'action'                  => 'inline-save',
			'post_ID'                 => (string) $id,
			'artwork_registry_fields' => wp_slash( array(
				'artist'         => 'O\'Keeffe \\ Co',
				'year'           => ' ',
				'price_amount'   => '1.234,50',
				'price_currency' => 'eur',
				'availability'   => 'sold',
				'other'          => 'x',
			) ),
		);
		add_filter( 'wp_doing_ajax', '__return_true' );
		do_action( 'save_post_areg_artwork', $id, get_post( $id ), true );
		remove_filter( 'wp_doing_ajax', '__return_true' );
		$_POST = array();
	}

	/** The content of the artwork's page. */
	private function shown( int $id ): string {
		global $wp_query, $wp_the_query;
		$before       = $wp_the_query;
		$wp_query     = new WP_Query( array( 'p' => $id, 'post_type' => Artwork_Post_Type::NAME ) );
		$wp_the_query = $wp_query;
		$wp_query->the_post();
		ob_start();
		the_content();
		$wp_the_query = $before;
		$wp_query     = $before;
		wp_reset_postdata();
		return (string) ob_get_clean();
	}

	private function cell( string $column, int $id ): string {
		ob_start();
		Artwork_Columns::show( $column, $id );
		return (string) ob_get_clean();
	}

	/** @return list<int> As the list of wp-admin asks. */
	private function sorted( string $order ): array {
		global $wp_the_query;
		$before       = $wp_the_query;
		$wp_the_query = new WP_Query();
		$wp_the_query->query( array( 'post_type' => Artwork_Post_Type::NAME, 'orderby' => 'areg_artist', 'order' => $order, 'fields' => 'ids', 'nopaging' => true ) );
		$ids          = $wp_the_query->posts;
		$wp_the_query = $before;
		return $ids;
	}
}
