<?php
/**
 * The next page of changes for the sync service. The outbox names the works, and their posts are read live.
 * Each work is built in its own try block, so that one broken work never holds back the others.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Log;
use ArtworkRegistry\Long_Run;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Mapping_Cache;
use ArtworkRegistry\Mapping\Place_Missing;
use ArtworkRegistry\Site_Folder;
use ArtworkRegistry\Source\Categories;
use ArtworkRegistry\Source\Eligibility;
use ArtworkRegistry\Source\Placeholder_Name;
use ArtworkRegistry\Source\Site_Rules;
use ArtworkRegistry\Source\Source_Choice;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Source\Term_Cache;
use ArtworkRegistry\Source\Translations;
use ArtworkRegistry\Source\Woocommerce\Variations;
use ArtworkRegistry\Store\Jobs;
use ArtworkRegistry\Store\Offboarding;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Pictures_Unread;
use ArtworkRegistry\Store\Post_Cache;
use ArtworkRegistry\Store\Read_Check;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Store\Tables;
use ArtworkRegistry\Work\Work_Builder;
use ArtworkRegistry\Work\Work_Content;
use WP_Post;

/**
 * @phpstan-import-type OutboxRow from Outbox
 * @phpstan-import-type Choice from Status
 */
final class Change_Page {
	/** A page takes at most this long; the rest comes with the next one. */
	private const BUDGET_SECONDS = 5.0;

	/** Until when a page has to be built, where this site has less time than that; null: it has not. */
	private static ?float $time_limit = null;
	/** How far the clocks of two web servers of one site may be apart. */
	private const CLOCK_MS = 2000;
	/** Pages of nothing but works that settle themselves, before the sync service is given an empty page. */
	private const EMPTY_PAGES = 10;
	/** Works that are looked at together for one that leaves, whatever the sync service asks for: it asks for few where a page has failed. */
	private const LEAVING_PAGE = 50;
	/** The error code that leaves the entry of a work as it is; never a reason to leave. */
	private const SOURCE_MISSING = 'source_missing';
	/** The same for a translation that has an Art ID of its own, from before the language plugin: the owner decides. */
	private const KNOWN_TRANSLATION = 'known_translation';
	/** The work was saved without a name, and WooCommerce's placeholder is not a title for a permanent entry. */
	private const PLACEHOLDER_TITLE = 'placeholder_title';

	/**
	 * Only the ids of the next works, so that the sync service can find the one that this site cannot build.
	 *
	 * @param list<int> $skip
	 * @return array{changes: list<array<string, mixed>>, waiting: list<array{external_id: string, revision: int}>, remaining: int, sweeping: bool}
	 */
	public static function peek( int $limit, array $skip ): array {
		$waiting = array();
		$rows    = Outbox::list_waiting( $limit, $skip );
		if ( ! $rows && null === Jobs::find() ) {
			$rows = Background_Check::visit( $limit, $skip )['rows'];
		}
		foreach ( $rows as $id => $row ) {
			$waiting[] = array(
				'external_id' => (string) $id,
				'revision'    => $row['revision'],
			);
		}
		return array( 'waiting' => $waiting ) + self::page( array(), Outbox::count_waiting(), null !== Jobs::find() );
	}

	/** The pages from now on are to be ready by then, as by microtime(); null: in their own time. */
	public static function limit_time( ?float $until ): void {
		self::$time_limit = $until;
	}

