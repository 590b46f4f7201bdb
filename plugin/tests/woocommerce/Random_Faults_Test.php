<?php
/**
 * A shop whose tables cannot be read a tenth of the time, while its owner edits and sells and the sync service polls. Hundreds of works over
 * 24 hours with ARTWORK_REGISTRY_LONG=1 (`npm run test:long`), else few of them over one hour. SEED chooses another run.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Tests\Woocommerce_Case;

final class Random_Faults_Test extends Woocommerce_Case {
	/** As a service of the gallery's own polls. */
	private const POLL_SECONDS = 35;

	/** @var array{site_id: string, secret: string} */
	private $pairing;
	/** @var string The table that cannot be read now; '' : none. */
	private $away = '';
	/** @var array<int, array{price: mixed, title: string}> What the sync service was shown last of each work. */
	private $shown = array();
	/** @var list<string> What must never happen. */
	private $wrong = array();
	/** @var int Calls that the site refused because a table could not be read. */
	private $refused = 0;

	protected function tearDown(): void {
		remove_filter( 'query', array( $this, 'ask_for_another' ) );
		$GLOBALS['wpdb']->suppress_errors( false );
		parent::tearDown();
	}

	public function test_no_work_leaves_and_no_price_is_wrong_while_random_tables_cannot_be_read(): void {
		$is_long = self::is_long();
		list( $works, $polls ) = $is_long ? array( 600, 24 * 3600 / self::POLL_SECONDS ) : array( 20, 3600 / self::POLL_SECONDS );
		$seed = (int) ( getenv( 'SEED' ) ?: 20261125 );
		mt_srand( $seed );
		$this->pairing = $this->pair();
		$ids           = array();
		for ( $n = 0; $n < $works; $n++ ) {
			$ids[] = $this->product( array( 'name' => "Work $n", 'regular_price' => (string) ( 100 + $n ) ) )->get_id();
		}
		Change_Collector::flush();
		Status::choose( $ids, Status::CHOSEN );
		add_filter( 'query', array( $this, 'ask_for_another' ) );
		$GLOBALS['wpdb']->suppress_errors( true );
		$now = Clock::now();
		for ( $poll = 0; $poll < $polls; $poll++ ) {
			Clock::freeze( $now += self::POLL_SECONDS );
			$this->owner_edits( $ids[ mt_rand( 0, $works - 1 ) ] );
			$this->away = mt_rand( 1, 10 ) === 1 ? $this->some_table() : '';
			$this->service_polls();
		}
		// Then the database is well again, and all that the owner did arrives.
		$this->away = '';
		for ( $poll = 0; $poll < 40 + $works / 25; $poll++ ) {
			Clock::freeze( $now += self::POLL_SECONDS );
			wp_cache_flush();
			$this->service_polls();
		}
		foreach ( $ids as $id ) {
			$product = wc_get_product( $id );
			$is      = $this->shown[ $id ] ?? array( 'price' => null, 'title' => '' );
			if ( array( (float) $product->get_regular_price(), $product->get_name() ) !== array( $is['price'], $is['title'] ) ) {
				$this->wrong[] = "$id is shown as " . wp_json_encode( $is ) . ' instead of ' . $product->get_regular_price() . ' ' . $product->get_name();
			}
		}
		$this->assertSame( array(), $this->wrong, "SEED=$seed" );
		$this->assertGreaterThan( 0, $this->refused, 'some tables really could not be read' );
	}

	public function ask_for_another( string $sql ): string {
		return '' === $this->away ? $sql : (string) preg_replace( "/`?\\b$this->away\\b`?/", "nowhere.$this->away", $sql );
	}

	private function some_table(): string {
		global $wpdb;
		$tables = array(
			$wpdb->posts, $wpdb->postmeta, $wpdb->terms, $wpdb->term_taxonomy, $wpdb->term_relationships, Tables::name( 'status' ),
			Tables::name( 'outbox' ), Tables::name( 'checks' ), Tables::name( 'pictures' ),
		);
		return $tables[ mt_rand( 0, count( $tables ) - 1 ) ];
	}

	private function owner_edits( int $id ): void {
		$this->away = '';
		wp_cache_flush();
		$product = wc_get_product( $id );
		if ( mt_rand( 0, 1 ) === 0 ) {
			$product->set_regular_price( (string) mt_rand( 1000, 99999 ) );
		} else {
			$product->set_name( 'Renamed ' . mt_rand( 1, 99999 ) );
		}
		// Its table may be away at the very end of the save.
		$this->away = mt_rand( 1, 10 ) === 1 ? Tables::name( 'outbox' ) : '';
		$product->save();
		Change_Collector::flush();
		$this->away = '';
	}

	private function service_polls(): void {
		$this->call_or_nothing( 'poll' );
		list( $status, $answer ) = $this->call_or_nothing( 'changes', array( 'limit' => 50 ) );
		if ( 200 !== $status ) {
			++$this->refused;
			// The object cache is not emptied here: it must not keep what could not be read.
			return;
		}
		$acks = array();
		foreach ( $answer['changes'] as $change ) {
			$id = (int) $change['external_id'];
			if ( 'shared' !== $change['state'] ) {
				$why           = $change['reason'] ?? $change['error']['code'] ?? '';
				$this->wrong[] = "$id: {$change['state']} $why" . ( '' === $this->away ? '' : " without $this->away" );
				continue;
			}
			$work = $change['artwork'];
			if ( null === ( $work['price']['amount'] ?? null ) || 'for_sale' !== $work['availability'] ) {
				$this->wrong[] = "$id: " . $work['availability'] . ' without a price' . ( '' === $this->away ? '' : ", and without $this->away" );
			}
			$this->shown[ $id ] = array( 'price' => (float) ( $work['price']['amount'] ?? 0 ), 'title' => $work['title'] );
			$acks[]             = array( 'external_id' => (string) $id, 'revision' => $change['revision'] );
		}
		$this->away = '';
		$this->call_or_nothing( 'ack', array( 'acks' => $acks ) );
	}

	/**
	 * @param array<string, mixed> $data
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	private function call_or_nothing( string $name, array $data = array() ): array {
		$answer = \ArtworkRegistry\Protocol\Daemon_Api::answer( $this->signed( $this->pairing, $name, $data ), true );
		return array( $answer->status, (array) json_decode( $answer->body, true ) );
	}
}
