<?php
/**
 * What other plugins do to WordPress's hooks: fewer arguments, other kinds of arguments, the same call a hundred times. The owner's save
 * continues, and no large job is begun for nothing.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Listener;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Mapping_Store;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Job_Walker;

final class Foreign_Hooks_Test extends Wordpress_Case {
	/** @return array<string, array{0: string, 1: list<mixed>}> */
	public function short_calls(): array {
		$post = (object) array( 'ID' => 0, 'post_type' => 'areg_artwork', 'post_status' => 'publish' );
		return array(
			'save_post without the post'        => array( 'save_post', array() ),
			'save_post with an odd post'        => array( 'save_post', array( $post ) ),
			'transition with the id alone'      => array( 'transition_post_status', array( 'publish', 'draft' ) ),
			'transition with an object'         => array( 'transition_post_status', array( 'publish', 'draft', $post ) ),
			'deleted_post without the post'     => array( 'deleted_post', array() ),
			'updated_post_meta without a key'   => array( 'updated_post_meta', array( 0 ) ),
			'set_object_terms with two'         => array( 'set_object_terms', array( array() ) ),
			'edited_term without a taxonomy'    => array( 'edited_term', array() ),
			'delete_term with one'              => array( 'delete_term', array() ),
			'profile_update without the former' => array( 'profile_update', array() ),
			'a picture without an id'           => array( 'edit_attachment', array() ),
			'an order without the order'        => array( 'woocommerce_order_status_changed', array( 'pending', 'processing' ) ),
			'a product without the product'     => array( 'woocommerce_product_set_stock', array() ),
			'a stock status with the id alone'  => array( 'woocommerce_product_set_stock_status', array() ),
		);
	}

	/**
	 * @dataProvider short_calls
	 *
	 * @param list<mixed> $more
	 */
	public function test_a_hook_with_fewer_arguments_breaks_no_save( string $hook, array $more ): void {
		$id = $this->artwork();
		// Only our own part: other plugins' callbacks are not ours to judge.
		foreach ( $this->own_callbacks( $hook ) as list( $callback, $accepted ) ) {
			$callback( ...array_slice( array_merge( array( $id ), $more ), 0, $accepted ) );
		}
		Change_Collector::flush();
		$this->assertNotSame( array(), $this->own_callbacks( $hook ) );
	}

	public function test_a_broken_source_breaks_no_save_either(): void {
		$id    = $this->artwork();
		$break = static function ( string $sql ): string {
			if ( 0 === strpos( $sql, 'INSERT' ) ) {
				throw new \Error( 'A filter of a language plugin failed.' );
			}
			return $sql;
		};
		$this->with_query_filter( $break, array( Change_Collector::class, 'flush' ) );
		$this->assertSame( 0, $this->revision( $id ) );
	}

	public function test_what_fails_in_our_callback_ends_there_and_the_callbacks_of_others_run(): void {
		$id    = $this->artwork();
		$ran   = 0;
		$count = static function () use ( &$ran ): void {
			++$ran;
		};
		foreach ( array( 'save_post', 'edited_term' ) as $hook ) {
			add_action( $hook, $count, 1000 );
		}
		// Only for ours: those of WordPress and WooCommerce on the same hooks would fail as well.
		$break = static function ( string $sql ): string {
			if ( false !== strpos( $sql, 'artwork_registry' ) ) {
				throw new \TypeError( 'another plugin returned null' );
			}
			return $sql;
		};
		$this->with_query_filter( $break, static function () use ( $id ): void {
			do_action( 'save_post', $id, get_post( $id ), true );
			do_action( 'edited_term', 1, 1, 'category' );
			Change_Collector::flush();
		} );
		$this->assertSame( 2, $ran );
	}

	/** @return array<string, array{0: string}> Filters whose value another plugin may forget to return. */
	public function filters(): array {
		$filters = array();
		foreach (
			array(
				'manage_areg_artwork_posts_columns', 'removable_query_args', 'wpmu_drop_tables', 'posts_where', 'woocommerce_product_data_tabs',
				'woocommerce_duplicate_product_exclude_meta', 'site_status_tests', 'cron_schedules', 'the_content', 'hooked_block_types',
				'plugin_action_links_artwork-registry-connector/artwork-registry-connector.php',
			) as $name
		) {
			$filters[ $name ] = array( $name );
		}
		return $filters;
	}

	/** @dataProvider filters */
	public function test_a_filter_that_another_plugin_returned_nothing_from_is_no_fatal_error_of_ours( string $hook ): void {
		foreach ( $GLOBALS['wp_filter'][ $hook ]->callbacks ?? array() as $callbacks ) {
			foreach ( $callbacks as $callback ) {
				if ( $callback['function'] instanceof Listener ) {
					call_user_func_array( $callback['function'], array_slice( array( null, null, null, null ), 0, $callback['accepted_args'] ) );
				}
			}
		}
		$this->addToAssertionCount( 1 );
	}

	/** But for those that catch for themselves, or add a closure for one moment of a request. */
	public function test_every_callback_on_a_hook_of_others_goes_through_the_listener(): void {
		$bad = array();
		foreach ( $this->sources() as $name => $code ) {
			if ( ! in_array( $name, array( 'Listener.php', 'Health/Mail.php', 'View/Catalogue_Counts.php', 'View/Inbox_Address.php' ), true )
				&& 1 === preg_match( '/\badd_(action|filter)\(/', $code ) ) {
				$bad[] = $name;
			}
		}
		$this->assertSame( array(), $bad );
	}

	public function test_deleting_two_hundred_terms_counts_the_catalogue_once_and_restarts_no_walk(): void {
		$ids = array( $this->taken_over_artwork(), $this->taken_over_artwork() );
		do_action( 'permalink_structure_changed', '', '' );
		Job_Walker::step();
		$this->assertSame( max( $ids ), Jobs::find()['cursor_id'] );
		$asked = $this->statements_in( static function (): void {
			for ( $n = 0; $n < 200; $n++ ) {
				do_action( 'permalink_structure_changed', '', '' );
			}
		} );
		$counts = preg_grep( '/artwork_registry_status/', (array) preg_grep( '/COUNT\(\*\)/', $asked ) );
		$this->assertSame( array( 1, max( $ids ), 2 ), array( count( (array) $counts ), Jobs::find()['cursor_id'], $this->jobs() ) );
		Job_Walker::step();
		Job_Walker::step();
		$this->assertSame( max( $ids ), Jobs::find()['cursor_id'], 'the second walk sees all works again' );
		Job_Walker::step();
		$this->assertNull( Jobs::find() );
	}

	public function test_a_customer_who_saves_an_address_is_no_renamed_author(): void {
		Mapping_Store::write( array(
			'version' => 1,
			'sources' => array( 'artwork' => array( 'artist_name' => array( 'steps' => array( array( 'from' => 'property', 'key' => 'author' ) ) ) ) ),
		) );
		Mapping::forget();
		$user = $this->user( 'subscriber' );
		wp_update_user( array( 'ID' => $user, 'user_url' => 'https://customer.example' ) );
		$this->assertNull( Jobs::find() );
		wp_update_user( array( 'ID' => $user, 'display_name' => 'Ada Lovelace' ) );
		$this->assertSame( Jobs::LOOK_AGAIN, Jobs::find()['kind'] );
	}

	public function test_a_field_deleted_from_all_works_at_once_is_noticed(): void {
		$id              = $this->taken_over_artwork();
		$GLOBALS['post'] = get_post( $this->artwork() );
		Change_Collector::flush();
		$before = $this->revision( $GLOBALS['post']->ID );
		delete_metadata( 'post', 0, 'artwork_registry_artist', '', true );
		$this->assertSame( $before, $this->revision( $GLOBALS['post']->ID ), 'the post that happens to be shown is not meant' );
		Job_Walker::step();
		$this->assertSame( 2, $this->revision( $id ) );
		unset( $GLOBALS['post'] );
	}

	public function test_an_upload_that_no_work_shows_asks_for_no_works(): void {
		$unused = $this->statements_in( function (): void {
			$this->attachment( 'unused.jpg' );
			Change_Collector::flush();
		} );
		$used   = $this->statements_in( function (): void {
			$work    = $this->artwork();
			$picture = $this->attachment( 'used.jpg' );
			set_post_thumbnail( $work, $picture );
			wp_update_attachment_metadata( $picture, array( 'width' => 10, 'height' => 10, 'file' => 'used.jpg' ) );
			Change_Collector::flush();
		} );
		$for_works = '/SELECT p\.ID, p\.post_type FROM \(/';
		$this->assertSame( array(), preg_grep( $for_works, $unused ) );
		$this->assertCount( 1, (array) preg_grep( $for_works, $used ), 'one that is made a work\'s picture in the same request' );
	}

	private function jobs(): int {
		return Sql::number( 'SELECT COUNT(*) FROM ' . Tables::name( 'jobs' ) );
	}

	/** @return list<array{0: callable, 1: int}> */
	private function own_callbacks( string $hook ): array {
		$own = array();
		foreach ( $GLOBALS['wp_filter'][ $hook ]->callbacks ?? array() as $callbacks ) {
			foreach ( $callbacks as $callback ) {
				if ( $callback['function'] instanceof Listener ) {
					// The method itself: what it throws is ended by Listener in a shop.
					$own[] = array( $callback['function']->callback(), $callback['accepted_args'] );
				}
			}
		}
		return $own;
	}
}
