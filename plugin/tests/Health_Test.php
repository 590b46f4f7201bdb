<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Account_Notice;
use ArtworkRegistry\Clock;
use ArtworkRegistry\Health\Checks;
use ArtworkRegistry\Health\Failure_Notice;
use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Failed_Calls;
use ArtworkRegistry\Store\Failure_Log;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Printed_Early;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;

/** What is wrong, and who hears of it: Site Health, the command line, one e-mail, the log. */
final class Health_Test extends Wordpress_Case {
	use Broken_Statements;

	/** @var list<array{to: string, subject: string, message: string}> */
	private $mails = array();

	protected function setUp(): void {
		parent::setUp();
		Failure_Log::remove();
		$this->mails = array();
		add_filter( 'pre_wp_mail', array( $this, 'take_mail' ), 10, 2 );
	}

	protected function tearDown(): void {
		remove_filter( 'pre_wp_mail', array( $this, 'take_mail' ) );
		parent::tearDown();
	}

	public function test_all_checks_pass_on_a_connected_site_that_works(): void {
		$this->call( $this->pair(), 'poll', $this->poll_of( 'ok' ) );
		foreach ( Checks::all() as $check ) {
			$this->assertSame( array( 'good', '' ), array( $check['status'], $check['text'] ), $check['id'] );
		}
	}

	/** @return array<string, array{0: string, 1: string, 2: string}> */
	public function problems(): array {
		return array(
			'table'   => array( 'table', 'critical', 'restore a backup' ),
			'clone'   => array( 'clone', 'critical', 'open Artwork Registry and choose' ),
			'silent'  => array( 'service', 'critical', 'start it where it is installed' ),
			'account' => array( 'account', 'critical', 'Ask the registry for one' ),
			'clock'   => array( 'clock', 'recommended', 'set the clock' ),
			'printed' => array( 'printed', 'critical', 'wp-config.php:1 has printed' ),
			'answers' => array( 'answers', 'critical', 'error log' ),
			'lag'     => array( 'lag', 'recommended', 'select Update registry entries' ),
			'inbox'   => array( 'inbox', 'recommended', 'Start the sync service' ),
		);
	}

	/** @dataProvider problems */
	public function test_each_problem_is_named_with_what_to_do_and_no_other_check_speaks( string $id, string $status, string $advice ): void {
		$this->call( $this->pair(), 'poll', $this->poll_of( 'ok' ) );
		$this->bring_about( $id );
		$bad = array_filter( Checks::all(), static function ( array $check ): bool {
			return 'good' !== $check['status'];
		} );
		$this->assertSame( array( $id => $status ), array_column( $bad, 'status', 'id' ) );
		$this->assertStringContainsString( $advice, reset( $bad )['text'] );
		$tests  = apply_filters( 'site_status_tests', array( 'direct' => array() ) );
		$result = $tests['direct'][ 'artwork_registry_' . $id ]['test']();
		$this->assertSame( $status, $result['status'] );
		$this->assertStringContainsString( 'page=artwork-registry', $result['actions'] );
		Schema::install();
	}

	public function test_a_site_that_cannot_answer_is_named_until_it_can(): void {
		$pairing = $this->pair();
		$this->artwork();
		Change_Collector::flush();
		$break = static function ( string $sql ): string {
			if ( false !== strpos( $sql, 'waiting = 1 ORDER BY' ) ) {
				throw new \Error( 'A plugin failed.' );
			}
			return $sql;
		};
		$this->assertSame( 500, $this->with_query_filter( $break, fn() => $this->call( $pairing, 'changes' )[0] ) );
		$this->assertSame( 'critical', Checks::run( 'answers' )['status'] );
		$this->assertStringContainsString( 'A plugin failed.', Checks::run( 'answers' )['text'] );
		$this->call( $pairing, 'changes', array( 'peek' => true ) );
		$this->assertSame( 'critical', Checks::run( 'answers' )['status'], 'naming works is not reading them' );
		$this->call( $pairing, 'changes' );
		$this->assertSame( 'good', Checks::run( 'answers' )['status'] );
	}

	/** @return array<string, array{0: string, 1: string}> */
	public function filters_in_a_call(): array {
		return array(
			'while a page is built'    => array( 'changes', 'artwork_registry_field_title' ),
			'while a poll is answered' => array( 'poll', 'admin_url' ),
		);
	}