	/**
	 * @param list<int> $skip Works to leave out, which wait all the same.
	 * @return array{changes: list<array<string, mixed>>, remaining: int, sweeping: bool}
	 * @throws Pictures_Unread Where the database refuses the pictures, and the works that leave have been listed.
	 */
	public static function read( int $limit, array $skip = array() ): array {
		$until    = min( microtime( true ) + self::BUDGET_SECONDS, self::$time_limit ?? INF );
		$due      = Jobs::find_due( Job_Walker::PAGE );
		$sweeping = null === $due['job'] ? $due['is_open'] : Job_Walker::step( $due['job'] );
		try {
			return self::waiting( $limit, $skip, $until, $sweeping );
		} catch ( Pictures_Unread $unread ) {
			list( 'changes' => $changes, 'is_cut' => $is_cut ) = self::leaving( $limit, $skip, $until, ! $unread->is_under_way );
			if ( ! $changes && ! $is_cut && ! $unread->is_under_way ) {
				if ( ! $sweeping ) {
					throw $unread;
				}
				// A job does not continue while many works wait, and these wait for their pictures.
				Job_Walker::step();
			}
			return self::page( $changes, Outbox::count_waiting(), true );
		}
	}

	/**
	 * @param list<int> $skip
	 * @return array{changes: list<array<string, mixed>>, remaining: int, sweeping: bool}
	 * @throws Pictures_Unread Where a work of the page has a picture, and the table of pictures is not whole.
	 */
	private static function waiting( int $limit, array $skip, float $until, bool $sweeping ): array {
		$changes = array();
		$rows    = array();
		$waiting = 0;
		for ( $page = 0; ! $changes && $page < self::EMPTY_PAGES; $page++ ) {
			list( 'rows' => $rows, 'all' => $waiting ) = Outbox::page_waiting( $limit, $skip );
			if ( ! $rows || ( $page > 0 && microtime( true ) > $until ) ) {
				break;
			}
			$changes = self::changes( $rows, $until );
		}
		if ( ! $sweeping && ! $rows ) {
			return self::rolling( $limit, $skip, $until );
		}
		// Where the page has all of them, and none was settled here, what is left is known without another count.
		return self::page( $changes, $rows && count( $rows ) === count( $changes ) ? $waiting : Outbox::count_waiting(), $sweeping );
	}

	/**
	 * Nothing waits: shows the works of the background check as they are, at their current revision.
	 *
	 * @param list<int> $skip
	 * @return array{changes: list<array<string, mixed>>, remaining: int, sweeping: bool}
	 * @throws Pictures_Unread Where the table of pictures is still being read.
	 */
	private static function rolling( int $limit, array $skip, float $until ): array {
		$visit = Background_Check::visit( $limit, $skip );
		try {
			$changes = $visit['rows'] ? self::changes( $visit['rows'], $until ) : array();
		} catch ( Pictures_Unread $unread ) {
			if ( $unread->is_under_way ) {
				throw $unread;
			}
			// What left is found within a day all the same. The others are compared in a later round.
			$changes = self::changes( $visit['rows'], $until, $limit );
		}
		Background_Check::offer( $visit, $changes, microtime( true ) > $until );
		return array(
			'changes'   => $changes,
			'remaining' => Outbox::count_waiting() + $visit['owed'],
			'sweeping'  => false,
		);
	}

	/**
	 * While the table of pictures is not whole: works that leave, which need none. First those that the database tells from the others, each of
	 * which is listed or settled.
	 *
	 * @param list<int> $skip
	 * @param bool      $by_rule Then those that only the plugin does, as far as there is time.
	 * @return array{changes: list<array<string, mixed>>, is_cut: bool} is_cut: the database may tell of more.
	 */
	private static function leaving( int $limit, array $skip, float $until, bool $by_rule ): array {
		$found = self::look_for_leaving( Status::sql_leaves(), $limit, $skip, $until );
		if ( $by_rule && ! $found['changes'] && ! $found['is_cut'] ) {
			$found['changes'] = self::look_for_leaving( '', $limit, $skip, $until )['changes'];
		}
		return $found;
	}

