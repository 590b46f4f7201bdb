<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Tests\Woocommerce_Case;

final class Sale_Certificates_Test extends Woocommerce_Case {
	/** @var array{site_id: string, secret: string} */
	private $pairing;

	protected function setUp(): void {
		parent::setUp();
		$this->pairing = $this->pair();
		$this->poll( array() );
	}

	public function test_a_paid_order_asks_for_one_certificate_of_each_registered_artwork_however_often_it_is_paid(): void {
		Settings::update( array( 'certify_sales' => 'yes' ) );
		$work  = $this->registered();
		$order = $this->order( wc_get_product( $work ), $this->product( array( 'name' => 'A frame, not registered' ) ) );
		$this->assertSame( array(), Certificates::list_of_order( $order->get_id() ), 'not before the money is there' );
		$order->payment_complete();
		$order->update_status( 'completed' );
		$order->update_status( 'processing' );
		$ordered = Certificates::list_of_order( $order->get_id() );
		$this->assertSame( array( $work ), array_column( $ordered, 'external_id' ) );
		$this->assertStringNotContainsString( 'Certificate', wc_get_email_order_items( $order ), 'the registry has not issued it yet' );

		$asked = $this->poll( array() )[0];
		$this->assertSame( array( 'issue', (string) $work ), array( $asked['kind'], $asked['external_id'] ) );
		$this->poll( array( array(
			'id'             => $asked['id'],
			'ok'             => true,
			'code'           => null,
			'message'        => null,
			'certificate_id' => 'c1',
			'public_page'    => 'https://registry.example/certificates/c1',
			'registry_id'    => 'AREG-1',
			'issued_at'      => '2026-01-01T00:00:00Z',
			'withdrawn_at'   => null,
		) ) );
		$this->assertStringContainsString( 'href="https://registry.example/certificates/c1.pdf"', wc_get_email_order_items( $order ) );
		$this->assertStringContainsString( 'Certificate: https://registry.example/certificates/c1.pdf',
			wc_get_email_order_items( $order, array( 'plain_text' => true ) ) );
		Certificates::withdraw( $ordered[0]['id'], 'Refunded.' );
		$this->assertStringNotContainsString( 'c1.pdf', wc_get_email_order_items( $order ) );
	}

	public function test_nothing_is_issued_unless_the_owner_wants_it(): void {
		$order = $this->order( wc_get_product( $this->registered() ) );
		$order->payment_complete();
		$this->assertSame( array(), Certificates::list_of_order( $order->get_id() ) );
	}

	private function registered(): int {
		$id = $this->product()->get_id();
		Status::choose( array( $id ), Status::CHOSEN );
		Status::save_reports( array( $this->report( $id, 'published', $this->revision( $id ) ) ) );
		return $id;
	}

	/**
	 * @param list<array<string, mixed>> $done
	 * @return list<array<string, mixed>>
	 */
	private function poll( array $done ): array {
		$status = array( 'registry' => array(
			'url'          => 'https://registry.example/api/v1',
			'certificates' => true,
		) );
		return $this->call( $this->pairing, 'poll', array(
			'status'            => $status,
			'certificates_done' => $done,
		) )[1]['certificates'];
	}
}
