<?php
/**
 * The review before registering: checks every public work, a bounded piece at a time, for whether the registry would accept it and can
 * tell it from the others. Resumes at its cursor; works that change later are checked again. Sends nothing.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Mapping\Joined_Values;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Eligibility;
use ArtworkRegistry\Source\Placeholder_Name;
use ArtworkRegistry\Source\Site_Rules;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Work\Artwork_Check;
use ArtworkRegistry\Work\Fingerprint;
use ArtworkRegistry\Work\Work_Builder;
use ArtworkRegistry\Work\Work_Content;
use ArtworkRegistry\Work\Work_Loader;
use WP_Post;

/**
 * @phpstan-import-type Check from Checks
 * @phpstan-import-type Choice from Status
 */
final class Check_Run {
	public const PAGE = 100;

	/** A step takes about this long, then it answers and the next one continues. */
	private const BUDGET_SECONDS = 2.0;

	/** The problem of a work that throws while it is read. */
	private const UNREADABLE = 'unreadable';

	/** Continues where the last step stopped; starts again if the mapping or the choice of works has changed. */
	public static function step(): void {
		$until = microtime( true ) + self::BUDGET_SECONDS;
		$run   = Checks::find_run();
		// Units and currency change works without saving them.
		$hash = implode(
			' ',
			array_merge(
				array(
					Mapping::current()->hash(),
					(string) get_option( 'woocommerce_dimension_unit' ),
					(string) get_option( 'woocommerce_currency' ),
					Translations::plugin(),
					Categories::hash(),
					(string) wp_json_encode( Variation_Choice::get() ),
					Sources::is_closed() ? 'closed' : 'open',
					Site_Rules::is_used() ? 'ruled' : 'free',
				),
				array_keys( Sources::chosen_by_type() )
			)
		);
		if ( null === $run || $hash !== $run['mapping'] || ( $run['cursor_id'] > 0 && 0 === Checks::count_looked_at( $run['cursor_id'] ) ) ) {
			Checks::start( $hash, Sql::number( 'SELECT COUNT(*) ' . self::from( 0 ) ) );
		}
		do {
			$goes_on = self::page();
		} while ( $goes_on && microtime( true ) < $until );
	}

	/** @return bool Whether there is more to do. */
	private static function page(): bool {
		$run = Checks::find_run();
		if ( null === $run ) {
			return false;
		}
		$stale = Checks::list_stale( $run['cursor_id'], self::PAGE );
		if ( $stale ) {
			Checks::save( self::check( $stale ) );
			return true;
		}
		$ids = array_map( 'intval', array_column( Sql::rows_of( 'SELECT p.ID ' . self::from( $run['cursor_id'] ) . ' ORDER BY p.ID LIMIT ' . self::PAGE ), 'ID' ) );
		if ( $ids ) {
			Checks::save( self::check( $ids ) );
		}
		$is_done = ! $ids;
		if ( $is_done ) {
			Checks::forget_deleted();
		}
		if ( $ids || ! $run['is_done'] ) {
			Checks::save_run(
				array(
					// After its rows: after a crash in between, the page is checked twice, never skipped.
					'cursor_id' => $ids ? max( $ids ) : $run['cursor_id'],
					'is_done'   => $is_done,
				) + $run
			);
		}
		return ! $is_done;
	}

	private static function from( int $after ): string {
		global $wpdb;
		return "FROM $wpdb->posts p WHERE p.ID > $after AND p.post_type IN (" . Sql::words( array_keys( Sources::chosen_by_type() ) )
			. ") AND p.post_status = 'publish'";
	}

	/**
	 * @param list<int> $ids
	 * @return list<Check> One for each id, so that one that is not a work is not asked for again.
	 */
	private static function check( array $ids ): array {
		$check   = new Read_Check();
		$now     = Clock::now_ms();
		$choices = Status::choices( $ids );
		// Before the works are read: one that changes meanwhile is checked again.
		$states = Outbox::changes( $ids );
		$checks = array();
		foreach ( $ids as $id ) {
			$checks[ $id ] = array(
				'external_id' => $id,
				'eligible'    => false,
				'problems'    => array(),
				'joined'      => false,
				'look'        => null,
				'name_look'   => null,
				'artist'      => null,
				'checked_at'  => $now,
			) + ( $states[ $id ] ?? array(
				'revision'   => 0,
				'changed_at' => 0,
			) );
		}
		$works = Work_Loader::load( $ids );
		Site_Rules::remember( $ids );
		foreach ( $works as list( $post, $source ) ) {
			// The choice is not stored: it changes without the work and is joined when works are counted.
			if ( null === Eligibility::reason( $post, $source, Status::CHOSEN ) ) {
				$checks[ $post->ID ] = self::look( $post, $source, $choices[ $post->ID ] ?? Status::no_choice() ) + $checks[ $post->ID ];
			}
		}
		// What was built from fields that could not be read is not a finding.
		$check->refuse_failures();
		return array_values( $checks );
	}

	/**
	 * @param Choice $choice
	 * @return array{eligible: true, problems: list<string>, joined: bool, look: string|null, name_look: string|null, artist: string|null}
	 */
	private static function look( WP_Post $post, Source $source, array $choice ): array {
		try {
			$work   = Work_Builder::build( $source, $post );
			$joined = Joined_Values::are_in( $source, $post, $work );
			$work   = Work_Content::numbered( $work, $choice );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			return array(
				'eligible'  => true,
				'problems'  => array( self::UNREADABLE ),
				'joined'    => false,
				'look'      => null,
				'name_look' => null,
				'artist'    => null,
			);
		}
		$problems = array_keys( self::issues( $work, $post ) );
		return array(
			'eligible'  => true,
			'problems'  => array_slice( array_map( 'strval', $problems ), 0, 8 ),
			'joined'    => $joined,
			'look'      => $problems ? null : self::beginning( Fingerprint::of( $work ) ),
			'name_look' => $problems ? null : self::beginning( Fingerprint::of_names( $work ) ),
			'artist'    => isset( $work['artist_name'] ) && is_string( $work['artist_name'] ) ? mb_substr( $work['artist_name'], 0, 200 ) : null,
		);
	}

	private static function beginning( ?string $fingerprint ): ?string {
		return null === $fingerprint ? null : (string) substr( $fingerprint, 0, 16 );
	}

	/**
	 * @param array<string, mixed> $work
	 * @return array<string, string> Field → what is wrong with it, in plain words.
	 */
	private static function issues( array $work, WP_Post $post ): array {
		$issues = Artwork_Check::issues( $work );
		return ! isset( $issues['title'] ) && Placeholder_Name::names( $work, $post )
			? array( 'title' => __( 'is what WooCommerce calls a product that was saved without a name', 'artwork-registry-connector' ) ) + $issues
			: $issues;
	}

	/**
	 * The same for one work, now.
	 *
	 * @return array<string, string>
	 */
	public static function issues_of( WP_Post $post, Source $source ): array {
		try {
			return self::issues( Work_Content::of( $source, $post, Status::choices( array( $post->ID ) )[ $post->ID ] ?? Status::no_choice() ), $post );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			return array();
		}
	}
}
