<?php
/**
 * The review before registering: checks every public work, a bounded piece at a time, for whether the registry would accept it and can
 * tell it from the others. Walks them by id, as often as works are left that were not looked at, or changed since. Sends nothing.
 *
 * Other plugins run while a work is built, and one of them may end the process: by exit, or by using up memory or time. So each page is
 * noted before it is built. A page that is still noted when the next request checks has ended a process: the next pages are a quarter as
 * large, until the work that does so is alone in its page and ends two processes. That one is stored as unreadable without being built,
 * where it ended both just now and has not changed: later, it or the other plugin may have been corrected. A page in which the database
 * refuses a statement while a work is built is made smaller, too. The work is stored as unreadable where that lasts longer than a database
 * is repaired.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Long_Run;
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
use ArtworkRegistry\Store\Pictures_Unread;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Sql;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Store\Variation_Choice;
use ArtworkRegistry\Store\Write_Refused;
use ArtworkRegistry\Work\Artwork_Check;
use ArtworkRegistry\Work\Fingerprint;
use ArtworkRegistry\Work\Work_Builder;
use ArtworkRegistry\Work\Work_Content;
use ArtworkRegistry\Work\Work_Loader;
use WP_Post;

/**
 * @phpstan-import-type Check from Checks
 * @phpstan-import-type Run from Checks
 * @phpstan-import-type Choice from Status
 * @phpstan-type Found array{eligible: true, problems: list<string>, joined: bool, look: string|null, name_look: string|null, artist: string|null}
 */
final class Check_Run {
	public const PAGE = 100;

	/** A step takes about this long, then it answers and the next one continues. */
	private const BUDGET_SECONDS = 2.0;

	/** So long after it ended a process, a work is built once more before it is blamed. One that fails alone for so long is blamed whatever fails. */
	private const BLAMED_SECONDS = 600;
	/** A work that ended so many processes alone is blamed: a single one may have been ended by its host. */
	private const ENDS = 2;

	/** So often works are walked again at the end of the review: those that change whenever they are read would bring no end. */
	private const PASSES = 3;

	/** A request that waits for another one looks again after so long. */
	private const WAIT_MICROSECONDS = 100000;

	/** The problem of a work that throws, or ends the process, while it is read. */
	public const UNREADABLE = 'unreadable';

	/**
	 * Continues where the last step stopped; starts again if the mapping or the choice of works has changed. While another request
	 * checks, waits for it, and checks nothing if that takes as long as a step.
	 *
	 * @return bool Whether it has looked: where it has not, the run says nothing of what is left to do.
	 */
	public static function step(): bool {
		$until = microtime( true ) + self::BUDGET_SECONDS;
		$lease = Checks::claim_lease();
		while ( null === $lease && microtime( true ) < $until ) {
			usleep( self::WAIT_MICROSECONDS );
			$lease = Checks::claim_lease();
		}
		if ( null === $lease ) {
			return false;
		}
		// PHP runs no `finally` where another plugin calls exit, or memory or time is used up.
		register_shutdown_function( array( Checks::class, 'release_lease' ), $lease );
		try {
			self::look_on( $until );
			return true;
		} finally {
			Checks::release_lease( $lease );
		}
	}

	private static function look_on( float $until ): void {
		$run = Checks::find_run();
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
		if ( null === $run || $hash !== $run['mapping'] || Checks::asked() !== $run['asked'] ) {
			Checks::start( $hash );
		}
		while ( self::page( $until ) && microtime( true ) < $until ) {
			Long_Run::next_piece();
		}
	}

	/**
	 * Of the works that are public now.
	 *
	 * @param bool $is_done All of them were looked at: with 100,000 works, their rows need not be counted for 0.1 s.
	 * @return array{0: int, 1: int} Those that were looked at, and all.
	 */
	public static function progress( bool $is_done ): array {
		$sql = $is_done ? 'COUNT(*) AS looked_at ' . self::from( 0 ) : 'COUNT(c.external_id) AS looked_at ' . self::with_checks( 0 );
		$row = Sql::rows_of( "SELECT COUNT(*) AS total, $sql" )[0];
		return array( (int) $row['looked_at'], (int) $row['total'] );
	}

