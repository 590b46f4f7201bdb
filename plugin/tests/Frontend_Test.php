<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Frontend\Registry_Cards;
use ArtworkRegistry\Frontend\Structured_Data;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use WP_Block;

final class Frontend_Test extends Wordpress_Case {
	use Broken_Statements;

	public function test_a_reported_art_id_is_stored_with_the_post_and_taken_away_when_the_work_is_private(): void {
		$id = $this->artwork();
		$this->confirm( $id, 'published' );
		$this->assertSame(
			array(
				'id'   => 'AREG-1',
				'page' => 'https://registry.example/artworks/AREG-1',
			),
			Art_Ids::find( $id )
		);
		$this->confirm( $id, 'attention' );
		$this->assertNotNull( Art_Ids::find( $id ), 'a refused change says nothing about the entry that stands' );
		$this->confirm( $id, 'private' );
		$this->assertNull( Art_Ids::find( $id ) );
	}

	public function test_an_art_id_is_taken_away_although_a_cache_kept_that_there_was_none(): void {
		global $wpdb;
		$id = $this->artwork();
		$this->confirm( $id, 'published' );
		wp_cache_delete( $id, 'post_meta' );
		$report = array( $this->reported( $id, 'private' ) );
		$this->failing_once(
			"/FROM $wpdb->postmeta WHERE post_id IN/",
			static function () use ( $report ): void {
				try {
					Art_Ids::follow( $report );
					self::fail( 'a read failed' );
				} catch ( Read_Failed $failed ) {
					self::assertFalse( wp_cache_get( $report[0]['external_id'], 'post_meta' ), 'visitors do not see a work without its fields' );
				}
			}
		);
		Art_Ids::follow( $report );
		$fields = "SELECT COUNT(*) FROM $wpdb->postmeta WHERE post_id = $id AND meta_key = '_artwork_registry_art_id'";
		$this->assertSame( '0', (string) $wpdb->get_var( $fields ) );
	}

	public function test_a_report_that_says_nothing_new_writes_nothing(): void {
		$ids = array( $this->artwork(), $this->artwork( array( 'post_title' => 'The Cradle' ) ) );
		array_map( array( $this, 'confirm' ), $ids, array( 'published', 'published' ) );
		$reports = array( $this->reported( $ids[0], 'published' ), $this->reported( $ids[1], 'sold' ) );
		global $wpdb;
		$before = $wpdb->num_queries;
		Art_Ids::follow( $reports );
		$this->assertLessThanOrEqual( 1, $wpdb->num_queries - $before );
	}

	public function test_missing_art_id_fields_are_filled_in_from_the_status_table(): void {
		$id = $this->artwork();
		Status::save_reports( array( $this->reported( $id, 'published' ) ) );
		$this->assertNull( Art_Ids::find( $id ) );
		Art_Ids::fill();
		Art_Ids::fill();
		wp_cache_delete( $id, 'post_meta' );
		$this->assertSame( 'AREG-1', Art_Ids::find( $id )['id'] ?? null );
		$this->assertCount( 1, get_post_meta( $id, '_artwork_registry_art_id' ) );
	}

	public function test_a_copy_with_all_fields_of_the_original_does_not_show_its_art_id(): void {
		$id = $this->artwork();
		$this->confirm( $id, 'published' );
		$copy = $this->artwork( array( 'post_title' => 'Irises, copied' ) );
		foreach ( get_post_meta( $id ) as $key => $values ) {
			update_post_meta( $copy, $key, wp_slash( $values[0] ) );
		}
		$this->assertSame( array( null, null, '' ), array( Art_Ids::find( $copy ), Structured_Data::of( get_post( $copy ) ), $this->block( 'art-id', $copy ) ) );
		$this->assertNotNull( Art_Ids::find( $id ) );
		update_option( 'artwork_registry_site_mark', 'othersite' );
		$this->assertNull( Art_Ids::find( $id ), 'the same post imported into another site' );
		delete_option( 'artwork_registry_site_mark' );
		Art_Ids::fill();
	}

