<?php
/**
 * Routes of the screen "Review before registering", for those who work with artworks. Only `step` checks works, a bounded piece at
 * a time; the others read its results.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Mapping\Standard_Words;
use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\Protocol\Wake_Up;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Compared;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\View\Access;
use ArtworkRegistry\View\Duplicates_View;
use ArtworkRegistry\View\Report_View;
use WP_REST_Request;
use WP_REST_Response;

/** @phpstan-import-type Run from Checks */
final class Report_Routes {
	use Owner_Routes;

	private const PATH     = 'report';
	private const PER_PAGE = 10;

	public static function register(): void {
		$page = array(
			'page' => array(
				'type'    => 'integer',
				'minimum' => 1,
				'maximum' => 100000,
				'default' => 1,
			),
		);
		self::staff_route( 'GET', self::PATH, 'read' );
		self::staff_route(
			'POST',
			self::PATH . '/step',
			'step',
			array(
				// Start from the first work, after changes that save no work: a renamed term, direct SQL.
				'again' => array(
					'type'    => 'boolean',
					'default' => false,
				),
			)
		);
		self::staff_route(
			'GET',
			self::PATH . '/works',
			'works',
			$page + array(
				'lacking' => array(
					'type'    => 'string',
					'pattern' => '^[a-z_]{0,40}$',
					'default' => '',
				),
			)
		);
		self::staff_route( 'GET', self::PATH . '/duplicates', 'duplicates', $page );
		self::staff_route( 'POST', self::PATH . '/sample', 'sample' );
		self::staff_route(
			'POST',
			self::PATH . '/accept',
			'accept',
			array(
				'ids'  => array(
					'type'     => 'array',
					'items'    => array( 'type' => 'integer' ),
					'maxItems' => 100,
					'required' => true,
				),
				'line' => array(
					'type'     => 'string',
					'enum'     => array( 'near', 'joined' ),
					'required' => true,
				),
			)
		);
	}

	public static function read(): WP_REST_Response {
		Schema::upgrade();
		// Works that changed since, and that no step has reached yet, are counted as they were.
		return self::report( Checks::find_run(), array() === Check_Run::list_left( 0, 1 ) );
	}

	/**
	 * @param Run|null $run
	 * @param bool     $has_looked Whether each work was looked at since it changed; false, too, where another request looks, or was killed.
	 */
	private static function report( ?array $run, bool $has_looked ): WP_REST_Response {
		$is_done                   = $has_looked && null !== $run && $run['is_done'];
		list( $looked_at, $total ) = Check_Run::progress( $is_done );
		$counts                    = Checks::count();
		$lacking                   = array();
		foreach ( $counts['lacking'] as $field => $works ) {
			$lacking[] = array(
				'field' => $field,
				'name'  => Standard_Words::field( $field )['name'],
				'works' => $works,
			);
		}
		return new WP_REST_Response(
			array(
				'is_done'      => $is_done,
				'looked_at'    => null === $run ? 0 : $looked_at,
				'total'        => $total,
				'ready'        => $counts['ready'],
				'joined'       => $counts['joined'],
				'own'          => $counts['own'],
				'near'         => $counts['near'],
				'other'        => $counts['other'],
				'alike'        => $counts['alike'],
				'lacking'      => $lacking,
				'undecided'    => array_sum( $counts['lacking'] ) + array_sum( array_diff_key( $counts, array( 'lacking' => 0 ) ) ),
				'comparison'   => self::comparison(),
				'is_connected' => null !== Connection::find(),
				'no_orders'    => Access::may_edit_every_work() ? null : Access::refusal(),
				// The shop is "coming soon": nothing is public, whatever its posts say.
				'is_closed'    => Sources::is_closed(),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function step( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		if ( $request['again'] ) {
			// Alone, so that an answer that is lost may be asked for again without end: the next step begins.
			Checks::ask_for_all();
			return self::report( Checks::find_run(), false );
		}
		$has_looked = Check_Run::step();
		if ( null !== Connection::compares() && Compared::count_waiting() > 0 ) {
			// The sync service looks every two seconds while somebody watches.
			Connection::set_watched();
		}
		return self::report( Checks::find_run(), $has_looked );
	}

	/** @return array{state: string, waiting: int, sample: array{asked: int, done: int, left: int}|null} */
	private static function comparison(): array {
		$compares = Connection::compares();
		$waiting  = null === $compares ? 0 : Compared::count_to_compare();
		$is_able  = null !== $compares && Connection::is_alive() && 'ok' === self::account();
		return array(
			// off: no sync service that compares can be reached now.
			'state'   => $is_able ? ( $waiting > 0 ? 'under_way' : 'done' ) : 'off',
			'waiting' => $waiting,
			'sample'  => 'match' === $compares ? Compared::sample() : null,
		);
	}

	private static function account(): string {
		$status = Connection::find_status();
		return (string) ( ( (array) ( $status['status']['account'] ?? array() ) )['state'] ?? '' );
	}

	/** Has some of the works that no list knows looked up one by one. */
	public static function sample(): WP_REST_Response {
		Compared::want_sample();
		Connection::set_watched();
		Wake_Up::send();
		return self::read();
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function accept( WP_REST_Request $request ): WP_REST_Response {
		$ids = array_values( array_filter( array_map( 'intval', (array) $request['ids'] ), array( Owner_Orders::class, 'may_order' ) ) );
		if ( 'joined' === $request['line'] ) {
			Checks::accept_joined( $ids );
		} else {
			Compared::accept( $ids );
		}
		return self::read();
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function works( WP_REST_Request $request ): WP_REST_Response {
		$lacking = (string) $request['lacking'];
		$counts  = Checks::count();
		$lines   = array_diff_key( $counts, array( 'lacking' => 0 ) ) + $counts['lacking'];
		$total   = (int) ( $lines[ '' === $lacking ? 'ready' : $lacking ] ?? 0 );
		$rows    = Checks::list( $lacking, (int) $request['page'], self::PER_PAGE );
		return new WP_REST_Response(
			array(
				'works' => Report_View::many( $rows ),
				'total' => $total,
				'pages' => (int) ceil( $total / self::PER_PAGE ),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function duplicates( WP_REST_Request $request ): WP_REST_Response {
		$total = Checks::count_groups();
		return new WP_REST_Response(
			array(
				'groups' => Duplicates_View::of_groups( Checks::list_groups( (int) $request['page'], self::PER_PAGE, Duplicates_View::FIRST_WORKS ) ),
				'total'  => $total,
				'pages'  => (int) ceil( $total / self::PER_PAGE ),
			)
		);
	}
}
