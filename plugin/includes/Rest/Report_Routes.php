<?php
/**
 * Routes of the screen "Review before registering", for those who work with artworks. Only `step` checks works, a bounded piece at
 * a time; the others read its results.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Rest;

use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Mapping\Mapping;
use ArtworkRegistry\Mapping\Standard_Words;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Source\Sources;
use ArtworkRegistry\Store\Checks;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Schema;
use ArtworkRegistry\Sync\Check_Run;
use ArtworkRegistry\View\Duplicates_View;
use ArtworkRegistry\View\Work_Names;
use ArtworkRegistry\Work\Artwork_Check;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

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
	}

	public static function read(): WP_REST_Response {
		Schema::upgrade();
		$run     = Checks::find_run();
		$counts  = Checks::count();
		$lacking = array();
		foreach ( $counts['lacking'] as $field => $works ) {
			$lacking[] = array(
				'field' => $field,
				'name'  => Standard_Words::field( $field )['name'],
				'works' => $works,
			);
		}
		return new WP_REST_Response(
			array(
				'is_done'      => null !== $run && $run['is_done'],
				'looked_at'    => null === $run ? 0 : min( $run['total'], Checks::count_looked_at( $run['cursor_id'] ) ),
				'total'        => null === $run ? 0 : $run['total'],
				'ready'        => $counts['ready'],
				'alike'        => $counts['alike'],
				'lacking'      => $lacking,
				'undecided'    => $counts['ready'] + $counts['alike'] + array_sum( $counts['lacking'] ),
				'is_connected' => null !== Connection::find(),
				// The shop is "coming soon": nothing is public, whatever its posts say.
				'is_closed'    => Sources::is_closed(),
			)
		);
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function step( WP_REST_Request $request ): WP_REST_Response {
		Schema::upgrade();
		if ( $request['again'] ) {
			Checks::remove();
		}
		Check_Run::step();
		return self::read();
	}

	/** @param WP_REST_Request<array<string, mixed>> $request */
	public static function works( WP_REST_Request $request ): WP_REST_Response {
		$lacking = (string) $request['lacking'];
		$counts  = Checks::count();
		$total   = '' === $lacking ? $counts['ready'] : ( $counts['lacking'][ $lacking ] ?? 0 );
		$rows    = Checks::list( $lacking, (int) $request['page'], self::PER_PAGE );
		Work_Names::prime( array_column( $rows, 'external_id' ) );
		return new WP_REST_Response(
			array(
				'works' => array_map( array( self::class, 'work' ), $rows ),
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

	/**
	 * @param array{external_id: int, problems: list<string>} $row
	 * @return array{external_id: string, title: string, edit_url: string|null, problems: list<string>}
	 */
	private static function work( array $row ): array {
		$id     = $row['external_id'];
		$post   = get_post( $id );
		$source = $post instanceof WP_Post ? Sources::of_type( $post->post_type ) : null;
		return array(
			'external_id' => (string) $id,
			'title'       => Work_Names::title( $id ),
			'edit_url'    => Work_Names::edit_url( $id ),
			'problems'    => null === $source ? array() : self::sentences( $row['problems'], $source, Check_Run::issues_of( $post, $source ) ),
		);
	}

	/**
	 * For an empty field, where to fill it in; for a filled one, what is wrong with it.
	 *
	 * @param list<string>          $problems
	 * @param array<string, string> $issues   Field → what is wrong with it now.
	 * @return list<string>
	 */
	private static function sentences( array $problems, Source $source, array $issues ): array {
		$places = Chain_Words::places( $source );
		$words  = array();
		foreach ( $problems as $field ) {
			$name = in_array( $field, Mapping::FIELDS, true ) ? Standard_Words::field( $field )['name'] : $field;
			if ( isset( $issues[ $field ] ) && Artwork_Check::is_empty() !== $issues[ $field ] ) {
				/* translators: 1: name of a field, such as Title, 2: what is wrong with it, such as "has more than 500 characters". */
				$words[] = sprintf( __( '%1$s %2$s. Open the artwork and correct it.', 'artwork-registry-connector' ), $name, $issues[ $field ] );
				continue;
			}
			/* translators: 1: name of a field, such as Artist, 2: what to do, such as "add it under Attributes". */
			$words[] = isset( $places[ $field ] ) ? sprintf( __( '%1$s: %2$s.', 'artwork-registry-connector' ), $name, $places[ $field ] )
				/* translators: %s: name of a field, such as Artist. */
				: sprintf( __( '%s is missing: open the artwork and fill it in.', 'artwork-registry-connector' ), $name );
		}
		return $words;
	}
}