	/** @dataProvider filters_in_a_call */
	public function test_a_site_where_another_plugin_asks_the_database_in_vain_in_each_call_says_so_until_it_is_off( string $call, string $filter ): void {
		global $wpdb;
		$pairing = $this->pair();
		$this->taken_over_artwork();
		$break = static function ( $value ) use ( $wpdb ) {
			$wpdb->query( "SELECT no_such_column FROM $wpdb->posts" );
			return $value;
		};
		$wpdb->suppress_errors( true );
		add_filter( $filter, $break );
		$answers = array( $this->call( $pairing, $call )[0], $this->call( $pairing, $call )[0] );
		remove_filter( $filter, $break );
		$wpdb->suppress_errors( false );
		$this->assertSame( array( 500, 500 ), $answers );
		$check = Checks::run( 'answers' );
		$this->assertSame( 'critical', $check['status'] );
		$this->assertStringContainsString( 'no_such_column', $check['text'] );
		$this->assertStringContainsString( 'deactivate the plugin that was installed last', $check['text'] );
		$this->assertSame( 200, $this->call( $pairing, $call )[0] );
		$this->assertSame( 'good', Checks::run( 'answers' )['status'] );
	}

	public function test_a_call_that_is_answered_says_nothing_of_the_others(): void {
		Clock::freeze( time() );
		$since = Clock::now();
		Failed_Calls::record( 'changes', 'A page.' );
		Clock::freeze( $since + 7200 );
		Failed_Calls::record( 'poll', 'A poll.' );
		$this->assertSame( array( 'since' => $since, 'message' => 'A page.' ), Failed_Calls::find() );
		Failed_Calls::end( 'poll' );
		$this->assertSame( $since, Failed_Calls::find()['since'] ?? null );
		Failed_Calls::record( 'poll', 'A poll.' );
		Failed_Calls::end( 'changes' );
		$this->assertSame( $since + 7200, Failed_Calls::find()['since'] ?? null );
		Failed_Calls::end( 'poll' );
		$this->assertNull( Failed_Calls::find() );
	}

	/** @return array<string, array{0: string, 1: string, 2: string}> Call, a statement in it, and a later call that ends the failure. */
	public function statements_in_a_call(): array {
		return array(
			'a report'                            => array( 'report', '(?:INSERT|UPDATE) [^\']*artwork_registry_status', 'report' ),
			'an acknowledgement'                  => array( 'ack', 'UPDATE [^\']*artwork_registry_outbox', 'ack' ),
			'an acknowledgement before a page'    => array( 'ack', 'UPDATE [^\']*artwork_registry_outbox', 'changes' ),
			'an event'                            => array( 'event', 'INSERT [^\']*artwork_registry_events', 'event' ),
			'a review'                            => array( 'review', 'SELECT [^\']*artwork_registry_checks', 'review' ),
			'a review, for which nothing waits'   => array( 'review', 'SELECT [^\']*artwork_registry_checks', 'poll' ),
		);
	}

	/** @dataProvider statements_in_a_call */
	public function test_a_call_in_which_the_database_refuses_a_statement_is_shown_until_it_is_answered( string $call, string $statement, string $end ): void {
		$pairing = $this->pair();
		$id      = (string) $this->taken_over_artwork();
		$acks    = array( array( 'external_id' => $id, 'revision' => 1 ) );
		$event   = array( 'delivery_id' => 'd-1', 'type' => 'artwork.updated', 'external_id' => $id, 'created_at' => Clock::iso( Clock::now() ) );
		$report  = array( 'external_id' => $id, 'revision' => 1, 'state' => 'published', 'registry_id' => 'AREG-1', 'public_page' => null );
		$bodies  = array(
			'ack'     => array( 'acks' => $acks ),
			'changes' => array( 'acks' => $acks ),
			'event'   => array( 'events' => array( $event ) ),
			'report'  => array( 'works' => array( $report ) ),
			'review'  => array( 'limit' => 1 ),
		);
		$this->assertSame( 'good', Checks::run( 'answers' )['status'] );
		$failed = $this->failing( "/^\s*(?:$statement)\b/s", fn() => $this->call( $pairing, $call, $bodies[ $call ] )[0] );
		$this->assertSame( array( 500, 'critical' ), array( $failed, Checks::run( 'answers' )['status'] ) );
		if ( 'poll' !== $end ) {
			$this->assertSame( 200, $this->call( $pairing, 'changes' === $end ? 'event' : 'changes' )[0] );
			$this->assertSame( 'critical', Checks::run( 'answers' )['status'], 'another call was answered' );
		}
		$this->assertSame( 200, $this->call( $pairing, $end, $bodies[ $end ] ?? array() )[0] );
		$this->assertSame( 'good', Checks::run( 'answers' )['status'] );
	}

