<?php
/**
 * The abilities through WordPress's own two ways: its REST routes, and execute(), which the MCP Adapter calls.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\View\Works_Query;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

final class Abilities_Test extends Wordpress_Case {
	use Broken_Statements;

	private const OF_A_WORK = array( 'get-work', 'preview-work', 'register-work', 'update-work', 'stop-updating-work', 'retry-work' );
	private const ORDERS    = array( 'register-work', 'update-work', 'stop-updating-work', 'retry-work' );
	private const ALL       = array(
		'get-work',
		'list-needs-attention',
		'preview-work',
		'doctor',
		'register-work',
		'update-work',
		'stop-updating-work',
		'retry-work',
	);

	protected function setUp(): void {
		if ( ! function_exists( 'wp_get_ability' ) ) {
			$this->markTestSkipped( 'This WordPress is older than 6.9 and has no abilities.' );
		}
		parent::setUp();
	}

	/** @return array<string, array{0: string}> */
	public function abilities_of_a_work(): array {
		return $this->named( self::OF_A_WORK );
	}

	/** @return array<string, array{0: string}> */
	public function orders(): array {
		return $this->named( self::ORDERS );
	}

	public function test_wordpress_lists_exactly_these_abilities_and_their_schemas_are_usable_by_mcp_clients(): void {
		$ours = array();
		foreach ( wp_get_abilities() as $ability ) {
			if ( 'artwork-registry' === $ability->get_category() ) {
				$ours[] = substr( $ability->get_name(), strlen( 'artwork-registry/' ) );
				$meta   = $ability->get_meta();
				$this->assertTrue( $meta['mcp']['public'] && $meta['show_in_rest'] );
				$this->assertSame( ! in_array( end( $ours ), self::ORDERS, true ), $meta['annotations']['readonly'] );
				$this->assertFalse( $meta['annotations']['destructive'] && $meta['annotations']['idempotent'], 'WordPress would want DELETE' );
				foreach ( array( $ability->get_input_schema(), $ability->get_output_schema() ) as $schema ) {
					$this->assertSame( 'object', $schema['type'] );
					// An empty list of properties would be [] in JSON, which clients refuse.
					$this->assertNotSame( array(), $schema['properties'] ?? null );
					$this->assertFalse( $schema['additionalProperties'] );
				}
			}
		}
		sort( $ours );
		$all = self::ALL;
		sort( $all );
		$this->assertSame( $all, $ours );
	}

	public function test_the_page_of_the_guide_has_each_ability_with_its_input(): void {
		$page = (string) file_get_contents( dirname( __DIR__, 2 ) . '/docs/abilities.md' );
		preg_match_all( '~^\| `artwork-registry/([a-z-]+)` \| (.+?) \|~m', $page, $rows, PREG_SET_ORDER );
		$this->assertEqualsCanonicalizing( self::ALL, array_column( $rows, 1 ) );
		foreach ( $rows as list( , $name, $input ) ) {
			preg_match_all( '/`(\w+)`/', $input, $named );
			$this->assertSame( $named[1], array_keys( wp_get_ability( "artwork-registry/$name" )->get_input_schema()['properties'] ?? array() ), $name );
		}
	}

	/** @dataProvider abilities_of_a_work */
	public function test_an_ability_about_a_work_asks_for_the_right_to_that_work( string $name ): void {
		$id    = $this->problem_work();
		$input = array( 'id' => $id );
		$this->assertSame( 401, $this->run_ability( $name, $input )->get_status() );
		$others = array( 'subscriber', 'contributor', 'author' );
		foreach ( $others as $role ) {
			wp_set_current_user( $this->user( $role ) );
			$refused = $this->run_ability( $name, $input );
			$this->assertSame( 403, $refused->get_status(), $role );
			$unknown = $this->run_ability( $name, array( 'id' => 987654321 ) );
			$this->assertSame( array( 403, $refused->get_data() ), array( $unknown->get_status(), $unknown->get_data() ), 'nothing is learnt of what is there' );
		}
		$author = $this->user( 'author' );
		wp_update_post( array( 'ID' => $id, 'post_author' => $author ) );
		$this->refuse( $id );
		wp_set_current_user( $author );
		$this->assertSame( in_array( $name, self::ORDERS, true ) ? 409 : 200, $this->run_ability( $name, $input )->get_status(), 'his own' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$page = $this->artwork( array( 'post_type' => 'page' ) );
		$this->assertSame( 403, $this->run_ability( $name, array( 'id' => $page ) )->get_status(), 'a page is not a work' );
		$this->assertSame( array( 404, 'artwork_registry_no_work' ), $this->status_and_code( $name, array( 'id' => 987654321 ) ) );
	}

	public function test_a_contributor_may_read_his_draft_and_not_order_its_registration(): void {
		$user = $this->user( 'contributor' );
		$id   = $this->artwork( array( 'post_status' => 'draft', 'post_author' => $user ) );
		wp_set_current_user( $user );
		$this->assertSame( 200, $this->run_ability( 'get-work', array( 'id' => $id ) )->get_status() );
		foreach ( self::ORDERS as $name ) {
			$this->assertSame( 403, $this->run_ability( $name, array( 'id' => $id ) )->get_status(), $name );
		}
	}

	public function test_an_editor_who_is_staff_does_not_learn_whether_an_invisible_post_is_there(): void {
		$this->artwork();
		$page = $this->artwork( array( 'post_type' => 'page', 'post_status' => 'private' ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$there   = $this->run_ability( 'get-work', array( 'id' => $page ) );
		$unknown = $this->run_ability( 'get-work', array( 'id' => 987654321 ) );
		$this->assertSame( array( $there->get_status(), $there->get_data() ), array( $unknown->get_status(), $unknown->get_data() ) );
	}

	public function test_lists_are_for_staff_and_the_doctor_for_owners(): void {
		$this->artwork();
		foreach ( array( 'list-needs-attention' => 'editor', 'doctor' => 'administrator' ) as $name => $role ) {
			wp_set_current_user( 0 );
			$this->assertSame( 401, $this->run_ability( $name )->get_status() );
			foreach ( array_diff( array( 'subscriber', 'author', 'editor' ), array( $role ) ) as $other ) {
				wp_set_current_user( $this->user( $other ) );
				$this->assertSame( 403, $this->run_ability( $name )->get_status(), "$name for $other" );
			}
			wp_set_current_user( $this->user( $role ) );
			$this->assertSame( 200, $this->run_ability( $name )->get_status(), "$name for $role" );
		}
	}

	public function test_abilities_without_an_input_take_none_and_an_empty_one(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( 'list-needs-attention', 'doctor' ) as $name ) {
			$this->assertNotInstanceOf( WP_Error::class, wp_get_ability( "artwork-registry/$name" )->execute( null ) );
			$this->assertNotInstanceOf( WP_Error::class, wp_get_ability( "artwork-registry/$name" )->execute( array() ) );
		}
	}

	/** @dataProvider abilities_of_a_work */
	public function test_wrong_input_is_refused_and_breaks_no_check_of_rights( string $name ): void {
		$id = $this->problem_work();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( array(), array( 'id' => 0 ), array( 'id' => 'all' ), array( 'id' => array( $id ) ), array( 'id' => $id, 'secret' => 1 ) ) as $input ) {
			$this->assertSame( array( 400, 'ability_invalid_input' ), $this->status_and_code( $name, $input ), (string) wp_json_encode( $input ) );
		}
		// The MCP Adapter asks for the permission before the input is checked. To WordPress, a post 0 is the one that it shows at the moment.
		$author          = $this->user( 'author' );
		$GLOBALS['post'] = get_post( $this->artwork( array( 'post_author' => $author ) ) );
		foreach ( array( null, 'x', 7, true, (object) array(), array( 'id' => array() ), array( 'id' => '1 OR 1=1' ), array( 'id' => -1 ) ) as $input ) {
			wp_set_current_user( $this->last_administrator );
			$this->assertTrue( wp_get_ability( "artwork-registry/$name" )->check_permissions( $input ), 'staff learn what is wrong with the input' );
			$this->assertSame( 'ability_invalid_input', wp_get_ability( "artwork-registry/$name" )->execute( $input )->get_error_code() );
			foreach ( array( 0, $author ) as $user ) {
				wp_set_current_user( $user );
				$this->assertFalse( wp_get_ability( "artwork-registry/$name" )->check_permissions( $input ), (string) wp_json_encode( $input ) );
			}
		}
		unset( $GLOBALS['post'] );
	}

	public function test_a_work_comes_with_its_state_and_the_reason_and_nothing_else(): void {
		$id = $this->problem_work();
		wp_set_current_user( $this->user( 'administrator' ) );
		$work = $this->run_ability( 'get-work', array( 'id' => (string) $id ) )->get_data();
		$this->assertSame(
			array( 'id', 'title', 'artist', 'state', 'state_label', 'why', 'fields_to_fix', 'can_retry', 'art_id', 'registry_page', 'confirmed_at', 'edit_url' ),
			array_keys( $work )
		);
		$this->assertSame(
			array( $id, 'attention', array( 'artist_name' ), false ),
			array( $work['id'], $work['state'], $work['fields_to_fix'], $work['can_retry'] )
		);
		$this->assertStringContainsString( 'Artist is empty', $work['why'] );
		$draft = $this->artwork( array( 'post_status' => 'draft' ) );
		$this->assertSame( 'It is a draft. Publish it on the site first.', $this->run_ability( 'get-work', array( 'id' => $draft ) )->get_data()['why'] );
	}

	public function test_the_list_has_what_needs_the_gallery_in_pages(): void {
		$this->pair();
		$problems = array( $this->problem_work(), $this->problem_work(), $this->problem_work() );
		$fine     = $this->registered_artwork();
		wp_set_current_user( $this->user( 'editor' ) );
		$list = $this->run_ability( 'list-needs-attention' )->get_data();
		$this->assertEqualsCanonicalizing( $problems, array_column( $list['works'], 'id' ) );
		$this->assertNotContains( $fine, array_column( $list['works'], 'id' ) );
		$this->assertSame( array( 3, 1, true ), array( $list['total'], $list['pages'], $list['is_connected'] ) );
		$second = $this->run_ability( 'list-needs-attention', array( 'page' => 2, 'per_page' => 2 ) )->get_data();
		$this->assertSame( array( 1, 3, 2 ), array( count( $second['works'] ), $second['total'], $second['pages'] ) );
		foreach ( array( array( 'per_page' => 51 ), array( 'page' => 0 ), array( 'state' => 'sold' ) ) as $wrong ) {
			$this->assertSame( 400, $this->run_ability( 'list-needs-attention', $wrong )->get_status() );
		}
	}

	public function test_the_preview_is_what_the_registry_would_get_and_sends_nothing(): void {
		$id = $this->artwork();
		Change_Collector::flush();
		wp_set_current_user( $this->user( 'administrator' ) );
		$before  = $this->traces( $id );
		$preview = $this->run_ability( 'preview-work', array( 'id' => $id ) )->get_data();
		$values  = array_column( $preview['fields'], 'value', 'field' );
		$this->assertSame( array( 'Irises', 'Vincent van Gogh', null ), array( $values['title'], $values['artist_name'], $preview['error'] ) );
		$this->assertSame( $before, $this->traces( $id ) );
	}

	public function test_the_doctor_says_what_is_wrong(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$doctor = $this->run_ability( 'doctor' )->get_data();
		$this->assertFalse( $doctor['ok'], 'no service is connected' );
		$this->assertSame( \ArtworkRegistry\Health\Checks::IDS, array_column( $doctor['checks'], 'id' ) );
	}

	/** @dataProvider orders */
	public function test_an_order_changes_nothing_before_it_is_confirmed_with_the_word_of_its_question( string $name ): void {
		$id = $this->refused_work();
		wp_set_current_user( $this->user( 'administrator' ) );
		$before = $this->traces( $id );
		$asked  = $this->run_ability( $name, array( 'id' => $id ) );
		$this->assertSame( array( 409, 'artwork_registry_confirm' ), array( $asked->get_status(), $asked->get_data()['code'] ) );
		$word = $asked->get_data()['data']['confirm'];
		$this->assertStringContainsString( 'Irises (#' . $id . ')', $asked->get_data()['message'] );
		// A client of MCP sees the message alone.
		$this->assertStringContainsString( "\"confirm\": \"$word\"", $asked->get_data()['message'] );
		foreach ( array( true, 'yes', strrev( $word ) ) as $guess ) {
			$this->assertSame( 409, $this->run_ability( $name, array( 'id' => $id, 'confirm' => $guess ) )->get_status() );
		}
		$other = $this->refused_work();
		$this->assertSame( 409, $this->run_ability( $name, array( 'id' => $other, 'confirm' => $word ) )->get_status(), 'of another work' );
		foreach ( array_diff( self::ORDERS, array( $name ) ) as $another ) {
			$this->assertSame( 409, $this->run_ability( $another, array( 'id' => $id, 'confirm' => $word ) )->get_status(), "of $another" );
		}
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 409, $this->run_ability( $name, array( 'id' => $id, 'confirm' => $word ) )->get_status(), 'of another user' );
		$this->assertSame( $before, $this->traces( $id ) );
		wp_set_current_user( $this->last_administrator );
		$this->assertSame( 200, $this->run_ability( $name, array( 'id' => $id, 'confirm' => $word ) )->get_status() );
		$this->assertNotSame( $before, $this->traces( $id ) );
	}

	public function test_what_has_changed_since_the_question_is_asked_about_again(): void {
		$id = $this->artwork();
		wp_set_current_user( $this->user( 'administrator' ) );
		$word = $this->run_ability( 'register-work', array( 'id' => $id ) )->get_data()['data']['confirm'];
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Sunflowers' ) );
		$again = $this->run_ability( 'register-work', array( 'id' => $id, 'confirm' => $word ) );
		$this->assertSame( 409, $again->get_status() );
		$this->assertStringContainsString( 'has changed since this was confirmed', $again->get_data()['message'] );
		$this->assertStringContainsString( 'Sunflowers', $again->get_data()['message'] );
		$this->assertSame( Status::no_choice()['chosen'], ( Status::choices( array( $id ) )[ $id ] ?? Status::no_choice() )['chosen'] );
	}

	public function test_what_the_owner_took_back_is_asked_about_again(): void {
		$id = $this->artwork();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( 'register-work', 'stop-updating-work' ) as $name ) {
			Owner_Orders::stop_updating( $id );
			$word = $this->run_ability( $name, array( 'id' => $id ) )->get_data()['data']['confirm'];
			$this->assertSame( 200, $this->run_ability( $name, array( 'id' => $id, 'confirm' => $word ) )->get_status() );
			Owner_Orders::register( $id );
			Owner_Orders::stop_updating( $id );
			$this->assertSame( array( 409, 'artwork_registry_confirm' ), $this->status_and_code( $name, array( 'id' => $id, 'confirm' => $word ) ), $name );
		}
	}

	public function test_one_field_written_like_two_is_not_what_was_confirmed(): void {
		$id = $this->artwork( array( 'meta_input' => array() ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$ask  = function ( array $fields, string $word = '' ) use ( $id ): WP_REST_Response {
			return $this->run_ability( 'update-work', array( 'id' => $id, 'fields' => $fields, 'confirm' => $word ) );
		};
		$word = $ask( array( 'artist_name' => 'Anna Boch', 'medium' => 'Oil' ) )->get_data()['data']['confirm'];
		$this->assertSame( 409, $ask( array( 'artist_name' => 'Anna Boch” instead of “”. medium: “Oil' ), $word )->get_status() );
		$this->assertSame( '', get_post_meta( $id, 'artist', true ) );
	}

	public function test_a_question_is_short_whatever_the_work_says(): void {
		$long = str_repeat( 'Irises ', 3000 );
		$id   = $this->artwork( array( 'post_title' => $long, 'meta_input' => array( 'artist' => 'Anna Boch', 'medium' => $long ) ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$input = array(
			'register-work'      => array(),
			'update-work'        => array( 'fields' => array( 'medium' => 'Oil' ) ),
			'stop-updating-work' => array(),
		);
		foreach ( $input as $name => $more ) {
			$asked = $this->run_ability( $name, array( 'id' => $id ) + $more )->get_data();
			$this->assertSame( 'artwork_registry_confirm', $asked['code'], $name );
			$this->assertLessThan( 2500, strlen( $asked['message'] ), $name );
		}
	}

	public function test_register_and_stop_updating_do_what_the_screens_do(): void {
		$meta = array(
			'artist'         => 'Vincent van Gogh',
			'availability'   => 'for_sale',
			'price_amount'   => '1200',
			'price_currency' => 'EUR',
		);
		$id   = $this->artwork( array( 'meta_input' => $meta ) );
		wp_set_current_user( $this->user( 'author' ) );
		wp_update_post( array( 'ID' => $id, 'post_author' => get_current_user_id() ) );
		$asked = $this->run_ability( 'register-work', array( 'id' => $id ) )->get_data()['message'];
		$this->assertStringContainsString( 'An Art ID is a permanent record.', $asked );
		$this->assertStringContainsString( 'Artist: Vincent van Gogh', $asked );
		$this->assertStringContainsString( '1200 EUR', $asked );
		$this->assertSame( 'waiting', $this->confirmed( 'register-work', array( 'id' => $id ) )['state'] );
		$this->assertSame( Status::CHOSEN, Status::choices( array( $id ) )[ $id ]['chosen'] );
		$this->confirmed( 'stop-updating-work', array( 'id' => $id ) );
		$this->assertSame( Status::EXCLUDED, Status::choices( array( $id ) )[ $id ]['chosen'] );
	}

	public function test_a_wrong_field_is_corrected_where_it_comes_from(): void {
		$id = $this->problem_work();
		wp_set_current_user( $this->user( 'administrator' ) );
		$fields = array( 'artist_name' => 'Judith Leyster', 'size' => '30 × 40 cm' );
		$asked  = $this->run_ability( 'update-work', array( 'id' => $id, 'fields' => $fields ) )->get_data()['message'];
		$this->assertStringContainsString( 'artist_name: “Judith Leyster” instead of “”', $asked );
		$this->confirmed( 'update-work', array( 'id' => $id, 'fields' => $fields ) );
		$values = array_column( $this->run_ability( 'preview-work', array( 'id' => $id ) )->get_data()['fields'], 'value', 'field' );
		$this->assertSame( array( 'Judith Leyster', 30.0, 40.0 ), array( $values['artist_name'], (float) $values['height_cm'], (float) $values['width_cm'] ) );
		$this->assertSame( 'waiting', $this->run_ability( 'get-work', array( 'id' => $id ) )->get_data()['state'] );
		$this->assertSame( 400, $this->run_ability( 'update-work', array( 'id' => $id, 'fields' => array( 'price' => '1' ) ) )->get_status() );
		$wrong = array( 'id' => $id, 'fields' => array( 'size' => 'huge' ) );
		$word  = $this->run_ability( 'update-work', $wrong )->get_data()['data']['confirm'];
		$this->assertSame( array( 422, 'artwork_registry_field_refused' ), $this->status_and_code( 'update-work', $wrong + array( 'confirm' => $word ) ) );
	}

	public function test_a_work_that_needs_nothing_is_not_tried_again_and_one_that_is_not_registered_is_not_updated(): void {
		$registered = $this->registered_artwork();
		$unknown    = $this->artwork();
		wp_set_current_user( $this->user( 'administrator' ) );
		$before = $this->traces( $registered );
		$this->assertSame( 'published', $this->run_ability( 'retry-work', array( 'id' => $registered ) )->get_data()['state'] );
		$this->assertSame( $before, $this->traces( $registered ) );
		$this->assertSame( array( 409, 'artwork_registry_not_registered' ), $this->status_and_code( 'update-work', array( 'id' => $unknown ) ) );
	}

	/** @dataProvider orders */
	public function test_an_order_is_no_get_request( string $name ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$request = new WP_REST_Request( 'GET', "/wp-abilities/v1/abilities/artwork-registry/$name/run" );
		$request->set_query_params( array( 'input' => array( 'id' => $this->artwork() ) ) );
		$this->assertSame( 405, rest_do_request( $request )->get_status() );
	}

	public function test_a_database_that_does_not_answer_is_an_error_in_our_words_and_not_an_empty_list(): void {
		$id = $this->problem_work();
		wp_set_current_user( $this->user( 'administrator' ) );
		$table = Tables::name( 'status' );
		foreach ( array( 'list-needs-attention' => array(), 'get-work' => array( 'id' => $id ), 'preview-work' => array( 'id' => $id ) ) as $name => $input ) {
			$answer = $this->failing( "/$table/", fn() => $this->run_ability( $name, $input ) );
			$this->assertSame( array( 503, 'artwork_registry_unreadable' ), array( $answer->get_status(), $answer->get_data()['code'] ), $name );
			$this->assertStringNotContainsString( 'artwork_registry_', $answer->get_data()['message'], 'no name of a table' );
		}
	}

	public function test_what_another_plugin_throws_is_not_repeated_to_the_caller(): void {
		$id    = $this->artwork();
		$throw = static function (): void {
			throw new \RuntimeException( 'password=hunter2' );
		};
		wp_set_current_user( $this->user( 'administrator' ) );
		add_filter( 'post_type_link', $throw );
		foreach ( array( 'get-work', 'preview-work', 'register-work' ) as $name ) {
			$answer = $this->run_ability( $name, array( 'id' => $id ) );
			$this->assertStringNotContainsString( 'hunter2', (string) wp_json_encode( $answer->get_data() ), $name );
		}
		remove_filter( 'post_type_link', $throw );
	}

	public function test_nothing_of_it_is_loaded_before_somebody_asks_for_abilities(): void {
		$loaded = $this->wp_cli(
			'eval',
			'$of_abilities = static function ( $file ) { return false !== strpos( $file, "includes/Abilities" ); };'
			. ' $is_ours = static function ( $name ) { return 0 === strpos( $name, "artwork-registry/" ); };'
			. ' echo (int) has_action( "wp_abilities_api_init" ), count( array_filter( get_included_files(), $of_abilities ) ), "\n",'
			. ' count( array_filter( array_keys( wp_get_abilities() ), $is_ours ) );'
		);
		$this->assertSame( "10\n" . count( self::ALL ), trim( $loaded ) );
	}

	/** @var int */
	private $last_administrator = 0;

	protected function user( string $role ): int {
		$id = parent::user( $role );
		if ( 'administrator' === $role ) {
			$this->last_administrator = $id;
		}
		return $id;
	}

	/** A work without an artist, which the registry refused for that. */
	private function problem_work(): int {
		$id = $this->artwork( array( 'meta_input' => array() ) );
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		$this->refuse( $id );
		return $id;
	}

	/** The registry refused what the work says now. */
	private function refuse( int $id ): void {
		$revision = $this->revision( $id );
		Outbox::acknowledge( array( $id => $revision ) );
		$issue  = array( 'path' => 'artwork.artist_name', 'message' => 'Required' );
		$error  = wp_json_encode( array( 'code' => 'invalid_body', 'message' => 'Invalid', 'issues' => array( $issue ) ) );
		$report = array( 'registry_id' => null, 'public_page' => null, 'confirmed_at' => null, 'error' => $error );
		Status::save_reports( array( $report + $this->report( $id, 'attention', $revision ) ) );
		$this->assertSame( 'attention', Works_Query::find( $id )['view'] ?? null );
	}

	/** A registered work whose last change was refused for a reason outside of it. */
	private function refused_work(): int {
		$id = $this->registered_artwork();
		$error = wp_json_encode( array( 'code' => 'idempotency_key_reused', 'message' => '' ) );
		Status::save_reports( array( array( 'error' => $error ) + $this->report( $id, 'attention', 1 ) ) );
		return $id;
	}

	/** @return array<string, mixed> All that an order could change. */
	private function traces( int $id ): array {
		global $wpdb;
		return array(
			Status::choices( array( $id ) ),
			Outbox::find( $id ),
			Works_Query::find( $id ),
			$wpdb->get_results( 'SELECT * FROM ' . Tables::name( 'commands' ), ARRAY_A ),
		);
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array<string, mixed>
	 */
	private function confirmed( string $name, array $input ): array {
		$word   = $this->run_ability( $name, $input )->get_data()['data']['confirm'];
		$answer = $this->run_ability( $name, $input + array( 'confirm' => $word ) );
		$this->assertSame( 200, $answer->get_status(), (string) wp_json_encode( $answer->get_data() ) );
		return $answer->get_data();
	}

	/**
	 * @param array<string, mixed> $input
	 * @return array{0: int, 1: string}
	 */
	private function status_and_code( string $name, array $input ): array {
		$answer = $this->run_ability( $name, $input );
		return array( $answer->get_status(), $answer->get_data()['code'] ?? '' );
	}

	/** @param array<string, mixed>|null $input */
	private function run_ability( string $name, ?array $input = null ): WP_REST_Response {
		$is_order = in_array( $name, self::ORDERS, true );
		$request  = new WP_REST_Request( $is_order ? 'POST' : 'GET', "/wp-abilities/v1/abilities/artwork-registry/$name/run" );
		if ( $is_order ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( (string) wp_json_encode( array( 'input' => $input ) ) );
		} elseif ( null !== $input ) {
			$request->set_query_params( array( 'input' => $input ) );
		}
		return rest_do_request( $request );
	}

	/**
	 * @param list<string> $names
	 * @return array<string, array{0: string}>
	 */
	private function named( array $names ): array {
		return array_combine( $names, array_map( static fn( string $name ): array => array( $name ), $names ) );
	}
}
