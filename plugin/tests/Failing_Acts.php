<?php
/**
 * A shop that has one of everything, and all that is done in it while a statement fails. For Failing_Statements_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use WP_REST_Request;

trait Failing_Acts {
	use Failing_Calls;
	use Failing_Saves;

	/** @var array<string, int> Posts, terms, orders and rows by what they are. */
	private $at = array();
	/** @var mixed What was made before the act. */
	private $made;

	/** One of everything that an act is about. */
	private function open_gallery(): void {
		$this->pairing = $this->pair();
		$this->poll_as_registry();
		Settings::update( array( 'register_mode' => 'automatic', 'certify_sales' => 'yes', 'reserved_as' => 'reserved' ) );
		$this->choose_sources( array( 'woocommerce' => array( 'product_cat' => array( $this->shelves['art'] ) ), 'artwork' => null ) );
		$this->at['picture'] = $this->attachment( 'one.jpg' );
		$this->at['other_picture'] = $this->attachment( 'two.jpg' );
		// The background check shows the first works within the hours that pass: nothing is done with these, else it would find what was lost.
		foreach ( array( 'first', 'second', 'third', 'fourth' ) as $name ) {
			$this->on_shelf( $name );
		}
		foreach ( array( 'edited', 'pending', 'paid', 'held_order', 'bought', 'marked', 'stopped', 'certified' ) as $name ) {
			$this->at[ $name ] = $this->on_shelf( $name )->get_id();
		}
		$this->at['draft']   = $this->on_shelf( 'draft', array( 'status' => 'draft' ) )->get_id();
		$this->at['trashed'] = $this->on_shelf( 'trashed' )->get_id();
		wp_trash_post( $this->at['trashed'] );
		foreach ( array( 'artwork', 'pictured', 'doomed', 'leaving', 'refused' ) as $name ) {
			$this->at[ $name ] = $this->artwork( array( 'post_title' => $name ) );
		}
		set_post_thumbnail( $this->at['pictured'], $this->at['picture'] );
		$this->at['trashed_artwork'] = $this->artwork( array( 'post_title' => 'trashed artwork' ) );
		wp_trash_post( $this->at['trashed_artwork'] );
		$variable = $this->variable_product(
			array( 'Oak' => array( 'regular_price' => '300' ), 'Ash' => array( 'regular_price' => '350' ) ),
			array( 'category_ids' => array( $this->shelves['art'] ) )
		);
		$this->at['variable'] = $variable->get_id();
		list( $this->at['oak'], $this->at['ash'] ) = $variable->get_children();
		foreach ( array( 'pending' => null, 'paid' => 'processing', 'held_order' => 'on-hold' ) as $name => $status ) {
			$order = $this->order( wc_get_product( $this->at[ $name ] ) );
			if ( null !== $status ) {
				'processing' === $status ? $order->payment_complete() : $order->update_status( $status );
			}
			$this->at[ "order_$name" ] = $order->get_id();
		}
		$this->end_request();
		$this->let_service_read( $this->service );
		foreach ( array( 'held_one', 'held_two' ) as $name ) {
			$this->at[ $name ]     = $this->artwork( array( 'post_title' => 'Wave' ) );
			$this->service->held[] = $this->at[ $name ];
		}
		Status::save_reports(
			array(
				$this->held_report( 'held_one', array( 'reason' => 'possible_duplicate', 'group' => self::GROUP, 'size' => 2, 'known' => null ) ),
				$this->held_report( 'held_two', array( 'reason' => 'possible_duplicate', 'group' => self::GROUP, 'size' => 2, 'known' => null ) ),
				$this->held_report( 'leaving', array( 'reason' => 'bulk_removal', 'group' => null, 'size' => null, 'known' => null ) ),
				array(
					'state'       => 'attention',
					'registry_id' => null,
					'error'       => '{"code":"validation_error","message":"No."}',
				) + $this->report( $this->at['refused'], 'attention', $this->revision( $this->at['refused'] ) ),
			)
		);
		array_push( $this->service->held, $this->at['leaving'], $this->at['refused'] );
		Owner_Orders::stop_updating( $this->at['stopped'] );
		foreach ( array( 'issued', 'refused' ) as $state ) {
			Certificates::insert( "owner $state", $this->at['certified'], 0, null, null, null );
			$open = Certificates::list_open();
			Certificates::finish(
				array(
					'id' => end( $open )['id'], 'ok' => 'issued' === $state, 'code' => 'issued' === $state ? null : 'unclear', 'certificate_id' => "c-$state",
					'public_page' => null, 'registry_id' => null, 'issued_at' => Clock::now(), 'withdrawn_at' => null,
				)
			);
		}
		foreach ( Certificates::list_of_works( array( $this->at['certified'] ) ) as $paper ) {
			$this->at[ 'paper_' . $paper['state'] ] = $paper['id'];
		}
		Inbox::token();
		$this->let_service_read( $this->service );
		$this->poll_as_registry();
	}

	/** @param array<string, mixed> $held */
	private function held_report( string $name, array $held ): array {
		return array( 'held' => $held, 'registry_id' => null ) + $this->report( $this->at[ $name ], 'held', $this->revision( $this->at[ $name ] ) );
	}

	/** @param array<string, mixed> $props */
	private function on_shelf( string $name, array $props = array() ): \WC_Product {
		return $this->product( $props + array( 'name' => $name, 'sku' => $name, 'category_ids' => array( $this->shelves['art'] ) ) );
	}

	private function poll_as_registry(): void {
		$status = array( 'registry' => array( 'url' => 'https://registry.example/api/v1', 'certificates' => true ), 'account' => array( 'state' => 'ok' ) );
		$this->call( $this->pairing, 'poll', array( 'status' => $status ) );
	}

	/**
	 * @param array<string, mixed> $params
	 * @return array{0: int, 1: mixed}
	 */
	private function ask( string $method, string $path, array $params = array() ): array {
		$request = new WP_REST_Request( $method, $path );
		'GET' === $method ? $request->set_query_params( $params ) : $request->set_body_params( $params );
		$answer = rest_do_request( $request );
		return array( $answer->get_status(), $answer->get_data() );
	}

	private function new_artwork( string $title ): int {
		$meta = array( 'artwork_registry_artist' => 'Anna Boch' );
		return (int) wp_insert_post( array( 'post_type' => 'areg_artwork', 'post_status' => 'publish', 'post_title' => $title, 'meta_input' => $meta ) );
	}

	/** @return list<int> Updated and new products. */
	private function import( string $rows ): array {
		$file = get_temp_dir() . wp_unique_filename( get_temp_dir(), 'import.csv' );
		file_put_contents( $file, $rows );
		require_once WC_ABSPATH . 'includes/import/class-wc-product-csv-importer.php';
		$mapping = array( 'SKU' => 'sku', 'Name' => 'name', 'Regular price' => 'regular_price' );
		$options = array( 'parse' => true, 'update_existing' => true, 'prevent_timeouts' => false, 'mapping' => $mapping );
		$done    = ( new \WC_Product_CSV_Importer( $file, $options ) )->import();
		unlink( $file );
		return $done['updated'];
	}

	/**
	 * The handler behind "Quick Edit" in the list.
	 *
	 * @param array<string, string> $fields
	 */
	private function quick_edit( int $id, array $fields ): bool {
		require_once ABSPATH . 'wp-admin/includes/ajax-actions.php';
		$form     = array( 'post_ID' => (string) $id, 'post_type' => 'areg_artwork', 'screen' => 'edit-areg_artwork', 'post_view' => 'list' );
		$_POST    = wp_slash( $fields + $form + array( '_inline_edit' => wp_create_nonce( 'inlineeditnonce' ) ) );
		$_REQUEST = $_POST;
		$die      = static function () {
			return static function (): void {
				throw new \DomainException( 'The end of the request.' );
			};
		};
		add_filter( 'wp_die_handler', $die );
		ob_start();
		try {
			wp_ajax_inline_save();
		} catch ( \DomainException $end ) {
			$row = (string) ob_get_contents();
		} finally {
			ob_end_clean();
			remove_filter( 'wp_die_handler', $die );
			$_POST    = array();
			$_REQUEST = array();
		}
		return false !== strpos( $row ?? '', "post-$id" );
	}
}
