<?php
/**
 * A search finds what the screen shows, however WordPress or an importer has stored it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Events;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Works_Query;

final class Search_Test extends Wordpress_Case {
	/** @return array<string, array{0: string, 1: string}> Stored, as the screen shows it. */
	public function titles(): array {
		return array(
			'an ampersand'           => array( 'Sea &amp; Sky', 'Sea & Sky' ),
			'an ampersand as it is'  => array( 'Salt & Stone', 'Salt & Stone' ),
			'by its number'          => array( 'Gilbert &#038; George', 'Gilbert & George' ),
			'a dash by its number'   => array( 'Rain &#8212; Study', "Rain \u{2014} Study" ),
			'a quote by its number'  => array( 'The Painter&#8217;s Wife', "The Painter\u{2019}s Wife" ),
			'quotes'                 => array( 'Untitled &quot;Blue&quot;', 'Untitled "Blue"' ),
			'a sign of the database' => array( '100% wool', '100% wool' ),
		);
	}

	/** @dataProvider titles */
	public function test_a_title_is_found_as_it_is_shown( string $stored, string $shown ): void {
		global $wpdb;
		$other = $this->artwork( array( 'post_title' => 'Another one' ) );
		$id    = $this->artwork( array( 'post_title' => 'x' ) );
		$wpdb->update( $wpdb->posts, array( 'post_title' => $stored ), array( 'ID' => $id ) );
		clean_post_cache( $id );
		Change_Collector::flush();
		Events::record( 'work.register', $id );
		Events::record( 'work.register', $other );
		foreach ( array( $shown, mb_substr( $shown, 1, 12 ) ) as $search ) {
			$this->assertSame( array( $id ), array_column( Works_Query::list( array(), $search, 1, 10 ), 'external_id' ), $search );
			$this->assertSame( array( $id ), array_column( Events::list_newest( 10, 0, '', $search ), 'external_id' ), $search );
		}
	}

	public function test_an_artist_kept_as_a_term_is_found_as_he_is_shown(): void {
		\ArtworkRegistry\Store\Mapping_Store::write( array(
			'version' => 1,
			'sources' => array( 'artwork' => array( 'artist_name' => array( 'steps' => array( array( 'from' => 'taxonomy', 'key' => 'post_tag' ) ) ) ) ),
		) );
		\ArtworkRegistry\Mapping\Mapping::forget();
		$id = $this->artwork();
		register_taxonomy_for_object_type( 'post_tag', 'areg_artwork' );
		wp_set_object_terms( $id, array( 'Ana Ruiz & Tom Vale' ), 'post_tag' );
		Change_Collector::flush();
		$this->assertSame( array( $id ), array_column( Works_Query::list( array(), 'Ruiz & Tom', 1, 10 ), 'external_id' ) );
		unregister_taxonomy_for_object_type( 'post_tag', 'areg_artwork' );
	}
}