	public function test_an_action_of_ours_in_which_another_plugin_asks_the_database_in_vain_holds_up_no_call(): void {
		global $wpdb;
		$pairing = $this->pair();
		$id      = $this->taken_over_artwork();
		$heard   = array();
		$break   = static function () use ( $wpdb, &$heard ): void {
			$wpdb->query( "SELECT no_such_column FROM $wpdb->posts" );
			$heard[] = current_action();
		};
		$actions = array( 'artwork_registry_before_register', 'artwork_registry_registered' );
		$wpdb->suppress_errors( true );
		foreach ( $actions as $action ) {
			add_action( $action, $break );
		}
		$changes = $this->call( $pairing, 'changes' );
		$report  = array( 'external_id' => (string) $id, 'revision' => 1, 'state' => 'published', 'registry_id' => 'AREG-1', 'public_page' => null );
		$reports = $this->call( $pairing, 'report', array( 'works' => array( $report ) ) );
		foreach ( $actions as $action ) {
			remove_action( $action, $break );
		}
		$wpdb->suppress_errors( false );
		$this->assertSame( array( 200, 200, $actions ), array( $changes[0], $reports[0], $heard ) );
	}

	public function test_a_lasting_problem_is_written_about_once_and_again_only_after_it_was_over_and_not_on_the_same_day(): void {
		$pairing = $this->pair();
		$this->call( $pairing, 'poll', $this->poll_of( 'unauthorized' ) );
		$start = Clock::now();
		Failure_Notice::look();
		$this->assertCount( 0, $this->mails );
		$this->an_hour_later( $start, 1, $pairing, 'unauthorized' );
		$this->an_hour_later( $start, 2, $pairing, 'unauthorized' );
		$this->assertCount( 1, $this->mails );
		$this->assertSame( get_option( 'admin_email' ), $this->mails[0]['to'] );
		$this->assertStringContainsString( 'no longer accepts the key', $this->mails[0]['message'] );
		$this->an_hour_later( $start, 3, $pairing, 'ok' );
		$this->an_hour_later( $start, 4, $pairing, 'unauthorized' );
		$this->assertCount( 1, $this->mails );
		$this->an_hour_later( $start, 5, $pairing, 'unauthorized' );
		$this->assertCount( 1, $this->mails, 'at most one a day' );
		$this->an_hour_later( $start, 27, $pairing, 'unauthorized' );
		$this->assertCount( 2, $this->mails );
		$this->an_hour_later( $start, 52, $pairing, 'unauthorized' );
		$this->assertCount( 2, $this->mails );
	}

	public function test_a_problem_that_was_recorded_by_a_clock_40_days_ahead_is_written_about_once_the_clock_is_right(): void {
		$pairing = $this->pair();
		$start   = Clock::now();
		$this->an_hour_later( $start, 40 * 24, $pairing, 'unauthorized' );
		$this->an_hour_later( $start, 1, $pairing, 'unauthorized' );
		$this->assertCount( 0, $this->mails );
		$this->an_hour_later( $start, 3, $pairing, 'unauthorized' );
		$this->assertCount( 1, $this->mails );
	}

	public function test_a_day_without_the_sync_service_is_written_about_and_a_night_is_not(): void {
		$this->call( $this->pair(), 'poll', $this->poll_of( 'ok' ) );
		$start = Clock::now();
		foreach ( range( 1, 11 ) as $hour ) {
			Clock::freeze( $start + $hour * 3600 );
			Failure_Notice::look();
		}
		$this->assertCount( 0, $this->mails );
		Clock::freeze( $start + 14 * 3600 );
		Failure_Notice::look();
		$this->assertCount( 1, $this->mails );
		$this->assertStringContainsString( 'responding', $this->mails[0]['subject'] );
	}

