<?php
/**
 * What asks the plugin: WP-Cron, the sync service, and the screens, by the routes they have. For Failing_Statements_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Health\Failure_Notice;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Inbox;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Sync\Missed_Changes;
use WP_REST_Request;

trait Failing_Calls {
	/** @return array<string, array{0: callable(): mixed, 1?: callable(): mixed}> */
	private function cron_jobs(): array {
		return array(
			'the hourly check'          => array( static function () {
				do_action( Failure_Notice::EVENT );
			} ),
			'the weekly email'          => array( static function () {
				do_action( Failure_Notice::EVENT );
			}, static function () {
				Mail_Log::update( array( 'summary_at' => Clock::now() - 60 ) );
			} ),
			'a call to the service'     => array( static function () {
				do_action( Dialling::EVENT );
			} ),
			'a work whose time has come' => array( static function () {
				do_action( 'publish_future_post', get_page_by_path( 'planned', OBJECT, 'areg_artwork' )->ID );
			}, function () {
				global $wpdb;
				$id = $this->artwork( array( 'post_status' => 'future', 'post_name' => 'planned', 'post_date' => '2099-01-01 00:00:00' ) );
				$wpdb->update( $wpdb->posts, array( 'post_date' => '2020-01-01 00:00:00', 'post_date_gmt' => '2020-01-01 00:00:00' ), array( 'ID' => $id ) );
				$this->end_request();
			} ),
		);
	}

	/** @return array<string, array{0: callable(): mixed, 1?: callable(): mixed}> */
	private function calls_of_service(): array {
		$call = function ( string $name, callable $data ): callable {
			return function () use ( $name, $data ) {
				$request           = new WP_REST_Request( 'POST', "/artwork-registry/v1/daemon/$name" );
				$watches           = $this->is_watching;
				$this->is_watching = false;
				$signed            = $this->signed( $this->pairing, $name, $data() );
				$this->is_watching = $watches;
				$request->set_body( $signed->body );
				foreach ( array( 'site_id' => 'Site', 'timestamp' => 'Timestamp', 'nonce' => 'Nonce', 'signature' => 'Signature' ) as $of => $header ) {
					$request->set_header( "X-Areg-$header", (string) $signed->$of );
				}
				$answer = rest_do_request( $request );
				return array( $answer->get_status(), $answer->get_data() );
			};
		};
		$nothing = static function (): array {
			return array();
		};
		$change = function () {
			wp_update_post( array( 'ID' => $this->at['artwork'], 'post_title' => 'To be told' ) );
			wp_update_post( array( 'ID' => $this->at['pictured'], 'post_status' => 'draft' ) );
			wp_delete_post( $this->at['doomed'], true );
			set_post_thumbnail( $this->new_artwork( 'Never told' ), $this->at['other_picture'] );
			$this->end_request();
		};
		return array(
			'pair'                      => array( function () {
				$request = new WP_REST_Request( 'POST', '/artwork-registry/v1/daemon/pair' );
				$request->set_body( (string) wp_json_encode( array( 'code' => $this->made ) ) );
				$answer = rest_do_request( $request );
				return array( $answer->get_status(), $answer->get_data() );
			}, static function () {
				return Pairing::new_code()['code'];
			} ),
			'poll'                      => array( $call( 'poll', $nothing ) ),
			'poll, done'                => array( $call( 'poll', function () {
				return array( 'commands_done' => array( array( 'id' => $this->made, 'ok' => true ) ), 'look_again' => array( (string) $this->at['artwork'] ) );
			} ), static function () {
				\ArtworkRegistry\Store\Commands::insert( \ArtworkRegistry\Store\Commands::AUDIT );
				return \ArtworkRegistry\Store\Commands::list_open()[0]['id'];
			} ),
			'poll, a change missed'     => array( $call( 'poll', $nothing ), function () {
				global $wpdb;
				$wpdb->update( $wpdb->posts, array( 'post_title' => 'Missed' ), array( 'ID' => $this->at['artwork'] ) );
				Missed_Changes::record();
			} ),
			'poll, all again'           => array( $call( 'poll', static function () {
				return array( 'look_again' => 'all' );
			} ) ),
			'poll, disconnecting'       => array( $call( 'poll', $nothing ), static function () {
				Offboarding::begin( 'stop' );
			} ),
			'changes'                   => array( $call( 'changes', static function () {
				return array( 'limit' => 50 );
			} ), $change ),
			'changes, all'              => array( $call( 'changes', static function () {
				return array( 'limit' => 50 );
			} ), static function () {
				\ArtworkRegistry\Store\Jobs::start( \ArtworkRegistry\Store\Jobs::REGISTER_ALL, 1 );
			} ),
			'changes, a day later'      => array( $call( 'changes', static function () {
				return array( 'limit' => 50 );
			} ), function () {
				global $wpdb;
				$wpdb->delete( $wpdb->posts, array( 'ID' => $this->at['doomed'] ) );
				Clock::freeze( Clock::now() + 86400 );
			} ),
			'ack'                       => array( $call( 'ack', function () {
				return array( 'acks' => array( array( 'external_id' => (string) $this->at['artwork'], 'revision' => $this->made, 'as_before' => true ) ) );
			} ), function () use ( $change ) {
				$change();
				return $this->revision( $this->at['artwork'] );
			} ),
			'report'                    => array( $call( 'report', function () {
				$row = array( 'public_page' => null, 'confirmed_at' => Clock::iso( Clock::now() ), 'matched_on' => null, 'shows' => null, 'error' => null, 'held' => null );
				return array( 'works' => array(
					$row + array( 'external_id' => (string) $this->at['artwork'], 'revision' => $this->made, 'state' => 'published', 'registry_id' => 'AREG-NEW' ),
					$row + array( 'external_id' => (string) $this->at['stopped'], 'revision' => 99, 'state' => 'stopped', 'registry_id' => 'AREG-OLD' ),
				) );
			} ), function () {
				return $this->revision( $this->at['artwork'] );
			} ),
			'event'                     => array( $call( 'event', function () {
				$event = array( 'delivery_id' => 'd-9', 'type' => 'artwork.updated', 'created_at' => Clock::iso( Clock::now() ), 'changed_fields' => array( 'title' ) );
				return array( 'events' => array( $event + array( 'external_id' => (string) $this->at['artwork'], 'registry_id' => null ) ) );
			} ) ),
			'review'                    => array( $call( 'review', static function () {
				return array( 'results' => array(), 'limit' => 50, 'sample' => 5 );
			} ), array( $this, 'look_before_registering' ) ),
			'a delivery'                => array( function () {
				$request = new WP_REST_Request( 'POST', '/artwork-registry/v1/webhook/' . $this->made );
				$request->set_body( '{}' );
				foreach ( array( 'delivery' => 'd-1', 'timestamp' => (string) Clock::now(), 'signature' => 'sha256=abc' ) as $header => $value ) {
					$request->set_header( "x-registry-$header", $value );
				}
				$answer = rest_do_request( $request );
				return array( $answer->get_status(), $answer->get_data() );
			}, static function () {
				return Inbox::token();
			} ),
		);
	}

	/** The review of works that their owner has not decided about. */
	public function look_before_registering(): void {
		Settings::update( array( 'register_mode' => 'ask' ) );
		foreach ( array( 'Twin', 'Twin', 'Alone' ) as $title ) {
			$this->new_artwork( $title );
		}
		$this->end_request();
		wp_set_current_user( $this->administrator );
		$this->ask( 'POST', '/artwork-registry/v1/screen/report/step' );
	}

	/**
	 * The routes of the screens, by method and path as WordPress registers them.
	 *
	 * @return array<string, array{0: callable(): mixed, 1?: callable(): mixed}>
	 */
	private function screens(): array {
		$at    = $this->at;
		$route = function ( string $path, array $params = array(), ?callable $before = null ) use ( $at ): array {
			$act = function () use ( $path, $params ) {
				list( $method, $to ) = explode( ' ', $path, 2 );
				$given               = array_map( function ( $value ) {
					return $value instanceof \Closure ? $value() : $value;
				}, $params );
				return $this->ask( $method, "/artwork-registry/v1/screen/$to", $given );
			};
			return null === $before ? array( $act ) : array( $act, $before );
		};
		$base = static function ( string $class ): \Closure {
			return static function () use ( $class ): string {
				return $class::current()->hash();
			};
		};
		$review = array( $this, 'look_before_registering' );
		$uuid   = '11111111-1111-4111-8111-111111111111';
		$chain  = array( 'artwork' => array( 'medium' => array( 'steps' => array( array( 'from' => 'meta', 'key' => 'technique', 'value' => '' ) ) ) ) );
		$less   = array( 'artwork' => array( 'is_chosen' => true, 'categories' => null ), 'woocommerce' => array( 'is_chosen' => false, 'categories' => null ) );
		$group  = self::GROUP;
		$stand  = static function (): void {
			( new Service_Stand_In() )->listen();
		};
		return array(
			'POST /screen/dial'                   => $route( 'POST dial', array( 'reason' => 'change' ) ),
			'GET /screen/overview'                => $route( 'GET overview' ),
			'GET /screen/works'                   => $route( 'GET works' ),
			'GET /screen/works, a search'         => $route( 'GET works', array( 'search' => 'ed', 'view' => array( 'published' ) ) ),
			'GET /screen/activity'                => $route( 'GET activity' ),
			'POST /screen/register-all'           => $route( 'POST register-all' ),
			'POST /screen/sync'                   => $route( 'POST sync' ),
			'POST /screen/bulk-removal'           => $route( 'POST bulk-removal', array( 'answer' => 'release' ) ),
			'POST /screen/works/bulk, register'   => $route( 'POST works/bulk', array( 'order' => 'register', 'ids' => array( $at['stopped'], $at['artwork'] ) ) ),
			'POST /screen/works/bulk, stop'       => $route( 'POST works/bulk', array( 'order' => 'stop-updating', 'ids' => array( $at['edited'], $at['artwork'] ) ) ),
			'POST /screen/works/bulk, retry'      => $route( 'POST works/bulk', array( 'order' => 'retry', 'ids' => array( $at['refused'], $at['artwork'] ) ) ),
			'POST /screen/works/bulk'             => $route(
				'POST works/bulk',
				array( 'order' => 'certificate', 'ids' => array( $at['edited'], $at['artwork'] ), 'request' => $uuid )
			),
			'GET /screen/fix'                     => $route( 'GET fix' ),
			'GET /screen/fix, lacking'            => $route( 'GET fix', array( 'lacking' => 'artist_name' ), $review ),
			'POST /screen/fix'                    => $route(
				'POST fix',
				array( 'works' => array( array( 'id' => $at['refused'], 'fields' => array( 'artist_name' => 'Anna Boch' ) ) ) )
			),
			'GET /screen/duplicates'              => $route( 'GET duplicates' ),
			'POST /screen/duplicates/{group}/choose' => $route( "POST duplicates/$group/choose", array( 'choice' => 'one' ) ),
			'POST /screen/duplicates/{group}/choose, number' => $route( "POST duplicates/$group/choose", array( 'choice' => 'number' ) ),
			'POST /screen/duplicates/{group}/undo' => $route( "POST duplicates/$group/undo", array(), static function () use ( $group ): void {
				\ArtworkRegistry\Orders\Duplicate_Orders::choose( $group, 'none' );
			} ),
			'POST /screen/duplicates/choose-all'  => $route( 'POST duplicates/choose-all', array( 'choice' => 'none', 'in_review' => false ) ),
			'POST /screen/duplicates/choose-all, in review' => $route( 'POST duplicates/choose-all', array( 'choice' => 'number', 'in_review' => true ), $review ),
			'POST /screen/duplicates/undo-all'    => $route( 'POST duplicates/undo-all', array( 'groups' => array( $group ) ), static function () use ( $group ): void {
				\ArtworkRegistry\Orders\Duplicate_Orders::choose( $group, 'number' );
			} ),
			'GET /screen/mapping'                 => $route( 'GET mapping' ),
			'POST /screen/mapping'                => $route( 'POST mapping', array( 'sources' => $chain, 'base' => $base( Mapping::class ) ) ),
			'GET /screen/mapping/catalogue/{source}' => $route( 'GET mapping/catalogue/woocommerce' ),
			'POST /screen/mapping/preview'        => $route( 'POST mapping/preview', array( 'id' => $at['artwork'] ) ),
			'GET /screen/report'                  => $route( 'GET report', array(), $review ),
			'POST /screen/report/step'            => $route( 'POST report/step', array() ),
			'POST /screen/report/step, again'     => $route( 'POST report/step', array( 'again' => true ), $review ),
			'GET /screen/report/works'            => $route( 'GET report/works', array(), $review ),
			'GET /screen/report/duplicates'       => $route( 'GET report/duplicates', array(), $review ),
			'POST /screen/report/sample'          => $route( 'POST report/sample', array(), $review ),
			'POST /screen/report/accept'          => $route( 'POST report/accept', array( 'ids' => array( $at['artwork'] ), 'line' => 'joined' ), $review ),
			'GET /screen/artists'                 => $route( 'GET artists', array(), $review ),
			'GET /screen/artists/{key}/works'     => $route( 'GET artists/' . Checks::artist_key( 'Anna Boch' ) . '/works', array(), $review ),
			'GET /screen/works/{id}'              => $route( "GET works/{$at['edited']}" ),
			'POST /screen/works/{id}/{order}'     => $route( "POST works/{$at['edited']}/stop-updating" ),
			'POST /screen/works/{id}/{order}, register' => $route( "POST works/{$at['stopped']}/register" ),
			'POST /screen/works/{id}/{order}, retry' => $route( "POST works/{$at['refused']}/retry" ),
			'POST /screen/works/{id}/{order}, recheck' => $route( "POST works/{$at['edited']}/recheck" ),
			'GET /screen/works/{id}/content'      => $route( "GET works/{$at['edited']}/content" ),
			'GET /screen/works/{id}/timeline'     => $route( "GET works/{$at['edited']}/timeline" ),
			'POST /screen/works/{id}/availability' => $route( "POST works/{$at['marked']}/availability", array( 'availability' => 'sold' ) ),
			'GET /screen/works/{id}/certificates' => $route( "GET works/{$at['certified']}/certificates" ),
			'POST /screen/works/{id}/certificates' => $route( "POST works/{$at['certified']}/certificates", array( 'request' => $uuid ) ),
			'POST /screen/works/{id}/certificates/{certificate}/withdraw' => $route(
				"POST works/{$at['certified']}/certificates/{$at['paper_issued']}/withdraw",
				array( 'reason' => 'An error' )
			),
			'POST /screen/works/{id}/certificates/{certificate}/retry' => $route( "POST works/{$at['certified']}/certificates/{$at['paper_refused']}/retry" ),
			'GET /screen/products/{id}/variations' => $route( "GET products/{$at['variable']}/variations" ),
			'POST /screen/products/{id}/variations' => $route( "POST products/{$at['variable']}/variations", array( 'choice' => 'each' ) ),
			'POST /screen/products/{id}/variations/{order}' => $route( "POST products/{$at['variable']}/variations/stop-updating" ),
			'POST /screen/pairing-code'           => $route( 'POST pairing-code' ),
			'POST /screen/settings'               => $route( 'POST settings', array( 'reserved_as' => 'for_sale', 'on_leave' => 'nothing', 'show_art_id' => 'yes' ) ),
			'POST /screen/site'                   => $route( 'POST site', array( 'answer' => 'same' ), static function (): void {
				$identity = \ArtworkRegistry\Store\Identity::find();
				\ArtworkRegistry\Store\Identity::set_doubt( $identity, \ArtworkRegistry\Store\Identity::RESTORED );
			} ),
			'POST /screen/connect/look'           => $route( 'POST connect/look', array( 'address' => Service_Stand_In::REGISTRY ), $stand ),
			'POST /screen/connect/agree'          => $route( 'POST connect/agree', array( 'offer' => function (): string {
				return $this->made;
			} ), function () use ( $stand ): string {
				$stand();
				$this->ask( 'POST', '/artwork-registry/v1/screen/connect/look', array( 'address' => Service_Stand_In::REGISTRY ) );
				return Agreement::find_offer()['id'];
			} ),
			'POST /screen/connect/cancel'         => $route( 'POST connect/cancel' ),
			'POST /screen/hand-over'              => $route( 'POST hand-over', array( 'kind' => 'api_key', 'box' => str_repeat( 'A', 64 ) ) ),
			'POST /screen/setup'                  => $route( 'POST setup', array( 'mark' => 'choice' ) ),
			'POST /screen/disconnect'             => $route( 'POST disconnect', array( 'works' => 'stop' ) ),
			'POST /screen/disconnect/stop'        => $route( 'POST disconnect/stop', array(), static function (): void {
				\ArtworkRegistry\Orders\Disconnect_Orders::begin( 'stop' );
			} ),
			'GET /screen/sources'                 => $route( 'GET sources' ),
			'POST /screen/sources'                => $route( 'POST sources', array( 'sources' => $less, 'base' => $base( Source_Choice::class ), 'leaving' => 100 ) ),
			'POST /screen/sources/look'           => $route( 'POST sources/look', array( 'sources' => $less ) ),
			'GET /screen/variations'              => $route( 'GET variations' ),
			'POST /screen/variations'             => $route( 'POST variations', array( 'mode' => 'each', 'title' => '{title}, {attributes}' ) ),
			'POST /screen/variations/preview'     => $route( 'POST variations/preview', array( 'mode' => 'each', 'title' => '{title}, {attributes}' ) ),
		);
	}
}
