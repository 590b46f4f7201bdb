<?php
/**
 * The list of our own post type: its columns, what it can be sorted by, and exhibitions and collections.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Artwork_Columns;
use ArtworkRegistry\Source\Artwork_Groups;
use ArtworkRegistry\Source\Artwork_Post_Type;
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
