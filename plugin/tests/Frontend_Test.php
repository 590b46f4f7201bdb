<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Frontend\Structured_Data;
use ArtworkRegistry\Store\Art_Ids;
use ArtworkRegistry\Store\Status;
use WP_Block;

final class Frontend_Test extends Wordpress_Case {
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

	public function test_a_report_that_says_nothing_new_writes_nothing(): void {
		$ids = array( $this->artwork(), $this->artwork( array( 'post_title' => 'The Cradle' ) ) );
		array_map( array( $this, 'confirm' ), $ids, array( 'published', 'published' ) );
		$reports = array( $this->reported( $ids[0], 'published' ), $this->reported( $ids[1], 'sold' ) );
		global $wpdb;
		$before = $wpdb->num_queries;
		Art_Ids::follow( $reports );
		$this->assertLessThanOrEqual( 1, $wpdb->num_queries - $before );
	}

	public function test_sites_connected_before_get_their_art_ids_filled_in(): void {
		$id = $this->artwork();
		Status::save_reports( array( $this->reported( $id, 'published' ) ) );
		$this->assertNull( Art_Ids::find( $id ) );
		Art_Ids::fill();
		Art_Ids::fill();
		wp_cache_delete( $id, 'post_meta' );
		$this->assertSame( 'AREG-1', Art_Ids::find( $id )['id'] ?? null );
		$this->assertCount( 1, get_post_meta( $id, '_artwork_registry_art_id' ) );
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
				'post_type' => 'artwork',
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
				'post_type' => 'artwork',
			)
		);
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

	private function block( string $name, int $post_id ): string {
		$block = new WP_Block( array( 'blockName' => 'artwork-registry/' . $name ), array( 'postId' => $post_id ) );
		return $block->render();
	}
}
