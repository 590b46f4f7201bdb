<?php
/**
 * A shop under a random owner: one seed decides what editors, importers, orders, other plugins, deactivation, restored tables and failing
 * statements do, while a sync service reads. What it knows must be what Owner_Model says, after each step and a day later. 3,000 steps over
 * ten seeds with ARTWORK_REGISTRY_LONG=1 (`npm run test:long`), else a short run. SEED chooses others, as 3 or 3,4,5.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Installation;
use ArtworkRegistry\Listener;
use ArtworkRegistry\Protocol\Daemon_Api;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Fresh_Options;
use ArtworkRegistry\Tests\Owner_Model;
use ArtworkRegistry\Tests\Reading_Service;
use ArtworkRegistry\Tests\Shelves_Case;
use ArtworkRegistry\Tests\Woocommerce_Case;
use WP_REST_Request;

final class Random_Owner_Test extends Woocommerce_Case {
	use Shelves_Case;

	/** Hooks on which the callbacks of others must run to the last. */
	private const HEARD = array(
		'save_post', 'transition_post_status', 'trashed_post', 'untrashed_post', 'deleted_post', 'updated_post_meta', 'set_object_terms',
		'woocommerce_update_product', 'woocommerce_product_set_stock', 'woocommerce_order_status_changed', 'woocommerce_order_refunded',
	);

	/** @var Owner_Model */
	private $model;
	/** @var Reading_Service */
	private $service;
	/** @var array{site_id: string, secret: string} */
	private $pairing;
	/** @var int */
	private $now;
	/** @var int */
	private $administrator;
	/** @var int */
	private $first;
	/** @var list<int> */
	private $pictures = array();
	/** @var array<int, int> Order → the work in it. */
	private $orders_of = array();
	/** @var list<array{0: string, 1: Listener, 2: int, 3: int}> Our callbacks while the plugin is off. */
	private $removed = array();
	/** @var array<string, array<string, list<array<string, string|null>>>> Copies of tables, by their kind. */
	private $copies = array();
	/** @var array<string, array{model: Owner_Model, beat: int}> What was true when they were made. */
	private $then = array();
	/** @var array{kind: string, whose: string, at: int}|null The statement that is to fail. */
	private $fault = null;
	/** @var bool Whether it has. */
	private $has_failed = false;
	/** @var bool Whether a statement of WordPress itself failed, or another plugin ended the save. */
	private $is_cut = false;
	/** @var bool */
	private $is_watching = false;
	/** @var array<string, array{0: int, 1: int}> */
	private $heard = array();
	/** @var array<string, string> Slug of a work, or the name of a page → its address. */
	private $addresses = array();
	/** @var list<string> */
	private $rules = array();
	/** @var int The work at which a callback of another plugin throws; 0: none. */
	private $thrower = 0;
	/** @var array<int, array<int, true>> Revisions of works that were settled without the service. */
	private $settled = array();
	/** @var bool Whether an older table of choices was put back: the site may notice it at any page, and ask its owner. */
	private $has_older_choices = false;
	/** @var list<string> */
	private $wrong = array();
	/** @var string What is done now. */
	private $doing = '';
	/** @var list<string> What was done, in order. */
	private $done = array();
	/** @var int */
	private $failures = 0;

	/** @return array<string, array{0: int, 1: int}> Seed and steps. */
	public function runs(): array {
		$is_long = '1' === getenv( 'ARTWORK_REGISTRY_LONG' );
		$given   = (string) ( getenv( 'SEED' ) ?: '20261126' );
		$runs    = array();
		foreach ( $is_long ? range( (int) $given, (int) $given + 9 ) : array_map( 'intval', explode( ',', $given ) ) as $seed ) {
			$runs[ "SEED=$seed" ] = array( $seed, $is_long ? 300 : 80 );
		}
		return $runs;
	}

	/** @dataProvider runs */
	public function test_what_the_service_knows_is_what_the_shop_shows_whatever_its_owner_and_others_do( int $seed, int $steps ): void {
		mt_srand( $seed );
		$this->open_shop();
		for ( $step = 0; $step < $steps && ! $this->wrong; $step++ ) {
			$this->doing = "step $step";
			Clock::freeze( $this->now += mt_rand( 20, 200 ) );
			if ( 0 === $step % 8 ) {
				$this->make_copy( array( 'outbox', 'status', 'all' )[ intdiv( $step, 8 ) % 3 ] );
			}
			$this->step();
			$this->check();
		}
		if ( ! $this->wrong ) {
			$this->a_day_passes();
		}
		$this->assertSame( array(), $this->wrong, "SEED=$seed\n" . implode( "\n", array_slice( $this->done, -40 ) ) );
		$this->assertGreaterThan( 0, $this->failures, 'statements really failed' );
		$this->assertGreaterThan( 5, count( $this->service->works ) );
	}

	private function open_shop(): void {
		global $wpdb;
		$wpdb->suppress_errors( true );
		add_filter( 'pre_http_request', static function () {
			return new \WP_Error( 'offline' );
		} );
		update_option( 'woocommerce_manage_stock', 'yes' );
		$this->administrator = $this->user( 'administrator' );
		$this->now           = time();
		Clock::freeze( $this->now );
		Settings::update( array( 'register_mode' => 'automatic' ) );
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		for ( $n = 0; $n < 12; $n++ ) {
			$id = (int) wp_insert_attachment( array( 'post_title' => 'Picture', 'post_mime_type' => 'image/jpeg' ) );
			update_post_meta( $id, '_wp_attached_file', "work-$id.jpg" );
			wp_update_attachment_metadata( $id, array( 'width' => 900, 'height' => 900, 'file' => "work-$id.jpg", 'sizes' => array() ) );
			$this->posts[]    = $id;
			$this->pictures[] = $id;
		}
		$this->first = max( $this->pictures );
		$this->model = new Owner_Model( $this->first, $this->shelves['art'] );
		foreach ( self::HEARD as $hook ) {
			add_action( $hook, array( $this, 'hear_first' ), -1000, 0 );
			add_action( $hook, array( $this, 'hear_last' ), 100000, 0 );
		}
		add_action( 'save_post', array( $this, 'throw_for_one' ), 5 );
		add_filter( 'query', array( $this, 'break_statement' ), 1000 );
		$this->pairing = $this->pair();
		$this->service = new Reading_Service(
			function ( string $name, array $data ): array {
				return $this->call_site( $name, $data );
			},
			function ( array $change ): void {
				$this->hear_change( $change );
			}
		);
		for ( $n = 0; $n < 10; $n++ ) {
			$this->new_product();
		}
		$this->end_request();
		$this->rules = $this->rules_of_others();
		foreach ( array( 'outbox', 'status', 'all' ) as $kind ) {
			$this->make_copy( $kind );
		}
	}

	protected function tearDown(): void {
		global $wpdb;
		$this->fault = null;
		remove_filter( 'query', array( $this, 'break_statement' ), 1000 );
		remove_action( 'save_post', array( $this, 'throw_for_one' ), 5 );
		remove_filter( 'artwork_registry_field_title', array( $this, 'break_one' ) );
		foreach ( self::HEARD as $hook ) {
			remove_action( $hook, array( $this, 'hear_first' ), -1000 );
			remove_action( $hook, array( $this, 'hear_last' ), 100000 );
		}
		$this->switch_on();
		if ( $this->first > 0 ) {
			$made        = $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type = 'product' AND ID > $this->first" );
			$this->posts = array_merge( $this->posts, array_map( 'intval', $made ) );
		}
		wp_cache_flush();
		parent::tearDown();
		$wpdb->suppress_errors( false );
	}

	/** One thing happens, in a request of its own. */
	private function step(): void {
		$kinds = array(
			'edit' => 24, 'status' => 10, 'shelf' => 4, 'import' => 4, 'create' => 3, 'order' => 16, 'sql' => 5, 'throw' => 2, 'break' => 2, 'switch' => 3,
			'owner' => 6, 'restore' => 4, 'service' => 36,
		);
		$kind = $this->weighted( $kinds );
		$chance = mt_rand( 1, 14 );
		if ( $chance <= 4 ) {
			$this->fault = array(
				'kind'  => array( 'table', 'signal', 'kill' )[ mt_rand( 0, 2 ) ],
				'whose' => 1 === $chance ? 'any' : 'own',
				'at'    => 1 === $chance ? mt_rand( 1, 60 ) : mt_rand( 1, 8 ),
			);
		}
		$this->has_failed = false;
		$this->is_cut     = false;
		$this->doing     .= " $kind" . ( null === $this->fault ? '' : ' with ' . implode( ' ', $this->fault ) );
		$this->heard      = array();
		$this->begin_request();
		$this->is_watching = true;
		$this->safely( array( $this, "do_$kind" ) );
		$this->end_request();
		$this->is_watching = false;
		$this->fault       = null;
		$this->thrower     = 0;
		$this->done[]      = $this->doing;
	}

	/** @param array<string, int> $kinds */
	private function weighted( array $kinds ): string {
		$at = mt_rand( 1, (int) array_sum( $kinds ) );
		foreach ( $kinds as $kind => $weight ) {
			$at -= $weight;
			if ( $at <= 0 ) {
				return $kind;
			}
		}
		return 'service';
	}

	private function begin_request(): void {
		global $wpdb;
		$wpdb->queries = array();
		wp_cache_flush();
		Fresh_Options::read();
		wp_set_current_user( $this->administrator );
	}

	/** What runs at shutdown, without what would end PHPUnit. */
	private function end_request(): void {
		$callbacks = $GLOBALS['wp_filter']['shutdown']->callbacks ?? array();
		ksort( $callbacks );
		foreach ( $callbacks as $of_priority ) {
			foreach ( $of_priority as $callback ) {
				if ( $callback['function'] instanceof Listener ) {
					$this->safely( $callback['function'] );
				}
			}
		}
	}

	/** Nothing of ours may reach WordPress. */
	private function safely( callable $act ): void {
		try {
			$act();
		} catch ( \DomainException $of_another ) {
			$this->is_cut = true;
		} catch ( \PHPUnit\Framework\Exception $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			$is_ours = 1 === preg_match( '/ArtworkRegistry\\\\(?!Tests)/', preg_replace( '/ArtworkRegistry\\\\Tests/', '', $error->getTraceAsString() ) );
			if ( $is_ours || ! $this->is_cut ) {
				$this->wrong[] = "$this->doing: " . get_class( $error ) . ' ' . $error->getMessage() . ' in ' . $error->getFile() . ':' . $error->getLine();
			}
		}
	}

	private function way( int $ways ): int {
		$way          = mt_rand( 1, $ways );
		$this->doing .= " way $way";
		return $way;
	}

	private function pick(): int {
		$works        = $this->works();
		$id           = $works ? (int) array_rand( $works ) : 0;
		$this->doing .= " $id";
		return $id;
	}

	/** @return array<int, array<string, mixed>> Read while nothing fails. */
	private function works(): array {
		$fault       = $this->fault;
		$this->fault = null;
		$works       = $this->model->works();
		$this->fault = $fault;
		return $works;
	}

	private function new_product(): void {
		static $number = 0;
		$product = new \WC_Product_Simple();
		$product->set_props(
			array(
				'name'           => 'Work ' . ( ++$number ),
				'regular_price'  => (string) mt_rand( 100, 9999 ),
				'manage_stock'   => true,
				'stock_quantity' => 1,
				'category_ids'   => array( $this->shelves['art'] ),
				'attributes'     => array( $this->attribute( 'Artist', 'Claude Monet' ) ),
				'status'         => 1 === mt_rand( 1, 5 ) ? 'draft' : 'publish',
			)
		);
		$product->save();
	}

	private function do_create(): void {
		$this->new_product();
	}

	private function do_edit(): void {
		$id = $this->pick();
		if ( 0 === $id ) {
			return;
		}
		$title = 'Renamed ' . mt_rand( 1, 99999 );
		$price = 1 === mt_rand( 1, 8 ) ? '' : (string) mt_rand( 100, 9999 );
		switch ( $this->way( 9 ) ) {
			case 1:
				$this->set_props( $id, array( 'name' => $title, 'regular_price' => $price ) );
				break;
			case 2:
				$this->set_props( $id, array( 'image_id' => $this->pictures[ mt_rand( 0, 11 ) ] ) );
				break;
			case 3:
				$this->stock_by_hand( $id );
				break;
			case 4:
				wp_update_post( array( 'ID' => $id, 'post_title' => $title, 'post_content' => 'A description.' ) );
				break;
			case 5:
				$this->rest( 'PUT', "/wc/v3/products/$id", array( 'name' => $title, 'regular_price' => $price ) );
				break;
			case 6:
				$this->rest( 'POST', "/wp/v2/product/$id", array( 'title' => $title ) );
				break;
			case 7:
				// The form has all of its fields.
				$stock = array( '_manage_stock' => 'yes', '_stock' => (string) ( $this->works()[ $id ]['stock'] ?? 1 ) );
				$this->edit_in_list( $id, $stock + array( 'woocommerce_quick_edit' => '1', '_regular_price' => $price, '_backorders' => 'no' ) );
				break;
			case 8:
				$this->edit_in_list( $id, array( 'woocommerce_bulk_edit' => '1', 'change_regular_price' => '1', 'change_stock' => '', '_regular_price' => '66' ) );
				break;
			default:
				set_post_thumbnail( $id, $this->pictures[ mt_rand( 0, 11 ) ] );
		}
	}

	private function stock_by_hand( int $id ): void {
		if ( 0 === mt_rand( 0, 1 ) ) {
			$this->set_props( $id, array( 'stock_quantity' => mt_rand( 0, 1 ) ) );
		} else {
			wc_update_product_stock( $id, mt_rand( 0, 1 ) );
		}
		$this->doubt_sale( $id );
	}

	private function do_status(): void {
		$id = $this->pick();
		switch ( $this->way( 9 ) ) {
			case 1:
				wp_update_post( array( 'ID' => $id, 'post_status' => array( 'private', 'draft' )[ mt_rand( 0, 1 ) ] ) );
				break;
			case 2:
				wp_update_post( array( 'ID' => $id, 'post_password' => array( 'secret', '' )[ mt_rand( 0, 1 ) ] ) );
				break;
			case 3:
			case 4:
				wp_update_post( array( 'ID' => $id, 'post_status' => 'publish', 'post_password' => '' ) );
				break;
			case 5:
				wp_trash_post( $id );
				break;
			case 6:
				foreach ( $this->works() as $one => $work ) {
					if ( 'trash' === $work['status'] ) {
						wp_untrash_post( $one );
						wp_publish_post( $one );
						break;
					}
				}
				break;
			case 7:
				if ( 0 === mt_rand( 0, 2 ) ) {
					wp_delete_post( $id, true );
				}
				break;
			case 8:
				$this->rest( 'PUT', "/wc/v3/products/$id", array( 'status' => array( 'publish', 'private' )[ mt_rand( 0, 1 ) ] ) );
				break;
			default:
				// As the form "Bulk edit" of the list.
				bulk_edit_posts( array( 'post' => array( $id, $this->pick() ), 'post_type' => 'product', '_status' => 'publish', 'bulk_edit' => 'Update' ) );
		}
	}

	private function do_shelf(): void {
		$id = $this->pick();
		switch ( $this->way( 4 ) ) {
			case 1:
				wp_set_object_terms( $id, array( $this->shelves['mugs'] ), 'product_cat' );
				break;
			case 2:
				$this->set_props( $id, array( 'category_ids' => array( $this->shelves['art'] ), 'catalog_visibility' => 'visible' ) );
				break;
			case 3:
				wp_set_object_terms( $id, array( $this->shelves['art'] ), 'product_cat' );
				break;
			default:
				$this->set_props( $id, array( 'catalog_visibility' => 'hidden' ) );
		}
	}

	/** As WordPress's and WooCommerce's importers: many in one request, with counting and caches put off. */
	private function do_import(): void {
		wp_defer_term_counting( true );
		wp_suspend_cache_invalidation( true );
		try {
			for ( $n = mt_rand( 1, 4 ); $n > 0; $n-- ) {
				$this->new_product();
				$this->set_props( $this->pick(), array( 'name' => 'Imported ' . mt_rand( 1, 99999 ) ) );
			}
		} finally {
			wp_suspend_cache_invalidation( false );
			wp_defer_term_counting( false );
		}
	}

	private function do_order(): void {
		if ( ! $this->orders_of || 0 === mt_rand( 0, 2 ) ) {
			$free = array_filter( $this->works(), static function ( array $work ): bool {
				return 1 === $work['stock'] && 'trash' !== $work['status'];
			} );
			$free = array_diff_key( $free, array_flip( $this->orders_of ) );
			if ( $free ) {
				$id    = (int) array_rand( $free );
				$order = $this->order( wc_get_product( $id ) );

				$this->doing .= ' new ' . $order->get_id() . " of $id";

				$this->orders_of[ $order->get_id() ] = $id;
				if ( 0 === mt_rand( 0, 1 ) ) {
					$this->pay( $order->get_id(), $id );
				}
				$this->doubt_sale( $id );
			}
			return;
		}
		$order_id = (int) array_rand( $this->orders_of );
		$id       = $this->orders_of[ $order_id ];
		$order    = wc_get_order( $order_id );

		$this->doing .= " $order_id of $id";
		if ( ! $order ) {
			unset( $this->orders_of[ $order_id ] );
			return;
		}
		switch ( $this->way( 7 ) ) {
			case 1:
			case 2:
				$this->pay( $order_id, $id );
				break;
			case 3:
				if ( 'pending' === $order->get_status() ) {
					$order->update_status( 'on-hold' );
				}
				break;
			case 4:
				$order->update_status( 'cancelled' );
				$this->end_sale( $order_id, $id );
				break;
			case 5:
			case 6:
				if ( $order->is_paid() ) {
					$this->give_back( $order, 0 === mt_rand( 0, 1 ) );
					$this->end_sale( $order_id, $id );
				}
				break;
			default:
				// An old order is tidied up: that sells nothing back.
				$order->delete( true );
				unset( $this->orders_of[ $order_id ] );
		}
		$this->doubt_sale( $id );
	}

	private function pay( int $order_id, int $id ): void {
		$order = wc_get_order( $order_id );
		if ( ! $order || ! in_array( $order->get_status(), array( 'pending', 'on-hold' ), true ) || ! isset( $this->works()[ $id ] ) ) {
			return;
		}
		$this->model->sold[ $id ] = true;
		unset( $this->model->unsure[ $id ] );
		$order->payment_complete();
	}

	private function end_sale( int $order_id, int $id ): void {
		unset( $this->model->sold[ $id ], $this->orders_of[ $order_id ] );
	}

	private function give_back( \WC_Order $order, bool $restock ): void {
		$lines = array();
		foreach ( $order->get_items() as $item ) {
			$lines[ $item->get_id() ] = array( 'qty' => $item->get_quantity(), 'refund_total' => (float) $item->get_total() );
		}
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => (string) $order->get_total(), 'restock_items' => $restock, 'line_items' => $lines ) );
	}

	/** Where the plugin did not see it, or the shop itself did not finish it, the work may be sold or not. */
	private function doubt_sale( int $id ): void {
		if ( $this->removed || $this->is_cut ) {
			$this->model->unsure[ $id ] = true;
		} elseif ( $this->has_failed ) {
			$this->model->late[ $id ] = true;
		}
	}

	private function do_sql(): void {
		global $wpdb;
		$id = $this->pick();
		switch ( $this->way( 5 ) ) {
			case 1:
				$wpdb->update( $wpdb->posts, array( 'post_title' => 'By SQL ' . mt_rand( 1, 99999 ) ), array( 'ID' => $id ) );
				break;
			case 2:
				$wpdb->update( $wpdb->postmeta, array( 'meta_value' => (string) mt_rand( 100, 9999 ) ), array( 'post_id' => $id, 'meta_key' => '_regular_price' ) );
				break;
			case 3:
				$wpdb->update( $wpdb->posts, array( 'post_status' => array( 'private', 'publish' )[ mt_rand( 0, 1 ) ] ), array( 'ID' => $id ) );
				break;
			case 4:
				if ( 0 === mt_rand( 0, 2 ) ) {
					$wpdb->delete( $wpdb->posts, array( 'ID' => $id ) );
				}
				break;
			default:
				$wpdb->query( "INSERT INTO $wpdb->posts (post_title, post_name, post_status, post_type, post_content, post_excerpt, to_ping, pinged, post_content_filtered,
					post_date, post_date_gmt, post_modified, post_modified_gmt)
					SELECT 'Inserted', CONCAT(post_name, '-inserted'), 'publish', post_type, '', '', '', '', '', post_date, post_date_gmt, post_modified, post_modified_gmt
					FROM $wpdb->posts WHERE ID = $id" );
				$new = (int) $wpdb->insert_id;
				if ( $new > 0 ) {
					$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) SELECT $new, meta_key, meta_value FROM $wpdb->postmeta
						WHERE post_id = $id AND meta_key IN ('_regular_price', '_price', '_manage_stock', '_stock_status', '_product_attributes')" );
					$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES ($new, '_stock', '1')" );
					$wpdb->query(
						"INSERT INTO $wpdb->term_relationships (object_id, term_taxonomy_id)
						SELECT $new, term_taxonomy_id FROM $wpdb->term_relationships WHERE object_id = $id"
					);
				}
		}
	}

	/** A callback of another plugin throws in the middle of a save. */
	private function do_throw(): void {
		$this->thrower = $this->pick();
		$this->set_props( $this->thrower, array( 'name' => 'Half saved ' . mt_rand( 1, 99999 ) ) );
	}

	public function throw_for_one( int $id ): void {
		if ( $id === $this->thrower ) {
			throw new \DomainException( 'Another plugin.' );
		}
	}

	/** Code of another plugin throws when one work is read; the next time it is mended. */
	private function do_break(): void {
		$is_broken           = array() !== $this->model->broken;
		$this->model->broken = $is_broken ? array() : array( $this->pick() => true );
		remove_filter( 'artwork_registry_field_title', array( $this, 'break_one' ) );
		if ( ! $is_broken ) {
			add_filter( 'artwork_registry_field_title', array( $this, 'break_one' ), 10, 2 );
		}
	}

	/**
	 * @param mixed $title
	 * @return mixed
	 */
	public function break_one( $title, \WP_Post $post ) {
		if ( isset( $this->model->broken[ $post->ID ] ) ) {
			throw new \DomainException( 'Another plugin.' );
		}
		return $title;
	}

	private function do_switch(): void {
		if ( $this->removed ) {
			$this->switch_on();
			return;
		}
		Installation::deactivate();
		foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
			foreach ( $hook->callbacks as $priority => $callbacks ) {
				foreach ( $callbacks as $callback ) {
					if ( $callback['function'] instanceof Listener ) {
						$this->removed[] = array( $name, $callback['function'], $priority, $callback['accepted_args'] );
					}
				}
			}
		}
		$this->new_rest_server();
		foreach ( $this->removed as list( $name, $callback, $priority ) ) {
			remove_filter( $name, $callback, $priority );
		}
	}

	private function switch_on(): void {
		if ( $this->removed ) {
			foreach ( $this->removed as list( $name, $callback, $priority, $arguments ) ) {
				add_filter( $name, $callback, $priority, $arguments );
			}
			$this->removed = array();
			$this->new_rest_server();
			Installation::activate();
			Artwork_Post_Type::register();
		}
	}

	/** Each request makes its own, with the routes of the plugins that are on. */
	private function new_rest_server(): void {
		$GLOBALS['wp_rest_server'] = null;
	}

	/** The owner's word on a work. */
	private function do_owner(): void {
		global $wpdb;
		$id = $this->pick();
		// The screens list no work from the trash that has no Art ID.
		if ( $this->removed || 'trash' === ( $this->works()[ $id ]['status'] ?? 'trash' ) ) {
			return;
		}
		$stops  = 0 === mt_rand( 0, 2 );
		$status = $this->rest( 'POST', "/artwork-registry/v1/screen/works/$id/" . ( $stops ? 'stop-updating' : 'register' ) );
		if ( 200 === $status ) {
			$this->model->choices[ $id ] = $stops ? Owner_Model::STOPPED : Owner_Model::REGISTERED;
			return;
		}
		// The owner sees an error and looks: either is right.
		$this->fault = null;
		$chosen      = (int) $wpdb->get_var( 'SELECT chosen FROM ' . Tables::name( 'status' ) . " WHERE external_id = $id" );

		$this->model->choices[ $id ] = Owner_Model::STOPPED === $chosen ? Owner_Model::STOPPED : Owner_Model::REGISTERED;
		if ( ! $this->has_failed ) {
			$this->wrong[] = "$this->doing: the owner was answered $status for " . wp_json_encode( $this->works()[ $id ] ?? null );
		}
	}

	/** @return list<string> */
	private function tables( string $kind ): array {
		global $wpdb;
		return 'all' !== $kind ? array( Tables::name( $kind ) ) : array_merge(
			Tables::names(),
			array( $wpdb->posts, $wpdb->postmeta, $wpdb->term_relationships, $wpdb->term_taxonomy, $wpdb->options ),
			array_map( static function ( string $name ) use ( $wpdb ): string {
				return $wpdb->prefix . $name;
			}, array(
				'wc_orders', 'wc_orders_meta', 'wc_order_operational_data', 'wc_order_addresses', 'woocommerce_order_items',
				'woocommerce_order_itemmeta', 'wc_product_meta_lookup',
			) )
		);
	}

	private function of_this_site( string $table ): string {
		global $wpdb;
		return $table === $wpdb->options ? " WHERE option_name LIKE 'artwork\\_registry%'" : '';
	}

	private function make_copy( string $kind ): void {
		global $wpdb;
		foreach ( $this->tables( $kind ) as $table ) {
			$this->copies[ $kind ][ $table ] = (array) $wpdb->get_results( "SELECT * FROM $table" . $this->of_this_site( $table ), ARRAY_A );
		}
		$this->then[ $kind ] = array( 'model' => clone $this->model, 'beat' => $this->service->beat );
	}

	/** A table of ours, or the whole site, is put back from a copy of some steps ago. */
	private function do_restore(): void {
		global $wpdb;
		$kind = array( 'outbox', 'status', 'all' )[ mt_rand( 0, 2 ) ];
		if ( 'all' === $kind && $this->service->seen['beat'] <= $this->then['all']['beat'] + 8 ) {
			// Too fresh to be told from a database that is a little behind.
			$kind = 'outbox';
		}
		$this->fault  = null;
		$this->doing .= " of $kind";
		foreach ( $this->copies[ $kind ] as $table => $rows ) {
			$wpdb->query( "DELETE FROM $table" . $this->of_this_site( $table ) );
			foreach ( array_chunk( $rows, 100 ) as $some ) {
				$values = array();
				foreach ( $some as $row ) {
					$values[] = '(' . implode( ',', array_map( static function ( $value ) use ( $wpdb ): string {
						return null === $value ? 'NULL' : "'" . $wpdb->remove_placeholder_escape( esc_sql( $value ) ) . "'";
					}, $row ) ) . ')';
				}
				$wpdb->query( "INSERT INTO $table (" . implode( ',', array_keys( $some[0] ) ) . ') VALUES ' . implode( ',', $values ) );
				if ( '' !== $wpdb->last_error ) {
					throw new \LogicException( "The copy of $table: $wpdb->last_error" );
				}
			}
		}
		if ( 'status' === $kind ) {
			$this->model->choices    = $this->then['status']['model']->choices;
			$this->has_older_choices = true;
		} elseif ( 'all' === $kind ) {
			$broken              = $this->model->broken;
			$this->model         = clone $this->then['all']['model'];
			$this->model->broken = $broken;
			$this->orders_of     = array_filter( $this->orders_of, static function ( int $order_id ): bool {
				return false !== wc_get_order( $order_id );
			}, ARRAY_FILTER_USE_KEY );
			wp_cache_flush();
			$this->service->turn( true, static function (): void {} );
			if ( ! $this->removed && ! $this->service->doubt ) {
				$this->wrong[] = "$this->doing: it was not noticed";
			}
		}
	}

	private function do_service(): void {
		if ( $this->service->doubt && ! $this->removed && 0 === mt_rand( 0, 1 ) ) {
			$this->rest( 'POST', '/artwork-registry/v1/screen/site', array( 'answer' => 'same' ) );
		}
		$this->service->turn( false, function ( array $told ): void {
			if ( $told && 0 === mt_rand( 0, 1 ) ) {
				$id           = $told[ array_rand( $told ) ];
				$this->doing .= " meanwhile $id";
				$this->begin_request();
				$this->safely( function () use ( $id ): void {
					$this->set_props( $id, array( 'name' => 'Meanwhile ' . mt_rand( 1, 99999 ) ) );
				} );
				$this->end_request();
			}
		} );
	}

	/**
	 * @param array<string, mixed> $data
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	private function call_site( string $name, array $data ): array {
		if ( $this->removed ) {
			return array( 404, array() );
		}
		$answer = Daemon_Api::answer( $this->signed( $this->pairing, $name, $data ), true );
		$is_asking = 'changes' === $name && 500 === $answer->status && $this->has_older_choices;
		if ( $is_asking ) {
			$this->has_older_choices = false;
		} elseif ( 200 !== $answer->status && null === $this->fault && ! $this->has_failed ) {
			$this->wrong[] = "$this->doing: $name was answered $answer->status $answer->body";
		}
		return array( $answer->status, (array) json_decode( $answer->body, true ) );
	}

	/** @param array<string, mixed> $change */
	private function hear_change( array $change ): void {
		$id     = (int) $change['external_id'];
		$work   = $this->works()[ $id ] ?? null;
		$reason = $this->model->reason( $id, $work );
		$said   = 'shared' === $change['state'] ? null : ( $change['reason'] ?? $change['error']['code'] ?? '' );
		if ( 'broken' === $change['state'] ) {
			if ( ! isset( $this->model->broken[ $id ] ) ) {
				$this->wrong[] = "$this->doing: $id is broken: " . wp_json_encode( $change['error'] );
			}
			return;
		}
		if ( $said !== $reason ) {
			$this->wrong[] = "$this->doing: $id is told as " . wp_json_encode( $said ) . ' instead of ' . wp_json_encode( $reason );
		} elseif ( 'shared' === $change['state'] ) {
			$this->model->look( $this->works() );
			foreach ( $this->model->differences( $id, $work, $change['artwork'], false ) as $wrong ) {
				$this->wrong[] = "$this->doing: $wrong";
			}
		}
	}

	/** What must be true after each step. */
	private function check(): void {
		global $wpdb;
		wp_cache_flush();
		$works = $this->works();
		$this->model->look( $works );
		foreach ( $this->heard as $hook => list( $first, $last ) ) {
			if ( $first !== $last && ! $this->is_cut ) {
				$this->wrong[] = "$this->doing: $hook was heard $first times by the first and $last times by the last";
			}
		}
		$told = 'SELECT external_id, revision, acked_revision, was_sent FROM ' . Tables::name( 'outbox' ) . ' WHERE acked_revision > 0';
		foreach ( (array) $wpdb->get_results( $told, ARRAY_A ) as $row ) {
			$id       = (int) $row['external_id'];
			$revision = (int) $row['acked_revision'];
			if ( '0' === (string) $row['was_sent'] ) {
				$this->settled[ $id ][ $revision ] = true;
			} elseif ( ! isset( $this->service->acked[ $id ][ $revision ] ) && ! isset( $this->settled[ $id ][ $revision ] ) ) {
				$this->wrong[] = "$this->doing: revision $revision of $id counts as acknowledged, and was not told";
			}
		}
		$addresses = array( 'the shop' => wc_get_page_permalink( 'shop' ), 'home' => home_url( '/' ) );
		foreach ( $works as $id => $work ) {
			if ( 'publish' === $work['status'] ) {
				$addresses[ $work['slug'] ] = (string) get_permalink( $id );
			}
		}
		foreach ( $addresses as $of => $address ) {
			$this->addresses[ $of ] = $this->addresses[ $of ] ?? $address;
			if ( $address !== $this->addresses[ $of ] ) {
				$this->wrong[] = "$this->doing: the address of $of is $address instead of " . $this->addresses[ $of ];
			}
		}
		if ( false !== strpos( $this->doing, 'switch' ) && $this->rules !== $this->rules_of_others() ) {
			$this->wrong[] = "$this->doing: other rewrite rules";
		}
	}

	/** @return list<string> */
	private function rules_of_others(): array {
		$rules = array();
		foreach ( $GLOBALS['wp_rewrite']->rewrite_rules() as $pattern => $query ) {
			if ( false === strpos( "$pattern $query", 'artwork' ) && false === strpos( "$pattern $query", 'areg' ) ) {
				$rules[] = "$pattern $query";
			}
		}
		return $rules;
	}

	/** Everything is well again, and the service polls for a day. */
	private function a_day_passes(): void {
		global $wpdb;
		$this->doing = 'the end';
		$this->begin_request();
		$this->switch_on();
		$this->model->broken = array();
		remove_filter( 'artwork_registry_field_title', array( $this, 'break_one' ) );
		for ( $minute = 0; $minute < 24 * 60; $minute += 12 ) {
			Clock::freeze( $this->now += 720 );
			$this->begin_request();
			$this->end_request();
			$this->has_failed = $this->has_failed && $minute < 30;
			$this->service->turn( true, static function (): void {} );
			if ( $this->service->doubt ) {
				wp_set_current_user( $this->administrator );
				$this->rest( 'POST', '/artwork-registry/v1/screen/site', array( 'answer' => 'same' ) );
			}
		}
		$works = $this->works();
		foreach ( array_keys( $works + $this->service->works ) as $id ) {
			$reason = $this->model->reason( $id, $works[ $id ] ?? null );
			$known  = $this->service->works[ $id ] ?? null;
			if ( ( null === $reason ) !== ( null !== $known ) ) {
				$this->wrong[] = "$this->doing: $id is " . ( null === $known ? 'not known' : 'known, but ' . $reason ) . ': ' . wp_json_encode( $works[ $id ] ?? null )
					. wp_json_encode( $wpdb->get_row( 'SELECT * FROM ' . Tables::name( 'outbox' ) . " WHERE external_id = $id" ) )
					. wp_json_encode( $wpdb->get_row( 'SELECT chosen, state, registry_id FROM ' . Tables::name( 'status' ) . " WHERE external_id = $id" ) );
			} elseif ( null !== $known ) {
				foreach ( $this->model->differences( $id, $works[ $id ], $known, true ) as $wrong ) {
					$this->wrong[] = "$this->doing: $wrong";
				}
				$art_id = $wpdb->get_var( 'SELECT registry_id FROM ' . Tables::name( 'status' ) . " WHERE external_id = $id" );
				if ( $this->service->art_ids[ $id ] !== $art_id ) {
					$this->wrong[] = "$this->doing: $id has the Art ID " . wp_json_encode( $art_id );
				}
			}
		}
		$waiting = (int) $wpdb->get_var( 'SELECT COUNT(*) FROM ' . Tables::name( 'outbox' ) . ' WHERE waiting = 1' );
		if ( 0 !== $waiting ) {
			$this->wrong[] = "$this->doing: $waiting still wait";
		}
	}

	public function hear_first(): void {
		$this->count_heard( 0 );
	}

	public function hear_last(): void {
		$this->count_heard( 1 );
	}

	private function count_heard( int $end ): void {
		$this->heard += array( current_filter() => array( 0, 0 ) );
		++$this->heard[ current_filter() ][ $end ];
	}

	/** The n-th statement really fails: a table that is not there, an error of the database, or a lost connection. */
	public function break_statement( string $sql ): string {
		global $wpdb;
		if ( null === $this->fault || ! $this->is_watching ) {
			return $sql;
		}
		if ( 'own' === $this->fault['whose'] && 1 !== preg_match( '/ArtworkRegistry\\\\(?!Tests)/', (string) wp_debug_backtrace_summary() ) ) {
			return $sql;
		}
		if ( --$this->fault['at'] > 0 ) {
			return $sql;
		}
		$kind             = $this->fault['kind'];
		$this->is_cut     = $this->is_cut || 'any' === $this->fault['whose'];
		$this->fault      = null;
		$this->has_failed = true;
		++$this->failures;
		if ( $wpdb instanceof \WP_SQLite_DB || 'table' === $kind ) {
			return (string) preg_replace( "/`?\\b($wpdb->prefix\\w+)\\b`?/", 'nowhere.$1', $sql );
		}
		if ( 'signal' === $kind ) {
			return "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'The disk is full'";
		}
		$second = new \wpdb( $wpdb->dbuser, $wpdb->dbpassword, $wpdb->dbname, $wpdb->dbhost );
		$second->query( 'KILL ' . (int) mysqli_thread_id( $wpdb->dbh ) );
		$second->close();
		return $sql;
	}

	/** @param array<string, mixed> $props */
	private function set_props( int $id, array $props ): void {
		$product = wc_get_product( $id );
		if ( $product ) {
			$product->set_props( $props );
			$product->save();
		}
	}

	/** @param array<string, mixed> $params */
	private function rest( string $method, string $path, array $params = array() ): int {
		$request = new WP_REST_Request( $method, $path );
		$request->set_body_params( $params );
		return rest_do_request( $request )->get_status();
	}

	/** @param array<string, string> $fields What WooCommerce does with the fields of the product list. */
	private function edit_in_list( int $id, array $fields ): void {
		require_once WC_ABSPATH . 'includes/admin/class-wc-admin-post-types.php';
		$_REQUEST = $fields + array( 'woocommerce_quick_edit_nonce' => wp_create_nonce( 'woocommerce_quick_edit_nonce' ) );
		try {
			( new \WC_Admin_Post_Types() )->bulk_and_quick_edit_save_post( $id, get_post( $id ) );
		} finally {
			$_REQUEST = array();
		}
	}
}