	/** @return bool Whether there is more to do. */
	private static function page( float $until ): bool {
		$run = Checks::find_run();
		if ( null === $run ) {
			return false;
		}
		if ( $run['begun'] > 0 ) {
			// Its process has ended, or takes longer than the lease.
			$run['page'] = max( 1, intdiv( $run['page'], 4 ) );
		}
		$ids = self::next_page( $run );
		if ( ! $ids ) {
			return self::end( $run );
		}
		// Before the works are read: one that changes meanwhile is checked again.
		$unlooked = self::unlooked( $ids );
		$first    = $unlooked[ $ids[0] ];
		$now      = Clock::now();
		$is_again = array( $run['begun'] ) === $ids && abs( $now - $run['noted_at'] ) <= self::BLAMED_SECONDS;
		$tried    = $is_again && $first['revision'] === $run['revision'] ? $run['tried'] : 0;
		// Whatever changes it meanwhile: what ends the process may save it before.
		$since      = $is_again && $run['since'] > 0 ? $run['since'] : $now;
		$is_lasting = $is_again && $run['noted_at'] - $since > self::BLAMED_SECONDS;
		if ( $tried >= self::ENDS || $is_lasting ) {
			$checks = array( self::unbuilt( $first ) );
			// It may have been built all the same, by a process that was slow, or ended afterwards.
			if ( ! Checks::has_read( $first, self::UNREADABLE ) ) {
				Checks::save( $checks );
			}
		} else {
			$noted  = array(
				'is_done'     => false,
				'begun'       => $ids[0],
				'revision'    => $first['revision'],
				'page'        => $run['page'] > 0 ? $run['page'] : count( $ids ),
				'tried'       => count( $ids ) > 1 ? 0 : $tried + 1,
				'since'       => count( $ids ) > 1 ? 0 : $since,
				// To the end of the first page that ended a process: there may be more of the kind.
				'small_until' => max( $run['small_until'], (int) end( $ids ) ),
				'noted_at'    => $now,
			) + $run;
			$checks = self::noted_check( $run, $noted, $unlooked, $until );
			if ( null === $checks ) {
				return false;
			}
		}
		$last = max( 0, ...array_column( $checks, 'external_id' ) );
		// After its rows: after a crash in between, the page is checked twice, never skipped.
		Checks::save_run(
			array(
				'passed'  => $last,
				'is_done' => false,
				'begun'   => 0,
			) + ( $last < $run['small_until'] ? $run : Checks::NOTHING_NOTED + $run )
		);
		return true;
	}

	/**
	 * From the work that is noted, where it is still to be looked at: neither a new work nor one that changed hides it.
	 *
	 * @param Run $run
	 * @return list<int>
	 */
	private static function next_page( array $run ): array {
		$most  = $run['page'] > 0 ? $run['page'] : self::PAGE;
		$noted = $run['begun'] > 0 ? self::list_left( $run['begun'] - 1, $most ) : array();
		return $noted ? $noted : self::list_left( $run['passed'], $most );
	}

	/**
	 * Public works that were never looked at, also those that were put into the database past WordPress, and works that changed since.
	 *
	 * @return list<int> By id, behind this one.
	 */
	public static function list_left( int $after, int $most ): array {
		$changed = Checks::list_changed( $after, $most );
		// Mostly no work is new: in the order of the primary key MariaDB would read each post of the site, whatever it is, before it says so.
		$upto  = count( $changed ) === $most ? ' AND p.ID <= ' . end( $changed ) : '';
		$order = 0 === $after ? 'p.ID + 0' : 'p.ID';
		$new   = Sql::rows_of( 'SELECT p.ID ' . self::with_checks( $after ) . "$upto AND c.external_id IS NULL ORDER BY $order LIMIT $most" );
		$ids   = array_merge( $changed, array_map( 'intval', array_column( $new, 'ID' ) ) );
		sort( $ids );
		return array_slice( $ids, 0, $most );
	}

	/**
	 * No work is left behind those that were passed.
	 *
	 * @param Run $run
	 * @return bool Whether there is more to do.
	 */
	private static function end( array $run ): bool {
		$is_next = $run['passed'] > 0 && $run['pass'] < self::PASSES && array() !== self::list_left( 0, 1 );
		if ( $is_next ) {
			$then = array( 'pass' => $run['pass'] + 1 );
		} else {
			Checks::forget_deleted();
			if ( $run['is_done'] && 0 === $run['page'] && 0 === $run['passed'] ) {
				return false;
			}
			$then = array(
				'is_done' => true,
				'pass'    => 1,
			) + Checks::NOTHING_NOTED;
		}
		if ( ! self::is_current( $run, Checks::find_run() ) ) {
			return false;
		}
		Checks::save_run( array( 'passed' => 0 ) + $then + $run );
		return $is_next;
	}

