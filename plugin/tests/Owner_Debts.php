<?php
/**
 * What a site owes its sync service: a work that is not as the service knows it waits, or is on a list of what is read again. Only what no
 * hook can tell is left to the background check of a day. For Random_Owner_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Sync\Missed_Changes;

trait Owner_Debts {
	/** @var array<int, true> Works that changed where no hook could tell: by SQL, while the plugin was off, or in a request that broke. */
	private $unheard = array();
	/** @var array<int, string> Works whose change is to be found by looking at all of them: "walk": a term was renamed; "missed": noting it failed. */
	private $promised = array();
	/** @var array<int, true> Works that were not told since an older table was put back, which may say that they never were. */
	private $rolled_back = array();
	/** @var bool Whether this step changed works without a hook. */
	private $is_silent = false;
	/** @var array<int, array{0: array<string, mixed>|null, 1: string|null}> What each work was after the step before. */
	private $before = array();

	/** @param array<int, array<string, mixed>> $works */
	private function check_debts( array $works ): void {
		$owed = array();
		$now  = array();
		foreach ( array_keys( $works + $this->service->works ) as $id ) {
			$now[ $id ] = array( $works[ $id ] ?? null, $this->model->reason( $id, $works[ $id ] ?? null ) );
			if ( ! $this->is_as_told( $id, $now[ $id ][0], $now[ $id ][1] ) ) {
				$owed[ $id ] = true;
			}
		}
		$this->unheard  = array_intersect_key( $this->unheard, $owed );
		$this->promised = array_intersect_key( $this->promised, $owed );
		foreach ( $owed as $id => $is_owed ) {
			$was = $this->before[ $id ] ?? null;
			if ( $was === $now[ $id ] ) {
				continue;
			}
			if ( $this->is_silent || $this->is_cut || $this->removed ) {
				$this->unheard[ $id ] = true;
			} elseif ( $this->has_failed ) {
				$this->promised[ $id ] = 'missed';
			} elseif ( ( $was[0]['medium'] ?? null ) !== ( $now[ $id ][0]['medium'] ?? null ) ) {
				$this->promised[ $id ] = 'walk';
			}
		}
		$this->before = $now;
		$this->refuse_lost( array_diff_key( $owed, $this->unheard, $this->rolled_back, $this->model->broken ) );
	}

	/** @param array<int, true> $owed */
	private function refuse_lost( array $owed ): void {
		global $wpdb;
		$waiting    = array_flip( $wpdb->get_col( 'SELECT external_id FROM ' . Tables::name( 'outbox' ) . ' WHERE waiting = 1' ) );
		$is_walking = null !== Jobs::find() || $this->service->has_questions();
		$is_missed  = Missed_Changes::find()['missed'] > 0;
		$found      = array_filter( $this->promised, static function ( string $how ) use ( $is_walking, $is_missed ): bool {
			return $is_walking || ( $is_missed && 'missed' === $how );
		} );
		foreach ( array_keys( array_diff_key( $owed, $waiting, $found ) ) as $id ) {
			$this->wrong[] = "$this->doing: $id is not as it was told, and nothing says that it is read again: "
				. wp_json_encode( array( $this->works()[ $id ] ?? null, $this->service->works[ $id ] ?? null ) ) . $this->stored( $id );
		}
	}

	private function roll_back(): void {
		$this->rolled_back = array_fill_keys( array_keys( $this->works() + $this->service->works ), true );
	}

	/** @param array<string, mixed>|null $work */
	private function is_as_told( int $id, ?array $work, ?string $reason ): bool {
		$known = $this->service->works[ $id ] ?? null;
		if ( null === $known || null !== $reason || null === $work ) {
			return ( null === $known ) === ( null !== $reason );
		}
		return array() === $this->model->differences( $id, $work, $known, false );
	}
}
