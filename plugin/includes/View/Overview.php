<?php
/**
 * The data of the screen's first lines: counts, progress, the connection, problems with the account.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Woocommerce\Product_Source;
use ArtworkRegistry\Store\Bulk_Removal;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Days;
use ArtworkRegistry\Store\Identity;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Setup;
use ArtworkRegistry\Sync\Clone_Guard;

final class Overview {
	/** @return array<string, mixed> */
	public static function read(): array {
		$all    = Catalogue_Counts::read();
		$counts = $all['counts'];
		$job    = Jobs::find();
		// A large job also walks works that wait already, so the sum is limited to the number of works.
		$moving = min(
			array_sum( $counts ),
			$counts['waiting'] + $counts['sending'] + $counts['published_waiting'] + ( null === $job ? 0 : max( 0, $job['total'] - $job['done'] ) )
		);
		$sums   = Summary_Text::of( $counts );
		$there  = $sums['registered'];
		$yours  = $sums['attention'];
		$done   = $there - $counts['published_waiting'] + $yours;
		return array(
			'counts'       => $counts,
			'works'        => array_sum( $counts ),
			'registered'   => $there,
			'waiting'      => $sums['waiting'],
			'attention'    => $yours,
			'unregistered' => $all['unregistered'],
			'progress'     => 0 === $moving && null === $job ? null : array(
				'done'  => $done,
				'total' => $done + $moving,
			),
			'job'          => $job,
			'sourceless'   => $all['sourceless'],
			// Works whose removal is on hold until the owner answers.
			'leaving'      => Bulk_Removal::count(),
			'is_closed'    => Sources::is_closed(),
			'can_manage'   => Access::is_owner(),
			// What orders for all works need; null: the user may give them. Else the sentence that is shown instead of the buttons.
			'no_orders'    => Access::may_edit_every_work() ? null : Access::refusal(),
			'has_shop'     => isset( Sources::chosen()[ Product_Source::ID ] ),
			'own_artworks' => Artwork_Post_Type::is_used(),
			'home_url'     => home_url( '/' ),
			// The last 30 days, for the picture.
			'days'         => Days::list_last( 30 ),
			'connection'   => self::connection(),
			'settings'     => Settings::get(),
			'time'         => Clock::iso( Clock::now() ),
		);
	}

	/**
	 * What makes an overview another one for those who look at it. The time of the last call counts by the minute.
	 *
	 * @param array<string, mixed> $overview
	 * @return array<string, mixed>
	 */
	public static function essence( array $overview ): array {
		unset( $overview['time'] );
		if ( is_array( $overview['connection'] ?? null ) && is_string( $overview['connection']['seen_at'] ?? null ) ) {
			$overview['connection']['seen_at'] = substr( $overview['connection']['seen_at'], 0, strlen( '2026-01-01T00:00' ) );
		}
		return $overview;
	}

	/** @return array{mode: string, total: int, done: int, stuck: int, is_finished: bool}|null */
	private static function offboarding(): ?array {
		$offboarding = Offboarding::find();
		if ( null === $offboarding ) {
			return null;
		}
		$is_finished = null !== $offboarding['finished_at'];
		$stuck       = $is_finished ? $offboarding['stuck'] : Offboarding::count_stuck();
		$left        = $is_finished ? 0 : Offboarding::count_left( $offboarding['mode'] );
		return array(
			'mode'        => $offboarding['mode'],
			'total'       => $offboarding['total'],
			'done'        => max( 0, $offboarding['total'] - $left - $stuck ),
			'stuck'       => $stuck,
			'is_finished' => $is_finished,
		);
	}

	/** @return array{reason: string, was: string, now: string, since: string|null}|null */
	private static function doubt(): ?array {
		$reason = Clone_Guard::look();
		$record = null === $reason ? null : Identity::find();
		return null === $reason || null === $record ? null : array(
			'reason' => $reason,
			'was'    => Identity::decode( $record['home'] ),
			'now'    => Identity::address(),
			'since'  => Clock::iso( $record['since'] ),
		);
	}

	/**
	 * The address of the original, where the owner said that this site is a copy.
	 *
	 * @param array<string, mixed>|null $pairing
	 */
	private static function copy_of( ?array $pairing ): ?string {
		$record = null === $pairing ? Identity::find() : null;
		return null === $record || null === $record['copy_of'] ? null : Identity::decode( $record['copy_of'] );
	}

	/**
	 * Whether a sync service has used a code and not called yet. One that never calls is forgotten after a while.
	 *
	 * @param array<string, mixed>|null $pairing
	 */
	private static function is_pending( ?array $pairing ): bool {
		$pending = Connection::find_pending();
		return null !== $pending && ( null === $pairing || Clock::now() - Clock::bounded( $pending['paired_at'], 0 ) < Connection::CODE_SECONDS );
	}

	/** The notice for everybody who can solve the problem; null where there is none. Reads only options. */
	public static function account_notice(): ?string {
		if ( null === Connection::find() ) {
			return null;
		}
		$stored  = Connection::find_status();
		$account = null === $stored ? null : ( $stored['status']['account'] ?? null );
		$state   = is_array( $account ) && is_string( $account['state'] ?? null ) ? $account['state'] : 'unknown';
		$message = is_array( $account ) && is_string( $account['message'] ?? null ) ? $account['message'] : null;
		return Error_Texts::of_account( null === Clone_Guard::look() ? $state : 'copy', $message );
	}

	/** @return array<string, mixed> */
	public static function connection(): array {
		$pairing = Connection::find();
		$stored  = Connection::find_status();
		$status  = null === $stored ? array() : $stored['status'];
		$account = is_array( $status['account'] ?? null ) ? $status['account'] : array( 'state' => 'unknown' );
		$state   = is_string( $account['state'] ?? null ) ? $account['state'] : 'unknown';
		return array(
			'site_id'         => null === $pairing ? null : $pairing['site_id'],
			'is_paired'       => null !== $pairing,
			'is_pending'      => self::is_pending( $pairing ),
			'has_code'        => null !== Connection::find_code(),
			'code_seconds'    => Connection::CODE_SECONDS,
			'site_url'        => home_url(),
			'is_alive'        => Connection::is_alive(),
			'seen_at'         => null === $stored ? null : Clock::iso( $stored['seen_at'] ),
			'daemon_version'  => null === $stored ? null : $stored['daemon_version'],
			'registry'        => is_array( $status['registry'] ?? null ) ? $status['registry'] : null,
			'account'         => array( 'state' => $state ),
			'account_notice'  => self::account_notice(),
			'eta_seconds'     => is_numeric( $status['eta_seconds'] ?? null ) ? (int) $status['eta_seconds'] : null,
			'wait'            => is_array( $status['wait'] ?? null ) ? $status['wait'] : null,
			// Why nothing is sent before the owner has said which site this is; null: it is the one that was paired.
			'doubt'           => self::doubt(),
			'hand_over'       => Hand_Over_View::offer( $status ),
			'handed'          => Hand_Over_View::handed(),
			'access'          => Hand_Over_View::access( $status ),
			'registries'      => Service_View::registry(),
			'service'         => Service_View::service(),
			'setup'           => Setup::get(),
			'offboarding'     => self::offboarding(),
			'deliveries'      => Delivery_Address::find(),
			'copy_of'         => self::copy_of( $pairing ),
			'installation_id' => is_string( $status['installation_id'] ?? null ) ? $status['installation_id'] : null,
		);
	}
}
