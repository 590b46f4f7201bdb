<?php
/**
 * A sync service by docs/site-protocol.md that loses answers and reports late, or twice. It keeps what it was told, and gives out Art IDs.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

final class Reading_Service {
	/** @var array<int, array<string, mixed>> Shared works as they were told last. */
	public $works = array();
	/** @var array<int, string> */
	public $art_ids = array();
	/** @var array<int, array<int, true>> Work → revisions that were acknowledged. */
	public $acked = array();
	/** @var list<int> Works that it holds, as possible duplicates. */
	public $held = array();
	/** @var int Calls that the site refused. */
	public $refused = 0;
	/** @var array{generation: int, beat: int} */
	public $seen = array( 'generation' => 0, 'beat' => 0 );
	/** @var int The polls that the site remembers, as it answered last, whether or not that answer came. */
	public $beat = 0;
	/** @var bool Whether the site said that it is in doubt. */
	public $doubt = false;
	/** @var list<array<string, mixed>> Reports that were not sent yet, in order. */
	private $reports = array();
	/** @var list<'all'|list<string>> What the site is to list again. */
	private $again = array();
	/** @var callable(string, array<string, mixed>): array{0: int, 1: array<string, mixed>} */
	private $call;
	/** @var callable(array<string, mixed>): void */
	private $told;

	/**
	 * @param callable(string, array<string, mixed>): array{0: int, 1: array<string, mixed>} $call
	 * @param callable(array<string, mixed>): void                                          $told Hears of each change.
	 */
	public function __construct( callable $call, callable $told ) {
		$this->call = $call;
		$this->told = $told;
	}

	/** @param 'all'|list<string> $works What the site is to list at the next poll. */
	public function ask_again( $works ): void {
		$this->again[] = $works;
	}

	/** Whether it is about to ask for works once more. */
	public function has_questions(): bool {
		return array() !== $this->again;
	}

	/**
	 * A poll, and the pages that wait.
	 *
	 * @param bool                      $is_calm   No answer is lost and no report is late.
	 * @param callable(list<int>): void $meanwhile What happens between the page, of these works, and its acknowledgement.
	 */
	public function turn( bool $is_calm, callable $meanwhile ): void {
		$lost  = static function () use ( $is_calm ): bool {
			return ! $is_calm && 1 === mt_rand( 1, 6 );
		};
		$again = $this->again ? array( 'look_again' => $this->again[0] ) : array();
		list( $status, $answer ) = ( $this->call )( 'poll', array( 'seen' => $this->seen ) + $again );
		$this->beat = $answer['beat'] ?? $this->beat;
		if ( 200 !== $status || $lost() ) {
			$this->refused += 200 === $status ? 0 : 1;
			return;
		}
		if ( $again ) {
			array_shift( $this->again );
		}
		$this->doubt = null !== $answer['doubt'];
		if ( $this->doubt ) {
			return;
		}
		if ( $this->seen['generation'] > 0 && $answer['generation'] > $this->seen['generation'] ) {
			$this->again = array( 'all', array_map( 'strval', array_keys( $this->acked ) ) );
		}
		$this->seen = array( 'generation' => $answer['generation'], 'beat' => $answer['beat'] );
		$acks       = array();
		for ( $page = 0; $page < 12; $page++ ) {
			list( $status, $answer ) = ( $this->call )( 'changes', array( 'limit' => 50 ) );
			if ( 200 !== $status || $lost() ) {
				$this->refused += 200 === $status ? 0 : 1;
				return;
			}
			$acks = array();
			foreach ( $answer['changes'] as $change ) {
				( $this->told )( $change );
				$acks[] = $this->take( $change );
			}
			$meanwhile( array_map( 'intval', array_column( $acks, 'external_id' ) ) );
			if ( ! $acks ) {
				break;
			}
			foreach ( $acks as $ack ) {
				$this->acked[ (int) $ack['external_id'] ][ $ack['revision'] ] = true;
			}
			if ( 200 !== ( $this->call )( 'ack', array( 'acks' => $acks ) )[0] ) {
				++$this->refused;
				return;
			}
			if ( 0 === $answer['remaining'] && ! $answer['sweeping'] ) {
				break;
			}
		}
		if ( $this->reports && ( $is_calm || 1 === mt_rand( 1, 3 ) ) ) {
			$some = array_slice( $this->reports, 0, $is_calm ? 1000 : mt_rand( 1, 20 ) );
			for ( $time = $lost() ? 0 : 1; $time < 2; $time++ ) {
				if ( 200 !== ( $this->call )( 'report', array( 'works' => $some ) )[0] ) {
					++$this->refused;
					return;
				}
			}
			$this->reports = array_slice( $this->reports, count( $some ) );
		}
	}

	/**
	 * @param array<string, mixed> $change
	 * @return array<string, mixed> Its acknowledgement.
	 */
	private function take( array $change ): array {
		$id    = (int) $change['external_id'];
		$ack   = array( 'external_id' => $change['external_id'], 'revision' => $change['revision'] );
		$state = array( 'shared' => 'published', 'not_shared' => 'stopped', 'gone' => 'forgotten' )[ $change['state'] ] ?? null;
		if ( null === $state || in_array( $id, $this->held, true ) ) {
			// A broken one: the registry keeps its entry as it is.
			return $ack;
		}
		if ( 'shared' === $change['state'] ) {
			$this->art_ids[ $id ] = $this->art_ids[ $id ] ?? "AREG-$id";
			$is_before            = ( $this->works[ $id ] ?? null ) === $change['artwork'];
			$this->works[ $id ]   = $change['artwork'];
			if ( $is_before && array( 'state' => 'published', 'registry_id' => $this->art_ids[ $id ] ) === $change['said'] ) {
				return $ack + array( 'as_before' => true );
			}
		} else {
			unset( $this->works[ $id ] );
		}
		$this->reports[] = $ack + array(
			'state'        => $state,
			'registry_id'  => $this->art_ids[ $id ] ?? null,
			'public_page'  => isset( $this->art_ids[ $id ] ) ? 'https://registry.example/' . $this->art_ids[ $id ] : null,
			'confirmed_at' => '2026-11-26T10:00:00Z',
			'matched_on'   => null,
			'shows'        => null,
			'error'        => null,
			'held'         => null,
		);
		return $ack;
	}
}