	public function test_the_e_mail_goes_where_the_owner_says_or_nowhere(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 400, $this->screen( 'POST', 'settings', array( 'mail_to' => 'no address' ) )->get_status() );
		$this->assertSame( 200, $this->screen( 'POST', 'settings', array( 'mail_to' => 'agency@example.org' ) )->get_status() );
		$pairing = $this->pair();
		$this->call( $pairing, 'poll', $this->poll_of( 'unauthorized' ) );
		$start = Clock::now();
		Failure_Notice::look();
		$this->an_hour_later( $start, 2, $pairing, 'unauthorized' );
		$this->assertSame( array( 'agency@example.org' ), array_column( $this->mails, 'to' ) );
		$this->screen( 'POST', 'settings', array( 'mail_on' => 'no' ) );
		Failure_Log::remove();
		$this->an_hour_later( $start, 3, $pairing, 'unauthorized' );
		$this->an_hour_later( $start, 5, $pairing, 'unauthorized' );
		$this->assertCount( 1, $this->mails );
	}

	public function test_a_staging_copy_writes_to_nobody(): void {
		$this->call( $this->pair(), 'poll', $this->poll_of( 'ok' ) );
		$elsewhere = static function (): string {
			return 'https://staging.example';
		};
		add_filter( 'option_home', $elsewhere, 99 );
		$start = Clock::now();
		foreach ( array( 0, 13, 26 ) as $hours ) {
			Clock::freeze( $start + $hours * 3600 );
			Failure_Notice::look();
		}
		remove_filter( 'option_home', $elsewhere, 99 );
		$this->assertCount( 0, $this->mails );
	}

	public function test_the_gallerys_own_site_with_another_database_says_that_nothing_is_sent(): void {
		$this->call( $this->pair(), 'poll', $this->poll_of( 'ok' ) );
		$this->bring_about( 'clone' );
		$start = Clock::now();
		foreach ( array( 0, 2 ) as $hours ) {
			Clock::freeze( $start + $hours * 3600 );
			Failure_Notice::look();
		}
		$this->assertCount( 1, $this->mails );
		$this->assertStringContainsString( 'Nothing is sent until you say which it is', $this->mails[0]['message'] );
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( 'dashboard' => 1, 'plugins' => 1, 'edit-post' => 0 ) as $screen => $shown ) {
			set_current_screen( $screen );
			ob_start();
			Account_Notice::show();
			$this->assertSame( $shown, substr_count( (string) ob_get_clean(), 'notice-error' ), $screen );
		}
		unset( $GLOBALS['current_screen'] );
	}

	public function test_the_plugin_says_what_stays_in_the_registry_before_it_is_deactivated(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( array( '', '' ), $this->plugins_screen(), 'nothing is there yet' );
		$ids = array( $this->artwork(), $this->artwork(), $this->artwork() );
		Status::save_reports(
			array(
				array( 'shows' => '{"availability":"for_sale"}' ) + $this->report( $ids[0], 'published' ),
				array( 'shows' => '{"availability":"sold"}' ) + $this->report( $ids[1], 'sold' ),
				array( 'shows' => '{"availability":"not_for_sale"}' ) + $this->report( $ids[2], 'stopped' ),
			)
		);
		$asked = $this->statements_in( function () use ( &$row, &$question ): void {
			list( $row, $question ) = $this->plugins_screen();
		} );
		$this->assertSame( array(), preg_grep( '/\bCOUNT\s*\(/i', $asked ), 'no work is counted for it' );
		$this->assertStringContainsString( 'Artworks of this site are in the artwork registry. They stay there', $row );
		$this->assertStringContainsString( 'page=artwork-registry', $row );
		$this->assertStringContainsString( 'window.confirm( "Artworks of this site', $question );
	}

	/** @return array{0: string, 1: string} The row below the plugin, and the script at the end of the page. */
	private function plugins_screen(): array {
		ob_start();
		do_action( 'after_plugin_row_' . plugin_basename( ARTWORK_REGISTRY_FILE ), '', array(), 'all' );
		$row = (string) ob_get_clean();
		ob_start();
		do_action( 'admin_print_footer_scripts-plugins.php' );
		return array( $row, (string) ob_get_clean() );
	}

	public function test_the_log_shows_no_key_secret_token_or_address(): void {
		$secret = base64_encode( random_bytes( 32 ) );
		$token  = bin2hex( random_bytes( 16 ) );
		$text   = Log::redact(
			"key areg_abcDEFGHIJKLMNOPQRSTUVWXYZ012345 secret $secret whsec_qwertzuiop== token $token"
			. ' code ABCD-EFGH by berthe@gallery.example, work 12'
		);
		foreach ( array( 'DEFGHI', $secret, 'qwertzuiop', $token, 'ABCD-EFGH', 'berthe@' ) as $hidden ) {
			$this->assertStringNotContainsString( $hidden, $text );
		}
		$this->assertStringContainsString( 'work 12', $text );
		$this->assertStringContainsString( 'areg_abc…', $text );
	}

	public function test_the_doctor_says_the_same_and_ends_with_what_it_found(): void {
		$this->call( $this->pair(), 'poll', $this->poll_of( 'ok' ) );
		$this->assertTrue( json_decode( $this->wp( 'doctor', '--format=json' ), true )['ok'] );
		$this->bring_about( 'account' );
		$said = json_decode( $this->wp( 'doctor', '--format=json' ), true );
		$this->assertFalse( $said['ok'] );
		$this->assertSame( Checks::IDS, array_column( $said['checks'], 'id' ) );
		$this->assertStringContainsString( '✗', $this->wp( 'doctor' ) );
	}

	public function test_retry_and_audit_from_the_command_line(): void {
		$this->assertSame( '', $this->wp( 'audit', '--format=json' ) );
		$pairing = $this->pair();
		$id      = $this->taken_over_artwork();
		$work    = array(
			'external_id' => (string) $id,
			'revision' => 1,
			'state' => 'attention',
			'error' => array( 'code' => 'invalid_body', 'message' => 'No.', 'issues' => array(), 'hint' => null ),
		);
		$this->call( $pairing, 'report', array( 'works' => array( $work ) ) );
		$this->assertSame( array( 'retried' => 1 ), json_decode( $this->wp( 'retry', '--format=json' ), true ) );
		$this->assertSame( array( 'retried' => 0 ), json_decode( $this->wp( 'retry', (string) $id, '--format=json' ), true ) );
		$this->assertSame( '', $this->wp( 'retry', 'twelve', '--format=json' ) );
		$this->assertSame( array( 'requested' => 'audit' ), json_decode( $this->wp( 'audit', '--format=json' ), true ) );
		$this->assertSame( array( 'retry', 'audit' ), array_column( $this->call( $pairing, 'poll' )[1]['commands'], 'name' ) );
	}

	/**
	 * The filter pre_wp_mail.
	 *
	 * @param mixed                $sent
	 * @param array<string, mixed> $mail
	 */
	public function take_mail( $sent, $mail ): bool {
		$this->mails[] = array(
			'to'      => (string) $mail['to'],
			'subject' => (string) $mail['subject'],
			'message' => (string) $mail['message'],
		);
		return true;
	}

	/** @param array<string, mixed> $pairing */
	private function an_hour_later( int $start, int $hours, array $pairing, string $account ): void {
		Clock::freeze( $start + $hours * 3600 );
		$this->call( $pairing, 'poll', $this->poll_of( $account ) );
		Failure_Notice::look();
	}

	/** @return array<string, mixed> */
	private function poll_of( string $account, int $off = 0 ): array {
		return array(
			'time'   => Clock::iso( Clock::now() + $off ),
			'status' => array( 'account' => array( 'state' => $account, 'message' => null, 'since' => null ) ),
		);
	}

	private function bring_about( string $problem ): void {
		global $wpdb;
		$status = get_option( 'artwork_registry_sync_status' );
		switch ( $problem ) {
			case 'table':
				$wpdb->query( 'DROP TABLE ' . Tables::name( 'events' ) );
				break;
			case 'clone':
				Identity::save( array( 'database' => 'elsewhere' ) + Identity::find() );
				break;
			case 'service':
				$status['seen_at']                 = Clock::now() - 7200;
				$status['service']['next_poll_by'] = Clock::now() - 7100;
				break;
			case 'account':
				$status['status']['account']['state'] = 'unauthorized';
				break;
			case 'clock':
				$status['status']['site_ahead_seconds'] = -500;
				break;
			case 'printed':
				Printed_Early::record( 'wp-config.php:1' );
				break;
			case 'answers':
				Failed_Calls::record( 'changes', 'A plugin failed.' );
				break;
			case 'lag':
				Clock::freeze( Clock::now() - 7200 );
				Outbox::touch( array( 7 => 'artwork' ) );
				Clock::freeze( null );
				break;
			case 'inbox':
				$rows = array();
				for ( $n = 0; $n < 500; $n++ ) {
					$rows[] = array( hash( 'sha256', (string) $n ), '{}', 'e30=', Clock::now() );
				}
				Sql::write( 'INSERT INTO ' . Tables::name( 'inbox' ) . ' (seal, headers, body, received_at) VALUES ' . Sql::rows( $rows ) );
				break;
		}
		update_option( 'artwork_registry_sync_status', $status, false );
	}
}