	/**
	 * As `check`, noted first.
	 *
	 * @param Run               $run
	 * @param Run               $noted    The same with this page.
	 * @param array<int, Check> $unlooked
	 * @return list<Check>|null Null: another request has begun again meanwhile, and this page is its own.
	 */
	private static function noted_check( array $run, array $noted, array $unlooked, float $until ): ?array {
		Checks::save_run( $noted );
		try {
			list( $checks, $verdicts ) = self::check( $unlooked, $until );
			$now                       = Checks::find_run();
			if ( null === $now || $now['mapping'] !== $noted['mapping'] || $now['asked'] !== $noted['asked'] ) {
				return null;
			}
			$unchanged = self::unchanged( $checks );
			$is_late   = ! self::is_current( $noted, $now );
			if ( $is_late ) {
				// It took longer than the lease. That a work can be built says more than that it took long. Those that were read since may have been
				// answered.
				$unchanged = array_values( array_filter( $unchanged, static fn( array $check ): bool => ! Checks::has_read( $check, self::UNREADABLE ) ) );
				$checks    = $unchanged;
			}
			// Before the rows, which say that the work was looked at.
			Site_Rules::keep( array_intersect_key( $verdicts, array_column( $unchanged, null, 'external_id' ) ) );
			Checks::save( $checks );
			return $is_late ? null : $checks;
		} catch ( Read_Failed $failed ) {
			// No work ended the process. What another plugin throws while works are loaded counts as an end.
			if ( self::is_current( $noted, Checks::find_run() ) ) {
				$as_before = array(
					'begun'   => 0,
					'is_done' => false,
				) + $run;
				Checks::save_run( $failed instanceof Work_Unread ? array( 'tried' => 0 ) + $noted : $as_before );
			}
			throw $failed;
		}
	}

	/**
	 * False where another request has begun again, or noted a page of its own.
	 *
	 * @param Run      $run
	 * @param Run|null $now As it is stored.
	 */
	private static function is_current( array $run, ?array $now ): bool {
		return null !== $now && $now['begun'] === $run['begun'] && $now['noted_at'] === $run['noted_at'];
	}

	/** SQL: public works behind this one, with what was found of each as `c`. */
	private static function with_checks( int $after ): string {
		return self::from( $after, 'LEFT JOIN ' . Tables::name( 'checks' ) . ' c ON c.external_id = p.ID' );
	}

	private static function from( int $after, string $join = '' ): string {
		global $wpdb;
		return "FROM $wpdb->posts p $join WHERE p.ID > $after AND p.post_type IN (" . Sql::words( array_keys( Sources::chosen_by_type() ) )
			. ") AND p.post_status = 'publish'";
	}

	/**
	 * @param array<int, Check> $checks Of works that were not looked at.
	 * @return array{0: list<Check>, 1: array<int, bool>} One for each id, so that one that is not a work is not asked for again: of all, or of
	 *     the first of them, as far as there was time. And what the rules of the site say of them.
	 */
	private static function check( array $checks, float $until ): array {
		$check    = new Read_Check();
		$ids      = array_keys( $checks );
		$verdicts = array();
		$choices  = Status::choices( $ids );
		$works    = Work_Loader::load( $ids );
		Sql::refuse_empty_posts( count( $works ) < count( $ids ) );
		foreach ( $works as $place => list( $post, $source ) ) {
			if ( $place > 0 && microtime( true ) > $until ) {
				$ids = array_slice( $ids, 0, (int) array_search( $post->ID, $ids, true ) );
				break;
			}
			list( $found, $verdicts[ $post->ID ] ) = self::look( $post, $source, $choices[ $post->ID ] ?? Status::no_choice() );
			$checks[ $post->ID ]                   = $found + $checks[ $post->ID ];
		}
		// What was built from fields that could not be read is not a finding.
		$check->refuse_failures();
		return array( array_values( array_intersect_key( $checks, array_flip( $ids ) ) ), array_filter( $verdicts, 'is_bool' ) );
	}