	public function test_copiers_are_told_which_fields_to_leave_out(): void {
		$left = apply_filters( 'duplicate_post_excludelist_filter', array( '_edit_lock' ) );
		$this->assertSame(
			array(),
			array_diff(
				array( '_edit_lock', '_artwork_registry_art_id', '_artwork_registry_page', '_artwork_registry_sold_by', '_artwork_registry_availability' ),
				$left
			)
		);
		foreach ( array(
			'_artwork_registry_art_id' => true,
			'_artwork_registry_sold_by' => true,
			'_artwork_registry_shown_7' => true,
			'_artwork_registry_availability' => false,
			'artist' => false,
		) as $key => $is_skipped ) {
			$this->assertSame( $is_skipped, apply_filters( 'wxr_export_skip_postmeta', false, $key, (object) array() ), $key );
		}
		$this->assertContains( '_artwork_registry_art_id', apply_filters( 'woocommerce_product_export_skip_meta_keys', array(), null ) );
	}

	public function test_page_caches_are_cleared_when_an_art_id_arrives_and_when_it_goes(): void {
		$id      = $this->artwork();
		$pairing = $this->pair();
		$told    = array();
		$tell    = static function ( int $post_id ) use ( &$told ): void {
			$told[] = $post_id;
		};
		add_action( 'clean_post_cache', $tell );
		foreach ( array( 'published' => array( $id ), 'sold' => array(), 'private' => array( $id ) ) as $state => $expected ) {
			$told = array();
			$this->call(
				$pairing,
				'report',
				array( 'works' => array( array(
					'external_id' => (string) $id,
					'revision' => 1,
					'state' => $state,
					'registry_id' => 'AREG-1',
					'public_page' => 'https://registry.example/AREG-1',
					'confirmed_at' => '2026-01-01T00:00:00Z',
				) ) )
			);
			$this->assertSame( $expected, $told, $state );
		}
		remove_action( 'clean_post_cache', $tell );
	}

	public function test_the_art_id_block_links_to_the_registry_page_and_is_empty_for_visitors_without_one(): void {
		$id = $this->artwork();
		$this->assertSame( '', $this->block( 'art-id', $id ) );
		$this->confirm( $id, 'published' );
		$html = $this->block( 'art-id', $id );
		$this->assertStringContainsString( 'AREG-1', $html );
		$this->assertStringContainsString( 'href="https://registry.example/artworks/AREG-1"', $html );
	}

	public function test_the_caption_says_artist_title_year_medium_size_and_availability_escaped(): void {
		$id   = $this->artwork(
			array(
				'post_title' => 'Irises <script>alert(1)</script>& more',
				'meta_input' => array(
					'artist'       => 'Vincent "van" Gogh',
					'year'         => '1889',
					'medium'       => 'Oil on canvas',
					'height_cm'    => '74.3',
					'width_cm'     => '94',
					'availability' => 'for_sale',
				),
			)
		);
		$html = $this->block( 'caption', $id );
		$this->assertStringNotContainsString( '<script', $html );
		$this->assertStringContainsString( '&amp; more</cite>, 1889', $html );
		$this->assertStringContainsString( 'Vincent &quot;van&quot; Gogh', $html );
		$this->assertStringContainsString( '74.3 × 94 cm', $html );
		$this->assertStringContainsString( 'For sale', $html );
	}

	public function test_a_sold_work_gets_a_red_dot_where_the_block_asks_for_it(): void {
		$sold = $this->artwork( array( 'meta_input' => array( 'availability' => 'sold' ) ) );
		$free = $this->artwork( array( 'meta_input' => array( 'availability' => 'for_sale' ) ) );
		$this->confirm( $sold, 'published' );
		$this->confirm( $free, 'published' );
		$dot = array( 'redDot' => true );
		$this->assertStringContainsString( '●</span> Sold', $this->block( 'caption', $sold, $dot ) );
		$this->assertStringContainsString( 'role="img" aria-label="Sold"', $this->block( 'art-id', $sold, $dot ) );
		foreach ( array( 'caption', 'art-id' ) as $name ) {
			$this->assertStringNotContainsString( '●', $this->block( $name, $sold ), 'only where it is asked for' );
			$this->assertStringNotContainsString( '●', $this->block( $name, $free, $dot ) );
		}
		$card = '<blockquote class="artwork-registry-card%s" cite="x"><p>A</p></blockquote>';
		$this->assertTrue( Registry_Cards::is_sold( sprintf( $card, ' artwork-registry-sold' ) ) );
		$this->assertFalse( Registry_Cards::is_sold( sprintf( $card, '' ) ) );
	}

