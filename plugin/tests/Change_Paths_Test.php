<?php
/**
 * Every way in which a work of the post type changes, through WordPress's own doors, ends with what the sync service is told.
 * The table is docs/change-paths.md.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use WP_REST_Request;

final class Change_Paths_Test extends Wordpress_Case {
	/** @var list<string> Files of uploaded pictures. */
	private $files = array();

	protected function tearDown(): void {
		$_POST    = array();
		$_REQUEST = array();
		$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
		parent::tearDown();
		array_map( 'unlink', array_filter( $this->files, 'file_exists' ) );
	}

	/** @return array<string, array{0: callable(int, self): mixed, 1: array<string, mixed>}> The way; what is told afterwards. */
	public function ways(): array {
		return array(
			'block editor'              => array( static function ( int $id, self $test ): void {
				$test->rest( 'POST', "/wp/v2/areg-artworks/$id", array( 'title' => 'Edited', 'meta' => array( 'artwork_registry_year' => '1890' ) ) );
			}, array( 'state' => 'shared', 'title' => 'Edited', 'year_created' => '1890' ) ),
			'classic editor'            => array( static function ( int $id, self $test ): void {
				$test->as_administrator();
				edit_post( array( 'post_ID' => $id, 'post_type' => 'areg_artwork', 'post_title' => 'Edited', 'content' => 'Text' ) );
			}, array( 'state' => 'shared', 'title' => 'Edited' ) ),
			'quick edit'                => array( static function ( int $id, self $test ): void {
				$test->quick_edit( $id, array( 'post_title' => 'Edited', '_status' => 'publish' ) );
			}, array( 'state' => 'shared', 'title' => 'Edited' ) ),
			'quick edit to private'     => array( static function ( int $id, self $test ): void {
				$test->quick_edit( $id, array( 'post_title' => 'Edited', 'keep_private' => 'private' ) );
			}, array( 'state' => 'not_shared', 'reason' => 'private' ) ),
			'quick edit, password'      => array( static function ( int $id, self $test ): void {
				$test->quick_edit( $id, array( 'post_title' => 'Edited', '_status' => 'publish', 'post_password' => 'x' ) );
			}, array( 'state' => 'not_shared', 'reason' => 'password' ) ),
			'bulk edit'                 => array( static function ( int $id, self $test ): void {
				$test->as_administrator();
				bulk_edit_posts( array( 'post_type' => 'areg_artwork', 'post' => array( $id ), '_status' => 'draft' ) );
			}, array( 'state' => 'not_shared', 'reason' => 'draft' ) ),
			'REST to the trash'         => array( static function ( int $id, self $test ): void {
				$test->rest( 'DELETE', "/wp/v2/areg-artworks/$id", array() );
			}, array( 'state' => 'not_shared', 'reason' => 'trashed' ) ),
			'REST, deleted for good'    => array( static function ( int $id, self $test ): void {
				$test->rest( 'DELETE', "/wp/v2/areg-artworks/$id", array( 'force' => true ) );
			}, array( 'state' => 'gone', 'reason' => 'deleted' ) ),
			'WP-CLI, edited'            => array( static function ( int $id, self $test ): void {
				$test->wp_cli( 'post', 'update', (string) $id, '--post_title=Edited' );
			}, array( 'state' => 'shared', 'title' => 'Edited' ) ),
			'WP-CLI, a field'           => array( static function ( int $id, self $test ): void {
				$test->wp_cli( 'post', 'meta', 'update', (string) $id, 'artwork_registry_medium', 'Oil' );
			}, array( 'state' => 'shared', 'medium' => 'Oil' ) ),
			'WP-CLI, deleted for good'  => array( static function ( int $id, self $test ): void {
				$test->wp_cli( 'post', 'delete', (string) $id, '--force' );
			}, array( 'state' => 'gone', 'reason' => 'deleted' ) ),
			'put in the trash'          => array( static function ( int $id ): void {
				wp_trash_post( $id );
			}, array( 'state' => 'not_shared', 'reason' => 'trashed' ) ),
			'deleted for good'          => array( static function ( int $id ): void {
				wp_delete_post( $id, true );
			}, array( 'state' => 'gone', 'reason' => 'deleted' ) ),
		);
	}

	/**
	 * @dataProvider ways
	 *
	 * @param callable(int, self): mixed $change
	 * @param array<string, mixed>       $told
	 */
	public function test_a_work_is_told_once_after( callable $change, array $told ): void {
		$id     = $this->taken_over_artwork();
		$before = $this->revision( $id );
		$change( $id, $this );
		$this->assertSame( $before + 1, $this->revision( $id ), 'one revision a request' );
		$this->assert_told( $id, $told );
	}

	public function test_a_scheduled_work_is_told_when_its_time_has_come(): void {
		global $wpdb;
		$id = $this->artwork( array( 'post_status' => 'future', 'post_date' => '2099-01-01 00:00:00' ) );
		$this->choose_and_take( $id );
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
		// Time is the one thing that is made up: the moment, and the event of WordPress's own schedule, lie in the past now.
		$wpdb->update( $wpdb->posts, array( 'post_date' => '2020-01-01 00:00:00', 'post_date_gmt' => '2020-01-01 00:00:00' ), array( 'ID' => $id ) );
		$this->assertSame( 1, wp_clear_scheduled_hook( 'publish_future_post', array( $id ) ) );
		wp_schedule_single_event( time() - 60, 'publish_future_post', array( $id ) );
		delete_transient( 'doing_cron' );
		$before = $this->revision( $id );
		// One run may leave events to the next: with an object cache it ends where its lock is gone from the cache.
		for ( $runs = 0; $runs < 5 && 'publish' !== get_post_status( $id ); $runs++ ) {
			shell_exec( escapeshellarg( PHP_BINARY ) . ' ' . escapeshellarg( ABSPATH . 'wp-cron.php' ) . ' 2>/dev/null' );
			wp_cache_flush();
		}
		$this->assertSame( 'publish', get_post_status( $id ) );
		$this->assertGreaterThan( $before, $this->revision( $id ) );
		$this->assert_told( $id, array( 'state' => 'shared' ) );
	}

	public function test_a_work_restored_from_the_trash_is_told_in_its_current_state(): void {
		$id = $this->taken_over_artwork();
		wp_trash_post( $id );
		$this->take();
		$before = $this->revision( $id );
		wp_untrash_post( $id );
		$this->assertSame( $before + 1, $this->revision( $id ) );
		$this->assert_told( $id, array( 'state' => 'not_shared', 'reason' => 'draft' ) );
		$this->take();
		$before = $this->revision( $id );
		wp_publish_post( $id );
		$this->assertSame( $before + 1, $this->revision( $id ) );
		$this->assert_told( $id, array( 'state' => 'shared', 'title' => 'Irises' ) );
	}

	public function test_a_duplicate_is_a_work_of_its_own_and_waits_for_the_owner(): void {
		$id     = $this->taken_over_artwork();
		$before = $this->revision( $id );
		// As duplicating plugins do it.
		$copy          = (int) wp_insert_post( array( 'ID' => 0 ) + get_post( $id, ARRAY_A ) );
		$this->posts[] = $copy;
		foreach ( get_post_meta( $id ) as $key => $values ) {
			add_post_meta( $copy, $key, $values[0] );
		}
		$this->assertSame( array( 1, $before ), array( $this->revision( $copy ), $this->revision( $id ) ) );
		$this->assertSame( array(), Change_Page::read( 50 )['changes'] );
	}

	public function test_a_picture_replaced_by_another_is_told(): void {
		$id = $this->taken_over_artwork();
		set_post_thumbnail( $id, $this->upload( 'first', 1600, 1200 ) );
		$this->take();
		$before = $this->revision( $id );
		set_post_thumbnail( $id, $this->upload( 'second', 1600, 1200 ) );
		$this->assertSame( $before + 1, $this->revision( $id ) );
		$this->assertStringContainsString( 'second', $this->told( $id )['artwork']['cover_image_url'] );
		$this->take();
		delete_post_thumbnail( $id );
		$this->assertArrayNotHasKey( 'cover_image_url', $this->told( $id )['artwork'] );
	}

	public function test_a_picture_replaced_in_place_is_looked_at_and_told_with_its_new_address(): void {
		$id      = $this->taken_over_artwork();
		$picture = $this->upload( 'scan', 1600, 1200 );
		set_post_thumbnail( $id, $picture );
		$this->assertStringContainsString( '-1024x768.', $this->told( $id )['artwork']['cover_image_url'] );
		$this->take();
		$before = $this->revision( $id );
		// As plugins that replace media do it: the file, then its sizes.
		$file = (string) get_attached_file( $picture );
		$this->draw( $file, 1600, 800 );
		wp_update_attachment_metadata( $picture, wp_generate_attachment_metadata( $picture, $file ) );
		// More than one, where making the sizes takes longer than changes are kept back.
		$this->assertGreaterThan( $before, $this->revision( $id ) );
		$this->assertStringContainsString( '-1024x512.', $this->told( $id )['artwork']['cover_image_url'] );
	}

	/**
	 * The registry has no field for either. A work may be looked at; what it is told as stays the same to the byte, and the sync
	 * service sends nothing for that ("an unchanged content sends nothing", daemon/src/engine.test.ts).
	 */
	public function test_another_alt_text_or_caption_changes_nothing_that_is_told(): void {
		$id      = $this->taken_over_artwork();
		$picture = $this->upload( 'captioned', 1600, 1200 );
		set_post_thumbnail( $id, $picture );
		$before = $this->told( $id )['artwork'];
		$this->take();
		$this->rest(
			'POST',
			"/wp/v2/media/$picture",
			array( 'alt_text' => 'A garden', 'caption' => 'Saint-Rémy', 'title' => 'Photograph', 'description' => 'Seen from the window' )
		);
		$this->assertSame( 'A garden', get_post_meta( $picture, '_wp_attachment_image_alt', true ) );
		Change_Collector::flush();
		$this->assertSame( 1, Outbox::count_waiting(), 'it is looked at' );
		$this->assertSame( $before, $this->told( $id )['artwork'] );
	}

	public function test_another_permalink_structure_is_told_with_the_new_addresses(): void {
		global $wp_rewrite;
		$id     = $this->taken_over_artwork();
		$before = get_permalink( $id );
		$wp_rewrite->set_permalink_structure( '' );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
		$told = $this->told( $id );
		$this->assertSame( get_permalink( $id ), $told['artwork']['source_url'] );
		$this->assertNotSame( $before, $told['artwork']['source_url'] );
	}

	public function test_after_another_address_of_the_site_every_work_is_told_again(): void {
		$id   = $this->taken_over_artwork();
		$home = (string) get_option( 'home' );
		// The test's wp-config.php fixes the address; most sites' do not.
		remove_filter( 'option_home', '_config_wp_home' );
		update_option( 'home', $home . '/' . wp_generate_password( 6, false ) );
		update_option( 'home', $home );
		add_filter( 'option_home', '_config_wp_home' );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
		$this->assert_told( $id, array( 'state' => 'shared' ) );
	}

	/** @param array<string, mixed> $params */
	public function rest( string $method, string $path, array $params ): void {
		$this->as_administrator();
		$request = new WP_REST_Request( $method, $path );
		$request->set_body_params( $params );
		$response = rest_do_request( $request );
		$this->assertSame( 200, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
	}

	/**
	 * The handler behind "Quick Edit" in the list.
	 *
	 * @param array<string, string> $fields
	 */
	public function quick_edit( int $id, array $fields ): void {
		require_once ABSPATH . 'wp-admin/includes/ajax-actions.php';
		$this->as_administrator();
		$_POST = wp_slash(
			$fields
			+ array(
				'post_ID' => (string) $id,
				'post_type' => 'areg_artwork',
				'screen' => 'edit-areg_artwork',
				'post_view' => 'list',
				'_inline_edit' => wp_create_nonce( 'inlineeditnonce' ),
			)
		);

		$_REQUEST = $_POST;
		$die      = static function () {
			return static function ( $message ): void {
				throw new \RuntimeException( 'died: ' . wp_json_encode( $message ) );
			};
		};
		add_filter( 'wp_die_handler', $die );
		// Our column keeps the rows of its request, and all tests are one.
		$column = array( \ArtworkRegistry\Admin\List_Column::class, 'show' );
		remove_action( 'manage_artwork_posts_custom_column', $column );
		ob_start();
		try {
			wp_ajax_inline_save();
		} catch ( \RuntimeException $end ) {
			$this->assertSame( 'died: ""', $end->getMessage() );
		} finally {
			$row = (string) ob_get_clean();
			remove_filter( 'wp_die_handler', $die );
			add_action( 'manage_artwork_posts_custom_column', $column, 10, 2 );
		}
		$this->assertStringContainsString( "post-$id", $row );
	}

	public function as_administrator(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	/** @param array<string, mixed> $wanted Fields of the change, or of its artwork. */
	private function assert_told( int $id, array $wanted ): void {
		$change = $this->told( $id );
		$said   = array( 'state' => $change['state'], 'reason' => $change['reason'] ) + (array) $change['artwork'];
		foreach ( $wanted as $field => $value ) {
			$this->assertSame( $value, $said[ $field ] ?? null, $field );
		}
		if ( 'shared' !== $change['state'] ) {
			$this->assertNull( $change['artwork'] );
		}
	}

	/** @return array<string, mixed> The change that waits for this work. */
	private function told( int $id ): array {
		Change_Collector::flush();
		foreach ( Change_Page::read( 50 )['changes'] as $change ) {
			if ( (string) $id === $change['external_id'] ) {
				return $change;
			}
		}
		$this->fail( 'The work does not wait.' );
	}

	/** The sync service takes over all that waits. */
	private function take(): void {
		Change_Collector::flush();
		foreach ( Change_Page::read( 50 )['changes'] as $change ) {
			Outbox::acknowledge( array( (int) $change['external_id'] => $change['revision'] ) );
		}
		$this->assertSame( 0, Outbox::count_waiting() );
	}

	private function choose_and_take( int $id ): void {
		Status::choose( array( $id ), Status::CHOSEN );
		$this->take();
	}

	/** A picture that is uploaded, with its sizes. */
	private function upload( string $name, int $width, int $height ): int {
		require_once ABSPATH . 'wp-admin/includes/image.php';
		$upload = wp_upload_bits( "$name.png", null, 'x' );
		$this->assertFalse( $upload['error'] );
		$this->draw( $upload['file'], $width, $height );
		$id            = (int) wp_insert_attachment( array( 'post_title' => $name, 'post_mime_type' => 'image/png' ), $upload['file'] );
		$this->posts[] = $id;
		wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $upload['file'] ) );
		Change_Collector::flush();
		return $id;
	}

	private function draw( string $file, int $width, int $height ): void {
		$image = imagecreatetruecolor( $width, $height );
		imagepng( $image, $file );
		imagedestroy( $image );
		$this->files[] = $file;
	}
}
