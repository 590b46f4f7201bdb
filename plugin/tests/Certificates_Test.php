<?php
/**
 * Labels and certificates of works: what the owner may ask for, what the sync service hears, and what happens then.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Admin\Bulk_Actions;
use ArtworkRegistry\Admin\Bulk_Question;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Status;

class Certificates_Test extends Wordpress_Case {
	/** @var array{site_id: string, secret: string} */
	private $pairing;

	protected function setUp(): void {
		parent::setUp();
		$this->pairing = $this->pair();
		$this->poll( array() );
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	public function test_a_certificate_is_asked_for_once_and_shown_when_the_registry_has_issued_it(): void {
		$id      = $this->registered();
		$request = wp_generate_uuid4();
		$asked   = array( 'request' => $request, 'edition_number' => 3, 'edition_size' => 50, 'note' => ' Signed on the back. ' );
		$this->assertSame( 'waiting', $this->screen( 'POST', "works/$id/certificates", $asked )->get_data()['certificates'][0]['state'] );
		$this->assertCount( 1, $this->screen( 'POST', "works/$id/certificates", $asked )->get_data()['certificates'], 'a second click' );
		$order = $this->poll()[0];
		$this->assertSame(
			array( 'issue', (string) $id, 3, 50, 'Signed on the back.' ),
			array( $order['kind'], $order['external_id'], $order['edition_number'], $order['edition_size'], $order['note'] )
		);
		$this->assertSame( $order['id'], $this->poll()[0]['id'], 'it stays until its outcome is told' );
		$this->assertSame( array(), $this->settle( $order['id'] ) );
		$paper = $this->screen( 'GET', "works/$id/certificates" )->get_data()['certificates'][0];
		$this->assertSame( array( 'issued', 'https://registry.example/certificates/c1.pdf' ), array( $paper['state'], $paper['pdf'] ) );
		$this->assertSame( '2026-01-01T00:00:00Z', $paper['issued_at'] );
		$this->settle( $order['id'], array( 'certificate_id' => 'another' ) );
		$this->assertSame( 'c1', Certificates::find( $paper['id'] )['certificate_id'], 'an outcome that comes twice changes nothing' );
	}

	public function test_a_certificate_is_withdrawn_with_a_reason(): void {
		$id    = $this->registered();
		$paper = $this->issued( $id );
		$path  = "works/$id/certificates/$paper/withdraw";
		$this->assertSame( 400, $this->screen( 'POST', $path, array( 'reason' => '' ) )->get_status() );
		$this->assertSame( 'withdrawing', $this->screen( 'POST', $path, array( 'reason' => 'The sale was cancelled.' ) )->get_data()['certificates'][0]['state'] );
		$order = $this->poll()[0];
		$this->assertSame( array( 'withdraw', 'c1', 'The sale was cancelled.', null ),
			array( $order['kind'], $order['certificate_id'], $order['reason'], $order['external_id'] ) );
		$this->settle( $order['id'], array( 'withdrawn_at' => '2026-01-02T00:00:00Z' ) );
		$this->assertSame( 'withdrawn', Certificates::find( $paper )['state'] );
		$this->screen( 'POST', $path, array( 'reason' => 'Again.' ) );
		$this->assertSame( 'withdrawn', Certificates::find( $paper )['state'] );
	}

	public function test_a_refused_certificate_says_why_and_can_be_tried_again_under_a_new_id(): void {
		$id = $this->registered();
		$this->screen( 'POST', "works/$id/certificates", array( 'request' => wp_generate_uuid4() ) );
		$first = $this->poll()[0]['id'];
		foreach ( array( 'not_supported', 'unclear', 'not_permitted', 'a_code_of_tomorrow' ) as $code ) {
			$wire = $this->poll()[0]['id'];
			$this->settle( $wire, array( 'ok' => false, 'code' => $code, 'certificate_id' => null ) );
			$paper = $this->screen( 'GET', "works/$id/certificates" )->get_data()['certificates'][0];
			$this->assertSame( 'refused', $paper['state'] );
			$this->assertGreaterThan( 30, strlen( $paper['error'] ) );
			$this->assertSame( 'waiting', $this->screen( 'POST', "works/$id/certificates/{$paper['id']}/retry" )->get_data()['certificates'][0]['state'] );
		}
		$this->assertNotSame( $first, $this->poll()[0]['id'] );
	}

	public function test_a_later_certificate_for_the_same_copy_supersedes_the_former(): void {
		$id = $this->registered();
		$this->issued( $id, 'c1' );
		$this->issued( $id, 'c2' );
		$printables = $this->screen( 'GET', "works/$id/certificates" )->get_data()['certificates'];
		$this->assertSame( array( false, true ), array_column( $printables, 'is_superseded' ) );
	}

	public function test_several_works_get_a_certificate_each_and_an_order_sent_twice_issues_none_more(): void {
		$ids   = array( $this->registered(), $this->registered() );
		$other = $this->artwork();
		$order = array( 'order' => 'certificate', 'ids' => array( $ids[0], $ids[1], $other ), 'request' => wp_generate_uuid4() );
		$this->assertSame( array( 'done' => 2, 'refused' => 0 ), $this->screen( 'POST', 'works/bulk', $order )->get_data() );
		$this->assertSame( 0, $this->screen( 'POST', 'works/bulk', $order )->get_data()['done'], 'the same order again' );
		$asked = array_map( 'intval', array_column( $this->poll(), 'external_id' ) );
		sort( $asked );
		$this->assertSame( $ids, $asked );
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertSame( 403, $this->screen( 'POST', 'works/bulk', array( 'request' => wp_generate_uuid4() ) + $order )->get_status() );
	}

	public function test_labels_of_works_ticked_in_a_list_are_a_page_each_of_one_file(): void {
		$ids   = array( $this->registered(), $this->registered(), $this->artwork() );
		$shown = $this->ticked( 'labels', $ids );
		$this->assertStringContainsString( '2 labels, a page each', $shown );
		$this->assertStringContainsString( '1 artwork has no label', $shown );
		$this->assertSame( 2, preg_match_all( '#href="([^"]*/labels\.pdf\?works=[^",]+,[^",]+(?:&|&\#038;)size=a[67])"#', $shown ), $shown );
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertStringNotContainsString( 'labels.pdf', $this->ticked( 'labels', $ids ) );
	}

	public function test_certificates_of_works_ticked_in_a_list_are_issued_after_a_question_and_once(): void {
		$ids   = array( $this->registered(), $this->registered() );
		$other = $this->artwork();
		$shown = $this->ticked( 'certificates', array( $ids[0], $ids[1], $other ) );
		$this->assertStringContainsString( 'A certificate is permanent', $shown );
		$this->assertStringContainsString( 'Issue 2 certificates</button>', $shown );
		$this->assertStringContainsString( '1 artwork gets none', $shown );
		$this->assertSame( array(), $this->poll(), 'nothing before the answer' );
		$_GET = Bulk_Question::carry_out();
		$this->assertStringContainsString( '2 certificates are being issued', $this->notice() );
		$_GET = Bulk_Question::carry_out();
		$asked = array_map( 'intval', array_column( $this->poll(), 'external_id' ) );
		sort( $asked );
		$this->assertSame( $ids, $asked );
		wp_set_current_user( $this->user( 'contributor' ) );
		$this->assertStringNotContainsString( '<button', $this->ticked( 'certificates', $ids ) );
	}

	/** @param list<int> $ids */
	private function ticked( string $action, array $ids ): string {
		$address = Bulk_Actions::handle( 'edit.php?post_type=areg_artwork', 'artwork_registry_' . $action, $ids );
		wp_parse_str( (string) wp_parse_url( $address, PHP_URL_QUERY ), $_GET );
		return $this->notice();
	}

	private function notice(): string {
		set_current_screen( 'edit-areg_artwork' );
		ob_start();
		Bulk_Actions::show();
		$_GET = array();
		unset( $GLOBALS['current_screen'] );
		return (string) ob_get_clean();
	}

	public function test_only_a_registered_work_of_ours_has_a_label_and_a_certificate(): void {
		$id = $this->artwork();
		Status::choose( array( $id ), Status::CHOSEN );
		$printables = $this->screen( 'GET', "works/$id/certificates" )->get_data();
		$this->assertSame( array( null, false ), array( $printables['label'], $printables['can_issue'] ) );
		$this->assertSame( 409, $this->screen( 'POST', "works/$id/certificates", array( 'request' => wp_generate_uuid4() ) )->get_status() );
		$shown = array();
		foreach ( array( 'published', 'sold', 'stopped', 'hidden', 'elsewhere', 'moved' ) as $state ) {
			// The owner stopped updating it, or hid it.
			Status::choose( array( $id ), in_array( $state, array( 'stopped', 'hidden' ), true ) ? Status::EXCLUDED : Status::CHOSEN );
			Status::save_reports( array( $this->report( $id, $state, $this->revision( $id ) ) ) );
			$printables          = $this->screen( 'GET', "works/$id/certificates" )->get_data();
			$shown[ $state ] = array( null !== $printables['label'], $printables['can_issue'] );
		}
		$yes = array( true, true );
		$this->assertSame(
			array( 'published' => $yes, 'sold' => $yes, 'stopped' => $yes, 'hidden' => array( false, true ),
				'elsewhere' => array( false, false ), 'moved' => array( false, false ) ),
			$shown
		);
	}

	public function test_a_registry_without_certificates_is_asked_for_none(): void {
		$id = $this->registered();
		$this->poll( array(), false );
		$printables = $this->screen( 'GET', "works/$id/certificates" )->get_data();
		$this->assertSame( array( false, false ), array( $printables['is_supported'], $printables['can_issue'] ) );
		$this->assertIsArray( $printables['label'] );
	}

	public function test_only_users_who_may_publish_the_work_issue_and_withdraw(): void {
		$id    = $this->registered();
		$paper = $this->issued( $id );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( 403, $this->screen( 'GET', "works/$id/certificates" )->get_status() );
		$this->assertSame( 403, $this->screen( 'POST', "works/$id/certificates", array( 'request' => wp_generate_uuid4() ) )->get_status() );
		$this->assertSame( 403, $this->screen( 'POST', "works/$id/certificates/$paper/withdraw", array( 'reason' => 'No.' ) )->get_status() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$other = $this->registered();
		$this->assertSame( 404, $this->screen( 'POST', "works/$other/certificates/$paper/withdraw", array( 'reason' => 'No.' ) )->get_status() );
		$this->assertSame( 'issued', Certificates::find( $paper )['state'] );
	}

	public function test_orders_that_cannot_be_carried_out_yet_hold_up_no_others(): void {
		$id = $this->registered();
		for ( $number = 1; $number <= 45; $number++ ) {
			Certificates::insert( "line $number", $id, 0, $number, null, null );
		}
		$seen = array();
		for ( $poll = 0; $poll < 4; $poll++ ) {
			$orders = $this->poll();
			$this->assertCount( 20, $orders );
			$seen += array_flip( array_column( $orders, 'edition_number' ) );
		}
		$this->assertCount( 45, $seen );
	}

	private function registered(): int {
		$id = $this->artwork();
		Status::choose( array( $id ), Status::CHOSEN );
		Status::save_reports( array( $this->report( $id, 'published', $this->revision( $id ) ) ) );
		return $id;
	}

	/** @return int The certificate's id here. */
	private function issued( int $id, string $certificate = 'c1' ): int {
		$this->screen( 'POST', "works/$id/certificates", array( 'request' => wp_generate_uuid4() ) );
		$this->settle( $this->poll()[0]['id'], array( 'certificate_id' => $certificate ) );
		return Certificates::list_of_works( array( $id ) )[0]['id'];
	}

	/**
	 * @param list<array<string, mixed>> $done
	 * @return list<array<string, mixed>> The orders for certificates in the site's answer.
	 */
	private function poll( array $done = array(), bool $has_certificates = true ): array {
		$status = array( 'registry' => array( 'url' => 'https://registry.example/api/v1', 'certificates' => $has_certificates ) );
		return $this->call( $this->pairing, 'poll', array( 'status' => $status, 'certificates_done' => $done ) )[1]['certificates'];
	}

	/**
	 * @param array<string, mixed> $outcome
	 * @return list<array<string, mixed>>
	 */
	private function settle( string $wire_id, array $outcome = array() ): array {
		$certificate = $outcome['certificate_id'] ?? 'c1';
		return $this->poll( array(
			$outcome + array(
				'id'             => $wire_id,
				'ok'             => true,
				'code'           => null,
				'message'        => null,
				'certificate_id' => $certificate,
				'public_page'    => 'https://registry.example/certificates/' . $certificate,
				'registry_id'    => 'AREG-1',
				'issued_at'      => '2026-01-01T00:00:00Z',
				'withdrawn_at'   => null,
			),
		) );
	}
}
