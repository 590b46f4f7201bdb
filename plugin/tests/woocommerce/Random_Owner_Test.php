<?php
/**
 * A shop under a random owner: one seed decides what editors, importers, orders, other plugins, deactivation, restored tables and failing
 * statements do, while a sync service reads. What it knows must be what Owner_Model says, after each step and a day later. 3,000 steps over
 * ten seeds with ARTWORK_REGISTRY_LONG=1 (`npm run test:long`), else a short run. SEED chooses others, as 3 or 3,4,5.
 * With an odd seed the owner decides about each work, with an even one all new works are registered.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Listener;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Protocol\Daemon_Api;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Tests\Owner_Debts;
use ArtworkRegistry\Tests\Owner_Edits;
use ArtworkRegistry\Tests\Owner_Model;
use ArtworkRegistry\Tests\Owner_Orders;
use ArtworkRegistry\Tests\Owner_Troubles;
use ArtworkRegistry\Tests\Reading_Service;
use ArtworkRegistry\Tests\Shelves_Case;
use ArtworkRegistry\Tests\Shop_Requests;
use ArtworkRegistry\Tests\Woocommerce_Case;

final class Random_Owner_Test extends Woocommerce_Case {
	use Owner_Debts;
	use Owner_Edits;
	use Owner_Orders;
	use Owner_Troubles;
	use Shelves_Case;
	use Shop_Requests;

	private const SEED = 20261126;

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
	private $first;
	/** @var list<int> */
	private $pictures = array();
	/** @var list<int> Tags of products, which the mapping gives as medium. */
	private $tags = array();
	/** @var array<int, int> Order → the work in it. */
	private $orders_of = array();
	/** @var list<array{0: string, 1: Listener, 2: int, 3: int}> Our callbacks while the plugin is off. */
	private $removed = array();
	/** @var array<string, array<string, list<array<string, string|null>>>> Copies of tables, by their kind. */
	private $copies = array();
	/** @var array<string, array{model: Owner_Model, beat: int}> What was true when they were made. */
	private $then = array();
	/** @var array{kind: string, whose: string, at: int, on: string, lasts: bool}|null The statement that is to fail, of those on a table or of all. */
	private $fault = null;
	/** @var int Steps for which no service calls. */
	private $away = 0;
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
		$is_long = self::is_long();
		$given   = (string) getenv( 'SEED' );
		$seeds   = '' === $given ? range( self::SEED, self::SEED + ( $is_long ? 9 : 0 ) ) : array_map( 'intval', explode( ',', $given ) );
		$runs    = array();
		foreach ( $seeds as $seed ) {
			$runs[ "SEED=$seed" ] = array( $seed, $is_long ? 300 : 80 );
		}
		return $runs;
	}

	/** @dataProvider runs */
	public function test_what_the_service_knows_is_what_the_shop_shows_whatever_its_owner_and_others_do( int $seed, int $steps ): void {
		mt_srand( $seed );
		$this->open_shop( $seed );
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

	private function open_shop( int $seed ): void {
		global $wpdb;
		$wpdb->suppress_errors( true );
		add_filter( 'pre_http_request', static function () {
			return new \WP_Error( 'offline' );
		} );
		update_option( 'woocommerce_manage_stock', 'yes' );
		$this->administrator = $this->user( 'administrator' );
		$this->now           = time();
		Clock::freeze( $this->now );
		// In every second shop the owner decides about each work.
		$asks = 1 === $seed % 2;
		Settings::update( array( 'register_mode' => $asks ? 'ask' : 'automatic' ) );
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ) ) );
		foreach ( array( 'Linen', 'Paper', 'Bronze' ) as $name ) {
			$this->tags[] = $this->room( $name, 0, 'product_tag' );
		}
		$medium = array( 'steps' => array( array( 'from' => 'taxonomy', 'key' => 'product_tag' ) ) );
		$this->assertSame( array(), Mapping_Orders::save( array( 'woocommerce' => array( 'medium' => $medium ) ) ) );
		for ( $n = 0; $n < 12; $n++ ) {
			$id = (int) wp_insert_attachment( array( 'post_title' => 'Picture', 'post_mime_type' => 'image/jpeg' ) );
			update_post_meta( $id, '_wp_attached_file', "work-$id.jpg" );
			wp_update_attachment_metadata( $id, array( 'width' => 900, 'height' => 900, 'file' => "work-$id.jpg", 'sizes' => array() ) );
			$this->posts[]    = $id;
			$this->pictures[] = $id;
		}
		$this->first = max( $this->pictures );
		$this->model = new Owner_Model( $this->first, $this->shelves['art'], $asks );
		foreach ( self::HEARD as $hook ) {
			add_action( $hook, array( $this, 'hear_first' ), -1000, 0 );
			add_action( $hook, array( $this, 'hear_last' ), 100000, 0 );
		}
		add_action( 'save_post', array( $this, 'throw_for_one' ), 5 );
		add_action( 'artwork_registry_before_register', array( $this, 'hear_registered' ), 10, 2 );
		add_action( 'artwork_registry_leaving', array( $this, 'hear_leaving' ), 10, 2 );
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
		$this->begin_request();
		foreach ( $asks ? array_keys( $this->works() ) : array() as $id ) {
			$this->decide( $id, false );
		}
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
		remove_action( 'artwork_registry_before_register', array( $this, 'hear_registered' ) );
		remove_action( 'artwork_registry_leaving', array( $this, 'hear_leaving' ) );
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
		// Works, orders and walks pile up while no service calls.
		$this->away = $this->away > 0 ? $this->away - 1 : ( 1 === mt_rand( 1, 20 ) ? mt_rand( 4, 12 ) : 0 );
		$kinds      = array(
			'edit' => 24, 'status' => 10, 'shelf' => 6, 'import' => 4, 'create' => 3, 'copy' => 3, 'rename' => 4, 'order' => 18, 'sql' => 5, 'throw' => 2, 'break' => 2,
			// Switched off it is for a few steps: nothing can be missed then but by the background check.
			'switch' => $this->removed ? 30 : 4, 'owner' => $this->model->asks ? 16 : 6, 'restore' => 4, 'service' => $this->away > 0 ? 0 : 40,
		);
		$kind        = $this->weighted( $kinds );
		$this->fault = $this->next_fault( 'service' === $kind );
		$this->has_failed = false;
		$this->is_cut     = false;
		$this->is_silent  = false;
		$this->doing     .= " $kind" . ( null === $this->fault ? '' : ' with ' . implode( ' ', array_map( 'strval', $this->fault ) ) );
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

	/** Nothing of ours may reach WordPress. */
	protected function safely( callable $act ): void {
		try {
			$act();
		} catch ( \DomainException $of_another ) {
			$this->is_cut = true;
		} catch ( \PHPUnit\Framework\Exception $failed ) {
			if ( $this->is_cut && $failed instanceof \PHPUnit\Framework\Error\Error && 0 === strpos( $failed->getFile(), ABSPATH . WPINC ) ) {
				// WordPress does not expect that either.
				return;
			}
			throw $failed;
		} catch ( \Throwable $error ) {
			$is_ours = 1 === preg_match( '/ArtworkRegistry\\\\(?!Tests)/', preg_replace( '/ArtworkRegistry\\\\Tests/', '', $error->getTraceAsString() ) );
			if ( $is_ours || ! $this->is_cut ) {
				$this->wrong[] = "$this->doing: " . get_class( $error ) . ' ' . $error->getMessage() . ' in ' . $error->getFile() . ':' . $error->getLine();
			}
		}
	}

	private function do_service(): void {
		if ( $this->service->doubt && ! $this->removed && 0 === mt_rand( 0, 1 ) ) {
			$this->rest( 'POST', '/artwork-registry/v1/screen/site', array( 'answer' => 'same' ) );
		}
		$this->service->turn( false, function ( array $told ): void {
			if ( ! $told || 0 === mt_rand( 0, 2 ) ) {
				return;
			}
			$what         = $this->weighted( array( 'edit' => 5, 'rename' => 3, 'restore' => 1 ) );
			$id           = $told[ array_rand( $told ) ];
			$this->doing .= " meanwhile $what $id";
			if ( 'restore' === $what ) {
				$this->put_back( 'outbox' );
				return;
			}
			$this->begin_request();
			$this->safely( function () use ( $what, $id ): void {
				if ( 'rename' === $what ) {
					$this->do_rename();
				} else {
					$this->set_props( $id, array( 'name' => 'Meanwhile ' . mt_rand( 1, 99999 ) ) );
				}
			} );
			$this->end_request();
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
		if ( 200 !== $answer->status && null === $this->fault && ! $this->has_failed ) {
			if ( 'changes' === $name && 500 === $answer->status && $this->has_older_choices ) {
				$this->has_older_choices = false;
			} else {
				$this->wrong[] = "$this->doing: $name was answered $answer->status $answer->body " . wp_json_encode( Failed_Calls::find() );
			}
		}
		return array( $answer->status, (array) json_decode( $answer->body, true ) );
	}

	/** @param array<string, mixed> $change */
	private function hear_change( array $change ): void {
		$id     = (int) $change['external_id'];
		unset( $this->rolled_back[ $id ] );
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
			$this->wrong[] = "$this->doing: $id is told as " . wp_json_encode( $said ) . ' instead of ' . wp_json_encode( $reason ) . $this->stored( $id );
		} elseif ( 'shared' === $change['state'] ) {
			$this->compare( $id, $work, $change['artwork'] );
		}
	}

	/**
	 * @param array<string, mixed> $work
	 * @param array<string, mixed> $shown
	 */
	private function compare( int $id, array $work, array $shown ): void {
		$this->model->look( $this->works() );
		foreach ( $this->model->differences( $id, $work, $shown, false ) as $wrong ) {
			$this->wrong[] = "$this->doing: $wrong";
		}
	}

	/**
	 * Other code of the site hears nothing else than the service, also where the page is not sent in the end.
	 *
	 * @param array<string, mixed> $shown
	 */
	public function hear_registered( int $id, array $shown ): void {
		$work = $this->works()[ $id ] ?? null;
		if ( null === $work || null !== $this->model->reason( $id, $work ) ) {
			$this->wrong[] = "$this->doing: other code hears that $id is to be registered";
		} else {
			$this->compare( $id, $work, $shown );
		}
	}

	public function hear_leaving( int $id, string $reason ): void {
		if ( $reason !== $this->model->reason( $id, $this->works()[ $id ] ?? null ) ) {
			$this->wrong[] = "$this->doing: other code hears that $id leaves as $reason";
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
			if ( $revision > (int) $row['revision'] ) {
				$this->wrong[] = "$this->doing: revision $revision of $id counts as acknowledged, and does not exist";
			}
			if ( '0' === (string) $row['was_sent'] ) {
				$this->settled[ $id ][ $revision ] = true;
			} elseif ( ! isset( $this->service->acked[ $id ][ $revision ] ) && ! isset( $this->settled[ $id ][ $revision ] ) ) {
				$this->wrong[] = "$this->doing: revision $revision of $id counts as acknowledged, and was not told";
			}
		}
		$this->check_debts( $works );
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
					. $this->stored( $id );
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

	private function stored( int $id ): string {
		global $wpdb;
		return ': ' . wp_json_encode( $wpdb->get_row( 'SELECT * FROM ' . Tables::name( 'outbox' ) . " WHERE external_id = $id" ) )
			. wp_json_encode( $wpdb->get_row( 'SELECT chosen, state, registry_id FROM ' . Tables::name( 'status' ) . " WHERE external_id = $id" ) );
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
}