	/**
	 * @param string    $which SQL condition: among these; empty: all that wait.
	 * @param list<int> $skip
	 * @return array{changes: list<array<string, mixed>>, is_cut: bool} is_cut: time ran out before one was found.
	 */
	private static function look_for_leaving( string $which, int $limit, array $skip, float $until ): array {
		$rows = Outbox::list_waiting( self::LEAVING_PAGE, $skip, $which );
		for ( ;; ) {
			$changes = $rows ? self::changes( $rows, $until, $limit ) : array();
			$is_more = ! $changes && count( $rows ) === self::LEAVING_PAGE;
			if ( ! $is_more || microtime( true ) > $until ) {
				return array(
					'changes' => $changes,
					'is_cut'  => $is_more,
				);
			}
			Long_Run::forget_read();
			// Works that stay wait for their pictures, and hide none that leaves behind them.
			$after = Outbox::sql_after( end( $rows ) );
			$rows  = Outbox::list_waiting( self::LEAVING_PAGE, $skip, '' === $which ? $after : "$which AND $after" );
		}
	}

	/**
	 * @param list<array<string, mixed>> $changes
	 * @param int                        $waiting With these.
	 * @return array{changes: list<array<string, mixed>>, remaining: int, sweeping: bool}
	 */
	private static function page( array $changes, int $waiting, bool $sweeping ): array {
		return array(
			'changes'   => $changes,
			'remaining' => max( 0, $waiting - count( $changes ) ),
			'sweeping'  => $sweeping,
		);
	}

	/**
	 * Reads the options again if a work was touched since this request began, because WordPress reads them once, at the beginning. If the
	 * work was touched because an option changed (the owner removes all works, chooses others, opens the shop), it would be sent under
	 * the old options, acknowledged, and stay wrong.
	 *
	 * @param array<int, OutboxRow> $rows
	 */
	private static function refresh_options( array $rows ): void {
		$begun = (int) ( 1000 * ( microtime( true ) - timer_float() ) );
		if ( $rows && max( array_column( $rows, 'changed_at' ) ) > $begun - self::CLOCK_MS ) {
			Fresh_Options::read();
		}
	}

	/**
	 * @param array<int, OutboxRow> $rows
	 * @param int|null              $leaving At most so many, and of those alone that leave, which need no pictures; null: all.
	 * @return list<array<string, mixed>>
	 */
	private static function changes( array $rows, float $until, ?int $leaving = null ): array {
		$check = new Read_Check();
		self::refresh_options( $rows );
		$ids   = array_keys( $rows );
		$posts = self::load( $ids );
		Site_Rules::remember( array_keys( $posts ) );
		$choices = Status::choices( $ids );
		self::refuse_lost_choices( $rows, array_diff_key( $posts, $choices ) );
		$plans   = array();
		$shared  = array();
		$settled = array();
		$ended   = array();
		$later   = array();
		// While the owner takes all works out of the registry, none is shared.
		$offboarding = null === Offboarding::mode() ? null : 'not_chosen';
		foreach ( $rows as $id => $row ) {
			$post   = $posts[ $id ] ?? null;
			$source = null === $post ? null : Sources::of_type( $post->post_type );
			$choice = $choices[ $id ] ?? Status::no_choice();
			if ( null === $post ) {
				$reason = 'deleted';
			} elseif ( null === $source ) {
				// Its new post type is not a work. A source that is switched off must not end up here.
				$reason = null === Sources::get( $row['source'] ) ? self::SOURCE_MISSING : 'not_chosen';
			} else {
				$reason = Eligibility::reason( $post, $source, $choice['chosen'] );
				if ( null !== $offboarding ) {
					$reason = $reason ?? $offboarding;
				} elseif ( Eligibility::TRANSLATION === $reason && $choice['has_art_id'] ) {
					$reason = self::KNOWN_TRANSLATION;
				}
				if ( null === $reason && null !== $leaving ) {
					$later[] = $id;
					continue;
				}
				if ( null === $reason ) {
					$plans[ $id ]              = null;
					$shared[ $source->id() ][] = $post;
					continue;
				}
			}
			if ( $row['was_sent'] || $choice['known'] ) {
				$plans[ $id ] = $reason;
			} else {
				$settled[ $id ] = $row['revision'];
				if ( null !== $row['tombstone'] ) {
					$ended[] = $id;
				}
			}
		}
		$check->refuse_failures();
		Outbox::settle( $settled, $ended );
		self::prime( $shared );
		$changes = array();
		foreach ( $plans as $id => $reason ) {
			if ( count( $changes ) === $leaving || ( $changes && microtime( true ) > $until ) ) {
				break;
			}
			$choice    = $choices[ $id ] ?? Status::no_choice();
			$change    = null === $reason ? self::shared( $rows[ $id ], $posts[ $id ], $choice ) : self::left( $rows[ $id ], $reason );
			$changes[] = array( 'said' => $choice['said'] ) + $change;
		}
		// What was built from fields that could not be read would be wrong, and nothing of it has left the site yet.
		$check->refuse_failures();
		foreach ( $changes as $change ) {
			Announcements::of_change( $change, $choices[ (int) $change['external_id'] ] ?? Status::no_choice() );
		}
		self::remember_rechecks( $rows, $changes );
		self::follow_on_pages( $ids, $posts, $changes, array_merge( $later, array_slice( array_keys( $plans ), count( $changes ) ) ) );
		return $changes;
	}

