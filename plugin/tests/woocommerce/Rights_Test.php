<?php
/**
 * Who may do what on a site with products: every route of the plugin has a line here, with the right that it asks for.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Admin\Report_Export;
use ArtworkRegistry\Admin\Screens;
use ArtworkRegistry\Admin\Works_Export;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Document;
use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Store\Bulk_Removal;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Source_Choices;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Woocommerce_Case;
use ArtworkRegistry\View\Access;
use WP_REST_Request;
use WP_REST_Response;

final class Rights_Test extends Woocommerce_Case {
	private const NAMESPACE = 'artwork-registry/v1';
	private const SECRET    = 'Cost 31.07 Rue du Bac';
	private const GROUP     = 'aaaaaaaaaaaaaaaa';

	/**
	 * The right that each route asks for: `owner` settings and the connection; `all` all works there are; `work` the work in its address, here
	 * a product; `editing` to edit anything; `signed` no user, but a signature or a secret address; `index` what WordPress lists of itself.
	 * Beside it what a call takes, so that it is the right that refuses it.
	 *
	 * @return array<string, array{0: string, 1?: array<string, mixed>}>
	 */
	private function table(): array {
		$uuid   = '11111111-1111-4111-8111-111111111111';
		$choice = array( 'mode' => 'product', 'title' => '' );
		$hash   = str_repeat( '0', 16 );
		return array(
			'GET /'                                              => array( 'index' ),
			'POST /daemon/{name}'                                => array( 'signed' ),
			'POST /webhook/{token}'                              => array( 'signed' ),
			'POST /screen/dial'                                  => array( 'editing' ),

			'GET /screen/overview'                               => array( 'all' ),
			'GET /screen/works'                                  => array( 'all' ),
			'GET /screen/activity'                               => array( 'all' ),
			'POST /screen/register-all'                          => array( 'all' ),
			'POST /screen/sync'                                  => array( 'all' ),
			'POST /screen/bulk-removal'                          => array( 'all', array( 'answer' => 'keep' ) ),
			'POST /screen/works/bulk'                            => array( 'all', array( 'order' => 'retry', 'ids' => array( 1 ) ) ),
			'GET /screen/fix'                                    => array( 'all' ),
			'POST /screen/fix'                                   => array( 'all', array( 'works' => array( array( 'id' => 1 ) ) ) ),
			'GET /screen/duplicates'                             => array( 'all' ),
			'POST /screen/duplicates/{group}/choose'             => array( 'all', array( 'choice' => 'none' ) ),
			'POST /screen/duplicates/{group}/undo'               => array( 'all' ),
			'POST /screen/duplicates/choose-all'                 => array( 'all', array( 'choice' => 'none', 'in_review' => false ) ),
			'POST /screen/duplicates/undo-all'                   => array( 'all', array( 'groups' => array( self::GROUP ) ) ),
			'GET /screen/mapping'                                => array( 'all' ),
			'POST /screen/mapping'                               => array( 'all', array( 'sources' => array( 'artwork' => array() ), 'base' => $hash ) ),
			'GET /screen/mapping/catalogue/{source}'             => array( 'all' ),
			'POST /screen/mapping/preview'                       => array( 'all', array( 'id' => 1 ) ),
			'GET /screen/report'                                 => array( 'all' ),
			'POST /screen/report/step'                           => array( 'all' ),
			'GET /screen/report/works'                           => array( 'all' ),
			'GET /screen/report/duplicates'                      => array( 'all' ),
			'POST /screen/report/sample'                         => array( 'all' ),
			'POST /screen/report/accept'                         => array( 'all', array( 'ids' => array( 1 ), 'line' => 'joined' ) ),
			'GET /screen/artists'                                => array( 'all' ),
			'GET /screen/artists/{key}/works'                    => array( 'all' ),

			'GET /screen/works/{id}'                             => array( 'work' ),
			'POST /screen/works/{id}/{order}'                    => array( 'work' ),
			'GET /screen/works/{id}/content'                     => array( 'work' ),
			'GET /screen/works/{id}/timeline'                    => array( 'work' ),
			'POST /screen/works/{id}/availability'               => array( 'work', array( 'availability' => 'sold' ) ),
			'GET /screen/works/{id}/certificates'                => array( 'work' ),
			'POST /screen/works/{id}/certificates'               => array( 'work', array( 'request' => $uuid ) ),
			'POST /screen/works/{id}/certificates/{certificate}/withdraw' => array( 'work', array( 'reason' => 'An error' ) ),
			'POST /screen/works/{id}/certificates/{certificate}/retry' => array( 'work' ),
			'GET /screen/products/{id}/variations'               => array( 'work' ),
			'POST /screen/products/{id}/variations'              => array( 'work', array( 'choice' => 'product' ) ),
			'POST /screen/products/{id}/variations/{order}'      => array( 'work' ),

			'POST /screen/pairing-code'                          => array( 'owner' ),
			'POST /screen/settings'                              => array( 'owner' ),
			'POST /screen/site'                                  => array( 'owner', array( 'answer' => 'same' ) ),
			'POST /screen/connect/look'                          => array( 'owner', array( 'address' => 'https://registry.example' ) ),
			'POST /screen/connect/agree'                         => array( 'owner', array( 'offer' => 'x' ) ),
			'POST /screen/connect/cancel'                        => array( 'owner' ),
			'POST /screen/hand-over'                             => array( 'owner', array( 'kind' => 'api_key', 'box' => str_repeat( 'A', 64 ) ) ),
			'POST /screen/setup'                                 => array( 'owner', array( 'mark' => 'choice' ) ),
			'POST /screen/disconnect'                            => array( 'owner' ),
			'POST /screen/disconnect/stop'                       => array( 'owner' ),
			'GET /screen/sources'                                => array( 'owner' ),
			'POST /screen/sources'                               => array( 'owner', array( 'sources' => array( 'artwork' => array() ), 'base' => $hash ) ),
			'POST /screen/sources/look'                          => array( 'owner', array( 'sources' => array( 'artwork' => array() ) ) ),
			'GET /screen/variations'                             => array( 'owner' ),
			'POST /screen/variations'                            => array( 'owner', $choice ),
			'POST /screen/variations/preview'                    => array( 'owner', $choice ),
		);
	}

	public function test_every_route_has_a_line_that_says_which_right_it_asks_for(): void {
		$there = array();
		foreach ( rest_get_server()->get_routes( self::NAMESPACE ) as $path => $handlers ) {
			$name = preg_replace( '/\(\?P<(\w+)>[^()]*\)/', '{$1}', substr( $path, strlen( '/' . self::NAMESPACE ) ) );
			foreach ( $handlers as $handler ) {
				foreach ( array_keys( $handler['methods'] ) as $method ) {
					$there[] = $method . ' ' . ( '' === $name ? '/' : $name );
				}
			}
		}
		// Other tests may have registered them again.
		$this->assertEqualsCanonicalizing( array_keys( $this->table() ), array_values( array_unique( $there ) ) );
	}

	public function test_users_who_may_not_edit_products_reach_nothing_that_is_about_them(): void {
		$product = $this->secret_product();
		foreach ( array( '', 'subscriber', 'customer', 'contributor', 'author', 'editor' ) as $role ) {
			wp_set_current_user( '' === $role ? 0 : $this->user( $role ) );
			foreach ( $this->table() as $route => $line ) {
				if ( in_array( $line[0], array( 'index', 'signed' ), true ) ) {
					continue;
				}
				$answer   = $this->call_route( $route, $product, $line[1] ?? array() );
				$edits    = in_array( $role, array( 'contributor', 'author', 'editor' ), true );
				$expected = 'editing' === $line[0] && $edits ? 200 : ( '' === $role ? 401 : 403 );
				$this->assertSame( $expected, $answer->get_status(), "$role: $route: " . wp_json_encode( $answer->get_data() ) );
				if ( 'all' === $line[0] && '' !== $role ) {
					$this->assertSame( Access::refusal(), $answer->get_data()['message'], "$role: $route" );
				}
			}
		}
		$this->assertNull( Jobs::find() );
	}

	public function test_shop_managers_and_administrators_are_refused_by_no_route_of_their_work(): void {
		$product = $this->secret_product();
		foreach ( array( 'shop_manager', 'administrator' ) as $role ) {
			wp_set_current_user( $this->user( $role ) );
			$this->assert_works_with( $role, $product, array( 'all', 'work', 'editing' ) );
		}
	}

	public function test_an_editor_of_a_gallery_without_products_works_with_all_of_its_artworks(): void {
		$artwork = $this->artwork();
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assert_works_with( 'editor', $artwork, array( 'all' ) );
		// Products that are sold beside the artworks, and are none.
		$this->secret_product();
		$this->assertSame( 403, $this->screen( 'GET', 'works' )->get_status() );
		$without = array( 'woocommerce' => array( 'is_chosen' => false, 'categories' => null ) );
		Source_Choices::write( array( 'version' => Source_Choice::VERSION, 'sources' => $without ) );
		Source_Choice::forget();
		$this->assertSame( 200, $this->screen( 'GET', 'works' )->get_status() );
		$this->assertSame( array( 'artwork' ), array_column( $this->screen( 'GET', 'mapping' )->get_data()['sources'], 'id' ) );
		$this->assertSame( 403, $this->screen( 'GET', 'mapping/catalogue/woocommerce' )->get_status() );
		$this->assertSame( 403, $this->save_mapping( 'woocommerce' )->get_status() );
		$this->assertSame( 200, $this->save_mapping( 'artwork' )->get_status() );
		$this->assertSame( array( 'artwork' ), $this->mapped_sources() );
	}

	public function test_an_editor_cannot_say_now_what_products_to_come_make_public(): void {
		Mapping_Orders::save( array( 'woocommerce' => array( 'medium' => $this->cost() ) ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$view = $this->screen( 'GET', 'mapping' )->get_data();
		$this->assertSame( array( array( 'artwork' ), Access::refusal() ), array( array_column( $view['sources'], 'id' ), $view['notice'] ) );
		$this->assertSame( 403, $this->save_mapping( 'woocommerce' )->get_status() );
		$this->assertSame( 200, $this->save_mapping( 'artwork' )->get_status() );
		$this->assertEqualsCanonicalizing( array( 'artwork', 'woocommerce' ), $this->mapped_sources(), 'what the form does not show stays' );
	}

	public function test_an_editor_of_artworks_changes_nothing_of_products_and_reads_no_private_field_of_one(): void {
		$product = $this->secret_product();
		$twin    = $this->secret_product();
		$own     = $this->artwork();
		Change_Collector::flush();
		Status::choose( array( $product, $twin ), Status::CHOSEN );
		foreach ( array( $product, $twin ) as $id ) {
			$report         = $this->report( $id, 'held', $this->revision( $id ) );
			$report['held'] = array( 'reason' => 'possible_duplicate', 'group' => self::GROUP, 'size' => 2, 'known' => null );
			Status::save_reports( array( array( 'registry_id' => null ) + $report ) );
		}
		$leaving        = $this->secret_product();
		$report         = $this->report( $leaving, 'held', $this->revision( $leaving ) );
		$report['held'] = array( 'reason' => 'bulk_removal', 'group' => null, 'size' => null, 'known' => null );
		Status::save_reports( array( $report ) );
		$this->assertSame( 1, Bulk_Removal::count() );
		$before  = $this->state( $product, $twin );
		$answers = array();
		foreach ( array( 'editor', 'author' ) as $role ) {
			wp_set_current_user( $this->user( $role ) );
			foreach ( $this->table() as $route => $line ) {
				if ( in_array( $line[0], array( 'all', 'work' ), true ) ) {
					$answers[] = $this->call_route( $route, $product, $line[1] ?? array() )->get_data();
				}
			}
			$answers[] = $this->save_mapping( 'woocommerce' )->get_data();
			$of_cost   = array( 'woocommerce' => array( 'medium' => $this->cost() ) );
			$answers[] = $this->screen( 'POST', 'mapping/preview', array( 'id' => $product, 'sources' => $of_cost ) )->get_data();
			$answers[] = $this->screen( 'POST', 'fix', array( 'works' => array( array( 'id' => $product, 'fields' => array( 'medium' => 'Oil' ) ) ) ) )->get_data();
			$answers[] = $this->screen( 'POST', 'works/bulk', array( 'order' => 'stop-updating', 'ids' => array( $product, $twin ) ) )->get_data();
		}
		Change_Collector::flush();
		$this->assertSame( $before, $this->state( $product, $twin ) );
		foreach ( array( self::SECRET, '_supplier_cost', 'Private Lilies' ) as $private ) {
			$this->assertStringNotContainsString( $private, (string) wp_json_encode( $answers ) );
		}
		// His artwork is still his to register.
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 'waiting', $this->screen( 'POST', "works/$own/register" )->get_data()['state'] );
		$work = $this->screen( 'GET', "works/$own" )->get_data();
		$this->assertSame( array( true, false ), array( $work['can_order'], $work['can_manage'] ), 'he sees the buttons, and no link to a screen that refuses' );
	}

	public function test_an_editor_exports_no_products_and_reads_at_the_address_of_a_screen_whom_to_ask(): void {
		$this->secret_product();
		wp_set_current_user( $this->user( 'editor' ) );
		foreach ( array( Works_Export::class, Report_Export::class ) as $export ) {
			$_REQUEST['_wpnonce'] = wp_create_nonce( $export::ACTION );
			$this->assertSame( array( Access::refusal(), 403 ), $this->died_of( array( $export, 'send' ) ) );
			unset( $_REQUEST['_wpnonce'] );
		}
		foreach ( array( 'artwork-registry', 'artwork-registry-artworks', 'artwork-registry-fields' ) as $page ) {
			$_GET['page'] = $page;
			$this->assertSame( array( Access::refusal(), 403 ), $this->died_of( array( Screens::class, 'refuse' ) ), $page );
		}
		$_GET['page'] = 'artwork-registry-settings';
		$this->assertNull( $this->died_of( array( Screens::class, 'refuse' ) ), 'settings are for administrators, whatever one may edit' );
		unset( $_GET['page'] );
		$this->assertFalse( current_user_can( Access::staff_capability() ), 'the menu has no entry that would refuse him' );
	}

	/** @return array{0: string, 1: int}|null What WordPress says as it ends the request; null: it continues. */
	private function died_of( callable $act ): ?array {
		$said = null;
		$die  = static function () use ( &$said ): callable {
			return static function ( $message, $title, $arguments ) use ( &$said ): void {
				$said = array( html_entity_decode( (string) $message, ENT_QUOTES ), (int) $arguments['response'] );
				throw new \DomainException( 'the request ends here' );
			};
		};
		add_filter( 'wp_die_handler', $die );
		try {
			$act();
		} catch ( \DomainException $ended ) {
			$this->assertNotNull( $said );
		} finally {
			remove_filter( 'wp_die_handler', $die );
		}
		return $said;
	}

	public function test_an_editor_does_not_answer_for_products_that_an_import_has_deleted(): void {
		$id             = $this->secret_product();
		$report         = $this->report( $id, 'held', $this->revision( $id ) );
		$report['held'] = array( 'reason' => 'bulk_removal', 'group' => null, 'size' => null, 'known' => null );
		Status::save_reports( array( $report ) );
		wc_get_product( $id )->delete( true );
		Change_Collector::flush();
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 200, $this->screen( 'GET', 'works' )->get_status(), 'there are no products any more' );
		$answer = $this->screen( 'POST', 'bulk-removal', array( 'answer' => 'release' ) );
		$this->assertSame( array( 403, Access::refusal(), 1 ), array( $answer->get_status(), $answer->get_data()['message'], Bulk_Removal::count() ) );
		wp_set_current_user( $this->user( 'shop_manager' ) );
		$this->assertSame( 200, $this->screen( 'POST', 'bulk-removal', array( 'answer' => 'release' ) )->get_status() );
		$this->assertSame( 0, Bulk_Removal::count() );
	}

	public function test_whom_a_site_lets_in_by_name_sees_the_lists_and_orders_nothing_for_all(): void {
		$product = $this->secret_product();
		$authors = static function ( array $capabilities ): array {
			return array_merge( $capabilities, array( 'publish_posts' ) );
		};
		add_filter( 'artwork_registry_staff_capabilities', $authors );
		wp_set_current_user( $this->user( 'author' ) );
		$overview = $this->screen( 'GET', 'overview' );
		$table    = $this->table();
		foreach ( array( 'POST /screen/register-all', 'POST /screen/bulk-removal', 'POST /screen/duplicates/choose-all', 'GET /screen/mapping' ) as $route ) {
			$this->assertSame( 403, $this->call_route( $route, $product, $table[ $route ][1] ?? array() )->get_status(), $route );
		}
		$rows = $this->screen( 'GET', 'fix', array( 'ids' => array( $product ) ) )->get_data()['works'];
		remove_filter( 'artwork_registry_staff_capabilities', $authors );
		$this->assertSame( array( 200, Access::refusal(), array() ), array( $overview->get_status(), $overview->get_data()['no_orders'], $rows ) );
	}

	/** @param list<string> $rights */
	private function assert_works_with( string $role, int $work, array $rights ): void {
		foreach ( $this->table() as $route => $line ) {
			if ( in_array( $line[0], $rights, true ) ) {
				$this->assertNotContains( $this->call_route( $route, $work, $line[1] ?? array() )->get_status(), array( 401, 403, 500 ), "$role: $route" );
			}
		}
	}

	/** @param array<string, mixed> $params */
	private function call_route( string $route, int $work, array $params ): WP_REST_Response {
		list( $method, $path ) = explode( ' ', $route, 2 );
		$parts                 = array(
			'{id}'          => (string) $work,
			'{order}'       => 'stop-updating',
			'{group}'       => self::GROUP,
			'{key}'         => self::GROUP,
			'{source}'      => 'artwork',
			'{certificate}' => '1',
		);
		$request               = new WP_REST_Request( $method, '/' . self::NAMESPACE . strtr( $path, $parts ) );
		$request->set_body_params( $params );
		return rest_do_request( $request );
	}

	private function save_mapping( string $source ): WP_REST_Response {
		return $this->screen( 'POST', 'mapping', array( 'base' => Mapping::current()->hash(), 'sources' => array( $source => array( 'medium' => $this->cost() ) ) ) );
	}

	/** @return array<string, mixed> */
	private function cost(): array {
		return array( 'steps' => array( array( 'from' => 'meta', 'key' => '_supplier_cost', 'value' => '' ) ) );
	}

	/** @return list<string> */
	private function mapped_sources(): array {
		return array_keys( Mapping_Document::stored()['chains'] );
	}

	private function secret_product(): int {
		$id = $this->product( array( 'name' => 'Private Lilies' ) )->get_id();
		update_post_meta( $id, '_supplier_cost', self::SECRET );
		return $id;
	}

	/** @return array<string, mixed> All that an order about these products would change. */
	private function state( int ...$ids ): array {
		return array(
			'mapping' => Mapping_Document::stored(),
			'status'  => Status::choices( $ids ),
			'leaving' => Bulk_Removal::count(),
			'medium'  => get_post_meta( $ids[0] ),
			'job'     => Jobs::find(),
			'rows'    => array_map( array( Outbox::class, 'find' ), $ids ),
		);
	}
}