	/** @return array<string, array{0: array<string, string>}> */
	public function hidden_works(): array {
		return array(
			'a draft'                      => array( array( 'post_status' => 'draft' ) ),
			'a private post'               => array( array( 'post_status' => 'private' ) ),
			'a password-protected artwork' => array( array( 'post_password' => 'secret' ) ),
		);
	}

	/**
	 * @dataProvider hidden_works
	 * @param array<string, string> $fields
	 */
	public function test_a_work_that_visitors_do_not_see_has_no_caption_and_no_structured_data( array $fields ): void {
		$id = $this->artwork( $fields );
		$this->confirm( $id, 'published' );
		$this->assertSame( '', $this->block( 'caption', $id ) );
		$this->assertNull( Structured_Data::of( get_post( $id ) ) );
	}

	public function test_structured_data_names_the_art_id_and_closes_no_script(): void {
		$id = $this->artwork( array( 'post_title' => 'A </script><b>title' ) );
		$this->assertNull( Structured_Data::of( get_post( $id ) ), 'nothing before the registry has confirmed the work' );
		$this->confirm( $id, 'published' );
		$data = Structured_Data::of( get_post( $id ) );
		$this->assertSame( 'VisualArtwork', $data['@type'] ?? null );
		$this->assertSame( 'AREG-1', $data['identifier']['value'] ?? null );
		$this->assertSame( 'Vincent van Gogh', $data['creator']['name'] ?? null );

		$GLOBALS['wp_query'] = new \WP_Query(
			array(
				'p'         => $id,
				'post_type' => 'areg_artwork',
			)
		);
		ob_start();
		Structured_Data::show();
		$html = (string) ob_get_clean();
		$this->assertSame( 1, substr_count( $html, '</script>' ) );
	}

	public function test_block_and_structured_data_add_no_query_to_a_page_whose_post_is_loaded(): void {
		$id = $this->artwork();
		$this->confirm( $id, 'published' );
		clean_post_cache( $id );
		$GLOBALS['wp_query'] = new \WP_Query(
			array(
				'p'         => $id,
				'post_type' => 'areg_artwork',
			)
		);
		// WordPress reads the theme's styles for the first block of a request, whichever that is, and again where its caches were emptied since.
		wp_clean_theme_json_cache();
		( new WP_Block( array( 'blockName' => 'core/paragraph', 'innerHTML' => '<p></p>', 'innerContent' => array( '<p></p>' ) ) ) )->render();
		global $wpdb;
		$before = $wpdb->num_queries;
		ob_start();
		Structured_Data::show();
		ob_end_clean();
		$this->block( 'art-id', $id );
		$this->block( 'caption', $id );
		$this->assertSame( 0, $wpdb->num_queries - $before );
	}

	private function confirm( int $id, string $state ): void {
		$report = $this->reported( $id, $state );
		Status::save_reports( array( $report ) );
		Art_Ids::follow( array( $report ) );
	}

	/** @return array<string, mixed> */
	private function reported( int $id, string $state ): array {
		return array( 'public_page' => 'https://registry.example/artworks/AREG-1' ) + $this->report( $id, $state );
	}

	/** @param array<string, mixed> $attributes */
	private function block( string $name, int $post_id, array $attributes = array() ): string {
		$block = new WP_Block( array( 'blockName' => 'artwork-registry/' . $name, 'attrs' => $attributes ), array( 'postId' => $post_id ) );
		return $block->render();
	}
}