	/**
	 * A work that was told has a row of the owner's choice until it is gone. Without one, "not chosen" is not the owner's word. After a
	 * restore, a page or a picture may have the number of a work that was told, and never has such a row.
	 *
	 * @param array<int, OutboxRow> $rows
	 * @param array<int, WP_Post>   $without Posts that have no row.
	 */
	private static function refuse_lost_choices( array $rows, array $without ): void {
		foreach ( $without as $id => $post ) {
			if ( $rows[ $id ]['was_sent'] && null !== Sources::of_type( $post->post_type ) ) {
				Tables::refuse_lost_choices();
			}
		}
	}

	/**
	 * @param list<int>                  $ids
	 * @param array<int, WP_Post>        $posts
	 * @param list<array<string, mixed>> $changes
	 * @param list<int>                  $left    Works for which there was no time, or no picture yet.
	 */
	private static function follow_on_pages( array $ids, array $posts, array $changes, array $left ): void {
		$by_id = array();
		foreach ( $changes as $change ) {
			$by_id[ (int) $change['external_id'] ] = $change;
		}
		Variation_Pages::follow( array_values( array_diff( $ids, $left ) ), array_diff_key( $posts, array_flip( $left ) ), $by_id );
	}

	/**
	 * Loads posts, the products of variations among them, and their fields with three to five queries. It does not use the object cache,
	 * which an import may have left stale.
	 *
	 * @param list<int> $ids
	 * @return array<int, WP_Post>
	 */
	private static function load( array $ids ): array {
		$check = new Read_Check();
		Post_Cache::prime( $ids );
		$products   = Variations::load_products( Variations::posts( $ids ) );
		$all        = array_merge( $ids, $products );
		$taxonomies = Source_Choice::current()->taxonomies();
		foreach ( Sources::chosen() as $source ) {
			$taxonomies = array_merge( $taxonomies, $source->taxonomies(), Mapping_Cache::taxonomies( $source ) );
		}
		$terms = Term_Cache::prime( $all, array_values( array_unique( $taxonomies ) ) );
		Translations::prime( $all );
		Post_Cache::refuse_failures( $check, $all );
		$posts = array();
		foreach ( $ids as $id ) {
			$post = get_post( $id );
			if ( $post instanceof WP_Post ) {
				$posts[ $id ] = $post;
			}
		}
		Categories::prime( array_merge( $posts, Variations::posts( $products ) ), $terms );
		return $posts;
	}

	/** @param array<string, list<WP_Post>> $by_source */
	private static function prime( array $by_source ): void {
		$groups = array();
		foreach ( $by_source as $source_id => $posts ) {
			$source = Sources::get( $source_id );
			if ( null !== $source ) {
				$groups[] = array( $source, $posts );
			}
		}
		try {
			Work_Builder::prime_all( $groups, Mapping::current() );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			// Only speed is lost: each work then reads for itself, in its own try block.
			return;
		}
	}