	/**
	 * @param list<int> $ids
	 * @return array<int, Check>
	 */
	private static function unlooked( array $ids ): array {
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
				'checked_at'  => Clock::now_ms(),
			) + ( $states[ $id ] ?? array(
				'revision'   => 0,
				'changed_at' => 0,
			) );
		}
		return $checks;
	}

	/**
	 * @param list<Check> $checks
	 * @return list<Check> Of works that did not change while they were looked at: what was stored with a later change stays.
	 */
	private static function unchanged( array $checks ): array {
		$now = self::unlooked( array_column( $checks, 'external_id' ) );
		return array_values(
			array_filter(
				$checks,
				static function ( array $check ) use ( $now ): bool {
					$as_it_is = $now[ $check['external_id'] ];
					return $check['revision'] === $as_it_is['revision'] && $check['changed_at'] === $as_it_is['changed_at'];
				}
			)
		);
	}

	/**
	 * @param Check $check
	 * @return Check Of a work that ended the processes that built it.
	 */
	private static function unbuilt( array $check ): array {
		$id       = $check['external_id'];
		$is_there = Sql::number( 'SELECT COUNT(*) ' . self::from( $id - 1 ) . " AND p.ID = $id" ) > 0;
		Sql::refuse_empty_posts( ! $is_there );
		return $is_there ? self::unreadable() + $check : $check;
	}

	/**
	 * @param Choice $choice
	 * @return array{0: array{}|Found, 1: bool|null} As `built`, and whether the rules of the site let it in, whatever else keeps it out.
	 *     Null: they cannot be asked now, and their last verdict counts.
	 * @throws Work_Unread Where the database refused a statement meanwhile.
	 */
	private static function look( WP_Post $post, Source $source, array $choice ): array {
		$check = new Read_Check();
		try {
			$found = self::built( $post, $source, $choice );
			$check->refuse_failures();
			return array( $found, self::verdict( $post, array() === $found ) );
		} catch ( Pictures_Unread | Write_Refused $failed ) {
			// Of the site, and not of this work.
			throw $failed;
		} catch ( Read_Failed $failed ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- logged, or answered as JSON.
			throw new Work_Unread( $failed->getMessage() );
		}
	}

	/**
	 * @return bool|null What the rules of the site say of it. Null: they could not be asked about a work that is out anyway.
	 * @throws Read_Failed Where they could not be asked about another one.
	 */
	private static function verdict( WP_Post $post, bool $is_out ): ?bool {
		$check = new Read_Check();
		try {
			return Read_Check::run( static fn(): bool => Site_Rules::allow( $post ) );
		} catch ( Pictures_Unread | Write_Refused $failed ) {
			throw $failed;
		} catch ( Read_Failed $failed ) {
			if ( ! $is_out ) {
				throw $failed;
			}
			$check->forgive();
			return null;
		}
	}

	/**
	 * @param Choice $choice
	 * @return array{}|Found Empty: the work cannot be registered.
	 */
	private static function built( WP_Post $post, Source $source, array $choice ): array {
		try {
			// The choice is not stored: it changes without the work and is joined when works are counted.
			if ( null !== Eligibility::reason( $post, $source, Status::CHOSEN ) ) {
				return array();
			}
			$work     = Work_Builder::build( $source, $post );
			$joined   = Joined_Values::are_in( $source, $post, $work );
			$work     = Work_Content::numbered( $work, $choice );
			$problems = array_keys( self::issues( $work, $post ) );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			return self::unreadable();
		}
		return array(
			'eligible'  => true,
			'problems'  => array_slice( array_map( 'strval', $problems ), 0, 8 ),
			'joined'    => $joined,
			'look'      => $problems ? null : self::beginning( Fingerprint::of( $work ) ),
			'name_look' => $problems ? null : self::beginning( Fingerprint::of_names( $work ) ),
			'artist'    => isset( $work['artist_name'] ) && is_string( $work['artist_name'] ) ? mb_substr( $work['artist_name'], 0, 200 ) : null,
		);
	}

	/** @return array{eligible: true, problems: list<string>, joined: bool, look: null, name_look: null, artist: null} */
	private static function unreadable(): array {
		return array(
			'eligible'  => true,
			'problems'  => array( self::UNREADABLE ),
			'joined'    => false,
			'look'      => null,
			'name_look' => null,
			'artist'    => null,
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