	/**
	 * Writes only changed times: most works have none.
	 *
	 * @param array<int, OutboxRow>      $rows
	 * @param list<array<string, mixed>> $changes
	 */
	private static function remember_rechecks( array $rows, array $changes ): void {
		$moments = array();
		foreach ( $changes as $change ) {
			$at = Clock::parse( $change['recheck_at'] );
			$id = (int) $change['external_id'];
			if ( $at !== $rows[ $id ]['recheck_at'] ) {
				$moments[ $id ] = $at;
			}
		}
		Outbox::set_rechecks( $moments );
	}

	/**
	 * @param OutboxRow $row
	 * @param Choice    $choice
	 * @return array<string, mixed>
	 */
	private static function shared( array $row, WP_Post $post, array $choice ): array {
		$change = self::change( $row, 'shared' );
		try {
			$source = Sources::of_type( $post->post_type );
			if ( null === $source ) {
				throw new \RuntimeException( 'No source knows this work.' );
			}
			$change['artwork']    = Work_Content::of( $source, $post, $choice );
			$change['title']      = (string) ( $change['artwork']['title'] ?? $change['title'] );
			$change['recheck_at'] = Clock::iso( $source->recheck_at( $post ) );
			if ( Placeholder_Name::names( $change['artwork'], $post ) ) {
				return self::broken( self::PLACEHOLDER_TITLE, 'The work has no name of its own.' ) + $change;
			}
		} catch ( Read_Failed $failed ) {
			// The whole page is asked for again.
			throw $failed;
		} catch ( \Throwable $error ) {
			// A missing taxonomy of the mapping leaves the entry of the work as it is.
			$code = $error instanceof Place_Missing ? self::SOURCE_MISSING : 'build_failed';
			return array( 'title' => '#' . $row['external_id'] ) + self::broken( $code, self::reason_of( $error ) ) + $change;
		}
		return $change;
	}

	/** @return array<string, mixed> What such a change says instead of the work. */
	private static function broken( string $code, string $message ): array {
		return array(
			'state'   => 'broken',
			'artwork' => null,
			'error'   => array(
				'code'    => $code,
				'message' => $message,
			),
		);
	}

	/** The message of another plugin's exception leaves the site, so it is stripped of folders, addresses and keys. */
	private static function reason_of( \Throwable $error ): string {
		$message = Site_Folder::shown( wp_check_invalid_utf8( $error->getMessage(), true ) );
		return mb_substr( Log::redact( $message ), 0, 500 );
	}

	/**
	 * A deleted work is gone; every other one may come back, also from the trash. None of its content leaves the site.
	 *
	 * @param OutboxRow $row
	 * @return array<string, mixed>
	 */
	private static function left( array $row, string $reason ): array {
		if ( self::SOURCE_MISSING === $reason ) {
			return self::broken( $reason, 'The source ' . $row['source'] . ' is switched off.' ) + self::change( $row, 'broken' );
		}
		if ( self::KNOWN_TRANSLATION === $reason ) {
			return self::broken( $reason, 'It is a translation of another work and has an Art ID of its own.' ) + self::change( $row, 'broken' );
		}
		return array( 'reason' => $reason ) + self::change( $row, 'deleted' === $reason ? 'gone' : 'not_shared' );
	}

	/**
	 * @param OutboxRow $row
	 * @return array<string, mixed>
	 */
	private static function change( array $row, string $state ): array {
		return array(
			'external_id' => (string) $row['external_id'],
			'revision'    => $row['revision'],
			'state'       => $state,
			'title'       => '#' . $row['external_id'],
			'reason'      => null,
			'artwork'     => null,
			'recheck_at'  => null,
			'error'       => null,
		);
	}
}
